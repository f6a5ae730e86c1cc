//! Correcting an appointment: the patient's own mistyped address, once, and everything that staff correct.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_mail::Message;
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{
    AppointmentId, AppointmentState, Closure, Confirm, Patient, Settings, SlotTime, Source, ToTell,
};
use clinic_rules::person::{EmailAddress, PersonKey, PhoneNumber};
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_store::{
    Appointment, ChangeAppointmentError, ChangedBy, Correction, DeliveryOutcome, EmailCorrection, Lease, NewRecall,
    RecallList, SeenAppointment,
};
use jiff::civil::date;
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};
use crate::support::test_clinic::{self, ClinicStore, patient};
use crate::support::waiting::eventually;

/// On Tuesday, 10 March.
fn at(minute: u16) -> SlotTime {
    SlotTime { date: date(2026, 3, 10), minute }
}

type Change = Result<(Appointment, Option<Lease>), ChangeAppointmentError>;

async fn correct(clinic: &ClinicStore, of: &Appointment, patient: &Patient, service: Option<usize>) -> Change {
    let people = &clinic.secrets.people;
    let settings = &clinic.settings;
    let email_person = patient.email.as_ref().map(|email| PersonKey::new(&email.canonical(), people));
    let correction = Correction {
        patient,
        phone_person: &clinic.phone_person(patient),
        email_person: email_person.as_ref(),
        service: service.map(|index| &settings.services[index]),
        settings,
        seen: of.changed_at,
    };
    clinic.store.correct_appointment(&of.id, correction, clinic.actor(), clinic.context()).await
}

fn patient_of(appointment: &Appointment) -> Patient {
    let Appointment { name, phone, email, note, brought_by, .. } = appointment.clone();
    Patient { name, phone, email, note, brought_by }
}

#[tokio::test]
async fn staff_correct_every_field_and_the_patient_is_found_by_the_new_ones() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let booked = clinic.book(0, at(540)).await.expect("booked").appointment;
        let new = Patient {
            name: "Ngozi Eze".to_owned(),
            phone: clinic_rules::person::PhoneNumber::parse("0805 000 0001").expect("a number"),
            email: None,
            note: "Comes by taxi".to_owned(),
            brought_by: None,
        };
        let (after, lease) = correct(&clinic, &booked, &new, None).await.expect("corrected");
        assert!(lease.is_none(), "there is no address to write to");
        assert_eq!(patient_of(&after), new);
        assert_eq!(after.phone_person, clinic.phone_person(&new).to_string());
        assert_eq!((after.email_person, after.sequence), (None, booked.sequence + 1));
        let stored = clinic.store.appointment(&booked.id).await.expect("read").expect("the appointment");
        assert_eq!(patient_of(&stored), new);
        let name_key: String =
            sqlx::query_scalar("SELECT name_key FROM appointments").fetch_one(&clinic.rows).await.expect("a row");
        assert_eq!(name_key, "ngozi eze");
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn patient_whose_confirmation_went_to_the_wrong_address_is_told_until_an_email_arrives() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        clinic.confirm(&visit.id).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        let sent = clinic_store::DeliveryOutcome::Sent;
        clinic.store.record_outcome(&lease.expect("an email"), &sent, clinic.context().now).await.expect("sent");
        let confirmed = clinic.store.appointment(&visit.id).await.expect("read").expect("the appointment");
        assert_eq!(confirmed.untold, None);
        let without = Patient { email: None, ..patient_of(&confirmed) };
        let (after, lease) = correct(&clinic, &confirmed, &without, None).await.expect("corrected");
        assert!(lease.is_none() && after.untold == Some(ToTell::Confirmed));
        let list = clinic.to_tell().await;
        assert_eq!(
            list.iter().map(|it| (&it.appointment.id, it.what)).collect::<Vec<_>>(),
            [(&visit.id, ToTell::Confirmed)]
        );
    })
    .await;
}

#[tokio::test]
async fn corrected_address_of_a_patient_whose_email_came_back_is_written_to() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        clinic.confirm(&visit.id).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        let sent = clinic_store::DeliveryOutcome::Sent;
        clinic.store.record_outcome(&lease.expect("an email"), &sent, clinic.context().now).await.expect("sent");
        clinic.store.appointment_email_came_back(&visit.id, None, clinic.actor()).await.expect("stored");
        assert_eq!(clinic.what_to_tell(&visit.id).await, Some(ToTell::Confirmed));
        let returned = clinic.read(&visit.id).await;
        assert!(returned.email_failed && returned.email_returned);
        let with_name = Patient { name: "Ada Nkem Obi".to_owned(), ..patient_of(&returned) };
        let (renamed, lease) = correct(&clinic, &returned, &with_name, None).await.expect("corrected");
        assert!(lease.is_none() && clinic.read(&visit.id).await.email_returned, "the address is the same");
        let (_, lease) = correct(&clinic, &renamed, &with_name, None).await.expect("the same address again");
        let right = clinic.read(&visit.id).await;
        assert!(lease.is_none() && !right.email_returned && !right.email_failed, "the press was a mistake");

        clinic.store.appointment_email_came_back(&visit.id, None, clinic.actor()).await.expect("stored");
        let other = Patient { email: patient("ada.obi@example.com").email, ..patient_of(&renamed) };
        let (_, lease) = correct(&clinic, &renamed, &other, None).await.expect("corrected");
        assert!(lease.is_some());
        let late_press = clinic.store.appointment_email_came_back(&visit.id, None, clinic.actor()).await;
        assert!(matches!(late_press, Err(ChangeAppointmentError::NothingSent)), "nothing was sent there yet");
        assert!(!clinic.read(&visit.id).await.email_returned);
    })
    .await;
}

