//! What patients are told when the clinic is closed at the time of their visit, on SQLite and on PostgreSQL: nobody is told that it takes
//! place before staff have decided that it does, and whoever does not know is in the list to tell.

use std::time::Duration;

use clinic_http::outbox::DeliveryStatus;
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Closure, OpenTimes, Patient, Settings, SlotTime, Source, ToTell,
};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Clock;
use clinic_store::{
    Appointment, ChangeAppointmentError, DeskError, Lease, MailError, MailState, SeenAppointment, Undo, WAIT_FOR_UNDO,
};
use jiff::civil::date;

use crate::patient_messages::{MailingClinic, visit_time};
use crate::support::databases::on_both;
use crate::support::recording_transport::{busy, no_such_user};
use crate::support::test_clinic::{no_limits, patient};

impl MailingClinic {
    pub(crate) fn close(&mut self, until: i8) {
        let closure = Closure::new(date(2026, 3, 10), date(2026, 3, until), "Staff training".to_owned());
        self.clinic.settings.opening.closures = vec![closure];
    }

    pub(crate) fn open_again(&mut self) {
        self.clinic.settings.opening.closures.clear();
    }

    /// A request for the time of the visit, whose first email was sent.
    pub(crate) async fn request(&self) -> Appointment {
        let booked = self.clinic.book(0, visit_time()).await.expect("booked");
        self.deliver(booked.lease.expect("an email")).await;
        booked.appointment
    }

    /// What happens every minute.
    async fn run_job(&self) {
        let clinic = &self.clinic;
        let leases = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
        assert_eq!(leases, [], "nobody is reminded");
    }

    pub(crate) async fn list(&self) -> Vec<ToTell> {
        self.clinic.to_tell().await.into_iter().map(|it| it.what).collect()
    }

    pub(crate) async fn read(&self, id: &AppointmentId) -> Appointment {
        self.clinic.store.appointment(id).await.expect("read").expect("a visit")
    }

    /// Staff press "Tell by email".
    pub(crate) async fn tell_closed(&self, id: &AppointmentId) -> Lease {
        let (clinic, seen) = (&self.clinic, SeenAppointment { id, starts_at: None });
        let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        told.expect("told");
        clinic.lease_after_wait().await.expect("an email")
    }

    pub(crate) async fn told_closed(&self, id: &AppointmentId) {
        let (clinic, starts_at) = (&self.clinic, self.read(id).await.starts_at);
        clinic.store.mark_told(id, ToTell::Closed, starts_at, &clinic.settings, clinic.actor()).await.expect("told");
    }

    /// Staff decide that the visit takes place. Returns what the patient is told by email.
    async fn keep(&self, id: &AppointmentId) -> Option<AppointmentNotice> {
        let (clinic, seen) = (&self.clinic, SeenAppointment { id, starts_at: None });
        let kept = clinic.store.keep_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        kept.expect("kept");
        let lease = clinic.lease_after_wait().await?;
        let notice = notice(&lease);
        assert_eq!(self.deliver(lease).await, DeliveryStatus::Sent);
        Some(notice)
    }

    async fn queued(&self) -> usize {
        let entries = self.clinic.store.outbox_entries(Some(MailState::Queued)).await.expect("emails");
        entries.len()
    }
}

fn notice(lease: &Lease) -> AppointmentNotice {
    match &lease.message {
        Message::Appointment(facts) => facts.notice,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn patient_who_was_not_told_of_the_visit_before_a_closure_is_listed_once_with_the_closure() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let ada = Patient { email: None, ..patient("ada@example.com") };
        let visit = mailing.clinic.book_with("a", 0, visit_time(), &ada).await.expect("booked").appointment;
        mailing.clinic.confirm(&visit.id).await.expect("confirmed");
        assert_eq!(mailing.list().await, [ToTell::Confirmed]);
        mailing.close(10);
        assert_eq!(mailing.list().await, [ToTell::Closed], "the visit does not take place");
        for _ in 0..2 {
            mailing.told_closed(&visit.id).await;
            assert_eq!(mailing.list().await, []);
        }
        // A wrong press: the patient knows neither the closure nor the confirmation.
        let clinic = &mailing.clinic;
        for _ in 0..2 {
            clinic.store.undo_told(&visit.id, ToTell::Closed, visit.starts_at, clinic.actor()).await.expect("undone");
            assert_eq!(mailing.list().await, [ToTell::Closed]);
        }
        mailing.open_again();
        assert_eq!(mailing.list().await, [ToTell::Confirmed]);
    })
    .await;
}

