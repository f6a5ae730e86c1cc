//! Reminding patients of their visit by email. Those whom no email reaches are in the list to tell.

use std::time::Duration;

use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::messages::{self, BookingContext};
use super::public_messages;
use crate::booking::{AppointmentId, AppointmentState, due_reminder};
use crate::mail::message::AppointmentNotice;
use crate::store::outbox::Lease;
use crate::store::{Store, StoreError, retry};

/// The first reminder is sent this long before the visit.
const FIRST_REMINDER: Duration = Duration::from_hours(48);

impl Store {
    /// Queues the reminders that are due. Several instances can call it at the same time: each reminder is queued once.
    ///
    /// # Errors
    /// When the database does not answer. What was queued before stays queued.
    pub async fn queue_reminders(&self, context: BookingContext<'_>) -> Result<Vec<Lease>, StoreError> {
        let now = context.now;
        let window = [now.as_millisecond(), (now + FIRST_REMINDER).as_millisecond()];
        let mut connection = self.reader.acquire().await?;
        let condition =
            "state = 'confirmed' AND email IS NOT NULL AND reminder < 2 AND starts_at > $1 AND starts_at <= $2
                         AND closed_told_at IS NULL ORDER BY starts_at, id";
        let upcoming = appointment::select(&mut connection, condition, &window).await?;
        drop(connection);
        let mut leases = Vec::new();
        for appointment in upcoming.iter().filter(|it| is_due(it, context)) {
            let lease = retry(|| async {
                let mut tx = self.begin().await?;
                let lease = queue_reminder(&mut tx, &appointment.id, context).await?;
                tx.commit().await?;
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
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    let Some(appointment) = appointment::lock(connection, id).await? else { return Ok(None) };
    let Appointment { starts_at, told_at, reminder, state, .. } = appointment;
    let due = due_reminder(starts_at, told_at, reminder, context.now);
    // Somebody who was told not to come is not told to come.
    let is_coming = state == AppointmentState::Confirmed && !appointment.is_told_closed();
    let Some(due) = due.filter(|_| is_coming) else { return Ok(None) };
    // Anybody can have entered the address of a visit that staff have not acknowledged. Beyond the limits the patient is in the
    // list to tell.
    if appointment.unacknowledged && public_messages::is_over_limit(connection, &appointment, context).await? {
        return Ok(None);
    }
    sqlx::query("UPDATE appointments SET reminder = $2 WHERE id = $1")
        .bind(id.as_str())
        .bind(due.number())
        .execute(&mut *connection)
        .await?;
    messages::tell(connection, &appointment, AppointmentNotice::Reminder(due), context).await
}
