//! Appointments in the store, on SQLite and on PostgreSQL: no two of them share a chair at the same time, whatever is booked,
//! moved, cancelled and blocked in whatever order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentId, Chair, Settings, SlotTime, Source, ticks};
use clinic_rules::person::{ClientKey, PersonKey};
use clinic_rules::rate_limit::{Limits, TooMany};
use clinic_runtime::clock::Clock;
use clinic_store::{
    BlockError, BookError, ChangeAppointmentError, ChangedBy, DeliveryOutcome, DeskError, Lease, NewBlock, NewRecall,
    PeopleChoice, StoredUnder,
};
use jiff::civil::date;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::support::databases::on_both;
use crate::support::test_clinic::{ClinicStore, patient, quarter, slot};

fn notice(lease: Option<Lease>) -> AppointmentNotice {
    match lease.expect("an email").message {
        Message::Appointment(facts) => facts.notice,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_chair_is_taken_once_and_the_buffer_belongs_to_the_visit() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        assert_eq!(clinic.book(0, slot("08:00")).await.expect("booked").appointment.chair, 1);
        assert_eq!(clinic.book(0, slot("08:00")).await.expect("booked").appointment.chair, 2);
        assert!(matches!(clinic.book(0, slot("08:00")).await, Err(BookError::Taken)));
        assert!(matches!(clinic.book(0, slot("08:45")).await, Err(BookError::Taken)), "the buffer");
        assert!(clinic.book(0, slot("09:00")).await.is_ok());
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn same_request_is_the_same_appointment() {
    on_both(async |url| {
        let clinic = Arc::new(ClinicStore::open(&url, 1).await);
        let ada = patient("ada@example.com");
        let first = clinic.book_with("r1", 0, slot("08:00"), &ada).await.expect("booked");
        let again = clinic.book_with("r1", 0, slot("08:00"), &ada).await.expect("booked");
        assert!(first.is_new && !again.is_new && again.lease.is_none());
        assert_eq!(first.appointment, again.appointment);
        let tasks: Vec<_> = (0..10)
            .map(|_| {
                let clinic = Arc::clone(&clinic);
                tokio::spawn(async move {
                    let stored = clinic.book_with("r2", 0, slot("09:00"), &patient("ada@example.com")).await;
                    stored.expect("booked").appointment.id.to_string()
                })
            })
            .collect();
        let mut ids = BTreeSet::new();
        for task in tasks {
            ids.insert(task.await.expect("no panic"));
        }
        assert_eq!(ids.len(), 1, "sent ten times at the same time");
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn concurrent_clients_never_share_a_tick_nor_exceed_the_daily_limit() {
    on_both(async |url| {
        let first = Arc::new(ClinicStore::open(&url, 1).await);
        let second = Arc::new(ClinicStore::open(&url, 2).await);
        let tasks: Vec<_> = (0..120u16)
            .map(|number| {
                let clinic = Arc::clone(if number % 2 == 0 { &first } else { &second });
                tokio::spawn(async move {
                    // Frames are also asked for at times that nothing else wants, so that only their limit stops them.
                    let (service, slot) = if number % 3 == 0 { (1, number % 30) } else { (0, number % 5) };
                    clinic.book(service, quarter(3, slot)).await.is_ok()
                })
            })
            .collect();
        let mut booked = 0;
        for task in tasks {
            booked += usize::from(task.await.expect("no panic"));
        }
        let appointments = first.all_appointments().await;
        assert_eq!(appointments.len(), booked, "every acknowledged appointment is stored");
        let frames = appointments.iter().filter(|it| it.service == "frames").count();
        assert_eq!(frames, 3, "as many as the service's limit allows");
        first.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn day_that_is_full_is_not_called_a_time_that_has_just_been_taken() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        for number in [0, 2, 4] {
            clinic.book(1, quarter(3, number)).await.expect("booked");
        }
        let full = clinic.book(1, quarter(3, 8)).await.expect_err("as many as the service's limit allows");
        assert_eq!(
            full.to_string(),
            "No more visits of this kind can be booked on this day. Please choose a time on another day."
        );
        // Both chairs were taken long ago.
        for _ in 0..2 {
            clinic.book(0, quarter(4, 0)).await.expect("booked");
        }
        clinic.clock.advance(Duration::from_hours(5));
        let taken = clinic.book(0, quarter(4, 0)).await.expect_err("no chair is free");
        assert_eq!(taken.to_string(), "This time is taken. Please choose another time.");
    })
    .await;
}

#[tokio::test]
async fn staff_may_exceed_the_daily_limit_of_a_service() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let frames = 1;
        for number in [0, 2, 4, 6] {
            let added = clinic.add(Source::Phone, frames, quarter(3, number), &patient("ada@example.com")).await;
            assert!(added.is_ok(), "the limit is three: {added:?}");
        }
        assert!(matches!(clinic.book(frames, quarter(3, 8)).await, Err(BookError::DayFull)), "patients may not");
    })
    .await;
}

#[tokio::test]
async fn visits_whose_chair_is_gone_are_counted_until_staff_give_them_another_one() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let first = clinic.book(0, slot("08:00")).await.expect("booked").appointment;
        let second = clinic.book(0, slot("08:00")).await.expect("booked").appointment;
        let count = async |clinic: &ClinicStore| {
            clinic.store.waiting_counts(&clinic.settings, clinic.clock.now()).await.expect("counted").closed
        };
        let has_free_chair =
            async |clinic: &ClinicStore| clinic.store.has_free_chair(&second, &clinic.settings).await.expect("read");
        assert_eq!((second.chair, count(&clinic).await), (2, 0));

        clinic.settings.chairs = Chair::numbered(1);
        assert!(second.is_without_chair(&clinic.settings) && !first.is_without_chair(&clinic.settings));
        assert!(!second.is_at_closed_time(&clinic.settings), "nobody is told that the clinic is closed");
        assert_eq!((count(&clinic).await, has_free_chair(&clinic).await), (1, false));
        let refused = clinic.move_at_desk(&second.id, slot("08:00"), None).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::Taken)), "{refused:?}");
        let (kept, _) = clinic.move_to(&second.id, slot("08:00")).await.expect("the same time");
        assert_eq!(kept.chair, 2, "patients know nothing of chairs");

        clinic.cancel(&first.id).await.expect("cancelled");
        assert!(has_free_chair(&clinic).await);
        let (moved, email) = clinic.move_at_desk(&second.id, slot("08:00"), None).await.expect("moved");
        assert_eq!((moved.chair, moved.sequence, moved.untold), (1, second.sequence, second.untold));
        assert!(email.is_none(), "the patient's time is the same");
        assert_eq!(count(&clinic).await, 0);
        clinic.assert_ticks_and_appointments_agree().await;

        let off = Settings::when_off_with(Vec::new());
        assert!(!second.is_without_chair(&off), "nothing says how many chairs there are");
    })
    .await;
}

