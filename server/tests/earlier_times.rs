//! The earlier-time list, on SQLite and on PostgreSQL, and at the desk: who is offered which free time, and what becomes of it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Chair, Closure, EarlierAnswer, OpenTimes, Opening, Patient, PatientInput,
    SlotTime, Source,
};
use clinic_rules::person::PersonKey;
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_store::{
    BookError, Booked, BookedBy, ChangeAppointmentError, ChangedBy, EarlierWish, NewAppointment, NewEarlierPatient,
    PeopleChoice, StoredUnder,
};
use jiff::civil::date;
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::test_app::TestApp;
use crate::support::test_clinic::{ClinicStore, patient};

const DAY: Duration = Duration::from_hours(24);
const NO: EarlierAnswer = EarlierAnswer::No;
const NOT_REACHED: EarlierAnswer = EarlierAnswer::NotReached;
const NO_LONGER: EarlierAnswer = EarlierAnswer::NoLonger;

fn person(name: &str, phone: &str) -> Patient {
    Patient::parse(&PatientInput { name, phone, email: None, note: None, brought_by: None }).expect("a patient")
}

fn ada() -> Patient {
    person("Ada Obi", "0803 123 4567")
}

/// The only time of a day.
fn on(day: i8) -> SlotTime {
    SlotTime { date: date(2026, 3, day), minute: 540 }
}

/// One chair and one visit a day. From Tuesday, March 3, every day of the next two weeks is taken.
async fn full_clinic(url: &str) -> (ClinicStore, Vec<AppointmentId>) {
    let mut clinic = ClinicStore::open(url, 1).await;
    let day = || vec![OpenTimes { from: 540, until: 600 }];
    clinic.settings.opening = Opening { week: [day(), day(), day(), day(), day(), day(), day()], closures: Vec::new() };
    (clinic.settings.chairs, clinic.settings.start_every) = (Chair::numbered(1), 60);
    let mut taken = Vec::new();
    for day in 3..20 {
        let patient = person("Dele Oke", &format!("0807 000 00{day:02}"));
        taken.push(clinic.add(Source::Phone, 0, on(day), &patient).await.expect("booked").appointment.id);
    }
    (clinic, taken)
}

impl ClinicStore {
    /// Who is in the list with which offer, by name and day.
    async fn earlier(&self) -> Vec<(String, Option<i8>)> {
        let list = self.store.earlier_times(&self.settings, self.clock.now()).await.expect("listed");
        let counts = self.store.waiting_counts(&self.settings, self.clock.now()).await.expect("counted");
        assert_eq!((list.total as usize, list.offers), (list.shown.len(), counts.earlier));
        let name = |row: &clinic_store::EarlierTime| match &row.who {
            clinic_store::EarlierPatient::WithVisit(visit) => visit.name.clone(),
            clinic_store::EarlierPatient::WithoutVisit { patient, .. } => patient.name.clone(),
        };
        list.shown.iter().map(|(row, offer)| (name(row), offer.map(|slot| slot.date.day()))).collect()
    }

    async fn expect_earlier(&self, expected: &[(&str, Option<i8>)], why: &str) {
        let expected: Vec<_> = expected.iter().map(|(name, day)| ((*name).to_owned(), *day)).collect();
        assert_eq!(self.earlier().await, expected, "{why}");
    }

    /// A visit on a later day, whose patient wants an earlier time.
    async fn add_wanting(&self, name: &str, day: i8) -> AppointmentId {
        let patient = person(name, &format!("0805 000 00{day:02}"));
        let id = self.add(Source::Phone, 0, on(day), &patient).await.expect("booked").appointment.id;
        self.want(&id, Some(EarlierWish::default())).await.expect("stored");
        id
    }

    async fn want(&self, id: &AppointmentId, wish: Option<EarlierWish>) -> Result<(), ChangeAppointmentError> {
        self.clock.advance(Duration::from_millis(1));
        let by = ChangedBy::Staff(self.actor());
        self.store.want_earlier_time(id, wish, by, self.clock.now()).await.map(drop)
    }

