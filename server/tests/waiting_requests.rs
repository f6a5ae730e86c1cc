//! Requests beyond what unconfirmed ones may hold, on SQLite and on PostgreSQL: they are accepted without a time, wait for staff,
//! and each one ends: with a time, refused, or expired and the patient told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Confirm, Occupied, Patient, PatientInput, Settings, SlotTime, Source, ToTell,
    free_days,
};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Clock;
use clinic_store::{
    Appointment, Booked, ChangeAppointmentError, ChangedBy, DeliveryOutcome, Lease, NewRecall, RecallList,
};
use jiff::civil::date;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::databases::on_both;
use crate::support::test_clinic::{ClinicStore, no_limits, patient, quarter, slot};

const HERE: &str = "192.0.2.1";

fn person(number: usize, email: Option<&str>) -> Patient {
    let phone = format!("0803 {:03} {:04}", number / 10_000, number % 10_000);
    let input = PatientInput { name: "Ada Obi", phone: &phone, email, note: None, brought_by: None };
    Patient::parse(&input).expect("a patient")
}

/// A time on a day of its own, from March 3 on.
fn on_day(number: usize) -> SlotTime {
    let day = date(2026, 3, 3).checked_add(jiff::Span::new().days(i64::try_from(number).expect("a day")));
    SlotTime { date: day.expect("a date"), minute: 480 }
}

fn notice(lease: Option<&Lease>) -> AppointmentNotice {
    match &lease.expect("an email").message {
        Message::Appointment(facts) => facts.notice,
        other => panic!("{other:?}"),
    }
}

async fn open(url: &str, limits: Limits) -> ClinicStore {
    let mut clinic = ClinicStore::open(url, 1).await;
    clinic.limits = limits;
    clinic
}

impl ClinicStore {
    async fn ask(&self, address: &str, number: usize, slot: SlotTime) -> Booked {
        let request = format!("{address} {number} {slot} {:?}", self.clock.now());
        self.book_from(address, &request, 0, slot, &person(number, None)).await.expect("accepted")
    }

    async fn state_of(&self, id: &AppointmentId) -> AppointmentState {
        self.store.appointment(id).await.expect("read").expect("an appointment").state
    }

    async fn expire(&self) -> Vec<Lease> {
        self.store.expire_requests(self.context()).await.expect("expired")
    }

    async fn refuse(&self, id: &AppointmentId) {
        let by = ChangedBy::Staff(self.actor());
        let refused = self.store.cancel_appointment(id, Duration::ZERO, Some("We are full."), by, self.context()).await;
        assert_eq!(refused.expect("refused").0.state, AppointmentState::Cancelled);
    }
}

#[tokio::test]
async fn fourth_online_appointment_of_a_phone_waits_and_holds_no_chair() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_phone: 3, ..no_limits() }).await;
        let ada = patient("ada@example.com");
        for day in 10..14 {
            clinic.add(Source::Phone, 0, on_day(day), &ada).await.expect("desk bookings do not count");
        }
        let mut ids = Vec::new();
        for day in 0..3 {
            let booked = clinic.book_from(&format!("192.0.2.{day}"), &format!("{day}"), 0, on_day(day), &ada).await;
            let booked = booked.expect("booked");
            assert_eq!(booked.appointment.state, AppointmentState::Requested, "{day}");
            ids.push(booked.appointment.id);
        }
        let fourth = clinic.book_from("192.0.2.9", "fourth", 0, on_day(4), &ada).await.expect("accepted");
        assert_eq!((fourth.appointment.state, fourth.appointment.chair), (AppointmentState::Waiting, 0));
        assert_eq!(notice(fourth.lease.as_ref()), AppointmentNotice::Waiting);
        clinic.assert_ticks_and_appointments_agree().await;
        let again = clinic.book_from("192.0.2.9", "fourth", 0, on_day(4), &ada).await.expect("the same request");
        assert!(!again.is_new && again.appointment.id == fourth.appointment.id);

        clinic.refuse(&ids[0]).await;
        let fifth = clinic.book_from("192.0.2.9", "fifth", 0, on_day(5), &ada).await.expect("booked");
        assert_eq!(fifth.appointment.state, AppointmentState::Requested, "a refused one does not count");
    })
    .await;
}

/// A stranger who asks with the number of a patient can see in the free times whether the request holds its time.
#[tokio::test]
async fn request_with_the_number_of_a_patient_does_not_tell_that_staff_have_confirmed_three_visits() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_phone: 3, ..no_limits() }).await;
        let ada = patient("ada@example.com");
        for day in 0..3 {
            let booked = clinic.book_from("192.0.2.1", &format!("{day}"), 0, on_day(day), &ada).await.expect("booked");
            clinic.confirm(&booked.appointment.id).await.expect("confirmed");
        }
        for day in 3..7 {
            let asked = clinic.book_from("192.0.2.9", &format!("{day}"), 0, on_day(day), &ada).await.expect("accepted");
            let is_held = asked.appointment.state == AppointmentState::Requested;
            assert_eq!(is_held, day < 6, "as with a number that nobody knows: {day}");
        }
    })
    .await;
}

#[tokio::test]
async fn unconfirmed_requests_of_a_network_hold_twenty_times_and_confirmed_ones_do_not_count() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 20, ..no_limits() }).await;
        let mut held = Vec::new();
        for number in 0..25 {
            let booked = clinic.ask(HERE, number, on_day(number)).await.appointment;
            let expected = if number < 20 { AppointmentState::Requested } else { AppointmentState::Waiting };
            assert_eq!(booked.state, expected, "{number}");
            held.push(booked.id);
        }
        let elsewhere = clinic.ask("198.51.100.7", 100, on_day(30)).await.appointment;
        assert_eq!(elsewhere.state, AppointmentState::Requested, "another network is not concerned");
        clinic.confirm(&held[0]).await.expect("confirmed");
        assert_eq!(clinic.ask(HERE, 101, on_day(31)).await.appointment.state, AppointmentState::Requested);
        assert_eq!(clinic.ask(HERE, 102, on_day(32)).await.appointment.state, AppointmentState::Waiting);
        for number in 0..35 {
            let address = format!("2001:db8:0:{number:x}::1");
            let state = clinic.ask(&address, 200 + number, on_day(number)).await.appointment.state;
            let is_held = state == AppointmentState::Requested;
            assert_eq!(is_held, number < 30, "a /56 has one and a half times the share of a client: {number}");
        }
    })
    .await;
}

