//! What a stranger behind the address of patients can do by sending many requests, on SQLite and on PostgreSQL: patients there can
//! always ask for a free time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_http::services::Settings;
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Confirm, Patient, PatientInput, SlotTime, Source, ToTell,
};
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::{Limits, TooMany};
use clinic_rules::staff::Role;
use clinic_runtime::clock::{Clock, Randomness};
use clinic_store::{BookError, Booked, DeliveryOutcome, Lease};
use jiff::civil::date;
use serde_json::{Value, json};
use sqlx::AnyPool;
use tempfile::TempDir;

use crate::support::SeededRandom;
use crate::support::databases::{on_both, sqlite};
use crate::support::test_app::{TestApp, TestResponse};
use crate::support::test_clinic::{ClinicStore, no_limits, slot};

const HERE: &str = "192.0.2.1";

/// Three requests with emails and four without in an hour.
fn few() -> Limits {
    Limits { bookings_per_client_hour: 3, bookings_without_email_per_client_hour: 4, ..no_limits() }
}

async fn open(url: &str, seed: u64, limits: Limits) -> ClinicStore {
    let mut clinic = ClinicStore::open(url, seed).await;
    clinic.limits = limits;
    clinic
}

fn on_day(number: usize) -> SlotTime {
    let day = date(2026, 3, 3).checked_add(jiff::Span::new().days(i64::try_from(number).expect("a day")));
    SlotTime { date: day.expect("a date"), minute: 480 }
}

fn person(number: usize, has_email: bool) -> Patient {
    let (phone, email) = (phone(number), format!("patient{number}@example.com"));
    let input = PatientInput {
        name: "Ada Obi",
        phone: &phone,
        email: has_email.then_some(&email),
        note: None,
        brought_by: None,
    };
    Patient::parse(&input).expect("a patient")
}

fn phone(number: usize) -> String {
    format!("0803 {:03} {:04}", number / 10_000, number % 10_000)
}

impl ClinicStore {
    /// Number, phone and email address are different for each request.
    async fn ask_from(&self, address: &str, number: usize) -> Result<Booked, BookError> {
        let request = format!("{address} {number}");
        self.book_from(address, &request, 0, on_day(number), &person(number, true)).await
    }

    async fn fail_from(&self, address: &str) -> Result<(), BookError> {
        let client = ClientKey::new(address.parse().expect("an address"), &self.secrets.people);
        self.store.count_failed_booking(&client, &self.limits, self.clock.now()).await
    }
}

/// What became of a request.
#[derive(Debug, PartialEq, Eq, Clone, Copy, PartialOrd, Ord)]
enum Became {
    HeldWithEmail,
    WaitingWithoutEmail,
    Refused,
}

fn became(asked: Result<Booked, BookError>) -> Became {
    match asked {
        Ok(Booked { appointment, lease, .. }) if appointment.state == AppointmentState::Waiting => {
            assert_eq!((appointment.chair, lease), (0, None));
            assert!(appointment.unacknowledged && appointment.expires_at.is_some(), "staff answer, or it expires");
            Became::WaitingWithoutEmail
        }
        Ok(Booked { appointment, lease, .. }) => {
            assert!(appointment.chair > 0 && lease.is_some());
            Became::HeldWithEmail
        }
        Err(BookError::TooMany(TooMany::NetworkBookings { .. })) => Became::Refused,
        Err(error) => panic!("{error}"),
    }
}

fn notice(lease: &Lease) -> AppointmentNotice {
    match &lease.message {
        Message::Appointment(facts) => facts.notice,
        other => panic!("{other:?}"),
    }
}

use Became::{HeldWithEmail, Refused, WaitingWithoutEmail};

