//! Times at which a chair takes no patients. They hold the chair like an appointment does.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sqlx::Row;

use super::chairs;
use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_rules::booking::ticks_between;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockedTime {
    pub id: String,
    pub chair: u16,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub reason: String,
}

#[derive(Debug, Clone, Copy)]
pub struct NewBlock<'a> {
    pub chairs: &'a [u16],
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub reason: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    #[error(
        "An appointment or another blocked time is within this time. Please move it first, or choose another time."
    )]
    Taken,
    #[error("This blocked time no longer exists. Please reload the list.")]
    Unknown,
}

impl Store {
    /// Blocks a time in each of the chairs, or in none of them.
    ///
    /// # Errors
    /// When there is an appointment in that time.
    pub async fn block_time(&self, block: NewBlock<'_>, actor: Actor<'_>) -> Result<(), DeskError<BlockError>> {
        self.transaction(async |mut tx| {
            for &chair in block.chairs {
                let id = BASE64URL_NOPAD.encode(&actor.random.bytes::<16>());
                if !chairs::take(&mut tx, chair, ticks_between(block.starts_at, block.ends_at), &id).await? {
                    return Err(DeskError::Refused(BlockError::Taken));
                }
                sqlx::query(
                    "INSERT INTO blocked_times (id, chair, starts_at, ends_at, reason, created_by, created_at)
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .bind(&id)
                .bind(i64::from(chair))
                .bind(block.starts_at.as_millisecond())
                .bind(block.ends_at.as_millisecond())
                .bind(block.reason)
                .bind(actor.name)
                .bind(actor.now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            }
            actor.record(&mut tx, "block time", &block.starts_at.to_string()).await?;
            Ok(())
        })
        .await
    }

    /// # Errors
    /// When the blocked time does not exist.
    pub async fn unblock_time(&self, id: &str, actor: Actor<'_>) -> Result<(), DeskError<BlockError>> {
        self.transaction(async |mut tx| {
            let starts_at: Option<i64> =
                sqlx::query_scalar("DELETE FROM blocked_times WHERE id = $1 RETURNING starts_at")
                    .bind(id)
                    .fetch_optional(&mut *tx)
                    .await?;
            let starts_at = starts_at.ok_or(DeskError::Refused(BlockError::Unknown))?;
            chairs::free_all(&mut tx, id).await?;
            actor.record(&mut tx, "unblock time", &to_time(starts_at)?.to_string()).await?;
            Ok(())
        })
        .await
    }

    /// The blocked times that begin in a range of time.
    pub async fn blocked_times(&self, from: Timestamp, until: Timestamp) -> Result<Vec<BlockedTime>, StoreError> {
        self.read(async |mut connection| {
            let rows = sqlx::query(
                "SELECT id, chair, starts_at, ends_at, reason FROM blocked_times
                 WHERE starts_at >= $1 AND starts_at < $2 ORDER BY starts_at, chair",
            )
            .bind(from.as_millisecond())
            .bind(until.as_millisecond())
            .fetch_all(&mut *connection)
            .await?;
            rows.iter()
                .map(|row| {
                    Ok(BlockedTime {
                        id: row.try_get("id")?,
                        chair: u16::try_from(row.try_get::<i64, _>("chair")?).unwrap_or(u16::MAX),
                        starts_at: to_time(row.try_get("starts_at")?)?,
                        ends_at: to_time(row.try_get("ends_at")?)?,
                        reason: row.try_get("reason")?,
                    })
                })
                .collect()
        })
        .await
    }
}
