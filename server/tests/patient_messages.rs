//! Emails to patients about their visits, on SQLite and on PostgreSQL: none is sent too late, and who is not reached by email is
//! in the list to call.

use std::sync::Arc;
use std::time::Duration;

use clinic_http::outbox::{DeliveryStatus, Outbox};
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Closure, Patient, PatientInput, Reminder, SlotTime, Source, ToTell,
};
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Clock;
use clinic_store::{
    ChangeAppointmentError, ChangedBy, DeskError, Lease, MailError, MailState, SeenAppointment, WAIT_FOR_UNDO,
};
use jiff::Timestamp;
use jiff::civil::date;

use crate::support::databases::on_both;
use crate::support::recording_transport::{RecordingTransport, busy, no_such_user};
use crate::support::test_clinic::{ClinicStore, no_limits, patient, quarter};

pub(crate) struct MailingClinic {
    pub(crate) clinic: ClinicStore,
    pub(crate) transport: Arc<RecordingTransport>,
    pub(crate) outbox: Outbox,
}

impl MailingClinic {
    pub(crate) async fn open(url: &str) -> Self {
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
    pub(crate) async fn book(&self) -> AppointmentId {
        let booked =
            self.clinic.add(Source::Phone, 0, visit_time(), &patient("ada@example.com")).await.expect("booked");
        self.deliver(booked.lease.expect("an email")).await;
        booked.appointment.id
    }

    pub(crate) async fn deliver(&self, lease: Lease) -> DeliveryStatus {
        self.outbox.deliver_now(lease, Duration::from_mins(1)).await
    }

    /// Staff cancel the visit.
    pub(crate) async fn cancel(&self, id: &AppointmentId) {
        let by = ChangedBy::Staff(self.clinic.actor());
        let cancelled =
            self.clinic.store.cancel_appointment(id, Duration::ZERO, Some("Ill"), by, self.clinic.context());
        assert_eq!(cancelled.await.expect("cancelled").1, None, "the email waits for an undo");
    }

    /// Staff move the visit to another time, at 9:00 AM.
    pub(crate) async fn move_to_day(&self, id: &AppointmentId, day: i8) {
        let slot = SlotTime { date: date(2026, 3, day), minute: 540 };
        assert_eq!(self.clinic.move_at_desk(id, slot, None).await.expect("moved").1, None, "the email waits");
    }

    /// The worker, after the time in which an undo mails nobody.
    pub(crate) async fn deliver_after_wait(&self) -> Option<DeliveryStatus> {
        self.clinic.clock.advance(WAIT_FOR_UNDO);
        self.outbox.deliver_next().await.expect("delivered")
    }

    pub(crate) async fn queue_reminder(&self) -> Lease {
        let mut leases =
            self.clinic.store.queue_reminders(&self.clinic.settings, self.clinic.context()).await.expect("queued");
        assert_eq!(leases.len(), 1);
        leases.remove(0)
    }

    pub(crate) fn set_clock(&self, time: &str) {
        self.clinic.clock.set(time.parse::<Timestamp>().expect("a time"));
    }

    pub(crate) async fn state_of(&self, lease: &Lease) -> MailState {
        let entries = self.clinic.store.outbox_entries(None).await.expect("emails");
        entries.into_iter().find(|entry| entry.id == lease.id).expect("the email").state
    }

    pub(crate) async fn to_remind(&self) -> usize {
        self.clinic.to_tell().await.len()
    }

    pub(crate) fn sent(&self) -> Vec<AppointmentNotice> {
        let notice = |message: Message| match message {
            Message::Appointment(facts) => facts.notice,
            other => panic!("{other:?}"),
        };
        self.transport.recorded().into_iter().map(|it| notice(it.message)).collect()
    }
}

pub(crate) fn visit_time() -> SlotTime {
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
async fn reminder_that_is_not_sent_in_the_last_day_is_made_by_phone() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        clinic.book().await;
        clinic.set_clock("2026-03-08T08:01:00Z");
        let lease = clinic.queue_reminder().await;
        assert_eq!(clinic.to_remind().await, 0, "the email is on its way");
        // Emails are held, so nobody tries to send it.
        clinic.set_clock("2026-03-09T09:00:00Z");
        assert_eq!((clinic.state_of(&lease).await, clinic.to_remind().await), (MailState::Queued, 1));
    })
    .await;
}

