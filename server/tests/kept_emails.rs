//! Emails that wait for a mail server while staff press something, on SQLite and on PostgreSQL: what nothing else tells the patient is
//! not lost, and nothing is sent twice.

use std::time::Duration;

use clinic_http::outbox::DeliveryStatus;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentId, AppointmentState, Source, ToTell};
use clinic_store::MailState;

use crate::patient_messages::{MailingClinic, visit_time};
use crate::support::databases::on_both;
use crate::support::recording_transport::busy;
use crate::support::test_clinic::patient;

impl MailingClinic {
    pub(crate) async fn open_empty(url: &str) -> Self {
        let mailing = Self::open(url).await;
        mailing.clinic.clear().await;
        sqlx::query("DELETE FROM outbox").execute(&mailing.clinic.rows).await.expect("cleared");
        mailing
    }

    /// A request whose first email waits: the mail server has deferred it.
    async fn request_with_waiting_email(&self) -> AppointmentId {
        let booked = self.clinic.book(0, visit_time()).await.expect("booked");
        self.transport.set_next_result(busy());
        assert_eq!(self.deliver(booked.lease.expect("an email")).await, DeliveryStatus::Queued);
        booked.appointment.id
    }

    /// The same for a visit that staff have added.
    async fn visit_with_waiting_email(&self) -> AppointmentId {
        let ada = patient("ada@example.com");
        let added = self.clinic.add(Source::Phone, 0, visit_time(), &ada).await.expect("added");
        self.transport.set_next_result(busy());
        assert_eq!(self.deliver(added.lease.expect("an email")).await, DeliveryStatus::Queued);
        added.appointment.id
    }

    /// What is sent when the mail server answers again.
    async fn sent_later(&self) -> Vec<AppointmentNotice> {
        let attempts = self.sent().len();
        self.clinic.clock.advance(Duration::from_hours(2));
        while self.outbox.deliver_next().await.expect("delivered").is_some() {}
        self.sent().split_off(attempts)
    }

    async fn undo_told_closed(&self, id: &AppointmentId) {
        let (clinic, starts_at) = (&self.clinic, self.read(id).await.starts_at);
        clinic.store.undo_told(id, ToTell::Closed, starts_at, clinic.actor()).await.expect("undone");
    }
}

#[tokio::test]
async fn new_link_that_waits_is_sent_whatever_staff_press_meanwhile() {
    on_both(async |url| {
        for press in ["confirm", "move", "cancel", "cancel and undo", "confirm at a closed time", "told", "arrived"] {
            let mut mailing = MailingClinic::open_empty(&url).await;
            let id = mailing.request().await.id;
            let clinic = &mailing.clinic;
            let (_, link) = clinic.store.send_new_link(&id, clinic.actor(), clinic.context()).await.expect("a link");
            mailing.transport.set_next_result(busy());
            assert_eq!(mailing.deliver(link.expect("an email")).await, DeliveryStatus::Queued);
            match press {
                "confirm" => drop(mailing.clinic.confirm(&id).await.expect("confirmed")),
                "move" => mailing.move_to_day(&id, 12).await,
                "cancel" => mailing.cancel(&id).await,
                "cancel and undo" => {
                    mailing.cancel(&id).await;
                    mailing.clinic.undo(&id, AppointmentState::Cancelled).await.expect("undone");
                }
                "arrived" => {
                    mailing.clinic.change_state(&id, AppointmentState::Arrived).await.expect("arrived");
                    mailing.clinic.undo(&id, AppointmentState::Arrived).await.expect("undone");
                }
                _ => {
                    mailing.close(10);
                    if press == "told" {
                        mailing.told_closed(&id).await;
                    } else {
                        mailing.clinic.confirm(&id).await.expect("confirmed");
                    }
                }
            }
            let sent = mailing.sent_later().await;
            if press == "cancel" {
                assert_eq!(sent, [AppointmentNotice::Cancelled], "a cancelled visit has nothing to change");
                mailing.clinic.undo(&id, AppointmentState::Cancelled).await.expect("undone");
                let sent = mailing.sent_later().await;
                assert!(sent.contains(&AppointmentNotice::NewLink), "{press}: {sent:?}");
            } else {
                assert!(sent.contains(&AppointmentNotice::NewLink), "{press}: {sent:?}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn new_link_that_waits_is_not_sent_to_an_address_that_was_corrected() {
    on_both(async |url| {
        let mailing = MailingClinic::open_empty(&url).await;
        let id = mailing.book().await;
        let clinic = &mailing.clinic;
        let (_, link) = clinic.store.send_new_link(&id, clinic.actor(), clinic.context()).await.expect("a link");
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(link.expect("an email")).await, DeliveryStatus::Queued);
        let lease = clinic.correct_address(&id, "ada@gmail.example").await.expect("an email");
        assert_eq!(mailing.deliver(lease).await, DeliveryStatus::Sent);
        assert_eq!(mailing.sent_later().await, []);
    })
    .await;
}

#[tokio::test]
async fn first_email_that_waits_is_sent_after_a_press_and_its_undo() {
    on_both(async |url| {
        for (press, closed) in [("confirm", false), ("confirm", true), ("cancel", false), ("move", false)] {
            let mut mailing = MailingClinic::open_empty(&url).await;
            let id = mailing.request_with_waiting_email().await;
            if closed {
                mailing.close(10);
            }
            let pressed = match press {
                "confirm" => {
                    let (confirmed, _) = mailing.clinic.confirm(&id).await.expect("confirmed");
                    if !closed {
                        mailing.transport.set_next_result(busy());
                        assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Queued));
                    }
                    confirmed.state
                }
                "cancel" => {
                    mailing.cancel(&id).await;
                    AppointmentState::Cancelled
                }
                _ => {
                    mailing.move_to_day(&id, 12).await;
                    AppointmentState::Confirmed
                }
            };
            mailing.open_again();
            mailing.clinic.undo(&id, pressed).await.expect("undone");
            assert_eq!(mailing.sent_later().await, [AppointmentNotice::Received], "{press}, closed: {closed}");
            assert_eq!(mailing.list().await, []);
        }
    })
    .await;
}

#[tokio::test]
async fn first_email_of_a_visit_that_waits_is_sent_after_a_press_and_its_undo_and_is_no_reminder() {
    on_both(async |url| {
        for press in ["arrived", "missed", "cancel", "move", "drag back"] {
            let mailing = MailingClinic::open_empty(&url).await;
            mailing.set_clock("2026-03-08T10:00:00Z");
            let id = mailing.visit_with_waiting_email().await;
            let pressed = match press {
                "arrived" => {
                    mailing.clinic.change_state(&id, AppointmentState::Arrived).await.expect("pressed").0.state
                }
                "missed" => mailing.clinic.change_state(&id, AppointmentState::Missed).await.expect("pressed").0.state,
                "cancel" => {
                    mailing.cancel(&id).await;
                    AppointmentState::Cancelled
                }
                _ => {
                    mailing.move_to_day(&id, 12).await;
                    AppointmentState::Confirmed
                }
            };
            if press == "drag back" {
                let back = mailing.clinic.move_at_desk(&id, visit_time(), None).await.expect("moved");
                assert!(back.1.is_some(), "the patient knows nothing yet");
            } else {
                mailing.clinic.undo(&id, pressed).await.expect("undone");
            }
            let clinic = &mailing.clinic;
            let reminders = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
            assert_eq!(reminders, [], "{press}: booked less than two days before");
            assert_eq!(mailing.sent_later().await, [AppointmentNotice::Confirmed], "{press}");
            assert_eq!(mailing.list().await, []);
        }
    })
    .await;
}

#[tokio::test]
async fn first_email_that_waits_counts_as_not_sent_after_told_and_its_undo() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open_empty(&url).await;
        let id = mailing.request_with_waiting_email().await;
        mailing.close(10);
        mailing.told_closed(&id).await;
        mailing.undo_told_closed(&id).await;
        mailing.open_again();
        assert_eq!(mailing.list().await, [ToTell::Requested], "the patient has heard nothing");
    })
    .await;
}

