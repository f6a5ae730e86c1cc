//! Leases: one worker at a time may deliver a message and store the outcome.
//!
//! Every lease increments the fence number of the row. A worker whose lease has run out finds another number, and its
//! outcome is ignored.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::column_conversions::{to_address, to_message};
use super::state::{DeliveryOutcome, MailState};
use crate::{Dialect, Store, StoreError, to_time};
use clinic_mail::Message;
use clinic_rules::person::EmailAddress;
use clinic_runtime::metrics::OutboxBacklog;

pub const LEASE: Duration = Duration::from_mins(2);

/// The right to make one attempt to deliver a message, until the lease runs out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub id: String,
    pub fence: i64,
    /// Includes the attempt of this lease.
    pub attempts: u32,
    pub queued_at: Timestamp,
    pub message_id: String,
    pub to: EmailAddress,
    pub message: Message,
}

/// No message waits longer than this for its next attempt, and no lease lasts longer. A later time was written while the clock
/// was ahead, and the message is due.
const LONGEST_WAIT: Duration = Duration::from_hours(6);

macro_rules! is_due {
    () => {
        "state = 'queued' AND (next_at <= $1 OR next_at > $3) AND (lease_until <= $1 OR lease_until > $3)
         AND NOT EXISTS (SELECT 1 FROM mail_hold)"
    };
}

macro_rules! lease_where {
    ($($condition:expr),+ $(,)?) => {
        concat!(
            "UPDATE outbox SET lease_until = $2, fence = fence + 1, attempts = attempts + 1
             WHERE ",
            $($condition,)+
            " RETURNING id, fence, attempts, queued_at, message_id, address, payload"
        )
    };
}

const LEASE_BY_ID: &str = lease_where!("state = 'queued' AND lease_until <= $1 AND id = $3");
const LEASE_DUE_ON_SQLITE: &str =
    lease_where!(is_due!(), " AND id = (SELECT id FROM outbox WHERE ", is_due!(), " ORDER BY next_at, id LIMIT 1)");
/// SKIP LOCKED: workers must not wait for a row that another worker is leasing. SQLite has only one writer.
const LEASE_DUE_ON_POSTGRES: &str = lease_where!(
    is_due!(),
    " AND id = (SELECT id FROM outbox WHERE ",
    is_due!(),
    " ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)"
);

impl Store {
    /// Leases the message that has been due the longest, if any.
    pub async fn lease_next(&self, now: Timestamp) -> Result<Option<Lease>, StoreError> {
        let statement = match self.dialect {
            Dialect::Sqlite => LEASE_DUE_ON_SQLITE,
            Dialect::Postgres => LEASE_DUE_ON_POSTGRES,
        };
        self.transaction(async |mut tx| {
            let row = sqlx::query(statement)
                .bind(now.as_millisecond())
                .bind((now + LEASE).as_millisecond())
                .bind((now + LONGEST_WAIT).as_millisecond())
                .fetch_optional(&mut *tx)
                .await?;
            // A message that cannot be read keeps its lease: the others must not wait for it.
            tx.commit().await?;
            row.as_ref().map(to_lease).transpose()
        })
        .await
    }

    /// Whether the message may be sent with this lease until the given time. Its recipient may have been erased since, and
    /// after a long wait another worker may lease it during the attempt.
    pub async fn is_leased_until(&self, lease: &Lease, until: Timestamp) -> Result<bool, StoreError> {
        self.read(async |mut connection| {
            let messages: i64 = sqlx::query_scalar(
                "SELECT COUNT(*) FROM outbox WHERE id = $1 AND fence = $2 AND state = 'queued' AND lease_until >= $3",
            )
            .bind(&lease.id)
            .bind(lease.fence)
            .bind(until.as_millisecond())
            .fetch_one(&mut *connection)
            .await?;
            Ok(messages > 0)
        })
        .await
    }