#[tokio::test]
async fn unconfirmed_requests_leave_half_of_a_day_and_nine_tenths_of_the_calendar() {
    on_both(async |url| {
        let limits = Limits { held_percent_of_day: 50, held_percent_of_calendar: 10, ..no_limits() };
        let clinic = open(&url, limits).await;
        let (mut held, mut of_day) = (0, BTreeMap::new());
        for number in 0..400 {
            let slot = SlotTime { minute: 480 + 60 * u16::try_from(number % 3).expect("small"), ..on_day(number / 6) };
            let Ok(booked) = clinic
                .book_from(&format!("10.0.{}.1", number % 250), &format!("{number}"), 0, slot, &person(number, None))
                .await
            else {
                continue;
            };
            if booked.appointment.state == AppointmentState::Requested {
                held += 1;
                *of_day.entry(slot.date).or_insert(0) += 1;
            }
        }
        // 14 starts a day on two chairs; each visit of an hour excludes seven of them on its chair.
        assert!(
            of_day.values().all(|held| *held == 2 || *held == 1) && of_day.values().any(|held| *held == 2),
            "{of_day:?}"
        );
        assert_eq!(held, 61 * 14 * 2 / 10 / 7);
        let frames = clinic.book_from(HERE, "frames", 1, quarter(4, 15), &person(999, None)).await.expect("accepted");
        assert_eq!(frames.appointment.state, AppointmentState::Waiting, "for every service");
    })
    .await;
}

#[tokio::test]
async fn at_once_only_people_who_have_never_come_and_were_not_acknowledged_count() {
    on_both(async |url| {
        let mut clinic = open(&url, Limits { held_per_client: 2, ..no_limits() }).await;
        clinic.settings.confirm = Confirm::AtOnce;
        let known = clinic.add(Source::WalkIn, 0, quarter(2, 0), &person(1, None)).await.expect("added").appointment;
        clinic.change_state(&known.id, AppointmentState::Done).await.expect("done");
        let first = clinic.ask(HERE, 10, on_day(1)).await.appointment;
        assert_eq!((first.state, first.unacknowledged), (AppointmentState::Confirmed, true));
        let second = clinic.ask(HERE, 11, on_day(2)).await.appointment;
        assert_eq!(clinic.ask(HERE, 12, on_day(3)).await.appointment.state, AppointmentState::Waiting);
        let list = clinic.store.unacknowledged_appointments(clinic.clock.now()).await.expect("listed");
        assert_eq!(list.iter().map(|it| &it.id).collect::<Vec<_>>(), [&first.id, &second.id]);
        let (acknowledged, lease) = clinic.confirm(&first.id).await.expect("acknowledged");
        assert!(!acknowledged.unacknowledged && lease.is_none(), "the patient was told before");
        assert_eq!(clinic.ask(HERE, 13, on_day(4)).await.appointment.state, AppointmentState::Confirmed);
        let comes_again = clinic.ask("198.51.100.1", 1, on_day(5)).await.appointment;
        assert!(!comes_again.unacknowledged, "the patient has come before");
        let list = clinic.store.unacknowledged_appointments(clinic.clock.now()).await.expect("listed");
        assert!(list.iter().all(|it| it.id != comes_again.id), "nothing to acknowledge");
        clinic.clock.advance(Duration::from_hours(30));
        assert!(clinic.expire().await.is_empty());
        assert_eq!(
            clinic.state_of(&second.id).await,
            AppointmentState::Confirmed,
            "what was confirmed does not expire"
        );
    })
    .await;
}

#[tokio::test]
async fn at_once_an_appointment_counts_until_its_patient_arrives() {
    on_both(async |url| {
        let mut clinic = open(&url, Limits { held_per_client: 1, ..no_limits() }).await;
        clinic.settings.confirm = Confirm::AtOnce;
        let first = clinic.ask(HERE, 10, on_day(1)).await.appointment;
        assert_eq!((first.state, first.unacknowledged), (AppointmentState::Confirmed, true));
        assert_eq!(clinic.ask(HERE, 11, on_day(2)).await.appointment.state, AppointmentState::Waiting);
        clinic.clock.set(first.starts_at);
        let (arrived, _) = clinic.change_state(&first.id, AppointmentState::Arrived).await.expect("arrived");
        assert!(!arrived.unacknowledged);
        assert_eq!(clinic.ask(HERE, 12, on_day(3)).await.appointment.state, AppointmentState::Confirmed);
    })
    .await;
}

/// Otherwise the next answers would tell a stranger, who asks with the name and number of somebody, whether they have come before.
#[tokio::test]
async fn at_once_known_patients_use_the_places_of_a_network_and_of_a_number_like_strangers() {
    on_both(async |url| {
        let limits = Limits { held_per_client: 3, held_per_phone: 2, ..no_limits() };
        let mut clinic = open(&url, limits).await;
        clinic.settings.confirm = Confirm::AtOnce;
        let visit = clinic.add(Source::WalkIn, 0, quarter(2, 0), &person(1, None)).await.expect("added").appointment;
        clinic.change_state(&visit.id, AppointmentState::Done).await.expect("done");
        let mut answers = Vec::new();
        for (address, asked) in [("192.0.2.1", 1), ("198.51.100.1", 2)] {
            let first = clinic.ask(address, asked, on_day(asked)).await.appointment;
            // Also when whoever asked moves it with its link.
            clinic.move_to(&first.id, on_day(asked + 20)).await.expect("moved");
            let mut states = vec![first.state];
            for (number, day) in [(asked, 5), (asked, 6), (10 * asked, 7), (11 * asked, 8)] {
                states.push(clinic.ask(address, number, on_day(day + 10 * asked)).await.appointment.state);
            }
            answers.push(states);
        }
        let (held, waits) = (AppointmentState::Confirmed, AppointmentState::Waiting);
        assert_eq!(answers, [[held, held, waits, held, waits], [held, held, waits, held, waits]]);

        // Patients behind one address book again and again, so those whom the clinic knows do not count until their visits.
        clinic.clock.advance(Duration::from_hours(24));
        assert_eq!(clinic.ask("192.0.2.1", 30, on_day(50)).await.appointment.state, held);
        assert_eq!(clinic.ask("198.51.100.1", 31, on_day(51)).await.appointment.state, waits, "nobody acknowledged");
        assert_eq!(clinic.ask("203.0.113.1", 1, on_day(52)).await.appointment.state, waits, "the number has two");
        let visits = clinic.all_appointments().await;
        let visit = visits.iter().find(|it| it.state == held && it.phone == person(1, None).phone).expect("a visit");
        let by = ChangedBy::Staff(clinic.actor());
        let cancelled = clinic.store.cancel_appointment(&visit.id, Duration::ZERO, Some("Ill"), by, clinic.context());
        cancelled.await.expect("cancelled");
        assert_eq!(clinic.ask("203.0.113.1", 1, on_day(53)).await.appointment.state, held);
    })
    .await;
}