impl ClinicStore {
    async fn read(&self, id: &AppointmentId) -> Appointment {
        self.store.appointment(id).await.expect("read").expect("an appointment")
    }

    /// What the list to tell has about a visit.
    async fn what_to_tell(&self, id: &AppointmentId) -> Option<ToTell> {
        self.to_tell().await.into_iter().find(|it| it.appointment.id == *id).map(|it| it.what)
    }

    pub(crate) async fn correct_phone(&self, id: &AppointmentId, phone: &str) -> Option<Lease> {
        let visit = self.read(id).await;
        let right = Patient { phone: PhoneNumber::parse(phone).expect("a number"), ..patient_of(&visit) };
        correct(self, &visit, &right, None).await.expect("corrected").1
    }

    pub(crate) async fn correct_address(&self, id: &AppointmentId, address: &str) -> Option<Lease> {
        let visit = self.read(id).await;
        let email = Some(EmailAddress::parse(address).expect("an address"));
        correct(self, &visit, &Patient { email, ..patient_of(&visit) }, None).await.expect("corrected").1
    }

    async fn sent(&self, lease: Option<Lease>) {
        let lease = lease.expect("an email");
        let stored = self.store.record_outcome(&lease, &DeliveryOutcome::Sent, self.clock.now()).await;
        assert!(stored.expect("stored"), "the email was not replaced");
    }
}

fn notice(lease: Option<&Lease>) -> AppointmentNotice {
    match lease.map(|lease| &lease.message) {
        Some(Message::Appointment(facts)) => facts.notice,
        other => panic!("{other:?}"),
    }
}

fn without_email() -> Patient {
    Patient { email: None, ..patient("ada@example.com") }
}

#[tokio::test]
async fn what_staff_told_a_wrong_number_is_to_tell_again_at_the_right_one() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book_with("1", 0, at(540), &without_email()).await.expect("booked").appointment.id;
        let tell_twice = async |what: ToTell, phone: &str| {
            assert_eq!(clinic.what_to_tell(&visit).await, Some(what));
            clinic.mark_told(&visit).await.expect("told");
            assert_eq!(clinic.what_to_tell(&visit).await, None);
            clinic.correct_phone(&visit, phone).await;
            assert_eq!(clinic.what_to_tell(&visit).await, Some(what), "nobody has told the patient");
            clinic.mark_told(&visit).await.expect("told");
        };
        clinic.confirm(&visit).await.expect("confirmed");
        tell_twice(ToTell::Confirmed, "0805 000 0001").await;
        clinic.clock.set(clinic.read(&visit).await.starts_at - Duration::from_hours(40));
        tell_twice(ToTell::Reminder, "0805 000 0002").await;
        clinic.move_at_desk(&visit, at(600), None).await.expect("moved");
        tell_twice(ToTell::Moved, "0805 000 0003").await;
        let by = ChangedBy::Staff(clinic.actor());
        let cancelled = clinic.store.cancel_appointment(&visit, Duration::ZERO, Some("Closed"), by, clinic.context());
        cancelled.await.expect("cancelled");
        tell_twice(ToTell::Cancelled, "0805 000 0004").await;
        let noted = Patient { note: "Comes by taxi".to_owned(), ..patient_of(&clinic.read(&visit).await) };
        correct(&clinic, &clinic.read(&visit).await, &noted, None).await.expect("corrected");
        assert_eq!(clinic.what_to_tell(&visit).await, None, "the number is the same");
    })
    .await;
}

#[tokio::test]
async fn expired_request_is_to_tell_again_at_the_right_number_also_after_its_time() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book_with("1", 0, at(540), &without_email()).await.expect("booked").appointment;
        clinic.clock.set(visit.starts_at + Duration::from_hours(1));
        clinic.store.expire_requests(clinic.context()).await.expect("expired");
        clinic.mark_told(&visit.id).await.expect("told");
        assert_eq!(clinic.what_to_tell(&visit.id).await, None);
        clinic.correct_phone(&visit.id, "0805 000 0001").await;
        assert_eq!(clinic.what_to_tell(&visit.id).await, Some(ToTell::Expired));
    })
    .await;
}

#[tokio::test]
async fn patient_with_an_address_gets_the_email_when_staff_told_a_wrong_number() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        // The email waits for a mail server, and is not sent any more.
        clinic.mark_told(&visit).await.expect("told");
        let lease = clinic.correct_phone(&visit, "0805 000 0001").await;
        assert_eq!(notice(lease.as_ref()), AppointmentNotice::Confirmed);
        assert_eq!(clinic.read(&visit).await.untold, Some(ToTell::Confirmed), "until it is sent");
        clinic.sent(lease).await;
        assert_eq!(clinic.read(&visit).await.untold, None);
        let lease = clinic.correct_phone(&visit, "0805 000 0002").await;
        assert_eq!((lease, clinic.read(&visit).await.untold), (None, None), "the email has told the patient");
    })
    .await;
}

