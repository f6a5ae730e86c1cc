//! Cancelling and confirming appointments, and what became of them.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::Appointment;
use super::change_request::{ChangedBy, Move, SeenAppointment};
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use super::state_before::GivenUp;
use super::{chairs, move_outcome, moves, recalls, to_tell, undo, visits_for_recalls};
use crate::outbox::Lease;
use crate::{Actor, Store, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentState, Settings, SlotTime, ToTell};

impl Store {
    /// Cancels an appointment and frees its time. Cancelling twice changes nothing. Patients can cancel until `notice` before
    /// the visit.
    ///
    /// # Errors
    /// When it is too late or the visit has begun, or it was moved since it was shown.
    pub async fn cancel_appointment(
        &self,
        seen: impl Into<SeenAppointment<'_>>,
        notice: Duration,
        reason: Option<&str>,
        by: ChangedBy<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        let seen = seen.into();
        self.transaction(async |mut tx| {
            let before = seen.lock(&mut tx).await?;
            if before.state == AppointmentState::Cancelled {
                return Ok((before, None));
            }
            before.state.check_open()?;
            if matches!(by, ChangedBy::Patient) {
                before.check_notice(notice, context.now)?;
            }
            chairs::free_all(&mut tx, before.id.as_str()).await?;
            let undo_to =
                if by.is_staff() { Some(undo::before_change(&mut tx, &before, context.now).await?) } else { None };
            let after = Appointment {
                state: AppointmentState::Cancelled,
                // Whoever cancels with the patient's link has seen the time.
                known_starts_at: before.known_starts_at.filter(|_| by.is_staff()),
                sequence: before.sequence + 1,
                changed_at: context.now,
                cancel_reason: reason.map(ToOwned::to_owned),
                unacknowledged: false,
                expires_at: None,
                // What counts from now on is whether the patient learns that the visit does not take place.
                reminded_at: None,
                untold: by.is_staff().then_some(ToTell::Cancelled),
                phoned: None,
                before: undo_to,
                ..before.clone()
            };
            sqlx::query(
                "UPDATE appointments SET state = 'cancelled', sequence = $2, changed_at = $3, cancel_reason = $4,
                   reminded_at = NULL, reminded_by = NULL, known_starts_at = $5
                 WHERE id = $1",
            )
            .bind(after.id.as_str())
            .bind(i64::from(after.sequence))
            .bind(context.now.as_millisecond())
            .bind(reason)
            .bind(after.known_starts_at.map(Timestamp::as_millisecond))
            .execute(&mut *tx)
            .await?;
            to_tell::store_untold(&mut tx, &after).await?;
            undo::store_before(&mut tx, &after).await?;
            if before.state != AppointmentState::Waiting {
                visits_for_recalls::on_not_come(&mut tx, &after, context.now).await?;
            }
            let lease = by.tell(&mut tx, &before, &after, AppointmentNotice::Cancelled, context).await?;
            move_outcome::store_acknowledgement(&mut tx, &after).await?;
            by.record(&mut tx, "cancel appointment", &after.reference).await?;
            Ok((after, lease))
        })
        .await
    }

    /// Confirms an appointment, or stores that the patient arrived, did not come, or was seen. The patient is told when it
    /// is confirmed and can no longer be undone in silence, unless the clinic is closed then; the other states stop what is queued about the visit.
    ///
    /// # Errors
    /// When the change is not possible, or the appointment was moved since it was shown.
    pub async fn change_appointment_state(
        &self,
        seen: impl Into<SeenAppointment<'_>>,
        to: AppointmentState,
        settings: &Settings,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        let seen = seen.into();
        self.transaction(async |mut tx| {
            let before = seen.lock(&mut tx).await?;
            Ok((change_locked(&mut tx, before, to, settings, actor, context).await?, None))
        })
        .await
    }

    /// Confirms a request. One that waits gets a chair at the time that the patient asked for last.
    ///
    /// # Errors
    /// When the time is taken or the change is not possible, or the appointment was moved since it was shown.
    pub async fn confirm_appointment(
        &self,
        seen: impl Into<SeenAppointment<'_>>,
        settings: &Settings,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        let seen = seen.into();
        self.transaction(async |mut tx| {
            let before = seen.lock(&mut tx).await?;
            let confirmed = if before.state == AppointmentState::Waiting {
                let slot = SlotTime::of(before.starts_at);
                let to = Move { slot, chair: None, settings, by: ChangedBy::Staff(actor) };
                moves::move_locked(&mut tx, before, to, context).await?
            } else {
                (change_locked(&mut tx, before, AppointmentState::Confirmed, settings, actor, context).await?, None)
            };
            Ok(confirmed)
        })
        .await
    }
}