#[tokio::test]
async fn change_shortly_before_the_visit_does_not_wait_an_hour_for_its_email() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        clinic.set_clock("2026-03-10T07:15:00Z");
        clinic.cancel(&id).await;
        assert_eq!(clinic.to_remind().await, 0, "the email is on its way");
        clinic.transport.set_next_result(busy());
        clinic.deliver_after_wait().await;
        clinic.set_clock("2026-03-10T07:27:00Z");
        assert_eq!(clinic.to_remind().await, 1, "half an hour before the visit");
    })
    .await;
}

#[tokio::test]
async fn patients_of_the_first_day_after_a_weekend_are_called_before_it() {
    on_both(async |url| {
        let mut clinic = MailingClinic::open(&url).await;
        let settings = &mut clinic.clinic.settings;
        // Closed on Sunday and Monday. The visit is on Tuesday.
        (settings.opening.week[6], settings.opening.week[0]) = (Vec::new(), Vec::new());
        let ada = PatientInput { name: "Ada Obi", phone: "0803 123 4567", email: None, note: None, brought_by: None };
        let ada = Patient::parse(&ada).expect("a patient");
        clinic.clinic.add(Source::Phone, 0, visit_time(), &ada).await.expect("added");
        clinic.set_clock("2026-03-05T09:00:00Z");
        assert_eq!(clinic.to_remind().await, 0, "on Thursday");
        clinic.set_clock("2026-03-07T09:00:00Z");
        assert_eq!(clinic.to_remind().await, 1, "on Saturday");
    })
    .await;
}

#[tokio::test]
async fn visit_that_is_not_confirmed_is_not_reminded_of_as_if_it_were_certain() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let clinic = &mailing.clinic;
        let id = mailing.book().await;
        let (moved, lease) = clinic.move_to(&id, quarter(11, 0)).await.expect("moved");
        assert_eq!(moved.state, AppointmentState::Requested, "staff have to confirm the new time");
        mailing.deliver(lease.expect("an email")).await;
        for hours in [47, 25, 2] {
            clinic.clock.set(moved.starts_at - Duration::from_hours(hours));
            assert_eq!(
                clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued"),
                [],
                "{hours} hours before"
            );
            assert_eq!(mailing.to_remind().await, 0);
        }
    })
    .await;
}

#[tokio::test]
async fn reminder_of_a_visit_that_is_not_confirmed_any_more_is_not_sent() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let clinic = &mailing.clinic;
        let asked = clinic.book(0, visit_time()).await.expect("booked").appointment;
        clinic.clock.set(asked.starts_at - Duration::from_hours(49));
        clinic.confirm(&asked.id).await.expect("confirmed");
        assert_eq!(mailing.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        clinic.clock.set(asked.starts_at - Duration::from_hours(47));
        let reminder = mailing.queue_reminder().await;
        clinic.undo(&asked.id, AppointmentState::Confirmed).await.expect("undone");
        mailing.deliver(reminder.clone()).await;
        assert_eq!(mailing.state_of(&reminder).await, MailState::Replaced);
        assert!(!mailing.sent().contains(&TWO_DAYS), "{:?}", mailing.sent());
    })
    .await;
}

