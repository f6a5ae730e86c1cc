//! Which time an email names when the visit has another one than the patient knows, on SQLite and on PostgreSQL: staff have moved it to
//! a closed day, or moved it again before the patient was told.

use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentId, AppointmentState, Closure, SlotTime, ToTell};
use jiff::Timestamp;
use jiff::civil::date;

use crate::patient_messages::MailingClinic;
use crate::support::databases::on_both;

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
