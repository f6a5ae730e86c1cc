//! How much of the patients one account can read at the desk: names on the screen, opened records, and the search.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use clinic_http::services::Settings;
use clinic_rules::booking::AppointmentId;
use clinic_rules::discount::DiscountCode;
use clinic_rules::staff::{RECORDS_PER_CONFIRMATION, RECORDS_PER_DAY, Role};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::support::databases::on_both;
use crate::support::desk_client::{PASSWORD, SessionCookie};
use crate::support::test_app::{TestApp, TestResponse};
use crate::support::waiting::eventually;

/// The clock of the tests stands at 9:05 AM on Monday 2 March.
const TODAY: &str = "2026-03-02";
const TOMORROW: &str = "2026-03-03";
const LATER: &str = "2026-04-06";

async fn add(app: &TestApp, session: &SessionCookie, date: &str, time: &str, name: &str, phone: &str) -> Value {
    let body =
        json!({ "service": "frames", "date": date, "time": time, "name": name, "phone": phone, "source": "phone" });
    let added = app.desk_post(session, "appointments", body).await;
    assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
    added.json()["appointment"].clone()
}

/// Visits of different patients on days of April, as ids.
async fn add_visits(app: &TestApp, session: &SessionCookie, count: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for number in 0..count {
        let (day, slot) = (number / 40, number % 40);
        let (date, time) = (format!("2026-04-{:02}", 6 + day), format!("{:02}:00", slot / 2));
        let visit = add(app, session, &date, &time, "Ada Obi", &format!("0803{number:07}")).await;
        ids.push(visit["id"].as_str().expect("an id").to_owned());
    }
    ids
}

async fn open(app: &TestApp, session: &SessionCookie, id: &str) -> TestResponse {
    app.desk_post(session, &format!("appointments/{id}/open"), Value::Null).await
}

async fn confirm(app: &TestApp, session: &SessionCookie) -> SessionCookie {
    let confirmed = app.desk_post(session, "me/confirm", json!({ "password": PASSWORD })).await;
    assert_eq!(confirmed.status, StatusCode::NO_CONTENT, "{}", confirmed.text);
    confirmed.session_cookie()
}

