//! Booking an appointment over the public API, and the patient's own appointment.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_http::services::Settings;
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::rate_limit::Limits;
use serde_json::{Value, json};

use crate::support::test_app::{TestApp, TestResponse};
use crate::support::waiting::eventually;

/// Tuesday. The clock of the tests stands at 9:05 AM on Monday.
const DATE: &str = "2026-03-03";

fn request(time: &str) -> Value {
    json!({ "service": "eye-exams", "date": DATE, "time": time, "name": "Ada Obi", "phone": "0803 123 4567",
            "email": "ada@example.com", "note": "By wheelchair" })
}

trait Booking {
    async fn get(&self, path: &str) -> TestResponse;
    async fn book(&self, body: &Value) -> TestResponse;
    async fn book_with_key(&self, address: &str, key: &str, body: &Value) -> TestResponse;
    async fn slots(&self, query: &str) -> TestResponse;
    async fn times(&self) -> Vec<String>;
    async fn show(&self, token: &str) -> TestResponse;
    async fn cancel(&self, token: &str) -> TestResponse;
    async fn move_to(&self, token: &str, date: &str, time: &str) -> TestResponse;
    async fn sent(&self) -> Vec<AppointmentNotice>;
}

impl Booking for TestApp {
    async fn get(&self, path: &str) -> TestResponse {
        self.request(None, Method::GET, path, Value::Null).await
    }

    async fn book(&self, body: &Value) -> TestResponse {
        self.request(None, Method::POST, "/api/booking", body.clone()).await
    }

    async fn book_with_key(&self, address: &str, key: &str, body: &Value) -> TestResponse {
        let request = Request::post("/api/booking").header("content-type", "application/json");
        let request = request.header("idempotency-key", key).body(Body::from(body.to_string()));
        self.send_from(address, request.expect("a request")).await
    }

    async fn slots(&self, query: &str) -> TestResponse {
        self.get(&format!("/api/booking/slots?{query}")).await
    }

    async fn times(&self) -> Vec<String> {
        let response = self.slots(&format!("service=eye-exams&from={DATE}&days=1")).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.text);
        let slots = response.json()["days"][0]["slots"].clone();
        slots.as_array().expect("times").iter().map(|time| time.as_str().expect("text").to_owned()).collect()
    }

    async fn show(&self, token: &str) -> TestResponse {
        self.request(None, Method::POST, "/api/booking/appointment", json!({ "token": token })).await
    }

    async fn cancel(&self, token: &str) -> TestResponse {
        self.request(None, Method::POST, "/api/booking/appointment/cancel", json!({ "token": token })).await
    }

    async fn move_to(&self, token: &str, date: &str, time: &str) -> TestResponse {
        let body = json!({ "token": token, "date": date, "time": time });
        self.request(None, Method::POST, "/api/booking/appointment/move", body).await
    }

    /// What the emails were about, as soon as none waits any more.
    async fn sent(&self) -> Vec<AppointmentNotice> {
        eventually("an empty outbox", async || self.services.store.next_due().await.expect("a result").is_none()).await;
        let notice = |message: &Message| match message {
            Message::Appointment(facts) => facts.notice,
            other => panic!("{other:?}"),
        };
        self.transport.recorded().iter().map(|it| notice(&it.message)).collect()
    }
}

fn token(booked: &TestResponse) -> String {
    assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
    let manage = booked.json()["manage"].as_str().expect("a path").to_owned();
    manage.strip_prefix("/appointment#").expect("the address of the page").to_owned()
}

#[tokio::test]
async fn free_times_are_listed_and_a_booked_one_is_gone_when_both_chairs_are_taken() {
    let app = TestApp::open().await;
    let before = app.times().await;
    assert_eq!((before[0].as_str(), before.last().map(String::as_str)), ("08:00", Some("17:00")));
    for _ in 0..2 {
        let response = app.book(&request("09:00")).await;
        assert_eq!(response.status, StatusCode::CREATED, "{}", response.text);
        assert_eq!(response.json()["state"], "requested");
        assert_eq!(response.json()["reference"].as_str().map(str::len), Some(7));
    }
    let after = app.times().await;
    assert_eq!(before.iter().filter(|time| !after.contains(time)).collect::<Vec<_>>(), ["08:30", "09:00", "09:30"]);
}

