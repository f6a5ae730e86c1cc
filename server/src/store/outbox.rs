//! The rows of the outbox: queued with the claim, leased to one sender at a time, settled by whoever holds the lease.
//!
//! A lease carries a fence: a number that grows with every lease. A sender that slept through its lease finds the
//! number changed and its word ignored.

use super::{Dialect, Store, StoreError, to_time};
use crate::discount::{DiscountCode, PastMessage, PastState};
use crate::metrics::OutboxBacklog;
use crate::person::EmailAddress;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::time::Duration;

pub const LEASE: Duration = Duration::from_mins(2);

/// The right to try one mail, until the lease runs out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub id: String,
    pub fence: i64,
    /// This attempt included.
    pub attempts: u32,
    pub queued_at: Timestamp,
    pub message_id: String,
    pub to: EmailAddress,
    pub code: DiscountCode,
    pub valid_until: Timestamp,
}

/// Where a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    Queued,
    Sent,
    Refused,
    Parked,
}

impl MailState {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Refused => "refused",
            Self::Parked => "parked",
        }
    }

    /// Nothing when the word names no state.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Queued, Self::Sent, Self::Refused, Self::Parked].into_iter().find(|state| state.as_str() == text)
    }
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    Sent,
    Refused { reason: String },
    Later { reason: String, next_at: Timestamp },
    Parked { reason: String },
}

macro_rules! lease_where {
    ($which:literal) => {
        concat!(
            "UPDATE outbox SET lease_until = $2, fence = fence + 1, attempts = attempts + 1
             WHERE state = 'queued' AND lease_until <= $1 AND ",
            $which,
            " RETURNING id, fence, attempts, queued_at, message_id, address, code,
              (SELECT valid_until FROM claims WHERE claims.code = outbox.code) AS valid_until"
        )
    };
}

const LEASE_ONE: &str = lease_where!("id = $3");
const LEASE_DUE_ON_SQLITE: &str = lease_where!(
    "id = (SELECT id FROM outbox WHERE state = 'queued' AND next_at <= $1 AND lease_until <= $1
           ORDER BY next_at, id LIMIT 1)"
);
/// SQLite has one writer anyway; here one worker must not wait for the row that another is taking.
const LEASE_DUE_ON_POSTGRES: &str = lease_where!(
    "id = (SELECT id FROM outbox WHERE state = 'queued' AND next_at <= $1 AND lease_until <= $1
           ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)"
);

impl Store {
    /// Leases the mail that has been due the longest, if any is.
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

    /// Writes down what became of an attempt. False when the lease was lost in the meantime and nothing was written.
    ///
    /// # Errors
    /// When the database does not answer; the lease then runs out and the mail is tried again.
    pub async fn settle(&self, lease: &Lease, settled: &DeliveryOutcome, now: Timestamp) -> Result<bool, StoreError> {
        let (state, error, next_at) = match settled {
            DeliveryOutcome::Sent => ("sent", None, now),
            DeliveryOutcome::Refused { reason } => ("refused", Some(reason), now),
            DeliveryOutcome::Later { reason, next_at } => ("queued", Some(reason), *next_at),
            DeliveryOutcome::Parked { reason } => ("parked", Some(reason), now),
        };
        let mut tx = self.begin().await?;
        let written = sqlx::query(
            "UPDATE outbox SET state = $3, last_error = $4, next_at = $5, lease_until = 0, settled_at = $6
             WHERE id = $1 AND fence = $2 AND state = 'queued'",
        )
        .bind(&lease.id)
        .bind(lease.fence)
        .bind(state)
        .bind(error.cloned())
        .bind(next_at.as_millisecond())
        .bind((state != "queued").then(|| now.as_millisecond()))
        .execute(&mut *tx)
        .await?
        .rows_affected();
        if written == 1 && state == "refused" {
            sqlx::query("UPDATE plays SET claimed_by = NULL WHERE id = (SELECT play FROM outbox WHERE id = $1)")
                .bind(&lease.id)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(written == 1)
    }

    /// Gives a lease back untried, so that another sender need not wait for it to run out.
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

    /// What is backlog to people at this moment.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn outbox_backlog(&self, now: Timestamp) -> Result<OutboxBacklog, StoreError> {
        let (waiting, oldest): (i64, Option<i64>) =
            sqlx::query_as("SELECT COUNT(*), MIN(queued_at) FROM outbox WHERE state = 'queued'")
                .fetch_one(&self.reader)
                .await?;
        let parked: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE state = 'parked'").fetch_one(&self.reader).await?;
        let age = oldest.map(to_time).transpose()?.map(|queued_at| now.duration_since(queued_at));
        Ok(OutboxBacklog {
            waiting: waiting.cast_unsigned(),
            oldest: age.and_then(|age| Duration::try_from(age).ok()).unwrap_or_default(),
            failed: parked.cast_unsigned(),
        })
    }

