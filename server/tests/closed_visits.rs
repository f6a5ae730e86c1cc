//! Visits at times at which the clinic is closed by now: staff see them, tell, move or keep them, and the patient's page says it. And
//! visits whose chair is gone.

use axum::http::{Method, StatusCode};
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{Chair, Closure, OpenTimes};
use clinic_rules::staff::Role;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};
use crate::support::waiting::eventually;

/// Tuesday in a week, a day without names. The clock of the tests stands at 9:05 AM on Monday, 2 March.
const DATE: &str = "2026-03-10";

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    async fn open() -> Self {
        let app = TestApp::open().await;
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        Self { app, session }
    }

    /// A patient books, and staff confirm the visit. Returns the token of the link and the id.
    async fn book(&self, time: &str, phone: &str, email: Option<&str>) -> (String, String) {
        let (token, id) = self.request(time, phone, email).await;
        let confirmed = self.post(&format!("appointments/{id}/confirm"), Value::Null).await;
        assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.text);
        // So that what is pressed next does not take the place of the confirmation.
        self.sent(AppointmentNotice::Confirmed).await;
        (token, id)
    }

    async fn request(&self, time: &str, phone: &str, email: Option<&str>) -> (String, String) {
        let body = json!({ "service": "eye-exams", "date": DATE, "time": time, "name": "Ada Obi", "phone": phone, "email": email });
        let booked = self.app.request(None, Method::POST, "/api/booking", body).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
        let list = self.get(&format!("appointments?from={DATE}&days=1")).await.json();
        let rows = list["appointments"].as_array().expect("a list").clone();
        let row = rows.iter().find(|it| it["reference"] == booked.json()["reference"]).expect("the visit");
        let id = row["id"].as_str().expect("an id").to_owned();
        let manage = booked.json()["manage"].as_str().expect("a link").to_owned();
        (manage.split_once('#').expect("a token").1.to_owned(), id)
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.app.desk_get(&self.session, path).await
    }

    async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.app.desk_post(&self.session, path, body).await
    }

    async fn closed(&self, id: &str, verb: &str, time: &str) -> TestResponse {
        self.post(&format!("appointments/{id}/closed/{verb}"), json!({ "date": DATE, "time": time })).await
    }

    fn close(&self) {
        self.app.change_clinic(|clinic| {
            let closure = Closure::new(date(2026, 3, 10), date(2026, 3, 11), "Staff training".to_owned());
            clinic.booking.as_mut().expect("booking is on").opening.closures.push(closure);
        });
    }

    /// The times of the list, with whether the patient was told.
    async fn listed(&self) -> Vec<(String, bool)> {
        let list = self.get("appointments/closed").await.json();
        let days = list["days"].as_array().expect("days").clone();
        let visits = days.iter().flat_map(|day| day["visits"].as_array().expect("visits").clone());
        let row = |it: Value| {
            let time = it["appointment"]["time"].as_str().expect("a time").to_owned();
            (time, it["isTold"].as_bool().expect("a flag"))
        };
        visits.map(row).collect()
    }

    async fn page(&self, token: &str) -> Value {
        self.app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": token })).await.json()
    }

    async fn sent(&self, notice: AppointmentNotice) -> usize {
        let store = &self.app.services.store;
        // An email that waits for an undo.
        self.app.clock.advance(clinic_store::WAIT_FOR_UNDO);
        while self.app.services.outbox.deliver_next().await.expect("delivered").is_some() {}
        eventually("an empty outbox", async || store.next_due().await.expect("a result").is_none()).await;
        let is_it = |message: &Message| matches!(message, Message::Appointment(facts) if facts.notice == notice);
        self.app.transport.recorded().iter().filter(|it| is_it(&it.message)).count()
    }
}

