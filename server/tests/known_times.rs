//! Which time an email names when the visit has another one than the patient knows, on SQLite and on PostgreSQL: staff have moved it to
//! a closed day, or moved it again before the patient was told.

use clinic_http::outbox::DeliveryStatus;
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentId, AppointmentState, Closure, Patient, SlotTime, Source, ToTell};
use clinic_runtime::clock::Clock;
use clinic_store::DeliveryOutcome;
use jiff::Timestamp;
use jiff::civil::date;

use crate::patient_messages::{MailingClinic, visit_time};
use crate::support::databases::on_both;
use crate::support::recording_transport::busy;
use crate::support::test_clinic::patient;

/// The visit at 9:00 AM of a day.
fn on_day(day: i8) -> Option<Timestamp> {
    SlotTime { date: date(2026, 3, day), minute: 540 }.timestamp()
}

impl MailingClinic {
    /// A visit on 10 March, which the patient knows. The clinic is closed on 12 March.
    async fn book_before_closed_day(&mut self) -> AppointmentId {
        self.clinic.clear().await;
        sqlx::query("DELETE FROM outbox").execute(&self.clinic.rows).await.expect("cleared");
        let closed = date(2026, 3, 12);
        self.clinic.settings.opening.closures = vec![Closure::new(closed, closed, "Staff training".to_owned())];
        self.book().await
    }

    /// What the last email says, and the time that the patient knows, if it is another one.
    fn last_sent(&self) -> (AppointmentNotice, Option<Timestamp>) {
        match self.transport.recorded().pop().expect("an email").message {
            Message::Appointment(facts) => (facts.notice, facts.moved_from),
            other => panic!("{other:?}"),
        }
    }

    async fn cancel_and_deliver(&self, id: &AppointmentId) -> Option<Timestamp> {
        self.cancel(id).await;
        self.deliver_after_wait().await.expect("an email");
        let (notice, known) = self.last_sent();
        assert_eq!(notice, AppointmentNotice::Cancelled);
        known
    }

    async fn tell_closed_and_deliver(&self, id: &AppointmentId) -> Option<Timestamp> {
        self.deliver(self.tell_closed(id).await).await;
        let (notice, known) = self.last_sent();
        assert_eq!(notice, AppointmentNotice::Closed);
        known
    }
}

#[tokio::test]
async fn cancellation_after_a_move_that_nobody_told_names_the_time_that_the_patient_knows() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book_before_closed_day().await;
        mailing.move_to_day(&id, 12).await;
        assert_eq!(mailing.cancel_and_deliver(&id).await, on_day(10));

        // Of two moves, the first was told.
        let id = mailing.book_before_closed_day().await;
        mailing.move_to_day(&id, 11).await;
        mailing.deliver_after_wait().await.expect("an email");
        mailing.move_to_day(&id, 12).await;
        assert_eq!(mailing.cancel_and_deliver(&id).await, on_day(11));

        // The move was undone.
        let id = mailing.book_before_closed_day().await;
        mailing.move_to_day(&id, 12).await;
        mailing.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!(mailing.cancel_and_deliver(&id).await, None, "it is that of the visit");
    })
    .await;
}

#[tokio::test]
async fn closure_after_moves_that_nobody_told_names_the_time_that_the_patient_knows() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book_before_closed_day().await;
        mailing.move_to_day(&id, 11).await;
        mailing.move_to_day(&id, 12).await;
        assert_eq!(mailing.tell_closed_and_deliver(&id).await, on_day(10), "not the time between");

        // What was cancelled and undone meanwhile changes nothing.
        let id = mailing.book_before_closed_day().await;
        mailing.move_to_day(&id, 12).await;
        mailing.cancel(&id).await;
        mailing.clinic.undo(&id, AppointmentState::Cancelled).await.expect("undone");
        assert_eq!(mailing.tell_closed_and_deliver(&id).await, on_day(10));
    })
    .await;
}

#[tokio::test]
async fn time_that_staff_have_told_by_phone_is_the_one_that_the_patient_knows() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book_before_closed_day().await;
        mailing.move_to_day(&id, 12).await;
        mailing.told_closed(&id).await;
        assert_eq!(mailing.cancel_and_deliver(&id).await, None);

        let id = mailing.book_before_closed_day().await;
        mailing.move_to_day(&id, 12).await;
        mailing.told_closed(&id).await;
        let (clinic, starts_at) = (&mailing.clinic, mailing.read(&id).await.starts_at);
        clinic.store.undo_told(&id, ToTell::Closed, starts_at, clinic.actor()).await.expect("undone");
        assert_eq!(mailing.cancel_and_deliver(&id).await, on_day(10), "it was a wrong press");
    })
    .await;
}