#[tokio::test]
async fn concurrent_requests_to_two_instances_never_hold_more_than_the_limits() {
    on_both(async |url| {
        let limits = Limits { held_per_phone: 3, held_per_client: 20, ..no_limits() };
        let first = Arc::new(open(&url, limits.clone()).await);
        let mut second = ClinicStore::open(&url, 2).await;
        second.limits = limits;
        let second = Arc::new(second);
        let tasks: Vec<_> = (0..60usize)
            .map(|number| {
                let clinic = Arc::clone(if number % 2 == 0 { &first } else { &second });
                tokio::spawn(async move {
                    // Half of them share a phone, the others a network.
                    let (address, phone) =
                        if number % 4 < 2 { (HERE.to_owned(), number) } else { (format!("10.0.0.{number}"), 7) };
                    let slot = on_day(number % 50);
                    clinic.ask(&address, phone, slot).await.appointment.state
                })
            })
            .collect();
        let mut states = Vec::new();
        for task in tasks {
            states.push(task.await.expect("no panic"));
        }
        let held = |is_here: bool| {
            (0..60).filter(|it| (it % 4 < 2) == is_here && states[*it] == AppointmentState::Requested).count()
        };
        assert_eq!((held(true), held(false)), (20, 3));
        assert_eq!(first.waiting().await.len(), 60 - 23, "everybody else waits");
        first.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn staff_give_the_time_or_another_one_or_refuse() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 0, ..no_limits() }).await;
        let ask = async |number: usize, slot: SlotTime| {
            let ada = person(number, Some("ada@example.com"));
            clinic.book_from(HERE, &format!("{number}"), 0, slot, &ada).await.expect("accepted").appointment.id
        };
        let (first, second, third) =
            (ask(1, slot("08:00")).await, ask(2, slot("08:00")).await, ask(3, slot("08:00")).await);
        let (given, _) = clinic.confirm(&first).await.expect("a time");
        assert_eq!((given.state, given.chair), (AppointmentState::Confirmed, 1));
        assert_eq!(notice(clinic.lease_after_wait().await.as_ref()), AppointmentNotice::Confirmed);
        clinic.add(Source::Phone, 0, slot("08:00"), &person(9, None)).await.expect("the other chair");
        assert!(matches!(clinic.confirm(&second).await, Err(ChangeAppointmentError::Taken)));
        assert_eq!(clinic.state_of(&second).await, AppointmentState::Waiting);
        let (given, _) = clinic.move_at_desk(&second, slot("10:00"), None).await.expect("another time");
        assert_eq!((given.state, SlotTime::of(given.starts_at)), (AppointmentState::Confirmed, slot("10:00")));
        assert_eq!(notice(clinic.lease_after_wait().await.as_ref()), AppointmentNotice::Moved);
        clinic.refuse(&third).await;
        assert!(clinic.waiting().await.is_empty());
        clinic.assert_ticks_and_appointments_agree().await;
        let arrived = clinic.change_state(&ask(4, slot("11:00")).await, AppointmentState::Arrived).await;
        assert!(matches!(arrived, Err(ChangeAppointmentError::State(_))), "it has no chair");
        clinic.clock.advance(Duration::from_hours(30));
        clinic.expire().await;
        assert_eq!(clinic.state_of(&first).await, AppointmentState::Confirmed, "what was answered does not expire");
    })
    .await;
}

#[tokio::test]
async fn patient_may_move_what_waits_and_does_not_lose_a_held_time_to_the_limits() {
    on_both(async |url| {
        let mut clinic = open(&url, Limits { held_per_client: 1, ..no_limits() }).await;
        let held = clinic.ask(HERE, 1, on_day(1)).await.appointment.id;
        let waits = clinic.ask(HERE, 2, on_day(2)).await.appointment.id;
        let (moved, _) = clinic.move_to(&held, on_day(3)).await.expect("its own place in the limit");
        assert_eq!(moved.state, AppointmentState::Requested);
        let (moved, _) = clinic.move_to(&waits, on_day(4)).await.expect("another wish");
        assert_eq!((moved.state, SlotTime::of(moved.starts_at)), (AppointmentState::Waiting, on_day(4)));
        clinic.ask("192.0.2.9", 3, on_day(5)).await;
        clinic.limits.held_percent_of_day = 1;
        let refused = clinic.move_to(&held, on_day(5)).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::CannotHold)), "{refused:?}");
        let kept = clinic.store.appointment(&held).await.expect("read").expect("an appointment");
        assert_eq!((kept.state, SlotTime::of(kept.starts_at)), (AppointmentState::Requested, on_day(3)));
        clinic.confirm(&held).await.expect("confirmed");
        let (moved, _) = clinic.move_to(&held, on_day(5)).await.expect("staff know the patient");
        assert_eq!(moved.state, AppointmentState::Requested);
        clinic.limits.held_percent_of_day = 100;
        let (moved, _) = clinic.move_to(&waits, on_day(6)).await.expect("a time");
        assert_eq!(moved.state, AppointmentState::Requested, "nothing else of the network counts any more");
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn request_that_staff_move_is_confirmed_and_another_chair_alone_is_no_answer() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let asked = clinic.ask(HERE, 1, on_day(1)).await.appointment;
        let (same_time, _) = clinic.move_at_desk(&asked.id, on_day(1), Some(2)).await.expect("another chair");
        assert_eq!((same_time.state, same_time.chair), (AppointmentState::Requested, 2));
        let (moved, _) = clinic.move_at_desk(&asked.id, on_day(2), None).await.expect("agreed by phone");
        assert_eq!((moved.state, moved.expires_at), (AppointmentState::Confirmed, None));
        clinic.clock.advance(Duration::from_hours(25));
        clinic.expire().await;
        let kept = clinic.store.appointment(&asked.id).await.expect("read").expect("an appointment");
        assert_eq!(kept.state, AppointmentState::Confirmed);
    })
    .await;
}

#[tokio::test]
async fn undo_of_a_move_makes_a_request_a_request_again() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let asked = clinic.ask(HERE, 1, on_day(1)).await.appointment;
        let (moved, _) = clinic.move_at_desk(&asked.id, on_day(2), None).await.expect("moved");
        assert_eq!(moved.state, AppointmentState::Confirmed);
        let (undone, _) = clinic.undo(&asked.id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!((undone.state, SlotTime::of(undone.starts_at)), (AppointmentState::Requested, on_day(1)));
        assert!(undone.expires_at.is_some(), "it waits for staff");
    })
    .await;
}

