//! The game's pictures of the coming months at the desk: looking at them, choosing others, showing one in every month.

use axum::http::StatusCode;
use clinic::clock::Clock;
use clinic::game::{Month, PuzzleSet};
use clinic::site::draw_puzzle_set;
use clinic::staff::Role;
use serde_json::{Value, json};

use crate::support::desk_client::SessionCookie;
use crate::support::test_app::TestApp;

/// An editor is signed in, and the set of this month is stored.
async fn open() -> (TestApp, SessionCookie, PuzzleSet) {
    let app = TestApp::with_content().await;
    app.add_staff("Ngozi", Role::Editor).await;
    let session = app.sign_in("Ngozi").await;
    let now = app.clock.now();
    let set = draw_puzzle_set(Month::at(now), 0).expect("a set");
    app.services.store.offer_puzzle_set(&set, now).await.expect("stored");
    (app, session, set)
}

async fn shown(app: &TestApp) -> PuzzleSet {
    let month = Month::at(app.clock.now());
    let sets = app.services.store.monthly_sets(month, month).await.expect("read");
    PuzzleSet::clone(sets.shown_in(month).expect("a set"))
}

#[tokio::test]
async fn coming_months_are_listed_with_their_pictures_and_spots() {
    let (app, session, set) = open().await;
    let response = app.desk_get(&session, "puzzles").await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.text);
    let list = response.json();
    let months: Vec<_> = list["months"].as_array().expect("months").iter().map(|it| it["month"].clone()).collect();
    assert_eq!(months, ["2026-03", "2026-04", "2026-05", "2026-06"]);
    assert_eq!(list["months"][0]["shown"], set.id.candidate);
    assert_eq!(list["months"][1]["shown"], Value::Null);
    assert_eq!((&list["whyOff"], &list["pinned"]), (&Value::Null, &Value::Null));
    let levels = list["months"][0]["sets"][0]["levels"].as_array().expect("levels").clone();
    let spots: Vec<_> = levels.iter().map(|level| level["spots"].as_array().expect("spots").len()).collect();
    assert_eq!(spots, [1, 5, 5]);
    assert_eq!(levels[0]["svg"], set.files["level-1.svg"].as_str());
}

#[tokio::test]
async fn another_set_takes_the_place_of_the_one_that_was_seen_and_can_be_changed_back() {
    let (app, session, first) = open().await;
    let old = first.id.candidate;
    let choose = |instead_of: u32, candidate: Option<u32>| {
        let body = json!({ "month": "2026-03", "insteadOf": instead_of, "candidate": candidate });
        app.desk_post(&session, "puzzles/choose", body)
    };
    let chosen = choose(old, None).await;
    assert_eq!(chosen.status, StatusCode::OK, "{}", chosen.text);
    let new = u32::try_from(chosen.json()["months"][0]["shown"].as_u64().expect("a number")).expect("small");
    assert!(new > old, "{new} {old}");
    assert_ne!(shown(&app).await.files, first.files);

    // A colleague still sees the old one.
    let late = choose(old, None).await;
    assert_eq!((late.status, late.error_code().as_str()), (StatusCode::CONFLICT, "changed_meanwhile"));
    assert_eq!(choose(new, Some(old)).await.status, StatusCode::OK);
    assert_eq!(shown(&app).await, first);
    assert_eq!(choose(old, Some(77)).await.error_code(), "invalid_state");
    let past = json!({ "month": "2026-02", "insteadOf": 0 });
    assert_eq!(app.desk_post(&session, "puzzles/choose", past).await.error_code(), "invalid_state");
}

#[tokio::test]
async fn pinned_set_is_shown_in_every_month_until_it_is_let_go() {
    let (app, session, set) = open().await;
    let pin = |set: Value| app.desk_post(&session, "puzzles/pin", json!({ "set": set }));
    assert_eq!(pin(json!({ "month": "2026-03", "candidate": 78 })).await.error_code(), "invalid_state");
    let choice = json!({ "month": "2026-03", "candidate": set.id.candidate });
    assert_eq!(pin(choice.clone()).await.json()["pinned"], choice);
    let later = Month::at(app.clock.now()).plus(5);
    let sets = app.services.store.monthly_sets(later, later).await.expect("read");
    assert_eq!(sets.pinned.as_deref(), Some(&set));
    assert_eq!(pin(Value::Null).await.json()["pinned"], Value::Null);

    let owner = app.sign_in_as_owner().await;
    let log = app.desk_get(&owner, "audit").await.text;
    for action in ["\"pin puzzles\"", "\"unpin puzzles\""] {
        assert!(log.contains(action), "{action} is not in {log}");
    }
}

#[tokio::test]
async fn with_a_content_folder_nothing_is_chosen_and_the_reason_is_given() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let reason = app.desk_get(&session, "puzzles").await.json()["whyOff"].as_str().expect("a reason").to_owned();
    assert!(reason.contains("comes from a folder"), "{reason}");
    let choice = json!({ "month": "2026-03", "insteadOf": 0 });
    assert_eq!(app.desk_post(&session, "puzzles/choose", choice).await.error_code(), "editing_off");
    assert_eq!(app.desk_post(&session, "puzzles/pin", json!({ "set": null })).await.error_code(), "editing_off");
}
