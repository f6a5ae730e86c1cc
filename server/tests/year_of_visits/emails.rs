//! Who is told by phone or email: "Told", new links, emails that came back, and corrected addresses and numbers.

use clinic_rules::booking::{AppointmentState, Patient, ToTell};
use clinic_rules::person::{EmailAddress, PersonKey, PhoneNumber};
use clinic_store::{Appointment, Correction, PatientToTell, ToldVisit};

use super::model::{Asked, stands};
use super::{DAY, REJECTED, Year};

/// What staff change with "Correct the details".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Correct {
    /// They save what is there: the address is the right one.
    Nothing,
    Address(usize),
    Phone(usize),
    Service(usize),
}

impl Year {
    pub(super) async fn retry_or_discard(&mut self, which: usize, discard: bool) {
        let clinic = self.clinic();
        let entries = clinic.store.outbox_entries(None).await.expect("emails");
        let Some(entry) = entries.get(which % entries.len().max(1)) else { return };
        if discard {
            let _ = clinic.store.discard_message(&entry.id, clinic.actor()).await;
        } else if let Ok(Some(lease)) = clinic.store.retry_message(&entry.id, clinic.actor()).await {
            self.instances[0].1.deliver_now(lease, DAY).await;
        }
    }

    pub(super) async fn tell(&mut self, which: usize) {
        let list = self.clinic().to_tell().await;
        if let Some(patient) = list.get(which % list.len().max(1)) {
            self.mark_told(patient).await;
        }
    }

    /// Two people at two desks have told the same patient.
    pub(super) async fn mark_told(&mut self, patient: &PatientToTell) {
        let PatientToTell { appointment, what, others } = patient;
        let waiting = self.waiting_email(&appointment.id).await;
        let visits: Vec<&Appointment> = std::iter::once(appointment).chain(others).collect();
        let told: Vec<_> = visits.iter().map(|it| ToldVisit { id: &it.id, starts_at: it.starts_at }).collect();
        for _ in 0..2 {
            let clinic = self.clinic();
            clinic.store.mark_all_told(&told, *what, &clinic.settings, clinic.actor()).await.expect("told");
        }
        let list = self.clinic().to_tell().await;
        for visit in &visits {
            assert!(!list.iter().any(|it| it.appointment.id == visit.id), "told twice: {visit:?}");
        }
        for other in others {
            let index = self.visits.iter().position(|it| it.id == other.id).expect("a visit");
            (self.visits[index].untold, self.visits[index].thinks_closed) = (None, false);
            self.reminded.remove(other.id.as_str());
        }
        let index = self.visits.iter().position(|it| it.id == appointment.id).expect("a visit");
        let visit = &mut self.visits[index];
        visit.untold = None;
        visit.thinks_closed = match what {
            ToTell::Closed => true,
            ToTell::Confirmed | ToTell::Requested => false,
            _ => visit.thinks_closed,
        };
        self.reminded.remove(self.visits[index].id.as_str());
        // Of a reminder, what an email that waited would have told.
        self.last_told = Some((index, *what, if *what == ToTell::Reminder { waiting } else { Some(*what) }));
    }

    pub(super) async fn undo_told(&mut self) {
        let Some((index, what, untold)) = self.last_told.take() else { return };
        let (id, starts_at) = (self.visits[index].id.clone(), self.visits[index].slot.timestamp().expect("a time"));
        let clinic = self.clinic();
        // A reminder of an earlier time is undone without an effect.
        let stored = clinic.store.appointment(&id).await.expect("read");
        let untold = untold.filter(|_| what != ToTell::Reminder || stored.is_some_and(|it| it.phoned.is_some()));
        if clinic.store.undo_told(&id, what, starts_at, clinic.actor()).await.is_ok() && untold.is_some() {
            self.visits[index].untold = untold;
        }
    }

    pub(super) async fn send_new_link(&mut self, which: usize) {
        let Some(index) = self.which(which).filter(|index| !self.visits[*index].is_erased) else { return };
        let id = self.visits[index].id.clone();
        let clinic = self.clinic();
        let sent = clinic.store.send_new_link(&id, clinic.actor(), clinic.context()).await;
        self.send(self.turn % 2, sent.expect("a link").1).await;
    }

    /// Which change the email was about is not known here, so what there is to tell is what is stored.
    pub(super) async fn report_returned_email(&mut self, which: usize) {
        let Some(index) = self.which(which).filter(|index| !self.visits[*index].is_erased) else { return };
        let (id, address) = (self.visits[index].id.clone(), self.visits[index].email.clone());
        let clinic = self.clinic();
        let seen = address.as_ref().map(EmailAddress::as_typed);
        if clinic.store.appointment_email_came_back(&id, seen, clinic.actor()).await.is_err() {
            return;
        }
        self.visits[index].is_returned = true;
        self.follow_returned(index).await;
    }

    pub(super) async fn follow_returned(&mut self, index: usize) {
        let stored = self.stored(&self.visits[index].id).await;
        self.visits[index].untold = stored.untold;
    }

    pub(super) async fn correct(&mut self, which: usize, what: Correct) {
        if let Some(index) = self.which_to_come(which) {
            self.correct_visit(index, what).await;
        }
    }

