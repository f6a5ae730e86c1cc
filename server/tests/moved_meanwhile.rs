//! Changes at the desk name the time that was on the screen. A visit that was moved since is not changed.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_http::services::Settings;
use clinic_rules::booking::{AppointmentId, Closure};
use clinic_rules::rate_limit::Limits;
use clinic_rules::staff::Role;
use clinic_store::Appointment;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};

const OLD: [&str; 2] = ["2026-03-03", "09:00"];
const NEW: [[&str; 2]; 4] =
    [["2026-03-05", "08:00"], ["2026-03-05", "10:00"], ["2026-03-05", "12:00"], ["2026-03-05", "14:00"]];

impl TestApp {
    async fn ask_for(&self, number: usize, [date, time]: [&str; 2]) -> String {
        let body = json!({ "service": "eye-exams", "date": date, "time": time, "name": "Ada Obi",
                           "phone": format!("0803 123 {number:04}"), "email": "ada@example.com" });
        let booked = self.request(None, Method::POST, "/api/booking", body).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
        let link = booked.json()["manage"].as_str().expect("a link").to_owned();
        link.split_once('#').expect("a token").1.to_owned()
    }

    /// A request that its patient moves to a time of its own after staff have loaded the list.
    async fn moved_visit(&self, session: &SessionCookie, list: &str, number: usize) -> AppointmentId {
        let token = self.ask_for(number, OLD).await;
        let listed = self.desk_get(session, &format!("appointments/{list}")).await.json();
        let rows = listed["appointments"].as_array().or(listed["waiting"].as_array()).expect("a list").clone();
        let row = rows.iter().find(|it| it["date"] == OLD[0]).expect("the request");
        let id = AppointmentId::parse(row["id"].as_str().expect("an id")).expect("an id");
        let moved = self.move_own(&token, NEW[number]).await;
        assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
        id
    }

    async fn move_own(&self, token: &str, [date, time]: [&str; 2]) -> TestResponse {
        let to = json!({ "token": token, "date": date, "time": time });
        self.request(None, Method::POST, "/api/booking/appointment/move", to).await
    }

    /// Without what the email about the patient's own move changes, which is sent at any moment.
    async fn stored(&self, id: &AppointmentId) -> Appointment {
        let stored = self.services.store.appointment(id).await.expect("read").expect("an appointment");
        Appointment { sent_sequence: None, ..stored }
    }
}

/// The calls that change a state, and the state after each.
fn changes() -> [(&'static str, Value, &'static str); 4] {
    [
        ("confirm", json!({}), "confirmed"),
        ("state", json!({ "state": "arrived" }), "arrived"),
        ("state", json!({ "state": "missed" }), "missed"),
        ("cancel", json!({ "reason": "Closed" }), "cancelled"),
    ]
}

fn seen(mut body: Value, [date, time]: [&str; 2]) -> Value {
    body["date"] = json!(date);
    body["time"] = json!(time);
    body
}

#[tokio::test]
async fn visit_that_was_moved_since_it_was_shown_is_not_changed() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    for (number, (call, body, after)) in changes().into_iter().enumerate() {
        let id = app.moved_visit(&session, "requests", number).await;
        let before = app.stored(&id).await;
        let path = format!("appointments/{id}/{call}");
        let refused = app.desk_post(&session, &path, seen(body.clone(), OLD)).await;
        assert_eq!(
            (refused.status, refused.error_code().as_str()),
            (StatusCode::CONFLICT, "changed_meanwhile"),
            "{call}"
        );
        assert!(refused.text.contains("was moved in the meantime, so nothing was changed"), "{}", refused.text);
        assert_eq!(app.stored(&id).await, before, "{call}");
        let wrong = app.desk_post(&session, &path, seen(body.clone(), ["2026-02-30", "09:00"])).await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY, "{call}");
        if call == "state" {
            app.desk_post(&session, &format!("appointments/{id}/confirm"), Value::Null).await;
        }
        let changed = app.desk_post(&session, &path, seen(body, NEW[number])).await;
        assert_eq!((changed.status, &changed.json()["state"]), (StatusCode::OK, &json!(after)), "{}", changed.text);
    }
}

#[tokio::test]
async fn request_without_a_time_that_was_moved_does_not_get_a_time_that_staff_did_not_see() {
    let limits = Limits { held_per_client: 0, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let id = app.moved_visit(&session, "waiting-requests", 1).await;
    let path = format!("appointments/{id}/confirm");
    let refused = app.desk_post(&session, &path, seen(json!({}), OLD)).await;
    assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()));
    assert_eq!(app.stored(&id).await.chair, 0);
    let given = app.desk_post(&session, &path, seen(json!({}), NEW[1])).await;
    assert_eq!((given.status, &given.json()["date"]), (StatusCode::OK, &json!(NEW[1][0])), "{}", given.text);
}

