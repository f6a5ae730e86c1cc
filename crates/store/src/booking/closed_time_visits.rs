//! Visits at times at which the clinic is closed: telling the patient, and deciding that the visit takes place all the same. And visits
//! whose chair is gone or cannot take them any more.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::Appointment;
use super::change_request::SeenAppointment;
use super::closed_times::told_by_keeping;
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use super::{chairs, to_tell, undo};
use crate::{Actor, Store, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{Settings, SlotTime, ToTell, ticks};

impl Store {
    /// Whether a chair that can take the visit is free at its time.
    pub async fn has_free_chair(&self, visit: &Appointment, settings: &Settings) -> Result<bool, StoreError> {
        let chairs = settings.chairs_for(&visit.service, SlotTime::of(visit.starts_at), visit.minutes);
        let ticks = ticks(visit.starts_at, visit.chair_minutes());
        self.read(async |mut connection| Ok(chairs::free_chair(&mut connection, &chairs, &ticks).await?.is_some()))
            .await
    }

    /// Tells the patient that the clinic is closed at the time of the visit: by email when staff can no longer undo it in silence, or the
    /// patient is in the list to tell. Telling twice changes nothing.
    ///
    /// # Errors
    /// When the clinic is open then, or the appointment was moved since it was shown, or is over.
    pub async fn tell_closed(
        &self,
        seen: SeenAppointment<'_>,
        settings: &Settings,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<Appointment, ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let before = lock_closed(&mut tx, seen, settings).await?;
            if before.is_told_closed() {
                return Ok(before);
            }
            let undo_to = undo::before_change(&mut tx, &before, context.now).await?;
            let after = Appointment {
                sequence: before.sequence + 1,
                changed_at: context.now,
                told_at: context.now,
                untold: Some(ToTell::Closed),
                phoned: None,
                closed_told_at: Some(context.now),
                closed_for: Some(settings.opening.hours_on(SlotTime::of(before.starts_at).date)),
                before: Some(undo_to),
                ..before
            };
            store(&mut tx, &after).await?;
            messages::tell_unless_undone(&mut tx, &after, AppointmentNotice::Closed, context).await?;
            actor.record(&mut tx, "tell closed time", &after.reference).await?;
            Ok(after)
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
    ) -> Result<Appointment, ChangeAppointmentError> {
        self.transaction(async |mut tx| {
            let before = lock_closed(&mut tx, seen, settings).await?;
            let kept_hours = Some(settings.opening.hours_on(SlotTime::of(before.starts_at).date));
            let told = told_by_keeping(before.state, before.untold, before.closed_told_at);
            let mut after = Appointment { changed_at: context.now, kept_hours, ..before.clone() };
            if let Some(untold) = told {
                after = Appointment {
                    sequence: before.sequence + 1,
                    told_at: context.now,
                    untold: Some(untold),
                    phoned: None,
                    closed_told_at: None,
                    before: Some(undo::before_change(&mut tx, &before, context.now).await?),
                    ..after
                };
                store(&mut tx, &after).await?;
                let notice = undo::notice(untold, after.state);
                messages::tell_unless_undone(&mut tx, &after, notice, context).await?;
            } else {
                // What is queued about the visit is true.
                after.before = Some(before.as_before(context.now));
                store(&mut tx, &after).await?;
            }
            actor.record(&mut tx, "keep closed time", &after.reference).await?;
            Ok(after)
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
    undo::store_before(connection, after).await?;
    // What staff have told by phone stays as it is, unless there is something new to tell.
    if after.phoned.is_none() { to_tell::store_untold(connection, after).await } else { Ok(()) }
}
