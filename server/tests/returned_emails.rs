//! Emails that came back to the clinic's mailbox, on SQLite and on PostgreSQL: what the patient is told by phone, and that nothing more is
//! sent to the address.

use clinic_http::outbox::DeliveryStatus;
use clinic_rules::booking::{AppointmentId, AppointmentState, Patient, SlotTime, Source, ToTell};
use clinic_store::{ChangeAppointmentError, Lease, MailState};
use jiff::Timestamp;
use jiff::civil::date;

use crate::patient_messages::MailingClinic;
use crate::support::START_TIME;
use crate::support::databases::on_both;
use crate::support::recording_transport::{busy, no_such_user};
use crate::support::test_clinic::patient;

/// The visit at 9:00 AM of a day.
fn on_day(day: i8) -> Option<Timestamp> {
    SlotTime { date: date(2026, 3, day), minute: 540 }.timestamp()
}

impl MailingClinic {
    async fn listed(&self) -> Vec<ToTell> {
        self.clinic.to_tell().await.into_iter().map(|it| it.what).collect()
    }

    async fn came_back(&self, id: &AppointmentId) -> Result<(), ChangeAppointmentError> {
        self.clinic.store.appointment_email_came_back(id, None, self.clinic.actor()).await
    }

    async fn new_link(&self, id: &AppointmentId) -> Option<Lease> {
        let sent = self.clinic.store.send_new_link(id, self.clinic.actor(), self.clinic.context());
        sent.await.expect("a link").1
    }

    /// A visit whose move by staff to 12 March was emailed.
    async fn book_moved(&self) -> AppointmentId {
        self.clinic.clear().await;
        let id = self.book().await;
        self.move_to_day(&id, 12).await;
        assert_eq!(self.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        id
    }
}

#[tokio::test]
async fn patient_whose_email_came_back_is_told_and_reminded_by_staff() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let clinic = &mailing.clinic;
        let id = mailing.book().await;
        let listed = async || clinic.to_tell().await.into_iter().map(|it| it.what).collect::<Vec<_>>();
        let came_back =
            async |id: &AppointmentId| clinic.store.appointment_email_came_back(id, None, clinic.actor()).await;
        mailing.move_to_day(&id, 12).await;
        assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        assert_eq!((listed().await, mailing.read(&id).await.known_starts_at), (vec![], None));

        came_back(&id).await.expect("stored");
        came_back(&id).await.expect("the same again");
        assert_eq!((listed().await, mailing.read(&id).await.known_starts_at), (vec![ToTell::Moved], on_day(10)));
        clinic.mark_told(&id).await.expect("told");
        assert_eq!(listed().await, []);

        let sent = mailing.sent().len();
        mailing.set_clock("2026-03-10T08:01:00Z");
        assert!(clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued").is_empty());
        assert_eq!(listed().await, [ToTell::Reminder], "staff remind the patient");
        mailing.cancel(&id).await;
        assert_eq!(mailing.deliver_after_wait().await, None);
        assert_eq!((listed().await, mailing.sent().len()), (vec![ToTell::Cancelled], sent), "nothing is sent there");

        let bola = Patient { email: None, ..patient("bola@example.com") };
        let other = clinic.add(Source::Phone, 0, SlotTime { date: date(2026, 3, 17), minute: 540 }, &bola).await;
        let refused = came_back(&other.expect("added").appointment.id).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::NothingSent)), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn what_a_patient_was_told_by_phone_since_is_not_told_again_when_the_email_comes_back() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let clinic = &mailing.clinic;
        let id = mailing.book().await;
        mailing.move_to_day(&id, 12).await;
        mailing.deliver_after_wait().await.expect("an email");
        // Another press that nobody was told by email, and a call that said where the visit is now.
        mailing.move_to_day(&id, 13).await;
        clinic.mark_told(&id).await.expect("told");
        clinic.store.appointment_email_came_back(&id, None, clinic.actor()).await.expect("stored");
        assert_eq!(clinic.to_tell().await, []);

        // A reminder says when the visit is.
        mailing.set_clock(START_TIME);
        let id = mailing.book_moved().await;
        mailing.set_clock("2026-03-11T10:00:00Z");
        clinic.mark_told(&id).await.expect("reminded");
        mailing.came_back(&id).await.expect("stored");
        assert_eq!(clinic.to_tell().await, []);
    })
    .await;
}