#[tokio::test]
async fn certain_visit_that_its_patient_moves_is_not_lost_because_nobody_answers_within_a_day() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let visit = clinic.ask(HERE, 1, on_day(1)).await.appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let (moved, _) = clinic.move_to(&visit, on_day(8)).await.expect("moved");
        assert_eq!(moved.state, AppointmentState::Requested);
        clinic.clock.advance(Duration::from_hours(4 * 24));
        clinic.expire().await;
        let kept = clinic.store.appointment(&visit).await.expect("read").expect("an appointment");
        assert_eq!(kept.state, AppointmentState::Requested);
        // An hour before the visit the patient still has to know.
        clinic.clock.set(moved.starts_at - Duration::from_mins(59));
        clinic.expire().await;
        let over = clinic.store.appointment(&visit).await.expect("read").expect("an appointment");
        assert_eq!(over.state, AppointmentState::Cancelled);
    })
    .await;
}

#[tokio::test]
async fn unanswered_requests_expire_once_and_every_patient_is_told() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 3, ..no_limits() }).await;
        let second = ClinicStore::open(&url, 2).await;
        let mut ids = Vec::new();
        for (number, email) in
            [Some("ada@example.com"), Some("rejected@example.com"), None, Some("chi@example.com"), None]
                .into_iter()
                .enumerate()
        {
            let ada = person(number, email);
            let booked =
                clinic.book_from(HERE, &format!("{number}"), 0, on_day(number + 5), &ada).await.expect("booked");
            ids.push(booked.appointment.id);
        }
        clinic.clock.advance(Duration::from_hours(24) - Duration::from_secs(1));
        assert!(clinic.expire().await.is_empty());
        clinic.clock.advance(Duration::from_secs(1));
        second.clock.set(clinic.clock.now());
        let (here, there) = tokio::join!(clinic.expire(), second.expire());
        let leases: Vec<Lease> = here.into_iter().chain(there).collect();
        assert_eq!(leases.len(), 3);
        assert!(leases.iter().all(|lease| notice(Some(lease)) == AppointmentNotice::Expired));
        for id in &ids {
            assert_eq!(clinic.state_of(id).await, AppointmentState::Cancelled);
        }
        assert!(clinic.ticks().await.is_empty(), "the times are free again");
        let rejected = leases.iter().find(|lease| lease.to.as_typed() == "rejected@example.com").expect("an email");
        let outcome = DeliveryOutcome::Rejected { reason: "550 no such user".to_owned() };
        clinic.store.record_outcome(rejected, &outcome, clinic.clock.now()).await.expect("stored");
        let to_tell = async || {
            let list = clinic.to_tell().await;
            assert!(list.iter().all(|it| it.what == ToTell::Expired));
            list.into_iter().map(|it| it.appointment.id.to_string()).collect::<BTreeSet<_>>()
        };
        let expected: BTreeSet<_> = [1, 2, 4].map(|index: usize| ids[index].to_string()).into();
        assert_eq!(to_tell().await, expected, "no address, or it does not work");
        for index in [1, 2, 4] {
            clinic.mark_told(&ids[index]).await.expect("told");
        }
        assert!(to_tell().await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn expiry_that_sends_no_email_is_in_the_list_of_the_desk() {
    on_both(async |url| {
        let mut clinic = open(&url, no_limits()).await;
        let ada = person(1, Some("ada@example.com"));
        let booked = clinic.book_from(HERE, "request", 0, on_day(5), &ada).await.expect("booked");
        clinic.limits.booking_emails_per_hour = 0;
        clinic.clock.advance(Duration::from_hours(24));
        assert!(clinic.expire().await.is_empty());
        let to_tell = clinic.to_tell().await;
        assert_eq!(to_tell.iter().map(|it| &it.appointment.id).collect::<Vec<_>>(), [&booked.appointment.id]);
    })
    .await;
}

#[tokio::test]
async fn emails_that_strangers_cause_are_limited_and_those_of_staff_are_not() {
    on_both(async |url| {
        let limits = Limits {
            booking_emails_per_recipient_day: 3,
            booking_emails_per_client_hour: 5,
            booking_emails_per_hour: 8,
            ..no_limits()
        };
        let clinic = open(&url, limits).await;
        let book = async |address: &str, number: usize, email: &str| {
            let ada = person(number, Some(email));
            clinic.book_from(address, &format!("{number}"), 0, on_day(number), &ada).await.expect("booked")
        };
        let mut booked = Vec::new();
        for number in 0..5 {
            booked.push(book(&format!("10.0.0.{number}"), number, "Ada+Obi@example.com").await);
        }
        let sent: Vec<bool> = booked.iter().map(|it| it.lease.is_some()).collect();
        assert_eq!(sent, [true, true, true, false, false], "one recipient");
        clinic.confirm(&booked[4].appointment.id).await.expect("confirmed");
        assert!(clinic.lease_after_wait().await.is_some(), "staff tell the patient whatever strangers do");
        clinic.clock.advance(Duration::from_hours(1));
        let mut sent = Vec::new();
        for number in 10..17 {
            sent.push(book(HERE, number, &format!("patient{number}@example.com")).await.lease.is_some());
        }
        assert_eq!(sent, [true, true, true, true, true, false, false], "one network");
        let mut sent = Vec::new();
        for number in 20..25 {
            let email = format!("patient{number}@example.com");
            sent.push(book(&format!("10.0.0.{number}"), number, &email).await.lease.is_some());
        }
        assert_eq!(sent, [true, true, true, false, false], "all networks");
    })
    .await;
}

/// Whoever has the link can move and cancel the visit, and the patient would come at the wrong time.
#[tokio::test]
async fn change_with_a_link_beyond_the_limits_of_emails_is_told_by_staff() {
    on_both(async |url| {
        let mut clinic = open(&url, no_limits()).await;
        let limits = [
            Limits { booking_emails_per_recipient_day: 0, ..no_limits() },
            Limits { booking_emails_per_hour: 0, ..no_limits() },
        ];
        for (number, limits) in limits.into_iter().enumerate() {
            clinic.limits = no_limits();
            let ada = person(number, Some("ada@example.com"));
            let visit = clinic.book_from(HERE, &format!("{number}"), 0, on_day(10), &ada).await.expect("booked");
            let id = visit.appointment.id;
            clinic.confirm(&id).await.expect("confirmed");
            let sent = clinic.lease_after_wait().await.expect("an email");
            clinic.store.record_outcome(&sent, &DeliveryOutcome::Sent, clinic.clock.now()).await.expect("stored");
            clinic.limits = limits;
            let what = async || {
                let list = clinic.to_tell().await;
                list.into_iter().find(|it| it.appointment.id == id).map(|it| it.what)
            };
            for day in [11, 12] {
                assert_eq!(clinic.move_to(&id, on_day(day)).await.expect("moved").1, None, "no email");
                assert_eq!(what().await, Some(ToTell::Moved));
                clinic.mark_told(&id).await.expect("told");
                assert_eq!(what().await, None);
            }
            assert_eq!(clinic.cancel(&id).await.expect("cancelled").1, None, "no email");
            assert_eq!(what().await, Some(ToTell::Cancelled));
            clinic.mark_told(&id).await.expect("told");
            assert_eq!(what().await, None);
        }
    })
    .await;
}

#[tokio::test]
async fn changes_of_a_stranger_beyond_the_limits_of_emails_hide_nobody_to_tell() {
    on_both(async |url| {
        let mut clinic = open(&url, Limits { booking_emails_per_client_hour: 0, ..no_limits() }).await;
        let asked = clinic.ask(HERE, 100, on_day(20)).await.appointment.id;
        clinic.move_to(&asked, on_day(21)).await.expect("moved");
        clinic.cancel(&asked).await.expect("cancelled");
        assert_eq!(clinic.to_tell().await, [], "nobody has answered the request");
        clinic.settings.confirm = Confirm::AtOnce;
        for number in 0..60 {
            let ada = person(number, Some("ada@example.com"));
            let visit = clinic.book_from(HERE, &format!("{number}"), 0, on_day(3), &ada).await.expect("booked");
            assert_eq!(visit.appointment.state, AppointmentState::Confirmed);
            assert_eq!(clinic.cancel(&visit.appointment.id).await.expect("cancelled").1, None);
        }
        let visit = clinic.add(Source::Phone, 0, on_day(30), &person(999, None)).await.expect("added").appointment.id;
        clinic.refuse(&visit).await;
        let page = clinic.store.patients_to_tell(0, &clinic.settings, clinic.clock.now()).await.expect("listed");
        assert!(page.patients[..2].iter().any(|it| it.appointment.id == visit), "among the first of each network");
        assert_eq!(page.total, 61);
        let stranger = page.patients.iter().find(|it| it.appointment.id != visit).expect("a stranger");
        clinic.mark_told(&stranger.appointment.id).await.expect("told");
        let told = clinic.store.appointment(&stranger.appointment.id).await.expect("read").expect("an appointment");
        assert_eq!(told.networks, Vec::<String>::new(), "nothing needs them any more");
    })
    .await;
}

#[tokio::test]
async fn flood_of_one_network_does_not_hide_the_request_of_somebody_else() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 0, ..no_limits() }).await;
        for number in 0..210 {
            clinic.ask(HERE, number, on_day(number % 50)).await;
        }
        for number in 0..60 {
            clinic.ask(&format!("198.51.100.{number}"), 300 + number, on_day(55)).await;
        }
        let first = clinic.store.waiting_appointments(0, clinic.clock.now()).await.expect("listed");
        assert_eq!((first.appointments.len(), first.total), (50, 270));
        let all = clinic.waiting().await;
        let networks = |list: &[Appointment]| list.iter().map(|it| it.networks.concat()).collect::<BTreeSet<_>>().len();
        assert_eq!(networks(&all[..61]), 61, "the first one of each network, on this page and the next");
        let ids: BTreeSet<_> = all.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids.len(), 270, "each one once");
    })
    .await;
}