#[tokio::test]
async fn visit_whose_chair_is_gone_is_reminded_of_as_usual() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let time = SlotTime { date: date(2026, 3, 10), minute: 540 };
        for _ in 0..2 {
            clinic.add(Source::Phone, 0, time, &patient("ada@example.com")).await.expect("added");
        }
        clinic.settings.chairs = Chair::numbered(1);
        clinic.clock.set(time.timestamp().expect("a time") - Duration::from_hours(47));
        let reminders = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
        assert_eq!(reminders.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn concurrent_moves_and_cancels_keep_ticks_and_appointments_in_agreement() {
    on_both(async |url| {
        let clinic = Arc::new(ClinicStore::open(&url, 1).await);
        let mut ids = Vec::new();
        for number in 0..8u16 {
            ids.push(
                clinic
                    .book(0, quarter(if number % 2 == 0 { 3 } else { 4 }, number / 2 * 4))
                    .await
                    .expect("booked")
                    .appointment
                    .id,
            );
        }
        let tasks: Vec<_> = (0..80u16)
            .map(|number| {
                let (clinic, id) = (Arc::clone(&clinic), ids[usize::from(number % 8)].clone());
                tokio::spawn(async move {
                    let changed = match number {
                        number if number % 17 == 0 => clinic.cancel(&id).await,
                        number => clinic.move_to(&id, quarter([3, 4, 5][usize::from(number % 3)], number % 13)).await,
                    };
                    if let Err(ChangeAppointmentError::Store(error)) = changed {
                        panic!("{error}");
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("no panic");
        }
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn moving_may_overlap_the_old_time_and_frees_it() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let id = clinic.book(0, slot("08:00")).await.expect("booked").appointment.id;
        let (moved, lease) = clinic.move_to(&id, slot("08:15")).await.expect("moved");
        assert_eq!((moved.chair, moved.sequence), (1, 1));
        assert_eq!(notice(lease), AppointmentNotice::Moved);
        clinic.assert_ticks_and_appointments_agree().await;
        let (same, lease) = clinic.move_to(&id, slot("08:15")).await.expect("unchanged");
        assert!(same.sequence == 1 && lease.is_none(), "the same time again changes nothing");

        for _ in 0..2 {
            clinic.book(0, slot("09:30")).await.expect("booked");
        }
        let refused = clinic.move_to(&id, slot("10:00")).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::Taken)));
        clinic.assert_ticks_and_appointments_agree().await;
        let kept = clinic.store.appointment(&id).await.expect("read").expect("an appointment");
        assert_eq!(SlotTime::of(kept.starts_at), slot("08:15"), "it keeps its time");
    })
    .await;
}

#[tokio::test]
async fn patients_can_change_an_appointment_until_the_notice_and_staff_afterwards() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let id = clinic.book(0, slot("08:00")).await.expect("booked").appointment.id;
        // The visit is at 7:00 UTC on the next day.
        clinic.clock.advance(Duration::from_hours(20));
        let too_late = clinic.cancel(&id).await;
        assert!(matches!(too_late, Err(ChangeAppointmentError::State(_))), "{too_late:?}");
        assert!(matches!(clinic.move_to(&id, quarter(4, 0)).await, Err(ChangeAppointmentError::State(_))));
        let by = ChangedBy::Staff(clinic.actor());
        let (reason, no_notice) = (Some("The machine is broken."), Duration::ZERO);
        let cancelled = clinic.store.cancel_appointment(&id, no_notice, reason, by, clinic.context());
        let (cancelled, now) = cancelled.await.expect("cancelled");
        assert!(now.is_none(), "it waits for an undo");
        assert_eq!(cancelled.cancel_reason.as_deref(), Some("The machine is broken."));
        assert_eq!(notice(clinic.lease_after_wait().await), AppointmentNotice::Cancelled);
        assert!(clinic.ticks().await.is_empty());
        let (again, lease) = clinic.cancel(&id).await.expect("cancelled already");
        assert!(again.sequence == cancelled.sequence && lease.is_none());
        assert!(matches!(clinic.confirm(&id).await, Err(ChangeAppointmentError::State(_))));
        let audit = clinic.store.audit(None, 10).await.expect("audit");
        assert_eq!((audit[0].action.as_str(), &audit[0].subject), ("cancel appointment", &cancelled.reference));
    })
    .await;
}

