//! Moving an appointment to another time or chair.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::Appointment;
use super::change_request::{ChangedBy, Move, SeenAppointment};
use super::error::{BookError, ChangeAppointmentError};
use super::messages::{self, BookingContext};
use super::{book, closed_times, holding, move_outcome, to_tell, undo, visits_for_recalls};
use crate::outbox::Lease;
use crate::{Store, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentState, SlotTime, TimeError, ToTell, check_time};
use clinic_rules::clinic_time;

impl Store {
    /// Moves an appointment. It takes the new time before it gives back the old one, so it always has one of them.
    ///
    /// # Errors
    /// When the time is not free or the appointment can no longer be moved. Nothing is changed then.
    pub async fn move_appointment(
        &self,
        seen: impl Into<SeenAppointment<'_>>,
        to: Move<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        let seen = seen.into();
        let _turn = match to.by {
            ChangedBy::Patient => holding::wait_for_turn(self).await,
            ChangedBy::Staff(_) => None,
        };
        self.transaction(async |mut tx| {
            let before = seen.lock(&mut tx).await?;
            let moved = move_locked(&mut tx, before, to, context).await?;
            Ok(moved)
        })
        .await
    }
}

/// Moves an appointment whose row the caller has locked.
pub async fn move_locked(
    connection: &mut AnyConnection,
    before: Appointment,
    to: Move<'_>,
    context: BookingContext<'_>,
) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
    before.state.check_open()?;
    let starts_at = to.slot.timestamp().ok_or(TimeError::TooFar { days: to.settings.days_ahead })?;
    let is_waiting = before.state == AppointmentState::Waiting;
    let is_by_staff = to.by.is_staff();
    let keeps_time = starts_at == before.starts_at && !(is_waiting && is_by_staff);
    // Staff can give a visit whose chair cannot take it another chair at its time, or decide that it stays there.
    let keeps_chair = to.chair.is_none_or(|chair| chair.number == before.chair);
    if keeps_time && keeps_chair && !(is_by_staff && before.is_without_chair(to.settings)) {
        return Ok((before, None));
    }
    if !is_by_staff && before.unacknowledged {
        // Before the row of the day, in the same order as a new request.
        holding::lock(connection).await?;
    }
    check_patient_may_move(connection, &before, to, context.now).await?;
    let moved = move_outcome::after_move(connection, &before, to, context).await?;
    let chair = match (is_waiting, moved.state) {
        (_, AppointmentState::Waiting) => move_outcome::check_free(connection, &moved, to, starts_at).await?,
        (true, _) => move_outcome::take_chair(connection, &moved, to, starts_at).await?,
        (false, _) => move_outcome::take_new_ticks(connection, &before, &before, to, starts_at).await?,
    };
    if keeps_time {
        // Another chair at the same time does not concern the patient: nobody is told or reminded again.
        let after = Appointment { chair, changed_at: context.now, ..moved }.with_kept_chair(to.settings);
        store_chair(connection, &after).await?;
        move_outcome::store_acknowledgement(connection, &after).await?;
        to.by.record(connection, "move appointment", &after.reference).await?;
        return Ok((after, None));
    }
    // Moved back before the patient has learned of the move: they know the time that the visit has again.
    let mut back = before.before.clone().filter(|it| {
        is_by_staff && it.starts_at == starts_at && it.state == moved.state && before.untold == Some(ToTell::Moved)
    });
    if back.is_some()
        && (messages::take_back(connection, &before, context.now).await? || before.may_know_from_returned_email())
    {
        back = None;
    }
    let (untold, notice) = match &back {
        Some(back) => {
            let (kept_hours, closed_told_at) = (back.kept_hours.clone(), back.closed_told_at);
            let visit = Appointment { starts_at, kept_hours, closed_told_at, ..moved.clone() };
            let untold = back.untold.map(|untold| closed_times::told_again(untold, &visit, to.settings));
            (untold, untold.map(|untold| undo::notice(untold, back.state)))
        }
        None if moved.state == AppointmentState::Confirmed && starts_at == before.starts_at => {
            (Some(ToTell::Confirmed), Some(AppointmentNotice::Confirmed))
        }
        None => (Some(ToTell::Moved), Some(AppointmentNotice::Moved)),
    };
    let (told_at, reminder, reminded_at, phoned) = match &back {
        Some(back) if untold.is_none() => (back.told_at, back.reminder, back.reminded_at, back.phoned),
        _ => (context.now, 0, None, None),
    };
    let (kept_hours, closed_told_at) = match &back {
        Some(back) => {
            let is_told_closed = untold.is_none() || untold == Some(ToTell::Closed);
            (back.kept_hours.clone(), back.closed_told_at.filter(|_| is_told_closed))
        }
        // The patient asked for this time before the hours were changed. Staff have chosen nothing.
        None if starts_at == before.starts_at => (before.kept_hours.clone(), None),
        None => (closed_times::kept_hours(to.settings, to.slot, before.minutes).filter(|_| is_by_staff), None),
    };
    let undo_to = match back {
        None if is_by_staff => Some(undo::before_change(connection, &before, context.now).await?),
        _ => None,
    };
    let after = Appointment {
        chair,
        starts_at,
        known_starts_at: before.known_besides(starts_at).filter(|_| is_by_staff),
        sequence: before.sequence + 1,
        changed_at: context.now,
        told_at,
        reminder,
        reminded_at,
        untold: untold.filter(|_| is_by_staff),
        phoned,
        before: undo_to,
        kept_hours,
        closed_told_at,
        ..moved
    };
    let after = after.with_kept_chair(to.settings);
    store_time(connection, &after, to.slot).await?;
    to_tell::store_untold(connection, &after).await?;
    undo::store_before(connection, &after).await?;
    messages::follow_time(connection, &after).await?;
    move_outcome::store_acknowledgement(connection, &after).await?;
    if is_waiting && after.state != AppointmentState::Waiting {
        visits_for_recalls::on_booked(connection, &after, context.now).await?;
    }
    let lease = match notice.filter(|_| !after.is_untold_at_closed_time(to.settings)) {
        Some(notice) => to.by.tell(connection, &before, &after, notice, context).await?,
        None => None,
    };
    to.by.record(connection, "move appointment", &after.reference).await?;
    Ok((after, lease))
}

