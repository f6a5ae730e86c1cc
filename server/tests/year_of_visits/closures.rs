//! The clinic is closed on the day of a visit, and then it is not.

use std::collections::BTreeSet;
use std::time::Duration;

use clinic_rules::booking::{Closure, ToTell};
use clinic_store::{ChangeAppointmentError, SeenAppointment, WAIT_FOR_UNDO};

use super::emails::Correct;
use super::events::Event;
use super::model::{ClosurePress, Visit, stands};
use super::{Closed, Year};

/// What staff press while the clinic is closed at the time of a visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PressWhenClosed {
    Nothing,
    Tell,
    Told,
    /// "It takes place".
    TakesPlace,
    Confirm,
    Cancel,
    Undo,
    /// Until an email about a cancellation is sent.
    WaitForUndo,
    TurnBookingOff,
    Correct(Correct),
}

impl Year {
    /// Whether the clinic is closed at the time of a visit, and staff have not decided that it takes place.
    pub(super) fn is_closed_for(&self, index: usize) -> bool {
        self.closed
            .as_ref()
            .is_some_and(|it| it.closure.from == self.visits[index].slot.date && !it.kept.contains(&index))
    }

    pub(super) async fn take_back_closure(&mut self, which: usize, presses: [PressWhenClosed; 3]) {
        let Some(index) = self.which_to_come(which) else { return };
        let visit = &self.visits[index];
        let is_to_come = visit.slot.timestamp().is_some_and(|at| at > self.now());
        if !is_to_come || stands(visit.state).is_none() {
            return;
        }
        let day = visit.slot.date;
        self.closures += 1;
        // A closure for another reason is another closure: what staff have decided about the one before does not count.
        let closure = Closure::new(day, day, format!("Repairs {}", self.closures));
        self.closed = Some(Closed { closure, since: self.now(), kept: BTreeSet::new() });
        self.apply_settings();
        for press in presses {
            self.press_when_closed(index, press).await;
            self.run_jobs_when_closed().await;
            self.check_while_closed().await;
        }
        self.closed = None;
        self.apply_settings();
    }

    async fn press_when_closed(&mut self, index: usize, press: PressWhenClosed) {
        match press {
            PressWhenClosed::Tell => self.tell_closed(index).await,
            PressWhenClosed::Told => {
                let id = self.visits[index].id.clone();
                let list = self.clinic().to_tell().await;
                if let Some(patient) = list.iter().find(|it| it.appointment.id == id) {
                    self.mark_told(patient).await;
                    self.last_told = None;
                }
            }
            PressWhenClosed::TakesPlace => self.keep(index).await,
            PressWhenClosed::Confirm => self.change(Event::Confirm { which: index }).await,
            PressWhenClosed::Cancel => self.change(Event::Cancel { which: index, by_patient: false }).await,
            PressWhenClosed::Undo => self.change(Event::Undo { which: index }).await,
            PressWhenClosed::WaitForUndo => {
                self.instances[0].0.clock.advance(WAIT_FOR_UNDO + Duration::from_secs(1));
            }
            PressWhenClosed::TurnBookingOff => {
                self.is_off = true;
                self.apply_settings();
            }
            PressWhenClosed::Correct(what) => self.correct_visit(index, what).await,
            PressWhenClosed::Nothing => {}
        }
    }

    async fn tell_closed(&mut self, index: usize) {
        let id = self.visits[index].id.clone();
        let waiting = self.waiting_email(&id).await;
        let clinic = self.clinic();
        let seen = SeenAppointment { id: &id, starts_at: None };
        let told = clinic.store.tell_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        let Some(after) = unless_open(told) else { return };
        let visit = &mut self.visits[index];
        if !visit.thinks_closed {
            visit.press_about_closure(ClosurePress::Tell, visit.untold.or(waiting));
            visit.sequence = after.sequence;
            (visit.untold, visit.thinks_closed) = (Some(ToTell::Closed), true);
        }
    }

