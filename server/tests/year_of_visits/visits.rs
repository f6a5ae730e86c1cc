//! Booking visits, what staff and patients change about them, and people who are erased.

use std::time::Duration;

use clinic_rules::booking::{AppointmentId, AppointmentState, Patient, SlotTime, Source, ToTell};
use clinic_runtime::clock::Clock;
use clinic_store::{Appointment, ChangedBy, EarlierWish, PeopleChoice, StoredUnder};
use jiff::Span;

use crate::support::test_clinic::Change;

use super::Year;
use super::events::Event;
use super::model::{Visit, stands};

impl Year {
    pub(super) async fn book(&mut self, patient: usize, service: usize, hours_ahead: u32, source: Source) {
        if self.is_off {
            return;
        }
        let slot = if source == Source::WalkIn { self.slot(0) } else { self.slot(hours_ahead) };
        let (person, request) =
            (self.patients[patient].clone(), format!("request {} {}", self.visits.len(), self.turn));
        let clinic = self.clinic();
        let booked = match source {
            Source::Online => clinic.book_with(&request, service, slot, &person).await,
            source => clinic.add(source, service, slot, &person).await,
        };
        let Ok(booked) = booked else { return };
        self.push(patient, service, &person, &booked.appointment);
        self.send(0, booked.lease).await;
    }

    /// All visits are stored or none, and the patient has to be told of each of them.
    pub(super) async fn book_series(
        &mut self,
        patient: usize,
        hours_ahead: u32,
        weeks: u16,
        visits: u16,
        source: Source,
    ) {
        if self.is_off {
            return;
        }
        let first = if source == Source::WalkIn { self.slot(0) } else { self.slot(hours_ahead) };
        let day = |number: u16| first.date.saturating_add(Span::new().weeks(i64::from(weeks * number)));
        let slots: Vec<SlotTime> = (0..visits).map(|number| SlotTime { date: day(number), ..first }).collect();
        let (person, request) = (self.patients[patient].clone(), format!("series {} {}", self.visits.len(), self.turn));
        let clinic = self.clinic();
        let booked = clinic.add_series(&request, source, 0, &slots, weeks, &person).await;
        let again = clinic.add_series(&request, source, 0, &slots, weeks, &person).await;
        let Ok(booked) = booked else {
            let stored = self.clinic().all_appointments().await;
            let is_known = |it: &Appointment| self.visits.iter().any(|visit| visit.id == it.id);
            assert!(stored.iter().all(is_known), "a part of a series is stored");
            return;
        };
        assert!(!again.expect("the same again").is_new, "stored twice");
        for visit in &booked.visits {
            self.push(patient, 0, &person, visit);
        }
        self.send(0, booked.lease).await;
    }

    fn push(&mut self, patient: usize, service: usize, person: &Patient, stored: &Appointment) {
        self.visits.push(Visit {
            id: stored.id.clone(),
            patient,
            service,
            slot: SlotTime::of(stored.starts_at),
            state: stored.state,
            is_erased: false,
            phone: person.phone.clone(),
            email: person.email.clone(),
            is_returned: false,
            emailed_at: None,
            sequence: stored.sequence,
            untold: stored.untold,
            thinks_closed: false,
            untold_before: None,
            thought_closed_before: false,
            before: None,
            closure_press: None,
            pressed_at: self.now(),
            earlier_than: None,
        });
    }

