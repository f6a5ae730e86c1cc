//! Visits that staff add together, such as every 4 weeks, 3 times, on SQLite and on PostgreSQL: all of them are stored or none, the
//! patient is told of each once, and nobody is forgotten when one of them is changed before the email is sent.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use clinic_http::outbox::DeliveryStatus;
use clinic_http::services::Settings;
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Closure, Patient, PatientInput, SlotTime, Source, ToTell,
};
use clinic_rules::person::PersonKey;
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_store::{
    Appointment, BookError, BookedSeries, Correction, LEASE, MailState, PeopleChoice, StoredUnder, ToldVisit,
};
use jiff::Span;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::patient_messages::MailingClinic;
use crate::support::databases::on_both;
use crate::support::desk_client::SessionCookie;
use crate::support::recording_transport::{busy, no_such_user};
use crate::support::test_app::{TestApp, TestResponse};
use crate::support::test_clinic::patient;
use crate::support::waiting::eventually;

/// Tuesdays, 9:00 AM, every 4 weeks. The clock of the tests stands at 9:05 AM on Monday, 2 March.
fn every_four_weeks(visits: i64) -> Vec<SlotTime> {
    let day = |number: i64| date(2026, 3, 10).saturating_add(Span::new().weeks(4 * number));
    (0..visits).map(|number| SlotTime { date: day(number), minute: 540 }).collect()
}

fn patient_without_address() -> Patient {
    let input = PatientInput { name: "Bola Ade", phone: "0805 000 0012", email: None, note: None, brought_by: None };
    Patient::parse(&input).expect("a patient")
}

impl MailingClinic {
    async fn add_three(&self, patient: &Patient) -> BookedSeries {
        let added = self.clinic.add_series("press", Source::Phone, 0, &every_four_weeks(3), 4, patient).await;
        added.expect("added")
    }

    /// The worker, until nothing is due.
    async fn deliver_due(&self) {
        while self.outbox.deliver_next().await.expect("delivered").is_some() {}
    }

    /// What the mail server was given, one list for each email: the reference and what it said.
    fn emails(&self) -> Vec<Vec<(String, AppointmentNotice)>> {
        let said = |message: &Message| match message {
            Message::Appointment(facts) => (facts.reference.clone(), facts.notice),
            other => panic!("{other:?}"),
        };
        self.transport.recorded().iter().map(|sent| sent.messages().map(said).collect()).collect()
    }

    async fn visit(&self, id: &AppointmentId) -> Appointment {
        self.clinic.store.appointment(id).await.expect("read").expect("a visit")
    }

    /// The list to tell: what, and of how many visits.
    async fn rows_to_tell(&self) -> Vec<(ToTell, usize)> {
        self.clinic.to_tell().await.iter().map(|it| (it.what, 1 + it.others.len())).collect()
    }
}

fn confirmed(visits: &[&Appointment]) -> Vec<(String, AppointmentNotice)> {
    visits.iter().map(|visit| (visit.reference.clone(), AppointmentNotice::Confirmed)).collect()
}

