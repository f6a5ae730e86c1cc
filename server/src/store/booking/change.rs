//! Moving, cancelling and confirming appointments, and what became of them.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::book;
use super::change_request::{ChangedBy, Move};
use super::error::{BookError, ChangeAppointmentError};
use super::messages::{self, BookingContext};
use super::{chairs, holding, placing, public_messages, recalls, returns};
use crate::booking::{AppointmentId, AppointmentState, SlotTime, StateError, TimeError, check_time, ticks};
use crate::clinic_time;
use crate::mail::message::AppointmentNotice;
use crate::store::outbox::Lease;
use crate::store::{Actor, Store, StoreError, retry};

impl Store {
    /// Moves an appointment. It takes the new time before it gives back the old one, so it always has one of them.
    ///
    /// # Errors
    /// When the time is not free or the appointment can no longer be moved. Nothing is changed then.
    pub async fn move_appointment(
        &self,
        id: &AppointmentId,
        to: Move<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        let _turn = match to.by {
            ChangedBy::Patient => holding::wait_for_turn(self).await,
            ChangedBy::Staff(_) => None,
        };
        retry(|| async {
            let mut tx = self.begin().await?;
            let before = lock(&mut tx, id).await?;
            before.state.check_open()?;
            let starts_at = to.slot.timestamp().ok_or(TimeError::TooFar { days: to.settings.days_ahead })?;
            let is_waiting = before.state == AppointmentState::Waiting;
            let is_by_staff = matches!(to.by, ChangedBy::Staff(_));
            let keeps_time = starts_at == before.starts_at && !(is_waiting && is_by_staff);
            if keeps_time && to.chair.is_none_or(|chair| chair == before.chair) {
                return Ok((before, None));
            }
            if !is_by_staff && before.unacknowledged {
                // Before the row of the day, in the same order as a new request.
                holding::lock(&mut tx).await?;
            }
            check_patient_may_move(&mut tx, &before, to, context.now).await?;
            let moved = placing::after_move(&mut tx, &before, to, context).await?;
            let chair = match (is_waiting, moved.state) {
                (_, AppointmentState::Waiting) => placing::check_free(&mut tx, &moved, to, starts_at).await?,
                (true, _) => placing::take_chair(&mut tx, &moved, to, starts_at).await?,
                (false, _) => take_new_ticks(&mut tx, &before, to, starts_at).await?,
            };
            if keeps_time {
                // Another chair at the same time does not concern the patient: nobody is told or reminded again.
                let after = Appointment { chair, changed_at: context.now, ..moved };
                store_chair(&mut tx, &after).await?;
                placing::store_acknowledgement(&mut tx, &after).await?;
                record(&mut tx, to.by, "move appointment", &after.reference).await?;
                tx.commit().await?;
                return Ok((after, None));
            }
            let after = Appointment {
                chair,
                starts_at,
                sequence: before.sequence + 1,
                changed_at: context.now,
                told_at: context.now,
                reminder: 0,
                reminded_at: None,
                ..moved
            };
            store_time(&mut tx, &after, to.slot).await?;
            placing::store_acknowledgement(&mut tx, &after).await?;
            if is_waiting && after.state != AppointmentState::Waiting {
                returns::on_booked(&mut tx, &after, context.now).await?;
            }
            let notice = match after.state {
                AppointmentState::Waiting => AppointmentNotice::Waiting,
                AppointmentState::Confirmed if starts_at == before.starts_at => AppointmentNotice::Confirmed,
                _ => AppointmentNotice::Moved,
            };
            let lease = tell(&mut tx, to.by, &after, notice, context).await?;
            record(&mut tx, to.by, "move appointment", &after.reference).await?;
            tx.commit().await?;
            Ok((after, lease))
        })
        .await
    }