#[tokio::test]
async fn patient_who_has_come_before_is_first_behind_an_address_that_sends_many_requests() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 0, ..no_limits() }).await;
        let patient = person(999, None);
        let visit = clinic.add(Source::Phone, 0, on_day(0), &patient).await.expect("added").appointment.id;
        clinic.clock.advance(Duration::from_hours(48));
        clinic.change_state(&visit, AppointmentState::Arrived).await.expect("arrived");
        clinic.change_state(&visit, AppointmentState::Done).await.expect("done");
        for number in 0..110 {
            clinic.ask(HERE, number, on_day(10 + number % 30)).await;
        }
        clinic.clock.advance(Duration::from_secs(1));
        let request = clinic.ask(HERE, 999, on_day(45)).await.appointment.id;
        let list = clinic.store.waiting_appointments(0, clinic.clock.now()).await.expect("listed");
        assert_eq!((list.appointments[0].id.clone(), list.total), (request.clone(), 111));

        clinic.clock.advance(Duration::from_hours(72));
        clinic.expire().await;
        let page = clinic.store.patients_to_tell(0, &clinic.settings, clinic.clock.now()).await.expect("listed");
        assert_eq!((page.patients[0].appointment.id.clone(), page.total), (request, 111));
    })
    .await;
}

#[tokio::test]
async fn moving_an_unconfirmed_request_does_not_renew_the_time_to_answer() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let asked_at = clinic.clock.now();
        let id = clinic.ask(HERE, 1, on_day(10)).await.appointment.id;
        for day in 11..14 {
            clinic.clock.advance(Duration::from_hours(6));
            clinic.move_to(&id, on_day(day)).await.expect("moved");
        }
        let moved = clinic.store.appointment(&id).await.expect("read").expect("an appointment");
        assert_eq!(moved.expires_at, Some(asked_at + Duration::from_hours(24)));

        // A visit that was to begin soon, and is moved to a later day, has the whole time to answer.
        let soon = clinic.ask(HERE, 2, SlotTime { minute: 600, ..on_day(0) }).await.appointment;
        assert!(soon.expires_at < Some(soon.created_at + Duration::from_hours(24)));
        let (later, _) = clinic.move_to(&soon.id, on_day(20)).await.expect("moved");
        assert_eq!(later.expires_at, Some(soon.created_at + Duration::from_hours(24)));
    })
    .await;
}