#[tokio::test]
async fn patient_whose_news_went_to_a_wrong_address_hears_that_the_clinic_is_closed_then() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        clinic.sent(lease).await;
        clinic.settings.opening.closures =
            vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), "Staff training".to_owned())];
        let tell = async |clinic: &ClinicStore| {
            let seen = SeenAppointment { id: &visit, starts_at: None };
            let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
            told.expect("told");
            clinic.sent(clinic.lease_after_wait().await).await;
        };
        tell(&clinic).await;
        let lease = clinic.correct_address(&visit, "ada@gmail.example").await;
        assert_eq!(notice(lease.as_ref()), AppointmentNotice::Closed, "not that it is confirmed");
        assert_eq!(clinic.read(&visit).await.untold, Some(ToTell::Closed));
        clinic.sent(lease).await;

        // The closure is taken back: whoever has the right address never heard of it.
        clinic.settings.opening.closures.clear();
        let lease = clinic.correct_address(&visit, "ada@yahoo.example").await;
        assert_eq!(notice(lease.as_ref()), AppointmentNotice::Confirmed);
        assert!(!clinic.read(&visit).await.is_told_closed(), "the patient is reminded");
    })
    .await;
}

#[tokio::test]
async fn correction_after_the_closure_was_taken_back_says_that_the_visit_takes_place() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        clinic.sent(lease).await;
        let closures = vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), "Staff training".to_owned())];
        clinic.settings.opening.closures.clone_from(&closures);
        let tell = async |clinic: &ClinicStore| {
            let seen = SeenAppointment { id: &visit, starts_at: None };
            clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await.expect("told");
            clinic.lease_after_wait().await
        };
        let told = tell(&clinic).await;
        clinic.sent(told).await;
        clinic.settings.opening.closures.clear();
        let before = clinic.read(&visit).await;
        let (_, lease) = correct(&clinic, &before, &patient_of(&before), Some(1)).await.expect("corrected");
        assert_eq!(notice(lease.as_ref()), AppointmentNotice::Confirmed, "only the service is another one");
        assert!(!clinic.read(&visit).await.is_told_closed(), "the patient is reminded");
        clinic.sent(lease).await;

        // Staff tell it by phone. Later they write down another address of the same patient.
        clinic.settings.opening.closures = closures;
        tell(&clinic).await;
        clinic.mark_told(&visit).await.expect("told");
        clinic.settings.opening.closures.clear();
        let lease = clinic.correct_address(&visit, "ada@gmail.example").await;
        assert_eq!(notice(lease.as_ref()), AppointmentNotice::Confirmed);
        assert!(!clinic.read(&visit).await.is_told_closed(), "the patient is reminded");
    })
    .await;
}

#[tokio::test]
async fn visit_that_is_moved_back_forgets_what_was_said_about_the_other_time() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.settings.opening.closures =
            vec![Closure::new(date(2026, 3, 11), date(2026, 3, 11), "Staff training".to_owned())];
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let closed = SlotTime { date: date(2026, 3, 11), minute: 540 };
        clinic.move_at_desk(&visit, closed, None).await.expect("moved by mistake");
        let seen = SeenAppointment { id: &visit, starts_at: None };
        clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await.expect("told");
        let (after, _) = clinic.move_at_desk(&visit, at(540), None).await.expect("moved back");
        assert!(!after.is_told_closed(), "the clinic is open at its own time");
        let stored = clinic.read(&visit).await;
        assert_eq!((stored.closed_told_at, stored.reminded_at, stored.kept_hours), (None, None, None));
    })
    .await;
}

#[tokio::test]
async fn correction_while_booking_is_off_does_not_forget_that_the_patient_was_told_of_a_closure() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        clinic.sent(lease).await;
        // Closed on Tuesdays.
        clinic.settings.opening.week[1].clear();
        let seen = SeenAppointment { id: &visit, starts_at: None };
        let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        told.expect("told");
        clinic.sent(clinic.lease_after_wait().await).await;
        // The weekly hours are not known any more.
        clinic.settings = Settings::when_off();
        let lease = clinic.correct_address(&visit, "ada@right.example").await;
        assert_eq!(notice(lease.as_ref()), AppointmentNotice::Closed);
        assert!(clinic.read(&visit).await.is_told_closed());
    })
    .await;
}

#[tokio::test]
async fn correction_to_a_service_that_ends_after_closing_time_confirms_nothing_until_staff_keep_the_visit() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(1, at(690)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        clinic.sent(lease).await;
        let before = clinic.read(&visit).await;
        assert!(!before.is_at_closed_time(&clinic.settings));
        let (after, lease) = correct(&clinic, &before, &patient_of(&before), Some(0)).await.expect("corrected");
        assert!(after.is_at_closed_time(&clinic.settings), "it ends at 12:15 PM, and the clinic closes at noon");
        assert_eq!((lease, clinic.what_to_tell(&visit).await), (None, Some(ToTell::Closed)));
        let seen = SeenAppointment { id: &visit, starts_at: None };
        let kept = clinic.store.keep_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        kept.expect("kept");
        assert_eq!(notice(clinic.lease_after_wait().await.as_ref()), AppointmentNotice::Confirmed);
    })
    .await;
}