    /// Confirms, moves, cancels, and stores what became of a visit.
    pub(super) async fn change(&mut self, event: Event) {
        let (Event::Confirm { which }
        | Event::Move { which, .. }
        | Event::ChangeChair { which }
        | Event::MoveByPatient { which, .. }
        | Event::Cancel { which, .. }
        | Event::State { which, .. }
        | Event::Undo { which }) = event
        else {
            unreachable!("other events are handled before")
        };
        // While booking is off, patients are offered no time.
        let is_offered = !self.is_off || !matches!(event, Event::MoveByPatient { .. });
        let Some(index) = self.which(which).filter(|_| is_offered) else { return };
        let (id, before) = (self.visits[index].id.clone(), self.visits[index].state);
        let (is_being_sent, waiting) = (self.is_being_sent(&id).await, self.waiting_email(&id).await);
        let stored = self.instances[0].0.store.appointment(&id).await.expect("read");
        let may_have_read =
            stored.as_ref().is_some_and(|it| it.email_returned && it.sent_sequence == Some(it.sequence));
        let is_answered = !stored.is_some_and(|it| it.unacknowledged)
            || !matches!(before, AppointmentState::Requested | AppointmentState::Waiting);
        let Ok((after, lease)) = self.press(index, event).await else { return };
        let closure_press = self.visits[index]
            .closure_press
            .filter(|(_, slot, state)| (*slot, *state) == (self.visits[index].slot, self.visits[index].state));
        if let (Event::Undo { .. }, Some((press, ..))) = (event, closure_press) {
            self.visits[index].sequence = after.sequence;
            self.follow_undo_about_closure(index, press, is_being_sent || may_have_read);
            (self.visits[index].closure_press, self.visits[index].pressed_at) = (None, self.now());
            self.send(self.turn % 2, lease).await;
            return;
        }
        let old_slot = self.visits[index].slot;
        (self.visits[index].state, self.visits[index].slot) = (after.state, SlotTime::of(after.starts_at));
        let is_changed = after.sequence != self.visits[index].sequence;
        self.visits[index].sequence = after.sequence;
        let untold = self.visits[index].untold;
        let was_moved = SlotTime::of(after.starts_at) != old_slot;
        let is_back = self.visits[index].before == Some((self.visits[index].slot, after.state)) && was_moved;
        let is_closed = self.is_closed_for(index);
        let has_no_email = is_answered && after.email.is_some() && lease.is_none();
        let thought_closed = self.visits[index].thinks_closed;
        if is_changed {
            let knows_closure = is_closed && thought_closed;
            let is_taken_back = is_back && untold == Some(ToTell::Moved) && !is_being_sent && !may_have_read;
            self.visits[index].untold = match event {
                Event::Confirm { .. } if knows_closure => untold,
                Event::Undo { .. } => {
                    self.visits[index].untold_after_undo(before, was_moved, is_being_sent, may_have_read)
                }
                Event::Move { .. } if is_taken_back => self.visits[index].untold_before,
                Event::Cancel { by_patient: false, .. } => Some(ToTell::Cancelled),
                // The email would be one too many.
                Event::Cancel { .. } if has_no_email => Some(ToTell::Cancelled),
                Event::MoveByPatient { .. } if has_no_email => Some(ToTell::Moved),
                Event::Cancel { .. } | Event::MoveByPatient { .. } => None,
                _ if SlotTime::of(after.starts_at) == old_slot => Some(ToTell::Confirmed),
                _ => Some(ToTell::Moved),
            };
            if self.visits[index].untold == Some(ToTell::Closed) && !is_closed {
                self.visits[index].untold = stands(after.state);
            }
            let is_by_patient = matches!(event, Event::MoveByPatient { .. } | Event::Cancel { by_patient: true, .. });
            // Whoever has the link is told as if the patient had no address, beyond the limits as if they had one.
            if is_by_patient && self.visits[index].is_returned {
                self.follow_returned(index).await;
            }
            let visit = &self.visits[index];
            // Whoever hears that the visit stands does not think so any more.
            self.visits[index].thinks_closed = match event {
                Event::Confirm { .. } if knows_closure => true,
                Event::Undo { .. } => {
                    let thought_so = match before {
                        _ if was_moved => visit.thought_closed_before,
                        AppointmentState::Confirmed => thought_closed || visit.thought_closed_before,
                        _ => thought_closed,
                    };
                    thought_so && matches!(visit.untold, None | Some(ToTell::Closed))
                }
                Event::Move { .. } if is_taken_back => {
                    visit.thought_closed_before && matches!(visit.untold, None | Some(ToTell::Closed))
                }
                Event::Cancel { .. } => thought_closed,
                _ => false,
            };
        }
        if is_changed || after.state != before {
            // An email that waited is given up: the patient does not know what it said.
            self.visits[index].untold_before = untold.or(waiting);
            self.visits[index].thought_closed_before = thought_closed;
            if matches!(after.state, AppointmentState::Arrived | AppointmentState::Done | AppointmentState::Missed) {
                self.visits[index].untold = untold.or(waiting);
            }
            let is_press = !is_back && !matches!(event, Event::Undo { .. } | Event::MoveByPatient { .. });
            self.visits[index].before = is_press.then_some((old_slot, before));
            self.visits[index].closure_press = None;
            self.follow_undo(index, event, before);
            self.visits[index].pressed_at = self.now();
        }
        self.send(self.turn % 2, lease).await;
        if after.state != before && before != AppointmentState::Waiting {
            self.follow_visit(index, before, after.state);
        }
    }