#[tokio::test]
async fn email_that_waits_is_not_sent_after_a_closure_made_it_untrue_and_the_patient_is_listed_once() {
    on_both(async |url| {
        for what in [ToTell::Confirmed, ToTell::Moved] {
            let mut mailing = MailingClinic::open(&url).await;
            mailing.clinic.clear().await;
            sqlx::query("DELETE FROM outbox").execute(&mailing.clinic.rows).await.expect("cleared");
            let id = if what == ToTell::Confirmed {
                let id = mailing.request().await.id;
                mailing.clinic.confirm(&id).await.expect("confirmed");
                id
            } else {
                let id = mailing.book().await;
                mailing.move_to_day(&id, 12).await;
                id
            };
            mailing.transport.set_next_result(busy());
            assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Queued));
            assert_eq!((mailing.list().await, mailing.queued().await), (vec![], 1), "the email is on its way");
            let attempts = mailing.sent().len();

            mailing.close(12);
            mailing.run_job().await;
            assert_eq!((mailing.list().await, mailing.queued().await), (vec![ToTell::Closed], 0), "{what:?}");
            mailing.clinic.clock.advance(Duration::from_hours(2));
            assert_eq!(mailing.outbox.deliver_next().await.expect("delivered"), None);
            assert_eq!(mailing.sent().len(), attempts, "nothing is sent");
            mailing.told_closed(&id).await;
            assert_eq!(mailing.list().await, []);

            let (clinic, starts_at) = (&mailing.clinic, mailing.read(&id).await.starts_at);
            clinic.store.undo_told(&id, ToTell::Closed, starts_at, clinic.actor()).await.expect("undone");
            mailing.open_again();
            assert_eq!(mailing.list().await, [what], "nobody has told the patient anything");
        }
    })
    .await;
}

#[tokio::test]
async fn confirmation_of_a_visit_that_staff_added_is_not_sent_after_a_closure_either() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let added =
            mailing.clinic.add(Source::Phone, 0, visit_time(), &patient("ada@example.com")).await.expect("added");
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(added.lease.expect("an email")).await, DeliveryStatus::Queued);
        mailing.close(10);
        mailing.run_job().await;
        assert_eq!((mailing.list().await, mailing.queued().await), (vec![ToTell::Closed], 0));
        assert_eq!(mailing.keep(&added.appointment.id).await, Some(AppointmentNotice::Confirmed));
        assert_eq!(mailing.list().await, []);
    })
    .await;
}

#[tokio::test]
async fn undone_cancellation_on_a_closed_day_confirms_nothing_until_staff_keep_the_visit() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        mailing.close(10);
        mailing.cancel(&id).await;
        assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        let (undone, lease) = mailing.clinic.undo(&id, AppointmentState::Cancelled).await.expect("undone");
        assert_eq!((undone.state, lease), (AppointmentState::Confirmed, None), "the clinic is closed then");
        assert_eq!((mailing.list().await, mailing.queued().await), (vec![ToTell::Closed], 0));
        assert_eq!(
            mailing.keep(&id).await,
            Some(AppointmentNotice::Confirmed),
            "the patient knows of the cancellation"
        );
        assert_eq!(mailing.list().await, []);

        // The clinic is open after all before staff have decided anything.
        mailing.close(11);
        mailing.clinic.settings.opening.closures[0].reason = "Public holiday".to_owned();
        mailing.cancel(&id).await;
        mailing.deliver_after_wait().await;
        mailing.clinic.undo(&id, AppointmentState::Cancelled).await.expect("undone");
        assert_eq!(mailing.list().await, [ToTell::Closed]);
        mailing.open_again();
        assert_eq!(mailing.list().await, [ToTell::Confirmed]);
    })
    .await;
}

