//! Appointments and recalls at the desk.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_http::services::Settings;
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use serde_json::{Value, json};

use crate::mail::fixture::composer;
use crate::support::databases::on_both;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};
use crate::support::waiting::eventually;

/// Tuesday. The clock of the tests stands at 9:05 AM on Monday.
const DATE: &str = "2026-03-03";

/// What staff have told a patient about a visit on Tuesday.
fn told(what: &str, time: &str) -> Value {
    json!({ "toTell": what, "date": DATE, "time": time })
}

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    async fn open() -> Self {
        Self::with(TestApp::open().await).await
    }

    async fn on(url: &str) -> Self {
        Self::with(TestApp::on(url, 1, Settings::default(), None).await).await
    }

    async fn with(app: TestApp) -> Self {
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        Self { app, session }
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.app.desk_get(&self.session, path).await
    }

    async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.app.desk_post(&self.session, path, body).await
    }

    /// A patient books on the site.
    async fn request(&self, time: &str, email: Option<&str>) -> String {
        let body = json!({ "service": "eye-exams", "date": DATE, "time": time, "name": "Ada Obi",
                           "phone": "0803 123 4567", "email": email, "note": "By wheelchair" });
        let booked = self.app.request(None, Method::POST, "/api/booking", body).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
        let list = self.get(&format!("appointments?from={DATE}&days=1")).await.json();
        let appointments = list["appointments"].as_array().expect("a list");
        let found = appointments.iter().find(|it| it["reference"] == booked.json()["reference"]);
        found.expect("the appointment")["id"].as_str().expect("an id").to_owned()
    }

    /// One patient is in the list to tell, for this reason, and the message that is ready to send has these words.
    async fn expect_to_tell(&self, id: &str, what: &str, words: &str) {
        let list = self.get("appointments/to-tell").await.json();
        assert_eq!(list["total"], 1, "{list}");
        let patient = &list["patients"][0];
        assert_eq!((&patient["appointment"]["id"], &patient["toTell"]), (&json!(id), &json!(what)));
        assert_eq!(self.get("appointments/waiting").await.json()["toTell"], 1);
        let opened = self.post(&format!("appointments/{id}/open"), Value::Null).await.json();
        assert_eq!((&opened["toTell"], &opened["telling"]["isListed"]), (&json!(what), &json!(true)));
        let text = opened["message"]["text"].as_str().expect("a text");
        assert!(text.contains(words), "{text}");
    }

    async fn mark_told(&self, id: &str, what: &str, time: &str) -> TestResponse {
        self.post(&format!("appointments/{id}/told"), told(what, time)).await
    }

    async fn actions(&self) -> Vec<String> {
        let entries = self.app.services.store.audit(None, 50).await.expect("audit");
        entries.into_iter().map(|entry| entry.action).collect()
    }
}

#[tokio::test]
async fn list_masks_patients_until_an_appointment_is_opened_and_that_is_recorded() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", Some("ada@example.com")).await;
    let list = desk.get(&format!("appointments?from={DATE}&days=7")).await;
    for secret in ["Ada", "4567890", "+234803", "ada@example.com", "wheelchair"] {
        assert!(!list.text.contains(secret), "{secret} in {}", list.text);
    }
    let json = list.json();
    let appointment = &json["appointments"][0];
    assert_eq!((&appointment["maskedName"], &appointment["maskedPhone"]), (&json!("A•••"), &json!("•••4567")));
    assert_eq!((&appointment["hasEmail"], &appointment["hasNote"]), (&json!(true), &json!(true)));
    assert_eq!((&json["days"][0]["minutesOpen"], &json["days"][0]["minutesTaken"]), (&json!(1200), &json!(60)));
    assert!(!desk.actions().await.contains(&"open appointment".to_owned()));

    let opened = desk.post(&format!("appointments/{id}/open"), Value::Null).await.json();
    assert_eq!((&opened["name"], &opened["phone"]), (&json!("Ada Obi"), &json!("+2348031234567")));
    let whatsapp = opened["message"]["whatsapp"].as_str().expect("a link");
    assert!(whatsapp.starts_with("https://wa.me/2348031234567?text=Hello%20Ada%20Obi%2C"), "{whatsapp}");
    assert!(opened["message"]["sms"].as_str().expect("a link").starts_with("sms:+2348031234567?body="));
    assert!(desk.actions().await.contains(&"open appointment".to_owned()));
}