#[tokio::test]
async fn closure_lists_its_visits_and_each_patient_is_told_once() {
    let desk = Desk::open().await;
    let (token, first) = desk.book("09:00", "0803 123 4567", Some("ada@example.com")).await;
    let (_, second) = desk.book("10:00", "0803 123 4568", None).await;
    assert_eq!(
        desk.post(
            &format!("appointments/{second}/told"),
            json!({ "toTell": "confirmed", "date": DATE, "time": "10:00" })
        )
        .await
        .status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(desk.listed().await, []);
    let early = desk.closed(&first, "tell", "09:00").await;
    assert_eq!(early.status_and_code(), (409, "changed_meanwhile".to_owned()), "the clinic is open");
    assert_eq!(desk.page(&token).await["closed"], Value::Null);

    desk.close();
    let list = desk.get("appointments/closed").await;
    for secret in ["Ada", "+234803", "ada@example.com"] {
        assert!(!list.text.contains(secret), "{secret} in {}", list.text);
    }
    let day = &list.json()["days"][0];
    assert_eq!((&day["date"], &day["closure"]), (&json!(DATE), &json!("Staff training")));
    assert_eq!(desk.listed().await, [("09:00".to_owned(), false), ("10:00".to_owned(), false)]);
    let badge = async || desk.get("appointments/waiting").await.json()["closed"].clone();
    assert_eq!(badge().await, 2);
    let sentence = "The clinic is closed at this time (Staff training). Please choose another time, or call us.";
    assert_eq!(desk.page(&token).await["closed"], sentence);
    let opened = desk.post(&format!("appointments/{second}/open"), Value::Null).await.json();
    assert_eq!(opened["toTell"], "closed");
    assert!(opened["message"]["text"].as_str().expect("a text").contains("the clinic is closed"), "{opened}");

    // Two tabs, and a colleague.
    for id in [&first, &first, &second] {
        let time = if id == &first { "09:00" } else { "10:00" };
        let told = desk.closed(id, "tell", time).await;
        assert_eq!(told.status, StatusCode::OK, "{}", told.text);
        assert!(!told.text.contains("Ada"), "{}", told.text);
    }
    assert_eq!(desk.closed(&first, "tell", "11:00").await.status_and_code(), (409, "changed_meanwhile".to_owned()));
    assert_eq!(desk.sent(AppointmentNotice::Closed).await, 1);
    assert_eq!(desk.listed().await, [("09:00".to_owned(), true), ("10:00".to_owned(), false)]);
    assert_eq!(badge().await, 1, "no email tells the second patient");
    let to_tell = desk.get("appointments/to-tell").await.json();
    assert_eq!((&to_tell["total"], &to_tell["patients"][0]["toTell"]), (&json!(1), &json!("closed")), "{to_tell}");
    let told = desk
        .post(&format!("appointments/{second}/told"), json!({ "toTell": "closed", "date": DATE, "time": "10:00" }))
        .await;
    assert_eq!(told.status, StatusCode::NO_CONTENT, "{}", told.text);
    assert_eq!(desk.get("appointments/to-tell").await.json()["total"], 0);
    assert_eq!(desk.listed().await, [("09:00".to_owned(), true), ("10:00".to_owned(), true)]);
    assert_eq!(badge().await, 0);
    // Somebody who was told not to come is not reminded to come.
    desk.app.clock.advance(std::time::Duration::from_hours(6 * 24 + 12));
    let context = clinic_store::BookingContext {
        mail_host: "clinic.example",
        random: &*desk.app.services.random,
        limits: &desk.app.services.settings.limits,
        now: clinic_runtime::clock::Clock::now(&*desk.app.clock),
    };
    let when_off = clinic_rules::booking::Settings::when_off();
    assert!(desk.app.services.store.queue_reminders(&when_off, context).await.expect("queued").is_empty());
}

#[tokio::test]
async fn visit_on_a_closed_day_is_moved_to_a_free_time_or_takes_place() {
    let desk = Desk::open().await;
    let (token, first) = desk.book("09:00", "0803 123 4567", Some("ada@example.com")).await;
    let (_, second) = desk.book("10:00", "0803 123 4568", None).await;
    desk.close();
    let free = desk.get(&format!("appointments/{first}/free-times")).await.json();
    let slot = free["nearest"][0].clone();
    assert!(slot["date"].is_string() && slot["date"] != DATE && slot["date"] != "2026-03-11", "{free}");
    let moved = desk.post(&format!("appointments/{first}/move"), slot).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    assert_eq!(desk.page(&token).await["closed"], Value::Null);
    assert_eq!(desk.listed().await, [("10:00".to_owned(), false)]);

    let decision = async |verb| desk.closed(&second, verb, "10:00").await.json()["lastDecision"].clone();
    assert_eq!(
        (decision("tell").await, decision("keep").await),
        (json!("tell"), json!("keep")),
        "what Undo takes back"
    );
    assert_eq!(desk.listed().await, [], "it takes place");
    let to_tell = desk.get("appointments/to-tell").await.json();
    assert_eq!(to_tell["patients"][0]["toTell"], "confirmed", "the patient was about to hear the contrary: {to_tell}");
    // Another closure is another decision.
    desk.app.change_clinic(|clinic| {
        clinic.booking.as_mut().expect("booking is on").opening.closures[0].reason = "Public holiday".to_owned();
    });
    assert_eq!(desk.listed().await, [("10:00".to_owned(), false)]);
}

#[tokio::test]
async fn request_at_a_closed_time_is_to_confirm_only_after_staff_have_decided_that_it_takes_place() {
    let desk = Desk::open().await;
    let (_, id) = desk.request("09:00", "0803 123 4567", None).await;
    let counts = async || {
        let counts = desk.get("appointments/waiting").await.json();
        (counts["requests"].clone(), counts["closed"].clone())
    };
    let to_confirm = async || {
        let list = desk.get("appointments/requests").await.json();
        list["appointments"].as_array().expect("a list").len()
    };
    assert_eq!((to_confirm().await, counts().await), (1, (json!(1), json!(0))));
    desk.close();
    assert_eq!(desk.listed().await, [("09:00".to_owned(), false)]);
    assert_eq!((to_confirm().await, counts().await), (0, (json!(0), json!(1))));
    assert_eq!(desk.closed(&id, "keep", "09:00").await.status, StatusCode::OK);
    assert_eq!(desk.listed().await, []);
    assert_eq!((to_confirm().await, counts().await), (1, (json!(1), json!(0))));
}

#[tokio::test]
async fn visit_that_staff_keep_is_listed_again_when_the_hours_of_the_day_are_changed() {
    let desk = Desk::open().await;
    let (token, visit) = desk.book("16:00", "0803 123 4567", None).await;
    assert_eq!(desk.page(&token).await["moveNeedsConfirmation"], true, "a confirmed visit that the patient moves");
    let open_until = |until: u16| {
        desk.app.change_clinic(|clinic| {
            clinic.booking.as_mut().expect("booking is on").opening.week[1] = vec![OpenTimes { from: 480, until }];
        });
    };
    let listed = [("16:00".to_owned(), false)];
    open_until(900);
    assert_eq!(desk.listed().await, listed);
    assert_eq!(desk.closed(&visit, "keep", "16:00").await.status, StatusCode::OK);
    assert_eq!(desk.listed().await, []);
    open_until(840);
    assert_eq!(desk.listed().await, listed, "staff have decided it for other hours");
}

#[tokio::test]
async fn time_that_staff_chose_outside_the_hours_is_no_mistake_but_a_closed_day_and_shorter_hours_are_listed() {
    let desk = Desk::open().await;
    desk.book("16:00", "0803 123 4567", None).await;
    let add = async |date: &str, time: &str| {
        let body = json!({ "service": "eye-exams", "date": date, "time": time, "name": "Bola", "phone": "08037654321",
                           "source": "phone", "closedDay": true });
        assert_eq!(desk.post("appointments", body).await.status, StatusCode::CREATED, "{date} {time}");
    };
    add(DATE, "07:05").await;
    assert_eq!(desk.listed().await, [], "staff know that it is early");
    // A Sunday.
    add("2026-03-08", "10:00").await;
    assert_eq!(desk.listed().await, [("10:00".to_owned(), false)]);
    desk.app.change_clinic(|clinic| {
        clinic.booking.as_mut().expect("booking is on").opening.week[1] = vec![OpenTimes { from: 480, until: 900 }];
    });
    let expected = ["10:00", "07:05", "16:00"].map(|time| (time.to_owned(), false));
    assert_eq!(desk.listed().await, expected, "the hours of the day are others now");
}

#[tokio::test]
async fn visit_whose_chair_is_gone_is_listed_and_gets_another_chair_and_its_patient_hears_of_no_closure() {
    let desk = Desk::open().await;
    desk.book("09:00", "0803 123 4561", None).await;
    let (_, full) = desk.book("09:00", "0803 123 4562", None).await;
    let (_, cancelled) = desk.book("10:00", "0803 123 4563", None).await;
    let (token, alone) = desk.book("10:00", "0803 123 4564", Some("ada@example.com")).await;
    let cancel = json!({ "reason": "The patient called", "date": DATE, "time": "10:00" });
    assert_eq!(desk.post(&format!("appointments/{cancelled}/cancel"), cancel).await.status, StatusCode::OK);
    desk.app.change_clinic(|clinic| clinic.booking.as_mut().expect("booking is on").chairs = Chair::numbered(1));

    let list = desk.get("appointments/closed").await.json();
    let day = &list["days"][0];
    assert_eq!((&day["isWithoutChair"], &day["closure"]), (&json!(true), &Value::Null), "{list}");
    let row = |index: usize| {
        let visit = &day["visits"][index];
        (visit["appointment"]["id"].clone(), visit["appointment"]["chair"].clone(), visit["hasFreeChair"].clone())
    };
    assert_eq!(row(0), (json!(full), json!(2), json!(false)), "the only chair is taken then");
    assert_eq!(row(1), (json!(alone), json!(2), json!(true)));
    assert_eq!((&list["total"], &desk.get("appointments/waiting").await.json()["closed"]), (&json!(2), &json!(2)));
    assert_eq!(desk.page(&token).await["closed"], Value::Null, "the clinic is open");
    for verb in ["tell", "keep"] {
        let refused = desk.closed(&alone, verb, "10:00").await;
        assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()), "{verb}");
    }
    let own = json!({ "date": DATE, "time": "10:00" });
    let free = desk.get(&format!("appointments/{alone}/free-times")).await.json();
    assert!(!free["nearest"].as_array().expect("times").contains(&own), "not the time that it has: {free}");

    let sent = desk.app.transport.recorded().len();
    let moved = desk.post(&format!("appointments/{alone}/move"), own).await;
    assert_eq!((moved.status, &moved.json()["chair"]), (StatusCode::OK, &json!(1)), "{}", moved.text);
    assert_eq!(desk.sent(AppointmentNotice::Moved).await, 0, "the time is the same");
    assert_eq!(desk.app.transport.recorded().len(), sent);
    assert_eq!(desk.listed().await, [("09:00".to_owned(), false)]);
    let refused = desk.post(&format!("appointments/{full}/move"), json!({ "date": DATE, "time": "09:00" })).await;
    assert_eq!(refused.status_and_code(), (409, "slot_taken".to_owned()));
}

