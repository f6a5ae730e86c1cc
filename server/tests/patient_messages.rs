//! Emails to patients about their visits, on SQLite and on PostgreSQL: none is sent too late, and who is not reached by email is
//! in the list to call.

use std::sync::Arc;
use std::time::Duration;

use clinic::booking::{AppointmentId, AppointmentState, Reminder, SlotTime, Source};
use clinic::clock::Clock;
use clinic::mail::Message;
use clinic::mail::message::AppointmentNotice;
use clinic::outbox::{DeliveryStatus, Outbox};
use clinic::store::{ChangeAppointmentError, ChangedBy, DeskError, Lease, MailError, MailState};
use jiff::Timestamp;
use jiff::civil::date;

use crate::support::clinic_store::{ClinicStore, patient};
use crate::support::databases::on_both;
use crate::support::recording_transport::{RecordingTransport, busy, no_such_user};

struct MailingClinic {
    clinic: ClinicStore,
    transport: Arc<RecordingTransport>,
    outbox: Outbox,
}

impl MailingClinic {
    async fn open(url: &str) -> Self {
        let clinic = ClinicStore::open(url, 1).await;
        let transport = Arc::new(RecordingTransport::default());
        let outbox = Outbox::new(
            clinic.store.clone(),
            transport.clone(),
            clinic.clock.clone(),
            clinic.random.clone(),
            clinic.secrets.signing.clone(),
        );
        Self { clinic, transport, outbox }
    }

    /// A confirmed visit on Tuesday, 10 March, at 9:00 AM, whose first email was sent.
    async fn book(&self) -> AppointmentId {
        let booked =
            self.clinic.add(Source::Phone, 0, visit_time(), &patient("ada@example.com")).await.expect("booked");
        self.deliver(booked.lease.expect("an email")).await;
        booked.appointment.id
    }

    async fn deliver(&self, lease: Lease) -> DeliveryStatus {
        self.outbox.deliver_now(lease, Duration::from_mins(1)).await
    }

    /// Staff cancel the visit.
    async fn cancel(&self, id: &AppointmentId) -> (clinic::store::Appointment, Option<Lease>) {
        let by = ChangedBy::Staff(self.clinic.actor());
        let cancelled =
            self.clinic.store.cancel_appointment(id, Duration::ZERO, Some("Ill"), by, self.clinic.context());
        cancelled.await.expect("cancelled")
    }

    async fn queue_reminder(&self) -> Lease {
        let mut leases = self.clinic.store.queue_reminders(self.clinic.context()).await.expect("queued");
        assert_eq!(leases.len(), 1);
        leases.remove(0)
    }

    fn set_clock(&self, time: &str) {
        self.clinic.clock.set(time.parse::<Timestamp>().expect("a time"));
    }

    async fn state_of(&self, lease: &Lease) -> MailState {
        let entries = self.clinic.store.outbox_entries(None).await.expect("emails");
        entries.into_iter().find(|entry| entry.id == lease.id).expect("the email").state
    }

    async fn to_remind(&self) -> usize {
        self.clinic.to_tell().await.len()
    }

    fn sent(&self) -> Vec<AppointmentNotice> {
        let notice = |message: Message| match message {
            Message::Appointment(facts) => facts.notice,
            other => panic!("{other:?}"),
        };
        self.transport.recorded().into_iter().map(|it| notice(it.message)).collect()
    }
}

fn visit_time() -> SlotTime {
    SlotTime { date: date(2026, 3, 10), minute: 540 }
}

const TWO_DAYS: AppointmentNotice = AppointmentNotice::Reminder(Reminder::TwoDaysBefore);
const TOMORROW: AppointmentNotice = AppointmentNotice::Reminder(Reminder::DayBefore);
const TODAY: AppointmentNotice = AppointmentNotice::Reminder(Reminder::ThreeHoursBefore);