#[tokio::test]
async fn patient_who_cancels_knows_the_time_of_the_visit() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book_before_closed_day().await;
        mailing.move_to_day(&id, 11).await;
        let (cancelled, lease) = mailing.clinic.cancel(&id).await.expect("cancelled");
        mailing.deliver(lease.expect("an email")).await;
        assert_eq!(mailing.last_sent(), (AppointmentNotice::Cancelled, None));
        assert_eq!((cancelled.known_starts_at, mailing.read(&id).await.known_starts_at), (None, None));
    })
    .await;
}

#[tokio::test]
async fn patient_who_knows_a_later_time_is_told_of_the_cancellation_until_then() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        for is_in_time in [true, false] {
            mailing.set_clock("2026-03-08T08:00:00Z");
            let id = mailing.book_before_closed_day().await;
            mailing.move_to_day(&id, 9).await;
            mailing.cancel(&id).await;
            mailing.transport.set_next_result(busy());
            assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Queued));
            let (time, outcome) = if is_in_time {
                ("2026-03-09T10:00:00Z", DeliveryStatus::Sent)
            } else {
                ("2026-03-10T08:00:00Z", DeliveryStatus::Expired)
            };
            mailing.set_clock(time);
            assert_eq!(mailing.outbox.deliver_next().await.expect("delivered"), Some(outcome), "at {time}");
            assert_eq!(mailing.list().await, []);
        }
    })
    .await;
}

#[tokio::test]
async fn patient_who_knows_a_later_time_is_in_the_list_until_then() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        for what in [ToTell::Moved, ToTell::Closed, ToTell::Cancelled] {
            mailing.clinic.clear().await;
            mailing.open_again();
            mailing.set_clock("2026-03-08T08:00:00Z");
            let ada = Patient { email: None, ..patient("ada@example.com") };
            let id = mailing.clinic.add(Source::Phone, 0, visit_time(), &ada).await.expect("added").appointment.id;
            if what == ToTell::Closed {
                let closed = date(2026, 3, 9);
                mailing.clinic.settings.opening.closures = vec![Closure::new(closed, closed, "Training".to_owned())];
            }
            mailing.move_to_day(&id, 9).await;
            if what == ToTell::Cancelled {
                mailing.cancel(&id).await;
            }
            for time in ["2026-03-08T09:00:00Z", "2026-03-09T08:00:00Z", "2026-03-10T07:59:00Z"] {
                mailing.set_clock(time);
                assert_eq!(mailing.list().await, [what], "at {time}");
            }
            mailing.set_clock("2026-03-10T08:00:00Z");
            assert_eq!(mailing.list().await, [], "{what:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn email_that_was_sent_about_an_earlier_time_does_not_change_what_staff_have_told_since() {
    on_both(async |url| {
        for is_told in [true, false] {
            let mut mailing = MailingClinic::open(&url).await;
            let id = mailing.book_before_closed_day().await;
            mailing.move_to_day(&id, 11).await;
            let clinic = &mailing.clinic;
            let lease = clinic.lease_after_wait().await.expect("an email");
            mailing.move_to_day(&id, 13).await;
            if is_told {
                clinic.mark_told(&id).await.expect("told");
            }
            let stored = clinic.store.record_outcome(&lease, &DeliveryOutcome::Sent, clinic.clock.now()).await;
            assert!(stored.expect("stored"), "the mail server has taken it");
            let known = mailing.read(&id).await.known_starts_at;
            assert_eq!(known, on_day(11).filter(|_| !is_told), "told by phone: {is_told}");
        }
    })
    .await;
}

#[tokio::test]
async fn request_that_is_dragged_back_over_another_time_is_mailed_because_it_is_confirmed() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        mailing.book_before_closed_day().await;
        mailing.clinic.clear().await;
        let id = mailing.request().await.id;
        for day in [11, 13, 10] {
            mailing.move_to_day(&id, day).await;
        }
        assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        assert_eq!(mailing.last_sent(), (AppointmentNotice::Moved, None));
    })
    .await;
}

#[tokio::test]
async fn patient_who_knows_a_later_time_is_told_also_when_the_visit_was_marked_as_missed() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let clinic = &mailing.clinic;
        let bola = Patient { email: None, ..patient("bola@example.com") };
        let eleven = SlotTime { minute: 660, ..visit_time() };
        let id = clinic.add(Source::Phone, 0, eleven, &bola).await.expect("added").appointment.id;
        clinic.move_at_desk(&id, visit_time(), None).await.expect("moved");
        mailing.set_clock("2026-03-10T08:30:00Z");
        clinic.change_state(&id, AppointmentState::Missed).await.expect("missed");
        let list = clinic.to_tell().await;
        assert_eq!(list.iter().map(|it| (&it.appointment.id, it.what)).collect::<Vec<_>>(), [(&id, ToTell::Moved)]);
        mailing.set_clock("2026-03-10T10:00:00Z");
        assert_eq!(clinic.to_tell().await, [], "the time that the patient knows has passed");

        mailing.set_clock("2026-03-10T08:31:00Z");
        clinic.mark_told(&id).await.expect("told");
        assert_eq!(clinic.to_tell().await, []);
    })
    .await;
}