    /// Cancels an appointment and frees its time. Cancelling twice changes nothing. Patients can cancel until `notice` before
    /// the visit.
    ///
    /// # Errors
    /// When it is too late or the visit has begun.
    pub async fn cancel_appointment(
        &self,
        id: &AppointmentId,
        notice: Duration,
        reason: Option<&str>,
        by: ChangedBy<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let before = lock(&mut tx, id).await?;
            if before.state == AppointmentState::Cancelled {
                return Ok((before, None));
            }
            before.state.check_open()?;
            if matches!(by, ChangedBy::Patient) {
                check_notice(&before, notice, context.now)?;
            }
            chairs::free_all(&mut tx, id.as_str()).await?;
            let after = Appointment {
                state: AppointmentState::Cancelled,
                sequence: before.sequence + 1,
                changed_at: context.now,
                cancel_reason: reason.map(ToOwned::to_owned),
                unacknowledged: false,
                expires_at: None,
                ..before.clone()
            };
            sqlx::query(
                "UPDATE appointments SET state = 'cancelled', sequence = $2, changed_at = $3, cancel_reason = $4
                 WHERE id = $1",
            )
            .bind(id.as_str())
            .bind(i64::from(after.sequence))
            .bind(context.now.as_millisecond())
            .bind(reason)
            .execute(&mut *tx)
            .await?;
            if before.state != AppointmentState::Waiting {
                returns::on_not_come(&mut tx, &after, context.now).await?;
            }
            let lease = tell(&mut tx, by, &after, AppointmentNotice::Cancelled, context).await?;
            placing::store_acknowledgement(&mut tx, &after).await?;
            record(&mut tx, by, "cancel appointment", &after.reference).await?;
            tx.commit().await?;
            Ok((after, lease))
        })
        .await
    }

    /// Confirms an appointment, or stores that the patient arrived, did not come, or was seen. The patient is told when it
    /// is confirmed; the other states stop what is queued about the visit.
    ///
    /// # Errors
    /// When the change is not possible.
    pub async fn change_appointment_state(
        &self,
        id: &AppointmentId,
        to: AppointmentState,
        actor: Actor<'_>,
        context: BookingContext<'_>,
    ) -> Result<(Appointment, Option<Lease>), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let before = lock(&mut tx, id).await?;
            if before.state == to && !before.unacknowledged {
                return Ok((before, None));
            }
            before.state.check_change(to)?;
            let is_confirmed_now = before.state == AppointmentState::Requested && to == AppointmentState::Confirmed;
            // Booked from a recall that an earlier version ended at once.
            let comes_back = before.from_recall && to == AppointmentState::Done;
            let is_stopped = to != AppointmentState::Confirmed && messages::stop(&mut tx, &before, context.now).await?;
            let (told_at, reminder) = match (is_confirmed_now, is_stopped) {
                (true, _) => (context.now, before.reminder),
                // The patient has not read it. If this was a wrong press, they are reminded after it is undone.
                (false, true) => (Timestamp::UNIX_EPOCH, 0),
                (false, false) => (before.told_at, before.reminder),
            };
            let after = Appointment {
                state: to,
                sequence: before.sequence + u32::from(is_confirmed_now),
                told_at,
                reminder,
                changed_at: context.now,
                from_recall: before.from_recall && !comes_back,
                unacknowledged: false,
                expires_at: None,
                networks: Vec::new(),
                ..before.clone()
            };
            store_state(&mut tx, &after).await?;
            placing::store_acknowledgement(&mut tx, &after).await?;
            if comes_back {
                recalls::count(&mut tx, recalls::CAME_BACK, context.now, 1).await?;
            }
            if before.state == AppointmentState::Done {
                returns::on_done_undone(&mut tx, &after).await?;
            }
            match to {
                AppointmentState::Done => returns::on_done(&mut tx, &after, context.now).await?,
                AppointmentState::Missed => returns::on_not_come(&mut tx, &after, context.now).await?,
                _ => {}
            }
            let lease = if is_confirmed_now {
                messages::tell(&mut tx, &after, AppointmentNotice::Confirmed, context).await?
            } else {
                None
            };
            actor.record(&mut tx, &format!("appointment {}", to.as_str()), &after.reference).await?;
            tx.commit().await?;
            Ok((after, lease))
        })
        .await
    }
}

async fn lock(connection: &mut AnyConnection, id: &AppointmentId) -> Result<Appointment, ChangeAppointmentError> {
    appointment::lock(connection, id).await?.ok_or(ChangeAppointmentError::Unknown)
}