/// Changes the state of an appointment whose row the caller has locked.
async fn change_locked(
    connection: &mut AnyConnection,
    before: Appointment,
    to: AppointmentState,
    settings: &Settings,
    actor: Actor<'_>,
    context: BookingContext<'_>,
) -> Result<Appointment, ChangeAppointmentError> {
    if before.state == to && !before.unacknowledged {
        return Ok(before);
    }
    before.state.check_change(to)?;
    let is_confirmed_now = before.state == AppointmentState::Requested && to == AppointmentState::Confirmed;
    let is_at_closed_time = before.is_at_closed_time(settings);
    let is_told = is_confirmed_now && !is_at_closed_time;
    // Whoever knows that the clinic is closed then hears of the visit when it takes place after all.
    let knows_closure = is_at_closed_time && before.is_told_closed();
    let is_untold = is_confirmed_now && !knows_closure;
    // Booked from a recall that an earlier version ended at once.
    let comes_back = before.from_recall && to == AppointmentState::Done;
    let given_up = match to {
        AppointmentState::Confirmed if is_told => messages::replace(connection, &before, context.now).await?,
        AppointmentState::Confirmed if is_untold => messages::hold_back(connection, &before, context.now).await?,
        AppointmentState::Confirmed => GivenUp::default(),
        _ => messages::stop(connection, &before, context.now).await?,
    };
    let (told_at, reminder) = match (is_told, given_up.reminder) {
        (true, _) => (context.now, before.reminder),
        // The patient has not read it. If this was a wrong press, they are reminded after it is undone.
        (false, true) => (Timestamp::UNIX_EPOCH, 0),
        (false, false) => (before.told_at, before.reminder),
    };
    let after = Appointment {
        state: to,
        // An email about the closure that waits is about this version.
        sequence: before.sequence + u32::from(is_untold),
        told_at,
        reminder,
        changed_at: context.now,
        from_recall: before.from_recall && !comes_back,
        unacknowledged: false,
        expires_at: None,
        networks: Vec::new(),
        untold: if is_untold { Some(ToTell::Confirmed) } else { before.untold.or(given_up.untold) },
        phoned: before.phoned.filter(|_| !is_untold),
        // Whoever was told of a closure hears that the visit takes place.
        closed_told_at: before.closed_told_at.filter(|_| !is_untold),
        before: if before.state == to {
            before.before.clone()
        } else {
            Some(before.as_before(context.now).without(given_up))
        },
        ..before.clone()
    };
    store_state(connection, &after).await?;
    undo::store_before(connection, &after).await?;
    if is_untold || after.untold != before.untold {
        to_tell::store_untold(connection, &after).await?;
    }
    move_outcome::store_acknowledgement(connection, &after).await?;
    if comes_back {
        recalls::count(connection, recalls::CAME_BACK, context.now, 1).await?;
    }
    if before.state == AppointmentState::Done {
        visits_for_recalls::on_done_undone(connection, &after).await?;
    }
    match to {
        AppointmentState::Done => visits_for_recalls::on_done(connection, &after, context.now).await?,
        AppointmentState::Missed => visits_for_recalls::on_not_come(connection, &after, context.now).await?,
        _ => {}
    }
    if is_told {
        messages::tell_unless_undone(connection, &after, AppointmentNotice::Confirmed, context).await?;
    }
    actor.record(connection, &format!("appointment {}", to.into_str()), &after.reference).await?;
    Ok(after)
}

async fn store_state(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET state = $2, sequence = $3, told_at = $4, reminder = $5, changed_at = $6,
           from_recall = $7, closed_told_at = $8
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(after.state.into_str())
    .bind(i64::from(after.sequence))
    .bind(after.told_at.as_millisecond())
    .bind(after.reminder)
    .bind(after.changed_at.as_millisecond())
    .bind(i64::from(after.from_recall))
    .bind(after.closed_told_at.map(Timestamp::as_millisecond))
    .execute(connection)
    .await?;
    Ok(())
}