#[tokio::test]
async fn visit_when_the_clinic_is_closed_is_not_reminded_of_and_staff_tell_the_patient() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        let starts_at = mailing.clinic.store.appointment(&id).await.expect("read").expect("a visit").starts_at;
        let closed_for = |reason: &str| vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), reason.to_owned())];
        mailing.clinic.settings.opening.closures = closed_for("Staff training");
        let before = async |mailing: &MailingClinic, hours: u64| {
            let clinic = &mailing.clinic;
            clinic.clock.set(starts_at - Duration::from_hours(hours));
            let leases = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
            let told = clinic.to_tell().await.into_iter().map(|it| it.what).collect::<Vec<_>>();
            let badge =
                clinic.store.waiting_counts(&clinic.settings, clinic.clock.now()).await.expect("counted").closed;
            (leases, told, badge)
        };
        assert_eq!(before(&mailing, 72).await, (vec![], vec![], 1), "the badge says it at once");
        assert_eq!(before(&mailing, 47).await, (vec![], vec![ToTell::Closed], 1));

        // The visit takes place: the patient is reminded.
        let clinic = &mailing.clinic;
        let seen = SeenAppointment { id: &id, starts_at: None };
        clinic.store.keep_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await.expect("kept");
        let (mut leases, told, badge) = before(&mailing, 46).await;
        assert_eq!((leases.len(), told, badge), (1, vec![], 0));

        // Closed for another reason, before a mail server took the reminder.
        mailing.clinic.settings.opening.closures = closed_for("Public holiday");
        assert_eq!(before(&mailing, 45).await, (vec![], vec![ToTell::Closed], 1));
        let reminder = leases.remove(0);
        mailing.deliver(reminder.clone()).await;
        assert_eq!(mailing.state_of(&reminder).await, MailState::Replaced);
        mailing.clinic.settings.opening.closures.clear();
        let (mut leases, told, badge) = before(&mailing, 44).await;
        assert_eq!((leases.len(), told, badge), (1, vec![], 0), "the clinic is open after all");
        mailing.deliver(leases.remove(0)).await;

        // Closed after the patient was reminded to come.
        mailing.clinic.settings.opening.closures = closed_for("Public holiday");
        assert_eq!(before(&mailing, 20).await, (vec![], vec![ToTell::Closed], 1));
        let clinic = &mailing.clinic;
        clinic.store.mark_told(&id, ToTell::Closed, starts_at, &clinic.settings, clinic.actor()).await.expect("told");
        assert_eq!(before(&mailing, 2).await, (vec![], vec![], 0));
        assert_eq!(mailing.sent().iter().filter(|notice| **notice == TWO_DAYS).count(), 1);
    })
    .await;
}

#[tokio::test]
async fn closure_stops_only_the_reminder_that_waits_and_not_a_new_link_or_an_attempt_under_way() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        let closure = || vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), "Staff training".to_owned())];
        let queue = async |mailing: &MailingClinic| {
            let clinic = &mailing.clinic;
            clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued")
        };
        mailing.set_clock("2026-03-08T08:01:00Z");
        let reminder = mailing.queue_reminder().await;

        // The attempt may still deliver it, so it is not due again.
        mailing.clinic.settings.opening.closures = closure();
        assert_eq!(queue(&mailing).await, []);
        assert_eq!(mailing.state_of(&reminder).await, MailState::Queued);
        mailing.clinic.settings.opening.closures.clear();
        assert_eq!(queue(&mailing).await, []);

        // No mail server takes it, and staff send a new link, which no mail server takes either.
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(reminder.clone()).await, DeliveryStatus::Queued);
        let clinic = &mailing.clinic;
        let (_, link) = clinic.store.send_new_link(&id, clinic.actor(), clinic.context()).await.expect("a link");
        let link = link.expect("an email");
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(link.clone()).await, DeliveryStatus::Queued);
        mailing.clinic.settings.opening.closures = closure();
        assert_eq!(queue(&mailing).await, []);
        assert_eq!(mailing.state_of(&reminder).await, MailState::Replaced);
        assert_eq!(mailing.state_of(&link).await, MailState::Queued);
    })
    .await;
}