#[tokio::test]
async fn correction_to_a_shorter_service_that_ends_in_time_says_that_the_visit_takes_place() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(660)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        clinic.sent(lease).await;
        // Until 11:30 AM on Tuesdays. The visit ends at 11:45 AM.
        clinic.settings.opening.week[1][0].until = 690;
        let seen = SeenAppointment { id: &visit, starts_at: None };
        let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        told.expect("told");
        clinic.sent(clinic.lease_after_wait().await).await;
        let before = clinic.read(&visit).await;
        let (after, lease) = correct(&clinic, &before, &patient_of(&before), Some(1)).await.expect("corrected");
        assert!(!after.is_at_closed_time(&clinic.settings), "it ends at 11:30 AM");
        assert_eq!(notice(lease.as_ref()), AppointmentNotice::Confirmed);
        clinic.sent(lease).await;
        assert_eq!(clinic.what_to_tell(&visit).await, None);
    })
    .await;
}

#[tokio::test]
async fn patient_who_corrects_the_address_after_a_closure_was_taken_back_reads_that_the_visit_takes_place() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        clinic.settings.confirm = Confirm::AtOnce;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.settings.opening.closures =
            vec![Closure::new(date(2026, 3, 10), date(2026, 3, 10), "Staff training".to_owned())];
        let seen = SeenAppointment { id: &visit, starts_at: None };
        let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        told.expect("told");
        clinic.sent(clinic.lease_after_wait().await).await;
        clinic.settings.opening.closures.clear();
        let email = EmailAddress::parse("ada@gmail.example").expect("an address");
        let person = PersonKey::new(&email.canonical(), &clinic.secrets.people);
        let correction = EmailCorrection { email: &email, person: &person, request: "a", settings: &clinic.settings };
        let (after, lease) = clinic.store.correct_email(&visit, correction, clinic.context()).await.expect("corrected");
        assert_eq!(notice(lease.as_ref()), AppointmentNotice::Confirmed);
        assert!(!after.is_told_closed());
        clinic.sent(lease).await;
        assert_eq!(clinic.what_to_tell(&visit).await, None);
    })
    .await;
}

#[tokio::test]
async fn patient_who_corrects_the_address_after_staff_have_confirmed_is_told_until_an_email_arrives() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let email = EmailAddress::parse("ada@gmail.example").expect("an address");
        let person = PersonKey::new(&email.canonical(), &clinic.secrets.people);
        let correct_own = async |id: &AppointmentId, request: &str| {
            let correction = EmailCorrection { email: &email, person: &person, request, settings: &clinic.settings };
            clinic.store.correct_email(id, correction, clinic.context()).await.expect("corrected").1
        };
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        clinic.sent(lease).await;
        let lease = correct_own(&visit, "a").await.expect("an email");
        let rejected = DeliveryOutcome::Rejected { reason: "550 no such user".to_owned() };
        clinic.store.record_outcome(&lease, &rejected, clinic.clock.now()).await.expect("stored");
        assert_eq!(clinic.what_to_tell(&visit).await, Some(ToTell::Confirmed));
        let asked = clinic.book(0, at(600)).await.expect("booked").appointment.id;
        correct_own(&asked, "b").await.expect("an email");
        assert_eq!(clinic.read(&asked).await.untold, None, "the patient has seen what there is");
    })
    .await;
}

#[tokio::test]
async fn undo_tells_what_went_to_the_wrong_address_before() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        let lease = clinic.lease_after_wait().await;
        clinic.sent(lease).await;
        let by = ChangedBy::Staff(clinic.actor());
        let cancelled = clinic.store.cancel_appointment(&visit, Duration::ZERO, Some("Closed"), by, clinic.context());
        cancelled.await.expect("cancelled");
        let right = Patient { email: None, ..patient_of(&clinic.read(&visit).await) };
        correct(&clinic, &clinic.read(&visit).await, &right, None).await.expect("corrected");
        clinic.undo(&visit, AppointmentState::Cancelled).await.expect("undone");
        assert_eq!(clinic.what_to_tell(&visit).await, Some(ToTell::Confirmed));
    })
    .await;
}

#[tokio::test]
async fn another_service_takes_the_chair_for_as_long_as_it_needs_or_changes_nothing() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let settings = test_clinic::settings();
        let (short, long) =
            if settings.services[0].chair_minutes() < settings.services[1].chair_minutes() { (0, 1) } else { (1, 0) };
        let visit = clinic.book(short, at(540)).await.expect("booked").appointment;
        let confirmed = clinic.confirm(&visit.id).await.expect("confirmed").0;
        let same = patient_of(&confirmed);
        let (longer, lease) = correct(&clinic, &confirmed, &same, Some(long)).await.expect("corrected");
        assert_eq!(longer.service, settings.services[long].slug);
        assert_eq!((longer.sequence, longer.starts_at), (confirmed.sequence + 1, confirmed.starts_at));
        assert!(lease.is_some(), "the patient reads what is true now");
        clinic.assert_ticks_and_appointments_agree().await;

        // Back to the short one, then all chairs are taken after it.
        let (shorter, _) = correct(&clinic, &longer, &same, Some(short)).await.expect("corrected");
        clinic.assert_ticks_and_appointments_agree().await;
        let next = at(540 + settings.services[short].chair_minutes().next_multiple_of(5));
        for chair in settings.chair_numbers() {
            clinic
                .move_at_desk(&clinic.book(short, at(900)).await.expect("booked").appointment.id, next, Some(chair))
                .await
                .expect("moved");
        }
        let before = clinic.ticks().await;
        let refused = correct(&clinic, &shorter, &same, Some(long)).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::Taken)), "{refused:?}");
        assert_eq!(clinic.ticks().await, before);
        clinic.assert_ticks_and_appointments_agree().await;
    })
    .await;
}