    async fn add_without_visit(&self, id: &str, patient: &Patient, until: i8) {
        let new = NewEarlierPatient {
            id,
            service: &self.settings.services[0],
            patient,
            phone_person: &self.phone_person(patient),
            email_person: None,
            wish: EarlierWish::default(),
            until: date(2026, 3, until),
        };
        self.store.add_earlier_patient(new, self.actor()).await.expect("added");
    }

    async fn give(&self, request: &str, id: &str, patient: &Patient, day: i8) -> Result<Booked, BookError> {
        let new = NewAppointment {
            request,
            service: &self.settings.services[0],
            settings: &self.settings,
            slot: on(day),
            chair: None,
            patient,
            phone_person: &self.phone_person(patient),
            email_person: None,
            by: BookedBy::Staff(self.actor(), Source::Phone),
            from_earlier_times: Some(id),
            context: self.context(),
        };
        self.store.book(new).await
    }

    async fn answer(&self, id: &str, answer: EarlierAnswer, day: i8) -> Result<(), ChangeAppointmentError> {
        self.store.answer_earlier_time(id, answer, date(2026, 3, day), self.actor()).await
    }

    async fn cancel_at_desk(&self, id: &AppointmentId) {
        let by = ChangedBy::Staff(self.actor());
        self.store.cancel_appointment(id, Duration::ZERO, Some("We are full."), by, self.context()).await.expect("ok");
    }
}

#[tokio::test]
async fn freed_time_is_offered_to_the_first_and_after_an_answer_to_the_next() {
    on_both(async |url| {
        let (clinic, taken) = full_clinic(&url).await;
        let bola = clinic.add_wanting("Bola Ade", 21).await;
        let chi = clinic.add_wanting("Chi Eze", 20).await;
        clinic.expect_earlier(&[("Bola Ade", None), ("Chi Eze", None)], "all is taken").await;
        clinic.cancel_at_desk(&taken[0]).await;
        clinic.expect_earlier(&[("Bola Ade", Some(3)), ("Chi Eze", None)], "a cancellation").await;
        clinic.answer(bola.as_str(), NOT_REACHED, 3).await.expect("stored");
        clinic.expect_earlier(&[("Chi Eze", Some(3)), ("Bola Ade", None)], "the next one").await;
        clinic.answer(chi.as_str(), NO, 3).await.expect("stored");
        clinic.expect_earlier(&[("Bola Ade", Some(3)), ("Chi Eze", None)], "nobody else").await;
        clinic.store.undo_earlier_answer(chi.as_str(), NO, clinic.actor()).await.expect("undone");
        clinic.expect_earlier(&[("Chi Eze", Some(3)), ("Bola Ade", None)], "a wrong press").await;
        clinic.answer(chi.as_str(), NO, 3).await.expect("stored");
        clinic.cancel_at_desk(&taken[1]).await;
        clinic.expect_earlier(&[("Chi Eze", Some(4)), ("Bola Ade", Some(3))], "a later day").await;
        clinic.answer(bola.as_str(), NO_LONGER, 3).await.expect("stored");
        clinic.expect_earlier(&[("Chi Eze", Some(4))], "only she wants one").await;
        let again = clinic.answer(bola.as_str(), NO_LONGER, 3).await;
        assert!(matches!(again, Err(ChangeAppointmentError::NotInEarlierTimes)), "{again:?}");
        clinic.store.undo_earlier_answer(bola.as_str(), NO_LONGER, clinic.actor()).await.expect("undone");
        clinic.expect_earlier(&[("Chi Eze", Some(4)), ("Bola Ade", Some(3))], "undone").await;
        clinic.clock.advance(DAY);
        clinic.expect_earlier(&[("Bola Ade", Some(4)), ("Chi Eze", None)], "tomorrow he is the first again").await;
    })
    .await;
}

