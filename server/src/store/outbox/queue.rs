//! Queueing messages, leasing them to one worker at a time and storing the outcome of an attempt.
//!
//! Every lease increments the fence number of the row. A worker whose lease has run out finds another number, and its
//! outcome is ignored.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::mail::Message;
use crate::metrics::OutboxBacklog;
use crate::person::EmailAddress;
use crate::store::{Dialect, Store, StoreError, to_time};

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    /// Waiting for the first or the next attempt.
    Queued,
    Sent,
    /// The mail server rejected the address, or staff discarded the message.
    Rejected,
    /// Not delivered after three days; staff can retry or discard it.
    Failed,
}

impl MailState {
    const ALL: [Self; 4] = [Self::Queued, Self::Sent, Self::Rejected, Self::Failed];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Rejected => "rejected",
            Self::Failed => "failed",
        }
    }

    /// `None` when the text is not a state.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// What happens to a message after an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    Sent,
    Rejected { reason: String },
    Deferred { reason: String, next_at: Timestamp },
    Failed { reason: String },
}

macro_rules! lease_where {
    ($condition:literal) => {
        concat!(
            "UPDATE outbox SET lease_until = $2, fence = fence + 1, attempts = attempts + 1
             WHERE state = 'queued' AND lease_until <= $1 AND ",
            $condition,
            " RETURNING id, fence, attempts, queued_at, message_id, address, payload"
        )
    };
}

const LEASE_BY_ID: &str = lease_where!("id = $3");
const LEASE_DUE_ON_SQLITE: &str = lease_where!(
    "id = (SELECT id FROM outbox WHERE state = 'queued' AND next_at <= $1 AND lease_until <= $1
           ORDER BY next_at, id LIMIT 1)"
);
/// SKIP LOCKED: workers must not wait for a row that another worker is leasing. SQLite has only one writer.
const LEASE_DUE_ON_POSTGRES: &str = lease_where!(
    "id = (SELECT id FROM outbox WHERE state = 'queued' AND next_at <= $1 AND lease_until <= $1
           ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)"
);

impl Store {
    /// Leases the message that has been due the longest, if any.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn lease_next(&self, now: Timestamp) -> Result<Option<Lease>, StoreError> {
        let statement = match self.dialect {
            Dialect::Sqlite => LEASE_DUE_ON_SQLITE,
            Dialect::Postgres => LEASE_DUE_ON_POSTGRES,
        };
        let mut tx = self.begin().await?;
        let row = sqlx::query(statement)
            .bind(now.as_millisecond())
            .bind((now + LEASE).as_millisecond())
            .fetch_optional(&mut *tx)
            .await?;
        tx.commit().await?;
        row.as_ref().map(to_lease).transpose()
    }

    /// Ends a lease without an attempt, so that another worker need not wait until it runs out.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn release(&self, lease: &Lease, now: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        sqlx::query(
            "UPDATE outbox SET lease_until = 0, next_at = $3, attempts = attempts - 1
             WHERE id = $1 AND fence = $2 AND state = 'queued'",
        )
        .bind(&lease.id)
        .bind(lease.fence)
        .bind(now.as_millisecond())
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// How many messages wait or have failed, for metrics and warnings.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn outbox_backlog(&self, now: Timestamp) -> Result<OutboxBacklog, StoreError> {
        let (waiting, oldest): (i64, Option<i64>) =
            sqlx::query_as("SELECT COUNT(*), MIN(queued_at) FROM outbox WHERE state = 'queued'")
                .fetch_one(&self.reader)
                .await?;
        let failed: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE state = 'failed'").fetch_one(&self.reader).await?;
        let age = oldest.map(to_time).transpose()?.map(|queued_at| now.duration_since(queued_at));
        Ok(OutboxBacklog {
            waiting: waiting.cast_unsigned(),
            oldest: age.and_then(|age| Duration::try_from(age).ok()).unwrap_or_default(),
            failed: failed.cast_unsigned(),
        })
    }

    /// When the next message can be leased; `None` when no message is queued.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn next_due(&self) -> Result<Option<Timestamp>, StoreError> {
        let due: Option<i64> = sqlx::query_scalar(
            "SELECT MIN(CASE WHEN next_at > lease_until THEN next_at ELSE lease_until END)
             FROM outbox WHERE state = 'queued'",
        )
        .fetch_one(&self.reader)
        .await?;
        due.map(to_time).transpose()
    }
}