#[tokio::test]
async fn request_is_confirmed_in_one_call_and_the_patient_is_told() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", Some("ada@example.com")).await;
    assert_eq!(desk.get("appointments/waiting").await.json()["requests"], 1);
    assert_eq!(desk.get("appointments/requests").await.json()["appointments"][0]["id"], id);
    let confirmed = desk.post(&format!("appointments/{id}/confirm"), Value::Null).await;
    assert_eq!((confirmed.status, &confirmed.json()["state"]), (StatusCode::OK, &json!("confirmed")));
    assert_eq!(desk.get("appointments/waiting").await.json()["requests"], 0);
    desk.app.clock.advance(clinic_store::WAIT_FOR_UNDO);
    desk.app.services.outbox.deliver_next().await.expect("delivered");
    eventually("the email that confirms", async || {
        let is_it = |message: &Message| matches!(message, Message::Appointment(it) if it.notice == AppointmentNotice::Confirmed);
        desk.app.transport.recorded().iter().any(|sent| is_it(&sent.message))
    })
    .await;
}

#[tokio::test]
async fn answer_to_a_change_says_until_when_its_email_is_held_and_null_when_there_is_none() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", Some("ada@example.com")).await;
    let change = async |id: &str, verb: &str, body: Value| {
        let changed = desk.post(&format!("appointments/{id}/{verb}"), body).await;
        assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
        changed.json()["emailWaitsUntil"].clone()
    };
    let later = json!((desk.app.clock.now() + clinic_store::WAIT_FOR_UNDO).to_string());
    let undo = |state: &str| json!({ "state": state });
    assert_eq!(change(&id, "confirm", Value::Null).await, later);
    assert_eq!(change(&id, "undo", undo("confirmed")).await, Value::Null, "nothing is sent");
    assert_eq!(change(&id, "confirm", Value::Null).await, later);
    assert_eq!(change(&id, "move", json!({ "date": DATE, "time": "10:00" })).await, later);
    assert_eq!(
        change(&id, "move", json!({ "date": DATE, "time": "10:00", "chair": 2 })).await,
        later,
        "the email about the move"
    );
    assert_eq!(change(&id, "cancel", json!({ "reason": "Ill" })).await, later);
    assert_eq!(change(&id, "undo", undo("cancelled")).await, Value::Null);
    assert_eq!(change(&id, "state", json!({ "state": "arrived" })).await, Value::Null);

    let without = desk.request("11:00", None).await;
    assert_eq!(change(&without, "confirm", Value::Null).await, Value::Null, "no email reaches the patient");
}

#[tokio::test]
async fn staff_add_move_and_cancel_appointments_but_never_double_book() {
    let desk = Desk::open().await;
    let add = |time: &str, source: &str| json!({ "service": "eye-exams", "date": DATE, "time": time, "name": "Bola", "phone": "08037654321", "source": source });
    // Staff may use a time outside the opening hours.
    let early = desk.post("appointments", add("07:05", "phone")).await;
    assert_eq!((early.status, &early.json()["appointment"]["state"]), (StatusCode::CREATED, &json!("confirmed")));
    let walk_in = desk.post("appointments", add("07:05", "walk-in")).await;
    assert_eq!(walk_in.json()["appointment"]["state"], "arrived");
    let third = desk.post("appointments", add("07:30", "phone")).await;
    assert_eq!(third.status_and_code(), (409, "slot_taken".to_owned()));
    assert!(!third.json()["nearest"].as_array().expect("times").is_empty());

    let id = early.json()["appointment"]["id"].as_str().expect("an id").to_owned();
    let moved =
        desk.post(&format!("appointments/{id}/move"), json!({ "date": DATE, "time": "08:10", "chair": 2 })).await;
    assert_eq!((moved.status, &moved.json()["chair"]), (StatusCode::OK, &json!(2)), "{}", moved.text);
    for (body, expected) in [
        (json!({ "date": DATE, "time": "08:12" }), "invalid_booking"),
        (json!({ "date": "2026-03-01", "time": "08:00" }), "invalid_booking"),
        (json!({ "date": DATE, "time": "08:00", "chair": 3 }), "invalid_booking"),
        (json!({ "date": "x", "time": "y" }), "invalid_booking"),
    ] {
        let refused = desk.post(&format!("appointments/{id}/move"), body).await;
        assert_eq!(refused.status_and_code(), (422, expected.to_owned()));
    }
    let no_reason = desk.post(&format!("appointments/{id}/cancel"), json!({ "reason": " " })).await;
    assert_eq!(no_reason.status_and_code(), (422, "invalid_booking".to_owned()));
    let cancelled = desk.post(&format!("appointments/{id}/cancel"), json!({ "reason": "The doctor is ill." })).await;
    assert_eq!(cancelled.json()["state"], "cancelled");
    let refused = desk.post(&format!("appointments/{id}/state"), json!({ "state": "arrived" })).await;
    assert_eq!(refused.status_and_code(), (409, "cancelled".to_owned()));
    let actions = desk.actions().await;
    for action in ["add appointment", "move appointment", "cancel appointment"] {
        assert!(actions.contains(&action.to_owned()), "{action} in {actions:?}");
    }
}