#[tokio::test]
async fn every_way_in_which_a_time_becomes_free_offers_it_and_a_time_that_is_taken_again_is_offered_to_nobody() {
    on_both(async |url| {
        let (mut clinic, taken) = full_clinic(&url).await;
        clinic.add_wanting("Bola Ade", 25).await;
        let free = |day| [("Bola Ade", Some(day))];
        let none = [("Bola Ade", None)];
        clinic.move_at_desk(&taken[1], on(22), None).await.expect("moved");
        clinic.expect_earlier(&free(4), "a move away").await;
        clinic.undo(&taken[1], AppointmentState::Confirmed).await.expect("undone");
        clinic.expect_earlier(&none, "and its undo").await;
        clinic.cancel_at_desk(&taken[2]).await;
        clinic.expect_earlier(&free(5), "a cancellation").await;
        clinic.undo(&taken[2], AppointmentState::Cancelled).await.expect("undone");
        clinic.expect_earlier(&none, "and its undo").await;
        clinic.cancel_at_desk(&taken[2]).await;
        let asked = clinic.book(0, on(5)).await.expect("booked").appointment;
        clinic.expect_earlier(&none, "somebody has booked it online").await;
        clinic.clock.set(asked.expires_at.expect("it waits for staff"));
        clinic.store.expire_requests(clinic.context()).await.expect("expired");
        clinic.expect_earlier(&free(5), "nobody answered").await;
        let closure = Closure::new(date(2026, 3, 5), date(2026, 3, 5), "Training".to_owned());
        clinic.settings.opening.closures.push(closure);
        clinic.expect_earlier(&none, "a closure was published").await;
        clinic.settings.opening.closures.clear();
        clinic.expect_earlier(&free(5), "and taken back").await;
        clinic.settings.services[0].daily_limit = Some(1);
        clinic.expect_earlier(&free(5), "the limit of the day is not reached").await;
        clinic.settings.services.remove(0);
        clinic.expect_earlier(&none, "the service is not booked any more").await;
    })
    .await;
}

#[tokio::test]
async fn patient_who_was_moved_to_an_earlier_time_leaves_the_list_until_the_move_is_undone() {
    on_both(async |url| {
        let (clinic, taken) = full_clinic(&url).await;
        let bola = clinic.add_wanting("Bola Ade", 20).await;
        clinic.cancel_at_desk(&taken[0]).await;
        let wish = EarlierWish { from: Some(date(2026, 3, 3)), part: None };
        clinic.want(&bola, Some(wish)).await.expect("stored");
        clinic.move_at_desk(&bola, on(24), None).await.expect("moved");
        clinic.expect_earlier(&[("Bola Ade", Some(3))], "a later time is not what he wants").await;
        clinic.move_at_desk(&bola, on(3), None).await.expect("moved");
        clinic.expect_earlier(&[], "he has an earlier time").await;
        let shown = clinic.store.appointment(&bola).await.expect("read").expect("a visit");
        assert_eq!(clinic.store.earlier_wish(&shown).await.expect("read"), None);
        clinic.undo(&bola, AppointmentState::Confirmed).await.expect("undone");
        clinic.expect_earlier(&[("Bola Ade", Some(3))], "as before").await;
        let shown = clinic.store.appointment(&bola).await.expect("read").expect("a visit");
        assert_eq!(clinic.store.earlier_wish(&shown).await.expect("read"), Some(wish));

        // One that is earlier still.
        clinic.move_at_desk(&bola, on(3), None).await.expect("moved");
        clinic.want(&bola, Some(EarlierWish::default())).await.expect("stored");
        clinic.expect_earlier(&[("Bola Ade", None)], "before Tuesday").await;

        for (to, why) in [(AppointmentState::Arrived, "he is here"), (AppointmentState::Done, "the visit is over")] {
            clinic.change_state(&bola, to).await.expect("changed");
            clinic.expect_earlier(&[], why).await;
        }
        let late = clinic.want(&bola, Some(EarlierWish::default())).await;
        assert!(matches!(late, Err(ChangeAppointmentError::State(_))), "{late:?}");
    })
    .await;
}

