//! Reminding patients of their visit: by email, or by staff.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::error::ChangeAppointmentError;
use super::messages::{self, BookingContext};
use crate::booking::{AppointmentId, AppointmentState, due_reminder};
use crate::mail::message::AppointmentNotice;
use crate::store::outbox::Lease;
use crate::store::{Actor, Store, StoreError, retry};

/// The first reminder is sent this long before the visit.
const FIRST_REMINDER: Duration = Duration::from_hours(48);

/// What staff have told the patient: when the visit is, or that it does not take place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenVisit {
    pub starts_at: Timestamp,
    pub state: AppointmentState,
}

impl SeenVisit {
    fn is_as(self, visit: &Appointment) -> bool {
        self.starts_at == visit.starts_at && self.state.check_open().is_ok() == visit.state.check_open().is_ok()
    }
}

impl From<&Appointment> for SeenVisit {
    fn from(visit: &Appointment) -> Self {
        Self { starts_at: visit.starts_at, state: visit.state }
    }
}

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
                         ORDER BY starts_at, id";
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

    /// Stores that staff reminded the patient of a visit by phone or message, or told them that their request has expired.
    ///
    /// # Errors
    /// When the appointment does not exist, or is not as staff have seen it.
    pub async fn mark_reminded(
        &self,
        id: &AppointmentId,
        seen: SeenVisit,
        actor: Actor<'_>,
    ) -> Result<(), ChangeAppointmentError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let visit = appointment::lock(&mut tx, id).await?.ok_or(ChangeAppointmentError::Unknown)?;
            if !seen.is_as(&visit) {
                return Err(ChangeAppointmentError::ChangedMeanwhile);
            }
            // Of an expired request, nothing needs the networks any more.
            sqlx::query(
                "UPDATE appointments SET reminded_at = $2, reminded_by = $3,
                   network = CASE WHEN expired_at IS NULL THEN network END,
                   wider_network = CASE WHEN expired_at IS NULL THEN wider_network END,
                   widest_network = CASE WHEN expired_at IS NULL THEN widest_network END
                 WHERE id = $1",
            )
            .bind(id.as_str())
            .bind(actor.now.as_millisecond())
            .bind(actor.name)
            .execute(&mut *tx)
            .await?;
            actor.record(&mut tx, "remind", &visit.reference).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
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
    let Some(due) = due.filter(|_| state == AppointmentState::Confirmed) else { return Ok(None) };
    sqlx::query("UPDATE appointments SET reminder = $2 WHERE id = $1")
        .bind(id.as_str())
        .bind(due.number())
        .execute(&mut *connection)
        .await?;
    messages::tell(connection, &appointment, AppointmentNotice::Reminder(due), context).await
}
