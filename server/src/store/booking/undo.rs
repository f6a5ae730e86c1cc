//! Undoing the last press on an appointment for a day: the state, its emails and what it did to recalls. A cancelled visit takes its
//! time again, in its chair or another one.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use super::state_before::StateBefore;
use super::{chairs, holding, recalls, returns};
use crate::booking::{AppointmentId, AppointmentState, Settings, SlotTime, Source, TimeError, ToTell, ticks};
use crate::clinic_time;
use crate::mail::message::AppointmentNotice;
use crate::store::outbox::Lease;
use crate::store::{Actor, Store, StoreError, retry};

#[derive(Clone, Copy)]
pub struct Undo<'a> {
    /// The state that staff see. Somebody else may have changed it meanwhile.
    pub seen: AppointmentState,
    /// Another time for a cancelled visit, whose own is taken by now.
    pub slot: Option<SlotTime>,
    pub settings: &'a Settings,
    pub actor: Actor<'a>,
}

impl Appointment {
    /// Until when the last press can be undone.
    #[must_use]
    pub fn undo_until(&self) -> Option<Timestamp> {
        self.before.map(StateBefore::undo_until)
    }

    /// What a press now can be undone to.
    pub(super) fn as_before(&self, now: Timestamp) -> StateBefore {
        StateBefore { state: self.state, untold: self.untold, changed_at: now }
    }
}

impl Store {
    /// Undoes the last press on an appointment.
    ///
    /// # Errors
    /// `Taken` when a cancelled visit cannot have its time again. When somebody has changed the appointment meanwhile, or a day has
    /// passed. Nothing is changed then.
    pub async fn undo_appointment(
        &self,
        id: &AppointmentId,
        undo: Undo<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let current = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            let undone = undo_locked(&mut tx, current, undo, context).await?;
            tx.commit().await?;
            Ok(undone)
        })
        .await
    }
}

async fn undo_locked(
    connection: &mut AnyConnection,
    current: Appointment,
    undo: Undo<'_>,
    context: BookingContext<'_>,
) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
    if current.state != undo.seen {
        return Err(ChangeAppointmentError::ChangedMeanwhile);
    }
    let before = current.before.filter(|it| it.undo_until() > context.now);
    let before = before.ok_or(ChangeAppointmentError::CannotUndo)?;
    let is_cancelled = current.state == AppointmentState::Cancelled;
    let slot = undo.slot.filter(|_| is_cancelled).unwrap_or_else(|| SlotTime::of(current.starts_at));
    let starts_at = slot.timestamp().ok_or(TimeError::TooFar { days: undo.settings.days_ahead })?;
    let chair = chair_after(connection, &current, before.state, starts_at, undo.settings).await?;
    let untold = untold_after(&current, before, starts_at);
    let is_told_again = is_cancelled || current.state == AppointmentState::Confirmed;
    if is_told_again {
        messages::stop(connection, &current, context.now).await?;
    }
    let notice = untold.map(|untold| notice(untold, before.state)).filter(|_| before.state.check_open().is_ok());
    let (told_at, reminder) = match notice {
        Some(_) if is_told_again => (context.now, 0),
        // A reminder that was queued or made by phone ended with the cancellation, so the patient is reminded again.
        None if is_cancelled => (Timestamp::UNIX_EPOCH, 0),
        _ => (current.told_at, current.reminder),
    };
    let after = Appointment {
        state: before.state,
        chair,
        starts_at,
        sequence: current.sequence + u32::from(is_told_again),
        changed_at: context.now,
        told_at,
        reminder,
        untold,
        phoned: current.phoned.filter(|_| !is_told_again),
        cancel_reason: None,
        expires_at: holding::expiry(before.state, undo.settings, context.now, starts_at),
        // It counts against the limits of what strangers may hold again.
        unacknowledged: is_request(before.state) && current.source == Source::Online,
        // A patient who has arrived had an appointment.
        before: (before.state == AppointmentState::Arrived).then_some(StateBefore {
            state: AppointmentState::Confirmed,
            untold,
            changed_at: context.now,
        }),
        ..current.clone()
    };
    store(connection, &after, slot).await?;
    follow_recalls(connection, &current, &after, before, context.now).await?;
    let lease = match notice {
        Some(notice) => messages::tell(connection, &after, notice, context).await?,
        None => None,
    };
    undo.actor.record(connection, "undo appointment", &after.reference).await?;
    Ok((after, lease))
}

fn is_request(state: AppointmentState) -> bool {
    matches!(state, AppointmentState::Waiting | AppointmentState::Requested)
}