#[tokio::test]
async fn what_became_of_a_visit_is_stored() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", None).await;
    for state in ["arrived", "done"] {
        let changed = desk.post(&format!("appointments/{id}/state"), json!({ "state": state })).await;
        assert_eq!((changed.status, &changed.json()["state"]), (StatusCode::OK, &json!(state)));
    }
    let refused = desk.post(&format!("appointments/{id}/state"), json!({ "state": "missed" })).await;
    assert_eq!(refused.status_and_code(), (409, "invalid_state".to_owned()));
    let unknown = desk.post("appointments/AAAAAAAAAAAAAAAAAAAAAA/state", json!({ "state": "done" })).await;
    assert_eq!(unknown.status_and_code(), (404, "unknown_appointment".to_owned()));
}

#[tokio::test]
async fn walk_in_who_was_entered_by_mistake_becomes_an_appointment_that_can_be_cancelled() {
    let desk = Desk::open().await;
    let body = json!({ "service": "eye-exams", "date": "2026-03-02", "time": "09:05", "name": "Bola", "phone": "08037654321",
                       "source": "walk-in" });
    let added = desk.post("appointments", body).await.json();
    assert_eq!(added["appointment"]["state"], "arrived");
    let id = added["appointment"]["id"].as_str().expect("an id").to_owned();
    let undone = desk.post(&format!("appointments/{id}/undo"), json!({ "state": "arrived" })).await;
    assert_eq!((undone.status, &undone.json()["state"]), (StatusCode::OK, &json!("confirmed")), "{}", undone.text);
    let cancelled = desk.post(&format!("appointments/{id}/cancel"), json!({ "reason": "Entered by mistake" })).await;
    assert_eq!((cancelled.status, &cancelled.json()["state"]), (StatusCode::OK, &json!("cancelled")));
}

#[tokio::test]
async fn staff_choose_the_chair_and_a_cancellation_whose_time_is_taken_is_undone_at_another_time() {
    let desk = Desk::open().await;
    let add = async |chair: u16| {
        let body = json!({ "service": "eye-exams", "date": DATE, "time": "09:00", "chair": chair, "name": "Bola",
                           "phone": "08037654321", "source": "phone" });
        desk.post("appointments", body).await
    };
    let added = add(2).await;
    assert_eq!((added.status, &added.json()["appointment"]["chair"]), (StatusCode::CREATED, &json!(2)));
    assert_eq!(add(2).await.status_and_code(), (409, "slot_taken".to_owned()), "the other chair was not pressed");
    assert_eq!(add(3).await.status_and_code(), (422, "invalid_booking".to_owned()));
    assert_eq!(add(1).await.status, StatusCode::CREATED);

    let id = added.json()["appointment"]["id"].as_str().expect("an id").to_owned();
    let undo = async |body: Value| desk.post(&format!("appointments/{id}/undo"), body).await;
    let cancelled = desk.post(&format!("appointments/{id}/cancel"), json!({ "reason": "The doctor is ill." })).await;
    assert!(cancelled.json()["undoUntil"].is_string(), "{}", cancelled.text);
    let stale = undo(json!({ "state": "confirmed" })).await;
    assert_eq!(stale.status_and_code(), (409, "changed_meanwhile".to_owned()));
    assert_eq!(add(2).await.status, StatusCode::CREATED);
    let taken = undo(json!({ "state": "cancelled" })).await;
    assert_eq!(taken.status_and_code(), (409, "slot_taken".to_owned()));
    let nearest = &taken.json()["nearest"][0];
    let undone = undo(json!({ "state": "cancelled", "date": nearest["date"], "time": nearest["time"] })).await;
    assert_eq!((undone.status, &undone.json()["state"]), (StatusCode::OK, &json!("confirmed")), "{}", undone.text);
    assert_eq!((&undone.json()["time"], &undone.json()["undoUntil"]), (&nearest["time"], &Value::Null));
    let again = undo(json!({ "state": "confirmed" })).await;
    assert_eq!(again.status_and_code(), (409, "invalid_state".to_owned()));
    assert!(desk.actions().await.contains(&"undo appointment".to_owned()));
    let moved = desk.post(&format!("appointments/{id}/move"), json!({ "date": DATE, "time": "09:00" })).await;
    assert_eq!(moved.status_and_code(), (409, "slot_taken".to_owned()));
    assert!(!moved.json()["nearest"].as_array().expect("times").is_empty());
}