#[tokio::test]
async fn patient_asks_with_the_link_once_and_is_listed_when_staff_have_confirmed_the_visit() {
    on_both(async |url| {
        let (clinic, _) = full_clinic(&url).await;
        let patients = async || clinic.earlier().await.len();
        let visit = clinic.book(0, on(20)).await.expect("booked").appointment.id;
        let ask = async |wanted: bool| {
            let wish = wanted.then(EarlierWish::default);
            clinic.store.want_earlier_time(&visit, wish, ChangedBy::Patient, clinic.clock.now()).await.expect("stored")
        };
        for wanted in [true, false, true, true] {
            ask(wanted).await;
            assert_eq!(patients().await, 0, "staff do not know who that is");
        }
        let rows: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM earlier_times").fetch_one(&clinic.rows).await.expect("a number");
        assert_eq!(rows, 1);
        clinic.confirm(&visit).await.expect("confirmed");
        assert_eq!(patients().await, 1);
        let wish = EarlierWish { from: Some(date(2026, 3, 5)), part: None };
        clinic.want(&visit, Some(wish)).await.expect("stored");
        ask(true).await;
        let shown = clinic.store.appointment(&visit).await.expect("read").expect("a visit");
        let stored = clinic.store.earlier_wish(&shown).await.expect("read");
        assert_eq!(stored, Some(wish), "what staff know about it stays");
        ask(false).await;
        assert_eq!(patients().await, 0);
        ask(true).await;
        clinic.cancel(&visit).await.expect("cancelled");
        assert_eq!(patients().await, 0, "a cancelled visit");
        let moved = clinic.move_at_desk(&visit, on(3), None).await;
        assert!(matches!(moved, Err(ChangeAppointmentError::State(_))), "offered while it was cancelled: {moved:?}");
    })
    .await;
}

#[tokio::test]
async fn patient_without_a_visit_is_listed_until_they_have_one_and_again_when_staff_cancel_it() {
    on_both(async |url| {
        let (clinic, taken) = full_clinic(&url).await;
        for _ in 0..2 {
            clinic.add_without_visit("same request", &ada(), 6).await;
        }
        clinic.expect_earlier(&[("Ada Obi", None)], "once").await;
        clinic.cancel_at_desk(&taken[0]).await;
        clinic.expect_earlier(&[("Ada Obi", Some(3))], "a time is free").await;
        let taken_again = clinic.give("one", "same request", &ada(), 4).await;
        assert!(matches!(taken_again, Err(BookError::Taken)), "{taken_again:?}");
        clinic.expect_earlier(&[("Ada Obi", Some(3))], "nothing was changed").await;
        let visit = clinic.give("two", "same request", &ada(), 3).await.expect("booked").appointment.id;
        clinic.expect_earlier(&[], "she has a visit").await;
        let again = clinic.give("two", "same request", &ada(), 3).await.expect("the same request");
        assert!(!again.is_new && again.appointment.id == visit);
        clinic.cancel_at_desk(&visit).await;
        clinic.expect_earlier(&[("Ada Obi", Some(3))], "a wrong press").await;
        // Added by hand, for example because she stands at the desk.
        let visit = clinic.add(Source::WalkIn, 0, on(3), &ada()).await.expect("booked").appointment.id;
        clinic.expect_earlier(&[], "she is here").await;
        clinic.change_state(&visit, AppointmentState::Done).await.expect("done");
        clinic.expect_earlier(&[], "and was seen").await;

        let emeka = person("Emeka Obi", "0803 123 4567");
        clinic.add_without_visit("emeka", &emeka, 6).await;
        clinic.cancel_at_desk(&taken[2]).await;
        let own = clinic.give("three", "emeka", &emeka, 5).await.expect("booked").appointment.id;
        clinic.cancel(&own).await.expect("cancelled");
        clinic.expect_earlier(&[], "he has cancelled it himself").await;
    })
    .await;
}