#[tokio::test]
async fn time_in_the_past_or_outside_the_hours_is_refused_for_a_move() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let id = clinic.book(0, slot("08:00")).await.expect("booked").appointment.id;
        for impossible in [quarter(1, 0), quarter(3, 20), SlotTime { date: date(2026, 9, 3), minute: 480 }] {
            let refused = clinic.move_to(&id, impossible).await;
            assert!(matches!(refused, Err(ChangeAppointmentError::Time(_))), "{impossible}: {refused:?}");
        }
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn blocked_time_cannot_be_booked_and_does_not_cover_an_appointment() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let block = |chairs: &'static [u16], from: &str, until: &str| NewBlock {
            chairs,
            starts_at: slot(from).timestamp().expect("a time"),
            ends_at: slot(until).timestamp().expect("a time"),
            reason: "Cleaning",
        };
        clinic.store.block_time(block(&[1, 2], "08:00", "09:00"), clinic.actor()).await.expect("blocked");
        assert!(matches!(clinic.book(0, slot("08:45")).await, Err(BookError::Taken)));
        clinic.book(0, slot("09:00")).await.expect("booked");
        let refused = clinic.store.block_time(block(&[2, 1], "09:30", "10:30"), clinic.actor()).await;
        assert!(matches!(refused, Err(DeskError::Refused(BlockError::Taken))));
        let (from, until) = (slot("00:00").timestamp().expect("a time"), slot("23:00").timestamp().expect("a time"));
        let blocked = clinic.store.blocked_times(from, until).await.expect("listed");
        assert_eq!(blocked.len(), 2, "nothing of the refused one is left");
        for time in blocked {
            clinic.store.unblock_time(&time.id, clinic.actor()).await.expect("removed");
        }
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn failed_requests_are_limited_per_network_and_changes_per_appointment() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let limits = Limits { bookings_per_client_hour: 2, changes_per_appointment_hour: 2, ..Limits::default() };
        let request = async |address: [u8; 4]| {
            let client = ClientKey::new(address.into(), &clinic.secrets.people);
            clinic.store.count_failed_booking(&client, &limits, clinic.clock.now()).await
        };
        for (address, is_allowed) in
            [([192, 0, 2, 1], true), ([192, 0, 2, 1], true), ([192, 0, 2, 1], false), ([192, 0, 2, 2], true)]
        {
            let result = request(address).await;
            assert_eq!(result.is_ok(), is_allowed, "{address:?}");
            if let Err(error) = result {
                assert!(matches!(error, BookError::TooMany(TooMany::FailedBookings { .. })), "{error}");
            }
        }
        let (one, other) = (AppointmentId::new([1; 16]), AppointmentId::new([2; 16]));
        let change = async |id| clinic.store.count_appointment_change(id, &limits, clinic.clock.now()).await.is_ok();
        assert_eq!([change(&one).await, change(&one).await, change(&one).await], [true, true, false]);
        assert!(change(&other).await, "another appointment is not concerned");
    })
    .await;
}