#[tokio::test]
async fn blocked_time_is_not_offered_and_cannot_cover_an_appointment() {
    let desk = Desk::open().await;
    let block = |from: &str, until: &str| json!({ "date": DATE, "from": from, "until": until, "reason": "Cleaning" });
    assert_eq!(desk.post("blocked-times", block("08:00", "12:00")).await.status, StatusCode::NO_CONTENT);
    let path = format!("/api/booking/slots?service=frames&from={DATE}&days=1");
    let free = desk.app.request(None, Method::GET, &path, Value::Null).await;
    assert_eq!(free.json()["days"][0]["slots"][0], "12:00");
    desk.request("14:00", None).await;
    let refused = desk.post("blocked-times", block("14:30", "15:00")).await;
    assert_eq!(refused.status_and_code(), (409, "time_blocked".to_owned()));
    assert_eq!(desk.post("blocked-times", block("15:00", "14:00")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let list = desk.get(&format!("appointments?from={DATE}&days=1")).await.json();
    assert_eq!(list["blocked"].as_array().map(Vec::len), Some(2), "one for each chair");
    let id = list["blocked"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(desk.post(&format!("blocked-times/{id}/remove"), Value::Null).await.status, StatusCode::NO_CONTENT);
    let again = desk.post(&format!("blocked-times/{id}/remove"), Value::Null).await;
    assert_eq!(again.status_and_code(), (404, "unknown_block".to_owned()));
}

#[tokio::test]
async fn patient_without_email_is_in_the_list_to_tell_with_the_right_text_until_told() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", None).await;
    desk.request("10:00", Some("ada@example.com")).await;
    let change = async |verb: &str, body: Value| {
        assert_eq!(desk.post(&format!("appointments/{id}/{verb}"), body).await.status, StatusCode::OK);
    };
    change("confirm", Value::Null).await;
    desk.expect_to_tell(
        &id,
        "confirmed",
        "Your appointment is confirmed: Eye exams, Tuesday 3 March 2026 at 9:00 AM. ",
    )
    .await;
    change("move", json!({ "date": DATE, "time": "11:00" })).await;
    desk.expect_to_tell(&id, "moved", "Your appointment was moved. This is the new time: ").await;
    assert_eq!(desk.mark_told(&id, "moved", "11:00").await.status, StatusCode::NO_CONTENT);
    assert_eq!(desk.mark_told(&id, "moved", "11:00").await.status, StatusCode::NO_CONTENT, "a second desk");
    assert_eq!(desk.get("appointments/waiting").await.json()["toTell"], 0);
    let undone = desk.post(&format!("appointments/{id}/told/undo"), told("moved", "11:00")).await;
    assert_eq!(undone.status, StatusCode::NO_CONTENT);
    desk.expect_to_tell(&id, "moved", "11:00").await;
    change("cancel", json!({ "reason": "The doctor is ill." })).await;
    desk.expect_to_tell(&id, "cancelled", "Reason: The doctor is ill. Please do not come at either time.").await;
    let times = "Tuesday 3 March 2026 at 9:00 AM, which we had moved to Tuesday 3 March 2026 at 11:00 AM,";
    desk.expect_to_tell(&id, "cancelled", times).await;
    assert_eq!(desk.mark_told(&id, "cancelled", "11:00").await.status, StatusCode::NO_CONTENT);
    assert_eq!(desk.get("appointments/waiting").await.json()["toTell"], 0);
    for action in ["tell patient", "undo told"] {
        assert!(desk.actions().await.contains(&action.to_owned()), "{action}");
    }
}

#[tokio::test]
async fn visit_shows_what_there_is_to_tell_and_who_told_it_without_being_opened() {
    on_both(|url| async move {
        let mut desk = Desk::on(&url).await;
        let id = desk.request("09:00", None).await;
        let current = async |desk: &Desk| desk.get(&format!("appointments/{id}")).await.json();
        assert_eq!(current(&desk).await["telling"], json!({ "isListed": false, "others": [], "told": null }));
        assert_eq!(desk.post(&format!("appointments/{id}/confirm"), Value::Null).await.status, StatusCode::OK);
        let before = current(&desk).await;
        assert_eq!(
            (&before["toTell"], &before["telling"]["isListed"]),
            (&json!("confirmed"), &json!(true)),
            "{before}"
        );
        assert!(!before.to_string().contains("Obi") && !before.to_string().contains("8031234567"), "{before}");

        desk.app.clock.advance(Duration::from_secs(1));
        assert_eq!(desk.mark_told(&id, "confirmed", "09:00").await.status, StatusCode::NO_CONTENT);
        let now = current(&desk).await;
        assert_eq!(now["telling"]["isListed"], false, "{now}");
        let said = &now["telling"]["told"];
        assert_eq!((&said["toTell"], &said["by"]), (&json!("confirmed"), &json!("Bola")), "{now}");
        assert!(said["undoUntil"].is_string() && said["at"].is_string(), "{now}");
        assert_eq!(now["changedAt"], before["changedAt"], "the visit is the same");
        let opened = desk.post(&format!("appointments/{id}/open"), Value::Null).await.json();
        assert_eq!((&opened["telling"], &opened["changedAt"]), (&now["telling"], &now["changedAt"]));
        // Clocks are more exact than the database.
        desk.app.clock.advance(Duration::from_nanos(1_123_456_789));
        let details = json!({ "note": "Comes with her sister" });
        let corrected = desk.post(&format!("appointments/{id}/details"), details).await.json();
        let as_corrected = current(&desk).await["changedAt"].clone();
        assert_eq!(corrected["changedAt"], as_corrected, "nobody has changed it since");

        desk.app.clock.advance(Duration::from_secs(1));
        let moved = desk.post(&format!("appointments/{id}/move"), json!({ "date": DATE, "time": "11:00" })).await;
        assert_eq!(moved.status, StatusCode::OK);
        let now = current(&desk).await;
        assert_eq!((&now["toTell"], &now["telling"]["told"]), (&json!("moved"), &Value::Null), "{now}");
        assert_ne!(now["changedAt"], before["changedAt"]);
        assert_eq!(desk.get("appointments/unknown").await.status, StatusCode::NOT_FOUND);
        let opened = desk.actions().await.iter().filter(|action| *action == "open appointment").count();
        assert_eq!(opened, 1, "looking again is not recorded");
        desk.app.clock.advance(Duration::from_hours(72));
        desk.session = desk.app.sign_in("Bola").await;
        assert_eq!(current(&desk).await["telling"]["isListed"], false, "it is over");
    })
    .await;
}

#[tokio::test]
async fn text_about_a_visit_that_takes_place_says_where_and_whether_the_patient_can_drive() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", None).await;
    let text = async || {
        let opened = desk.post(&format!("appointments/{id}/open"), Value::Null).await.json();
        opened["message"]["text"].as_str().expect("a text").to_owned()
    };
    assert_eq!(desk.post(&format!("appointments/{id}/confirm"), Value::Null).await.status, StatusCode::OK);
    let confirmed = text().await;
    assert!(confirmed.contains("Where: "), "{confirmed}");
    assert!(confirmed.contains("You can drive"), "{confirmed}");
    let cancelled = desk.post(&format!("appointments/{id}/cancel"), json!({ "reason": "Ill" })).await;
    assert_eq!(cancelled.status, StatusCode::OK);
    let cancelled = text().await;
    assert!(!cancelled.contains("Where: ") && !cancelled.contains("drive"), "{cancelled}");
}

#[tokio::test]
async fn patient_of_a_missed_visit_who_was_not_told_of_an_earlier_time_reads_that() {
    let mut desk = Desk::open().await;
    let id = desk.request("11:00", None).await;
    let change = async |desk: &Desk, verb: &str, body: Value| {
        assert_eq!(desk.post(&format!("appointments/{id}/{verb}"), body).await.status, StatusCode::OK);
    };
    change(&desk, "confirm", Value::Null).await;
    change(&desk, "move", json!({ "date": DATE, "time": "09:00" })).await;
    desk.app.clock.set("2026-03-03T08:30:00Z".parse().expect("a time"));
    desk.session = desk.app.sign_in("Bola").await;
    change(&desk, "state", json!({ "state": "missed" })).await;
    let times =
        "from Tuesday 3 March 2026 at 11:00 AM to Tuesday 3 March 2026 at 9:00 AM, and have not told you in time.";
    desk.expect_to_tell(&id, "moved", times).await;
    desk.expect_to_tell(&id, "moved", "Please do not come before we have agreed another time").await;
}

#[tokio::test]
async fn visit_that_was_moved_or_cancelled_since_the_list_was_loaded_is_not_marked_as_told() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", None).await;
    let moved = desk.post(&format!("appointments/{id}/move"), json!({ "date": DATE, "time": "11:00" })).await;
    assert_eq!(moved.status, StatusCode::OK);
    for (what, time) in [("reminder", "09:00"), ("moved", "09:00"), ("reminder", "11:00"), ("confirmed", "11:00")] {
        let refused = desk.mark_told(&id, what, time).await;
        assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()), "{what} {time}");
        assert!(refused.text.contains("moved or cancelled"), "{}", refused.text);
    }
    assert_eq!(desk.get("appointments/waiting").await.json()["toTell"], 1, "the patient does not know the new time");
    assert_eq!(desk.mark_told(&id, "moved", "never").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let cancelled = desk.post(&format!("appointments/{id}/cancel"), json!({ "reason": "The doctor is ill" })).await;
    assert_eq!(cancelled.status, StatusCode::OK);
    assert_eq!(desk.mark_told(&id, "moved", "11:00").await.status_and_code(), (409, "changed_meanwhile".to_owned()));
    let refused = desk.post(&format!("appointments/{id}/told/undo"), told("moved", "11:00")).await;
    assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()));
}