    /// Whether the message of this lease was deleted, which happens when its recipient is erased.
    pub async fn is_erased(&self, lease: &Lease) -> Result<bool, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT COUNT(*) FROM outbox WHERE id = $1";
            let messages: i64 = sqlx::query_scalar(statement).bind(&lease.id).fetch_one(&mut *connection).await?;
            Ok(messages == 0)
        })
        .await
    }

    /// Ends a lease without an attempt, so that another worker need not wait until it runs out.
    pub async fn release(&self, lease: &Lease, now: Timestamp) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query(
                "UPDATE outbox SET lease_until = 0, next_at = $3, attempts = attempts - 1
             WHERE id = $1 AND fence = $2 AND state = 'queued'",
            )
            .bind(&lease.id)
            .bind(lease.fence)
            .bind(now.as_millisecond())
            .execute(&mut *tx)
            .await?;
            Ok(())
        })
        .await
    }

    /// How many messages wait or have failed, for metrics and warnings.
    pub async fn outbox_backlog(&self, now: Timestamp) -> Result<OutboxBacklog, StoreError> {
        self.read(async |mut connection| {
            let (waiting, oldest): (i64, Option<i64>) =
                sqlx::query_as("SELECT COUNT(*), MIN(queued_at) FROM outbox WHERE state = 'queued'")
                    .fetch_one(&mut *connection)
                    .await?;
            let failed: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE state = 'failed'")
                .fetch_one(&mut *connection)
                .await?;
            let age = oldest.map(to_time).transpose()?.map(|queued_at| now.duration_since(queued_at));
            Ok(OutboxBacklog {
                waiting: waiting.cast_unsigned(),
                oldest: age.and_then(|age| Duration::try_from(age).ok()).unwrap_or_default(),
                failed: failed.cast_unsigned(),
            })
        })
        .await
    }

    /// When the next message can be leased; `None` when no message is queued, or all are held.
    pub async fn next_due(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read(async |mut connection| {
            let due: Option<i64> = sqlx::query_scalar(
                "SELECT MIN(CASE WHEN next_at > lease_until THEN next_at ELSE lease_until END)
                 FROM outbox WHERE state = 'queued' AND NOT EXISTS (SELECT 1 FROM mail_hold)",
            )
            .fetch_one(&mut *connection)
            .await?;
            due.map(to_time).transpose()
        })
        .await
    }
}

/// Leases one message, whether it is due or not. `None` when another worker holds its lease.
pub async fn lease(connection: &mut AnyConnection, id: &str, now: Timestamp) -> Result<Option<Lease>, StoreError> {
    let row = sqlx::query(LEASE_BY_ID)
        .bind(now.as_millisecond())
        .bind((now + LEASE).as_millisecond())
        .bind(id)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(to_lease).transpose()
}

/// Stores the outcome of an attempt. `false` when the lease was lost in the meantime; nothing is stored then.
pub async fn record_outcome(
    connection: &mut AnyConnection,
    lease: &Lease,
    outcome: &DeliveryOutcome,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (state, error, next_at) = match outcome {
        DeliveryOutcome::Sent => (MailState::Sent, None, now),
        DeliveryOutcome::Rejected { reason } => (MailState::Rejected, Some(reason), now),
        DeliveryOutcome::Deferred { reason, next_at } => (MailState::Queued, Some(reason), *next_at),
        DeliveryOutcome::Failed { reason } => (MailState::Failed, Some(reason), now),
        DeliveryOutcome::Expired => (MailState::Expired, None, now),
    };
    // A message that was replaced during the attempt was sent all the same.
    let updated = sqlx::query(
        "UPDATE outbox SET state = $3, last_error = COALESCE($4, CASE WHEN $3 = 'expired' THEN last_error END),
           next_at = $5, lease_until = 0, settled_at = $6
         WHERE id = $1 AND fence = $2 AND (state = 'queued' OR (state = 'replaced' AND $3 = 'sent'))",
    )
    .bind(&lease.id)
    .bind(lease.fence)
    .bind(state.into_str())
    .bind(error.cloned())
    .bind(next_at.as_millisecond())
    .bind((state != MailState::Queued).then(|| now.as_millisecond()))
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}

fn to_lease(row: &AnyRow) -> Result<Lease, StoreError> {
    Ok(Lease {
        id: row.try_get("id")?,
        fence: row.try_get("fence")?,
        attempts: u32::try_from(row.try_get::<i64, _>("attempts")?).unwrap_or(u32::MAX),
        queued_at: to_time(row.try_get("queued_at")?)?,
        message_id: row.try_get("message_id")?,
        to: to_address(row.try_get("address")?)?,
        message: to_message(row.try_get("payload")?)?,
    })
}