#[tokio::test]
async fn reminders_are_queued_once_and_not_for_cancelled_or_unconfirmed_visits() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let mut ids = Vec::new();
        for time in ["08:00", "09:00", "10:00"] {
            ids.push(
                clinic
                    .book(0, SlotTime::parse("2026-03-09", time).expect("a time"))
                    .await
                    .expect("booked")
                    .appointment
                    .id,
            );
        }
        clinic.confirm(&ids[0]).await.expect("confirmed");
        clinic.confirm(&ids[1]).await.expect("confirmed");
        clinic.cancel(&ids[1]).await.expect("cancelled");
        assert!(clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued").is_empty());
        // From Monday, 8:05 UTC, to Saturday.
        clinic.clock.advance(Duration::from_hours(5 * 24));
        let mut leases = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
        assert_eq!(leases.len(), 1);
        let lease = leases.pop().expect("an email");
        assert!(matches!(notice(Some(lease.clone())), AppointmentNotice::Reminder(_)));
        assert!(
            clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued").is_empty(),
            "only once"
        );
        let sent = clinic.store.record_outcome(&lease, &DeliveryOutcome::Sent, clinic.clock.now()).await;
        assert!(sent.expect("stored"));
        clinic.clock.advance(Duration::from_hours(45));
        assert_eq!(
            clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued").len(),
            1,
            "three hours before"
        );
    })
    .await;
}

#[tokio::test]
async fn patient_whose_address_is_rejected_is_reminded_by_phone() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let ada = patient("ada@example.com");
        let stored = clinic.add(Source::Phone, 0, slot("08:00"), &ada).await.expect("added");
        let to_remind = async || clinic.to_tell().await.len();
        assert_eq!(to_remind().await, 0);
        let rejected = DeliveryOutcome::Rejected { reason: "550 no such user".to_owned() };
        let lease = stored.lease.expect("an email");
        assert!(clinic.store.record_outcome(&lease, &rejected, clinic.clock.now()).await.expect("stored"));
        assert_eq!(to_remind().await, 1);
        let waiting = clinic.store.waiting_counts(&clinic.settings, clinic.clock.now()).await.expect("counted");
        assert_eq!((waiting.requests, waiting.to_tell, waiting.recalls), (0, 1, 0));
        clinic.mark_told(&stored.appointment.id).await.expect("stored");
        assert_eq!(to_remind().await, 0);
    })
    .await;
}