/// Neither in SQL nor in an email is it anything but text.
#[tokio::test]
async fn typed_text_is_decoded_once_stored_as_typed_and_encoded_only_when_it_is_sent() {
    let desk = Desk::open().await;
    let name = "Ada O'Brien'); DROP TABLE appointments; --";
    let note = r#"50%25 %41 &lt;b&gt; <b> \u0041 "x" $1 ' OR 1=1 --"#;
    let body = json!({ "service": "eye-exams", "date": DATE, "time": "09:00", "name": name, "phone": "0803 123 4567",
                       "email": "ada@example.com", "note": note });
    let booked = desk.app.request(None, Method::POST, "/api/booking", body).await;
    assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
    let found = desk.post("patients/find", json!({ "query": name })).await.json();
    let id = found["appointments"][0]["id"].as_str().expect("found by its words");
    let opened = desk.post(&format!("appointments/{id}/open"), Value::Null).await.json();
    assert_eq!((&opened["name"], &opened["note"]), (&json!(name), &json!(note)));
    eventually("the email", async || !desk.app.transport.recorded().is_empty()).await;
    let sent = desk.app.transport.recorded().pop().expect("an email");
    let source = composer().compose(&sent).expect("a message").formatted();
    let message = mail_parser::MessageParser::default().parse(&source).expect("a message");
    let [text, html] = [message.body_text(0), message.body_html(0)].map(|body| body.expect("a body"));
    assert!(text.contains(name), "{text}");
    assert!(html.contains("Ada O&#39;Brien&#39;); DROP TABLE") && !html.contains("O'Brien"), "{html}");
}