#[tokio::test]
async fn visit_or_recall_that_cannot_be_read_hides_no_other_patient() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let day = on_day(5);
        let mut visits = Vec::new();
        for (number, name) in [(1, "Bola Ade"), (2, "Ada Obi")] {
            let minute = 480 + 60 * u16::try_from(number).expect("a number");
            let with_email = Patient { name: name.to_owned(), ..person(number, Some("ada@example.com")) };
            let visit = clinic.add(Source::Phone, 0, SlotTime { minute, ..day }, &with_email).await.expect("added");
            visits.push(visit.appointment.id);
            let without_email = Patient { name: name.to_owned(), ..person(number, None) };
            let to_call =
                clinic.add(Source::Phone, 1, SlotTime { minute, ..day }, &without_email).await.expect("added");
            visits.push(to_call.appointment.id);
            // Somebody else with this name, who has no visit to come.
            let came = Patient { name: name.to_owned(), ..person(number + 10, Some("came@example.com")) };
            let seen = clinic.add(Source::WalkIn, 0, on_day(0), &came).await.expect("added").appointment.id;
            let new = NewRecall { visit: &seen, due: date(2026, 3, 5), reason: name };
            clinic.store.add_recall(new, clinic.actor()).await.expect("agreed");
        }
        for table in ["appointments", "recalls"] {
            let statement =
                sqlx::AssertSqlSafe(format!("UPDATE {table} SET phone = 'unknown' WHERE name = 'Bola Ade'"));
            sqlx::query(statement).execute(&clinic.rows).await.expect("stored");
        }
        clinic.clock.set(day.timestamp().expect("a time") - Duration::from_hours(30));
        let reminders = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
        assert_eq!(reminders.iter().map(|it| it.message.record_key()).collect::<Vec<_>>(), [visits[2].to_string()]);
        let now = clinic.clock.now();
        let to_tell = clinic.store.patients_to_tell(0, &clinic.settings, now).await.expect("listed").patients;
        assert_eq!(to_tell.iter().map(|it| &it.appointment.id).collect::<Vec<_>>(), [&visits[3]]);
        let recalls = clinic.store.recall_page(RecallList::ToAsk, None, now).await.expect("listed").0;
        assert_eq!(recalls.iter().map(|it| it.recall.reason.as_str()).collect::<Vec<_>>(), ["Ada Obi"]);
        assert_eq!(clinic.store.queue_recalls(clinic.context()).await.expect("queued").len(), 1);
    })
    .await;
}

#[tokio::test]
async fn request_that_cannot_be_read_does_not_keep_others_from_expiring() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let unreadable = clinic.ask(HERE, 1, on_day(5)).await.appointment.id;
        clinic.clock.advance(Duration::from_secs(1));
        let readable = clinic.ask(HERE, 2, on_day(6)).await.appointment.id;
        sqlx::query("UPDATE appointments SET phone = 'unknown' WHERE id = $1")
            .bind(unreadable.as_str())
            .execute(&clinic.rows)
            .await
            .expect("stored");
        clinic.clock.advance(Duration::from_hours(48));
        clinic.expire().await;
        assert_eq!(clinic.state_of(&readable).await, AppointmentState::Cancelled);
    })
    .await;
}

#[tokio::test]
async fn flood_of_one_customer_with_many_ipv6_networks_hides_nobody() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 0, ..no_limits() }).await;
        for number in 0..210 {
            clinic.ask(&format!("2001:db8:1:{number:x}::1"), number, on_day(number % 5)).await;
        }
        let patient = clinic.ask("198.51.100.7", 999, on_day(55)).await.appointment.id;
        let list = clinic.store.waiting_appointments(0, clinic.clock.now()).await.expect("listed");
        assert_eq!((list.appointments.len(), list.total), (50, 211));
        assert!(list.appointments[..2].iter().any(|it| it.id == patient), "the first of its network");
    })
    .await;
}

#[tokio::test]
async fn flood_of_requests_that_expires_does_not_hide_the_patient_to_tell() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 0, ..no_limits() }).await;
        let patient = clinic.ask("198.51.100.7", 999, on_day(55)).await.appointment.id;
        clinic.clock.advance(Duration::from_secs(1));
        for number in 0..210 {
            clinic.ask(HERE, number, on_day(10 + number % 40)).await;
        }
        clinic.clock.advance(Duration::from_hours(72));
        clinic.expire().await;
        clinic.clock.advance(Duration::from_secs(1));
        clinic.expire().await;
        let page = clinic.store.patients_to_tell(0, &clinic.settings, clinic.clock.now()).await.expect("listed");
        assert_eq!((page.patients.len(), page.total), (50, 211));
        assert!(page.patients[..2].iter().any(|it| it.appointment.id == patient), "the first of its network");
        assert_eq!(clinic.to_tell().await.len(), 211, "all of them, page by page");
        // The networks are not needed any more when the patient was told.
        clinic.mark_told(&patient).await.expect("told");
        let told = clinic.store.appointment(&patient).await.expect("read").expect("an appointment");
        assert_eq!(told.networks, Vec::<String>::new());
    })
    .await;
}

/// The hashes of networks are deleted a day after the visit, and expired requests stay in the list until the patient was told.
#[tokio::test]
async fn flood_that_has_expired_is_behind_everybody_else_when_its_networks_are_deleted() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 0, ..no_limits() }).await;
        for number in 0..60 {
            clinic.ask(HERE, number, on_day(1)).await;
        }
        let visit = clinic.add(Source::Phone, 0, on_day(30), &person(999, None)).await.expect("added").appointment.id;
        clinic.clock.advance(Duration::from_hours(72));
        clinic.expire().await;
        clinic.store.purge(clinic.clock.now()).await.expect("purged");
        clinic.refuse(&visit).await;
        let page = clinic.store.patients_to_tell(0, &clinic.settings, clinic.clock.now()).await.expect("listed");
        assert_eq!((&page.patients[0].appointment.id, page.total), (&visit, 61));
    })
    .await;
}

#[tokio::test]
async fn expired_request_is_erased_a_month_after_its_patient_was_told() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let phone = clinic.book_from(HERE, "1", 0, on_day(50), &person(1, None)).await.expect("booked").appointment.id;
        let silent = clinic.book_from(HERE, "2", 0, on_day(40), &person(2, None)).await.expect("booked").appointment;
        let email = person(3, Some("ada@example.com"));
        let email = clinic.book_from(HERE, "3", 0, on_day(50), &email).await.expect("booked").appointment.id;
        let open = clinic.book_from(HERE, "4", 0, on_day(51), &person(4, None)).await.expect("booked").appointment.id;
        clinic.confirm(&open).await.expect("confirmed");
        clinic.clock.advance(Duration::from_hours(24));
        let leases = clinic.expire().await;
        assert_eq!(leases.len(), 1);
        clinic.store.record_outcome(&leases[0], &DeliveryOutcome::Sent, clinic.clock.now()).await.expect("stored");
        clinic.mark_told(&phone).await.expect("told");
        let stored = async || {
            clinic.store.purge(clinic.clock.now()).await.expect("purged");
            let ids: Vec<String> =
                sqlx::query_scalar("SELECT id FROM appointments").fetch_all(&clinic.rows).await.expect("rows");
            ids.into_iter().collect::<BTreeSet<_>>()
        };
        let of = |ids: &[&AppointmentId]| ids.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        clinic.clock.advance(Duration::from_hours(30 * 24));
        assert_eq!(stored().await, of(&[&phone, &silent.id, &email, &open]));
        clinic.clock.advance(Duration::from_secs(1));
        assert_eq!(stored().await, of(&[&silent.id, &open]), "those whose patients were told are erased");
        let emails: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE record_key = $1")
            .bind(email.as_str())
            .fetch_one(&clinic.rows)
            .await
            .expect("counted");
        assert_eq!(emails, 0, "with their emails");
        let waits = clinic.to_tell().await;
        assert!(waits.iter().any(|it| it.appointment.id == silent.id), "nobody has told this patient");
        clinic.clock.set(silent.starts_at + Duration::from_hours(30 * 24));
        assert!(stored().await.contains(silent.id.as_str()));
        clinic.clock.advance(Duration::from_secs(1));
        assert_eq!(stored().await, of(&[&open]), "the time that was asked for is long over");
    })
    .await;
}