#[tokio::test]
async fn closure_that_was_taken_back_is_told_to_nobody_and_who_heard_of_it_hears_that_the_visit_takes_place() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let closures = vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), "Staff training".to_owned())];
        let ada = Patient { email: None, ..patient("ada@example.com") };
        let visit = clinic.add(Source::Phone, 0, visit_time(), &ada).await.expect("added").appointment;
        let tell_closed = async |clinic: &ClinicStore| {
            let seen = SeenAppointment { id: &visit.id, starts_at: None };
            clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await.expect("listed");
        };
        let told = async |clinic: &ClinicStore, what: ToTell| {
            clinic.clock.advance(Duration::from_mins(1));
            clinic.store.mark_told(&visit.id, what, visit.starts_at, &clinic.settings, clinic.actor()).await
        };
        let undo = async |clinic: &ClinicStore, what: ToTell| {
            clinic.store.undo_told(&visit.id, what, visit.starts_at, clinic.actor()).await
        };
        let list =
            async |clinic: &ClinicStore| clinic.to_tell().await.into_iter().map(|it| it.what).collect::<Vec<_>>();

        // Somebody may have sent the message without a press on "Told".
        clinic.settings.opening.closures.clone_from(&closures);
        tell_closed(&clinic).await;
        assert_eq!(list(&clinic).await, [ToTell::Closed]);
        clinic.settings.opening.closures.clear();
        assert_eq!(list(&clinic).await, [ToTell::Confirmed], "before anybody was told");
        told(&clinic, ToTell::Confirmed).await.expect("told");
        told(&clinic, ToTell::Confirmed).await.expect("told at another desk");
        assert_eq!(list(&clinic).await, []);
        for _ in 0..2 {
            undo(&clinic, ToTell::Confirmed).await.expect("undone");
            assert_eq!(list(&clinic).await, [ToTell::Confirmed]);
        }
        told(&clinic, ToTell::Confirmed).await.expect("told");

        // After the patient was told.
        clinic.settings.opening.closures.clone_from(&closures);
        tell_closed(&clinic).await;
        told(&clinic, ToTell::Closed).await.expect("told");
        assert_eq!(list(&clinic).await, []);
        clinic.settings.opening.closures.clear();
        assert_eq!(list(&clinic).await, [ToTell::Confirmed], "the patient would not come");
        for _ in 0..2 {
            undo(&clinic, ToTell::Closed).await.expect("a wrong press");
            assert_eq!(list(&clinic).await, [ToTell::Confirmed]);
        }
        // The call had begun before the closure was taken back: the patient has to hear the rest.
        told(&clinic, ToTell::Closed).await.expect("told");
        assert_eq!(list(&clinic).await, [ToTell::Confirmed]);
        told(&clinic, ToTell::Confirmed).await.expect("told");
        assert_eq!(list(&clinic).await, []);

        // Told from the list before a visit that is soon, by a wrong press.
        clinic.clock.set(visit.starts_at - Duration::from_hours(40));
        clinic.mark_told(&visit.id).await.expect("reminded");
        clinic.settings.opening.closures = closures;
        assert_eq!(list(&clinic).await, [ToTell::Closed]);
        told(&clinic, ToTell::Closed).await.expect("told");
        undo(&clinic, ToTell::Closed).await.expect("undone");
        assert_eq!(list(&clinic).await, [ToTell::Closed]);
        told(&clinic, ToTell::Closed).await.expect("told");
        clinic.settings.opening.closures.clear();
        for _ in 0..2 {
            undo(&clinic, ToTell::Closed).await.expect("undone");
            assert!(!list(&clinic).await.contains(&ToTell::Confirmed), "nobody has told the patient anything");
        }
    })
    .await;
}

#[tokio::test]
async fn email_about_a_closure_that_was_taken_back_is_not_sent_and_one_that_was_sent_is_corrected() {
    on_both(async |url| {
        let mut mailing = MailingClinic::open(&url).await;
        let id = mailing.book().await;
        let closures = vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), "Staff training".to_owned())];
        let tell_closed = async |mailing: &MailingClinic| {
            let (seen, clinic) = (SeenAppointment { id: &id, starts_at: None }, &mailing.clinic);
            let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
            told.expect("told");
            clinic.lease_after_wait().await.expect("an email")
        };
        let list = async |mailing: &MailingClinic| {
            let clinic = &mailing.clinic;
            clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
            clinic.to_tell().await.into_iter().map(|it| it.what).collect::<Vec<_>>()
        };
        mailing.clinic.settings.opening.closures.clone_from(&closures);
        let email = tell_closed(&mailing).await;
        mailing.transport.set_next_result(busy());
        assert_eq!(mailing.deliver(email.clone()).await, DeliveryStatus::Queued);
        assert_eq!(list(&mailing).await, [], "the email waits for the mail server");
        mailing.clinic.settings.opening.closures.clear();
        assert_eq!(list(&mailing).await, [ToTell::Confirmed], "the mail server may have taken it all the same");
        assert_eq!(mailing.state_of(&email).await, MailState::Replaced);
        mailing.clinic.mark_told(&id).await.expect("told");

        mailing.clinic.settings.opening.closures = closures;
        let email = tell_closed(&mailing).await;
        assert_eq!(mailing.deliver(email).await, DeliveryStatus::Sent);
        assert_eq!(list(&mailing).await, []);
        mailing.clinic.settings.opening.closures.clear();
        assert_eq!(list(&mailing).await, [ToTell::Confirmed]);
        mailing.clinic.mark_told(&id).await.expect("told");
        assert_eq!(list(&mailing).await, []);

        // Reminded like everybody else.
        mailing.set_clock("2026-03-08T08:01:00Z");
        assert_eq!(mailing.deliver(mailing.queue_reminder().await).await, DeliveryStatus::Sent);
    })
    .await;
}