#[tokio::test]
async fn days_at_the_end_of_the_calendar_are_refused_with_a_sentence() {
    let desk = Desk::open().await;
    let owner = desk.app.sign_in_as_owner().await;
    for query in ["from=9999-12-30&days=1", "from=9999-12-31&days=1", "from=9999-12-01&days=42"] {
        let refused = desk.get(&format!("appointments?{query}")).await;
        assert_eq!(refused.status_and_code(), (422, "invalid_date_range".to_owned()), "{query}");
    }
    for call in ["stats", "appointments/statistics"] {
        let path = format!("{call}?from=9999-12-31&to=9999-12-31");
        let refused = desk.app.desk_get(&owner, &path).await;
        assert_eq!(refused.status_and_code(), (422, "invalid_date_range".to_owned()), "{call}: {}", refused.text);
    }
    let id = desk.request("09:00", None).await;
    for date in ["2028-03-05", "9998-12-31", "9999-12-30", "9999-12-31"] {
        let add = json!({ "service": "eye-exams", "date": date, "time": "09:00", "name": "Ada Obi",
                          "phone": "0803 123 4567", "source": "phone" });
        let at = json!({ "date": date, "time": "09:00" });
        for (path, body) in [("appointments".to_owned(), add), (format!("appointments/{id}/move"), at)] {
            let refused = desk.post(&path, body).await;
            assert_eq!(refused.status_and_code(), (422, "invalid_booking".to_owned()), "{date} {path}");
        }
    }
    let at = json!({ "date": "2028-03-01", "time": "09:00" });
    assert_eq!(desk.post(&format!("appointments/{id}/move"), at).await.status, StatusCode::OK, "two years");
}