#[tokio::test]
async fn taken_time_is_answered_with_the_nearest_free_ones() {
    let app = TestApp::open().await;
    for _ in 0..2 {
        assert_eq!(app.book(&request("09:00")).await.status, StatusCode::CREATED);
    }
    let response = app.book(&request("09:00")).await;
    assert_eq!(response.status_and_code(), (409, "slot_taken".to_owned()));
    let body = response.json();
    assert_eq!(body["code"], "slot_taken");
    let times: Vec<_> =
        body["nearest"].as_array().expect("times").iter().map(|it| it["time"].as_str().unwrap()).collect();
    assert_eq!(times, ["08:00", "10:00", "10:30", "11:00", "11:30", "12:00"]);
    assert_eq!(body["nearest"][0]["date"], DATE);
}

#[tokio::test]
async fn every_field_that_cannot_be_used_has_its_sentence() {
    let app = TestApp::open().await;
    let body =
        json!({ "service": "surgery", "date": "soon", "time": "09:00", "name": " ", "phone": "12", "email": "x" });
    let response = app.book(&body).await;
    assert_eq!(response.status_and_code(), (422, "invalid_booking".to_owned()));
    let fields: BTreeSet<_> = response.json()["fields"].as_object().expect("fields").keys().cloned().collect();
    assert_eq!(fields, ["email", "name", "phone", "service", "time"].map(str::to_owned).into());

    for (date, time, expected) in [
        ("2026-03-02", "08:00", "This time is in the past."),
        ("2026-03-02", "11:00", "This time is too soon. Please choose a time at least 3 hours from now"),
        ("2026-03-08", "10:00", "The clinic is closed at this time."),
        ("2026-03-03", "07:30", "The clinic is closed at this time."),
        ("2026-03-03", "09:10", "Visits do not begin at this time."),
        ("2026-09-03", "09:00", "This date is too far ahead."),
        ("2026-02-30", "09:00", "Please choose a date and a time."),
    ] {
        let mut body = request(time);
        body["date"] = json!(date);
        let response = app.book(&body).await;
        assert_eq!(response.status_and_code(), (422, "invalid_booking".to_owned()), "{date} {time}");
        let sentence = response.json()["fields"]["time"].as_str().expect("a sentence").to_owned();
        assert!(sentence.starts_with(expected), "{date} {time}: {sentence}");
    }
    assert!(app.times().await.contains(&"09:00".to_owned()), "nothing was booked");
}

