//! Requests that wait for staff: their lists, and when they expire. Each one ends: it gets a time, is refused, or expires and the
//! patient is told.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::appointment::{self, Appointment};
use super::holding::has_not_come;
use super::messages::BookingContext;
use super::public_messages;
use super::{chairs, move_outcome, to_tell, undo, visits_for_recalls};
use crate::outbox::Lease;
use crate::{Store, StoreError};
use clinic_mail::message::AppointmentNotice;
use clinic_rules::booking::{AppointmentId, AppointmentState, ToTell};

/// What a patient whose request has expired reads on the page of the appointment.
const EXPIRED: &str =
    "We could not answer your request in time, so no time is held for you. Please book again, or call us.";
/// How many expire in one run of the job. The others follow a minute later. In an hour more than a dozen networks can send.
const EXPIRED_AT_ONCE: i64 = 1_000;
const PAGE: i64 = 50;
const MAX_UNACKNOWLEDGED: i64 = 200;

/// A page of the requests without a time, and how many there are in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingList {
    pub appointments: Vec<Appointment>,
    pub total: u64,
}

impl Store {
    /// A page of the requests that wait without a time, after the first `offset`. The first one of each network comes before the
    /// second ones, so that a machine that sends thousands does not hide anybody else. One customer can have a whole IPv6 /48, so
    /// that is one network here. Within a network, patients who have come before are first: strangers behind the same address do
    /// not hide them.
    pub async fn waiting_appointments(&self, offset: u32, now: Timestamp) -> Result<WaitingList, StoreError> {
        self.read(async |mut connection| {
            let condition = concat!(
                "state = 'waiting' AND starts_at > $1
                 ORDER BY ROW_NUMBER() OVER (PARTITION BY COALESCE(widest_network, network) ORDER BY ",
                has_not_come!(),
                ", created_at, id), starts_at, id LIMIT $2 OFFSET $3"
            );
            let parameters = [now.as_millisecond(), PAGE, i64::from(offset)];
            let appointments = appointment::select(&mut connection, condition, &parameters).await?;
            let total: i64 =
                sqlx::query_scalar("SELECT COUNT(*) FROM appointments WHERE state = 'waiting' AND starts_at > $1")
                    .bind(now.as_millisecond())
                    .fetch_one(&mut *connection)
                    .await?;
            Ok(WaitingList { appointments, total: u64::try_from(total).unwrap_or_default() })
        })
        .await
    }

    /// Appointments that were confirmed at once and that staff have not acknowledged.
    pub async fn unacknowledged_appointments(&self, now: Timestamp) -> Result<Vec<Appointment>, StoreError> {
        self.read(async |mut connection| {
            let condition =
                "unacknowledged = 1 AND state = 'confirmed' AND starts_at > $1 ORDER BY starts_at, id LIMIT $2";
            appointment::select(&mut connection, condition, &[now.as_millisecond(), MAX_UNACKNOWLEDGED]).await
        })
        .await
    }

    /// Ends the requests that staff have not answered in time, and queues the emails that tell the patients. Several instances
    /// can call it at the same time: each request expires once.
    ///
    /// # Errors
    /// When the database does not answer. What has expired before stays so.
    pub async fn expire_requests(&self, context: BookingContext<'_>) -> Result<Vec<Lease>, StoreError> {
        let now = context.now.as_millisecond();
        let mut connection = self.reader.acquire().await?;
        let due: Vec<String> =
            sqlx::query_scalar("SELECT id FROM appointments WHERE expires_at <= $1 ORDER BY expires_at, id LIMIT $2")
                .bind(now)
                .bind(EXPIRED_AT_ONCE)
                .fetch_all(&mut *connection)
                .await?;
        drop(connection);
        let mut leases = Vec::new();
        for id in due {
            match self.expire_request(&id, context).await {
                // The others expire nevertheless.
                Err(StoreError::Corrupt(what)) => tracing::error!(id, what, "a request cannot expire"),
                lease => leases.extend(lease?),
            }
        }
        Ok(leases)
    }

    async fn expire_request(&self, id: &str, context: BookingContext<'_>) -> Result<Option<Lease>, StoreError> {
        let id = AppointmentId::parse(id).ok_or(StoreError::Corrupt("an invalid appointment id"))?;
        self.transaction(async |mut tx| {
            let lease = expire(&mut tx, &id, context).await?;
            Ok(lease)
        })
        .await
    }
}

/// Decides again with the row locked: staff may have answered meanwhile.
async fn expire(
    connection: &mut AnyConnection,
    id: &AppointmentId,
    context: BookingContext<'_>,
) -> Result<Option<Lease>, StoreError> {
    let Some(before) = appointment::lock(connection, id).await? else { return Ok(None) };
    let is_open = matches!(before.state, AppointmentState::Waiting | AppointmentState::Requested);
    if !is_open || before.expires_at.is_none_or(|at| at > context.now) {
        return Ok(None);
    }
    chairs::free_all(connection, id.as_str()).await?;
    let after = Appointment {
        state: AppointmentState::Cancelled,
        sequence: before.sequence + 1,
        changed_at: context.now,
        cancel_reason: Some(EXPIRED.to_owned()),
        unacknowledged: false,
        expires_at: None,
        expired_at: Some(context.now),
        reminded_at: None,
        untold: Some(ToTell::Expired),
        phoned: None,
        before: None,
        ..before.clone()
    };
    sqlx::query(
        "UPDATE appointments SET state = 'cancelled', sequence = $2, changed_at = $3, cancel_reason = $4, expired_at = $3,
           reminded_at = NULL, reminded_by = NULL
         WHERE id = $1",
    )
    .bind(id.as_str())
    .bind(i64::from(after.sequence))
    .bind(context.now.as_millisecond())
    .bind(EXPIRED)
    .execute(&mut *connection)
    .await?;
    to_tell::store_untold(connection, &after).await?;
    undo::store_before(connection, &after).await?;
    if before.state == AppointmentState::Requested {
        visits_for_recalls::on_not_come(connection, &after, context.now).await?;
    }
    let told = public_messages::tell(connection, &after, AppointmentNotice::Expired, context).await?;
    move_outcome::store_acknowledgement(connection, &after).await?;
    Ok(told.into_lease())
}