#[tokio::test]
async fn all_visits_are_stored_and_the_patient_gets_one_email() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let added = clinic.add_three(&patient("ada@example.com")).await;
        let places: Vec<_> = added.visits.iter().flat_map(|it| &it.series).collect();
        assert_eq!(
            places.iter().map(|it| (it.number, it.visits, it.weeks)).collect::<Vec<_>>(),
            [(1, 3, 4), (2, 3, 4), (3, 3, 4)]
        );
        assert!(places.iter().all(|it| it.id == places[0].id));
        clinic.clinic.assert_ticks_and_appointments_agree().await;

        // The answer was lost: a second press adds nothing, at the same times and at others.
        let again = clinic.add_three(&patient("ada@example.com")).await;
        assert!(!again.is_new && again.lease.is_none() && again.visits.len() == 3);
        let others: Vec<_> = every_four_weeks(3).into_iter().map(|slot| SlotTime { minute: 600, ..slot }).collect();
        let other = clinic
            .clinic
            .add_series("press", Source::Phone, 0, &others, 4, &patient("ada@example.com"))
            .await
            .expect_err("stored before");
        assert!(matches!(other, BookError::SeriesStored), "{other:?}");
        assert_eq!(clinic.clinic.all_appointments().await.len(), 3);

        assert_eq!(clinic.deliver(added.lease.expect("an email")).await, DeliveryStatus::Sent);
        clinic.deliver_due().await;
        assert_eq!(clinic.emails(), [confirmed(&added.visits.iter().collect::<Vec<_>>())]);
        for visit in &added.visits {
            assert_eq!(clinic.visit(&visit.id).await.untold, None);
        }
        assert_eq!(clinic.rows_to_tell().await, []);
        // The list of emails has it once.
        assert_eq!(clinic.clinic.store.outbox_entries(None).await.expect("emails").len(), 1);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_stored_when_one_of_the_times_is_taken() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let slots = every_four_weeks(3);
        for _ in 0..2 {
            clinic.clinic.add(Source::Phone, 0, slots[2], &patient_without_address()).await.expect("added");
        }
        let before = clinic.clinic.ticks().await;
        let refused = clinic.clinic.add_series("press", Source::Phone, 0, &slots, 4, &patient("ada@example.com")).await;
        assert!(matches!(refused, Err(BookError::Taken)), "{refused:?}");
        assert_eq!((clinic.clinic.all_appointments().await.len(), clinic.clinic.ticks().await), (2, before));
        assert_eq!(clinic.clinic.store.outbox_entries(None).await.expect("emails"), []);

        // The same press with another time for that visit.
        let slots = [slots[0], slots[1], SlotTime { minute: 600, ..slots[2] }];
        let added = clinic.clinic.add_series("press", Source::Phone, 0, &slots, 4, &patient("ada@example.com")).await;
        assert_eq!(added.expect("added").visits.len(), 3);
        clinic.clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn two_presses_at_the_same_time_add_the_visits_once() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let patient = patient("ada@example.com");
        let (one, other) = tokio::join!(clinic.add_three(&patient), clinic.add_three(&patient));
        assert!(one.is_new != other.is_new, "one of them is the answer to the other");
        assert_eq!(clinic.clinic.all_appointments().await.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn what_is_changed_while_the_email_waits_is_told_once_and_the_rest_is_still_one_email() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let added = clinic
            .clinic
            .add_series("press", Source::Phone, 0, &every_four_weeks(5), 4, &patient("ada@example.com"))
            .await
            .expect("added");
        clinic.transport.set_next_result(busy());
        assert_eq!(clinic.deliver(added.lease.expect("an email")).await, DeliveryStatus::Queued);
        let [first, moved, cancelled, restored, last] = &added.visits[..] else { panic!("five visits") };
        let slot = SlotTime { minute: 630, ..SlotTime::of(moved.starts_at) };
        clinic.clinic.move_at_desk(&moved.id, slot, None).await.expect("moved");
        clinic.cancel(&cancelled.id).await;
        clinic.cancel(&restored.id).await;
        // A wrong press: the patient gets a confirmation of this visit alone, and no word of the cancellation.
        let (_, lease) = clinic.clinic.undo(&restored.id, AppointmentState::Cancelled).await.expect("undone");
        clinic.deliver(lease.expect("an email")).await;
        assert_eq!(clinic.rows_to_tell().await, [], "emails are on their way");
        clinic.clinic.clock.advance(Duration::from_mins(1));
        clinic.deliver_due().await;

        let mut emails = clinic.emails().split_off(1);
        emails.sort_by_key(Vec::len);
        let together = emails.pop().expect("an email");
        assert_eq!(together, confirmed(&[first, last]));
        let mut alone = emails.concat();
        alone.sort_by_key(|(reference, _)| reference.clone());
        let mut expected = vec![
            (moved.reference.clone(), AppointmentNotice::Moved),
            (cancelled.reference.clone(), AppointmentNotice::Cancelled),
            (restored.reference.clone(), AppointmentNotice::Confirmed),
        ];
        expected.sort_by_key(|(reference, _)| reference.clone());
        assert_eq!(alone, expected);
        assert_eq!(clinic.rows_to_tell().await, []);
    })
    .await;
}