#[tokio::test]
async fn service_of_a_visit_that_has_begun_stays_and_its_note_can_be_corrected() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        clinic.confirm(&visit.id).await.expect("confirmed");
        let (arrived, _) = clinic.change_state(&visit.id, AppointmentState::Arrived).await.expect("arrived");
        let refused = correct(&clinic, &arrived, &patient_of(&arrived), Some(1)).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::State(_))), "{refused:?}");
        let noted = Patient { note: "Wears lenses".to_owned(), ..patient_of(&arrived) };
        let (after, lease) = correct(&clinic, &arrived, &noted, None).await.expect("corrected");
        assert_eq!(
            (after.note.as_str(), after.state, lease.is_none()),
            ("Wears lenses", AppointmentState::Arrived, true)
        );
    })
    .await;
}

#[tokio::test]
async fn patient_corrects_the_address_once_also_with_two_presses_at_the_same_time() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        let correct = async |address: &str, request: &str| {
            let email = EmailAddress::parse(address).expect("an address");
            let person = PersonKey::new(&email.canonical(), &clinic.secrets.people);
            let correction = EmailCorrection { email: &email, person: &person, request, settings: &clinic.settings };
            clinic.store.correct_email(&visit.id, correction, clinic.context()).await
        };
        let same = correct("ada@example.com", "same").await.expect("nothing to correct");
        assert_eq!((&same.0, same.1.is_none()), (&visit, true), "the one correction is not used up");
        let (first, second) = tokio::join!(correct("ada@gmail.com", "a"), correct("ada@yahoo.com", "b"));
        let corrected = [first, second].into_iter().filter_map(Result::ok).collect::<Vec<_>>();
        assert_eq!(corrected.len(), 1);
        let (after, lease) = &corrected[0];
        assert!(lease.is_some() && after.link_generation != visit.link_generation);
        let refused = correct("ada@outlook.com", "c").await;
        assert!(matches!(refused, Err(ChangeAppointmentError::CannotCorrect)), "{refused:?}");
        let stored = clinic.store.appointment(&visit.id).await.expect("read").expect("the appointment");
        assert_eq!((&stored.email, &stored.email_person), (&after.email, &after.email_person));
    })
    .await;
}

#[tokio::test]
async fn address_is_corrected_only_soon_after_booking_online_and_with_the_first_link() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let email = EmailAddress::parse("eve@example.org").expect("an address");
        let person = PersonKey::new(&email.canonical(), &clinic.secrets.people);
        let correction = EmailCorrection { email: &email, person: &person, request: "eve", settings: &clinic.settings };
        let refused = async |of: &Appointment| {
            let changed = clinic.store.correct_email(&of.id, correction, clinic.context()).await;
            assert!(matches!(changed, Err(ChangeAppointmentError::CannotCorrect)), "{changed:?}");
            let stored = clinic.store.appointment(&of.id).await.expect("read").expect("the appointment");
            assert_eq!(stored.email, of.email);
        };
        let called = clinic.add(Source::Phone, 0, at(600), &patient("ada@example.com")).await.expect("added");
        refused(&called.appointment).await;
        let relinked = clinic.book(0, at(480)).await.expect("booked").appointment;
        clinic.store.send_new_link(&relinked.id, clinic.actor(), clinic.context()).await.expect("sent");
        refused(&relinked).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        clinic.clock.advance(Duration::from_mins(30));
        refused(&visit).await;
    })
    .await;
}

#[tokio::test]
async fn address_is_corrected_also_when_too_many_emails_were_sent() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        clinic.limits.booking_emails_per_hour = 0;
        let email = EmailAddress::parse("ada@gmail.com").expect("an address");
        let person = PersonKey::new(&email.canonical(), &clinic.secrets.people);
        let correction = EmailCorrection { email: &email, person: &person, request: "a", settings: &clinic.settings };
        let (after, lease) =
            clinic.store.correct_email(&visit.id, correction, clinic.context()).await.expect("corrected");
        assert_eq!((after.email.as_ref(), lease.is_none()), (Some(&email), true));
        let other = EmailAddress::parse("ada@yahoo.com").expect("an address");
        let repeated = EmailCorrection { email: &other, ..correction };
        let refused = clinic.store.correct_email(&visit.id, repeated, clinic.context()).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::CannotCorrect)), "{refused:?}");
    })
    .await;
}

/// Somebody else may have the link.
#[tokio::test]
async fn correction_beyond_the_limits_of_emails_is_told_by_staff_unless_nobody_answered_the_request() {
    on_both(async |url| {
        let mut clinic = ClinicStore::open(&url, 1).await;
        let asked = clinic.book(0, at(600)).await.expect("booked").appointment.id;
        clinic.settings.confirm = Confirm::AtOnce;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.limits.booking_emails_per_hour = 0;
        let email = EmailAddress::parse("ada@gmail.example").expect("an address");
        let person = PersonKey::new(&email.canonical(), &clinic.secrets.people);
        for id in [&asked, &visit] {
            let correction =
                EmailCorrection { email: &email, person: &person, request: id.as_str(), settings: &clinic.settings };
            let corrected = clinic.store.correct_email(id, correction, clinic.context()).await;
            assert_eq!(corrected.expect("corrected").1, None, "no email");
        }
        assert_eq!(clinic.what_to_tell(&visit).await, Some(ToTell::Confirmed));
        assert_eq!(clinic.what_to_tell(&asked).await, None);
    })
    .await;
}