#[tokio::test]
async fn patient_whom_staff_reminded_hears_that_the_clinic_is_closed() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let ada = Patient { email: None, ..patient("ada@example.com") };
        let visit = clinic.add(Source::Phone, 0, visit_time(), &ada).await.expect("added").appointment;
        clinic.clock.set(visit.starts_at - Duration::from_hours(40));
        clinic.mark_told(&visit.id).await.expect("reminded");
        assert_eq!(clinic.to_tell().await, []);
        clinic.settings.opening.closures =
            vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), "Staff training".to_owned())];
        let list = clinic.to_tell().await;
        assert_eq!(
            list.iter().map(|it| (&it.appointment.id, it.what)).collect::<Vec<_>>(),
            [(&visit.id, ToTell::Closed)]
        );
        clinic
            .store
            .mark_told(&visit.id, ToTell::Closed, visit.starts_at, &clinic.settings, clinic.actor())
            .await
            .expect("told");
        assert_eq!(clinic.to_tell().await, []);
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
        clinic.move_to_day(&id, 11).await;
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
        clinic.transport.set_next_result(no_such_user());
        clinic.move_to_day(&id, 12).await;
        let moved = clinic.clinic.lease_after_wait().await.expect("an email");
        assert_eq!(clinic.deliver(moved.clone()).await, DeliveryStatus::Rejected);
        assert_eq!(clinic.state_of(&moved).await, MailState::Rejected);
        clinic.cancel(&id).await;
        let cancelled = clinic.clinic.lease_after_wait().await.expect("an email");
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
        assert!(
            clinic
                .clinic
                .store
                .queue_reminders(&clinic.clinic.settings, clinic.clinic.context())
                .await
                .expect("queued")
                .is_empty()
        );
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
        assert_eq!(stored, clinic_store::Appointment { chair: 2, changed_at: clinic.clinic.clock.now(), ..before });
        assert!(
            clinic
                .clinic
                .store
                .queue_reminders(&clinic.clinic.settings, clinic.clinic.context())
                .await
                .expect("queued")
                .is_empty()
        );
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
        // The mail server did not take it: nobody has to be told.
        clinic.clinic.confirm(&id).await.expect("confirmed");
        let lease = clinic.clinic.lease_after_wait().await.expect("an email");
        clinic.transport.set_next_result(busy());
        assert_eq!(clinic.deliver(lease.clone()).await, DeliveryStatus::Queued);
        let (undone, again) = clinic.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!((undone.state, again.is_none()), (AppointmentState::Requested, true));
        assert!(undone.expires_at.is_some(), "it waits for staff again");
        assert_eq!(clinic.state_of(&lease).await, MailState::Replaced);
        assert_eq!(clinic.to_remind().await, 0);
        // It is being sent at the moment of the undo.
        clinic.clinic.confirm(&id).await.expect("confirmed");
        clinic.clinic.lease_after_wait().await.expect("an email");
        let (_, again) = clinic.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        clinic.deliver(again.expect("an email that it is a request again")).await;
        assert_eq!(clinic.sent().last(), Some(&AppointmentNotice::Received));
        // The patient has read that the visit is confirmed, and then that it is cancelled.
        clinic.clinic.confirm(&id).await.expect("confirmed");
        assert_eq!(clinic.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        clinic.cancel(&id).await;
        assert_eq!(clinic.deliver_after_wait().await, Some(DeliveryStatus::Sent));
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
        clinic.clinic.confirm(&booked.appointment.id).await.expect("confirmed");
        clinic.clinic.mark_told(&booked.appointment.id).await.expect("told");
        assert_eq!(clinic.deliver_after_wait().await, None);
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

#[tokio::test]
async fn move_or_cancellation_that_is_undone_within_ten_seconds_mails_nobody() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        let before = clinic.clinic.store.appointment(&id).await.expect("read").expect("an appointment");
        let almost = WAIT_FOR_UNDO.saturating_sub(Duration::from_millis(1));
        for state in [AppointmentState::Cancelled, AppointmentState::Confirmed] {
            match state {
                AppointmentState::Cancelled => clinic.cancel(&id).await,
                _ => clinic.move_to_day(&id, 12).await,
            }
            clinic.clinic.clock.advance(almost);
            assert_eq!(clinic.outbox.deliver_next().await.expect("nothing is due"), None, "{state:?}");
            // A colleague at another desk takes it back.
            let (undone, lease) = clinic.clinic.undo(&id, state).await.expect("undone");
            assert_eq!((undone.state, SlotTime::of(undone.starts_at)), (AppointmentState::Confirmed, visit_time()));
            assert_eq!(
                (undone.chair, undone.told_at, undone.reminder),
                (before.chair, before.told_at, before.reminder)
            );
            assert_eq!((undone.untold, lease), (None, None), "{state:?}");
            assert_eq!(clinic.deliver_after_wait().await, None, "{state:?}");
            assert_eq!(clinic.to_remind().await, 0, "{state:?}");
            clinic.clinic.assert_ticks_and_appointments_agree().await;
        }
        assert_eq!(clinic.sent(), [AppointmentNotice::Confirmed], "what was sent when it was booked");
    })
    .await;
}