#[tokio::test]
async fn visit_that_is_cancelled_during_the_attempt_leaves_the_others_told() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let added = clinic.add_three(&patient("ada@example.com")).await;
        clinic.transport.hold();
        let sending = clinic.outbox.deliver_now(added.lease.expect("an email"), Duration::from_mins(1));
        let cancel = async {
            clinic.transport.is_sending().await;
            clinic.cancel(&added.visits[1].id).await;
            clinic.transport.release();
        };
        assert_eq!(tokio::join!(sending, cancel).0, DeliveryStatus::Sent);
        clinic.deliver_after_wait().await.expect("the cancellation");
        let cancelled = (added.visits[1].reference.clone(), AppointmentNotice::Cancelled);
        assert_eq!(clinic.emails(), [confirmed(&added.visits.iter().collect::<Vec<_>>()), vec![cancelled]]);
        assert_eq!(clinic.rows_to_tell().await, []);
    })
    .await;
}

#[tokio::test]
async fn email_of_a_worker_that_stopped_is_sent_whole_by_the_next_one() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let added = clinic.add_three(&patient("ada@example.com")).await;
        let stopped = added.lease.expect("an email");
        assert_eq!(clinic.clinic.store.lease_next(clinic.clinic.clock.now()).await.expect("asked"), None);
        clinic.clinic.clock.advance(LEASE + Duration::from_secs(1));
        clinic.deliver_due().await;
        assert_eq!(clinic.emails(), [confirmed(&added.visits.iter().collect::<Vec<_>>())]);
        // The first worker goes on: it has lost all leases.
        clinic.deliver(stopped).await;
        assert_eq!(clinic.emails().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn patient_without_an_address_is_in_the_list_once_and_told_tells_all() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let added = clinic.add_three(&patient_without_address()).await;
        assert!(added.lease.is_none());
        assert_eq!(clinic.rows_to_tell().await, [(ToTell::Confirmed, 3)]);
        let (store, settings, actor) = (&clinic.clinic.store, &clinic.clinic.settings, clinic.clinic.actor());
        let told: Vec<_> = added.visits.iter().map(|it| ToldVisit { id: &it.id, starts_at: it.starts_at }).collect();
        store.mark_all_told(&told, ToTell::Confirmed, settings, actor).await.expect("told");
        assert_eq!(clinic.rows_to_tell().await, []);
        store.undo_all_told(&told, ToTell::Confirmed, actor).await.expect("undone");
        assert_eq!(clinic.rows_to_tell().await, [(ToTell::Confirmed, 3)]);

        // A colleague moves one of them while somebody calls: nothing is stored of what was said.
        let slot = SlotTime { minute: 630, ..SlotTime::of(added.visits[0].starts_at) };
        clinic.clinic.move_at_desk(&added.visits[0].id, slot, None).await.expect("moved");
        let refused = store.mark_all_told(&told, ToTell::Confirmed, settings, actor).await;
        assert!(refused.is_err());
        assert_eq!(clinic.rows_to_tell().await, [(ToTell::Moved, 1), (ToTell::Confirmed, 2)]);
        clinic.cancel(&added.visits[1].id).await;
        let list = clinic.rows_to_tell().await;
        assert_eq!(list, [(ToTell::Moved, 1), (ToTell::Cancelled, 1), (ToTell::Confirmed, 1)]);
    })
    .await;
}