    /// When the next mail can be leased; nothing when the outbox is empty.
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

/// A mail to be.
pub(super) struct NewMessage<'a> {
    pub code: DiscountCode,
    /// The play whose proof asked for it, if one did.
    pub play: Option<String>,
    pub address: &'a EmailAddress,
    pub valid_until: Timestamp,
    pub mail_host: &'a str,
    pub now: Timestamp,
}

/// Puts a mail into the outbox, inside the change of whoever asks for it, and leases it to them: the request that asks
/// makes the first attempt itself, and only if it dies does a worker find the lease run out.
pub(super) async fn queue(
    connection: &mut AnyConnection,
    new_message: NewMessage<'_>,
    random: [u8; 16],
) -> Result<Lease, StoreError> {
    let id = URL_SAFE_NO_PAD.encode(random);
    let lease = Lease {
        fence: 1,
        attempts: 1,
        queued_at: new_message.now,
        message_id: format!("<{id}@{}>", new_message.mail_host),
        id,
        to: new_message.address.clone(),
        code: new_message.code,
        valid_until: new_message.valid_until,
    };
    sqlx::query(
        "INSERT INTO outbox (id, code, play, address, message_id, state, queued_at, next_at, lease_until, fence, attempts)
         VALUES ($1, $2, $3, $4, $5, 'queued', $6, $6, $7, $8, $9)",
    )
    .bind(&lease.id)
    .bind(new_message.code.to_string())
    .bind(new_message.play)
    .bind(new_message.address.as_typed())
    .bind(&lease.message_id)
    .bind(new_message.now.as_millisecond())
    .bind((new_message.now + LEASE).as_millisecond())
    .bind(lease.fence)
    .bind(i64::from(lease.attempts))
    .execute(connection)
    .await?;
    Ok(lease)
}

/// Leases one mail, due or not, unless somebody else holds it.
pub(super) async fn lease(
    connection: &mut AnyConnection,
    id: &str,
    now: Timestamp,
) -> Result<Option<Lease>, StoreError> {
    let row = sqlx::query(LEASE_ONE)
        .bind(now.as_millisecond())
        .bind((now + LEASE).as_millisecond())
        .bind(id)
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(to_lease).transpose()
}

/// Every mail of a code, in the order in which they were queued.
pub(super) async fn past(connection: &mut AnyConnection, code: DiscountCode) -> Result<Vec<PastMessage>, StoreError> {
    sqlx::query("SELECT id, queued_at, state, last_error FROM outbox WHERE code = $1 ORDER BY queued_at, id")
        .bind(code.to_string())
        .fetch_all(connection)
        .await?
        .iter()
        .map(|row| {
            let state = match to_state(row.try_get("state")?)? {
                MailState::Queued => PastState::Queued,
                MailState::Sent => PastState::Sent,
                MailState::Parked => PastState::Failed,
                MailState::Refused => {
                    PastState::Rejected { reason: row.try_get::<Option<String>, _>("last_error")?.unwrap_or_default() }
                }
            };
            Ok(PastMessage { id: row.try_get("id")?, queued_at: to_time(row.try_get("queued_at")?)?, state })
        })
        .collect()
}

pub(super) fn to_code(text: &str) -> Result<DiscountCode, StoreError> {
    DiscountCode::parse(text).map_err(|_| StoreError::Corrupt("a code that is none"))
}

pub(super) fn to_address(text: &str) -> Result<EmailAddress, StoreError> {
    EmailAddress::parse(text).map_err(|_| StoreError::Corrupt("an unusable address"))
}

pub(super) fn to_state(text: &str) -> Result<MailState, StoreError> {
    MailState::parse(text).ok_or(StoreError::Corrupt("a mail in no known state"))
}

fn to_lease(row: &AnyRow) -> Result<Lease, StoreError> {
    Ok(Lease {
        id: row.try_get("id")?,
        fence: row.try_get("fence")?,
        attempts: u32::try_from(row.try_get::<i64, _>("attempts")?).unwrap_or(u32::MAX),
        queued_at: to_time(row.try_get("queued_at")?)?,
        message_id: row.try_get("message_id")?,
        to: to_address(row.try_get("address")?)?,
        code: to_code(row.try_get("code")?)?,
        valid_until: to_time(row.try_get("valid_until")?)?,
    })
}