async fn check_patient_may_move(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    to: Move<'_>,
    now: Timestamp,
) -> Result<(), ChangeAppointmentError> {
    if matches!(to.by, ChangedBy::Staff(_)) {
        return Ok(());
    }
    appointment.check_notice(to.settings.change_notice, now)?;
    let service = to.settings.service(&appointment.service).ok_or(ChangeAppointmentError::UnknownService)?;
    check_time(to.settings, service, to.slot, now)?;
    if SlotTime::of(appointment.starts_at).date != to.slot.date {
        let day = clinic_time::day_number_of_date(to.slot.date);
        book::check_daily_limit(connection, service, day).await.map_err(|error| match error {
            BookError::Store(error) => ChangeAppointmentError::Store(error),
            // No more visits of this kind on this day: another time of the day would not help.
            _ => ChangeAppointmentError::CannotHold,
        })?;
    }
    Ok(())
}

async fn store_chair(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    sqlx::query("UPDATE appointments SET chair = $2, changed_at = $3, kept_chair = $4 WHERE id = $1")
        .bind(after.id.as_str())
        .bind(i64::from(after.chair))
        .bind(after.changed_at.as_millisecond())
        .bind(after.kept_chair.clone())
        .execute(connection)
        .await?;
    Ok(())
}

async fn store_time(connection: &mut AnyConnection, after: &Appointment, slot: SlotTime) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET chair = $2, starts_at = $3, day = $4, state = $5, sequence = $6, changed_at = $7,
           told_at = $8, reminder = $9, reminded_at = $11, reminded_by = NULL, kept_hours = $10, closed_told_at = $12,
           known_starts_at = $13, kept_chair = $14
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(i64::from(after.chair))
    .bind(after.starts_at.as_millisecond())
    .bind(clinic_time::day_number_of_date(slot.date))
    .bind(after.state.into_str())
    .bind(i64::from(after.sequence))
    .bind(after.changed_at.as_millisecond())
    .bind(after.told_at.as_millisecond())
    .bind(after.reminder)
    .bind(after.kept_hours.clone())
    .bind(after.reminded_at.map(Timestamp::as_millisecond))
    .bind(after.closed_told_at.map(Timestamp::as_millisecond))
    .bind(after.known_starts_at.map(Timestamp::as_millisecond))
    .bind(after.kept_chair.clone())
    .execute(connection)
    .await?;
    Ok(())
}