/// A message to queue.
pub struct NewMessage<'a> {
    pub message: Message,
    /// The key of the person whom the message is about, so that erasure finds it.
    pub person: Option<&'a str>,
    pub address: &'a EmailAddress,
    pub mail_host: &'a str,
    pub now: Timestamp,
}

/// Queues a message in the caller's transaction and leases it to the caller, who makes the first attempt. If the caller
/// dies, a worker finds the message when the lease has run out.
pub async fn queue(
    connection: &mut AnyConnection,
    new_message: NewMessage<'_>,
    random: [u8; 16],
) -> Result<Lease, StoreError> {
    let NewMessage { message, person, address, mail_host, now } = new_message;
    let id = BASE64URL_NOPAD.encode(&random);
    let lease = Lease {
        fence: 1,
        attempts: 1,
        queued_at: now,
        message_id: format!("<{id}@{mail_host}>"),
        id,
        to: address.clone(),
        message,
    };
    sqlx::query(
        "INSERT INTO outbox (id, kind, payload, record_key, person, address, message_id, state, queued_at, next_at,
           lease_until, fence, attempts)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8, $8, $9, $10, $11)",
    )
    .bind(&lease.id)
    .bind(lease.message.kind())
    .bind(to_payload(&lease.message))
    .bind(lease.message.record_key())
    .bind(person)
    .bind(address.as_typed())
    .bind(&lease.message_id)
    .bind(now.as_millisecond())
    .bind((now + LEASE).as_millisecond())
    .bind(lease.fence)
    .bind(i64::from(lease.attempts))
    .execute(connection)
    .await?;
    Ok(lease)
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
    };
    let updated = sqlx::query(
        "UPDATE outbox SET state = $3, last_error = $4, next_at = $5, lease_until = 0, settled_at = $6
         WHERE id = $1 AND fence = $2 AND state = 'queued'",
    )
    .bind(&lease.id)
    .bind(lease.fence)
    .bind(state.as_str())
    .bind(error.cloned())
    .bind(next_at.as_millisecond())
    .bind((state != MailState::Queued).then(|| now.as_millisecond()))
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// What a feature needs to know about a message it queued earlier.
pub struct QueuedMessage {
    pub id: String,
    pub queued_at: Timestamp,
    pub state: MailState,
    pub last_error: Option<String>,
}

/// The messages of one record, such as a discount code, in the order in which they were queued.
pub async fn for_record(
    connection: &mut AnyConnection,
    kind: &str,
    record_key: &str,
) -> Result<Vec<QueuedMessage>, StoreError> {
    sqlx::query(
        "SELECT id, queued_at, state, last_error FROM outbox WHERE kind = $1 AND record_key = $2
         ORDER BY queued_at, id",
    )
    .bind(kind)
    .bind(record_key)
    .fetch_all(connection)
    .await?
    .iter()
    .map(|row| {
        Ok(QueuedMessage {
            id: row.try_get("id")?,
            queued_at: to_time(row.try_get("queued_at")?)?,
            state: to_state(row.try_get("state")?)?,
            last_error: row.try_get("last_error")?,
        })
    })
    .collect()
}

/// Changes the content of the messages of one record that are not sent yet.
pub async fn update_unsent(
    connection: &mut AnyConnection,
    kind: &str,
    record_key: &str,
    change: impl Fn(&mut Message),
) -> Result<(), StoreError> {
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT id, payload FROM outbox WHERE kind = $1 AND record_key = $2 AND state <> 'sent'")
            .bind(kind)
            .bind(record_key)
            .fetch_all(&mut *connection)
            .await?;
    for (id, payload) in rows {
        let mut message = to_message(&payload)?;
        change(&mut message);
        sqlx::query("UPDATE outbox SET payload = $2 WHERE id = $1")
            .bind(id)
            .bind(to_payload(&message))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

pub fn to_address(text: &str) -> Result<EmailAddress, StoreError> {
    EmailAddress::parse(text).map_err(|_| StoreError::Corrupt("an invalid email address"))
}

pub fn to_state(text: &str) -> Result<MailState, StoreError> {
    MailState::parse(text).ok_or(StoreError::Corrupt("a message in an unknown state"))
}

fn to_payload(message: &Message) -> String {
    serde_json::to_string(message).expect("a message has no map with non-string keys")
}

fn to_message(payload: &str) -> Result<Message, StoreError> {
    serde_json::from_str(payload).map_err(|_| StoreError::Corrupt("a message that this version cannot read"))
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