#[tokio::test]
async fn confirmation_of_a_request_at_a_closed_time_tells_nobody_until_staff_keep_the_visit() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.request().await.id;
        mailing.close(10);
        let (confirmed, lease) = mailing.clinic.confirm(&id).await.expect("confirmed");
        assert_eq!((confirmed.state, lease), (AppointmentState::Confirmed, None), "the clinic is closed then");
        assert_eq!(mailing.list().await, [ToTell::Closed]);
        mailing.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!(mailing.list().await, [], "the request waits as before");
        mailing.clinic.confirm(&id).await.expect("confirmed");
        assert_eq!(mailing.keep(&id).await, Some(AppointmentNotice::Confirmed));
        assert_eq!(mailing.list().await, []);
    })
    .await;
}

#[tokio::test]
async fn request_that_staff_keep_is_told_to_wait_to_be_confirmed() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.request().await.id;
        mailing.close(10);
        mailing.told_closed(&id).await;
        assert_eq!(mailing.keep(&id).await, Some(AppointmentNotice::Received), "not that it is confirmed");
        assert_eq!(mailing.list().await, []);
    })
    .await;
}

#[tokio::test]
async fn patient_who_knows_of_the_closure_hears_of_the_confirmation_when_the_clinic_is_open_again() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.request().await.id;
        mailing.close(10);
        mailing.told_closed(&id).await;
        let (_, lease) = mailing.clinic.confirm(&id).await.expect("confirmed");
        assert_eq!((lease, mailing.list().await), (None, vec![]), "the patient knows that the clinic is closed");
        mailing.open_again();
        assert_eq!(mailing.list().await, [ToTell::Confirmed]);
    })
    .await;
}

#[tokio::test]
async fn undone_confirmation_does_not_forget_that_the_patient_was_told_of_a_closure() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.request().await.id;
        mailing.close(10);
        mailing.told_closed(&id).await;
        mailing.open_again();
        assert_eq!(mailing.list().await, [ToTell::Requested]);
        // Confirmed and undone before any email was sent.
        mailing.clinic.confirm(&id).await.expect("confirmed");
        mailing.clinic.clock.advance(Duration::from_hours(1));
        mailing.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!(mailing.list().await, [ToTell::Requested], "the patient thinks that the clinic is closed");
    })
    .await;
}

#[tokio::test]
async fn undone_confirmation_at_a_closed_time_tells_nobody_again_of_the_closure() {
    on_both(async |url| {
        for by_email in [false, true] {
            let mut mailing = MailingClinic::open_empty(&url).await;
            let id = mailing.request().await.id;
            mailing.close(10);
            if by_email {
                assert_eq!(mailing.deliver(mailing.tell_closed(&id).await).await, DeliveryStatus::Sent);
            } else {
                mailing.told_closed(&id).await;
            }
            let phoned = mailing.read(&id).await.phoned;
            mailing.clinic.confirm(&id).await.expect("confirmed");
            let (undone, lease) = mailing.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
            assert_eq!((undone.state, lease), (AppointmentState::Requested, None));
            assert_eq!(mailing.list().await, [], "the patient knows that the clinic is closed");
            assert_eq!((undone.is_told_closed(), undone.phoned), (true, phoned));
            mailing.open_again();
            assert_eq!(mailing.list().await, [ToTell::Requested]);
        }
    })
    .await;
}