#[tokio::test]
async fn reminder_that_waited_for_the_mail_server_is_not_sent_too_late_and_the_patient_is_called() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        clinic.book().await;
        clinic.set_clock("2026-03-08T08:01:00Z");
        let lease = clinic.queue_reminder().await;
        clinic.transport.set_next_result(busy());
        assert_eq!(clinic.deliver(lease.clone()).await, DeliveryStatus::Queued);
        assert_eq!((clinic.state_of(&lease).await, clinic.to_remind().await), (MailState::Queued, 0));
        // The mail server answers again three hours before the visit.
        clinic.set_clock("2026-03-10T05:00:00Z");
        assert_eq!(clinic.outbox.deliver_next().await.expect("delivered"), Some(DeliveryStatus::Expired));
        assert_eq!(clinic.state_of(&lease).await, MailState::Expired);
        assert_eq!(clinic.sent(), [AppointmentNotice::Confirmed, TWO_DAYS], "one attempt, which the server deferred");
        assert_eq!(clinic.to_remind().await, 1, "staff call");
        // The second reminder reaches the patient after all.
        let second = clinic.queue_reminder().await;
        assert_eq!(clinic.deliver(second).await, DeliveryStatus::Sent);
        assert_eq!((clinic.sent().last(), clinic.to_remind().await), (Some(&TODAY), 0));
    })
    .await;
}

#[tokio::test]
async fn reminder_that_is_sent_a_day_late_says_tomorrow() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        clinic.book().await;
        clinic.set_clock("2026-03-08T08:01:00Z");
        let lease = clinic.queue_reminder().await;
        clinic.transport.set_next_result(busy());
        clinic.deliver(lease).await;
        clinic.set_clock("2026-03-09T05:00:00Z");
        assert_eq!(clinic.outbox.deliver_next().await.expect("delivered"), Some(DeliveryStatus::Sent));
        assert_eq!(clinic.sent().last(), Some(&TOMORROW));
    })
    .await;
}

#[tokio::test]
async fn nothing_is_sent_after_the_visit_has_begun() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        clinic.set_clock("2026-03-10T06:00:00Z");
        clinic.queue_reminder().await;
        clinic.set_clock("2026-03-10T08:00:00Z");
        assert_eq!(clinic.outbox.deliver_next().await.expect("delivered"), Some(DeliveryStatus::Expired));
        // Staff cancel the visit that nobody has marked.
        let later = SlotTime { date: date(2026, 3, 11), minute: 540 };
        let (_, moved) = clinic.clinic.move_at_desk(&id, later, None).await.expect("moved");
        assert!(moved.is_some(), "an email");
        clinic.set_clock("2026-03-11T08:00:00Z");
        assert_eq!(clinic.outbox.deliver_next().await.expect("delivered"), Some(DeliveryStatus::Expired));
        assert_eq!(clinic.sent(), [AppointmentNotice::Confirmed]);
    })
    .await;
}

#[tokio::test]
async fn arrived_done_missed_and_cancelled_stop_what_is_queued_and_it_cannot_be_retried() {
    on_both(async |url| {
        for state in [AppointmentState::Arrived, AppointmentState::Done, AppointmentState::Missed] {
            let clinic = MailingClinic::open(&url).await;
            clinic.clinic.clear().await;
            sqlx::query("DELETE FROM outbox").execute(&clinic.clinic.rows).await.expect("cleared");
            let id = clinic.book().await;
            clinic.set_clock("2026-03-08T08:01:00Z");
            let lease = clinic.queue_reminder().await;
            clinic.transport.set_next_result(busy());
            clinic.deliver(lease.clone()).await;
            clinic.clinic.change_state(&id, state).await.expect("changed");
            assert_eq!(clinic.state_of(&lease).await, MailState::Replaced, "{state:?}");
            clinic.clinic.clock.advance(Duration::from_hours(1));
            assert_eq!(clinic.outbox.deliver_next().await.expect("delivered"), None);
            for refused in [
                clinic.clinic.store.retry_message(&lease.id, clinic.clinic.actor()).await.map(|_| ()),
                clinic.clinic.store.discard_message(&lease.id, clinic.clinic.actor()).await,
            ] {
                assert!(matches!(refused, Err(DeskError::Refused(MailError::OutOfDate))), "{state:?}: {refused:?}");
            }
            // After a wrong press, the patient is reminded all the same.
            if state != AppointmentState::Done {
                clinic.clinic.confirm(&id).await.expect("undone");
                let again = clinic.queue_reminder().await;
                assert_eq!(clinic.deliver(again).await, DeliveryStatus::Sent);
            }
        }
    })
    .await;
}