#[tokio::test]
async fn reminder_that_waits_is_not_sent_after_told_and_the_patient_is_listed_after_its_undo() {
    on_both(async |url| {
        for is_first_email in [false, true] {
            let mailing = MailingClinic::open_empty(&url).await;
            let id = if is_first_email {
                mailing.set_clock("2026-03-09T07:00:00Z");
                mailing.visit_with_waiting_email().await
            } else {
                let id = mailing.book().await;
                mailing.set_clock("2026-03-08T08:01:00Z");
                let reminder = mailing.queue_reminder().await;
                mailing.transport.set_next_result(busy());
                assert_eq!(mailing.deliver(reminder).await, DeliveryStatus::Queued);
                id
            };
            mailing.set_clock("2026-03-09T09:00:00Z");
            assert_eq!(mailing.list().await, [ToTell::Reminder], "no mail server takes the email");
            mailing.clinic.mark_told(&id).await.expect("told");
            let waiting = mailing.clinic.store.outbox_entries(Some(MailState::Queued)).await.expect("emails");
            assert_eq!((waiting.len(), mailing.list().await), (0, vec![]), "the patient knows");

            let (clinic, starts_at) = (&mailing.clinic, mailing.read(&id).await.starts_at);
            clinic.store.undo_told(&id, ToTell::Reminder, starts_at, clinic.actor()).await.expect("undone");
            let expected = if is_first_email { ToTell::Confirmed } else { ToTell::Reminder };
            assert_eq!(mailing.list().await, [expected]);
        }
    })
    .await;
}

#[tokio::test]
async fn reminder_that_staff_told_a_wrong_number_instead_of_the_email_that_waited_is_to_tell_again() {
    on_both(async |url| {
        let mailing = MailingClinic::open_empty(&url).await;
        let (id, clinic) = (mailing.book().await, &mailing.clinic);
        mailing.set_clock("2026-03-08T08:01:00Z");
        let reminder = mailing.queue_reminder().await;
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(reminder).await, DeliveryStatus::Queued);
        mailing.set_clock("2026-03-09T10:00:00Z");
        assert_eq!(mailing.list().await, [ToTell::Reminder]);
        clinic.mark_told(&id).await.expect("told");
        assert_eq!(mailing.list().await, []);
        clinic.correct_phone(&id, "0805 000 0001").await;
        assert_eq!(mailing.list().await, [ToTell::Reminder], "somebody else was reminded");
        clinic.mark_told(&id).await.expect("told");
        clinic.correct_address(&id, "ada@gmail.example").await;
        assert_eq!(mailing.list().await, [], "staff have reminded the patient");
    })
    .await;
}
