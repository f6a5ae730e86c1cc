//! The outbox at the desk: list messages, retry or discard them.

use jiff::Timestamp;
use sqlx::{AnyConnection, Row};
use strum::VariantArray;

use super::column_conversions::{to_address, to_message};
use super::lease::{Lease, lease};
use super::state::MailState;
use crate::{Actor, DeskError, Store, StoreError, delivery_outcome, to_time};
use clinic_mail::message::STAFF_INVITATION;
use clinic_rules::person::EmailAddress;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxEntry {
    pub id: String,
    pub to: EmailAddress,
    pub state: MailState,
    pub queued_at: Timestamp,
    pub attempts: u32,
    /// The time of the next attempt, while the message is queued.
    pub next_at: Option<Timestamp>,
    pub settled_at: Option<Timestamp>,
    /// The last reply of the mail server, without addresses.
    pub last_error: Option<String>,
    /// The staff member who discarded the message.
    pub discarded_by: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    #[error("This email no longer exists. Please reload the list.")]
    Unknown,
    #[error("This email was already sent. There is nothing to do.")]
    AlreadySent,
    #[error("This email is being sent right now. Please check again in a minute.")]
    UnderWay,
    #[error("This email is out of date, so it is not sent any more. There is nothing to do.")]
    OutOfDate,
    #[error("An invitation cannot be read here: it has the link with which your colleague chooses a password.")]
    Secret,
}

const ENTRIES: usize = 100;

impl Store {
    /// The newest hundred messages, in one state or in any. Those that are sent as one email are one entry.
    pub async fn outbox_entries(&self, state: Option<MailState>) -> Result<Vec<OutboxEntry>, StoreError> {
        let states = state.as_ref().map_or(MailState::VARIANTS, std::slice::from_ref);
        let mut entries = Vec::new();
        for state in states {
            entries.extend(self.newest_entries(*state).await?);
        }
        entries.sort_by(|one, other| other.queued_at.cmp(&one.queued_at).then_with(|| one.id.cmp(&other.id)));
        entries.truncate(ENTRIES);
        Ok(entries)
    }