fn check_notice(appointment: &Appointment, notice: Duration, now: Timestamp) -> Result<(), StateError> {
    if now + notice > appointment.starts_at { Err(StateError::TooLate) } else { Ok(()) }
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
    check_notice(appointment, to.settings.change_notice, now)?;
    let service = to.settings.service(&appointment.service).ok_or(ChangeAppointmentError::UnknownService)?;
    check_time(to.settings, service, to.slot, now)?;
    if SlotTime::of(appointment.starts_at).date != to.slot.date {
        let day = clinic_time::day_number_of_date(to.slot.date);
        book::check_daily_limit(connection, service, day).await.map_err(|error| match error {
            BookError::Store(error) => ChangeAppointmentError::Store(error),
            _ => ChangeAppointmentError::Taken,
        })?;
    }
    Ok(())
}

/// Takes the new time and then gives back the old one. Returns the chair.
async fn take_new_ticks(
    connection: &mut AnyConnection,
    before: &Appointment,
    to: Move<'_>,
    starts_at: Timestamp,
) -> Result<u16, ChangeAppointmentError> {
    let (old, new) = (ticks(before.starts_at, before.chair_minutes()), ticks(starts_at, before.chair_minutes()));
    let mut chosen = None;
    // The clinic may have fewer chairs now. When booking is off, the number is not known.
    let has_chair = to.settings.is_off() || before.chair <= to.settings.chairs;
    if to.chair.is_none_or(|chair| chair == before.chair) && has_chair {
        // In its own chair the visit may overlap the time that it has now.
        let added = new.clone().filter(|tick| !old.contains(tick));
        if chairs::take(connection, before.chair, added, before.id.as_str()).await? {
            chosen = Some(before.chair);
        } else {
            chairs::free_outside(connection, &before.id, before.chair, old.clone(), Some(before.chair)).await?;
        }
    }
    if chosen.is_none() {
        let others: Vec<u16> = match to.chair {
            Some(chair) => vec![chair],
            None => (1..=to.settings.chairs).filter(|chair| *chair != before.chair).collect(),
        };
        chosen = chairs::take_one(connection, &others, &new, &before.id).await?;
    }
    let chair = chosen.ok_or(ChangeAppointmentError::Taken)?;
    chairs::free_outside(connection, &before.id, chair, new, None).await?;
    Ok(chair)
}

async fn store_chair(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    sqlx::query("UPDATE appointments SET chair = $2, changed_at = $3 WHERE id = $1")
        .bind(after.id.as_str())
        .bind(i64::from(after.chair))
        .bind(after.changed_at.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}

async fn store_state(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET state = $2, sequence = $3, told_at = $4, reminder = $5, changed_at = $6,
           from_recall = $7
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(after.state.as_str())
    .bind(i64::from(after.sequence))
    .bind(after.told_at.as_millisecond())
    .bind(after.reminder)
    .bind(after.changed_at.as_millisecond())
    .bind(i64::from(after.from_recall))
    .execute(connection)
    .await?;
    Ok(())
}

async fn store_time(connection: &mut AnyConnection, after: &Appointment, slot: SlotTime) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE appointments SET chair = $2, starts_at = $3, day = $4, state = $5, sequence = $6, changed_at = $7,
           told_at = $7, reminder = 0, reminded_at = NULL, reminded_by = NULL
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(i64::from(after.chair))
    .bind(after.starts_at.as_millisecond())
    .bind(clinic_time::day_number_of_date(slot.date))
    .bind(after.state.as_str())
    .bind(i64::from(after.sequence))
    .bind(after.changed_at.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}

/// What patients do themselves sends emails within limits.
async fn tell(
    connection: &mut AnyConnection,
    by: ChangedBy<'_>,
    appointment: &Appointment,
    notice: AppointmentNotice,
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    match by {
        ChangedBy::Staff(_) => messages::tell(connection, appointment, notice, context).await,
        ChangedBy::Patient => Ok(public_messages::tell(connection, appointment, notice, context).await?.into_lease()),
    }
}

async fn record(
    connection: &mut AnyConnection,
    by: ChangedBy<'_>,
    action: &str,
    reference: &str,
) -> Result<(), StoreError> {
    match by {
        ChangedBy::Staff(actor) => actor.record(connection, action, reference).await,
        ChangedBy::Patient => Ok(()),
    }
}
