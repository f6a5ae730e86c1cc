//! What a move makes of an appointment: whether it holds its new time, which chair, and whether it counts against the limits.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::Appointment;
use super::change_request::{ChangedBy, Move};
use super::error::ChangeAppointmentError;
use super::messages::BookingContext;
use super::{chairs, holding};
use crate::StoreError;
use clinic_rules::booking::{AppointmentState, ChairError, Confirm, before_visit, first_deadline, ticks};

/// What a move makes of an appointment, apart from its time and chair: the state, and whether it counts against the limits.
/// What staff give a time, they have acknowledged. For a patient whom they have not, the caller has called `holding::lock`.
pub async fn after_move(
    connection: &mut AnyConnection,
    before: &Appointment,
    to: Move<'_>,
    context: BookingContext<'_>,
) -> Result<Appointment, ChangeAppointmentError> {
    let mut after = before.clone();
    let starts_at = to.slot.timestamp().unwrap_or(context.now);
    match to.by {
        ChangedBy::Staff(_) => {
            // They have agreed on the time with the patient. Another chair alone is no answer.
            let is_answer = match before.state {
                AppointmentState::Waiting => true,
                AppointmentState::Requested => starts_at != before.starts_at,
                _ => false,
            };
            if is_answer {
                after.state = AppointmentState::Confirmed;
            }
            (after.unacknowledged, after.networks) = (false, Vec::new());
            // A request that stays one keeps its time to answer: only its chair is another one.
            after.expires_at = before.expires_at.filter(|_| after.state == before.state);
        }
        // Staff know the patient, so strangers cannot keep them from another time.
        ChangedBy::Patient if !before.unacknowledged => {
            after.state = match to.settings.confirm {
                Confirm::ByStaff => AppointmentState::Requested,
                Confirm::AtOnce => AppointmentState::Confirmed,
            };
            // A patient whose visit was certain does not lose it because nobody answered within a day.
            let waits_for_staff = after.state == AppointmentState::Requested;
            after.expires_at = waits_for_staff.then(|| before_visit(context.now, starts_at));
        }
        ChangedBy::Patient => {
            after.state = holding::decide(connection, &mut after, to.slot, to.settings, context).await?;
            // The appointment keeps the time that it has.
            if after.state == AppointmentState::Waiting && before.state != AppointmentState::Waiting {
                return Err(ChangeAppointmentError::CannotHold);
            }
            // Moving again and again does not keep a time from other patients without end.
            let first = before.expires_at.map(|at| at.max(first_deadline(to.settings, before.created_at)));
            after.expires_at = after.expires_at.map(|at| first.map_or(at, |first| at.min(first)));
        }
    }
    Ok(after)
}

/// Takes a chair for a request that has none.
pub async fn take_chair(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    to: Move<'_>,
    starts_at: Timestamp,
) -> Result<u16, ChangeAppointmentError> {
    let ticks = ticks(starts_at, appointment.chair_minutes());
    let chairs = chairs_of(connection, appointment, to).await?;
    let chair = chairs::take_one(connection, &chairs, &ticks, &appointment.id).await?;
    chair.ok_or(ChangeAppointmentError::Taken)
}

/// A request that waits can only ask for a time that is free. Returns the chair of an appointment that holds none.
pub async fn check_free(
    connection: &mut AnyConnection,
    appointment: &Appointment,
    to: Move<'_>,
    starts_at: Timestamp,
) -> Result<u16, ChangeAppointmentError> {
    let ticks = ticks(starts_at, appointment.chair_minutes());
    let chairs = chairs_of(connection, appointment, to).await?;
    let free = chairs::free_chair(connection, &chairs, &ticks).await?;
    free.map(|_| 0).ok_or(ChangeAppointmentError::Taken)
}

/// The chairs that a visit may take, in the order in which they are tried.
async fn chairs_of(
    connection: &mut AnyConnection,
    visit: &Appointment,
    to: Move<'_>,
) -> Result<Vec<u16>, ChangeAppointmentError> {
    // The number of chairs is not known, but the clinic has those of its visits.
    if to.chair.is_none() && to.settings.is_off() {
        return Ok((1..=chairs::highest(connection).await?.max(1)).collect());
    }
    chairs_that_take(visit, to)
}

fn chairs_that_take(visit: &Appointment, to: Move<'_>) -> Result<Vec<u16>, ChangeAppointmentError> {
    if let Some(chosen) = to.chair {
        chosen.check(to.settings, &visit.service, to.slot, visit.minutes)?;
        return Ok(vec![chosen.number]);
    }
    let chairs = to.settings.chairs_for(&visit.service, to.slot, visit.minutes);
    if chairs.is_empty() && to.by.is_staff() { Err(ChairError::NoChair.into()) } else { Ok(chairs) }
}

/// Stores whether the appointment counts against the limits and until when staff can answer. The networks are deleted when
/// nothing needs them any more: the list to tell does, for requests that have expired and for visits that were cancelled with their
/// link beyond the limit of emails, and the limits do until staff have acknowledged a visit.
pub async fn store_acknowledgement(connection: &mut AnyConnection, after: &Appointment) -> Result<(), StoreError> {
    let is_counted = after.unacknowledged || (after.state == AppointmentState::Confirmed && !after.networks.is_empty());
    sqlx::query(
        "UPDATE appointments SET unacknowledged = $2, expires_at = $3,
           network = CASE WHEN $4 = 1 OR expired_at IS NOT NULL OR (untold = 'cancelled' AND cancel_reason IS NULL)
             THEN network END,
           wider_network = CASE WHEN $4 = 1 OR expired_at IS NOT NULL OR (untold = 'cancelled' AND cancel_reason IS NULL)
             THEN wider_network END,
           widest_network = CASE WHEN $4 = 1 OR expired_at IS NOT NULL OR (untold = 'cancelled' AND cancel_reason IS NULL)
             THEN widest_network END
         WHERE id = $1",
    )
    .bind(after.id.as_str())
    .bind(i64::from(after.unacknowledged))
    .bind(after.expires_at.map(Timestamp::as_millisecond))
    .bind(i64::from(is_counted))
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes the new time, for the service that the visit has after the change, and then gives back the old one. Returns the chair.
pub async fn take_new_ticks(
    connection: &mut AnyConnection,
    before: &Appointment,
    after: &Appointment,
    to: Move<'_>,
    starts_at: Timestamp,
) -> Result<u16, ChangeAppointmentError> {
    let (old, new) = (ticks(before.starts_at, before.chair_minutes()), ticks(starts_at, after.chair_minutes()));
    // Nothing says how many chairs there are while booking is off.
    let own_when_off = (to.settings.is_off() && to.chair.is_none()).then(|| vec![before.chair]);
    let mut others = own_when_off.map_or_else(|| chairs_that_take(after, to), Ok)?;
    let keeps_chair = others.contains(&before.chair);
    others.retain(|chair| *chair != before.chair);
    let mut chosen = None;
    if keeps_chair {
        // In its own chair the visit may overlap the time that it has now.
        let added = new.clone().filter(|tick| !old.contains(tick));
        if chairs::take(connection, before.chair, added, before.id.as_str()).await? {
            chosen = Some(before.chair);
        } else {
            chairs::free_outside(connection, &before.id, before.chair, old.clone(), Some(before.chair)).await?;
        }
    }
    if chosen.is_none() {
        chosen = chairs::take_one(connection, &others, &new, &before.id).await?;
    }
    let chair = chosen.ok_or(ChangeAppointmentError::Taken)?;
    chairs::free_outside(connection, &before.id, chair, new, None).await?;
    Ok(chair)
}
