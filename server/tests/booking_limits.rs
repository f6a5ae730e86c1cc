//! What one network and one phone number can do over the public API, and what the answers tell.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_http::services::Settings;
use clinic_rules::person::{PersonKey, PhoneNumber};
use clinic_rules::rate_limit::Limits;
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_store::StoredUnder;
use serde_json::{Value, json};

use crate::support::test_app::{TestApp, TestResponse};

/// Monday is the first day; from Tuesday on, times are free. The clinic is closed on Sundays.
const DAYS: [&str; 10] = [
    "2026-03-03",
    "2026-03-04",
    "2026-03-05",
    "2026-03-06",
    "2026-03-09",
    "2026-03-10",
    "2026-03-11",
    "2026-03-12",
    "2026-03-13",
    "2026-03-16",
];

fn request(number: usize, phone: &str) -> Value {
    let time = ["08:00", "09:00", "10:00", "11:00"][number / DAYS.len() % 4];
    json!({ "service": "eye-exams", "date": DAYS[number % DAYS.len()], "time": time, "name": "Ada Obi", "phone": phone })
}

async fn book(app: &TestApp, address: &str, body: &Value) -> TestResponse {
    let request = Request::post("/api/booking").header("content-type", "application/json");
    app.send_from(address, request.body(Body::from(body.to_string())).expect("a request")).await
}

fn phone(number: usize) -> String {
    format!("0803 {:03} {:04}", number / 10_000, number % 10_000)
}

fn keys(response: &TestResponse) -> BTreeSet<String> {
    response.json().as_object().expect("an object").keys().cloned().collect()
}

#[tokio::test]
async fn two_hundred_patients_behind_one_address_can_all_ask() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let counts = async || {
        let counts = app.desk_get(&session, "appointments/waiting").await.json();
        (counts["requests"].as_u64(), counts["waiting"].as_u64())
    };
    for number in 0..200 {
        let response = book(&app, "192.0.2.1", &request(number, &phone(number))).await;
        assert_eq!(response.status, StatusCode::CREATED, "{number}: {}", response.text);
    }
    assert_eq!(counts().await, (Some(20), Some(180)));
    book(&app, "198.51.100.7", &request(5, &phone(999))).await;
    assert_eq!(counts().await, (Some(21), Some(180)), "another network is not concerned");
}

#[tokio::test]
async fn stranger_with_the_number_of_a_patient_neither_shuts_the_patient_out_nor_learns_about_them() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    for (index, day) in DAYS[..4].iter().enumerate() {
        let body = json!({ "service": "eye-exams", "date": day, "time": "14:00", "name": "Ngozi Eze",
                           "phone": phone(1), "source": "phone" });
        let added = app.desk_post(&session, "appointments", body).await;
        assert_eq!(added.status, StatusCode::CREATED, "{index}: {}", added.text);
    }
    let known = book(&app, "192.0.2.1", &request(0, &phone(1))).await;
    let unknown = book(&app, "192.0.2.2", &request(1, &phone(2))).await;
    assert_eq!((known.status, &known.json()["state"]), (unknown.status, &unknown.json()["state"]));
    assert_eq!(keys(&known), keys(&unknown));
    for number in 2..40 {
        let response = book(&app, "192.0.2.1", &request(number, &phone(1))).await;
        assert_eq!((response.status, keys(&response)), (StatusCode::CREATED, keys(&unknown)), "{}", response.text);
    }
    let patient = book(&app, "198.51.100.7", &request(5, &phone(1))).await;
    assert_eq!((patient.status, &patient.json()["state"]), (StatusCode::CREATED, &json!("requested")));
    let list = app.desk_get(&session, "appointments/waiting-requests").await.json();
    let is_patient = |it: &Value| it["reference"] == patient.json()["reference"];
    let place = list["waiting"].as_array().expect("a list").iter().position(is_patient);
    assert!(place.is_some_and(|place| place < 2), "{place:?}: staff see the patient before the rest of the flood");
}