#[tokio::test]
async fn undone_confirmation_counts_against_the_limits_of_strangers_again() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        assert!(visit.unacknowledged);
        clinic.confirm(&visit.id).await.expect("confirmed");
        let (undone, _) = clinic.undo(&visit.id, AppointmentState::Confirmed).await.expect("undone");
        let stored = clinic.store.appointment(&visit.id).await.expect("read").expect("the appointment");
        assert_eq!((undone.unacknowledged, stored.unacknowledged), (true, true));
    })
    .await;
}

#[tokio::test]
async fn correction_of_what_somebody_else_has_changed_since_is_refused() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        clinic.clock.advance(Duration::from_secs(1));
        clinic.confirm(&visit.id).await.expect("confirmed");
        let noted = Patient { note: "Comes by taxi".to_owned(), ..patient_of(&visit) };
        let refused = correct(&clinic, &visit, &noted, None).await;
        assert!(matches!(refused, Err(ChangeAppointmentError::ChangedMeanwhile)), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn recall_agreed_at_the_visit_asks_the_corrected_patient() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment;
        clinic.confirm(&visit.id).await.expect("confirmed");
        clinic.change_state(&visit.id, AppointmentState::Arrived).await.expect("arrived");
        let (arrived, _) = clinic.change_state(&visit.id, AppointmentState::Done).await.expect("done");
        let new = NewRecall { visit: &visit.id, reason: "yearly check", due: date(2027, 3, 10) };
        clinic.store.add_recall(new, clinic.actor()).await.expect("agreed");
        let right = Patient { name: "Bola Obi".to_owned(), ..patient("bola@example.com") };
        correct(&clinic, &arrived, &right, None).await.expect("corrected");
        let row: (String, String, String) =
            sqlx::query_as("SELECT name, name_key, email FROM recalls").fetch_one(&clinic.rows).await.expect("a row");
        assert_eq!(row, ("Bola Obi".to_owned(), "bola obi".to_owned(), "bola@example.com".to_owned()));
    })
    .await;
}

#[tokio::test]
async fn recall_that_asked_a_wrong_address_or_number_asks_again() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        clinic.clock.set(clinic.read(&visit).await.starts_at);
        clinic.change_state(&visit, AppointmentState::Arrived).await.expect("arrived");
        clinic.change_state(&visit, AppointmentState::Done).await.expect("done");
        let new = NewRecall { visit: &visit, reason: "check", due: date(2026, 4, 10) };
        clinic.store.add_recall(new, clinic.actor()).await.expect("agreed");
        clinic.clock.advance(Duration::from_hours(32 * 24));
        let email = async |to: &str| {
            let mut leases = clinic.store.queue_recalls(clinic.context()).await.expect("queued");
            assert_eq!(leases.iter().map(|lease| lease.to.as_typed()).collect::<Vec<_>>(), [to]);
            clinic.sent(leases.pop()).await;
            clinic.clock.advance(Duration::from_mins(1));
            assert_eq!(clinic.store.queue_recalls(clinic.context()).await.expect("queued"), [], "once");
        };
        let to_ask = async || clinic.store.count_recalls(RecallList::ToAsk, clinic.clock.now()).await.expect("counted");
        email("ada@example.com").await;
        for address in ["ada@gmail.example", "ada@yahoo.example"] {
            clinic.correct_address(&visit, address).await;
            assert_eq!(to_ask().await, 1, "nobody has asked the patient");
            email(address).await;
        }
        clinic.correct_phone(&visit, "0805 000 0001").await;
        assert_eq!(to_ask().await, 0, "the email has asked the patient");

        let visit_row = clinic.read(&visit).await;
        correct(&clinic, &visit_row, &Patient { email: None, ..patient_of(&visit_row) }, None)
            .await
            .expect("corrected");
        assert_eq!(to_ask().await, 1);
        let recall: String =
            sqlx::query_scalar("SELECT id FROM recalls").fetch_one(&clinic.rows).await.expect("a recall");
        clinic.store.mark_recall_asked(&recall, clinic.actor()).await.expect("asked");
        assert_eq!(to_ask().await, 0);
        clinic.correct_phone(&visit, "0805 000 0002").await;
        assert_eq!(to_ask().await, 1, "staff have asked somebody else");
        clinic.store.mark_recall_asked(&recall, clinic.actor()).await.expect("asked");
        clinic.correct_address(&visit, "ada@gmail.example").await;
        assert_eq!(to_ask().await, 0, "staff have asked the patient");

        // The email that waits is not sent to a wrong address.
        sqlx::query("UPDATE recalls SET asked_at = NULL").execute(&clinic.rows).await.expect("stored");
        assert_eq!(clinic.store.queue_recalls(clinic.context()).await.expect("queued").len(), 1);
        clinic.correct_address(&visit, "ada@yahoo.example").await;
        clinic.clock.advance(Duration::from_hours(1));
        assert_eq!(clinic.store.lease_next(clinic.clock.now()).await.expect("leased"), None);
    })
    .await;
}