#[tokio::test]
async fn closure_that_is_taken_back_while_booking_is_off_is_told_to_those_who_know_of_it() {
    on_both(async |url| {
        for (by_email, is_off) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut mailing = MailingClinic::open_empty(&url).await;
            let id = mailing.request().await.id;
            mailing.close(10);
            let off = Settings::when_off_with(mailing.clinic.settings.opening.closures.clone());
            if is_off {
                mailing.clinic.settings = off.clone();
            }
            if by_email {
                mailing.deliver(mailing.tell_closed(&id).await).await;
            } else {
                mailing.told_closed(&id).await;
            }
            mailing.clinic.settings = off;
            assert_eq!(mailing.list().await, [], "the clinic is closed");
            mailing.open_again();
            assert_eq!(mailing.list().await, [ToTell::Requested], "by email: {by_email}, off: {is_off}");
        }
        // While booking is off, nobody knows the weekly hours.
        let mut mailing = MailingClinic::open_empty(&url).await;
        let id = mailing.request().await.id;
        mailing.clinic.settings.opening.week[1].clear();
        mailing.told_closed(&id).await;
        mailing.clinic.settings = Settings::when_off();
        assert_eq!(mailing.list().await, []);
    })
    .await;
}

#[tokio::test]
async fn patient_who_is_told_of_a_closure_that_was_taken_back_during_the_call_while_booking_is_off_is_told_again() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let settings = mailing.clinic.settings.clone();
        for (is_told_before, is_off_before) in [(true, false), (true, true), (false, false), (false, true)] {
            mailing.clinic.clear().await;
            mailing.clinic.settings = settings.clone();
            let id = mailing.request().await.id;
            mailing.close(10);
            if is_off_before {
                let closures = mailing.clinic.settings.opening.closures.clone();
                mailing.clinic.settings = Settings::when_off_with(closures);
            }
            if is_told_before {
                mailing.transport.set_next_result(no_such_user());
                mailing.deliver(mailing.tell_closed(&id).await).await;
            }
            mailing.clinic.settings = Settings::when_off();
            mailing.told_closed(&id).await;
            let case = format!("told before: {is_told_before}, off before: {is_off_before}");
            assert_eq!(mailing.list().await, [ToTell::Requested], "{case}");
        }
    })
    .await;
}

#[tokio::test]
async fn undone_confirmation_leaves_the_email_about_the_closure_that_waits() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.request().await.id;
        mailing.close(10);
        let closure = mailing.tell_closed(&id).await;
        mailing.clinic.confirm(&id).await.expect("confirmed");
        mailing.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!(mailing.deliver(closure.clone()).await, DeliveryStatus::Sent);
        assert_eq!((mailing.state_of(&closure).await, mailing.list().await), (MailState::Sent, vec![]));
    })
    .await;
}

#[tokio::test]
async fn visit_that_staff_move_to_a_closed_day_is_told_when_they_keep_it() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        mailing.clinic.settings.opening.closures =
            vec![Closure::new(date(2026, 3, 12), date(2026, 3, 12), "Staff training".to_owned())];
        mailing.move_to_day(&id, 12).await;
        assert_eq!(mailing.deliver_after_wait().await, None, "the clinic is closed then");
        assert_eq!(mailing.list().await, [ToTell::Closed]);
        assert_eq!(mailing.keep(&id).await, Some(AppointmentNotice::Moved));
        assert_eq!(mailing.list().await, []);
    })
    .await;
}

#[tokio::test]
async fn giving_a_request_its_time_after_the_hours_were_shortened_is_no_choice_of_a_time_outside_them() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        mailing.clinic.limits = Limits { held_per_phone: 0, ..no_limits() };
        let late = SlotTime { minute: 660, ..visit_time() };
        let booked = mailing.clinic.book(0, late).await.expect("booked").appointment;
        assert_eq!(booked.state, AppointmentState::Waiting);
        mailing.clinic.settings.opening.week[1] = vec![OpenTimes { from: 480, until: 600 }];
        let (confirmed, lease) = mailing.clinic.confirm(&booked.id).await.expect("confirmed");
        assert_eq!((confirmed.state, lease), (AppointmentState::Confirmed, None));
        assert!(confirmed.is_at_closed_time(&mailing.clinic.settings), "staff have not seen that it is late");
        assert_eq!(mailing.list().await, [ToTell::Closed]);

        let later = SlotTime { minute: 675, ..visit_time() };
        let (moved, _) = mailing.clinic.move_at_desk(&booked.id, later, None).await.expect("moved");
        assert!(!moved.is_at_closed_time(&mailing.clinic.settings), "they have chosen this time");
    })
    .await;
}