#[tokio::test]
async fn patient_whom_the_email_does_not_reach_is_in_the_list_once() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let added = clinic.add_three(&patient("nobody@example.com")).await;
        clinic.transport.set_next_result(no_such_user());
        clinic.deliver(added.lease.expect("an email")).await;
        assert_eq!(clinic.rows_to_tell().await, [(ToTell::Confirmed, 3)]);
        // Staff try again at the desk, and the mail server takes it: one press, one email.
        let store = &clinic.clinic.store;
        let rejected = store.outbox_entries(Some(MailState::Rejected)).await.expect("emails");
        assert_eq!(rejected.len(), 1);
        let lease = store.retry_message(&rejected[0].id, clinic.clinic.actor()).await.expect("retried");
        assert_eq!(clinic.deliver(lease.expect("an email")).await, DeliveryStatus::Sent);
        assert_eq!((clinic.rows_to_tell().await, clinic.emails().last().expect("an email").len()), (vec![], 3));
        // It comes back later.
        for visit in &added.visits {
            let seen = Some("nobody@example.com");
            store.appointment_email_came_back(&visit.id, seen, clinic.clinic.actor()).await.expect("stored");
        }
        assert_eq!(clinic.rows_to_tell().await, [(ToTell::Confirmed, 3)]);
    })
    .await;
}

#[tokio::test]
async fn discarded_email_puts_the_patient_in_the_list_with_all_visits() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let added = clinic.add_three(&patient("ada@example.com")).await;
        clinic.transport.set_next_result(busy());
        clinic.deliver(added.lease.expect("an email")).await;
        let store = &clinic.clinic.store;
        let queued = store.outbox_entries(Some(MailState::Queued)).await.expect("emails");
        store.discard_message(&queued[0].id, clinic.clinic.actor()).await.expect("discarded");
        clinic.clinic.clock.advance(Duration::from_hours(1));
        clinic.deliver_due().await;
        assert_eq!((clinic.emails().len(), clinic.rows_to_tell().await), (1, vec![(ToTell::Confirmed, 3)]));
    })
    .await;
}

#[tokio::test]
async fn corrected_address_of_one_visit_gets_that_visit_and_the_others_are_still_sent() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let added = clinic.add_three(&patient("ada@example.com")).await;
        clinic.transport.set_next_result(busy());
        clinic.deliver(added.lease.expect("an email")).await;
        let (id, right) = (&added.visits[0].id, patient("right@example.com"));
        let people = &clinic.clinic.secrets.people;
        let email_person = right.email.as_ref().map(|email| PersonKey::new(&email.canonical(), people));
        let correction = Correction {
            patient: &right,
            phone_person: &clinic.clinic.phone_person(&right),
            email_person: email_person.as_ref(),
            service: None,
            settings: &clinic.clinic.settings,
            seen: clinic.visit(id).await.changed_at,
        };
        let (actor, context) = (clinic.clinic.actor(), clinic.clinic.context());
        let corrected = clinic.clinic.store.correct_appointment(id, correction, actor, context).await;
        clinic.deliver(corrected.expect("corrected").1.expect("an email")).await;
        clinic.clinic.clock.advance(Duration::from_hours(1));
        clinic.deliver_due().await;
        let to: Vec<_> = clinic.transport.recorded().iter().map(|it| it.to.as_typed().to_owned()).collect();
        assert_eq!(to, ["ada@example.com", "right@example.com", "ada@example.com"], "the first attempt was deferred");
        let emails = clinic.emails();
        assert_eq!(emails[1..], [confirmed(&[&added.visits[0]]), confirmed(&[&added.visits[1], &added.visits[2]])]);
        assert_eq!(clinic.rows_to_tell().await, []);
    })
    .await;
}