#[tokio::test]
async fn recall_that_is_open_again_asks_at_the_address_that_was_corrected_after_its_end() {
    on_both(async |url| {
        let clinic = ClinicStore::open(&url, 1).await;
        let visit = clinic.book(0, at(540)).await.expect("booked").appointment.id;
        clinic.confirm(&visit).await.expect("confirmed");
        clinic.clock.set(clinic.read(&visit).await.starts_at);
        clinic.change_state(&visit, AppointmentState::Done).await.expect("done");
        let new = NewRecall { visit: &visit, reason: "check", due: date(2026, 3, 20) };
        clinic.store.add_recall(new, clinic.actor()).await.expect("agreed");
        let later = SlotTime { date: date(2026, 3, 19), minute: 540 };
        let back = clinic.book(0, later).await.expect("booked").appointment.id;
        clinic.confirm(&back).await.expect("confirmed");
        clinic.clock.set(clinic.read(&back).await.starts_at);
        clinic.change_state(&back, AppointmentState::Done).await.expect("the recall has ended");
        clinic.correct_address(&visit, "ada@gmail.example").await;
        clinic.undo(&back, AppointmentState::Done).await.expect("undone");
        clinic.change_state(&back, AppointmentState::Missed).await.expect("missed");
        clinic.clock.advance(Duration::from_hours(48));
        let leases = clinic.store.queue_recalls(clinic.context()).await.expect("queued");
        assert_eq!(leases.iter().map(|lease| lease.to.as_typed()).collect::<Vec<_>>(), ["ada@gmail.example"]);
    })
    .await;
}

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    async fn open() -> Self {
        let app = TestApp::open().await;
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        Self { app, session }
    }

    /// Books as a patient does. Returns the token.
    async fn book(&self) -> String {
        let body = json!({ "service": "eye-exams", "date": "2026-03-03", "time": "09:00", "name": "Ada Obi",
                           "phone": "0803 123 4567", "email": "ada@gmial.example" });
        let booked = self.app.request(None, Method::POST, "/api/booking", body).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
        token_of(&booked)
    }

    async fn correct_email(&self, token: &str, email: &str) -> TestResponse {
        let body = json!({ "token": token, "email": email });
        let request = Request::post("/api/booking/appointment/email").header("content-type", "application/json");
        let request = request.header("idempotency-key", "correction").body(Body::from(body.to_string()));
        self.app.send(request.expect("a request")).await
    }

    /// The addresses that got this notice, in the order of sending.
    fn recipients(&self, notice: AppointmentNotice) -> Vec<String> {
        let is_it = |message: &Message| matches!(message, Message::Appointment(facts) if facts.notice == notice);
        let sent = self.app.transport.recorded();
        sent.into_iter().filter(|sent| is_it(&sent.message)).map(|sent| sent.to.as_typed().to_owned()).collect()
    }
}

fn token_of(booked: &TestResponse) -> String {
    let manage = booked.json()["manage"].as_str().expect("an address").to_owned();
    manage.strip_prefix("/appointment#").expect("the page").to_owned()
}

#[tokio::test]
async fn corrected_address_gets_the_email_and_the_link_in_the_first_one_ends() {
    let desk = Desk::open().await;
    let first = desk.book().await;
    let bad = desk.correct_email(&first, "ada@").await;
    assert_eq!(bad.status_and_code(), (422, "invalid_booking".to_owned()));
    assert!(bad.json()["fields"]["email"].is_string(), "{}", bad.text);
    let corrected = desk.correct_email(&first, "ada@gmail.example").await;
    assert_eq!(corrected.status, StatusCode::OK, "{}", corrected.text);
    let second = token_of(&corrected);
    let show = async |token: &str| {
        desk.app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": token })).await.status
    };
    assert_eq!((show(&first).await, show(&second).await), (StatusCode::GONE, StatusCode::OK));
    eventually("the email to the corrected address", async || {
        desk.recipients(AppointmentNotice::Received).contains(&"ada@gmail.example".to_owned())
    })
    .await;
    // The answer was lost.
    let repeated = desk.correct_email(&first, "ada@gmail.example").await;
    assert_eq!(token_of(&repeated), second, "{}", repeated.text);
    let stranger = json!({ "token": first, "email": "ada@gmail.example" });
    let stranger = desk.app.request(None, Method::POST, "/api/booking/appointment/email", stranger).await;
    assert_eq!(stranger.status_and_code(), (410, "link_ended".to_owned()));
    let again = json!({ "token": second, "email": "ada@yahoo.example" });
    let again = desk.app.request(None, Method::POST, "/api/booking/appointment/email", again).await;
    assert_eq!(again.status_and_code(), (409, "invalid_state".to_owned()));
    assert!(again.text.contains("Please call us"), "{}", again.text);
}

#[tokio::test]
async fn staff_who_correct_the_address_end_the_link_in_the_email_to_the_earlier_one() {
    let desk = Desk::open().await;
    let first = desk.book().await;
    let path = format!("appointments/{}/details", &first[..22]);
    let corrected = desk.app.desk_post(&desk.session, &path, json!({ "email": "ada@gmail.example" })).await;
    assert_eq!(corrected.status, StatusCode::OK, "{}", corrected.text);
    let links = || {
        let sent = desk.app.transport.recorded().into_iter();
        sent.filter(|it| it.to.as_typed() == "ada@gmail.example").filter_map(|it| it.link).collect::<Vec<_>>()
    };
    eventually("the email to the corrected address", async || !links().is_empty()).await;
    let second = links().remove(0);
    let show = async |token: &str| {
        desk.app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": token })).await.status
    };
    assert_eq!((show(&first).await, show(second.as_str()).await), (StatusCode::GONE, StatusCode::OK));
}