#[tokio::test]
async fn new_link_that_waits_does_not_hide_a_patient_who_has_to_be_told() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let id = mailing.request().await.id;
        mailing.clinic.confirm(&id).await.expect("confirmed");
        mailing.transport.set_next_result(no_such_user());
        mailing.deliver_after_wait().await;
        assert_eq!(mailing.list().await, [ToTell::Confirmed]);
        let clinic = &mailing.clinic;
        let (_, link) = clinic.store.send_new_link(&id, clinic.actor(), clinic.context()).await.expect("a link");
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(link.expect("an email")).await, DeliveryStatus::Queued);
        assert_eq!(mailing.list().await, [ToTell::Confirmed], "the link does not say that it is confirmed");
    })
    .await;
}

#[tokio::test]
async fn failed_email_that_is_not_true_any_more_cannot_be_tried_again() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.request().await.id;
        let refuse = async |mailing: &MailingClinic, lease: Option<Lease>| {
            let lease = lease.expect("an email");
            mailing.transport.set_next_result(no_such_user());
            mailing.deliver(lease.clone()).await;
            assert_eq!(mailing.state_of(&lease).await, MailState::Rejected);
            lease.id
        };
        let retry = async |mailing: &MailingClinic, email: &str| {
            mailing.run_job().await;
            mailing.clinic.store.retry_message(email, mailing.clinic.actor()).await
        };
        mailing.clinic.confirm(&id).await.expect("confirmed");
        let confirmation = refuse(&mailing, mailing.clinic.lease_after_wait().await).await;
        mailing.close(10);
        let retried = retry(&mailing, &confirmation).await;
        assert!(matches!(retried, Err(DeskError::Refused(MailError::OutOfDate))), "{retried:?}");

        let closure = refuse(&mailing, Some(mailing.tell_closed(&id).await)).await;
        mailing.open_again();
        let retried = retry(&mailing, &closure).await;
        assert!(matches!(retried, Err(DeskError::Refused(MailError::OutOfDate))), "{retried:?}");
        assert_eq!(mailing.list().await, [ToTell::Confirmed]);
    })
    .await;
}

#[tokio::test]
async fn failed_reminder_cannot_be_tried_again_while_the_clinic_is_closed_then() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        mailing.book().await;
        mailing.set_clock("2026-03-08T09:00:00Z");
        let reminder = mailing.queue_reminder().await;
        mailing.transport.set_next_result(no_such_user());
        mailing.deliver(reminder.clone()).await;
        assert_eq!(mailing.state_of(&reminder).await, MailState::Rejected);
        mailing.close(10);
        mailing.run_job().await;
        let retried = mailing.clinic.store.retry_message(&reminder.id, mailing.clinic.actor()).await;
        assert!(matches!(retried, Err(DeskError::Refused(MailError::OutOfDate))), "{retried:?}");
    })
    .await;
}

#[tokio::test]
async fn visit_that_staff_add_on_a_closed_day_is_confirmed_to_nobody_until_they_keep_it() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        mailing.close(10);
        let ada = patient("ada@example.com");
        let added = mailing.clinic.add(Source::Phone, 0, visit_time(), &ada).await.expect("added");
        assert_eq!((added.lease, mailing.queued().await), (None, 0));
        assert_eq!(mailing.list().await, [ToTell::Closed]);
        assert_eq!(mailing.keep(&added.appointment.id).await, Some(AppointmentNotice::Confirmed));
        assert_eq!(mailing.list().await, []);
    })
    .await;
}

