//! Reminding patients of their visit by email. Those whom no email reaches are in the list to tell, and so are those whose visit is at
//! a time at which the clinic is closed by now.

use std::time::Duration;

use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::messages::{self, BookingContext};
use super::{public_messages, to_tell};
use crate::outbox::Lease;
use crate::{Store, StoreError};
use clinic_mail::message::{APPOINTMENT, AppointmentNotice};
use clinic_rules::booking::{AppointmentId, AppointmentState, Reminder, Settings, ToTell, due_reminder};

/// The first reminder is sent this long before the visit.
const FIRST_REMINDER: Duration = Duration::from_hours(48);

/// How the payload of an email is recognised.
const REMINDER: &str = "%\"notice\":{\"reminder\":%";
const CLOSURE: &str = "%\"notice\":\"closed\"%";
/// These say that the visit takes place.
const VISIT: [(&str, ToTell); 2] =
    [("%\"notice\":\"confirmed\"%", ToTell::Confirmed), ("%\"notice\":\"moved\"%", ToTell::Moved)];

impl Store {
    /// Queues the reminders that are due. Several instances can call it at the same time: each reminder is queued once. Nobody is
    /// reminded to come while the clinic is closed; what is queued is not sent then, and cannot be tried again, nor can what says that
    /// the visit takes place. The same holds for what is queued about a closure that was taken back.
    ///
    /// # Errors
    /// When the database does not answer. What was queued before stays queued.
    pub async fn queue_reminders(
        &self,
        settings: &Settings,
        context: BookingContext<'_>,
    ) -> Result<Vec<Lease>, StoreError> {
        let now = context.now;
        let window = [now.as_millisecond(), (now + FIRST_REMINDER).as_millisecond()];
        let mut connection = self.reader.acquire().await?;
        let condition = "state = 'confirmed' AND email IS NOT NULL AND starts_at > $1 AND starts_at <= $2
                         AND closed_told_at IS NULL ORDER BY starts_at, id";
        let upcoming = appointment::select(&mut connection, condition, &window).await?;
        let condition = "untold = 'closed' AND email IS NOT NULL AND starts_at > $1 AND EXISTS (
                           SELECT 1 FROM outbox WHERE outbox.kind = 'appointment' AND outbox.record_key = appointments.id
                             AND outbox.state IN ('queued', 'rejected', 'failed')
                             AND outbox.payload LIKE '%\"notice\":\"closed\"%')";
        let told_closed = appointment::select(&mut connection, condition, &window[..1]).await?;
        let open_again = told_closed.into_iter().filter(|it| it.is_open_again(settings)).map(|it| it.id);
        let condition = "state IN ('requested', 'confirmed') AND email IS NOT NULL AND starts_at > $1 AND EXISTS (
                           SELECT 1 FROM outbox WHERE outbox.kind = 'appointment' AND outbox.record_key = appointments.id
                             AND outbox.state IN ('queued', 'rejected', 'failed')
                             AND (outbox.payload LIKE '%\"notice\":\"confirmed\"%'
                               OR outbox.payload LIKE '%\"notice\":\"moved\"%'))";
        let told_open = appointment::select(&mut connection, condition, &window[..1]).await?;
        let closed_since = told_open.into_iter().filter(|it| it.is_at_closed_time(settings)).map(|it| it.id);
        drop(connection);
        let (closed, open): (Vec<_>, Vec<_>) = upcoming.iter().partition(|it| it.is_at_closed_time(settings));
        for appointment in closed.into_iter().filter(|it| it.reminder > 0) {
            self.transaction(async |mut tx| {
                stop_reminder(&mut tx, &appointment.id, settings, context).await?;
                Ok::<_, StoreError>(())
            })
            .await?;
        }
        for id in closed_since {
            self.transaction(async |mut tx| {
                stop_visit(&mut tx, &id, settings, context).await?;
                Ok::<_, StoreError>(())
            })
            .await?;
        }
        for id in open_again {
            self.transaction(async |mut tx| {
                stop_closure(&mut tx, &id, settings, context).await?;
                Ok::<_, StoreError>(())
            })
            .await?;
        }
        let mut leases = Vec::new();
        for appointment in open.into_iter().filter(|it| is_due(it, context)) {
            let lease = self.transaction(async |mut tx| {
                let lease = queue_reminder(&mut tx, &appointment.id, settings, context).await?;
                Ok::<_, StoreError>(lease)
            });
            leases.extend(lease.await?);
        }
        Ok(leases)
    }
}

fn is_due(appointment: &Appointment, context: BookingContext<'_>) -> bool {
    let Appointment { starts_at, told_at, reminder, .. } = *appointment;
    due_reminder(starts_at, told_at, reminder, context.now).is_some()
}