#[tokio::test]
async fn page_of_the_appointment_says_while_the_address_can_be_corrected_and_not_which_one_it_is() {
    let desk = Desk::open().await;
    let can_correct = async |token: &str| {
        let shown = desk.app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": token })).await;
        assert_eq!(shown.status, StatusCode::OK, "{}", shown.text);
        assert!(!shown.text.contains("gmial") && !shown.text.contains("gmail"), "{}", shown.text);
        shown.json()["canCorrectEmail"] == true
    };
    let first = desk.book().await;
    assert!(can_correct(&first).await);
    let second = token_of(&desk.correct_email(&first, "ada@gmail.example").await);
    assert!(!can_correct(&second).await, "once");

    let body = json!({ "service": "eye-exams", "date": "2026-03-03", "time": "10:00", "name": "Bola Ade",
                       "phone": "0805 000 0012" });
    let without = token_of(&desk.app.request(None, Method::POST, "/api/booking", body.clone()).await);
    assert!(!can_correct(&without).await, "no email is sent");
    let mut body = body;
    (body["time"], body["email"], body["name"]) = (json!("11:00"), json!("chi@gmial.example"), json!("Chi Ade"));
    let late = token_of(&desk.app.request(None, Method::POST, "/api/booking", body).await);
    desk.app.clock.advance(Duration::from_mins(29));
    assert!(can_correct(&late).await);
    desk.app.clock.advance(Duration::from_mins(1));
    assert!(!can_correct(&late).await, "half an hour has passed");
}

/// The answer to the first press was lost, and the patient has seen the slip meanwhile.
#[tokio::test]
async fn address_that_was_corrected_before_pressing_again_is_stored_or_refused_with_a_sentence() {
    let desk = Desk::open().await;
    let book = async |email: &str| {
        let body = json!({ "service": "eye-exams", "date": "2026-03-03", "time": "09:00", "name": "Ada Obi",
                           "phone": "0803 123 4567", "email": email });
        let request = Request::post("/api/booking").header("content-type", "application/json");
        let request = request.header("idempotency-key", "press").body(Body::from(body.to_string()));
        desk.app.send(request.expect("a request")).await
    };
    let first = book("ada@gmial.example").await;
    let second = book("ada@gmail.example").await;
    assert_eq!((first.status, second.status), (StatusCode::CREATED, StatusCode::CREATED), "{}", second.text);
    assert_eq!(first.json()["reference"], second.json()["reference"]);
    eventually("the email to the corrected address", async || {
        desk.recipients(AppointmentNotice::Received).contains(&"ada@gmail.example".to_owned())
    })
    .await;
    let repeated = book("ada@gmail.example").await;
    assert_eq!(token_of(&repeated), token_of(&second));
    let third = book("ada@yahoo.example").await;
    assert_eq!(third.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", third.text);
    assert!(third.json()["fields"]["email"].is_string(), "{}", third.text);
}

#[tokio::test]
async fn desk_corrects_the_details_and_the_audit_log_names_the_reference_only() {
    let desk = Desk::open().await;
    let id = desk.book().await[..22].to_owned();
    let path = format!("appointments/{id}/details");
    let body = json!({ "name": "Ada Obi", "phone": "0803", "email": "", "service": "no-such-service" });
    let refused = desk.app.desk_post(&desk.session, &path, body).await;
    assert_eq!(refused.status_and_code(), (422, "invalid_booking".to_owned()));
    assert!(refused.json()["fields"]["phone"].is_string(), "{}", refused.text);
    let body = json!({ "name": "Ada Obi", "phone": "0803 123 4567", "service": "no-such-service" });
    let refused = desk.app.desk_post(&desk.session, &path, body).await;
    assert_eq!(refused.json()["fields"]["service"], "Please choose a service.");
    let body = json!({ "name": "Adaeze Obi", "phone": "0803 123 4568", "email": "adaeze@example.com", "note": "Reads lips",
                       "service": "eye-exams" });
    let corrected = desk.app.desk_post(&desk.session, &path, body).await;
    assert_eq!(corrected.status, StatusCode::OK, "{}", corrected.text);
    let opened = corrected.json();
    assert_eq!(
        [&opened["name"], &opened["email"], &opened["note"]],
        ["Adaeze Obi", "adaeze@example.com", "Reads lips"]
    );
    eventually("the email to the corrected address", async || {
        desk.recipients(AppointmentNotice::Received).contains(&"adaeze@example.com".to_owned())
    })
    .await;
    let audit = desk.app.services.store.audit(None, 50).await.expect("audit");
    let entry = audit.iter().find(|entry| entry.action == "correct appointment").expect("an entry");
    assert_eq!(entry.subject.len(), 7, "{}", entry.subject);
    let unknown = desk.app.desk_post(&desk.session, "appointments/AAAAAAAAAAAAAAAAAAAAAA/details", Value::Null).await;
    assert!(unknown.status.is_client_error(), "{}", unknown.status);
}