#[tokio::test]
async fn time_that_becomes_free_moves_and_mails_nobody() {
    on_both(async |url| {
        let (clinic, taken) = full_clinic(&url).await;
        let ada = Patient { email: patient("ada@example.com").email, ..ada() };
        let visit = clinic.add(Source::Phone, 0, on(21), &ada).await.expect("booked").appointment;
        clinic.want(&visit.id, Some(EarlierWish::default())).await.expect("stored");
        let emails = async || clinic.store.outbox_entries(None).await.expect("emails").len();
        let before = emails().await;
        clinic.cancel_at_desk(&taken[0]).await;
        clinic.clock.advance(Duration::from_mins(5));
        clinic.expect_earlier(&[("Ada Obi", Some(3))], "a time is free").await;
        assert!(clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued").is_empty());
        assert_eq!(emails().await, before);
        let stored = clinic.store.appointment(&visit.id).await.expect("read").expect("a visit");
        assert_eq!(stored.starts_at, visit.starts_at);
    })
    .await;
}

#[tokio::test]
async fn list_shows_fifty_patients_and_counts_all_of_them() {
    on_both(async |url| {
        let (clinic, _) = full_clinic(&url).await;
        for number in 0..51 {
            let patient = person("Ada Obi", &format!("0805 000 {number:04}"));
            clinic.add_without_visit(&format!("patient {number}"), &patient, 6).await;
        }
        let list = clinic.store.earlier_times(&clinic.settings, clinic.clock.now()).await.expect("listed");
        assert_eq!((list.shown.len(), list.total), (50, 51));
    })
    .await;
}

#[tokio::test]
async fn corrected_number_of_a_visit_from_the_list_is_called_and_erased() {
    on_both(async |url| {
        let (clinic, taken) = full_clinic(&url).await;
        clinic.add_without_visit("ada", &ada(), 6).await;
        clinic.cancel_at_desk(&taken[0]).await;
        let visit = clinic.give("one", "ada", &ada(), 3).await.expect("booked").appointment.id;
        clinic.correct_phone(&visit, "0803 123 4999").await;
        clinic.cancel_at_desk(&visit).await;
        clinic.expect_earlier(&[("Ada Obi", Some(3))], "staff have cancelled it").await;
        let phones = sqlx::query_scalar::<_, String>("SELECT phone FROM earlier_times").fetch_all(&clinic.rows);
        assert_eq!(phones.await.expect("rows"), [person("Ada Obi", "0803 123 4999").phone.as_str()]);
        let key = PersonKey::of_phone(&person("Ada Obi", "0803 123 4999").phone, &clinic.secrets.people);
        let erased = clinic.store.erase_people(StoredUnder::Contact(&key), &PeopleChoice::All, clinic.actor());
        erased.await.expect("erased");
        clinic.expect_earlier(&[], "erased").await;
    })
    .await;
}

#[tokio::test]
async fn two_desks_give_a_patient_without_a_visit_only_one() {
    on_both(|url| async move {
        let (clinic, taken) = full_clinic(&url).await;
        clinic.cancel_at_desk(&taken[0]).await;
        clinic.cancel_at_desk(&taken[1]).await;
        clinic.add_without_visit("ada", &ada(), 6).await;
        let mut other = ClinicStore::open(&url, 2).await;
        other.settings = clinic.settings.clone();
        let (clinic, other) = (Arc::new(clinic), Arc::new(other));
        let (first, second) = (Arc::clone(&clinic), Arc::clone(&other));
        let first = tokio::spawn(async move { first.give("one", "ada", &ada(), 3).await });
        let second = tokio::spawn(async move { second.give("two", "ada", &ada(), 4).await });
        let answers = [first.await.expect("no panic"), second.await.expect("no panic")];
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        let refused = answers.into_iter().find_map(Result::err);
        assert!(matches!(refused, Some(BookError::NotInEarlierTimes)), "{refused:?}");
        clinic.expect_earlier(&[], "she has one").await;
    })
    .await;
}

#[tokio::test]
async fn rows_are_exported_erased_and_purged() {
    on_both(async |url| {
        let (clinic, _) = full_clinic(&url).await;
        let rows = async || -> i64 {
            sqlx::query_scalar("SELECT COUNT(*) FROM earlier_times").fetch_one(&clinic.rows).await.expect("a number")
        };
        let key = PersonKey::of_phone(&ada().phone, &clinic.secrets.people);
        clinic.add_without_visit("ada", &ada(), 6).await;
        let visit = clinic.add(Source::Phone, 0, on(20), &ada()).await.expect("booked").appointment.id;
        clinic.want(&visit, Some(EarlierWish::default())).await.expect("stored");
        let bola = clinic.add_wanting("Bola Ade", 21).await;
        let (under, all) = (StoredUnder::Contact(&key), PeopleChoice::All);
        let export = clinic.store.export_people(under, &all, clinic.actor()).await.expect("exported");
        assert_eq!(export["earlier times"].as_array().map(Vec::len), Some(2), "{export:?}");
        clinic.store.erase_people(under, &all, clinic.actor()).await.expect("erased");
        assert_eq!(rows().await, 1);
        clinic.expect_earlier(&[("Bola Ade", None)], "the erased visit is free, in more than two weeks").await;
        assert!(clinic.store.stored_people(under, clinic.clock.now()).await.expect("found").is_empty());

        clinic.add_without_visit("ada", &ada(), 6).await;
        let purge = async |day: i8, hour: i8| {
            let at = date(2026, 3, day).at(hour, 0, 0, 0).to_zoned(clinic_rules::clinic_time::zone()).expect("a time");
            clinic.clock.set(at.timestamp());
            clinic.store.purge(clinic.clock.now()).await.expect("purged");
            rows().await
        };
        assert_eq!(purge(6, 23).await, 2);
        clinic.expect_earlier(&[("Bola Ade", None), ("Ada Obi", None)], "her last day").await;
        assert_eq!(purge(7, 0).await, 1, "it is over");
        clinic.answer(bola.as_str(), NO_LONGER, 20).await.expect("stored");
        assert_eq!(purge(7, 23).await, 1, "it can be undone");
        assert_eq!(purge(8, 1).await, 0);
        clinic.want(&bola, Some(EarlierWish::default())).await.expect("stored");
        assert_eq!(purge(22, 8).await, 1, "less than a day after the visit");
        assert_eq!(purge(22, 10).await, 0);
    })
    .await;
}

const NEXT_MONDAY: &str = "2026-03-09";

#[tokio::test]
async fn desk_offers_a_time_with_a_text_and_the_answer_moves_or_adds_the_visit() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let post = async |path: &str, body: Value| app.desk_post(&session, path, body).await;
    let list = async || app.desk_get(&session, "earlier-times").await.json();
    let add = json!({ "service": "eye-exams", "date": NEXT_MONDAY, "time": "09:00", "name": "Ada Obi",
                      "phone": "0803 123 4567", "source": "phone" });
    let visit = post("appointments", add).await.json()["appointment"].clone();
    let id = visit["id"].as_str().expect("an id").to_owned();
    let wish = json!({ "wanted": true, "from": "2026-03-04", "part": "afternoon", "date": visit["date"], "time": visit["time"] });
    let asked = post(&format!("appointments/{id}/earlier"), wish.clone()).await;
    assert_eq!(asked.status, StatusCode::NO_CONTENT, "{}", asked.text);
    let opened = post(&format!("appointments/{id}/open"), Value::Null).await.json();
    assert_eq!(opened["earlier"], json!({ "from": "2026-03-04", "part": "afternoon" }));
    let mut stale = wish;
    stale["time"] = json!("09:30");
    let stale = post(&format!("appointments/{id}/earlier"), stale).await;
    assert_eq!(stale.status_and_code(), (409, "changed_meanwhile".to_owned()));

    let shown = list().await;
    assert_eq!((&shown["total"], &shown["patients"][0]["maskedName"]), (&json!(1), &json!("A•••")), "{shown}");
    assert!(shown["patients"][0]["name"].is_null(), "the visit is not near");
    let offer = shown["patients"][0]["offer"].clone();
    assert_eq!(offer, json!({ "date": "2026-03-04", "time": "12:00" }), "{shown}");
    assert_eq!(app.desk_get(&session, "appointments/waiting").await.json()["earlier"], 1);
    let opened = post(&format!("earlier-times/{id}/open"), offer.clone()).await.json();
    let text = opened["message"]["text"].as_str().expect("a text");
    for words in ["Hello Ada Obi", "4 March 2026", "12:00 PM", "9 March 2026", "we do not hold this time"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let answered = post(&format!("earlier-times/{id}/answer"), json!({ "answer": "no", "date": "2026-03-04" })).await;
    assert_eq!(answered.status, StatusCode::NO_CONTENT, "{}", answered.text);
    assert_eq!(list().await["patients"][0]["offer"]["date"], "2026-03-05");
    let undone = json!({ "answer": "no", "date": "2026-03-04" });
    assert_eq!(post(&format!("earlier-times/{id}/answer/undo"), undone).await.status, StatusCode::NO_CONTENT);
    assert_eq!(list().await["patients"][0]["offer"], offer);
    let moved = json!({ "date": "2026-03-04", "time": "12:00", "seenDate": visit["date"], "seenTime": visit["time"] });
    assert_eq!(post(&format!("appointments/{id}/move"), moved).await.status, StatusCode::OK);
    assert_eq!(list().await["total"], 0);

    let mut walk_in =
        json!({ "service": "eye-exams", "name": "Efe Oke", "phone": "0805 000 0012", "until": "2026-03-01" });
    let refused = post("earlier-times", walk_in.clone()).await;
    assert!(refused.json()["fields"]["until"].is_string(), "{}", refused.text);
    walk_in["until"] = json!("2026-05-02");
    assert_eq!(post("earlier-times", walk_in.clone()).await.status, StatusCode::UNPROCESSABLE_ENTITY, "61 days");
    walk_in["until"] = json!("2026-03-06");
    assert_eq!(post("earlier-times", walk_in).await.status, StatusCode::NO_CONTENT);
    let shown = list().await["patients"][0].clone();
    assert_eq!((&shown["name"], &shown["appointment"]), (&json!("Efe Oke"), &Value::Null), "added today");
    let (efe, offer) = (shown["id"].as_str().expect("an id"), shown["offer"].clone());
    let taken = post(&format!("earlier-times/{efe}/book"), json!({ "date": "2026-03-04", "time": "12:00" })).await;
    let second = post(&format!("earlier-times/{efe}/book"), offer).await;
    assert_eq!(taken.status, StatusCode::CREATED, "another chair: {}", taken.text);
    assert_eq!(second.status_and_code(), (409, "changed_meanwhile".to_owned()), "{}", second.text);
    assert_eq!(list().await["total"], 0);
    let log = app.services.store.audit(None, 50).await.expect("audit");
    for action in ["add to earlier times", "earlier time declined", "undo earlier time", "open appointment"] {
        assert!(log.iter().any(|entry| entry.action == action && !entry.subject.contains("Ada")), "{action}");
    }
}

#[tokio::test]
async fn patient_ticks_the_wish_on_the_page_of_the_appointment() {
    let app = TestApp::open().await;
    let body = json!({ "service": "eye-exams", "date": "2026-03-09", "time": "09:00", "name": "Ada Obi",
                       "phone": "0803 123 4567" });
    let booked = app.request(None, Method::POST, "/api/booking", body).await.json();
    let token = booked["manage"].as_str().and_then(|page| page.split_once('#')).expect("a link").1.to_owned();
    let ask = async |path: &str, wanted: bool| {
        let body = json!({ "token": token, "wanted": wanted });
        app.request(None, Method::POST, &format!("/api/booking/appointment{path}"), body).await
    };
    assert_eq!(ask("", true).await.json()["wantsEarlier"], false);
    for wanted in [true, true, false, true] {
        assert_eq!(ask("/earlier", wanted).await.json()["wantsEarlier"], wanted);
        assert_eq!(ask("", true).await.json()["wantsEarlier"], wanted);
    }
    let cancelled = ask("/cancel", true).await.json();
    assert_eq!(cancelled["wantsEarlier"], Value::Null);
    assert_eq!(ask("/earlier", true).await.status, StatusCode::CONFLICT);
    let unknown = json!({ "token": "x".repeat(44), "wanted": true });
    let unknown = app.request(None, Method::POST, "/api/booking/appointment/earlier", unknown).await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
}