#[tokio::test]
async fn report_that_an_email_came_back_is_in_the_audit_log_without_the_address() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let id = mailing.book_moved().await;
        mailing.came_back(&id).await.expect("stored");
        let log = mailing.clinic.store.audit(None, 1).await.expect("audit");
        assert_eq!((log[0].action.as_str(), &log[0].subject), ("email came back", &mailing.read(&id).await.reference));
    })
    .await;
}

#[tokio::test]
async fn address_that_works_again_leaves_in_the_list_what_is_to_tell() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let id = mailing.book_moved().await;
        mailing.came_back(&id).await.expect("stored");
        assert_eq!(mailing.clinic.correct_address(&id, "ada@example.com").await, None, "saved as it is");
        assert!(!mailing.read(&id).await.email_returned);
        assert_eq!(mailing.listed().await, [ToTell::Moved]);
        mailing.clinic.mark_told(&id).await.expect("told");
        assert_eq!(mailing.listed().await, []);
    })
    .await;
}

#[tokio::test]
async fn new_link_neither_reminds_a_patient_nor_shows_that_an_address_works_from_which_an_email_came_back() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        mailing.set_clock("2026-03-08T08:01:00Z");
        mailing.transport.set_next_result(no_such_user());
        assert_eq!(mailing.deliver(mailing.queue_reminder().await).await, DeliveryStatus::Rejected);
        assert_eq!(mailing.listed().await, [ToTell::Reminder]);
        let link = mailing.new_link(&id).await.expect("an email");
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(link.clone()).await, DeliveryStatus::Queued);
        let retried = mailing.clinic.store.retry_message(&link.id, mailing.clinic.actor()).await.expect("retried");
        assert_eq!(mailing.listed().await, [ToTell::Reminder], "a link that is tried again");
        assert_eq!(mailing.deliver(retried.expect("an email")).await, DeliveryStatus::Sent);
        assert_eq!(mailing.listed().await, [ToTell::Reminder]);

        mailing.set_clock(START_TIME);
        let id = mailing.book_moved().await;
        let link = mailing.new_link(&id).await.expect("an email");
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(link.clone()).await, DeliveryStatus::Queued);
        mailing.came_back(&id).await.expect("stored");
        assert_eq!(mailing.state_of(&link).await, MailState::Replaced);
        assert!(mailing.clinic.store.retry_message(&link.id, mailing.clinic.actor()).await.is_err());
        // A link that an instance of the release before has queued.
        let queued = "UPDATE outbox SET state = 'queued', lease_until = 0 WHERE id = $1";
        sqlx::query(queued).bind(&link.id).execute(&mailing.clinic.rows).await.expect("queued");
        mailing.clinic.store.retry_message(&link.id, mailing.clinic.actor()).await.expect("retried");
        let visit = mailing.read(&id).await;
        assert!(visit.email_failed && visit.email_returned);
        // Nor does another email.
        let queued = "UPDATE outbox SET state = 'failed', lease_until = 0 WHERE payload LIKE '%\"notice\":\"moved\"%' RETURNING id";
        let moved: String = sqlx::query_scalar(queued).fetch_one(&mailing.clinic.rows).await.expect("queued");
        mailing.clinic.store.retry_message(&moved, mailing.clinic.actor()).await.expect("retried");
        assert!(mailing.read(&id).await.email_failed);
    })
    .await;
}

#[tokio::test]
async fn what_an_email_of_an_older_release_said_is_told_when_it_comes_back() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        for what in [ToTell::Moved, ToTell::Cancelled] {
            mailing.set_clock(START_TIME);
            let id = mailing.book_moved().await;
            if what == ToTell::Cancelled {
                mailing.cancel(&id).await;
                mailing.deliver_after_wait().await.expect("an email");
            }
            let older =
                "UPDATE appointments SET untold_before_sent = NULL, known_before_sent = NULL, sent_sequence = NULL";
            sqlx::query(older).execute(&mailing.clinic.rows).await.expect("stored");
            mailing.came_back(&id).await.expect("stored");
            assert_eq!(mailing.listed().await, [what]);
        }
        // An instance of that release has sent one more, and does not know that an email came back.
        let id = mailing.book_moved().await;
        mailing.came_back(&id).await.expect("stored");
        let older = "UPDATE appointments SET untold = NULL, email_failed = 0";
        sqlx::query(older).execute(&mailing.clinic.rows).await.expect("stored");
        // Before the email would be late, so that nothing else lists the patient.
        mailing.set_clock("2026-03-10T08:01:00Z");
        assert_eq!(mailing.listed().await, [ToTell::Reminder]);
    })
    .await;
}