#[tokio::test]
async fn staff_are_asked_before_a_visit_is_added_or_moved_to_a_day_on_which_the_clinic_is_closed() {
    let desk = Desk::open().await;
    let (_, id) = desk.book("09:00", "0803 123 4567", None).await;
    desk.app.change_clinic(|clinic| {
        let holiday = Closure::new(date(2026, 3, 12), date(2026, 3, 12), "Public holiday".to_owned());
        clinic.booking.as_mut().expect("booking is on").opening.closures.push(holiday);
    });
    let add = async |date: &str, closed_day: bool| {
        let body = json!({ "service": "eye-exams", "date": date, "time": "10:00", "name": "Bola", "phone": "08037654321",
                           "source": "phone", "closedDay": closed_day });
        desk.post("appointments", body).await
    };
    let refused = add("2026-03-12", false).await;
    assert_eq!(refused.status_and_code(), (409, "clinic_closed".to_owned()));
    let message = refused.json()["error"]["message"].as_str().expect("a message").to_owned();
    assert!(message.starts_with("The clinic is closed on Thursday 12 March 2026: Public holiday."), "{message}");
    let sunday = add("2026-03-08", false).await.json()["error"]["message"].as_str().expect("a message").to_owned();
    assert!(sunday.starts_with("The clinic is closed on Sunday 8 March 2026. Put"), "{sunday}");
    assert_eq!(desk.listed().await, [], "nothing was stored");
    assert_eq!(add("2026-03-12", true).await.status, StatusCode::CREATED);
    assert_eq!(desk.listed().await, [("10:00".to_owned(), false)]);

    let move_to = async |time: &str, closed_day: Option<bool>| {
        let body = json!({ "date": "2026-03-12", "time": time, "closedDay": closed_day });
        desk.post(&format!("appointments/{id}/move"), body).await
    };
    assert_eq!(move_to("11:00", None).await.status_and_code(), (409, "clinic_closed".to_owned()));
    assert_eq!(move_to("11:00", Some(true)).await.status, StatusCode::OK);
    assert_eq!(move_to("12:00", None).await.status, StatusCode::OK, "they know the day");
}