    async fn press(&mut self, index: usize, event: Event) -> Change {
        let (id, before) = (self.visits[index].id.clone(), self.visits[index].state);
        let new_slot = match event {
            Event::Move { hours_ahead: Some(hours_ahead), .. } => self.slot(hours_ahead),
            Event::Move { hours_ahead: None, .. } => self.offered(&id).await.unwrap_or(self.visits[index].slot),
            Event::MoveByPatient { days_ahead, quarter, .. } => SlotTime {
                date: self.today().saturating_add(Span::new().days(i64::from(days_ahead))),
                minute: 480 + 15 * quarter,
            },
            _ => self.visits[index].slot,
        };
        let clinic = self.clinic();
        match event {
            Event::Confirm { .. } => clinic.confirm(&id).await,
            Event::Move { .. } => clinic.move_at_desk(&id, new_slot, None).await,
            Event::ChangeChair { .. } => clinic.move_at_desk(&id, new_slot, Some(2)).await,
            Event::MoveByPatient { .. } => clinic.move_to(&id, new_slot).await,
            Event::Cancel { by_patient: true, .. } => clinic.cancel(&id).await,
            Event::State { to, .. } => clinic.change_state(&id, to).await,
            Event::Undo { .. } => clinic.undo(&id, before).await,
            _ => {
                let by = ChangedBy::Staff(clinic.actor());
                clinic.store.cancel_appointment(&id, Duration::ZERO, Some("Closed"), by, clinic.context()).await
            }
        }
    }

    /// The time that the earlier-time list offers to the patient of a visit.
    async fn offered(&self, id: &AppointmentId) -> Option<SlotTime> {
        let (clinic, now) = (&self.instances[0].0, self.now());
        let list = clinic.store.earlier_times(&clinic.settings, now).await.expect("listed");
        list.shown.iter().find(|(row, _)| row.id == id.as_str()).and_then(|(_, offer)| *offer)
    }

    pub(super) async fn want_earlier(&mut self, which: usize, wanted: bool, by_patient: bool) {
        let Some(index) = self.which(which) else { return };
        let id = self.visits[index].id.clone();
        let clinic = self.clinic();
        let by = if by_patient { ChangedBy::Patient } else { ChangedBy::Staff(clinic.actor()) };
        let wish = wanted.then(EarlierWish::default);
        if clinic.store.want_earlier_time(&id, wish, by, clinic.clock.now()).await.is_err() {
            return;
        }
        let visit = &mut self.visits[index];
        let is_open = visit.earlier_than.is_some_and(|than| visit.slot >= than);
        visit.earlier_than = if is_open && wanted { visit.earlier_than } else { wanted.then_some(visit.slot) };
    }

    /// What the patient does not know before the email that waits is sent.
    pub(super) async fn waiting_email(&self, id: &AppointmentId) -> Option<ToTell> {
        let statement =
            "SELECT payload FROM outbox WHERE kind = 'appointment' AND record_key = $1 AND state = 'queued'";
        let query = sqlx::query_scalar::<_, String>(statement).bind(id.as_str());
        let emails = query.fetch_all(&self.instances[0].0.rows).await.expect("emails");
        let tells = [
            ("received", ToTell::Requested),
            ("waiting", ToTell::Requested),
            ("confirmed", ToTell::Confirmed),
            ("moved", ToTell::Moved),
        ];
        let is_waiting = |notice: &str| emails.iter().any(|it| it.contains(&format!("\"notice\":\"{notice}\"")));
        tells.into_iter().find(|(notice, _)| is_waiting(notice)).map(|(_, what)| what)
    }

    /// Whether an instance has begun to send an email about the visit.
    pub(super) async fn is_being_sent(&self, id: &AppointmentId) -> bool {
        let statement =
            "SELECT COUNT(*) FROM outbox WHERE kind = 'appointment' AND record_key = $1 AND state = 'queued'
                           AND lease_until > $2 AND payload NOT LIKE '%\"notice\":\"new-link\"%'";
        let query = sqlx::query_scalar::<_, i64>(statement).bind(id.as_str()).bind(self.now().as_millisecond());
        query.fetch_one(&self.instances[0].0.rows).await.expect("counted") > 0
    }

    /// Erases one of the people, who may share a phone with others. Numbers beyond the list erase nobody.
    pub(super) async fn erase(&mut self, patient: usize) {
        let Some(person) = self.patients.get(patient).cloned() else { return };
        let visits = self.visits.iter().filter(|it| it.patient == patient && !it.is_erased);
        let phones: Vec<_> = visits.map(|it| it.phone.clone()).chain([person.phone.clone()]).collect();
        let clinic = self.clinic();
        let choice = PeopleChoice::Some { names: vec![person.name.clone()], codes: false };
        for phone in phones {
            let phone = clinic.phone_person(&Patient { phone, ..person.clone() });
            clinic.store.erase_people(StoredUnder::Contact(&phone), &choice, clinic.actor()).await.expect("erased");
        }
        for index in 0..self.visits.len() {
            if self.visits[index].patient == patient {
                self.visits[index].is_erased = true;
                self.visits[index].state = AppointmentState::Cancelled;
                self.recalls.remove(&index);
            }
        }
    }
}