#[tokio::test]
async fn confirmation_while_the_email_about_the_closure_waits_leaves_nothing_to_tell_when_it_is_sent() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.request().await.id;
        mailing.close(10);
        let closure = mailing.tell_closed(&id).await;
        mailing.clinic.confirm(&id).await.expect("confirmed");
        assert_eq!(mailing.deliver(closure).await, DeliveryStatus::Sent);
        assert_eq!(mailing.list().await, [], "the patient has just read it");
    })
    .await;
}

#[tokio::test]
async fn patient_whom_staff_told_of_a_closure_is_told_that_the_visit_takes_place_until_the_email_to_an_added_address_arrives()
 {
    on_both(async |url| {
        for is_request in [false, true] {
            let mut mailing = MailingClinic::open(&url).await;
            mailing.clinic.clear().await;
            let ada = Patient { email: None, ..patient("ada@example.com") };
            let clinic = &mailing.clinic;
            let booked = if is_request {
                clinic.book_with("a", 0, visit_time(), &ada).await
            } else {
                clinic.add(Source::Phone, 0, visit_time(), &ada).await
            };
            let id = booked.expect("booked").appointment.id;
            mailing.close(10);
            mailing.told_closed(&id).await;
            mailing.open_again();
            let what = if is_request { ToTell::Requested } else { ToTell::Confirmed };
            assert_eq!(mailing.list().await, [what]);
            let lease = mailing.clinic.correct_address(&id, "nobody@example.com").await.expect("an email");
            mailing.transport.set_next_result(no_such_user());
            assert_eq!(mailing.deliver(lease).await, DeliveryStatus::Rejected);
            assert_eq!(mailing.list().await, [what]);
            let lease = mailing.clinic.correct_address(&id, "ada@example.com").await.expect("an email");
            assert_eq!(mailing.deliver(lease).await, DeliveryStatus::Sent);
            assert_eq!(mailing.list().await, []);
        }
    })
    .await;
}

#[tokio::test]
async fn decision_about_a_closed_time_that_is_undone_within_ten_seconds_mails_nobody() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        mailing.close(10);
        let clinic = &mailing.clinic;
        let seen = SeenAppointment { id: &id, starts_at: None };
        let tell = async || {
            let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
            assert!(told.expect("told").is_told_closed());
        };
        let keep = async || {
            let kept = clinic.store.keep_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
            assert!(!kept.expect("kept").is_at_closed_time(&clinic.settings));
        };
        let undo = async || {
            clinic.clock.advance(WAIT_FOR_UNDO / 2);
            let (undone, lease) = clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
            assert!(undone.is_at_closed_time(&clinic.settings), "staff have to decide again");
            assert_eq!(lease, None);
            assert_eq!(mailing.deliver_after_wait().await, None, "nobody is mailed");
            undone
        };
        let before = mailing.read(&id).await;
        let untold = |visit: &Appointment| (visit.untold, visit.closed_told_at, visit.told_at, visit.reminder);
        tell().await;
        assert_eq!(untold(&undo().await), untold(&before));
        // The patient was told nothing of the closure, so nothing is told now.
        keep().await;
        assert_eq!(untold(&undo().await), untold(&before));

        tell().await;
        assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        let refused = clinic.undo(&id, AppointmentState::Confirmed).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::ToldClosed)), "{refused:?}");
        keep().await;
        assert!(undo().await.is_told_closed(), "that is what the patient has read");
        assert_eq!((mailing.list().await, mailing.sent().pop()), (vec![], Some(AppointmentNotice::Closed)));
    })
    .await;
}