#[tokio::test]
async fn confirmation_that_is_undone_within_ten_seconds_mails_nobody() {
    on_both(async |url| {
        for state in [AppointmentState::Requested, AppointmentState::Waiting] {
            let mut clinic = MailingClinic::open_empty(&url).await;
            if state == AppointmentState::Waiting {
                clinic.clinic.limits = Limits { held_per_phone: 0, ..no_limits() };
            }
            let booked = clinic.clinic.book(0, visit_time()).await.expect("booked");
            let (before, id) = (booked.appointment.clone(), booked.appointment.id);
            assert_eq!(before.state, state);
            clinic.deliver(booked.lease.expect("an email")).await;
            let sent = clinic.sent();
            let until = clinic.clinic.clock.now() + WAIT_FOR_UNDO;
            let (confirmed, lease) = clinic.clinic.confirm(&id).await.expect("confirmed");
            assert_eq!((confirmed.state, lease), (AppointmentState::Confirmed, None));
            clinic.clinic.clock.advance(WAIT_FOR_UNDO.saturating_sub(Duration::from_millis(1)));
            let held = clinic.clinic.store.email_waits_until(&confirmed, clinic.clinic.clock.now()).await;
            assert_eq!(held.expect("read"), Some(until), "{state:?}");
            assert_eq!(clinic.outbox.deliver_next().await.expect("nothing is due"), None, "{state:?}");
            let (undone, lease) = clinic.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
            assert_eq!((undone.state, undone.untold, lease), (state, None, None));
            assert_eq!(clinic.deliver_after_wait().await, None, "{state:?}");
            assert_eq!((clinic.sent(), clinic.to_remind().await), (sent, 0), "{state:?}");

            clinic.clinic.confirm(&id).await.expect("confirmed again");
            assert_eq!(clinic.deliver_after_wait().await, Some(DeliveryStatus::Sent));
            assert_eq!(clinic.sent().last(), Some(&AppointmentNotice::Confirmed));
        }
    })
    .await;
}

#[tokio::test]
async fn patient_who_acts_while_the_confirmation_is_held_gets_one_email_about_what_is_true() {
    on_both(async |url| {
        for cancels in [true, false] {
            let clinic = MailingClinic::open_empty(&url).await;
            let booked = clinic.clinic.book(0, visit_time()).await.expect("booked");
            let id = booked.appointment.id;
            clinic.deliver(booked.lease.expect("an email")).await;
            let sent = clinic.sent().len();
            clinic.clinic.confirm(&id).await.expect("confirmed");
            let (_, lease) = if cancels {
                clinic.clinic.cancel(&id).await.expect("cancelled")
            } else {
                clinic.clinic.move_to(&id, SlotTime { minute: 600, ..visit_time() }).await.expect("moved")
            };
            assert_eq!(clinic.deliver(lease.expect("an email at once")).await, DeliveryStatus::Sent);
            assert_eq!(clinic.deliver_after_wait().await, None, "the confirmation is not true any more");
            let notice = if cancels { AppointmentNotice::Cancelled } else { AppointmentNotice::Moved };
            assert_eq!(clinic.sent()[sent..], [notice]);
        }
    })
    .await;
}