/// The chair of the appointment after the undo: 0 for a request without a time.
async fn chair_after(
    connection: &mut AnyConnection,
    current: &Appointment,
    to: AppointmentState,
    starts_at: Timestamp,
    settings: &Settings,
) -> Result<u16, ChangeAppointmentError> {
    if to == AppointmentState::Waiting {
        chairs::free_all(connection, current.id.as_str()).await?;
        return Ok(0);
    }
    if current.state != AppointmentState::Cancelled {
        return Ok(current.chair);
    }
    // The clinic may have fewer chairs now. When booking is off, the number is not known.
    let own = Some(current.chair).filter(|chair| settings.is_off() || *chair <= settings.chairs);
    let others = (1..=settings.chairs).filter(|chair| Some(*chair) != own);
    let candidates: Vec<u16> = own.into_iter().chain(others).collect();
    let ticks = ticks(starts_at, current.chair_minutes());
    let chair = chairs::take_one(connection, &candidates, &ticks, &current.id).await?;
    chair.ok_or(ChangeAppointmentError::Taken)
}

/// What the patient does not know after the undo. Whoever has not learned of the change knows what they knew before it; whoever has
/// must learn that it does not hold.
fn untold_after(current: &Appointment, before: StateBefore, starts_at: Timestamp) -> Option<ToTell> {
    let change = match current.state {
        AppointmentState::Cancelled => ToTell::Cancelled,
        AppointmentState::Confirmed => ToTell::Confirmed,
        _ => return current.untold,
    };
    if starts_at != current.starts_at {
        Some(ToTell::Moved)
    } else if current.untold == Some(change) {
        before.untold
    } else if before.state == AppointmentState::Confirmed {
        Some(ToTell::Confirmed)
    } else {
        Some(ToTell::Requested)
    }
}

fn notice(untold: ToTell, state: AppointmentState) -> AppointmentNotice {
    match untold {
        ToTell::Moved => AppointmentNotice::Moved,
        ToTell::Requested if state == AppointmentState::Waiting => AppointmentNotice::Waiting,
        ToTell::Requested => AppointmentNotice::Received,
        _ => AppointmentNotice::Confirmed,
    }
}

async fn follow_recalls(
    connection: &mut AnyConnection,
    current: &Appointment,
    after: &Appointment,
    before: StateBefore,
    now: Timestamp,
) -> Result<(), StoreError> {
    if matches!(current.state, AppointmentState::Arrived | AppointmentState::Done) {
        recalls::remove_agreed_since(connection, &current.id, before.changed_at, now).await?;
    }
    if current.state == AppointmentState::Done {
        returns::on_done_undone(connection, after).await?;
    }
    match before.state {
        AppointmentState::Done => returns::on_done(connection, after, now).await,
        AppointmentState::Missed => returns::on_not_come(connection, after, now).await,
        AppointmentState::Requested | AppointmentState::Confirmed | AppointmentState::Arrived
            if matches!(current.state, AppointmentState::Missed | AppointmentState::Cancelled) =>
        {
            returns::on_booked(connection, after, now).await
        }
        _ => Ok(()),
    }
}

/// Stores what the last press can be undone to.
pub async fn store_before(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    sqlx::query("UPDATE appointments SET state_before = $2, untold_before = $3, state_changed_at = $4 WHERE id = $1")
        .bind(after.id.as_str())
        .bind(after.before.map(|before| before.state.as_str()))
        .bind(after.before.and_then(|before| before.untold).map(ToTell::as_str))
        .bind(after.before.map(|before| before.changed_at.as_millisecond()))
        .execute(connection)
        .await?;
    Ok(())
}

async fn store(connection: &mut AnyConnection, after: &Appointment, slot: SlotTime) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET state = $2, chair = $3, starts_at = $4, day = $5, sequence = $6, changed_at = $7,
           told_at = $8, reminder = $9, untold = $10, phoned = $11, phoned_at = $12, cancel_reason = NULL, expires_at = $13,
           unacknowledged = $14
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(after.state.as_str())
    .bind(i64::from(after.chair))
    .bind(after.starts_at.as_millisecond())
    .bind(clinic_time::day_number_of_date(slot.date))
    .bind(i64::from(after.sequence))
    .bind(after.changed_at.as_millisecond())
    .bind(after.told_at.as_millisecond())
    .bind(after.reminder)
    .bind(after.untold.map(ToTell::as_str))
    .bind(after.phoned.map(|(what, _)| what.as_str()))
    .bind(after.phoned.map(|(_, at)| at.as_millisecond()))
    .bind(after.expires_at.map(Timestamp::as_millisecond))
    .bind(i64::from(after.unacknowledged))
    .execute(&mut *connection)
    .await?;
    store_before(connection, after).await
}