#[tokio::test]
async fn visit_on_a_closed_day_that_was_moved_meanwhile_is_neither_told_nor_kept() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let id = app.moved_visit(&session, "requests", 0).await;
    app.change_clinic(|clinic| {
        let closure = Closure::new(date(2026, 3, 3), date(2026, 3, 6), "Staff training".to_owned());
        clinic.booking.as_mut().expect("booking is on").opening.closures.push(closure);
    });
    let before = app.stored(&id).await;
    let press = async |verb: &str, time: [&str; 2]| {
        app.desk_post(&session, &format!("appointments/{id}/closed/{verb}"), seen(json!({}), time)).await
    };
    for verb in ["tell", "keep"] {
        let refused = press(verb, OLD).await;
        assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()), "{verb}");
        assert!(refused.text.contains("was moved in the meantime, so nothing was changed"), "{}", refused.text);
    }
    assert_eq!(app.stored(&id).await, before);
    for verb in ["tell", "keep"] {
        let done = press(verb, NEW[0]).await;
        assert_eq!(done.status, StatusCode::OK, "{verb}: {}", done.text);
    }
}

#[tokio::test]
async fn tabs_of_an_older_release_do_not_send_the_time() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    for (number, (call, body, after)) in changes().into_iter().enumerate() {
        let id = app.moved_visit(&session, "requests", number).await;
        let path = format!("/api/desk/appointments/{id}/{call}");
        if call == "state" {
            app.desk_post(&session, &format!("appointments/{id}/confirm"), Value::Null).await;
        }
        let changed = if call == "confirm" {
            // It had no body, and so no type.
            let request = Request::post(&path).header("cookie", session.value()).body(Body::empty());
            app.send(request.expect("a request")).await
        } else {
            app.request(Some(&session), Method::POST, &path, body).await
        };
        assert_eq!((changed.status, &changed.json()["state"]), (StatusCode::OK, &json!(after)), "{}", changed.text);
    }
}

#[tokio::test]
async fn chair_of_a_visit_that_its_patient_has_moved_does_not_bring_it_back_to_the_earlier_time() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let id = app.moved_visit(&session, "requests", 0).await;
    let before = app.stored(&id).await;
    let path = format!("appointments/{id}/move");
    let [date, time] = OLD;
    let other_chair = json!({ "date": date, "time": time, "chair": 2, "seenDate": date, "seenTime": time });
    let refused = app.desk_post(&session, &path, other_chair).await;
    assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()));
    assert_eq!(app.stored(&id).await, before);
    let [seen_date, seen_time] = NEW[0];
    let seen = json!({ "date": date, "time": time, "seenDate": seen_date, "seenTime": seen_time });
    let moved = app.desk_post(&session, &path, seen).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
}

#[tokio::test]
async fn undo_of_a_move_does_not_undo_the_move_of_a_colleague() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    app.ask_for(0, OLD).await;
    let listed = app.desk_get(&session, "appointments/requests").await.json();
    let id = listed["appointments"][0]["id"].as_str().expect("an id").to_owned();
    let move_to = async |[date, time]: [&str; 2]| {
        let moved =
            app.desk_post(&session, &format!("appointments/{id}/move"), json!({ "date": date, "time": time })).await;
        assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
        moved.json()
    };
    let undo = async |[date, time]: [&str; 2]| {
        let body = json!({ "state": "confirmed", "seenDate": date, "seenTime": time });
        app.desk_post(&session, &format!("appointments/{id}/undo"), body).await
    };
    let moved = move_to(NEW[0]).await;
    assert_eq!(moved["movedFrom"], json!({ "date": OLD[0], "time": OLD[1] }));
    move_to(NEW[1]).await;
    assert_eq!(undo(NEW[0]).await.status_and_code(), (409, "changed_meanwhile".to_owned()));
    let undone = undo(NEW[1]).await;
    assert_eq!((undone.status, &undone.json()["time"]), (StatusCode::OK, &json!(NEW[0][1])), "{}", undone.text);
    assert_eq!(undone.json()["movedFrom"], Value::Null);
    let twice = undo(NEW[0]).await;
    assert_eq!(twice.status_and_code(), (409, "invalid_state".to_owned()));
}