#[tokio::test]
async fn email_to_somebody_who_is_erased_while_it_is_sent_is_erased_too() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let ada = patient("ada@example.com");
        let added = clinic.add_three(&ada).await;
        clinic.transport.hold();
        let sending = clinic.outbox.deliver_now(added.lease.expect("an email"), Duration::from_mins(1));
        let erase = async {
            clinic.transport.is_sending().await;
            let phone = clinic.clinic.phone_person(&ada);
            let choice = PeopleChoice::Some { names: vec![ada.name.clone()], codes: false };
            let store = &clinic.clinic.store;
            store.erase_people(StoredUnder::Contact(&phone), &choice, clinic.clinic.actor()).await.expect("erased");
            clinic.transport.release();
        };
        tokio::join!(sending, erase);
        let sent = clinic.transport.recorded();
        assert_eq!(clinic.transport.erased(), [sent[0].message_id.clone()]);
        assert_eq!((clinic.clinic.all_appointments().await.len(), clinic.clinic.ticks().await.len()), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn whoever_walks_in_is_here_for_the_first_visit_only() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let now = SlotTime { minute: 545, ..SlotTime::of(clinic.clinic.clock.now()) };
        let slots: Vec<_> = std::iter::once(now).chain(every_four_weeks(2)).collect();
        let ada = patient("ada@example.com");
        let added = clinic.clinic.add_series("press", Source::WalkIn, 0, &slots, 4, &ada).await.expect("added");
        let states: Vec<_> = added.visits.iter().map(|it| (it.state, it.source)).collect();
        let later = (AppointmentState::Confirmed, Source::Phone);
        assert_eq!(states, [(AppointmentState::Arrived, Source::WalkIn), later, later]);
        clinic.deliver(added.lease.expect("an email")).await;
        assert_eq!(clinic.emails(), [confirmed(&[&added.visits[1], &added.visits[2]])]);
    })
    .await;
}

#[tokio::test]
async fn visits_that_staff_add_do_not_use_up_what_a_number_may_hold() {
    on_both(async |url| {
        let mut clinic = MailingClinic::open(&url).await;
        clinic.clinic.limits.held_per_phone = 1;
        clinic.clinic.limits.booking_emails_per_recipient_day = 2;
        let ada = patient("ada@example.com");
        clinic.add_three(&ada).await;
        let slot = SlotTime { date: date(2026, 3, 4), minute: 540 };
        let online = clinic.clinic.book_with("online", 0, slot, &ada).await.expect("booked");
        assert_eq!(online.appointment.state, AppointmentState::Requested, "it holds its time");
        assert!(online.lease.is_some(), "three visits are one email");
    })
    .await;
}

const KEY: &str = "press-1";

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    async fn on(url: &str) -> Self {
        let app = TestApp::on(url, 1, Settings::default(), None).await;
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        Self { app, session }
    }

    async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.app.desk_post(&self.session, path, body).await
    }

    async fn get(&self, path: &str) -> Value {
        self.app.desk_get(&self.session, path).await.json()
    }

    async fn press(&self, path: &str, key: &str, body: &Value) -> TestResponse {
        let request = Request::post(format!("/api/desk/{path}")).header("content-type", "application/json");
        let request = request.header("cookie", self.session.value()).header("idempotency-key", key);
        self.app.send(request.body(Body::from(body.to_string())).expect("a request")).await
    }

    async fn check(&self, visits: Value) -> Vec<Value> {
        let checked = self.post("appointments/check-times", json!({ "service": "eye-exams", "visits": visits })).await;
        assert_eq!(checked.status, StatusCode::OK, "{}", checked.text);
        checked.json()["visits"].as_array().expect("visits").clone()
    }

    async fn stored(&self) -> i64 {
        let days = self.get("appointments?from=2026-03-02&days=7").await["appointments"].as_array().map_or(0, Vec::len);
        let later =
            self.get("appointments?from=2026-03-30&days=7").await["appointments"].as_array().map_or(0, Vec::len);
        i64::try_from(days + later).expect("a number")
    }

    fn close(&self, day: i8) {
        self.app.change_clinic(|clinic| {
            let closure = Closure::new(date(2026, 3, day), date(2026, 3, day), "Staff training".to_owned());
            clinic.booking.as_mut().expect("booking is on").opening.closures.push(closure);
        });
    }
}

fn at(date: &str, time: &str) -> Value {
    json!({ "date": date, "time": time })
}