    /// Staff decide that the visit takes place. Whoever was told of the closure, or was not told of the visit, is told.
    async fn keep(&mut self, index: usize) {
        let id = self.visits[index].id.clone();
        let waiting = self.waiting_email(&id).await;
        let clinic = self.clinic();
        let seen = SeenAppointment { id: &id, starts_at: None };
        let kept = clinic.store.keep_closed(seen, &clinic.settings, clinic.actor(), clinic.context()).await;
        let Some(after) = unless_open(kept) else { return };
        let visit = &mut self.visits[index];
        let told = visit.told_by_keeping(visit.untold, visit.thinks_closed);
        visit.press_about_closure(ClosurePress::Keep, visit.untold.or(waiting.filter(|_| told.is_some())));
        if told.is_some() {
            visit.sequence = after.sequence;
            (visit.untold, visit.thinks_closed) = (told, false);
        }
        if let Some(closed) = &mut self.closed {
            closed.kept.insert(index);
        }
    }

    /// The last press was about a closure, and is undone. Whoever knows that the clinic is closed is told that the visit takes place by
    /// deciding that it does.
    pub(super) fn follow_undo_about_closure(&mut self, index: usize, press: ClosurePress, is_known: bool) {
        let visit = &mut self.visits[index];
        let told = match press {
            ClosurePress::Tell => Some(ToTell::Closed),
            ClosurePress::Keep => visit.told_by_keeping(visit.untold_before, visit.thought_closed_before),
        };
        let is_taken_back = told.is_some() && visit.untold == told && !is_known;
        assert!(is_taken_back || press == ClosurePress::Keep, "the patient of {:?} was told", visit.id);
        if is_taken_back {
            (visit.untold, visit.thinks_closed) = (visit.untold_before, visit.thought_closed_before);
        }
        if let Some(closed) = self.closed.as_mut().filter(|_| press == ClosurePress::Keep) {
            closed.kept.remove(&index);
        }
        let is_closed = self.is_closed_for(index);
        let visit = &mut self.visits[index];
        if visit.untold == Some(ToTell::Closed) && !is_closed {
            visit.untold = stands(visit.state);
        }
        // Whoever hears that the visit takes place does not think so any more.
        visit.thinks_closed &= is_closed || matches!(visit.untold, None | Some(ToTell::Closed)) || told.is_none();
    }

    /// The jobs while the clinic is closed on a day: what waits and says that a visit takes place then is not sent. Its patient has to be
    /// told.
    async fn run_jobs_when_closed(&mut self) {
        let waiting: Vec<(String, String)> = sqlx::query_as(
            "SELECT record_key, payload FROM outbox WHERE kind = 'appointment' AND state = 'queued' AND lease_until <= $1",
        )
        .bind(self.now().as_millisecond())
        .fetch_all(&self.instances[0].0.rows)
        .await
        .expect("rows");
        let now = self.now();
        self.run_jobs().await;
        self.check_sent();
        for index in 0..self.visits.len() {
            if !self.is_closed_for(index) {
                continue;
            }
            let visit = &mut self.visits[index];
            let is_to_come = visit.slot.timestamp().is_some_and(|at| at > now) && stands(visit.state).is_some();
            let is_stopped = |what: &str| {
                let notice = format!("\"notice\":\"{what}\"");
                waiting.iter().any(|(id, payload)| id == visit.id.as_str() && payload.contains(&notice))
            };
            let stopped = [("confirmed", ToTell::Confirmed), ("moved", ToTell::Moved)];
            let stopped = stopped.into_iter().find(|(notice, _)| is_to_come && is_stopped(notice));
            visit.untold = visit.untold.or(stopped.map(|(_, what)| what));
        }
    }
}

impl Visit {
    fn press_about_closure(&mut self, press: ClosurePress, untold: Option<ToTell>) {
        (self.untold_before, self.thought_closed_before) = (untold, self.thinks_closed);
        self.closure_press = Some((press, self.slot, self.state));
        self.before = None;
    }
}

/// A visit that an undo moved, or that does not take place, is not at a closed time.
fn unless_open<T>(pressed: Result<T, ChangeAppointmentError>) -> Option<T> {
    match pressed {
        Ok(pressed) => Some(pressed),
        Err(ChangeAppointmentError::OpenThen | ChangeAppointmentError::State(_)) => None,
        Err(other) => panic!("{other}"),
    }
}