#[tokio::test]
async fn beyond_the_limit_of_a_network_requests_wait_without_email_until_the_hour_has_passed() {
    on_both(async |url| {
        let mut clinic = open(&url, 1, few()).await;
        for (confirm, start) in [(Confirm::ByStaff, "2026-03-02T08:50:00Z"), (Confirm::AtOnce, "2026-03-02T13:50:00Z")]
        {
            clinic.settings.confirm = confirm;
            clinic.clear().await;
            clinic.clock.set(start.parse().expect("a time"));
            let mut asked = Vec::new();
            for number in 0..8 {
                asked.push(became(clinic.ask_from(HERE, number).await));
            }
            assert_eq!(asked[..3], [HeldWithEmail; 3]);
            assert_eq!(asked[3..], [[WaitingWithoutEmail; 4].as_slice(), &[Refused]].concat());
            assert_eq!(clinic.waiting().await.len(), 4, "nothing of the refused one is stored");
            assert_eq!(became(clinic.ask_from("198.51.100.7", 20).await), HeldWithEmail, "another network");
            let again = clinic.ask_from(HERE, 5).await.expect("the same request is the same appointment");
            assert!(!again.is_new);
            clinic.clock.advance(Duration::from_mins(10));
            assert_eq!(became(clinic.ask_from(HERE, 21).await), HeldWithEmail, "the next hour");
            clinic.assert_ticks_and_appointments_agree().await;
        }
    })
    .await;
}

#[tokio::test]
async fn request_for_a_taken_time_does_not_count_as_accepted() {
    on_both(async |url| {
        let clinic = open(&url, 1, few()).await;
        for number in 0..2 {
            clinic
                .book_from("10.0.0.1", &format!("{number}"), 0, slot("09:00"), &person(number, false))
                .await
                .expect("booked");
        }
        for number in 0..20 {
            let taken = clinic.book_from(HERE, &format!("t{number}"), 0, slot("09:00"), &person(number, false)).await;
            assert!(matches!(taken, Err(BookError::Taken)), "{taken:?}");
        }
        assert_eq!(became(clinic.ask_from(HERE, 20).await), HeldWithEmail);
        for number in 21..23 {
            clinic.ask_from(HERE, number).await.expect("accepted");
        }
        let taken = clinic.book_from(HERE, "beyond", 0, slot("09:00"), &person(30, false)).await;
        assert!(matches!(taken, Err(BookError::Taken)), "beyond the limit as well: {taken:?}");
        assert_eq!(became(clinic.ask_from(HERE, 24).await), WaitingWithoutEmail);
    })
    .await;
}

