//! Which visits are at times at which the clinic is closed, or in chairs that cannot take them, and what their patients have to be told.

use jiff::Timestamp;

use super::appointment::Appointment;
use clinic_rules::booking::{AppointmentState, ChairError, Opening, Settings, SlotTime, ToTell};

impl Appointment {
    /// Whether the clinic is closed at the time of this visit, and staff have not decided that it takes place all the same.
    #[must_use]
    pub fn is_at_closed_time(&self, settings: &Settings) -> bool {
        let takes_place = matches!(self.state, AppointmentState::Requested | AppointmentState::Confirmed);
        takes_place && is_closed(settings, SlotTime::of(self.starts_at), self.minutes, self.kept_hours.as_ref())
    }

    /// Whether the clinic is open at the time of this visit, and only its chair cannot take it, since other chairs were published.
    #[must_use]
    pub fn is_without_chair(&self, settings: &Settings) -> bool {
        let takes_place = matches!(self.state, AppointmentState::Requested | AppointmentState::Confirmed);
        takes_place && self.chair_error(settings).is_some() && !self.is_at_closed_time(settings)
    }

    /// Why its chair cannot take this visit, unless staff have decided that it takes it all the same.
    #[must_use]
    pub fn chair_error(&self, settings: &Settings) -> Option<ChairError> {
        self.place().chair_error(settings, self.kept_chair.as_ref())
    }

    fn place(&self) -> Place<'_> {
        let slot = SlotTime::of(self.starts_at);
        Place { chair: self.chair, service: &self.service, slot, minutes: self.minutes }
    }

    /// Stores with a visit that staff have just put it into a chair that does not take it. What they have decided about an earlier
    /// place stays when this one needs no decision: an undo may lead back.
    pub(super) fn with_kept_chair(self, settings: &Settings) -> Self {
        let is_refused = self.place().chair_error(settings, None).is_some();
        let decided = is_refused.then(|| self.place().describe(settings));
        Self { kept_chair: decided.or(self.kept_chair), ..self }
    }

    /// Whether staff have decided before that the visit can be in this chair at this time.
    pub(super) fn is_kept_in(&self, chair: u16, slot: SlotTime, settings: &Settings) -> bool {
        let place = Place { chair, slot, ..self.place() };
        place.chair_error(settings, self.kept_chair.as_ref()).is_none()
    }

    /// Whether the patient was told, or is about to be told, that the clinic is closed then.
    #[must_use]
    pub fn is_told_closed(&self) -> bool {
        self.closed_told_at.is_some()
    }

    /// Whether nothing is left to do so that the patient hears that the clinic is closed then. Whom no email reaches, staff have to tell.
    #[must_use]
    pub fn hears_of_closure(&self) -> bool {
        self.is_told_closed() && (self.untold != Some(ToTell::Closed) || self.has_working_email())
    }

    /// Whether the patient may think that the clinic is closed then, and it is open by now. While booking is off, the weekly hours are
    /// not known: only of a closure is it known that it was taken back.
    pub(super) fn is_open_again(&self, settings: &Settings) -> bool {
        let takes_place = matches!(self.state, AppointmentState::Requested | AppointmentState::Confirmed);
        let is_known = !settings.is_off() || self.closed_for.as_deref().is_some_and(Opening::is_closure);
        takes_place && self.may_think_closed() && is_known && !self.is_at_closed_time(settings)
    }

    /// Also before anybody has pressed "Told": a mail server may have taken the email, or somebody may have called.
    pub(super) fn may_think_closed(&self) -> bool {
        self.is_told_closed() || self.untold == Some(ToTell::Closed)
    }

    /// Whether the patient would be told that the visit takes place at a time at which the clinic is closed. Nobody is: staff first
    /// decide that it does, or tell the patient of the closure.
    #[must_use]
    pub fn is_untold_at_closed_time(&self, settings: &Settings) -> bool {
        let stands = matches!(self.untold, Some(ToTell::Confirmed | ToTell::Requested | ToTell::Moved));
        stands && self.is_at_closed_time(settings)
    }

    /// What a patient is told who hears that the visit takes place.
    pub(super) fn as_it_stands(&self) -> ToTell {
        if self.state == AppointmentState::Confirmed { ToTell::Confirmed } else { ToTell::Requested }
    }
}

/// A visit in a chair.
struct Place<'a> {
    chair: u16,
    service: &'a str,
    slot: SlotTime,
    minutes: u16,
}

impl Place<'_> {
    fn chair_error(&self, settings: &Settings, kept_chair: Option<&String>) -> Option<ChairError> {
        let error = settings.check_chair(self.chair, self.service, self.slot, self.minutes).err()?;
        let is_gone = matches!(error, ChairError::Gone { .. });
        (is_gone || kept_chair != Some(&self.describe(settings))).then_some(error)
    }

    fn describe(&self, settings: &Settings) -> String {
        settings.describe_chair(self.chair, self.service, self.slot, self.minutes)
    }
}

fn is_closed(settings: &Settings, slot: SlotTime, minutes: u16, kept_hours: Option<&String>) -> bool {
    !settings.is_open_for(slot, minutes) && kept_hours != Some(&settings.opening.hours_on(slot.date))
}

/// What the patient of a visit has to be told that has its earlier time again: the closure may have been taken back since.
pub(super) fn told_again(untold: ToTell, visit: &Appointment, settings: &Settings) -> ToTell {
    let as_untold = Appointment { untold: Some(untold), ..visit.clone() };
    if untold == ToTell::Closed && as_untold.is_open_again(settings) { visit.as_it_stands() } else { untold }
}

/// What is stored about a time that staff choose. On a day with opening hours they know that it is outside of them; a day on which
/// the clinic is closed may be a mistake.
pub(super) fn kept_hours(settings: &Settings, slot: SlotTime, minutes: u16) -> Option<String> {
    let opening = &settings.opening;
    let is_chosen = !opening.on(slot.date).is_empty() && !opening.covers(slot, minutes);
    is_chosen.then(|| opening.hours_on(slot.date))
}

/// What a patient is told when staff decide that the visit takes place: whoever thinks that the clinic is closed, or was not told of the
/// visit.
pub(super) fn told_by_keeping(
    state: AppointmentState,
    untold: Option<ToTell>,
    closed_told_at: Option<Timestamp>,
) -> Option<ToTell> {
    let told = match state {
        _ if untold == Some(ToTell::Moved) => ToTell::Moved,
        AppointmentState::Confirmed => ToTell::Confirmed,
        _ => ToTell::Requested,
    };
    (untold.is_some() || closed_told_at.is_some()).then_some(told)
}
