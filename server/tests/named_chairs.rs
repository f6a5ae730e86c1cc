//! Chairs with names, hours and services of their own: what patients can book, where visits go, what staff may decide all the same, and
//! visits that other chairs are published for.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use clinic_rules::booking::{
    AppointmentState, Chair, ChairError, ChairWeek, Closure, OpenTimes, Settings, SlotTime, Source, TimeError,
};
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_store::{BookError, ChangeAppointmentError, ChangedBy, ChosenChair, EarlierWish, Move};
use jiff::civil::date;
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::test_app::TestApp;
use crate::support::test_clinic::{Change, ClinicStore, patient, slot};

const EXAM: usize = 0;
const FRAMES: usize = 1;
const DOCTOR: u16 = 5;
const ROOM: u16 = 2;

/// A doctor who takes every service, on Tuesdays and Wednesdays only from 10 AM, and a room for frames only.
fn chairs() -> Vec<Chair> {
    let mut week = ChairWeek::default();
    for day in &mut week[1..3] {
        *day = Some(vec![OpenTimes { from: 600, until: 1080 }]);
    }
    let doctor = Chair { number: DOCTOR, name: "Dr. Amadi".to_owned(), week, services: None };
    let room = Chair {
        number: ROOM,
        name: "Room 2".to_owned(),
        week: ChairWeek::default(),
        services: Some(vec!["frames".to_owned()]),
    };
    vec![doctor, room]
}

async fn open(url: &str) -> ClinicStore {
    let mut clinic = ClinicStore::open(url, 1).await;
    clinic.settings.chairs = chairs();
    clinic
}

impl ClinicStore {
    async fn move_all_the_same(&self, id: &clinic_rules::booking::AppointmentId, to: SlotTime, number: u16) -> Change {
        let chair = Some(ChosenChair { number, all_the_same: true });
        let to = Move { slot: to, chair, settings: &self.settings, by: ChangedBy::Staff(self.actor()) };
        self.store.move_appointment(id, to, self.context()).await
    }

    /// How many visits cannot take place as booked.
    async fn refused(&self, settings: &Settings) -> u32 {
        let counted = self.store.waiting_counts(settings, self.clock.now()).await.expect("counted").closed;
        let visits = self.all_appointments().await;
        let listed = visits.iter().filter(|visit| visit.is_without_chair(settings)).count();
        assert_eq!(
            usize::try_from(counted).expect("a number"),
            listed,
            "the number beside the list is that of the list"
        );
        counted
    }
}