/// Whoever uses a stolen session could otherwise mail links to patients in the name of the clinic.
#[tokio::test]
async fn reason_that_the_patient_reads_has_no_link() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", Some("ada@example.com")).await;
    for reason in ["Pay at https://evil.example/pay", "Please see evil.example", "Write to help@evil.example"] {
        let cancelled = desk.post(&format!("appointments/{id}/cancel"), json!({ "reason": reason })).await;
        assert_eq!(cancelled.status_and_code(), (422, "invalid_booking".to_owned()), "{reason}");
        let sentence = cancelled.json()["fields"]["reason"].as_str().expect("a sentence").to_owned();
        assert!(sentence.contains("without links"), "{sentence}");
        let body = json!({ "appointment": id, "in": { "weeks": 4 }, "reason": reason, "agreed": true });
        let recall = desk.post("recalls", body).await;
        assert_eq!(recall.status_and_code(), (422, "invalid_recall".to_owned()), "{reason}");
        assert_eq!(recall.json()["fields"]["reason"], sentence);
    }
    let ill = json!({ "reason": "Dr. A.B. Obi is ill, we open again at 9.30 on 5/3." });
    assert_eq!(desk.post(&format!("appointments/{id}/cancel"), ill).await.status, StatusCode::OK);
}

#[tokio::test]
async fn staff_are_offered_free_times_of_the_next_hours_that_patients_can_no_longer_book() {
    let desk = Desk::open().await;
    let body = json!({ "service": "eye-exams", "date": "2026-03-02", "time": "11:00", "name": "Ada Obi",
                       "phone": "0803 123 4567", "email": null, "note": "", "source": "phone" });
    let added = desk.post("appointments", body).await;
    assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
    let id = added.json()["appointment"]["id"].as_str().expect("an id").to_owned();
    let free = desk.get(&format!("appointments/{id}/free-times")).await.json();
    let earlier = json!({ "date": "2026-03-02", "time": "10:30" });
    assert!(free["nearest"].as_array().expect("times").contains(&earlier), "{free}");
    let slots = Request::get("/api/booking/slots?service=eye-exams&days=1").body(Body::empty()).expect("a request");
    let slots = desk.app.send(slots).await.text;
    assert!(!slots.contains("10:30"), "less than the notice for patients: {slots}");
}

#[tokio::test]
async fn recall_that_is_not_due_is_listed_and_in_the_opened_visit_until_staff_end_it() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let id = desk.request("09:00", None).await;
        let recall = async || desk.post(&format!("appointments/{id}/open"), Value::Null).await.json()["recall"].clone();
        let planned = async || desk.get("recalls?list=planned").await.json()["recalls"].clone();
        assert_eq!((recall().await, planned().await), (Value::Null, json!([])));
        let body = json!({ "appointment": id, "in": { "weeks": 4 }, "reason": "pressure check", "agreed": true });
        assert_eq!(desk.post("recalls", body).await.status, StatusCode::NO_CONTENT);
        let agreed = recall().await;
        assert_eq!(
            (&agreed["due"], &agreed["reason"], &agreed["isEnded"]),
            (&json!("2026-03-30"), &json!("pressure check"), &json!(false))
        );
        assert_eq!(planned().await[0]["id"], agreed["id"]);
        let path = format!("recalls/{}/end", agreed["id"].as_str().expect("an id"));
        assert_eq!(desk.post(&path, json!({ "outcome": "declined" })).await.status, StatusCode::NO_CONTENT);
        assert_eq!((&recall().await["isEnded"], planned().await), (&json!(true), json!([])));
        assert_eq!(desk.post(&format!("{path}/undo"), Value::Null).await.status, StatusCode::NO_CONTENT);
        assert_eq!(recall().await["isEnded"], false);
        assert_eq!(desk.post(&path, json!({ "outcome": "declined" })).await.status, StatusCode::NO_CONTENT);
        desk.app.clock.advance(Duration::from_hours(25));
        let session = desk.app.sign_in("Bola").await;
        let desk = Desk { session, ..desk };
        let opened = desk.post(&format!("appointments/{id}/open"), Value::Null).await.json();
        assert_eq!(opened["recall"], Value::Null, "the end cannot be undone any more");
    })
    .await;
}

