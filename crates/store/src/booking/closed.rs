//! Visits at times at which the clinic is closed: telling the patient, and deciding that the visit takes place all the same. And visits
//! whose chair is gone.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::Appointment;
use super::change_request::SeenAppointment;
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use super::{chairs, to_tell};
use crate::outbox::Lease;
use crate::{Actor, Store, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentState, Opening, Settings, SlotTime, ToTell, ticks};

impl Appointment {
    /// Whether the clinic is closed at the time of this visit, and staff have not decided that it takes place all the same.
    #[must_use]
    pub fn is_at_closed_time(&self, settings: &Settings) -> bool {
        let takes_place = matches!(self.state, AppointmentState::Requested | AppointmentState::Confirmed);
        takes_place && is_closed(settings, SlotTime::of(self.starts_at), self.minutes, self.kept_hours.as_ref())
    }

    /// Whether the clinic is open at the time of this visit, and only its chair is gone, since fewer chairs were published.
    #[must_use]
    pub fn is_without_chair(&self, settings: &Settings) -> bool {
        let takes_place = matches!(self.state, AppointmentState::Requested | AppointmentState::Confirmed);
        takes_place && !settings.has_chair(self.chair) && !self.is_at_closed_time(settings)
    }

    /// Whether the patient was told, or is about to be told, that the clinic is closed then.
    #[must_use]
    pub fn is_told_closed(&self) -> bool {
        self.closed_told_at.is_some()
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
    pub(super) fn is_untold_at_closed_time(&self, settings: &Settings) -> bool {
        let stands = matches!(self.untold, Some(ToTell::Confirmed | ToTell::Requested | ToTell::Moved));
        stands && self.is_at_closed_time(settings)
    }

    /// What a patient is told who hears that the visit takes place.
    pub(super) fn as_it_stands(&self) -> ToTell {
        if self.state == AppointmentState::Confirmed { ToTell::Confirmed } else { ToTell::Requested }
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

impl Store {
    /// Whether one of the clinic's chairs is free at the time of a visit whose own chair is gone.
    pub async fn has_free_chair(&self, visit: &Appointment, settings: &Settings) -> Result<bool, StoreError> {
        let (chairs, ticks) =
            ((1..=settings.chairs).collect::<Vec<_>>(), ticks(visit.starts_at, visit.chair_minutes()));
        self.read(async |mut connection| Ok(chairs::free_chair(&mut connection, &chairs, &ticks).await?.is_some()))
            .await
    }

    /// Tells the patient that the clinic is closed at the time of the visit: by email, or the patient is in the list to tell. Telling
    /// twice changes nothing.
    ///
    /// # Errors
    /// When the clinic is open then, or the appointment was moved since it was shown, or is over.
    pub async fn tell_closed(
        &self,
        seen: SeenAppointment<'_>,
        settings: &Settings,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let before = lock_closed(&mut tx, seen, settings).await?;
            if before.is_told_closed() {
                return Ok((before, None));
            }
            let after = Appointment {
                sequence: before.sequence + 1,
                changed_at: context.now,
                told_at: context.now,
                untold: Some(ToTell::Closed),
                phoned: None,
                closed_told_at: Some(context.now),
                closed_for: Some(settings.opening.hours_on(SlotTime::of(before.starts_at).date)),
                ..before
            };
            store(&mut tx, &after).await?;
            let lease = messages::tell(&mut tx, &after, AppointmentNotice::Closed, context).await?;
            actor.record(&mut tx, "tell closed time", &after.reference).await?;
            Ok((after, lease))
        })
        .await
    }

    /// Stores that a visit takes place although the clinic is closed, until the opening hours of the day are changed. A patient who was
    /// told that the clinic is closed is told again, and so is one who was not told of the visit because of the closure.
    ///
    /// # Errors
    /// When the clinic is open then, or the appointment was moved since it was shown, or is over.
    pub async fn keep_closed(
        &self,
        seen: SeenAppointment<'_>,
        settings: &Settings,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let before = lock_closed(&mut tx, seen, settings).await?;
            let kept_hours = Some(settings.opening.hours_on(SlotTime::of(before.starts_at).date));
            let mut after = Appointment { changed_at: context.now, kept_hours, ..before.clone() };
            let mut lease = None;
            if before.is_told_closed() || before.untold.is_some() {
                let (untold, notice) = match before.state {
                    _ if before.untold == Some(ToTell::Moved) => (ToTell::Moved, AppointmentNotice::Moved),
                    AppointmentState::Confirmed => (ToTell::Confirmed, AppointmentNotice::Confirmed),
                    _ => (ToTell::Requested, AppointmentNotice::Received),
                };
                after = Appointment {
                    sequence: before.sequence + 1,
                    told_at: context.now,
                    untold: Some(untold),
                    phoned: None,
                    closed_told_at: None,
                    ..after
                };
                store(&mut tx, &after).await?;
                lease = messages::tell(&mut tx, &after, notice, context).await?;
            } else {
                store(&mut tx, &after).await?;
            }
            actor.record(&mut tx, "keep closed time", &after.reference).await?;
            Ok((after, lease))
        })
        .await
    }
}

async fn lock_closed(
    connection: &mut AnyConnection,
    seen: SeenAppointment<'_>,
    settings: &Settings,
) -> Result<Appointment, ChangeAppointmentError> {
    let current = seen.lock(connection).await?;
    current.state.check_open()?;
    if current.is_at_closed_time(settings) { Ok(current) } else { Err(ChangeAppointmentError::OpenThen) }
}

async fn store(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET sequence = $2, changed_at = $3, told_at = $4, kept_hours = $5, closed_told_at = $6,
           closed_for = $7
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(i64::from(after.sequence))
    .bind(after.changed_at.as_millisecond())
    .bind(after.told_at.as_millisecond())
    .bind(after.kept_hours.clone())
    .bind(after.closed_told_at.map(Timestamp::as_millisecond))
    .bind(after.closed_for.clone())
    .execute(&mut *connection)
    .await?;
    // What staff have told by phone stays as it is, unless there is something new to tell.
    if after.phoned.is_none() { to_tell::store_untold(connection, after).await } else { Ok(()) }
}