#[tokio::test]
async fn patients_get_chairs_that_take_the_service_in_their_hours() {
    on_both(async |url| {
        let clinic = open(&url).await;
        let exam = clinic.book(EXAM, slot("10:00")).await.expect("booked").appointment;
        assert_eq!(exam.chair, DOCTOR);
        assert!(matches!(clinic.book(EXAM, slot("10:30")).await, Err(BookError::Taken)), "the room takes no exams");
        assert!(matches!(clinic.book(EXAM, slot("09:00")).await, Err(BookError::Taken)), "the doctor is not there");
        assert_eq!(clinic.book(FRAMES, slot("09:00")).await.expect("booked").appointment.chair, ROOM);
        let frames = clinic.book(FRAMES, slot("11:00")).await.expect("booked").appointment;
        assert_eq!(frames.chair, ROOM, "the doctor stays free for exams");

        // A patient who moves, and staff who leave the chair to the desk.
        let early = clinic.move_to(&exam.id, slot("09:00")).await;
        assert!(matches!(early, Err(ChangeAppointmentError::Time(TimeError::NoChair))), "{early:?}");
        let (moved, _) = clinic.move_to(&exam.id, slot("11:00")).await.expect("moved");
        assert_eq!(moved.chair, DOCTOR);
        let early = clinic.move_at_desk(&exam.id, slot("09:00"), None).await;
        assert!(matches!(early, Err(ChangeAppointmentError::Chair(ChairError::NoChair))), "{early:?}");
        let added = clinic.add(Source::Phone, EXAM, slot("08:30"), &patient("b@example.com")).await;
        assert!(matches!(added, Err(BookError::Chair(ChairError::NoChair))), "{added:?}");
        let evening = clinic.add(Source::Phone, EXAM, slot("19:00"), &patient("b@example.com")).await.expect("added");
        assert_eq!(evening.appointment.chair, DOCTOR, "outside the opening hours, a chair that takes the service");
        assert_eq!(clinic.refused(&clinic.settings).await, 0);
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn simultaneous_requests_for_the_last_chair_that_takes_the_service_give_it_to_one() {
    on_both(async |url| {
        let clinic = Arc::new(open(&url).await);
        let tasks: Vec<_> = (0..12)
            .map(|number| {
                let clinic = Arc::clone(&clinic);
                tokio::spawn(async move {
                    let patient = patient(&format!("p{number}@example.com"));
                    let booked = clinic.book_with(&format!("request {number}"), EXAM, slot("10:00"), &patient).await;
                    booked.map(|it| it.appointment.chair).ok()
                })
            })
            .collect();
        let mut chairs = Vec::new();
        for task in tasks {
            chairs.extend(task.await.expect("no panic"));
        }
        assert_eq!(chairs, [DOCTOR]);
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn staff_put_a_visit_into_a_chair_that_does_not_take_it_only_when_they_say_so() {
    on_both(async |url| {
        let mut clinic = open(&url).await;
        let visit = clinic.book(EXAM, slot("10:00")).await.expect("booked").appointment;
        clinic.confirm(&visit.id).await.expect("confirmed");
        let refused = clinic.move_at_desk(&visit.id, slot("10:00"), Some(ROOM)).await;
        let expected = ChairError::OtherService { name: "Room 2".to_owned() };
        assert!(matches!(&refused, Err(ChangeAppointmentError::Chair(error)) if *error == expected), "{refused:?}");
        let refused = clinic.move_at_desk(&visit.id, slot("09:00"), Some(DOCTOR)).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::Chair(ChairError::OtherHours { .. }))), "{refused:?}");
        let gone = clinic.move_all_the_same(&visit.id, slot("10:00"), 1).await;
        assert!(matches!(gone, Err(ChangeAppointmentError::Chair(ChairError::Gone { number: 1 }))), "{gone:?}");

        let (kept, _) = clinic.move_all_the_same(&visit.id, slot("09:00"), ROOM).await.expect("moved");
        assert_eq!((kept.chair, clinic.refused(&clinic.settings).await), (ROOM, 0), "they have decided it");
        let (away, _) = clinic.move_at_desk(&visit.id, slot("11:00"), None).await.expect("moved");
        assert_eq!(away.chair, DOCTOR);
        let (back, _) = clinic.undo(&visit.id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!((back.chair, back.starts_at), (ROOM, kept.starts_at), "where staff had put it");
        assert_eq!(clinic.refused(&clinic.settings).await, 0);

        // The hours of the room are others now: staff are asked again.
        clinic.settings.chairs[1].week[1] = Some(vec![OpenTimes { from: 480, until: 600 }]);
        assert_eq!(clinic.refused(&clinic.settings).await, 1);
        let (kept, _) = clinic.move_all_the_same(&visit.id, slot("09:00"), ROOM).await.expect("stays");
        assert_eq!((kept.chair, clinic.refused(&clinic.settings).await), (ROOM, 0));
    })
    .await;
}

#[tokio::test]
async fn visits_that_other_chairs_are_published_for_are_found_and_names_and_order_change_nothing() {
    on_both(async |url| {
        let clinic = open(&url).await;
        clinic.book(EXAM, slot("10:00")).await.expect("booked");
        clinic.book(FRAMES, slot("09:00")).await.expect("booked");
        let with = |chairs: Vec<Chair>| Settings { chairs, ..clinic.settings.clone() };
        let [doctor, room] = chairs().try_into().expect("two chairs");
        let renamed = Chair { name: "Dr. Okon".to_owned(), ..doctor.clone() };
        assert_eq!(clinic.refused(&with(vec![room.clone(), renamed])).await, 0, "another order and another name");
        assert_eq!(clinic.refused(&with(vec![room.clone()])).await, 1, "the doctor has left");
        assert_eq!(clinic.refused(&with(Chair::numbered(2))).await, 1, "chairs without names: number 5 is gone");
        let away = Chair { week: std::array::from_fn(|_| Some(Vec::new())), ..doctor.clone() };
        assert_eq!(clinic.refused(&with(vec![away, room.clone()])).await, 1, "shorter hours");
        let other = Chair { services: Some(vec!["frames".to_owned()]), ..doctor.clone() };
        assert_eq!(clinic.refused(&with(vec![other, room.clone()])).await, 1, "fewer services");
        let exams = Chair { services: Some(vec!["exam".to_owned()]), ..room };
        assert_eq!(clinic.refused(&with(vec![doctor, exams])).await, 1, "the frames are in the room");
    })
    .await;
}

#[tokio::test]
async fn undo_after_other_chairs_were_published_finds_a_chair_that_takes_the_visit_or_none() {
    on_both(async |url| {
        let mut clinic = open(&url).await;
        let visit = clinic.book(FRAMES, slot("10:00")).await.expect("booked").appointment;
        clinic.confirm(&visit.id).await.expect("confirmed");
        assert_eq!(visit.chair, ROOM);
        let by = ChangedBy::Staff(clinic.actor());
        let cancel = clinic.store.cancel_appointment(&visit.id, Duration::ZERO, Some("Ill"), by, clinic.context());
        cancel.await.expect("cancelled");
        let before = clinic.settings.chairs.clone();
        clinic.settings.chairs = vec![Chair { services: Some(vec!["exam".to_owned()]), ..before[0].clone() }];
        let undone = clinic.undo(&visit.id, AppointmentState::Cancelled).await;
        assert!(matches!(undone, Err(ChangeAppointmentError::Chair(ChairError::NoChair))), "{undone:?}");
        clinic.settings.chairs = before[..1].to_vec();
        let (undone, _) = clinic.undo(&visit.id, AppointmentState::Cancelled).await.expect("undone");
        assert_eq!(undone.chair, DOCTOR, "the room is gone");

        let (moved, _) = clinic.move_at_desk(&visit.id, slot("11:00"), None).await.expect("moved");
        assert_eq!(moved.chair, DOCTOR);
        clinic.settings.chairs = before[1..].to_vec();
        let (undone, _) = clinic.undo(&visit.id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!((undone.chair, undone.starts_at), (ROOM, visit.starts_at));
        assert_eq!(clinic.refused(&clinic.settings).await, 0);
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn booking_with_older_settings_of_a_second_instance_is_listed_with_the_newer_ones() {
    on_both(async |url| {
        let mut clinic = open(&url).await;
        let newer = Settings { chairs: vec![chairs().remove(1)], ..clinic.settings.clone() };
        clinic.book(EXAM, slot("10:00")).await.expect("booked by the instance that has not read the new content");
        assert_eq!(clinic.refused(&newer).await, 1);
        clinic.settings = newer;
        assert!(matches!(clinic.book(EXAM, slot("11:00")).await, Err(BookError::Taken)));
    })
    .await;
}

#[tokio::test]
async fn earlier_times_are_offered_only_in_chairs_that_take_the_service() {
    on_both(async |url| {
        let clinic = open(&url).await;
        // Wednesday, a week later.
        let late = SlotTime { date: date(2026, 3, 11), minute: 660 };
        let visit = clinic.book(EXAM, late).await.expect("booked").appointment;
        clinic.confirm(&visit.id).await.expect("confirmed");
        let now = clinic.clock.now();
        let by = ChangedBy::Staff(clinic.actor());
        clinic.store.want_earlier_time(&visit.id, Some(EarlierWish::default()), by, now).await.expect("wanted");
        let list = clinic.store.earlier_times(&clinic.settings, now).await.expect("listed");
        let offer = list.shown[0].1.expect("a free time");
        assert!(
            offer.minute >= 600 || offer.date == date(2026, 3, 2),
            "{offer}: the doctor comes at 10 AM on Tuesdays"
        );
        let only_room = Settings { chairs: vec![chairs().remove(1)], ..clinic.settings.clone() };
        let list = clinic.store.earlier_times(&only_room, now).await.expect("listed");
        assert_eq!(list.offers, 0);
    })
    .await;
}

const DATE: &str = "2026-03-03";

/// A clinic with two named chairs at the desk: eye exams only with the doctor, who comes at 10 AM.
async fn desk() -> (TestApp, crate::support::desk_client::SessionCookie) {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    app.change_clinic(|clinic| clinic.booking.as_mut().expect("booking is on").chairs = chairs());
    (app, session)
}

fn call(time: &str, chair: Option<u16>, all_the_same: bool) -> Value {
    json!({ "service": "eye-exams", "date": DATE, "time": time, "name": "Ada Obi", "phone": "0803 123 4567", "source": "phone",
            "chair": chair, "allTheSame": all_the_same })
}

#[tokio::test]
async fn desk_shows_names_and_hours_and_asks_before_a_chair_takes_what_it_does_not() {
    let (app, session) = desk().await;
    let plan = app.desk_get(&session, &format!("appointments?from={DATE}&days=1")).await.json();
    let names: Vec<_> = plan["columns"].as_array().expect("chairs").iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["Dr. Amadi", "Room 2"]);
    assert_eq!(plan["columns"][1]["services"], json!(["frames"]));
    assert_eq!(plan["days"][0]["chairs"], json!([{ "chair": 5, "open": [{ "from": 600, "until": 1080 }] }]));
    assert_eq!(plan["days"][0]["minutesOpen"], json!(480 + 600));

    let add = async |body: Value| app.desk_post(&session, "appointments", body).await;
    let refused = add(call("09:00", Some(DOCTOR), false)).await;
    assert_eq!(refused.status_and_code(), (409, "chair_cannot_take".to_owned()));
    let expected = "Dr. Amadi takes visits on this day only from 10:00 AM to 6:00 PM.";
    assert_eq!(refused.json()["error"]["message"], json!(expected), "{}", refused.text);
    let nobody = add(call("09:00", None, false)).await;
    assert_eq!(nobody.status_and_code(), (409, "slot_taken".to_owned()));
    assert_eq!(nobody.json()["nearest"][0], json!({ "date": DATE, "time": "10:00" }), "{}", nobody.text);
    assert_eq!(add(call("09:00", Some(1), true)).await.status, StatusCode::UNPROCESSABLE_ENTITY, "no such chair");
    let added = add(call("09:00", Some(DOCTOR), true)).await;
    assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
    let id = added.json()["appointment"]["id"].as_str().expect("an id").to_owned();
    let list = app.desk_get(&session, "appointments/closed").await.json();
    assert_eq!(list["total"], json!(0), "staff have decided it: {list}");

    let to = |all_the_same: bool| json!({ "date": DATE, "time": "09:00", "chair": ROOM, "allTheSame": all_the_same });
    let path = format!("appointments/{id}/move");
    let refused = app.desk_post(&session, &path, to(false)).await;
    assert_eq!(refused.status_and_code(), (409, "chair_cannot_take".to_owned()));
    assert_eq!(app.desk_post(&session, &path, to(true)).await.json()["chair"], json!(ROOM));
}

#[tokio::test]
async fn visit_whose_chair_does_not_take_it_any_more_is_listed_with_the_reason_and_can_stay() {
    let (app, session) = desk().await;
    let body =
        json!({ "service": "eye-exams", "date": DATE, "time": "10:00", "name": "Ada Obi", "phone": "0803 123 4567" });
    let booked = app.request(None, Method::POST, "/api/booking", body).await;
    assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
    let early =
        json!({ "service": "eye-exams", "date": DATE, "time": "09:00", "name": "Ada Obi", "phone": "0803 123 4567" });
    let refused = app.request(None, Method::POST, "/api/booking", early).await;
    let expected = "This service is not offered at this time. Please choose one of the times that are offered.";
    assert_eq!(refused.json()["fields"]["time"], json!(expected), "{}", refused.text);
    assert!(!booked.text.contains("Amadi") && !refused.text.contains("Amadi"), "patients see no names of chairs");

    app.change_clinic(|clinic| {
        let chairs = &mut clinic.booking.as_mut().expect("booking is on").chairs;
        chairs[0].week[1] = Some(Vec::new());
    });
    let list = app.desk_get(&session, "appointments/closed").await.json();
    let visit = &list["days"][0]["visits"][0];
    assert_eq!(visit["chairError"], json!("Dr. Amadi takes no visits on this day."), "{list}");
    assert_eq!((&visit["canKeepChair"], &visit["hasFreeChair"]), (&json!(true), &json!(false)));
    assert_eq!(list["columns"][0]["name"], json!("Dr. Amadi"));
    let id = visit["appointment"]["id"].as_str().expect("an id").to_owned();
    let stay = json!({ "date": DATE, "time": "10:00", "chair": DOCTOR, "allTheSame": true });
    let kept = app.desk_post(&session, &format!("appointments/{id}/move"), stay).await;
    assert_eq!((kept.status, &kept.json()["chair"]), (StatusCode::OK, &json!(DOCTOR)), "{}", kept.text);
    assert_eq!(app.desk_get(&session, "appointments/closed").await.json()["total"], json!(0));
}

#[tokio::test]
async fn sunday_is_opened_by_other_hours_for_patients_and_the_desk() {
    let (app, session) = desk().await;
    let sunday = "2026-03-08";
    let book = async |time: &str| {
        let body =
            json!({ "service": "frames", "date": sunday, "time": time, "name": "Ada Obi", "phone": "0803 123 4567" });
        app.request(None, Method::POST, "/api/booking", body).await.status
    };
    assert_eq!(book("10:00").await, StatusCode::UNPROCESSABLE_ENTITY, "the clinic is closed on Sundays");
    app.change_clinic(|clinic| {
        let day = date(2026, 3, 8);
        let open = Closure::new(day, day, String::new()).with_hours(vec![OpenTimes { from: 540, until: 720 }]);
        clinic.booking.as_mut().expect("booking is on").opening.closures.push(open);
    });
    assert_eq!((book("10:00").await, book("11:45").await), (StatusCode::CREATED, StatusCode::UNPROCESSABLE_ENTITY));
    let plan = app.desk_get(&session, &format!("appointments?from={sunday}&days=1")).await.json();
    let day = &plan["days"][0];
    assert_eq!((&day["open"], &day["closure"]), (&json!([{ "from": 540, "until": 720 }]), &Value::Null), "{day}");
    assert_eq!(day["minutesOpen"], json!(2 * 180), "both chairs have the hours of the day");
    assert_eq!(app.desk_get(&session, "appointments/closed").await.json()["total"], json!(0));
}