fn rejection(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

async fn find(app: &TestApp, session: &SessionCookie, query: &str) -> TestResponse {
    app.desk_post(session, "patients/find", json!({ "query": query })).await
}

#[tokio::test]
async fn account_opens_30_records_then_confirms_and_120_a_day_on_all_instances() {
    on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let other = TestApp::on(&url, 2, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        app.add_staff("Bola", Role::Desk).await;
        let mut session = app.sign_in("Bola").await;
        let ids = add_visits(&app, &session, RECORDS_PER_DAY + 1).await;
        for part in 0..RECORDS_PER_DAY / RECORDS_PER_CONFIRMATION {
            let from = part * RECORDS_PER_CONFIRMATION;
            for id in &ids[from..from + RECORDS_PER_CONFIRMATION] {
                let opened = open(&app, &session, id).await;
                assert_eq!(opened.status, StatusCode::OK, "{from}: {}", opened.text);
            }
            let next = &ids[from + RECORDS_PER_CONFIRMATION];
            if part + 1 < RECORDS_PER_DAY / RECORDS_PER_CONFIRMATION {
                let needed = rejection(403, "confirmation_needed");
                assert_eq!(open(&app, &session, next).await.status_and_code(), needed);
                assert_eq!(open(&other, &session, next).await.status_and_code(), needed, "another instance");
                assert_eq!(find(&app, &session, "0803 000 0119").await.status_and_code(), needed, "the search");
            }
            let again = open(&app, &session, &ids[from]).await;
            assert_eq!(again.status, StatusCode::OK, "the same record within the hour: {}", again.text);
            app.clock.advance(Duration::from_secs(1));
            other.clock.advance(Duration::from_secs(1));
            session = confirm(&app, &session).await;
        }
        let refused = open(&app, &session, &ids[RECORDS_PER_DAY]).await;
        assert_eq!(refused.status_and_code(), rejection(429, "record_limit"), "although it was confirmed");
        assert!(refused.headers.contains_key("retry-after"));
        assert_eq!(find(&app, &session, "0803 000 0120").await.status_and_code(), rejection(429, "record_limit"));

        // Owners are told, until they have read it.
        let told = app.desk_get(&owner, "record-limits").await.json();
        let limits: BTreeSet<(&str, &str)> = told["notices"]
            .as_array()
            .expect("notices")
            .iter()
            .map(|it| (it["name"].as_str().expect("a name"), it["limit"].as_str().expect("a limit")))
            .collect();
        assert_eq!(limits, [("Bola", "120 in a day"), ("Bola", "30 in a day")].into());
        let until = told["notices"][0]["at"].clone();
        let dismissed = app.desk_post(&owner, "record-limits/dismiss", json!({ "until": until })).await;
        assert_eq!(dismissed.status, StatusCode::NO_CONTENT, "{}", dismissed.text);
        assert_eq!(app.desk_get(&owner, "record-limits").await.json()["notices"], json!([]));

        // The colleague at the next desk has a limit of her own, and the next day is a new one.
        app.add_staff("Ngozi", Role::Desk).await;
        let colleague = app.sign_in("Ngozi").await;
        assert_eq!(open(&app, &colleague, &ids[RECORDS_PER_DAY]).await.status, StatusCode::OK);
        app.clock.advance(Duration::from_hours(24));
        let session = app.sign_in("Bola").await;
        assert_eq!(open(&app, &session, &ids[RECORDS_PER_DAY]).await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn session_opens_no_more_by_waiting_and_owners_are_told_before_anything_is_refused() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let ids = add_visits(&app, &session, RECORDS_PER_CONFIRMATION + 1).await;
    let notices = async || app.desk_get(&owner, "record-limits").await.json()["notices"].clone();
    let (last, first) = ids.split_last().expect("ids");
    for id in first {
        assert_eq!(notices().await, json!([]));
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
    assert_eq!(notices().await[0]["limit"], "30 in a day");
    let log = app.services.store.audit(None, 50).await.expect("audit");
    assert!(log.iter().any(|it| it.action == "reach record limit" && it.subject == "30 in a day"), "{log:?}");
    app.clock.advance(Duration::from_hours(2));
    assert_eq!(open(&app, &session, last).await.status_and_code(), rejection(403, "confirmation_needed"));
    assert_eq!(open(&app, &session, &ids[0]).await.status, StatusCode::OK, "opened before");
}

#[tokio::test]
async fn each_call_that_shows_a_patient_is_refused_after_30_records_until_the_session_is_confirmed() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let ids = add_visits(&app, &owner, RECORDS_PER_CONFIRMATION + 1).await;
    let booking = json!({ "service": "frames", "date": "2026-04-20", "time": "10:00", "name": "Efe Oke",
                          "phone": "08030000001", "email": "efe@example.com" });
    assert_eq!(app.request(None, Method::POST, "/api/booking", booking).await.status, StatusCode::CREATED);
    eventually("the email", async || !app.transport.recorded().is_empty()).await;
    let (last, first) = ids.split_last().expect("ids");
    for id in first {
        assert_eq!(open(&app, &owner, id).await.status, StatusCode::OK);
    }
    let email = app.desk_get(&owner, "mail").await.json()["mail"][0]["id"].as_str().expect("an id").to_owned();
    let visit = |verb: &str| format!("appointments/{last}/{verb}");
    let people = json!({ "query": "0803 000 0001", "names": ["Efe Oke"], "codes": false });
    let calls = [
        // Also "Show number and message" of the patients to tell, and printing with names.
        (visit("open"), Value::Null),
        (visit("details"), json!({})),
        (visit("link"), Value::Null),
        (visit("move"), json!({ "date": TOMORROW, "time": "10:00" })),
        ("recalls/any/open".to_owned(), Value::Null),
        ("earlier-times/any/open".to_owned(), json!({ "date": TOMORROW, "time": "10:00" })),
        ("patients/find".to_owned(), json!({ "query": "0803 000 0030" })),
        ("patients/find".to_owned(), json!({ "query": "Nobody Here" })),
        ("people/stored".to_owned(), json!({ "query": "0803 000 0001" })),
        ("people/export".to_owned(), people),
        ("people/open".to_owned(), json!({ "code": DiscountCode::issue(5, [7; 7]).to_string() })),
        ("people/find".to_owned(), json!({ "query": "nobody" })),
    ];
    for (path, body) in calls {
        let refused = app.desk_post(&owner, &path, body).await;
        assert_eq!(refused.status_and_code(), rejection(403, "confirmation_needed"), "{path}");
    }
    let read = app.desk_get(&owner, &format!("mail/{email}/message")).await;
    assert_eq!(read.status_and_code(), rejection(403, "confirmation_needed"), "an email");
}

#[tokio::test]
async fn signing_in_again_allows_thirty_more_records() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let ids = add_visits(&app, &session, RECORDS_PER_CONFIRMATION + 1).await;
    let (last, first) = ids.split_last().expect("ids");
    for id in first {
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(open(&app, &session, last).await.status_and_code(), rejection(403, "confirmation_needed"));
    let session = app.sign_in("Bola").await;
    assert_eq!(open(&app, &session, last).await.status, StatusCode::OK);
}

#[tokio::test]
async fn plan_states_and_lists_do_not_count_as_opened_records() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let ids = add_visits(&app, &session, RECORDS_PER_CONFIRMATION).await;
    let visit = add(&app, &session, TODAY, "15:00", "Ada Obi", "0803 000 0001").await;
    let plan = format!("appointments?from={TODAY}&days=1");
    for _ in 0..=RECORDS_PER_CONFIRMATION {
        assert_eq!(app.desk_get(&session, &plan).await.json()["appointments"][0]["name"], "Ada Obi");
    }
    for list in ["requests", "waiting-requests", "closed", "to-tell", "waiting"] {
        assert_eq!(app.desk_get(&session, &format!("appointments/{list}")).await.status, StatusCode::OK, "{list}");
    }
    for list in ["recalls", "earlier-times"] {
        assert_eq!(app.desk_get(&session, list).await.status, StatusCode::OK, "{list}");
    }
    let state = format!("appointments/{}/state", visit["id"].as_str().expect("an id"));
    assert_eq!(app.desk_post(&session, &state, json!({ "state": "arrived" })).await.status, StatusCode::OK);
    for id in &ids {
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn concurrent_calls_on_two_instances_cannot_exceed_the_limit() {
    on_both(|url| async move {
        let app = Arc::new(TestApp::on(&url, 1, Settings::default(), None).await);
        let other = Arc::new(TestApp::on(&url, 2, Settings::default(), None).await);
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        let ids = add_visits(&app, &session, 50).await;
        let calls = ids.into_iter().enumerate().map(|(number, id)| {
            let (app, session) = (Arc::clone(if number % 2 == 0 { &app } else { &other }), session.clone());
            async move { open(&app, &session, &id).await.status }
        });
        let answers = calls.collect::<JoinSet<_>>().join_all().await;
        let opened = answers.iter().filter(|status| **status == StatusCode::OK).count();
        assert_eq!(opened, RECORDS_PER_CONFIRMATION, "{answers:?}");
    })
    .await;
}

#[tokio::test]
async fn requests_of_strangers_with_a_number_do_not_hide_the_visit_of_its_patient() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let visit = add(&app, &session, LATER, "10:00", "Ada Obi", "0803 000 0001").await;
    for hour in 9..15 {
        let body = json!({ "service": "frames", "date": TOMORROW, "time": format!("{hour:02}:00"), "name": "Eve",
                           "phone": "0803 000 0001" });
        let asked = app.post("/api/booking", "application/json", body.to_string()).await;
        assert_eq!(asked.status, StatusCode::CREATED, "{}", asked.text);
    }
    let found = find(&app, &session, "0803 000 0001").await.json();
    let ids: Vec<&str> =
        found["appointments"].as_array().expect("a list").iter().filter_map(|it| it["id"].as_str()).collect();
    assert_eq!(ids.first().copied(), visit["id"].as_str(), "{found}");
}

#[tokio::test]
async fn second_session_cannot_read_what_a_confirmed_one_has_opened() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let stolen = app.sign_in("Bola").await;
    let session = app.sign_in("Bola").await;
    let ids = add_visits(&app, &session, 45).await;
    for id in &ids[..30] {
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
    app.clock.advance(Duration::from_mins(1));
    let session = confirm(&app, &session).await;
    for id in &ids[30..] {
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
    for id in [&ids[0], &ids[40]] {
        assert_eq!(open(&app, &stolen, id).await.status_and_code(), rejection(403, "confirmation_needed"));
    }
}

#[tokio::test]
async fn names_are_shown_for_three_days_and_for_requests_and_masked_in_the_week() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    for (date, time, name) in [
        (TODAY, "15:00", "Ada Obi"),
        (TOMORROW, "15:00", "Bayo Eze"),
        ("2026-03-04", "08:00", "Chika Nwosu"),
        (LATER, "15:00", "Dayo Ige"),
    ] {
        add(&app, &session, date, time, name, "08031234567").await;
    }
    let names = async |path: &str| {
        let list = app.desk_get(&session, path).await.json();
        let names = list["appointments"].as_array().expect("a list").iter().map(|it| it["name"].clone());
        names.collect::<Vec<_>>()
    };
    for (date, name) in
        [(TODAY, json!("Ada Obi")), (TOMORROW, json!("Bayo Eze")), ("2026-03-04", Value::Null), (LATER, Value::Null)]
    {
        assert_eq!(names(&format!("appointments?from={date}&days=1")).await, [name], "{date}");
    }
    let week = app.desk_get(&session, &format!("appointments?from={TODAY}&days=7")).await.text;
    for name in ["Ada", "Bayo", "Chika"] {
        assert!(!week.contains(name), "{name} in {week}");
    }
    let to_tell = app.desk_get(&session, "appointments/to-tell").await.json();
    let names: Vec<_> =
        to_tell["patients"].as_array().expect("a list").iter().map(|it| &it["appointment"]["name"]).collect();
    assert_eq!(names, [&json!("Ada Obi"), &json!("Bayo Eze"), &Value::Null]);
    app.clock.advance(Duration::from_hours(24));
    let session = app.sign_in("Bola").await;
    let yesterday = app.desk_get(&session, &format!("appointments?from={TODAY}&days=1")).await.json();
    assert_eq!(yesterday["appointments"][0]["name"], "Ada Obi");

    let body =
        json!({ "service": "frames", "date": LATER, "time": "10:00", "name": "Efe Oke", "phone": "08030000001" });
    assert_eq!(app.request(None, Method::POST, "/api/booking", body).await.status, StatusCode::CREATED);
    let requests = app.desk_get(&session, "appointments/requests").await;
    assert_eq!(requests.json()["appointments"][0]["name"], "Efe Oke");
    assert!(!requests.text.contains("08030000001") && !requests.text.contains("+2348030000001"), "{}", requests.text);
}

#[tokio::test]
async fn moving_visits_to_days_with_names_counts_as_opening_them() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let ids = add_visits(&app, &session, 32).await;
    for id in &ids[..30] {
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
    let to = |date: &str, time: &str| json!({ "date": date, "time": time });
    let tomorrow = app.desk_post(&session, &format!("appointments/{}/move", ids[30]), to(TOMORROW, "10:00")).await;
    assert_eq!(tomorrow.status_and_code(), rejection(403, "confirmation_needed"));
    let later = app.desk_post(&session, &format!("appointments/{}/move", ids[31]), to("2026-04-20", "10:00")).await;
    assert_eq!(later.status, StatusCode::OK, "{}", later.text);
    app.clock.advance(Duration::from_secs(1));
    let session = confirm(&app, &session).await;
    let tomorrow = app.desk_post(&session, &format!("appointments/{}/move", ids[30]), to(TOMORROW, "10:00")).await;
    assert_eq!(tomorrow.status, StatusCode::OK, "{}", tomorrow.text);
}

/// Whoever waits until midnight sees the names of the day after tomorrow.
#[tokio::test]
async fn visit_that_is_moved_to_an_earlier_day_counts_although_its_name_is_shown_later() {
    const DAY_AFTER_TOMORROW: &str = "2026-03-04";
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let ids = add_visits(&app, &session, 32).await;
    let soon = add(&app, &session, DAY_AFTER_TOMORROW, "15:00", "Efe Oke", "0803 000 0099").await;
    let soon = soon["id"].as_str().expect("an id").to_owned();
    let change = async |id: &str, verb: &str, body: Value| {
        app.desk_post(&session, &format!("appointments/{id}/{verb}"), body).await
    };
    let to = |date: &str| json!({ "date": date, "time": "22:00" });
    // An undo leads to any day as well.
    assert_eq!(change(&ids[31], "cancel", json!({ "reason": "By mistake" })).await.status, StatusCode::OK);
    assert_eq!(change(&soon, "move", to(LATER)).await.status, StatusCode::OK, "later");
    for id in &ids[..30] {
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
    let needed = rejection(403, "confirmation_needed");
    assert_eq!(change(&ids[30], "move", to(DAY_AFTER_TOMORROW)).await.status_and_code(), needed);
    let undo = json!({ "state": "cancelled", "date": DAY_AFTER_TOMORROW, "time": "11:00" });
    assert_eq!(change(&ids[31], "undo", undo).await.status_and_code(), needed, "an undo");
    assert_eq!(change(&soon, "undo", json!({ "state": "confirmed" })).await.status_and_code(), needed, "of a move");
    assert_eq!(change(&ids[30], "move", to("2026-04-20")).await.status, StatusCode::OK, "later");
    assert_eq!(change(&ids[0], "move", to(DAY_AFTER_TOMORROW)).await.status, StatusCode::OK, "opened before");

    app.clock.advance(Duration::from_hours(24));
    let session = app.sign_in("Bola").await;
    let tomorrow = app.desk_get(&session, &format!("appointments?from={DAY_AFTER_TOMORROW}&days=1")).await.json();
    let names = tomorrow["appointments"].as_array().expect("a list").iter().map(|it| it["name"].clone());
    assert_eq!(names.collect::<Vec<_>>(), ["Ada Obi"]);
}

#[tokio::test]
async fn visit_that_does_not_exist_does_not_count_as_opened() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let ids = add_visits(&app, &session, RECORDS_PER_CONFIRMATION).await;
    for number in 0..RECORDS_PER_CONFIRMATION {
        let byte = u8::try_from(number).expect("small");
        let (unknown, verb) = (AppointmentId::new([byte; 16]), if number % 2 == 0 { "link" } else { "details" });
        let answer = app.desk_post(&session, &format!("appointments/{unknown}/{verb}"), json!({})).await;
        assert_eq!(answer.status_and_code(), rejection(404, "unknown_appointment"), "{verb}");
    }
    for id in &ids {
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn undoing_a_confirmation_counts_as_opening_because_requests_have_names() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let ids = add_visits(&app, &session, RECORDS_PER_CONFIRMATION).await;
    let body = json!({ "service": "frames", "date": "2026-04-20", "time": "10:00", "name": "Efe Oke", "phone": "08030000001" });
    assert_eq!(app.request(None, Method::POST, "/api/booking", body).await.status, StatusCode::CREATED);
    let requests = async |session: &SessionCookie| {
        let list = app.desk_get(session, "appointments/requests").await.json();
        list["appointments"].as_array().expect("a list").clone()
    };
    let id = requests(&session).await[0]["id"].as_str().expect("an id").to_owned();
    let press = async |session: &SessionCookie, path: &str, body: Value| {
        app.desk_post(session, &format!("appointments/{id}/{path}"), body).await
    };
    assert_eq!(press(&session, "confirm", Value::Null).await.status, StatusCode::OK);
    for id in &ids {
        assert_eq!(open(&app, &session, id).await.status, StatusCode::OK);
    }
    let undo = json!({ "state": "confirmed" });
    let refused = press(&session, "undo", undo.clone()).await;
    assert_eq!(refused.status_and_code(), rejection(403, "confirmation_needed"));
    assert_eq!(requests(&session).await, Vec::<Value>::new(), "nothing was undone");
    app.clock.advance(Duration::from_secs(1));
    let session = confirm(&app, &session).await;
    let undone = press(&session, "undo", undo.clone()).await;
    assert_eq!(undone.status, StatusCode::OK, "{}", undone.text);
    assert_eq!(requests(&session).await[0]["name"], "Efe Oke");
    // The name is on the screen, so cancelling by mistake and undoing that costs nothing more than the same record again.
    assert_eq!(press(&session, "cancel", json!({ "reason": "By mistake" })).await.status, StatusCode::OK);
    assert_eq!(press(&session, "undo", json!({ "state": "cancelled" })).await.status, StatusCode::OK);
}

#[tokio::test]
async fn patient_is_found_by_phone_reference_or_full_name_and_never_a_list_of_everybody() {
    on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        let first = add(&app, &session, LATER, "09:00", "Ada Nkem Obi", "08031234567").await;
        add(&app, &session, LATER, "10:00", "Ngozi Obinna", "08031234567").await;
        add(&app, &session, LATER, "11:00", "Ada Obinna", "08037654321").await;
        let references = async |query: &str| {
            let found = find(&app, &session, query).await;
            assert_eq!(found.status, StatusCode::OK, "{query}: {}", found.text);
            assert!(!found.text.contains("+234"), "{}", found.text);
            let found = found.json();
            let names = found["appointments"].as_array().expect("a list").iter().map(|it| it["name"].clone());
            names.collect::<Vec<_>>()
        };
        assert_eq!(references("obi ADA").await, ["Ada Nkem Obi"]);
        assert_eq!(references("0803 123 4567").await, ["Ada Nkem Obi", "Ngozi Obinna"]);
        let reference = first["reference"].as_str().expect("a reference").to_lowercase();
        assert_eq!(references(&reference).await, ["Ada Nkem Obi"]);
        assert_eq!(references("Ada Obin").await, Vec::<Value>::new());
        for short in ["", "Ada", "obi", "0803", "% %", "A O", "__ __"] {
            let refused = find(&app, &session, short).await.status_and_code();
            assert_eq!(refused, rejection(422, "search_too_short"), "{short}");
        }
        let audit = app.services.store.audit(None, 50).await.expect("audit");
        let searches: Vec<_> = audit.iter().filter(|it| it.action == "search patients").collect();
        assert_eq!(searches.len(), 4, "{searches:?}");
        assert!(searches.iter().all(|it| !it.subject.contains("Ada") && !it.subject.contains("0803")), "{searches:?}");

        // The next visit first, five at most.
        for hour in 12..18 {
            add(&app, &session, LATER, &format!("{hour}:00"), "Ada Obi", "08031234567").await;
        }
        add(&app, &session, TODAY, "16:00", "Ada Obi", "08031234567").await;
        let many = find(&app, &session, "ada obi").await.json();
        assert_eq!((many["appointments"].as_array().map(Vec::len), &many["more"]), (Some(5), &json!(true)));
        assert_eq!(many["appointments"][0]["date"], TODAY);
    })
    .await;
}

#[tokio::test]
async fn searches_without_a_result_count_so_that_nobody_finds_out_who_is_a_patient() {
    on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        add(&app, &session, LATER, "09:00", "Ada Obi", "08031234567").await;
        for number in 0..RECORDS_PER_CONFIRMATION {
            let found = find(&app, &session, &format!("0805{number:07}")).await;
            assert_eq!((found.status, &found.json()["appointments"]), (StatusCode::OK, &json!([])), "{number}");
        }
        // The answer is the same for a patient and for somebody else.
        let needed = rejection(403, "confirmation_needed");
        for query in ["0803 123 4567", "0805 999 9999", "Ada Obi", "Nobody Here"] {
            assert_eq!(find(&app, &session, query).await.status_and_code(), needed, "{query}");
        }
        app.clock.advance(Duration::from_secs(1));
        let session = confirm(&app, &session).await;
        assert_eq!(find(&app, &session, "Ada Obi").await.status, StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn copies_of_stored_data_count_as_opened_records() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let copy = async |number: usize| {
        let body = json!({ "query": format!("0803{number:07}"), "names": ["Ada Obi"], "codes": false });
        app.desk_post(&owner, "people/export", body).await
    };
    for number in 0..RECORDS_PER_CONFIRMATION {
        assert_eq!(copy(number).await.status, StatusCode::OK, "{number}");
    }
    assert_eq!(copy(RECORDS_PER_CONFIRMATION).await.status_and_code(), rejection(403, "confirmation_needed"));
}

#[tokio::test]
async fn answers_of_the_desk_have_no_link_of_the_patient() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let body =
        json!({ "service": "frames", "date": TOMORROW, "time": "10:00", "name": "Efe Oke", "phone": "08030000001" });
    let booked = app.request(None, Method::POST, "/api/booking", body).await.json();
    let manage = booked["manage"].as_str().expect("a link");
    let token = manage.rsplit(['/', '#']).next().expect("a token");
    let requests = app.desk_get(&session, "appointments/requests").await;
    let id = requests.json()["appointments"][0]["id"].as_str().expect("an id").to_owned();
    let found = find(&app, &session, "efe oke").await;
    for answer in [open(&app, &session, &id).await, requests, found] {
        assert_eq!(answer.status, StatusCode::OK);
        assert!(answer.text.contains("Efe Oke") && !answer.text.contains(token), "{}", answer.text);
        assert!(!answer.text.contains("%2Fappointment") && !answer.text.contains("/appointment"), "{}", answer.text);
    }
    // The one exception: a patient without email gets a new link from staff, and the earlier one ends.
    let sent = app.desk_post(&session, &format!("appointments/{id}/link"), Value::Null).await;
    assert_eq!((sent.status, &sent.json()["emailed"]), (StatusCode::OK, &json!(false)));
    assert!(sent.text.contains("/appointment") && !sent.text.contains(token), "{}", sent.text);
    let old = app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": token })).await;
    assert_eq!(old.status_and_code(), rejection(410, "link_ended"), "the earlier link has ended");
    let body = json!({ "service": "frames", "date": TOMORROW, "time": "12:00", "name": "Ada Obi", "phone": "08030000002",
                       "email": "ada@example.com" });
    app.request(None, Method::POST, "/api/booking", body).await;
    let requests = app.desk_get(&session, "appointments/requests").await.json();
    let id = requests["appointments"][1]["id"].as_str().expect("an id");
    let sent = app.desk_post(&session, &format!("appointments/{id}/link"), Value::Null).await;
    assert_eq!(sent.json(), json!({ "emailed": true, "message": null }), "nobody at the desk needs this link");
}

#[tokio::test]
async fn owner_decides_which_roles_need_two_step_verification_and_nobody_is_locked_out() {
    on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        app.add_staff("Bola", Role::Desk).await;
        app.add_staff("Chidi", Role::Editor).await;
        // As an account from before editors needed it.
        let pool = sqlx::AnyPool::connect(&url).await.expect("a connection");
        sqlx::query("UPDATE staff SET two_step_deadline = NULL").execute(&pool).await.expect("written");
        pool.close().await;
        let roles = async |session: &SessionCookie| app.desk_get(session, "staff").await.json()["twoStepRoles"].clone();
        assert_eq!(roles(&owner).await, json!(["editor", "owner"]));
        let days_left = async |name: &str| {
            let me = app.attempt_sign_in(name, PASSWORD).await.json();
            me["requiredTwoStep"]["daysLeft"].clone()
        };
        assert_eq!((days_left("Chidi").await, days_left("Bola").await), (json!(7), Value::Null));

        let decide = async |role: &str, required: bool| {
            let owner = app.sign_in("Tonye").await;
            let body = json!({ "role": role, "required": required });
            app.desk_post(&owner, "staff-settings/two-step", body).await
        };
        assert_eq!(decide("desk", true).await.status, StatusCode::NO_CONTENT);
        assert_eq!(days_left("Bola").await, json!(7));
        assert_eq!(decide("owner", false).await.status_and_code(), rejection(422, "invalid_role"));
        assert_eq!(decide("editor", false).await.status, StatusCode::NO_CONTENT);
        assert_eq!(days_left("Chidi").await, Value::Null);
        app.clock.advance(Duration::from_hours(7 * 24));
        let session = app.sign_in("Bola").await;
        let refused = app.desk_get(&session, "appointments/waiting").await;
        assert_eq!(refused.status_and_code(), rejection(403, "two_step_required"));
        let begun = app.desk_post(&session, "me/totp/begin", json!({ "password": PASSWORD })).await;
        assert_eq!(begun.status, StatusCode::OK, "setting it up stays possible: {}", begun.text);
    })
    .await;
}