#[tokio::test]
async fn late_undo_of_a_move_tells_the_patient_the_earlier_time() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        clinic.move_to_day(&id, 12).await;
        assert_eq!(clinic.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        let (undone, lease) = clinic.clinic.undo(&id, AppointmentState::Confirmed).await.expect("undone");
        assert_eq!(SlotTime::of(undone.starts_at), visit_time());
        assert_eq!(clinic.deliver(lease.expect("an email")).await, DeliveryStatus::Sent);
        let last = clinic.transport.recorded().pop().expect("an email");
        let Message::Appointment(facts) = last.message else { panic!("{:?}", last.message) };
        assert_eq!((facts.notice, SlotTime::of(facts.starts_at)), (AppointmentNotice::Moved, visit_time()));
        let twice = clinic.clinic.undo(&id, AppointmentState::Confirmed).await;
        assert!(matches!(twice, Err(ChangeAppointmentError::CannotUndo)), "{twice:?}");
    })
    .await;
}

#[tokio::test]
async fn undo_while_the_email_is_being_sent_tells_the_patient_that_the_visit_takes_place() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        clinic.cancel(&id).await;
        let lease = clinic.clinic.lease_after_wait().await.expect("an email");
        let (undone, correction) = clinic.clinic.undo(&id, AppointmentState::Cancelled).await.expect("undone");
        // The mail server had taken it.
        let outcome = clinic_store::DeliveryOutcome::Sent;
        clinic.clinic.store.record_outcome(&lease, &outcome, clinic.clinic.clock.now()).await.expect("stored");
        assert_eq!(undone.untold, Some(clinic_rules::booking::ToTell::Confirmed));
        assert_eq!(clinic.deliver(correction.expect("an email")).await, DeliveryStatus::Sent);
        assert_eq!(clinic.sent().last(), Some(&AppointmentNotice::Confirmed));
    })
    .await;
}

#[tokio::test]
async fn server_that_is_started_again_within_the_ten_seconds_sends_the_email_when_they_have_passed() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        clinic.cancel(&id).await;
        let second = MailingClinic::open(&url).await;
        second.clinic.clock.set(clinic.clinic.clock.now());
        assert_eq!(second.outbox.deliver_next().await.expect("nothing is due"), None);
        assert_eq!(second.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        assert_eq!(second.sent(), [AppointmentNotice::Cancelled]);
        assert_eq!(clinic.deliver_after_wait().await, None, "it was sent once");
    })
    .await;
}

#[tokio::test]
async fn patients_own_cancellation_and_move_are_mailed_at_once() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        let (_, moved) =
            clinic.clinic.move_to(&id, SlotTime { date: date(2026, 3, 12), minute: 540 }).await.expect("moved");
        assert_eq!(clinic.deliver(moved.expect("an email")).await, DeliveryStatus::Sent);
        let (_, cancelled) = clinic.clinic.cancel(&id).await.expect("cancelled");
        assert_eq!(clinic.deliver(cancelled.expect("an email")).await, DeliveryStatus::Sent);
    })
    .await;
}