#[tokio::test]
async fn two_instances_share_the_limits_and_each_request_has_one_answer() {
    on_both(async |url| {
        let (first, second) = (open(&url, 1, few()).await, open(&url, 2, few()).await);
        let instances = [Arc::new(first), Arc::new(second)];
        let asked: Vec<_> = (0..20)
            .map(|number| {
                let clinic = Arc::clone(&instances[number % 2]);
                tokio::spawn(async move { (became(clinic.ask_from(HERE, number).await), clinic.fail_from(HERE).await) })
            })
            .collect();
        let (mut answers, mut failed) = (Vec::new(), 0);
        for task in asked {
            let (answer, counted) = task.await.expect("no panic");
            answers.push(answer);
            failed += usize::from(counted.is_ok());
        }
        answers.sort();
        let expected = [[HeldWithEmail; 3].as_slice(), &[WaitingWithoutEmail; 4], &[Refused; 13]].concat();
        assert_eq!((answers, failed), (expected, 3));
        assert_eq!(instances[0].waiting().await.len(), 4);
        instances[0].assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn flood_of_one_ipv6_network_leaves_room_for_its_neighbours() {
    on_both(async |url| {
        let limits = Limits { bookings_per_client_hour: 4, ..few() };
        let clinic = open(&url, 1, limits).await;
        let mut number = 0;
        let mut ask = async |address: &str| {
            number += 1;
            became(clinic.ask_from(address, number).await)
        };
        for _ in 0..4 {
            assert_eq!(ask("2001:db8:0:1::1").await, HeldWithEmail);
        }
        for _ in 0..4 {
            assert_eq!(ask("2001:db8:0:1:ffff::2").await, WaitingWithoutEmail, "the same /64");
        }
        assert_eq!(ask("2001:db8:0:1::3").await, Refused);
        for address in ["2001:db8:0:2::1", "2001:db8:0:3::1"] {
            assert_eq!(ask(address).await, HeldWithEmail, "a /56 has half as much again");
        }
        for address in ["2001:db8:0:4::1", "2001:db8:0:5::1"] {
            assert_eq!(ask(address).await, WaitingWithoutEmail);
        }
        assert_eq!(ask("2001:db8:0:6::1").await, Refused, "the whole /56");
        assert_eq!(ask("2001:db8:0:101::1").await, HeldWithEmail, "another /56 of the same /48");
        assert_eq!(ask("2001:db8:1:1::1").await, HeldWithEmail, "another /48");
    })
    .await;
}

#[tokio::test]
async fn emails_of_one_ipv6_network_leave_room_for_its_neighbours() {
    on_both(async |url| {
        let limits = Limits { booking_emails_per_client_hour: 2, ..no_limits() };
        let clinic = open(&url, 1, limits).await;
        let mut number = 0;
        let mut is_emailed = async |address: &str| {
            number += 1;
            clinic.ask_from(address, number).await.expect("accepted").lease.is_some()
        };
        for emailed in [true, true, false, false, false] {
            assert_eq!(is_emailed("2001:db8:0:1::1").await, emailed);
        }
        assert!(is_emailed("2001:db8:0:2::1").await, "another /64 of the same /56");
        assert!(is_emailed("2001:db8:0:101::1").await, "another /56 of the same /48");
    })
    .await;
}

#[tokio::test]
async fn reminders_of_visits_that_staff_have_not_acknowledged_stay_within_the_limits() {
    on_both(async |url| {
        let limits = Limits { booking_emails_per_recipient_day: 1, ..no_limits() };
        let mut clinic = open(&url, 1, limits).await;
        clinic.settings.confirm = Confirm::AtOnce;
        let visit = clinic.ask_from(HERE, 5).await.expect("booked").appointment;
        assert_eq!((visit.state, visit.unacknowledged), (AppointmentState::Confirmed, true));
        clinic.clock.set(visit.starts_at - Duration::from_hours(47));
        // A stranger has used up what the address may get.
        sqlx::query("UPDATE outbox SET queued_at = $1")
            .bind(clinic.context().now.as_millisecond())
            .execute(&clinic.rows)
            .await
            .expect("stored");
        assert!(clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued").is_empty());
        clinic.clock.set(visit.starts_at - Duration::from_hours(20));
        sqlx::query("UPDATE outbox SET queued_at = $1")
            .bind(clinic.context().now.as_millisecond())
            .execute(&clinic.rows)
            .await
            .expect("stored");
        assert!(clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued").is_empty());
        let told: Vec<_> = clinic.to_tell().await.into_iter().map(|it| it.appointment.id).collect();
        assert_eq!(told, [visit.id], "staff remind the patient");
    })
    .await;
}

#[tokio::test]
async fn patient_whose_second_reminder_is_beyond_the_limits_is_reminded_by_staff() {
    on_both(async |url| {
        let mut clinic = open(&url, 1, no_limits()).await;
        clinic.settings.confirm = Confirm::AtOnce;
        let visit = clinic.ask_from(HERE, 5).await.expect("booked").appointment;
        let queue = async |clinic: &ClinicStore| {
            let leases = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
            for lease in &leases {
                clinic.store.record_outcome(lease, &DeliveryOutcome::Sent, clinic.clock.now()).await.expect("stored");
            }
            leases.len()
        };
        clinic.clock.set(visit.starts_at - Duration::from_hours(47));
        assert_eq!(queue(&clinic).await, 1, "the first reminder");
        clinic.clock.set(visit.starts_at - Duration::from_hours(2));
        clinic.limits.booking_emails_per_hour = 0;
        assert_eq!(queue(&clinic).await, 0);
        let listed: Vec<_> = clinic.to_tell().await.into_iter().map(|it| (it.appointment.id, it.what)).collect();
        assert_eq!(listed, [(visit.id.clone(), ToTell::Reminder)], "staff remind the patient");
        clinic.limits = no_limits();
        assert_eq!(queue(&clinic).await, 0, "and no email does the same later");
    })
    .await;
}

#[tokio::test]
async fn reminder_that_is_held_back_is_not_counted_again_each_minute() {
    on_both(async |url| {
        let limits = Limits {
            booking_emails_per_recipient_day: 1,
            booking_emails_per_client_hour: 1,
            booking_emails_per_hour: 2,
            ..no_limits()
        };
        let mut clinic = open(&url, 1, limits).await;
        clinic.settings.confirm = Confirm::AtOnce;
        let visit = clinic.ask_from(HERE, 5).await.expect("booked").appointment;
        clinic.clock.set(visit.starts_at - Duration::from_hours(47));
        // A stranger has used up what the address may get.
        sqlx::query("UPDATE outbox SET queued_at = $1")
            .bind(clinic.context().now.as_millisecond())
            .execute(&clinic.rows)
            .await
            .expect("stored");
        for _ in 0..10 {
            assert_eq!(clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued"), []);
            clinic.clock.advance(Duration::from_mins(1));
        }
        assert_eq!(became(clinic.ask_from(HERE, 6).await), HeldWithEmail, "the limit of the network is unused");
        assert_eq!(became(clinic.ask_from("198.51.100.7", 7).await), HeldWithEmail, "and the limit of all");
    })
    .await;
}

#[tokio::test]
async fn patient_who_has_come_before_can_ask_when_strangers_have_used_up_the_address() {
    on_both(async |url| {
        let limits = Limits { held_per_phone: 3, bookings_per_client_hour: 5, ..few() };
        let (clinic, second) = (open(&url, 1, limits.clone()).await, open(&url, 2, limits).await);
        for number in [500, 501] {
            let visit = clinic.add(Source::WalkIn, 0, slot("09:00"), &person(number, true)).await.expect("added");
            assert_eq!(visit.appointment.state, AppointmentState::Arrived);
        }
        for number in 0..9 {
            clinic.ask_from(HERE, number).await.expect("accepted");
        }
        assert_eq!(became(clinic.ask_from(HERE, 9).await), Refused, "a stranger");
        let ask = async |clinic: &ClinicStore, request: &str, patient: &Patient| {
            let day = on_day(9 + request.len());
            became(clinic.book_from(HERE, request, 0, day, patient).await)
        };
        // With the address of somebody who wants to know whether the patient has been here.
        let known = Patient { email: person(700, true).email, ..person(500, false) };
        let stranger = Patient { name: "Eve Eze".to_owned(), ..known.clone() };
        assert_eq!(ask(&clinic, "eve", &stranger).await, Refused, "the number alone says nothing");
        assert_eq!(clinic.waiting().await.len(), 4);
        let answer = async |request: &str, patient: &Patient| {
            let asked = clinic.book_from(HERE, request, 0, on_day(10), patient).await;
            asked.expect_err("the answer does not tell who has been at the clinic").to_string()
        };
        let refusal = answer("eve", &stranger).await;
        for _ in 0..2 {
            assert_eq!(answer("a", &known).await, refusal, "also to the same request again");
            assert_eq!(clinic.waiting().await.len(), 4 + 1);
        }
        let stored = clinic.waiting().await.into_iter().find(|it| it.name == known.name).expect("stored");
        assert_eq!((stored.email, stored.email_person), (None, None), "an email would tell who has been here");
        // Staff would call a number that the patient never gave them.
        let by_email = Patient { phone: person(600, false).phone, ..person(501, true) };
        assert_eq!(ask(&clinic, "aaaaa", &by_email).await, Refused);
        assert_eq!(clinic.waiting().await.len(), 4 + 1);

        // Whoever knows name and number cannot send more than three, also to two instances.
        let (first, other, third, fourth) = tokio::join!(
            ask(&clinic, "aa", &known),
            ask(&second, "aaa", &known),
            ask(&clinic, "aaaa", &known),
            ask(&second, "aaaaaa", &known),
        );
        assert_eq!([first, other, third, fourth], [Refused; 4]);
        assert_eq!(clinic.waiting().await.len(), 4 + 3);
    })
    .await;
}

#[tokio::test]
async fn requests_of_a_stranger_with_a_patients_number_do_not_use_up_what_the_patient_may_ask_for() {
    on_both(async |url| {
        let clinic = open(&url, 1, Limits { held_per_phone: 3, ..few() }).await;
        let known = person(500, true);
        clinic.add(Source::WalkIn, 0, slot("09:00"), &known).await.expect("added");
        let stranger = Patient { name: "Eve Eze".to_owned(), ..known.clone() };
        let ask = async |number: usize, patient: &Patient| {
            became(clinic.book_from(HERE, &number.to_string(), 0, on_day(number), patient).await)
        };
        for number in 0..7 {
            assert_ne!(ask(number, &stranger).await, Refused);
        }
        assert_eq!(ask(7, &stranger).await, Refused);
        assert_eq!(clinic.waiting().await.len(), 4);
        assert_eq!(ask(8, &known).await, Refused, "the answer does not tell who has been at the clinic");
        assert_eq!(clinic.waiting().await.len(), 5);
    })
    .await;
}

#[tokio::test]
async fn patient_beyond_the_limit_is_told_in_the_end() {
    on_both(async |url| {
        let clinic = open(&url, 1, Limits { bookings_per_client_hour: 0, ..no_limits() }).await;
        let mut ids = Vec::new();
        for number in 0..4 {
            let (request, ada) = (format!("{number}"), person(number, number % 2 == 0));
            let asked = clinic.book_from(HERE, &request, 0, on_day(number), &ada).await.expect("accepted");
            assert_eq!((asked.appointment.state, asked.lease), (AppointmentState::Waiting, None));
            ids.push(asked.appointment.id);
        }
        assert_eq!(clinic.to_tell().await, [], "they saw the answer on the screen");
        let (given, _) = clinic.confirm(&ids[0]).await.expect("a time");
        assert_eq!(given.state, AppointmentState::Confirmed);
        assert_eq!(notice(&clinic.lease_after_wait().await.expect("an email")), AppointmentNotice::Confirmed);
        clinic.confirm(&ids[1]).await.expect("a time");
        assert_eq!(clinic.lease_after_wait().await, None, "no address");
        let to_tell = async || {
            let list = clinic.to_tell().await;
            list.into_iter().map(|it| (it.appointment.id, it.what)).collect::<Vec<_>>()
        };
        assert_eq!(to_tell().await, [(ids[1].clone(), ToTell::Confirmed)]);
        clinic.mark_told(&ids[1]).await.expect("told");
        clinic.clock.advance(Duration::from_hours(24));
        let leases = clinic.store.expire_requests(clinic.context()).await.expect("expired");
        assert_eq!(leases.iter().map(notice).collect::<Vec<_>>(), [AppointmentNotice::Expired]);
        let expired: Vec<_> = to_tell().await.into_iter().filter(|(_, what)| *what == ToTell::Expired).collect();
        assert_eq!(expired, [(ids[3].clone(), ToTell::Expired)]);
    })
    .await;
}

async fn book(app: &TestApp, address: &str, body: &Value) -> TestResponse {
    let request = Request::post("/api/booking").header("content-type", "application/json");
    app.send_from(address, request.body(Body::from(body.to_string())).expect("a request")).await
}

fn request(number: usize, date: &str, time: &str) -> Value {
    json!({ "service": "eye-exams", "date": date, "time": time, "name": "Ada Obi", "phone": phone(number),
            "email": format!("patient{number}@example.com") })
}

#[tokio::test]
async fn three_hundred_useless_requests_keep_nobody_from_booking() {
    let app = TestApp::open().await;
    for number in 0..2 {
        assert_eq!(book(&app, "10.0.0.1", &request(number, "2026-03-03", "09:00")).await.status, StatusCode::CREATED);
    }
    let mut statuses = Vec::new();
    for number in 0..302 {
        let time = if number % 2 == 0 { "09:00" } else { "09:10" };
        statuses.push(book(&app, HERE, &request(number, "2026-03-03", time)).await);
    }
    let codes: Vec<u16> = statuses.iter().map(|it| it.status.as_u16()).collect();
    assert_eq!(codes[..300], [409, 422].repeat(150), "a taken time, and one at which no visit begins");
    assert_eq!(codes[300..], [429, 429]);
    let refused = &statuses[301];
    assert_eq!(
        (refused.error_code().as_str(), refused.headers["retry-after"].as_bytes()),
        ("rate_limited", "3300".as_bytes())
    );
    assert!(refused.text.contains("Please choose another time, or call us."), "{}", refused.text);
    for number in 0..20 {
        let date = format!("2026-03-{:02}", 9 + number % 5);
        let patient =
            book(&app, HERE, &request(400 + number, &date, ["08:00", "10:00", "11:00", "12:00"][number / 5])).await;
        assert_eq!(patient.status, StatusCode::CREATED, "{}", patient.text);
    }
    let counts = app
        .services
        .store
        .waiting_counts(&clinic_rules::booking::Settings::when_off(), app.clock.now())
        .await
        .expect("counted");
    assert_eq!((counts.requests, counts.waiting), (22, 0), "all of them hold a time");
}

#[tokio::test]
async fn after_three_hundred_requests_of_a_stranger_two_hundred_patients_can_all_ask() {
    let folder = TempDir::new().expect("a temporary folder");
    let url = sqlite(&folder);
    let app = TestApp::on(&url, 1, Settings::default(), None).await;
    let rows = AnyPool::connect(&url).await.expect("a connection");
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let ask = async |number: usize| {
        let date = ["2026-03-04", "2026-03-05", "2026-03-06", "2026-03-09", "2026-03-10"][number % 5];
        let answer =
            book(&app, HERE, &request(number, date, ["08:00", "10:00", "11:00", "12:00"][number / 5 % 4])).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{number}: {}", answer.text);
        assert_eq!(answer.json()["state"], "requested", "the same answer for everybody");
        answer.json()["reference"].as_str().expect("a reference").to_owned()
    };
    let emails = async || {
        let queued = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM outbox");
        queued.fetch_one(&rows).await.expect("counted")
    };
    for number in 0..300 {
        ask(number).await;
    }
    let sent = emails().await;
    assert_eq!(sent, i64::from(Limits::default().booking_emails_per_client_hour));
    let mut patients = Vec::new();
    for number in 300..500 {
        patients.push(ask(number).await);
    }
    assert_eq!(emails().await, sent, "no further email");
    let mut listed = Vec::new();
    loop {
        let page =
            app.desk_get(&session, &format!("appointments/waiting-requests?offset={}", listed.len())).await.json();
        assert_eq!(page["waitingTotal"], 480);
        let page = page["waiting"].as_array().expect("a list").clone();
        assert!(page.len() <= 50);
        if page.is_empty() {
            break;
        }
        listed.extend(page.iter().map(|it| it["reference"].as_str().expect("a reference").to_owned()));
    }
    assert_eq!(listed.len(), 480);
    assert!(patients.iter().all(|it| listed.contains(it)), "staff see every patient");
    let last = patients.last().expect("a patient");
    let found = app.desk_post(&session, "patients/find", json!({ "query": last })).await;
    assert_eq!(found.json()["appointments"][0]["reference"], json!(last), "{}", found.text);
}

#[tokio::test]
async fn refused_requests_say_to_call_and_when_to_try_again() {
    let limits = Limits { bookings_per_client_hour: 1, bookings_without_email_per_client_hour: 1, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    let mut answers = Vec::new();
    for number in 0..3 {
        answers.push(book(&app, HERE, &request(number, "2026-03-09", "09:00")).await);
    }
    assert_eq!(answers.iter().map(|it| it.status.as_u16()).collect::<Vec<_>>(), [201, 201, 429]);
    assert_eq!(
        (answers[2].error_code().as_str(), answers[2].headers["retry-after"].as_bytes()),
        ("rate_limited", "3300".as_bytes())
    );
    assert!(answers[2].text.contains("or call us"), "{}", answers[2].text);
}

#[tokio::test]
async fn answer_says_whether_an_email_is_sent() {
    let limits = Limits { booking_emails_per_hour: 2, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    let mut without_address = request(0, "2026-03-09", "08:00");
    without_address.as_object_mut().expect("an object").remove("email");
    let asked = [without_address, request(1, "2026-03-09", "10:00"), request(2, "2026-03-10", "10:00")];
    let mut answers = Vec::new();
    for body in &asked {
        answers.push(book(&app, HERE, body).await.json());
    }
    let emailed = |answers: &[Value]| answers.iter().map(|it| it["emailed"] == true).collect::<Vec<_>>();
    assert_eq!(emailed(&answers), [false, true, true]);
    let correct = async |answer: &Value, email: &str| {
        let token = answer["manage"].as_str().and_then(|path| path.split_once('#')).expect("a link").1;
        let body = json!({ "token": token, "email": email });
        app.request(None, Method::POST, "/api/booking/appointment/email", body).await.json()
    };
    let beyond = [
        correct(&answers[1], "ada@example.org").await,
        book(&app, HERE, &request(3, "2026-03-11", "10:00")).await.json(),
    ];
    assert!(beyond.iter().all(|it| it["emailed"] == false), "{beyond:?}");
    assert!(beyond.iter().all(|it| it["reference"].is_string()), "{beyond:?}");
}

/// So many cancelled requests beside this one, without sending each of them.
async fn copy_cancelled(rows: &AnyPool, reference: &str, copies: u32) {
    // One that has only read could not write after a job of the server has.
    let mut transaction = rows.begin_with("BEGIN IMMEDIATE").await.expect("a transaction");
    sqlx::query("CREATE TEMPORARY TABLE copied AS SELECT * FROM appointments WHERE reference = $1")
        .bind(reference)
        .execute(&mut *transaction)
        .await
        .expect("copied");
    for number in 0..copies {
        let random: &dyn Randomness = &SeededRandom::new(u64::from(number));
        sqlx::query("UPDATE copied SET id = $1, reference = $2, request = $2")
            .bind(AppointmentId::new(random.bytes()).to_string())
            .bind(format!("COPY-{number}"))
            .execute(&mut *transaction)
            .await
            .expect("changed");
        sqlx::query("INSERT INTO appointments SELECT * FROM copied").execute(&mut *transaction).await.expect("stored");
    }
    transaction.commit().await.expect("committed");
}

#[tokio::test]
async fn cancelled_and_expired_requests_fill_neither_the_plan_nor_the_search() {
    let folder = TempDir::new().expect("a temporary folder");
    let url = sqlite(&folder);
    let limits = Limits { held_per_client: 1, ..Limits::default() };
    let app = TestApp::on(&url, 1, Settings { limits, ..Settings::default() }, None).await;
    let rows = AnyPool::connect(&url).await.expect("a connection");
    app.add_staff("Bola", Role::Desk).await;
    let session = app.sign_in("Bola").await;
    let body = json!({ "service": "eye-exams", "date": "2026-03-09", "time": "10:00", "name": "Ada Obi",
                       "phone": "0803 999 9999", "source": "phone" });
    let patient = app.desk_post(&session, "appointments", body).await.json()["appointment"]["reference"].clone();
    let mut cancelled = Vec::new();
    for number in 0..30 {
        let booked = book(&app, HERE, &request(number, "2026-03-09", "11:00")).await.json();
        let token = booked["manage"].as_str().and_then(|path| path.split_once('#')).expect("a link").1;
        let path = "/api/booking/appointment/cancel";
        let answer = app.request(None, Method::POST, path, json!({ "token": token })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        cancelled.push(booked["reference"].as_str().expect("a reference").to_owned());
    }
    copy_cancelled(&rows, &cancelled[0], 1_100).await;
    // One of them holds its time, the others wait. All of them expire.
    for number in 30..60 {
        assert_eq!(book(&app, HERE, &request(number, "2026-03-09", "11:00")).await.status, StatusCode::CREATED);
        app.clock.advance(Duration::from_millis(1));
    }
    app.clock.advance(Duration::from_hours(24));
    let context = clinic_http::booking::context(&app.services, app.clock.now());
    app.services.store.expire_requests(context).await.expect("expired");
    let session = app.sign_in("Bola").await;
    for days in [1, 7] {
        let plan = app.desk_get(&session, &format!("appointments?from=2026-03-09&days={days}")).await.json();
        let listed: Vec<_> =
            plan["appointments"].as_array().expect("a list").iter().map(|it| &it["reference"]).collect();
        assert_eq!(listed, [&patient], "whoever comes, and nobody else");
    }
    let found = app.desk_post(&session, "patients/find", json!({ "query": "Ada Obi" })).await.json();
    assert_eq!((&found["appointments"][0]["reference"], &found["more"]), (&patient, &json!(true)));
    let found = app.desk_post(&session, "patients/find", json!({ "query": phone(0) })).await.json();
    assert_eq!((found["appointments"].as_array().map(Vec::len), &found["more"]), (Some(5), &json!(true)));
}