    async fn newest_entries(&self, state: MailState) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(async |mut connection| {
            let rows = sqlx::query(
                "SELECT id, address, queued_at, attempts, next_at, settled_at, last_error, discarded_by FROM outbox
                 WHERE state = $1 AND (sent_with IS NULL OR NOT EXISTS (
                   SELECT 1 FROM outbox earlier WHERE earlier.sent_with = outbox.sent_with
                     AND earlier.address = outbox.address AND earlier.state = outbox.state AND earlier.id < outbox.id))
                 ORDER BY queued_at DESC, id LIMIT $2",
            )
            .bind(state.into_str())
            .bind(i64::try_from(ENTRIES).unwrap_or(i64::MAX))
            .fetch_all(&mut *connection)
            .await?;
            rows.iter()
                .map(|row| {
                    Ok(OutboxEntry {
                        id: row.try_get("id")?,
                        to: to_address(row.try_get("address")?)?,
                        state,
                        queued_at: to_time(row.try_get("queued_at")?)?,
                        attempts: u32::try_from(row.try_get::<i64, _>("attempts")?).unwrap_or(u32::MAX),
                        next_at: match state {
                            MailState::Queued => Some(to_time(row.try_get("next_at")?)?),
                            _ => None,
                        },
                        settled_at: row.try_get::<Option<i64>, _>("settled_at")?.map(to_time).transpose()?,
                        last_error: row.try_get("last_error")?,
                        discarded_by: row.try_get("discarded_by")?,
                    })
                })
                .collect()
        })
        .await
    }

    /// Makes a message due now and leases it to the caller; `None` when a worker is sending it at this moment. A failed
    /// or rejected message gets a new retry period of three days and keeps its Message-ID. The same for those that are sent with it.
    ///
    /// # Errors
    /// When the message does not exist, was sent, or was replaced or has expired.
    pub async fn retry_message(&self, id: &str, actor: Actor<'_>) -> Result<Option<Lease>, DeskError<MailError>> {
        self.transaction(async |mut tx| {
            let mut retried = 0;
            for id in sent_together(&mut tx, id).await? {
                retried += sqlx::query(
                    "UPDATE outbox SET state = 'queued', next_at = $2, settled_at = NULL,
                       attempts = CASE WHEN state = 'queued' THEN attempts ELSE 0 END,
                       queued_at = CASE WHEN state = 'queued' THEN queued_at ELSE $2 END,
                       discarded_by = NULL
                     WHERE id = $1 AND state IN ('queued', 'rejected', 'failed')",
                )
                .bind(id)
                .bind(actor.now.as_millisecond())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            }
            if retried == 0 {
                return Err(why_unchanged(&mut tx, id).await?);
            }
            let lease = lease(&mut tx, id, actor.now).await?;
            if let Some(lease) = &lease {
                if lease.all().all(|lease| lease.message.at(actor.now).is_none()) {
                    return Err(DeskError::Refused(MailError::OutOfDate));
                }
                delivery_outcome::on_retried(&mut tx, lease).await?;
            }
            actor.record(&mut tx, "retry mail", id).await?;
            Ok(lease)
        })
        .await
    }

    /// Stops the delivery of a message, and of those that are sent with it.
    ///
    /// # Errors
    /// When the message does not exist, was sent, or is being sent.
    pub async fn discard_message(&self, id: &str, actor: Actor<'_>) -> Result<(), DeskError<MailError>> {
        self.transaction(async |mut tx| {
            let mut discarded: Vec<String> = Vec::new();
            for id in sent_together(&mut tx, id).await? {
                let payload: Option<String> = sqlx::query_scalar(
                    "UPDATE outbox SET state = 'rejected', last_error = NULL, discarded_by = $3, settled_at = $2
                     WHERE id = $1 AND state IN ('queued', 'rejected', 'failed') AND lease_until <= $2 RETURNING payload",
                )
                .bind(id)
                .bind(actor.now.as_millisecond())
                .bind(actor.name)
                .fetch_optional(&mut *tx)
                .await?;
                discarded.extend(payload);
            }
            if discarded.is_empty() {
                return Err(why_unchanged(&mut tx, id).await?);
            }
            for payload in discarded {
                delivery_outcome::on_discarded(&mut tx, &to_message(&payload)?, actor.now).await?;
            }
            actor.record(&mut tx, "drop mail", id).await?;
            Ok(())
        })
        .await
    }

    /// The Message-ID of a message that owners may read, which is also its file name in a mail folder.
    ///
    /// # Errors
    /// When the message does not exist, or opens somebody's account.
    pub async fn message_id(&self, id: &str) -> Result<String, DeskError<MailError>> {
        self.read(async |mut connection| {
            let message: Option<(String, String)> = sqlx::query_as("SELECT message_id, kind FROM outbox WHERE id = $1")
                .bind(id)
                .fetch_optional(&mut *connection)
                .await?;
            match message {
                None => Err(DeskError::Refused(MailError::Unknown)),
                Some((_, kind)) if kind == STAFF_INVITATION => Err(DeskError::Refused(MailError::Secret)),
                Some((message_id, _)) => Ok(message_id),
            }
        })
        .await
    }
}

/// The message and those that are sent in the same email.
async fn sent_together(connection: &mut AnyConnection, id: &str) -> Result<Vec<String>, StoreError> {
    let others: Vec<String> = sqlx::query_scalar(
        "SELECT other.id FROM outbox one JOIN outbox other ON other.sent_with = one.sent_with AND other.address = one.address
         WHERE one.id = $1 AND other.id <> $1 ORDER BY other.id",
    )
    .bind(id)
    .fetch_all(connection)
    .await?;
    Ok(std::iter::once(id.to_owned()).chain(others).collect())
}

async fn why_unchanged(connection: &mut AnyConnection, id: &str) -> Result<DeskError<MailError>, StoreError> {
    let state: Option<String> =
        sqlx::query_scalar("SELECT state FROM outbox WHERE id = $1").bind(id).fetch_optional(connection).await?;
    Ok(DeskError::Refused(match state.as_deref() {
        None => MailError::Unknown,
        Some("sent") => MailError::AlreadySent,
        Some("replaced" | "expired") => MailError::OutOfDate,
        Some(_) => MailError::UnderWay,
    }))
}