fn series(visits: &Value, email: Option<&str>) -> Value {
    let mut body = json!({ "service": "eye-exams", "weeks": 4, "visits": visits, "name": "Ada Obi",
                           "phone": "0803 123 4567", "source": "phone" });
    if let Some(email) = email {
        body["email"] = json!(email);
    }
    body
}

#[tokio::test]
async fn desk_says_what_speaks_against_each_time_and_stores_nothing() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        desk.close(31);
        for _ in 0..2 {
            let mut body = series(&json!([]), None);
            (body["date"], body["time"]) = (json!("2026-03-03"), json!("09:00"));
            assert_eq!(desk.post("appointments", body).await.status, StatusCode::CREATED);
        }
        let block = json!({ "date": "2026-03-04", "from": "09:30", "until": "10:00", "reason": "Meeting" });
        assert_eq!(desk.post("blocked-times", block).await.status, StatusCode::NO_CONTENT);
        let before = desk.stored().await;
        let visits = desk
            .check(json!([
                at("2026-03-02", "10:00"),
                at("2026-03-03", "09:30"),
                at("2026-03-04", "09:00"),
                at("2026-03-05", "07:30"),
                at("2026-03-08", "09:00"),
                at("2026-03-31", "09:00"),
                at("2027-09-07", "09:00"),
            ]))
            .await;
        let reasons: Vec<_> = visits.iter().map(|it| it["problem"]["reason"].as_str().unwrap_or("free")).collect();
        assert_eq!(
            reasons,
            [
                "free",
                "This time is taken.",
                "This time is blocked: Meeting.",
                "This is outside of the opening hours.",
                "The clinic is closed on this day of the week.",
                "The clinic is closed on this day: Staff training.",
                "free",
            ]
        );
        let kept: Vec<_> = visits.iter().map(|it| it["problem"]["canBeKept"] == true).collect();
        assert_eq!(kept, [false, false, false, true, false, false, false]);
        assert_eq!(visits[0]["nearest"], json!([]));
        assert_eq!(visits[1]["nearest"][0], at("2026-03-03", "08:00"));
        for visit in &visits[1..6] {
            let nearest = visit["nearest"].as_array().expect("times");
            assert_eq!(nearest.len(), 6, "{visit}");
            let own = visit["date"].as_str().expect("a date");
            let others: Vec<_> = visits.iter().map(|it| it["date"].as_str()).filter(|it| *it != Some(own)).collect();
            assert!(!nearest.iter().any(|it| others.contains(&it["date"].as_str())), "a day of another visit: {visit}");
        }
        assert_eq!(desk.stored().await, before);
        for (visits, field) in [
            (json!([]), "visits"),
            (json!([at("2026-03-03", "09:00"), at("2026-03-03", "11:00")]), "visits"),
            (json!([at("2029-03-03", "09:00")]), "date"),
        ] {
            let body = json!({ "service": "eye-exams", "visits": visits });
            let refused = desk.post("appointments/check-times", body).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
            assert!(refused.json()["fields"][field].is_string(), "{}", refused.text);
        }
    })
    .await;
}