#[tokio::test]
async fn what_nobody_had_to_be_told_is_not_told_when_its_email_comes_back() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        let slot = SlotTime { date: date(2026, 3, 12), minute: 540 };
        let lease = mailing.clinic.move_to(&id, slot).await.expect("moved by the patient").1;
        assert_eq!(mailing.deliver(lease.expect("an email")).await, DeliveryStatus::Sent);
        mailing.came_back(&id).await.expect("stored");
        assert_eq!(mailing.listed().await, []);
    })
    .await;
}

#[tokio::test]
async fn patient_who_may_have_read_an_email_that_came_back_is_told_that_its_change_was_undone() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        for is_dragged_back in [false, true] {
            let id = mailing.book_moved().await;
            mailing.came_back(&id).await.expect("stored");
            if is_dragged_back {
                mailing.move_to_day(&id, 10).await;
            } else {
                mailing.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
            }
            assert_eq!(
                (mailing.listed().await, Some(mailing.read(&id).await.starts_at)),
                (vec![ToTell::Moved], on_day(10))
            );
        }
    })
    .await;
}

#[tokio::test]
async fn told_and_its_undo_do_not_forget_what_the_last_email_said() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let id = mailing.book_moved().await;
        mailing.set_clock("2026-03-11T10:00:00Z");
        let clinic = &mailing.clinic;
        clinic.mark_told(&id).await.expect("reminded");
        let starts_at = mailing.read(&id).await.starts_at;
        clinic.store.undo_told(&id, ToTell::Reminder, starts_at, clinic.actor()).await.expect("undone");
        mailing.came_back(&id).await.expect("stored");
        assert_eq!(mailing.listed().await, [ToTell::Moved]);
    })
    .await;
}

#[tokio::test]
async fn move_that_an_older_release_emailed_leaves_the_time_before_it_as_the_known_one_when_it_comes_back() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        for days in [&[12][..], &[11, 12]] {
            mailing.clinic.clear().await;
            sqlx::query("DELETE FROM outbox").execute(&mailing.clinic.rows).await.expect("cleared");
            mailing.set_clock(START_TIME);
            let id = mailing.book().await;
            for day in days {
                mailing.move_to_day(&id, *day).await;
            }
            assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Sent));
            let older =
                "UPDATE appointments SET untold_before_sent = NULL, known_before_sent = NULL, sent_sequence = NULL";
            sqlx::query(older).execute(&mailing.clinic.rows).await.expect("stored");
            mailing.came_back(&id).await.expect("stored");
            let known = mailing.read(&id).await.known_starts_at;
            assert_eq!((mailing.listed().await, known), (vec![ToTell::Moved], on_day(10)), "moved to {days:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn email_that_came_back_from_an_address_that_was_corrected_says_nothing_about_the_new_one() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let clinic = &mailing.clinic;
        let id = mailing.book_moved().await;
        let lease = clinic.correct_address(&id, "ada@gmail.example").await;
        assert_eq!(mailing.deliver(lease.expect("an email")).await, DeliveryStatus::Sent);
        let returned =
            async |address: &str| clinic.store.appointment_email_came_back(&id, Some(address), clinic.actor()).await;
        let refused = returned("ada@example.com").await;
        assert!(matches!(refused, Err(ChangeAppointmentError::AddressCorrected)), "{refused:?}");
        assert!(!mailing.read(&id).await.email_returned);
        assert_eq!(mailing.listed().await, []);
        returned("ada@gmail.example").await.expect("stored");
        assert!(mailing.read(&id).await.email_returned);
    })
    .await;
}
