//! The game's pictures of the coming months at the desk: looking at them, choosing others, showing one in every month.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::StatusCode;
use clinic_rules::game::{Month, PlayToken, PuzzleSet, PuzzleSetId, count};
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::Limits;
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_site::draw_puzzle_set;
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
    app.show_set(set.id);
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
async fn set_that_the_game_shows_is_marked_with_its_games_also_when_it_was_drawn_for_another_month() {
    let (app, session, march) = open().await;
    let list = async || app.desk_get(&session, "puzzles").await.json();
    let played = |list: &Value| -> Vec<bool> {
        let sets =
            list["months"].as_array().expect("months").iter().flat_map(|it| it["sets"].as_array().expect("sets"));
        sets.map(|set| set["isPlayed"].as_bool().expect("a flag")).collect()
    };
    assert_eq!((played(&list().await), &list().await["earlier"]), (vec![true], &Value::Null));

    let now = app.clock.now();
    let april = draw_puzzle_set(Month::at(now).plus(1), 0).expect("a set");
    let choice = json!({ "set": { "month": "2026-04", "candidate": april.id.candidate } });
    app.services.store.offer_puzzle_set(&april, now).await.expect("stored");
    let pinned = app.desk_post(&session, "puzzles/pin", choice).await;
    assert_eq!(played(&pinned.json()), [true, false], "the site has yet to follow");
    app.show_set(april.id);
    assert_eq!(played(&list().await), [false, true], "the set of April is shown in March");
    app.desk_post(&session, "puzzles/pin", json!({ "set": null })).await;
    app.show_set(march.id);

    let client = ClientKey::new([192, 0, 2, 1].into(), &app.services.secrets.people);
    let play = PlayToken::start(now, [1; 16]);
    let outcome = count(&[vec![1]], &[vec![1]]).expect("counted");
    let limits = Limits::default();
    app.services.store.finish_play(&play, &outcome, Some(march.id), &client, &limits, now).await.expect("finished");
    let pin = json!({ "set": { "month": "2026-03", "candidate": march.id.candidate } });
    app.desk_post(&session, "puzzles/pin", pin).await;
    app.clock.advance(Duration::from_hours(31 * 24));
    // The first account would have to set up two-step verification by now.
    app.add_staff("Ada", Role::Editor).await;
    let session = app.sign_in("Ada").await;
    let list = app.desk_get(&session, "puzzles").await.json();
    assert_eq!(list["months"][0]["month"], "2026-04");
    assert_eq!(played(&list), [false]);
    let earlier = &list["earlier"];
    assert_eq!((&earlier["month"], &earlier["set"]["isPlayed"]), (&json!("2026-03"), &json!(true)));
    assert_eq!(earlier["set"]["finished"], 1);
    assert_eq!(earlier["set"]["levels"][0]["spots"][0]["found"], 1);
}

#[tokio::test]
async fn set_that_is_shown_in_every_month_is_there_after_another_one_was_chosen_for_its_month() {
    let (app, session, pinned) = open().await;
    let set = json!({ "month": "2026-03", "candidate": pinned.id.candidate });
    app.desk_post(&session, "puzzles/pin", json!({ "set": set })).await;
    let choice = json!({ "month": "2026-03", "insteadOf": pinned.id.candidate });
    let list = app.desk_post(&session, "puzzles/choose", choice).await.json();
    assert_eq!(list["pinned"], set);
    assert_ne!(list["months"][0]["shown"], pinned.id.candidate);
    // The game goes on with the pinned one.
    let earlier = &list["earlier"];
    assert_eq!((&earlier["month"], &earlier["set"]["isPlayed"]), (&json!("2026-03"), &json!(true)));
    assert_eq!(earlier["set"]["levels"][0]["svg"], pinned.files["level-1.svg"].as_str());

    // Long after its month, when nothing but what is published names it.
    app.desk_post(&session, "puzzles/pin", json!({ "set": null })).await;
    app.clock.advance(Duration::from_hours(3 * 31 * 24));
    let now = app.clock.now();
    let newer = PuzzleSet { id: PuzzleSetId { month: Month::at(now), candidate: 0 }, ..pinned.clone() };
    app.services.store.offer_puzzle_set(&newer, now).await.expect("stored");
    app.add_staff("Ada", Role::Editor).await;
    let session = app.sign_in("Ada").await;
    let list = app.desk_get(&session, "puzzles").await.json();
    assert_eq!((&list["months"][0]["shown"], &list["earlier"]["month"]), (&json!(0), &json!("2026-03")));
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
    let unpinned = async |since: Duration| {
        let sets = app.services.store.unpinned_sets(app.clock.now() - since).await.expect("read");
        sets.into_iter().map(|set| PuzzleSet::clone(&set)).collect::<Vec<_>>()
    };
    assert_eq!(unpinned(Duration::from_hours(1)).await, []);
    assert_eq!(pin(Value::Null).await.json()["pinned"], Value::Null);
    // Somebody may be playing it.
    assert_eq!(unpinned(Duration::from_hours(1)).await, [set]);
    app.clock.advance(Duration::from_hours(2));
    assert_eq!(unpinned(Duration::from_hours(1)).await, []);

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
    // Chosen while the content was in the store.
    let (now, store, actor) = (app.clock.now(), &app.services.store, app.desk.actor("Ngozi"));
    let set = |candidate| {
        let id = PuzzleSetId { month: Month::at(now), candidate };
        PuzzleSet { id, seed: 1, files: BTreeMap::new() }
    };
    store.offer_puzzle_set(&set(2), now).await.expect("stored");
    store.choose_puzzle_set(&set(5), 2, actor).await.expect("chosen");
    store.pin_puzzle_set(Some(set(5).id), actor).await.expect("pinned");

    let list = app.desk_get(&session, "puzzles").await.json();
    let reason = list["whyOff"].as_str().expect("a reason");
    assert!(reason.contains("comes from a folder"), "{reason}");
    assert!(reason.contains("chosen here before is not in force"), "{reason}");
    assert_eq!((&list["pinned"], &list["months"][0]["shown"]), (&Value::Null, &json!(2)));
    let choice = json!({ "month": "2026-03", "insteadOf": 0 });
    assert_eq!(app.desk_post(&session, "puzzles/choose", choice).await.error_code(), "editing_off");
    assert_eq!(app.desk_post(&session, "puzzles/pin", json!({ "set": null })).await.error_code(), "editing_off");
}