#[tokio::test]
async fn repeated_request_with_the_same_key_is_the_same_appointment() {
    let app = TestApp::open().await;
    let first = app.book_with_key("192.0.2.1", "key-1", &request("09:00")).await;
    let again = app.book_with_key("192.0.2.1", "key-1", &request("09:00")).await;
    assert_eq!((first.status, &first.text), (StatusCode::CREATED, &again.text));
    assert_eq!(app.sent().await, [AppointmentNotice::Received], "one email");
    let other = app.book_with_key("192.0.2.1", "key-1", &request("10:00")).await;
    assert_ne!(token(&other), token(&first), "another time is another request");
    let mut other_patient = request("09:00");
    other_patient["phone"] = json!("0803 765 4321");
    let other = app.book_with_key("192.0.2.1", "key-1", &other_patient).await;
    assert_ne!(token(&other), token(&first), "the key of somebody else does not show their appointment");
    let (mut again, mut sister) = (request("09:00"), request("09:00"));
    again["name"] = json!(again["name"].as_str().expect("a name").to_uppercase());
    assert_eq!(app.book_with_key("192.0.2.1", "key-1", &again).await.text, first.text, "the same patient");
    sister["name"] = json!("Ngozi Eze");
    let sister = app.book_with_key("192.0.2.1", "key-1", &sister).await;
    assert_ne!(sister.text, first.text, "somebody else with the same phone must not get this appointment");
    let long = "k".repeat(201);
    assert_eq!(app.book_with_key("192.0.2.1", &long, &request("09:00")).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn own_appointment_can_be_seen_moved_and_cancelled() {
    let app = TestApp::open().await;
    let booked = app.book(&request("09:00")).await;
    // Each email is sent before the next change, which would replace it.
    assert_eq!(app.sent().await, [AppointmentNotice::Received]);
    let token = token(&booked);
    let shown = app.show(&token).await;
    assert_eq!((shown.status, &shown.headers["cache-control"].to_str().expect("text")), (StatusCode::OK, &"no-store"));
    let own = shown.json();
    assert_eq!((&own["date"], &own["time"], &own["state"]), (&json!(DATE), &json!("09:00"), &json!("requested")));
    assert_eq!((&own["reference"], &own["canMove"]), (&booked.json()["reference"], &json!(true)));
    assert_eq!(own["changeUntil"], "2026-03-03T05:00:00Z");
    // No phone number, email address or note: the link may be forwarded.
    let fields = "bring broughtBy canCorrectEmail canMove cancelReason changeUntil closed date drive minutes moveNeedsConfirmation name place price reference service state time title wantsEarlier";
    let shown: BTreeSet<&str> = own.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(shown, fields.split(' ').collect());

    let moved = app.move_to(&token, DATE, "14:00").await;
    assert_eq!((moved.status, &moved.json()["time"]), (StatusCode::OK, &json!("14:00")));
    assert_eq!(app.sent().await, [AppointmentNotice::Received, AppointmentNotice::Moved]);
    assert!(app.times().await.contains(&"09:00".to_owned()));
    let nowhere = app.move_to(&token, DATE, "23:00").await;
    assert_eq!(nowhere.status_and_code(), (422, "invalid_booking".to_owned()));

    for _ in 0..2 {
        let cancelled = app.cancel(&token).await;
        assert_eq!((cancelled.status, &cancelled.json()["state"]), (StatusCode::OK, &json!("cancelled")));
    }
    let moved = app.move_to(&token, DATE, "15:00").await;
    assert_eq!(moved.status_and_code(), (409, "cancelled".to_owned()));
    let notices = [AppointmentNotice::Received, AppointmentNotice::Moved, AppointmentNotice::Cancelled];
    assert_eq!(app.sent().await, notices);
}

#[tokio::test]
async fn appointment_cannot_be_changed_here_shortly_before_the_visit() {
    let app = TestApp::open().await;
    let token = token(&app.book(&request("09:00")).await);
    app.clock.advance(Duration::from_hours(21));
    assert_eq!(app.show(&token).await.json()["changeUntil"], Value::Null);
    let cancelled = app.cancel(&token).await;
    assert_eq!(cancelled.status_and_code(), (410, "too_late".to_owned()));
    let moved = app.move_to(&token, "2026-03-05", "09:00").await;
    assert_eq!(moved.status_and_code(), (410, "too_late".to_owned()));
}

#[tokio::test]
async fn changed_token_finds_nothing() {
    let app = TestApp::open().await;
    let token = token(&app.book(&request("09:00")).await);
    let other_end = if token.ends_with('A') { "B" } else { "A" };
    let changed = format!("{}{other_end}", &token[..token.len() - 1]);
    for token in [changed.as_str(), "", "x", "\0", &"a".repeat(500), &token[..22]] {
        for response in [app.show(token).await, app.cancel(token).await, app.move_to(token, DATE, "10:00").await] {
            assert_eq!(response.status_and_code(), (404, "unknown_appointment".to_owned()), "{token}");
        }
    }
}

#[tokio::test]
async fn patient_whose_move_cannot_be_held_is_offered_times_on_other_days() {
    let limits = Limits { held_percent_of_day: 1, held_percent_of_calendar: 100, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    let own = token(&app.book(&request("09:00")).await);
    let mut other = request("14:00");
    (other["date"], other["phone"]) = (json!("2026-03-05"), json!("0803 765 4321"));
    token(&app.book(&other).await);
    let refused = app.move_to(&own, "2026-03-05", "08:00").await;
    assert_eq!(refused.status_and_code(), (409, "slot_taken".to_owned()));
    assert!(refused.text.contains("We cannot hold this time for you here."), "{}", refused.text);
    let nearest = refused.json()["nearest"].as_array().expect("times").clone();
    assert!(!nearest.is_empty() && nearest.iter().all(|it| it["date"] != "2026-03-05"), "{nearest:?}");
    let offered = |key: &str| nearest[0][key].as_str().expect("text");
    let moved = app.move_to(&own, offered("date"), offered("time")).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
}

#[tokio::test]
async fn move_to_an_impossible_time_says_why_and_keeps_the_appointment() {
    let app = TestApp::open().await;
    let own = token(&app.book(&request("09:00")).await);
    for (date, time, status, sentence) in [
        ("2026-03-02", "08:00", 422, "This time is in the past. Please choose a later time."),
        ("2026-03-08", "10:00", 422, "The clinic is closed at this time. Please choose another time."),
        ("2026-03-03", "09:10", 422, "Visits do not begin at this time."),
        ("2027-03-03", "09:00", 422, "This date is too far ahead."),
        ("9999-12-31", "23:59", 422, "This date is too far ahead."),
        ("2026-02-30", "25:00", 422, "Please choose a date and a time."),
    ] {
        let moved = app.move_to(&own, date, time).await;
        assert_eq!(moved.status_and_code(), (status, "invalid_booking".to_owned()), "{date} {time}");
        let said = moved.json()["fields"]["time"].as_str().expect("a sentence").to_owned();
        assert!(said.starts_with(sentence), "{date} {time}: {said}");
    }
    let mut other = request("10:00");
    for phone in ["0803 765 4321", "0803 765 4322"] {
        other["phone"] = json!(phone);
        token(&app.book(&other).await);
    }
    let taken = app.move_to(&own, DATE, "10:00").await;
    assert_eq!(taken.status_and_code(), (409, "slot_taken".to_owned()));
    assert!(!taken.json()["nearest"].as_array().expect("times").is_empty());
    assert_eq!(app.show(&own).await.json()["time"], "09:00");
    let moved = app.move_to(&"A".repeat(44), DATE, "10:00").await;
    assert_eq!(moved.status_and_code(), (404, "unknown_appointment".to_owned()));
}

#[tokio::test]
async fn fields_that_a_patient_must_not_set_change_nothing() {
    let app = TestApp::open().await;
    let mut form = request("10:00");
    for (field, value) in [
        ("state", json!("confirmed")),
        ("chair", json!(2)),
        ("source", json!("phone")),
        ("unacknowledged", json!(false)),
        ("reference", json!("AAA-AAA")),
        ("minutes", json!(5)),
        ("expiresAt", json!("2099-01-01T00:00:00Z")),
    ] {
        form[field] = value;
    }
    let own = token(&app.book(&form).await);
    let shown = app.show(&own).await.json();
    assert_eq!((&shown["state"], &shown["time"]), (&json!("requested"), &json!("10:00")));
    assert_ne!(shown["reference"], "AAA-AAA");
    let plain = token(&app.book(&request("11:00")).await);
    assert_eq!(shown["minutes"], app.show(&plain).await.json()["minutes"]);
}

#[tokio::test]
async fn answer_does_not_tell_whether_a_phone_number_has_an_appointment() {
    let app = TestApp::open().await;
    let first = app.book(&request("09:00")).await;
    let second = app.book(&request("10:00")).await;
    let keys =
        |response: &TestResponse| response.json().as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!((first.status, keys(&first)), (second.status, keys(&second)));
}

#[tokio::test]
async fn query_that_cannot_be_used_is_answered_with_a_sentence() {
    let app = TestApp::open().await;
    for (query, status, code) in [
        ("service=surgery", 404, "unknown_service"),
        ("service=eye-exams&from=tomorrow", 422, "invalid_date_range"),
        ("service=eye-exams&days=0", 422, "invalid_date_range"),
        ("service=eye-exams&days=63", 422, "invalid_date_range"),
        ("service=eye-exams&days=-1", 400, "malformed"),
        ("", 400, "malformed"),
    ] {
        assert_eq!(app.slots(query).await.status_and_code(), (status, code.to_owned()), "{query}");
    }
    let far = app.slots("service=eye-exams&from=9999-12-30&days=62").await;
    assert_eq!(far.status, StatusCode::OK, "{}", far.text);
    let days = app.slots("service=eye-exams").await.json()["days"].as_array().map(Vec::len);
    assert_eq!(days, Some(7));
}