#[tokio::test]
async fn person_is_found_exported_and_erased_by_phone_number_and_by_email_address() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let ada = patient("ada@example.com");
        let by_phone = clinic.phone_person(&ada);
        let by_email = PersonKey::new(&ada.email.as_ref().expect("an address").canonical(), &clinic.secrets.people);
        for person in [by_phone, by_email] {
            let visit = clinic.book(0, slot("08:00")).await.expect("booked").appointment.id;
            let new = NewRecall { visit: &visit, due: date(2026, 4, 1), reason: "check" };
            clinic.store.add_recall(new, clinic.actor()).await.expect("added");
            let export = async || {
                let under = StoredUnder::Contact(&person);
                clinic.store.export_people(under, &PeopleChoice::All, clinic.actor()).await.expect("exported")
            };
            let exported = export().await;
            assert_eq!(exported["appointments"][0]["name"], "Ada Obi");
            assert_eq!(exported["recalls"][0]["reason"], "check");
            let erased = clinic
                .store
                .erase_people(StoredUnder::Contact(&person), &PeopleChoice::All, clinic.actor())
                .await
                .expect("erased");
            assert_eq!(erased.message_ids.len(), 1, "the email about the appointment");
            assert!(export().await.is_empty());
            assert!(clinic.ticks().await.is_empty() && clinic.all_appointments().await.is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn appointment_is_purged_90_days_after_the_visit_with_its_ticks_and_emails_and_so_is_blocked_time() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        clinic.book(0, slot("08:00")).await.expect("booked");
        let (starts_at, ends_at) =
            (slot("06:00").timestamp().expect("a time"), slot("07:00").timestamp().expect("a time"));
        let block = NewBlock { chairs: &[1], starts_at, ends_at, reason: "Cleaning" };
        clinic.store.block_time(block, clinic.actor()).await.expect("blocked");
        clinic.clock.advance(Duration::from_hours(24 * 90));
        assert_eq!(clinic.store.purge(clinic.clock.now()).await.expect("purged").records("appointments"), 0);
        clinic.clock.advance(Duration::from_hours(24));
        let purged = clinic.store.purge(clinic.clock.now()).await.expect("purged");
        assert_eq!((purged.records("appointments"), purged.messages), (1, 1));
        assert!(clinic.ticks().await.is_empty());
    })
    .await;
}

/// One step of the model-based test. Times are quarters of an hour after 8:00 on two days.
#[derive(Debug, Clone)]
enum Step {
    Book { service: usize, day: i8, quarter: u16 },
    Move { which: usize, day: i8, quarter: u16 },
    Cancel { which: usize },
    Block { day: i8, quarter: u16, chair: u16 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let time = (3i8..5, 0u16..16);
    let step = prop_oneof![
        4 => (0usize..2, time.clone()).prop_map(|(service, (day, quarter))| Step::Book { service, day, quarter }),
        4 => (any::<usize>(), time.clone()).prop_map(|(which, (day, quarter))| Step::Move { which, day, quarter }),
        2 => any::<usize>().prop_map(|which| Step::Cancel { which }),
        1 => (time, 1u16..3).prop_map(|((day, quarter), chair)| Step::Block { day, quarter, chair }),
    ];
    proptest::collection::vec(step, 1..30)
}

/// The simple form of the same rules: a map from chair and tick to what holds it.
#[derive(Default)]
struct Model {
    held: BTreeMap<(i64, i64), String>,
    visits: Vec<Visit>,
}

#[derive(Clone)]
struct Visit {
    id: AppointmentId,
    service: usize,
    chair: u16,
    slot: SlotTime,
    is_cancelled: bool,
}

impl Model {
    fn range(settings: &Settings, service: usize, slot: SlotTime) -> Vec<i64> {
        ticks(slot.timestamp().expect("a time"), settings.services[service].chair_minutes()).collect()
    }

    /// The chair that a visit gets: its own one if possible, otherwise the first free one.
    fn free_chair(&self, range: &[i64], own: Option<&Visit>) -> Option<u16> {
        let is_free = |chair: u16| {
            range.iter().all(|tick| match self.held.get(&(i64::from(chair), *tick)) {
                None => true,
                Some(holder) => own.is_some_and(|visit| visit.chair == chair && holder == visit.id.as_str()),
            })
        };
        own.map(|visit| visit.chair).into_iter().chain(1..=2).find(|chair| is_free(*chair))
    }

    fn hold(&mut self, chair: u16, range: &[i64], holder: &str) {
        self.held.retain(|_, held_by| held_by != holder);
        self.held.extend(range.iter().map(|tick| ((i64::from(chair), *tick), holder.to_owned())));
    }

    fn is_offered(settings: &Settings, service: usize, slot: SlotTime) -> bool {
        slot.minute + settings.services[service].minutes <= 720
    }