#[tokio::test]
async fn closure_that_is_published_before_the_press_stores_none_of_the_visits() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let body = series(&json!([at("2026-03-03", "09:00"), at("2026-03-31", "09:00")]), None);
        desk.close(31);
        let refused = desk.press("appointments/series", KEY, &body).await;
        assert_eq!(refused.status_and_code(), (409, "slot_taken".to_owned()));
        assert_eq!(desk.stored().await, 0);
        // Outside the hours of an open day when staff insist, and never on a closed day.
        let early = |marked: bool| json!({ "date": "2026-03-03", "time": "07:30", "outsideHours": marked });
        for (visits, status) in [
            (json!([early(false), at("2026-04-01", "09:00")]), 409),
            (json!([{ "date": "2026-03-31", "time": "09:00", "outsideHours": true }, early(true)]), 409),
            (json!([early(true), at("2026-04-01", "09:00")]), 201),
        ] {
            let answer = desk.press("appointments/series", KEY, &series(&visits, None)).await;
            assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
        }
        assert_eq!(desk.stored().await, 2);
        assert_eq!(desk.get("appointments/closed").await["total"], 0, "staff have chosen the early time");
        for (weeks, visits) in [(0, 2), (27, 2), (4, 13)] {
            let days = (0..visits).map(|day| at(&format!("2026-06-{:02}", 1 + day), "09:00")).collect();
            let mut body = series(&days, None);
            body["weeks"] = json!(weeks);
            let refused = desk.press("appointments/series", "another", &body).await;
            assert!(refused.status.is_client_error(), "{weeks} {visits}: {}", refused.text);
        }
        assert_eq!(desk.stored().await, 2);
    })
    .await;
}

#[tokio::test]
async fn chosen_chair_is_used_on_each_day_on_which_it_is_free_and_takes_the_service() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let add = async |key: &str, time: &str| {
            let mut body = series(&json!([at("2026-03-04", time), at("2026-04-01", time)]), None);
            body["chair"] = json!(2);
            let added = desk.press("appointments/series", key, &body).await;
            assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
            let visits = added.json()["appointments"].as_array().expect("visits").clone();
            visits.iter().map(|visit| visit["chair"].as_u64().expect("a chair")).collect::<Vec<_>>()
        };
        let mut taken = series(&json!([]), None);
        (taken["date"], taken["time"], taken["chair"]) = (json!("2026-04-01"), json!("09:00"), json!(2));
        assert_eq!(desk.post("appointments", taken).await.status, StatusCode::CREATED);
        assert_eq!(add("press-1", "09:00").await, [2, 1]);
        desk.app.change_clinic(|clinic| {
            let chairs = &mut clinic.booking.as_mut().expect("booking is on").chairs;
            chairs[1].services = Some(vec!["frames".to_owned()]);
        });
        assert_eq!(add("press-2", "11:00").await, [1, 1]);
    })
    .await;
}

#[tokio::test]
async fn second_press_adds_nothing_and_the_list_to_tell_names_all_dates_in_one_text() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let visits = json!([at("2026-03-04", "09:00"), at("2026-04-01", "09:00"), at("2026-04-29", "09:30")]);
        let body = series(&visits, None);
        let added = desk.press("appointments/series", KEY, &body).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
        let again = desk.press("appointments/series", KEY, &body).await;
        let references = |answer: &TestResponse| {
            let appointments = answer.json()["appointments"].as_array().expect("visits").clone();
            appointments.iter().map(|it| it["reference"].as_str().expect("a reference").to_owned()).collect::<Vec<_>>()
        };
        let references = (references(&added), references(&again));
        assert_eq!(references.0, references.1);
        let added = added.json()["appointments"].as_array().expect("visits").clone();
        assert_eq!(added[1]["series"], json!({ "number": 2, "visits": 3, "weeks": 4 }));
        // After a lost answer, at another time: nothing is added.
        let mut other = body.clone();
        other["visits"][2]["time"] = json!("11:00");
        let refused = desk.press("appointments/series", KEY, &other).await;
        assert_eq!(refused.status_and_code(), (409, "invalid_state".to_owned()));

        let list = desk.get("appointments/to-tell").await;
        assert_eq!((&list["total"], list["patients"][0]["others"].as_array().map(Vec::len)), (&json!(1), Some(2)));
        let row = list["patients"][0].clone();
        let id = added[0]["id"].as_str().expect("an id");
        let opened = desk.post(&format!("appointments/{id}/open"), Value::Null).await.json();
        let numbers: Vec<_> = opened["seriesVisits"]
            .as_array()
            .expect("visits")
            .iter()
            .map(|it| it["series"]["number"].clone())
            .collect();
        assert_eq!(numbers, [json!(1), json!(2), json!(3)]);
        let text = opened["message"]["text"].as_str().expect("a text");
        assert!(
            text.contains("Your 3 appointments are confirmed (Eye exams): Wednesday 4 March 2026 at 9:00 AM"),
            "{text}"
        );
        for (date, reference) in
            ["Wednesday 1 April 2026 at 9:00 AM", "Wednesday 29 April 2026 at 9:30 AM"].iter().zip(&references.0[1..])
        {
            assert!(text.contains(&format!("{date} (reference {reference})")), "{text}");
        }
        let told = json!({ "toTell": "confirmed", "date": "2026-03-04", "time": "09:00", "others": row["others"] });
        let path = format!("appointments/{id}/told");
        assert_eq!(desk.post(&path, told.clone()).await.status, StatusCode::NO_CONTENT);
        assert_eq!(desk.get("appointments/to-tell").await["total"], 0);
        assert_eq!(desk.post(&format!("{path}/undo"), told).await.status, StatusCode::NO_CONTENT);
        assert_eq!(desk.get("appointments/to-tell").await["patients"][0], row);
    })
    .await;
}