#[tokio::test]
async fn wrong_press_on_told_can_be_undone_when_the_request_has_expired_long_ago() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let asked = clinic.book_from(HERE, "1", 0, on_day(50), &person(1, None)).await.expect("booked").appointment.id;
        clinic.clock.advance(Duration::from_hours(24));
        clinic.expire().await;
        clinic.clock.advance(Duration::from_hours(35 * 24));
        clinic.mark_told(&asked).await.expect("told");
        clinic.clock.advance(Duration::from_hours(6));
        clinic.store.purge(clinic.clock.now()).await.expect("purged");
        let stored: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM appointments").fetch_one(&clinic.rows).await.expect("counted");
        assert_eq!(stored, 1);
    })
    .await;
}

#[tokio::test]
async fn patient_with_a_recall_has_come_before_though_the_visit_is_deleted() {
    on_both(async |url| {
        let clinic = open(&url, Limits { held_per_client: 0, ..no_limits() }).await;
        let patient = person(999, None);
        let visit = clinic.add(Source::Phone, 0, on_day(0), &patient).await.expect("added").appointment.id;
        clinic.clock.advance(Duration::from_hours(48));
        clinic.change_state(&visit, AppointmentState::Arrived).await.expect("arrived");
        clinic.change_state(&visit, AppointmentState::Done).await.expect("done");
        let recall = NewRecall { visit: &visit, due: date(2026, 9, 1), reason: "pressure check" };
        clinic.store.add_recall(recall, clinic.actor()).await.expect("added");
        sqlx::query("DELETE FROM appointments").execute(&clinic.rows).await.expect("deleted");
        for number in 0..60 {
            clinic.ask(HERE, number, on_day(10 + number % 30)).await;
        }
        clinic.clock.advance(Duration::from_secs(1));
        let request = clinic.ask(HERE, 999, on_day(45)).await.appointment.id;
        let list = clinic.store.waiting_appointments(0, clinic.clock.now()).await.expect("listed");
        assert_eq!((&list.appointments[0].id, list.total), (&request, 61));
    })
    .await;
}

#[tokio::test]
async fn visit_that_its_patient_moved_does_not_expire_because_staff_touched_it() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let id = clinic.ask(HERE, 1, on_day(10)).await.appointment.id;
        clinic.confirm(&id).await.expect("confirmed");
        let (moved, _) = clinic.move_to(&id, on_day(30)).await.expect("moved");
        assert_eq!((moved.state, moved.unacknowledged), (AppointmentState::Requested, false));
        let (other_chair, _) = clinic.move_at_desk(&id, on_day(30), Some(2)).await.expect("another chair");
        assert_eq!((other_chair.chair, other_chair.expires_at), (2, moved.expires_at));
        clinic.confirm(&id).await.expect("confirmed");
        let (undone, _) = clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!((undone.expires_at, undone.unacknowledged), (moved.expires_at, false));
    })
    .await;
}

#[tokio::test]
async fn request_without_a_time_gets_one_when_booking_was_switched_off() {
    on_both(async |url| {
        let mut clinic = open(&url, Limits { held_per_client: 0, ..no_limits() }).await;
        let id = clinic.ask(HERE, 1, on_day(5)).await.appointment.id;
        clinic.settings = Settings::when_off();
        let (given, _) = clinic.move_at_desk(&id, on_day(5), None).await.expect("a time");
        assert_eq!((given.state, given.chair), (AppointmentState::Confirmed, 1));
    })
    .await;
}

#[tokio::test]
async fn patient_whom_no_email_told_that_staff_cancelled_the_visit_is_in_the_list_to_call() {
    on_both(async |url| {
        let clinic = open(&url, no_limits()).await;
        let now = || clinic.clock.now();
        let to_tell = async || {
            let list = clinic.to_tell().await;
            list.into_iter().map(|it| it.appointment.id).collect::<Vec<_>>()
        };
        let by = || ChangedBy::Staff(clinic.actor());
        let ada = person(1, Some("ada@example.com"));
        let id = clinic.book_from(HERE, "request", 0, on_day(1), &ada).await.expect("booked").appointment.id;
        clinic.confirm(&id).await.expect("confirmed");
        // Staff had called before: that was about a visit that takes place.
        clinic.mark_told(&id).await.expect("told");
        let cancelled = clinic.store.cancel_appointment(&id, Duration::ZERO, Some("Closed"), by(), clinic.context());
        cancelled.await.expect("cancelled");
        let lease = clinic.lease_after_wait().await.expect("an email");
        assert_eq!(to_tell().await, [], "the email is on its way");
        let outcome = DeliveryOutcome::Rejected { reason: "550 no such user".to_owned() };
        clinic.store.record_outcome(&lease, &outcome, now()).await.expect("stored");
        assert_eq!(to_tell().await, std::slice::from_ref(&id));
        clinic.mark_told(&id).await.expect("told");
        assert_eq!(to_tell().await, []);
    })
    .await;
}

/// One step of the model-based test.
#[derive(Debug, Clone)]
enum Step {
    Ask { phone: usize, network: usize, service: usize, day: usize, start: u16 },
    Confirm { which: usize },
    Refuse { which: usize },
    Cancel { which: usize },
    Move { which: usize, day: usize, start: u16 },
    Wait { hours: u64 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        10 => (0usize..6, 0usize..3, 0usize..2, 1usize..6, 0u16..12).prop_map(
            |(phone, network, service, day, start)| Step::Ask { phone, network, service, day, start }),
        2 => any::<usize>().prop_map(|which| Step::Confirm { which }),
        1 => any::<usize>().prop_map(|which| Step::Refuse { which }),
        1 => any::<usize>().prop_map(|which| Step::Cancel { which }),
        3 => (any::<usize>(), 1usize..6, 0u16..12).prop_map(|(which, day, start)| Step::Move { which, day, start }),
        1 => (1u64..30).prop_map(|hours| Step::Wait { hours }),
    ];
    proptest::collection::vec(step, 1..60)
}