/// Decides again with the row locked: another instance may have queued the reminder, or the visit was cancelled.
async fn queue_reminder(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    settings: &Settings,
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    let Some(appointment) = appointment::lock(connection, id).await? else { return Ok(None) };
    let Appointment { starts_at, told_at, reminder, state, .. } = appointment;
    let due = due_reminder(starts_at, told_at, reminder, context.now);
    // Somebody who was told not to come is not told to come, and nobody is told to come when the clinic is closed.
    let is_coming = state == AppointmentState::Confirmed
        && !appointment.is_told_closed()
        && !appointment.is_at_closed_time(settings);
    let Some(due) = due.filter(|_| is_coming) else { return Ok(None) };
    // Anybody can have entered the address of a visit that staff have not acknowledged. Beyond the limits the first reminder is tried
    // again until the day before the visit, and then the patient is in the list to tell.
    let is_over_limit =
        appointment.unacknowledged && public_messages::is_over_limit(connection, &appointment, context).await?;
    if is_over_limit && due != Reminder::ThreeHoursBefore {
        return Ok(None);
    }
    sqlx::query("UPDATE appointments SET reminder = $2 WHERE id = $1")
        .bind(id.as_str())
        .bind(due.number())
        .execute(&mut *connection)
        .await?;
    // Nothing follows the second one: staff call now, and no email repeats it later.
    if is_over_limit {
        messages::on_appointment_email_undelivered(connection, id.as_str()).await?;
        return Ok(None);
    }
    messages::tell(connection, &appointment, AppointmentNotice::Reminder(due), context).await
}

/// Gives up a reminder that was queued before the clinic was closed at the time of the visit. It is due again when the visit takes
/// place after all.
async fn stop_reminder(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    settings: &Settings,
    context: BookingContext<'_>,
) -> Result<(), StoreError> {
    let Some(appointment) = appointment::lock(connection, id).await? else { return Ok(()) };
    if !appointment.is_at_closed_time(settings) {
        return Ok(());
    }
    let stopped = stop_unsent(connection, id, REMINDER, messages::CLOSED_THEN, context).await?;
    stop_retries(connection, id, REMINDER, messages::CLOSED_THEN, context).await?;
    if stopped > 0 {
        sqlx::query("UPDATE appointments SET reminder = 0 WHERE id = $1").bind(id.as_str()).execute(connection).await?;
    }
    Ok(())
}

/// Gives up an email about a closure that was taken back before a mail server took it. The patient stays in the list to tell: a mail
/// server may have taken it without an answer.
async fn stop_closure(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    settings: &Settings,
    context: BookingContext<'_>,
) -> Result<(), StoreError> {
    let Some(appointment) = appointment::lock(connection, id).await? else { return Ok(()) };
    if appointment.untold == Some(ToTell::Closed) && appointment.is_open_again(settings) {
        stop_unsent(connection, id, CLOSURE, "the clinic is open then", context).await?;
        stop_retries(connection, id, CLOSURE, "the clinic is open then", context).await?;
    }
    Ok(())
}

/// Gives up an email that says that the visit takes place, when the clinic is closed then by now. The patient is in the list to tell.
async fn stop_visit(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    settings: &Settings,
    context: BookingContext<'_>,
) -> Result<(), StoreError> {
    let Some(appointment) = appointment::lock(connection, id).await? else { return Ok(()) };
    if !appointment.is_at_closed_time(settings) {
        return Ok(());
    }
    let mut untold = appointment.untold;
    for (payload, what) in VISIT {
        stop_retries(connection, id, payload, messages::CLOSED_THEN, context).await?;
        if stop_unsent(connection, id, payload, messages::CLOSED_THEN, context).await? > 0 {
            untold = untold.or(Some(what));
        }
    }
    if untold != appointment.untold {
        to_tell::store_untold(connection, &Appointment { untold, ..appointment }).await?;
    }
    Ok(())
}

/// Gives up the emails of one kind only: a new link may be queued beside them, and nothing else would bring it. An attempt that is
/// under way may still deliver its email, so it counts as sent.
async fn stop_unsent(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    payload: &str,
    reason: &str,
    context: BookingContext<'_>,
) -> Result<u64, StoreError> {
    let stopped = sqlx::query(
        "UPDATE outbox SET state = 'replaced', last_error = $4, lease_until = 0, settled_at = $3
         WHERE kind = $1 AND record_key = $2 AND state = 'queued' AND lease_until <= $3 AND payload LIKE $5",
    )
    .bind(APPOINTMENT)
    .bind(id.as_str())
    .bind(context.now.as_millisecond())
    .bind(reason)
    .bind(payload)
    .execute(connection)
    .await?;
    Ok(stopped.rows_affected())
}

/// An email of one kind that a mail server has not taken cannot be tried again: it would not be true.
async fn stop_retries(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    payload: &str,
    reason: &str,
    context: BookingContext<'_>,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE outbox SET state = 'replaced', last_error = $4, settled_at = $3
         WHERE kind = $1 AND record_key = $2 AND state IN ('rejected', 'failed') AND payload LIKE $5",
    )
    .bind(APPOINTMENT)
    .bind(id.as_str())
    .bind(context.now.as_millisecond())
    .bind(reason)
    .bind(payload)
    .execute(connection)
    .await?;
    Ok(())
}
