//! What a visit, a press and a recall mean for a patient, in a form that is simpler than the program.

use clinic_rules::booking::{AppointmentId, AppointmentState, SlotTime, ToTell};
use clinic_rules::person::{EmailAddress, PhoneNumber};
use jiff::Timestamp;
use jiff::civil::Date;

use super::Year;
use super::events::Event;

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Visit {
    pub(super) id: AppointmentId,
    pub(super) patient: usize,
    pub(super) service: usize,
    pub(super) slot: SlotTime,
    pub(super) state: AppointmentState,
    pub(super) is_erased: bool,
    pub(super) phone: PhoneNumber,
    pub(super) email: Option<EmailAddress>,
    /// An email to the patient came back.
    pub(super) is_returned: bool,
    /// When an email told the patient of the visit as it was then.
    pub(super) emailed_at: Option<Timestamp>,
    /// The number of the last change.
    pub(super) sequence: u32,
    /// What staff have changed and nobody has told the patient.
    pub(super) untold: Option<ToTell>,
    /// Whether the patient was told, or is about to be told, that the clinic is closed then, and not yet that it is open.
    pub(super) thinks_closed: bool,
    /// What the patient did not know before the last press.
    pub(super) untold_before: Option<ToTell>,
    pub(super) thought_closed_before: bool,
    /// The time and the state before the last press of staff, unless it was an undo.
    pub(super) before: Option<(SlotTime, AppointmentState)>,
    /// What staff pressed last about a closure, with the time and the state of the visit then.
    pub(super) closure_press: Option<(ClosurePress, SlotTime, AppointmentState)>,
    /// When its state was changed last.
    pub(super) pressed_at: Timestamp,
    /// The patient wants an earlier time than this one, which the visit had when they asked.
    pub(super) earlier_than: Option<SlotTime>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClosurePress {
    Tell,
    /// "It takes place".
    Keep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    ByEmail,
    ByPhone,
}

/// A recall in the simple form of the same rules, by the visit at which it was agreed.
pub(super) struct AgreedRecall {
    pub(super) due: Date,
    /// Since when the patient is to be asked: after a visit that did not take place, the next day.
    pub(super) due_since: Date,
    pub(super) agreed_at: Timestamp,
    /// The day of the visit at which it was agreed.
    pub(super) agreed_on: Date,
    pub(super) service: usize,
    /// How the patient was asked last.
    pub(super) asked: Option<Asked>,
    /// The visit that was the return.
    pub(super) ended_by: Option<usize>,
    pub(super) declined: bool,
    /// Whether the patient is to be asked: at first, and again after each visit that did not take place.
    pub(super) is_to_ask: bool,
    /// How often the patient may be asked by email: once, and once more for each visit that did not take place.
    pub(super) emails_allowed: u32,
}

impl Visit {
    /// What somebody has to tell the patient. No closure is left that was not taken back.
    pub(super) fn to_tell(&self) -> Option<ToTell> {
        match self.untold {
            None | Some(ToTell::Closed) if self.thinks_closed => stands(self.state),
            untold => untold,
        }
    }

    /// Whom staff tell that the visit takes place: whoever thinks that the clinic is closed, or was not told of the visit.
    pub(super) fn told_by_keeping(&self, untold: Option<ToTell>, thinks_closed: bool) -> Option<ToTell> {
        let told = untold.filter(|it| *it == ToTell::Moved).or(stands(self.state));
        told.filter(|_| thinks_closed || untold.is_some())
    }

    /// Whoever has not learned of what is undone knows what they knew before. The others have to be told again.
    pub(super) fn untold_after_undo(
        &self,
        undone: AppointmentState,
        was_moved: bool,
        is_being_sent: bool,
        may_have_read: bool,
    ) -> Option<ToTell> {
        let change = match undone {
            AppointmentState::Cancelled => ToTell::Cancelled,
            _ if was_moved => ToTell::Moved,
            _ => ToTell::Confirmed,
        };
        let is_known = may_have_read || is_being_sent;
        match self.state {
            _ if self.untold == Some(change) && !is_known => self.untold_before,
            AppointmentState::Requested | AppointmentState::Confirmed if was_moved => Some(ToTell::Moved),
            AppointmentState::Confirmed => Some(ToTell::Confirmed),
            _ => Some(ToTell::Requested),
        }
    }
}

/// What a patient is told who hears that the visit takes place.
pub(super) fn stands(state: AppointmentState) -> Option<ToTell> {
    match state {
        AppointmentState::Confirmed => Some(ToTell::Confirmed),
        AppointmentState::Requested => Some(ToTell::Requested),
        _ => None,
    }
}

impl Year {
    /// What was agreed since a press that is undone is not agreed any more.
    pub(super) fn follow_undo(&mut self, index: usize, event: Event, undone: AppointmentState) {
        let has_come = matches!(undone, AppointmentState::Arrived | AppointmentState::Done);
        let pressed_at = self.visits[index].pressed_at;
        let is_agreed_since =
            |recall: &AgreedRecall| recall.agreed_at >= pressed_at && recall.ended_by.is_none() && !recall.declined;
        if matches!(event, Event::Undo { .. }) && has_come && self.recalls.get(&index).is_some_and(is_agreed_since) {
            self.recalls.remove(&index);
        }
    }

    /// What a visit that is done, or did not take place, means for the recalls of the patient.
    pub(super) fn follow_visit(&mut self, index: usize, before: AppointmentState, after: AppointmentState) {
        if before == AppointmentState::Done {
            for recall in self.recalls.values_mut().filter(|it| it.ended_by == Some(index)) {
                recall.ended_by = None;
                self.came_back -= 1;
            }
        }
        let tomorrow = self.today().tomorrow().expect("a date");
        for agreed_at in self.recalls_of(index) {
            let recall = self.recalls.get_mut(&agreed_at).expect("a recall");
            match after {
                AppointmentState::Done => {
                    recall.ended_by = Some(index);
                    self.came_back += 1;
                }
                AppointmentState::Missed | AppointmentState::Cancelled => {
                    recall.emails_allowed += 1;
                    recall.is_to_ask = true;
                    recall.due_since = recall.due_since.max(tomorrow);
                }
                _ => {}
            }
        }
    }

    /// The recalls for which a visit is the return: of the same patient with the same phone or address, for the same
    /// service, agreed on an earlier day.
    pub(super) fn recalls_of(&self, index: usize) -> Vec<usize> {
        let visit = &self.visits[index];
        let is_return = |agreed_at: usize| {
            let earlier = &self.visits[agreed_at];
            let is_same_email = earlier.email.is_some() && earlier.email == visit.email;
            (earlier.patient, self.recalls[&agreed_at].service) == (visit.patient, visit.service)
                && (earlier.phone == visit.phone || is_same_email)
        };
        let open = self.recalls.iter().filter(|(_, recall)| recall.ended_by.is_none() && !recall.declined);
        open.map(|(agreed_at, _)| *agreed_at)
            .filter(|agreed_at| *agreed_at != index && is_return(*agreed_at))
            .filter(|agreed_at| self.recalls[agreed_at].agreed_on < visit.slot.date)
            .collect()
    }

    /// Requests that nobody has answered have expired. Whoever asked is told by email, or staff tell them.
    pub(super) async fn follow_expired(&mut self) {
        for index in 0..self.visits.len() {
            let before = self.visits[index].state;
            if !matches!(before, AppointmentState::Requested | AppointmentState::Waiting) {
                continue;
            }
            let id = self.visits[index].id.clone();
            let visit = self.stored(&id).await;
            if visit.expired_at.is_none() {
                let is_in_time = visit.expires_at.is_some_and(|at| at > self.now());
                assert!(is_in_time, "nobody ends this request: {visit:?}");
                continue;
            }
            self.visits[index].state = AppointmentState::Cancelled;
            (self.visits[index].sequence, self.visits[index].untold) = (visit.sequence, Some(ToTell::Expired));
            if before == AppointmentState::Requested {
                self.follow_visit(index, before, AppointmentState::Cancelled);
            }
        }
    }
}