#[tokio::test]
async fn recall_needs_the_patients_agreement_and_is_followed_up() {
    let desk = Desk::open().await;
    let id = desk.request("09:00", None).await;
    let recall = |agreed: bool, weeks: u8, reason: &str| json!({ "appointment": id, "in": { "weeks": weeks }, "reason": reason, "agreed": agreed });
    for body in [recall(false, 4, "check"), recall(true, 0, "check"), recall(true, 4, " ")] {
        assert_eq!(desk.post("recalls", body).await.status_and_code(), (422, "invalid_recall".to_owned()));
    }
    assert_eq!(desk.post("recalls", recall(true, 4, "pressure check")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(desk.get("recalls").await.json()["recalls"], json!([]), "not due yet");
    desk.app.clock.advance(Duration::from_hours(28 * 24));
    let session = desk.app.sign_in("Bola").await;
    let desk = Desk { session, ..desk };
    let due = desk.get("recalls").await;
    assert!(!due.text.contains("Ada"), "{}", due.text);
    let recall_id = due.json()["recalls"][0]["id"].as_str().expect("an id").to_owned();
    let opened = desk.post(&format!("recalls/{recall_id}/open"), Value::Null).await.json();
    assert!(opened["message"]["text"].as_str().expect("a text").contains("pressure check"), "{opened}");
    assert_eq!(desk.post(&format!("recalls/{recall_id}/asked"), Value::Null).await.status, StatusCode::NO_CONTENT);
    let ended = desk.post(&format!("recalls/{recall_id}/end"), json!({ "outcome": "no-answer" })).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    let listed = desk.get("recalls?list=ended").await.json();
    assert_eq!(listed["recalls"][0]["outcome"], "no-answer");
    let undone = desk.post(&format!("recalls/{recall_id}/end/undo"), Value::Null).await;
    assert_eq!(undone.status, StatusCode::NO_CONTENT);
    let asked = desk.get("recalls?list=asked").await.json();
    assert_eq!(asked["recalls"][0]["canUndoAsked"], true);
    for action in ["asked/undo", "asked"] {
        let answer = desk.post(&format!("recalls/{recall_id}/{action}"), Value::Null).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{action}");
    }
    let ended = desk.post(&format!("recalls/{recall_id}/end"), json!({ "outcome": "no-answer" })).await;
    assert_eq!(ended.status, StatusCode::NO_CONTENT);
    let path = "recalls/statistics?from=2026-03-01&to=2026-04-30";
    assert_eq!(desk.get(path).await.status_and_code(), (403, "not_allowed".to_owned()), "for owners only");
    let desk = Desk { session: desk.app.sign_in_as_owner().await, ..desk };
    let counts = desk.get(path).await.json();
    assert_eq!((&counts["agreed"], &counts["asked"], &counts["noAnswer"]), (&json!(1), &json!(1), &json!(1)));
    let backwards = desk.get("recalls/statistics?from=2026-03-02&to=2026-03-01").await;
    assert_eq!(backwards.status_and_code(), (422, "invalid_date_range".to_owned()));
}

#[tokio::test]
async fn pressing_twice_adds_one_appointment() {
    let desk = Desk::open().await;
    let body = json!({ "service": "frames", "date": DATE, "time": "10:00", "name": "Bola", "phone": "08037654321", "source": "phone" });
    let mut references = Vec::new();
    for _ in 0..2 {
        let request = Request::post("/api/desk/appointments").header("content-type", "application/json");
        let request = request.header("cookie", desk.session.value()).header("idempotency-key", "press-1");
        let added = desk.app.send(request.body(Body::from(body.to_string())).expect("a request")).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
        references.push(added.json()["appointment"]["reference"].clone());
    }
    assert_eq!(references[0], references[1]);
}

#[tokio::test]
async fn calls_need_a_session() {
    let desk = Desk::open().await;
    for path in ["appointments?from=2026-03-03&days=1", "appointments/waiting", "recalls"] {
        let response = desk.app.request(None, Method::GET, &format!("/api/desk/{path}"), Value::Null).await;
        assert_eq!(response.status, StatusCode::UNAUTHORIZED, "{path}");
    }
}
