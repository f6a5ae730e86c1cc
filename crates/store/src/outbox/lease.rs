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
    /// The messages that are sent in the same email. Each has a lease of its own, so that one can be given up without the others.
    pub with: Vec<Lease>,
}

impl Lease {
    /// This one, and those of the messages that are sent with it.
    pub fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.with)
    }
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
            " RETURNING id, fence, attempts, queued_at, message_id, address, payload, sent_with"
        )
    };
}

/// Another worker may have leased one of them: then this transaction waits for it and leaves it out, or is ended by the database, which
/// finds that each waits for the other, and is repeated.
const LEASE_SENT_WITH: &str = lease_where!(
    "state = 'queued' AND (lease_until <= $1 OR lease_until > $3) AND sent_with = $4 AND address = $5 AND id <> $6"
);
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
            let with = match &row {
                Some(row) => lease_sent_with(&mut tx, row, now).await?,
                None => Vec::new(),
            };
            // A message that cannot be read keeps its lease: the others must not wait for it.
            tx.commit().await?;
            Ok(row.as_ref().map(to_lease).transpose()?.map(|lease| Lease { with, ..lease }))
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

    /// Whether the message of this lease, or one that is sent with it, was deleted, which happens when its recipient is erased.
    pub async fn is_erased(&self, lease: &Lease) -> Result<bool, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT COUNT(*) FROM outbox WHERE id = $1";
            let mut is_erased = false;
            for lease in lease.all() {
                let messages: i64 = sqlx::query_scalar(statement).bind(&lease.id).fetch_one(&mut *connection).await?;
                is_erased |= messages == 0;
            }
            Ok(is_erased)
        })
        .await
    }

    /// Ends a lease without an attempt, so that another worker need not wait until it runs out.
    pub async fn release(&self, lease: &Lease, now: Timestamp) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            for lease in lease.all() {
                sqlx::query(
                    "UPDATE outbox SET lease_until = 0, next_at = $3, attempts = attempts - 1
                     WHERE id = $1 AND fence = $2 AND state = 'queued'",
                )
                .bind(&lease.id)
                .bind(lease.fence)
                .bind(now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            }
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

/// Leases the messages that are sent with one that this transaction has leased. One that cannot be read keeps its lease.
async fn lease_sent_with(
    connection: &mut AnyConnection,
    first: &AnyRow,
    now: Timestamp,
) -> Result<Vec<Lease>, StoreError> {
    let Some(key) = first.try_get::<Option<String>, _>("sent_with")? else { return Ok(Vec::new()) };
    let rows = sqlx::query(LEASE_SENT_WITH)
        .bind(now.as_millisecond())
        .bind((now + LEASE).as_millisecond())
        .bind((now + LONGEST_WAIT).as_millisecond())
        .bind(key)
        .bind(first.try_get::<String, _>("address")?)
        .bind(first.try_get::<String, _>("id")?)
        .fetch_all(connection)
        .await?;
    let mut with: Vec<Lease> = rows.iter().filter_map(|row| to_lease(row).ok()).collect();
    // In the order of the visits.
    with.sort_by_key(|lease| lease.message.visit_time());
    Ok(with)
}

/// Leases one message, whether it is due or not, with those that are sent in the same email. `None` when another worker holds its lease.
pub async fn lease(connection: &mut AnyConnection, id: &str, now: Timestamp) -> Result<Option<Lease>, StoreError> {
    let row = sqlx::query(LEASE_BY_ID)
        .bind(now.as_millisecond())
        .bind((now + LEASE).as_millisecond())
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let with = lease_sent_with(connection, &row, now).await?;
    Ok(Some(Lease { with, ..to_lease(&row)? }))
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
        with: Vec::new(),
    })
}