#[tokio::test]
async fn reminder_that_a_move_stopped_is_sent_after_its_undo_and_one_that_was_sent_is_not_sent_again() {
    on_both(async |url| {
        for is_sent in [false, true] {
            let clinic = MailingClinic::open(&url).await;
            clinic.clinic.clear().await;
            sqlx::query("DELETE FROM outbox").execute(&clinic.clinic.rows).await.expect("cleared");
            let id = clinic.book().await;
            clinic.set_clock("2026-03-08T08:01:00Z");
            let reminder = clinic.queue_reminder().await;
            if is_sent {
                assert_eq!(clinic.deliver(reminder).await, DeliveryStatus::Sent);
            }
            for state in [AppointmentState::Cancelled, AppointmentState::Confirmed] {
                match state {
                    AppointmentState::Cancelled => clinic.cancel(&id).await,
                    _ => clinic.move_to_day(&id, 12).await,
                }
                clinic.clinic.undo(&id, state).await.expect("undone");
                let again = clinic
                    .clinic
                    .store
                    .queue_reminders(&clinic.clinic.settings, clinic.clinic.context())
                    .await
                    .expect("queued");
                assert_eq!(again.len(), usize::from(!is_sent), "{state:?}, sent before: {is_sent}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn visit_that_is_dragged_back_before_its_email_was_sent_mails_nobody() {
    on_both(async |url| {
        let clinic = MailingClinic::open(&url).await;
        let id = clinic.book().await;
        clinic.move_to_day(&id, 12).await;
        clinic.move_to_day(&id, 10).await;
        assert_eq!(clinic.deliver_after_wait().await, None);
        assert_eq!((clinic.sent(), clinic.to_remind().await), (vec![AppointmentNotice::Confirmed], 0));
        // When the patient has read of the move, they read of the second one as well.
        clinic.move_to_day(&id, 12).await;
        clinic.deliver_after_wait().await;
        clinic.move_to_day(&id, 10).await;
        assert_eq!(clinic.deliver_after_wait().await, Some(DeliveryStatus::Sent));
        clinic.clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

/// Ways to change a visit and take it back before the patient has learned of it.
#[derive(Debug, Clone, Copy)]
enum TakenBack {
    UndoneMove,
    DraggedBack,
    UndoneCancellation,
}

async fn change_and_take_back(mailing: &MailingClinic, id: &AppointmentId, how: TakenBack) {
    match how {
        TakenBack::UndoneCancellation => mailing.cancel(id).await,
        _ => mailing.move_to_day(id, 12).await,
    }
    match how {
        TakenBack::UndoneMove => {
            mailing.clinic.undo(id, AppointmentState::Confirmed).await.map(|_| ()).expect("undone");
        }
        TakenBack::DraggedBack => mailing.move_to_day(id, 10).await,
        TakenBack::UndoneCancellation => {
            mailing.clinic.undo(id, AppointmentState::Cancelled).await.map(|_| ()).expect("undone");
        }
    }
}

#[tokio::test]
async fn change_that_is_taken_back_keeps_what_staff_had_decided_and_said_about_the_earlier_time() {
    on_both(async |url| {
        for how in [TakenBack::UndoneMove, TakenBack::DraggedBack, TakenBack::UndoneCancellation] {
            let mut mailing = MailingClinic::open(&url).await;
            mailing.clinic.clear().await;
            let ada = Patient { email: None, ..patient("ada@example.com") };
            let added = mailing.clinic.add(Source::Phone, 0, visit_time(), &ada).await.expect("added").appointment;
            let (id, seen) = (&added.id, SeenAppointment { id: &added.id, starts_at: None });
            let list = async |mailing: &MailingClinic| {
                mailing.clinic.to_tell().await.into_iter().map(|it| it.what).collect::<Vec<_>>()
            };
            let closed_for = |reason: &str| vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), reason.to_owned())];

            // Staff have decided that the visit takes place on a day on which the clinic is closed.
            mailing.clinic.settings.opening.closures = closed_for("Staff training");
            let clinic = &mailing.clinic;
            clinic.store.keep_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await.expect("kept");
            change_and_take_back(&mailing, id, how).await;
            let kept = mailing.clinic.store.appointment(id).await.expect("read").expect("a visit");
            assert!(!kept.is_at_closed_time(&mailing.clinic.settings), "{how:?}: staff have kept it");

            // They have reminded the patient.
            mailing.clinic.clock.set(added.starts_at - Duration::from_hours(40));
            assert_eq!(list(&mailing).await, [ToTell::Reminder]);
            mailing.clinic.mark_told(id).await.expect("reminded");
            change_and_take_back(&mailing, id, how).await;
            assert_eq!(list(&mailing).await, [], "{how:?}: the patient was reminded");

            // They have told the patient that the clinic is closed.
            mailing.clinic.settings.opening.closures = closed_for("Public holiday");
            mailing.clinic.mark_told(id).await.expect("told");
            change_and_take_back(&mailing, id, how).await;
            assert_eq!(list(&mailing).await, [], "{how:?}: the patient knows");
            let clinic = &mailing.clinic;
            clinic.store.undo_told(id, ToTell::Closed, added.starts_at, clinic.actor()).await.expect("undone");
            assert_eq!(list(&mailing).await, [ToTell::Closed], "{how:?}: it was a wrong press");
            mailing.clinic.mark_told(id).await.expect("told");
            mailing.clinic.settings.opening.closures.clear();
            assert_eq!(list(&mailing).await, [ToTell::Confirmed], "{how:?}: the patient would not come");
        }
    })
    .await;
}