#[tokio::test]
async fn replaced_email_is_not_shown_as_rejected_and_failed_one_is_not_retried_after_its_time() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        let later = SlotTime { date: date(2026, 3, 12), minute: 540 };
        clinic.transport.set_next_result(no_such_user());
        let (_, moved) = clinic.clinic.move_at_desk(&id, later, None).await.expect("moved");
        let moved = moved.expect("an email");
        assert_eq!(clinic.deliver(moved.clone()).await, DeliveryStatus::Rejected);
        assert_eq!(clinic.state_of(&moved).await, MailState::Rejected);
        let by = clinic::store::ChangedBy::Staff(clinic.clinic.actor());
        let cancelled =
            clinic.clinic.store.cancel_appointment(&id, Duration::ZERO, Some("Ill"), by, clinic.clinic.context()).await;
        let cancelled = cancelled.expect("cancelled").1.expect("an email");
        assert_eq!(clinic.state_of(&moved).await, MailState::Replaced, "a retry would tell something that is not true");
        clinic.transport.set_next_result(no_such_user());
        assert_eq!(clinic.deliver(cancelled.clone()).await, DeliveryStatus::Rejected);
        clinic.set_clock("2026-03-12T09:00:00Z");
        let refused = clinic.clinic.store.retry_message(&cancelled.id, clinic.clinic.actor()).await;
        assert!(matches!(refused, Err(DeskError::Refused(MailError::OutOfDate))), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn patient_is_called_when_a_reminder_is_rejected_or_was_never_queued() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        clinic.book().await;
        clinic.set_clock("2026-03-08T08:01:00Z");
        let lease = clinic.queue_reminder().await;
        clinic.transport.set_next_result(no_such_user());
        assert_eq!(clinic.deliver(lease.clone()).await, DeliveryStatus::Rejected);
        assert_eq!(clinic.to_remind().await, 1);
        let retried = clinic.clinic.store.retry_message(&lease.id, clinic.clinic.actor()).await.expect("retried");
        assert_eq!(clinic.to_remind().await, 0, "the outbox has it again");
        assert_eq!(clinic.deliver(retried.expect("a lease")).await, DeliveryStatus::Sent);

        // The site was not running for two days.
        clinic.clinic.clear().await;
        clinic.set_clock("2026-03-02T08:05:00Z");
        clinic.book().await;
        clinic.set_clock("2026-03-09T08:30:00Z");
        assert!(clinic.clinic.store.queue_reminders(clinic.clinic.context()).await.expect("queued").is_empty());
        assert_eq!(clinic.to_remind().await, 1);
    })
    .await;
}

#[tokio::test]
async fn another_chair_at_the_same_time_tells_nobody_and_resets_nothing() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        clinic.set_clock("2026-03-08T08:01:00Z");
        let lease = clinic.queue_reminder().await;
        clinic.deliver(lease).await;
        clinic.clinic.mark_told(&id).await.expect("stored");
        let before = clinic.clinic.store.appointment(&id).await.expect("read").expect("an appointment");
        let (after, lease) = clinic.clinic.move_at_desk(&id, visit_time(), Some(2)).await.expect("moved");
        assert!(lease.is_none() && after.chair == 2);
        let stored = clinic.clinic.store.appointment(&id).await.expect("read").expect("an appointment");
        assert_eq!(stored, clinic::store::Appointment { chair: 2, changed_at: clinic.clinic.clock.now(), ..before });
        assert!(clinic.clinic.store.queue_reminders(clinic.clinic.context()).await.expect("queued").is_empty());
        clinic.clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn patient_who_walks_in_gets_no_confirmation() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let ada = patient("ada@example.com");
        let walk_in = clinic.clinic.add(Source::WalkIn, 0, visit_time(), &ada).await.expect("added");
        assert!(walk_in.lease.is_none(), "{:?}", walk_in.lease);
        assert!(clinic.clinic.store.outbox_entries(None).await.expect("emails").is_empty());
    })
    .await;
}