#[tokio::test]
async fn answer_is_the_same_for_a_number_with_three_open_appointments_and_for_an_unknown_one() {
    let app = TestApp::open().await;
    for number in 0..3 {
        let own = book(&app, &format!("198.51.100.{number}"), &request(number, &phone(1))).await;
        assert_eq!(own.status, StatusCode::CREATED, "{}", own.text);
    }
    let mut seen = Vec::new();
    for number in [1, 2] {
        let booked = book(&app, "192.0.2.1", &request(3, &phone(number))).await;
        let token = json!({ "token": token(&booked.json()) });
        let page = app.request(None, Method::POST, "/api/booking/appointment", token.clone()).await;
        let calendar = app.request(None, Method::POST, "/api/booking/appointment/calendar", token).await;
        let without_ids = |mut body: Value| {
            let body = body.as_object_mut().expect("an object");
            body.retain(|key, _| !["reference", "manage"].contains(&key.as_str()));
            body.clone()
        };
        let status = calendar.text.lines().find(|line| line.starts_with("STATUS")).map(ToOwned::to_owned);
        seen.push((booked.status, without_ids(booked.json()), without_ids(page.json()), calendar.status, status));
    }
    assert_eq!(seen[0], seen[1]);
    let mut store = Vec::new();
    for number in [1, 2] {
        let person =
            PersonKey::of_phone(&PhoneNumber::parse(&phone(number)).expect("one"), &app.services.secrets.people);
        let people = app.services.store.stored_people(StoredUnder::Contact(&person), app.clock.now()).await;
        store.push(people.expect("found")[0].appointments());
    }
    assert_eq!(store, [4, 1], "the number was known, and the other was not");
    let waiting = app
        .services
        .store
        .waiting_counts(&clinic_rules::booking::Settings::when_off(), app.clock.now())
        .await
        .expect("counted");
    assert_eq!((waiting.requests, waiting.waiting), (4, 1), "one of them holds no time");
}

fn token(booked: &Value) -> String {
    let (_, token) = booked["manage"].as_str().and_then(|path| path.split_once('#')).expect("a link");
    token.to_owned()
}

#[tokio::test]
async fn moving_and_cancelling_do_not_share_the_limit_of_booking() {
    let limits = Limits { bookings_per_client_hour: 1, bookings_without_email_per_client_hour: 0, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    let booked = book(&app, "192.0.2.1", &request(0, &phone(1))).await;
    let token = token(&booked.json());
    for _ in 0..3 {
        let refused = book(&app, "192.0.2.1", &request(1, &phone(2))).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    }
    let to = json!({ "token": token, "date": DAYS[3], "time": "10:00" });
    let moved = app.request(None, Method::POST, "/api/booking/appointment/move", to).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    let cancelled = app.request(None, Method::POST, "/api/booking/appointment/cancel", json!({ "token": token })).await;
    assert_eq!(cancelled.status, StatusCode::OK, "{}", cancelled.text);
}

#[tokio::test]
async fn disposable_address_and_links_in_the_name_are_refused_with_a_sentence() {
    let app = TestApp::open().await;
    let mut body = request(0, &phone(1));
    body["email"] = json!("ada@mailinator.com");
    let response = book(&app, "192.0.2.1", &body).await;
    assert_eq!(response.status_and_code(), (422, "invalid_booking".to_owned()));
    let sentence = response.json()["fields"]["email"].as_str().expect("a sentence").to_owned();
    assert!(sentence.starts_with("This is a disposable email address."), "{sentence}");
    let mut body = request(0, &phone(1));
    body["name"] = json!("Win at https://evil.example/prize");
    let response = book(&app, "192.0.2.1", &body).await;
    assert_eq!(response.status_and_code(), (422, "invalid_booking".to_owned()));
    assert!(response.json()["fields"]["name"].is_string(), "{}", response.text);
}

#[tokio::test]
async fn staff_see_a_request_without_a_time_and_give_it_one() {
    let limits = Limits { held_per_client: 0, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let mut tokens = Vec::new();
    for number in 0..2 {
        let booked = book(&app, "192.0.2.1", &request(0, &phone(number))).await.json();
        assert_eq!(booked["state"], "requested", "the patient reads that it is not certain yet");
        tokens.push(token(&booked));
    }
    let own = app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": tokens[0] })).await.json();
    assert_eq!((&own["state"], &own["time"]), (&json!("requested"), &json!("08:00")));
    let counts = app.desk_get(&session, "appointments/waiting").await.json();
    assert_eq!((&counts["waiting"], &counts["requests"]), (&json!(2), &json!(0)));
    let list = app.desk_get(&session, "appointments/waiting-requests").await.json();
    assert_eq!((&list["waitingTotal"], &list["waiting"][0]["chair"]), (&json!(2), &json!(0)));
    let plan = app.desk_get(&session, &format!("appointments?from={}&days=1", DAYS[0])).await.json();
    assert_eq!(plan["appointments"], json!([]), "it is not in the plan");
    let id = list["waiting"][0]["id"].as_str().expect("an id");
    let confirmed = app.desk_post(&session, &format!("appointments/{id}/confirm"), Value::Null).await;
    assert_eq!((confirmed.status, &confirmed.json()["state"]), (StatusCode::OK, &json!("confirmed")));
    let own = app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": tokens[0] })).await.json();
    assert_eq!(own["state"], "confirmed");
    let cancelled =
        app.request(None, Method::POST, "/api/booking/appointment/cancel", json!({ "token": tokens[1] })).await;
    assert_eq!(cancelled.json()["state"], "cancelled", "the patient can take a request back");
}
