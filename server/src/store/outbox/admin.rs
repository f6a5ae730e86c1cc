//! The outbox as the owner sees it: what waits, what went, what is stuck and why; try again or give up.

use super::outbox::{self, Lease, MailState};
use super::{Actor, DeskError, Store, StoreError, to_time};
use crate::person::EmailAddress;
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

/// How a mail that the owner gave up on is marked; no mail server's words begin like this.
const DROPPED: &str = "dropped at the desk by ";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRecord {
    pub id: String,
    pub to: EmailAddress,
    pub state: MailState,
    pub queued_at: Timestamp,
    pub attempts: u32,
    /// When it is tried next, while it waits.
    pub next_at: Option<Timestamp>,
    pub settled_at: Option<Timestamp>,
    /// In the words of the mail server.
    pub last_error: Option<String>,
    pub dropped_by: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    #[error("There is no such mail any more. Please reload the list.")]
    Unknown,
    #[error("This mail was sent already, so there is nothing left to do for it.")]
    AlreadySent,
    #[error("This mail is being sent at this moment. Please look again in a minute.")]
    UnderWay,
}

macro_rules! mails {
    ($which:literal) => {
        concat!(
            "SELECT id, address, state, queued_at, attempts, next_at, settled_at, last_error FROM outbox ",
            $which,
            " ORDER BY queued_at DESC, id LIMIT 100"
        )
    };
}

impl Store {
    /// The newest hundred, of one state or of all.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn mails(&self, state: Option<MailState>) -> Result<Vec<MailRecord>, StoreError> {
        let rows = match state {
            Some(state) => sqlx::query(mails!("WHERE state = $1")).bind(state.as_str()).fetch_all(&self.reader).await?,
            None => sqlx::query(mails!("")).fetch_all(&self.reader).await?,
        };
        rows.iter()
            .map(|row| {
                let state = outbox::to_state(row.try_get("state")?)?;
                let last_error: Option<String> = row.try_get("last_error")?;
                let dropped_by = last_error.as_deref().and_then(|words| words.strip_prefix(DROPPED)).map(str::to_owned);
                Ok(MailRecord {
                    id: row.try_get("id")?,
                    to: outbox::to_address(row.try_get("address")?)?,
                    state,
                    queued_at: to_time(row.try_get("queued_at")?)?,
                    attempts: u32::try_from(row.try_get::<i64, _>("attempts")?).unwrap_or(u32::MAX),
                    next_at: match state {
                        MailState::Queued => Some(to_time(row.try_get("next_at")?)?),
                        _ => None,
                    },
                    settled_at: row.try_get::<Option<i64>, _>("settled_at")?.map(to_time).transpose()?,
                    last_error: last_error.filter(|_| dropped_by.is_none()),
                    dropped_by,
                })
            })
            .collect()
    }

    /// Makes a mail due now and leases it to whoever asks, unless somebody is sending it at this moment. One that was
    /// given up on begins its three days anew, under the same Message-ID.
    ///
    /// # Errors
    /// When there is no such mail, or it was sent.
    pub async fn retry_mail(&self, id: &str, actor: Actor<'_>) -> Result<Option<Lease>, DeskError<MailError>> {
        let mut tx = self.begin().await?;
        let retried = sqlx::query(
            "UPDATE outbox SET state = 'queued', next_at = $2, settled_at = NULL,
               attempts = CASE WHEN state = 'queued' THEN attempts ELSE 0 END,
               queued_at = CASE WHEN state = 'queued' THEN queued_at ELSE $2 END
             WHERE id = $1 AND state <> 'sent'",
        )
        .bind(id)
        .bind(actor.now.as_millisecond())
        .execute(&mut *tx)
        .await?
        .rows_affected();
        if retried == 0 {
            return Err(why_not(&mut tx, id).await?);
        }
        let lease = outbox::lease(&mut tx, id, actor.now).await?;
        actor.record(&mut tx, "retry mail", id).await?;
        tx.commit().await?;
        Ok(lease)
    }

    /// Gives a mail up.
    ///
    /// # Errors
    /// When there is no such mail, it was sent, or somebody is sending it.
    pub async fn drop_mail(&self, id: &str, actor: Actor<'_>) -> Result<(), DeskError<MailError>> {
        let mut tx = self.begin().await?;
        let dropped = sqlx::query(
            "UPDATE outbox SET state = 'refused', last_error = $3, settled_at = $2
             WHERE id = $1 AND state <> 'sent' AND lease_until <= $2",
        )
        .bind(id)
        .bind(actor.now.as_millisecond())
        .bind(format!("{DROPPED}{}", actor.name))
        .execute(&mut *tx)
        .await?
        .rows_affected();
        if dropped == 0 {
            return Err(why_not(&mut tx, id).await?);
        }
        actor.record(&mut tx, "drop mail", id).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The Message-ID of a mail, by which a transport may have kept it.
    ///
    /// # Errors
    /// When there is no such mail.
    pub async fn message_id(&self, id: &str) -> Result<String, DeskError<MailError>> {
        sqlx::query_scalar("SELECT message_id FROM outbox WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.reader)
            .await?
            .ok_or(DeskError::Refused(MailError::Unknown))
    }
}

async fn why_not(connection: &mut AnyConnection, id: &str) -> Result<DeskError<MailError>, StoreError> {
    let state: Option<String> =
        sqlx::query_scalar("SELECT state FROM outbox WHERE id = $1").bind(id).fetch_optional(connection).await?;
    Ok(DeskError::Refused(match state.as_deref() {
        None => MailError::Unknown,
        Some("sent") => MailError::AlreadySent,
        Some(_) => MailError::UnderWay,
    }))
}