#[tokio::test]
async fn visits_are_added_after_one_that_is_stored_and_the_patient_gets_one_email_about_them() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let mut first = series(&json!([]), Some("ada@example.com"));
        (first["date"], first["time"], first["note"]) = (json!("2026-03-03"), json!("09:00"), json!("By taxi"));
        let first = desk.post("appointments", first).await.json()["appointment"].clone();
        let path = format!("appointments/{}/repeat", first["id"].as_str().expect("an id"));
        let body = json!({ "weeks": 4, "visits": [at("2026-03-31", "09:00"), at("2026-04-28", "09:00")] });
        let added = desk.press(&path, KEY, &body).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
        assert_eq!(desk.press(&path, KEY, &body).await.json(), added.json(), "a second press");
        let added = added.json()["appointments"].as_array().expect("visits").clone();
        assert_eq!(added[0]["chair"], first["chair"]);
        let open = format!("appointments/{}/open", added[1]["id"].as_str().expect("an id"));
        let opened = desk.post(&open, Value::Null).await.json();
        assert_eq!((&opened["name"], &opened["note"]), (&json!("Ada Obi"), &json!("By taxi")));
        assert_eq!(opened["appointment"]["series"], json!({ "number": 3, "visits": 3, "weeks": 4 }));
        assert_eq!(opened["seriesVisits"][0]["id"], first["id"]);
        eventually("the emails", async || {
            let sent = desk.app.transport.recorded();
            sent.iter().map(|it| it.messages().count()).collect::<Vec<_>>() == [1, 2]
        })
        .await;
        // The last one of a series begins another series.
        let path = format!("appointments/{}/repeat", added[1]["id"].as_str().expect("an id"));
        let body = json!({ "weeks": 2, "visits": [at("2026-05-12", "09:00"), at("2026-05-26", "09:00")] });
        let more = desk.press(&path, KEY, &body).await.json()["appointments"].clone();
        assert_eq!(more[0]["series"], json!({ "number": 1, "visits": 2, "weeks": 2 }));
    })
    .await;
}

#[tokio::test]
async fn address_from_which_an_email_came_back_is_not_used_for_more_visits() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        let store = &clinic.clinic.store;
        store.appointment_email_came_back(&id, None, clinic.clinic.actor()).await.expect("stored");
        let like = clinic.visit(&id).await;
        let added = clinic.clinic.repeat("press", &like, &every_four_weeks(3)[1..]).await.expect("added");
        assert!(added.lease.is_none());
        assert_eq!(clinic.rows_to_tell().await, [(ToTell::Confirmed, 2)]);
        // Somebody changed the visit since it was shown.
        let stale =
            clinic.clinic.repeat("other", &Appointment { changed_at: like.changed_at - LEASE, ..like }, &[]).await;
        assert!(matches!(stale, Err(BookError::ChangedMeanwhile)), "{stale:?}");
    })
    .await;
}