#[tokio::test]
async fn undone_confirmation_and_cancellation_tell_only_patients_who_know_of_them() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let ada = patient("ada@example.com");
        let booked = clinic.clinic.book_with("request", 0, visit_time(), &ada).await.expect("booked");
        clinic.deliver(booked.lease.expect("an email")).await;
        let id = booked.appointment.id;
        // Not sent yet: nobody has to be told.
        let (_, lease) = clinic.clinic.confirm(&id).await.expect("confirmed");
        let lease = lease.expect("an email");
        let (undone, again) = clinic.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!((undone.state, again.is_none()), (AppointmentState::Requested, true));
        assert!(undone.expires_at.is_some(), "it waits for staff again");
        assert_eq!(clinic.state_of(&lease).await, MailState::Replaced);
        assert_eq!(clinic.to_remind().await, 0);
        // The patient has read that the visit is confirmed, and then that it is cancelled.
        let (_, lease) = clinic.clinic.confirm(&id).await.expect("confirmed");
        clinic.deliver(lease.expect("an email")).await;
        let (_, lease) = clinic.cancel(&id).await;
        clinic.deliver(lease.expect("an email")).await;
        assert!(clinic.clinic.ticks().await.is_empty(), "the time is free");
        let (undone, lease) = clinic.clinic.undo(&id, AppointmentState::Cancelled).await.expect("undone");
        assert_eq!((undone.state, &undone.cancel_reason), (AppointmentState::Confirmed, &None));
        assert_eq!(clinic.deliver(lease.expect("an email")).await, DeliveryStatus::Sent);
        assert_eq!(clinic.sent().last(), Some(&AppointmentNotice::Confirmed));
        clinic.clinic.assert_ticks_and_appointments_agree().await;
        let twice = clinic.clinic.undo(&id, AppointmentState::Confirmed).await;
        assert!(matches!(twice, Err(ChangeAppointmentError::CannotUndo)), "{twice:?}");
    })
    .await;
}

#[tokio::test]
async fn email_that_waits_is_not_sent_after_staff_have_told_the_patient() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let ada = patient("ada@example.com");
        let booked = clinic.clinic.book_with("request", 0, visit_time(), &ada).await.expect("booked");
        let (_, lease) = clinic.clinic.confirm(&booked.appointment.id).await.expect("confirmed");
        clinic.clinic.mark_told(&booked.appointment.id).await.expect("told");
        assert_eq!(clinic.state_of(&lease.expect("an email")).await, MailState::Replaced);
    })
    .await;
}

#[tokio::test]
async fn undone_cancellation_takes_another_chair_or_is_refused_when_all_are_taken() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        clinic.cancel(&id).await;
        let first = clinic.clinic.add(Source::Phone, 0, visit_time(), &patient("b@example.com")).await.expect("added");
        let (undone, _) = clinic.clinic.undo(&id, AppointmentState::Cancelled).await.expect("undone");
        assert_eq!((first.appointment.chair, undone.chair), (1, 2));
        clinic.cancel(&id).await;
        clinic.clinic.add(Source::Phone, 0, visit_time(), &patient("c@example.com")).await.expect("added");
        let refused = clinic.clinic.undo(&id, AppointmentState::Cancelled).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::Taken)), "{refused:?}");
        clinic.clinic.assert_ticks_and_appointments_agree().await;
        clinic.clinic.clock.advance(Duration::from_hours(24));
        let late = clinic.clinic.undo(&id, AppointmentState::Cancelled).await;
        assert!(matches!(late, Err(ChangeAppointmentError::CannotUndo)), "{late:?}");
        let changed = clinic.clinic.undo(&id, AppointmentState::Confirmed).await;
        assert!(matches!(changed, Err(ChangeAppointmentError::ChangedMeanwhile)), "{changed:?}");
    })
    .await;
}