    pub(super) async fn correct_visit(&mut self, index: usize, what: Correct) {
        let before = self.stored(&self.visits[index].id).await;
        let Appointment { name, phone, email, note, brought_by, .. } = before.clone();
        let mut patient = Patient { name, phone, email, note, brought_by };
        let (person, number) = (&self.patients[self.visits[index].patient], self.visits[index].patient);
        let address = |text: &str| Some(EmailAddress::parse(text).expect("an address"));
        match what {
            Correct::Address(0) => patient.email = None,
            Correct::Address(1) => patient.email.clone_from(&person.email),
            Correct::Address(2) => patient.email = address(REJECTED),
            Correct::Address(_) => patient.email = address(&format!("right{number}@example.com")),
            Correct::Phone(0) => patient.phone = person.phone.clone(),
            Correct::Phone(_) => {
                patient.phone = PhoneNumber::parse(&format!("0809 000 010{number}")).expect("a number");
            }
            Correct::Nothing | Correct::Service(_) => {}
        }
        let service = if let Correct::Service(service) = what { Some(service).filter(|_| !self.is_off) } else { None };
        let clinic = self.clinic();
        let people = &clinic.secrets.people;
        let email_person = patient.email.as_ref().map(|email| PersonKey::new(&email.canonical(), people));
        let correction = Correction {
            patient: &patient,
            phone_person: &clinic.phone_person(&patient),
            email_person: email_person.as_ref(),
            service: service.map(|index| &clinic.settings.services[index]),
            settings: &clinic.settings,
            seen: before.changed_at,
        };
        let corrected =
            clinic.store.correct_appointment(&before.id, correction, clinic.actor(), clinic.context()).await;
        // The chair may be taken for as long as the other service needs.
        let Ok((after, lease)) = corrected else { return };
        self.follow_correction(index, &before, &after, service);
        self.send(self.turn % 2, lease).await;
    }

    /// Whoever was told something at a wrong address or number, or has another service, does not know what is true now.
    fn follow_correction(&mut self, index: usize, before: &Appointment, after: &Appointment, service: Option<usize>) {
        let (is_closed, now) = (self.is_closed_for(index), self.now());
        let visit = &mut self.visits[index];
        let is_other_address = after.email != before.email;
        let is_other_phone = after.phone != before.phone;
        let is_other_service = after.service != before.service;
        visit.is_returned &= !is_other_address && (is_other_phone || is_other_service);
        if !is_other_address && !is_other_phone && !is_other_service {
            return;
        }
        (visit.sequence, visit.phone, visit.email) = (after.sequence, after.phone.clone(), after.email.clone());
        visit.service = service.unwrap_or(visit.service);
        let phoned = before.phoned.map(|(what, _)| what);
        let is_emailed = |phoned: Option<ToTell>| {
            let was_wrong_number = is_other_phone && phoned.is_some_and(|what| what != ToTell::Reminder);
            is_other_address || is_other_service || (was_wrong_number && !before.email_failed)
        };
        let knows_by_phone = |phoned: Option<ToTell>| phoned.is_some() && !is_other_phone && !is_other_service;
        // Whoever hears anything now hears that the visit takes place, and a stranger who was told of the closure does not count.
        let told_stranger = if phoned == Some(ToTell::Closed) { is_other_phone } else { is_other_address };
        let forgets_closure = (told_stranger && !knows_by_phone(phoned)) || is_emailed(phoned);
        let thought_closed = visit.thinks_closed || visit.untold == Some(ToTell::Closed);
        let is_past_closure = thought_closed && !is_closed && stands(visit.state).is_some() && forgets_closure;
        visit.thinks_closed &= !is_past_closure;
        if is_past_closure {
            visit.untold = visit.untold.filter(|what| *what != ToTell::Closed);
        }
        if is_past_closure && phoned == Some(ToTell::Closed) && !is_other_phone {
            visit.untold = visit.untold.or(stands(visit.state));
        }
        let phoned = phoned.filter(|what| *what != ToTell::Closed || !is_past_closure);
        let went_astray = before.email.is_some() && is_other_address;
        let is_unknown = (went_astray || is_other_service) && !knows_by_phone(phoned);
        let is_first_request = before.sequence == 0 && !visit.thinks_closed;
        let what_is_true = match visit.state {
            AppointmentState::Requested | AppointmentState::Confirmed if visit.thinks_closed => Some(ToTell::Closed),
            AppointmentState::Waiting | AppointmentState::Requested if is_first_request => None,
            AppointmentState::Waiting => Some(ToTell::Requested),
            AppointmentState::Cancelled if before.expired_at.is_some() => Some(ToTell::Expired),
            AppointmentState::Cancelled => Some(ToTell::Cancelled),
            state => stands(state),
        };
        let told_wrong_number = phoned.filter(|what| is_other_phone && *what != ToTell::Reminder);
        let what = told_wrong_number.or(what_is_true.filter(|_| is_unknown));
        visit.untold = visit.untold.or(what.filter(|what| now < before.starts_at || *what == ToTell::Expired));
        // What an undo leads back to went to the wrong address or number as well.
        if let Some(earlier) = before.before.as_ref().filter(|_| is_other_address || is_other_phone) {
            let is_told_closed = visit.thought_closed_before && stands(earlier.state).is_some();
            let confirmed = Some(ToTell::Confirmed).filter(|_| earlier.state == AppointmentState::Confirmed);
            let astray = if is_told_closed { Some(ToTell::Closed) } else { confirmed };
            visit.untold_before = visit.untold_before.or(astray);
        }
        if is_other_address {
            visit.emailed_at = None;
            self.reminded.remove(self.visits[index].id.as_str());
        }
        if let Some(recall) = self.recalls.get_mut(&index) {
            recall.emails_allowed += u32::from(is_other_address);
            recall.is_to_ask |= is_other_address && recall.asked == Some(Asked::ByEmail);
            recall.is_to_ask |= is_other_phone && recall.asked == Some(Asked::ByPhone);
        }
        if after.state == AppointmentState::Done && (is_other_address || is_other_phone) {
            self.follow_visit(index, AppointmentState::Done, AppointmentState::Done);
        }
    }
}