    fn is_full(&self, settings: &Settings, service: usize, slot: SlotTime) -> bool {
        let same = |it: &&Visit| !it.is_cancelled && it.service == service && it.slot.date == slot.date;
        settings.services[service]
            .daily_limit
            .is_some_and(|limit| self.visits.iter().filter(same).count() >= limit as usize)
    }
}

async fn run_step(clinic: &ClinicStore, model: &mut Model, step: &Step) {
    let settings = &clinic.settings;
    match *step {
        Step::Book { service, day, quarter: number } => {
            let slot = quarter(day, number);
            let range = Model::range(settings, service, slot);
            let expected = model.free_chair(&range, None).filter(|_| !model.is_full(settings, service, slot));
            match (clinic.book(service, slot).await, expected) {
                (Ok(stored), Some(chair)) => {
                    assert_eq!(stored.appointment.chair, chair);
                    let id = stored.appointment.id;
                    model.hold(chair, &range, id.as_str());
                    model.visits.push(Visit { id, service, chair, slot, is_cancelled: false });
                }
                (Err(BookError::DayFull), None) => assert!(model.is_full(settings, service, slot), "{step:?}"),
                (Err(BookError::Taken), None) => {}
                (result, expected) => panic!("{step:?}: {result:?}, expected {expected:?}"),
            }
        }
        Step::Move { which, day, quarter: number } => {
            let count = model.visits.len();
            let Some(visit) = model.visits.get(which % count.max(1)).cloned() else { return };
            let slot = quarter(day, number);
            let range = Model::range(settings, visit.service, slot);
            let is_other_day = slot.date != visit.slot.date;
            let result = clinic.move_to(&visit.id, slot).await;
            if visit.is_cancelled {
                assert!(matches!(result, Err(ChangeAppointmentError::State(_))), "{step:?}: {result:?}");
            } else if slot == visit.slot {
                assert!(result.is_ok(), "{step:?}: {result:?}");
            } else if !Model::is_offered(settings, visit.service, slot) {
                assert!(matches!(result, Err(ChangeAppointmentError::Time(_))), "{step:?}: {result:?}");
            } else if is_other_day && model.is_full(settings, visit.service, slot) {
                assert!(matches!(result, Err(ChangeAppointmentError::CannotHold)), "{step:?}: {result:?}");
            } else {
                match (result, model.free_chair(&range, Some(&visit))) {
                    (Ok((moved, _)), Some(chair)) => {
                        assert_eq!(moved.chair, chair, "{step:?}");
                        model.hold(chair, &range, visit.id.as_str());
                        model.visits[which % count] = Visit { chair, slot, ..visit };
                    }
                    (Err(ChangeAppointmentError::Taken), None) => {}
                    (result, expected) => panic!("{step:?}: {result:?}, expected {expected:?}"),
                }
            }
        }
        Step::Cancel { which } => {
            let count = model.visits.len();
            let Some(visit) = model.visits.get_mut(which % count.max(1)) else { return };
            visit.is_cancelled = true;
            let id = visit.id.clone();
            model.held.retain(|_, held_by| held_by != id.as_str());
            clinic.cancel(&id).await.expect("cancelled");
        }
        Step::Block { day, quarter: number, chair } => {
            let (from, until) = (quarter(day, number), quarter(day, number + 2));
            let (starts_at, ends_at) = (from.timestamp().expect("a time"), until.timestamp().expect("a time"));
            let range: Vec<i64> = ticks(starts_at, 30).collect();
            let is_free = range.iter().all(|tick| !model.held.contains_key(&(i64::from(chair), *tick)));
            let block = NewBlock { chairs: &[chair], starts_at, ends_at, reason: "Cleaning" };
            let result = clinic.store.block_time(block, clinic.actor()).await;
            assert_eq!(result.is_ok(), is_free, "{step:?}: {result:?}");
            if is_free {
                let id = clinic.ticks().await.remove(&(i64::from(chair), range[0])).expect("a blocked tick");
                model.hold(chair, &range, &id);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn any_order_of_bookings_moves_cancels_and_blocks_agrees_with_a_simple_model() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let runtime = tokio::runtime::Handle::current();
        let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
        tokio::task::block_in_place(|| {
            let result = runner.run(&steps(), |steps| {
                runtime.block_on(async {
                    clinic.clear().await;
                    let mut model = Model::default();
                    for step in &steps {
                        run_step(&clinic, &mut model, step).await;
                        assert_eq!(clinic.ticks().await, model.held, "after {step:?}");
                    }
                });
                Ok(())
            });
            result.unwrap_or_else(|failure| panic!("{failure}"));
        });
    })
    .await;
}