async fn take(clinic: &ClinicStore, asked: &mut Vec<AppointmentId>, step: Step, number: usize) {
    let time = |day: usize, start: u16| SlotTime { minute: 480 + 15 * start, ..on_day(day) };
    let id = |which: usize| (!asked.is_empty()).then(|| asked[which % asked.len()].clone());
    let ignore = |changed: Result<_, ChangeAppointmentError>| {
        if let Err(ChangeAppointmentError::Store(error)) = changed {
            panic!("{error}")
        }
    };
    match step {
        Step::Ask { phone, network, service, day, start } => {
            let ada = person(phone, (phone % 2 == 0).then_some("ada@example.com"));
            let (address, request) = (format!("192.0.2.{network}"), format!("request {number}"));
            match clinic.book_from(&address, &request, service, time(day, start), &ada).await {
                Ok(booked) => asked.push(booked.appointment.id),
                Err(clinic_store::BookError::Taken) => {}
                // Staff have confirmed some of the visits, so that requests could hold a part of the rest.
                Err(clinic_store::BookError::DayFull) => {
                    let (all, asked) = (clinic.all_appointments().await, &clinic.settings.services[service]);
                    let is_counted = |it: &&Appointment| {
                        it.service == asked.slug
                            && SlotTime::of(it.starts_at).date == on_day(day).date
                            && !matches!(it.state, AppointmentState::Cancelled | AppointmentState::Waiting)
                    };
                    let visits = all.iter().filter(is_counted).count();
                    assert!(asked.daily_limit.is_some_and(|limit| visits >= limit as usize), "{visits} visits");
                }
                Err(error) => panic!("{error}"),
            }
        }
        Step::Wait { hours } => clinic.clock.advance(Duration::from_hours(hours)),
        Step::Confirm { which } => {
            if let Some(id) = id(which) {
                ignore(clinic.confirm(&id).await);
            }
        }
        Step::Refuse { which } => {
            if let Some(id) = id(which) {
                let by = ChangedBy::Staff(clinic.actor());
                ignore(clinic.store.cancel_appointment(&id, Duration::ZERO, Some("Full"), by, clinic.context()).await);
            }
        }
        Step::Cancel { which } => {
            if let Some(id) = id(which) {
                ignore(clinic.cancel(&id).await);
            }
        }
        Step::Move { which, day, start } => {
            if let Some(id) = id(which) {
                ignore(clinic.move_to(&id, time(day, start)).await);
            }
        }
    }
    clinic.expire().await;
}

/// Whatever happened: unacknowledged requests are within the limits, and what waits holds nothing.
async fn check(clinic: &ClinicStore) {
    clinic.assert_ticks_and_appointments_agree().await;
    let now = clinic.clock.now();
    let is_held = |it: &&Appointment| {
        it.unacknowledged
            && it.starts_at > now
            && matches!(it.state, AppointmentState::Requested | AppointmentState::Confirmed)
    };
    let all = clinic.all_appointments().await;
    let held: Vec<_> = all.iter().filter(is_held).collect();
    let count = |key: &dyn Fn(&Appointment) -> String| {
        let mut counts = BTreeMap::new();
        for appointment in &held {
            *counts.entry(key(appointment)).or_insert(0u32) += 1;
        }
        counts.into_values().max().unwrap_or_default()
    };
    assert!(count(&|it| it.phone_person.clone()) <= clinic.limits.held_per_phone);
    assert!(count(&|it| it.networks.concat()) <= clinic.limits.held_per_client);
    for day in 1..6 {
        let visits = held.iter().filter(|it| SlotTime::of(it.starts_at).date == on_day(day).date);
        check_day(clinic, on_day(day), &visits.copied().collect::<Vec<_>>());
    }
}

/// Now and at every later start of an exam on the day, the visits exclude at most half of the starts that are left, unless only
/// one of them is left as well.
fn check_day(clinic: &ClinicStore, day: SlotTime, visits: &[&Appointment]) {
    let exam = &clinic.settings.services[0];
    let nothing = Occupied::default();
    let starts = free_days(&clinic.settings, exam, day.date, 1, &nothing, clinic.clock.now()).remove(0).slots;
    for first in 0..starts.len() {
        let excluded_by = |visit: &&&Appointment| {
            let begins = SlotTime::of(visit.starts_at).minute;
            let is_excluded = |start: &&SlotTime| {
                start.minute < begins + visit.minutes + visit.buffer && begins < start.minute + exam.chair_minutes()
            };
            starts[first..].iter().filter(is_excluded).count()
        };
        let excluded: Vec<usize> = visits.iter().map(|visit| excluded_by(&visit)).filter(|count| *count > 0).collect();
        let all = starts.len() - first;
        let chairs = clinic.settings.chairs.len();
        assert!(
            excluded.len() <= 1 || excluded.iter().sum::<usize>() * 2 <= all * chairs,
            "{excluded:?} of {all} starts on {chairs} chairs from {}",
            starts[first]
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_any_order_of_events_the_limits_hold_and_every_request_ends() {
    on_both(async |url| {
        let limits = Limits { held_per_phone: 2, held_per_client: 4, ..no_limits() };
        let clinic = open(&url, Limits { held_percent_of_day: 50, held_percent_of_calendar: 10, ..limits }).await;
        let runtime = tokio::runtime::Handle::current();
        let cases = std::env::var("CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(12);
        let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
        tokio::task::block_in_place(|| {
            let result = runner.run(&steps(), |steps| {
                runtime.block_on(async {
                    clinic.clear().await;
                    clinic.clock.set("2026-03-02T08:05:00Z".parse().expect("a time"));
                    let mut asked = Vec::new();
                    for (number, step) in steps.into_iter().enumerate() {
                        take(&clinic, &mut asked, step, number).await;
                        check(&clinic).await;
                    }
                    clinic.clock.advance(Duration::from_hours(48));
                    let told: BTreeSet<_> =
                        clinic.expire().await.into_iter().map(|lease| lease.message.record_key()).collect();
                    let by_phone = clinic.to_tell().await;
                    for id in &asked {
                        let ended = clinic.store.appointment(id).await.expect("read").expect("an appointment");
                        let has_ended =
                            matches!(ended.state, AppointmentState::Confirmed | AppointmentState::Cancelled);
                        // A certain visit that its patient moved can be answered until shortly before it.
                        let can_be_answered = !ended.unacknowledged && ended.expires_at > Some(clinic.clock.now());
                        assert!(has_ended || can_be_answered, "{ended:?}");
                        let is_new = ended.expired_at == Some(clinic.clock.now());
                        let is_told = told.contains(id.as_str()) || by_phone.iter().any(|it| it.appointment.id == *id);
                        assert!(!is_new || is_told, "nobody tells this patient: {ended:?}");
                    }
                });
                Ok(())
            });
            result.unwrap_or_else(|failure| panic!("{failure}"));
        });
    })
    .await;
}