#[tokio::test]
async fn visit_whose_patient_has_read_that_it_takes_place_is_undecided_again_after_an_undo_the_next_day() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        mailing.close(10);
        mailing.deliver(mailing.tell_closed(&id).await).await;
        assert_eq!(mailing.keep(&id).await, Some(AppointmentNotice::Confirmed));
        mailing.clinic.clock.advance(Duration::from_hours(23));
        let (undone, lease) = mailing.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!((lease, undone.is_told_closed()), (None, false), "the patient thinks that it takes place");
        assert!(undone.is_at_closed_time(&mailing.clinic.settings));
        assert_eq!(mailing.deliver(mailing.tell_closed(&id).await).await, DeliveryStatus::Sent);
        assert_eq!(mailing.sent().pop(), Some(AppointmentNotice::Closed));
    })
    .await;
}

#[tokio::test]
async fn undo_after_the_closure_was_taken_back_tells_what_is_true() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        mailing.close(10);
        mailing.deliver(mailing.tell_closed(&id).await).await;
        let (clinic, seen) = (&mailing.clinic, SeenAppointment { id: &id, starts_at: None });
        clinic.store.keep_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await.expect("kept");
        mailing.open_again();
        mailing.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!(mailing.list().await, [ToTell::Confirmed], "the patient would not come");
    })
    .await;
}

#[tokio::test]
async fn visit_that_is_missed_again_by_an_undo_can_be_confirmed_again_and_is_reminded() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        let clinic = &mailing.clinic;
        clinic.change_state(&id, AppointmentState::Missed).await.expect("a wrong press");
        clinic.change_state(&id, AppointmentState::Arrived).await.expect("another one");
        let (undone, _) = clinic.undo(&id, AppointmentState::Arrived).await.expect("undone");
        assert_eq!(undone.state, AppointmentState::Missed);
        let (undone, _) = clinic.undo(&id, AppointmentState::Missed).await.expect("undone");
        assert_eq!((undone.state, undone.before), (AppointmentState::Confirmed, None));
        mailing.set_clock("2026-03-08T08:01:00Z");
        mailing.queue_reminder().await;
    })
    .await;
}

#[tokio::test]
async fn patients_who_were_told_are_listed_for_a_day_until_that_is_undone() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        mailing.close(10);
        mailing.told_closed(&id).await;
        let told = async |mailing: &MailingClinic| {
            let told = mailing.clinic.store.told_lately(mailing.clinic.clock.now()).await.expect("listed");
            told.into_iter().map(|it| (it.appointment.id, it.what)).collect::<Vec<_>>()
        };
        assert_eq!(told(&mailing).await, [(id.clone(), ToTell::Closed)]);
        let starts_at = mailing.read(&id).await.starts_at;
        let clinic = &mailing.clinic;
        clinic.store.undo_told(&id, ToTell::Closed, starts_at, clinic.actor()).await.expect("undone");
        assert_eq!(told(&mailing).await, []);
        mailing.told_closed(&id).await;
        clinic.clock.advance(Duration::from_hours(24));
        assert_eq!(told(&mailing).await, [], "it can no longer be undone");
    })
    .await;
}

#[tokio::test]
async fn undo_at_one_desk_does_not_undo_what_was_pressed_at_another_one_since() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        mailing.close(10);
        let (clinic, seen) = (&mailing.clinic, SeenAppointment { id: &id, starts_at: None });
        let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        let shown = told.expect("told").undo_until();
        clinic.clock.advance(Duration::from_secs(2));
        clinic.store.keep_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await.expect("kept");
        let undo = async |seen_until| {
            let (seen, settings, actor) = (AppointmentState::Confirmed, &clinic.settings, clinic.actor());
            let undo = Undo { seen, seen_at: None, seen_until, slot: None, settings, actor };
            clinic.store.undo_appointment(&id, undo, clinic.context()).await
        };
        let refused = undo(shown).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::ChangedMeanwhile)), "{refused:?}");
        let kept = mailing.read(&id).await;
        assert!(!kept.is_at_closed_time(&clinic.settings), "it takes place");
        assert!(undo(kept.undo_until()).await.is_ok());
    })
    .await;
}
