//! Who did what, written in the same transaction as the record. Never holds an address.

use super::{Store, StoreError, to_time};
use crate::clock::Randomness;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

/// Whose hand does a record, and when.
#[derive(Clone, Copy)]
pub struct Actor<'a> {
    pub name: &'a str,
    pub random: &'a dyn Randomness,
    pub now: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub at: Timestamp,
    pub actor: String,
    pub action: String,
    pub subject: String,
}

pub(super) struct AuditRecord<'a> {
    pub id: [u8; 12],
    pub actor: &'a str,
    pub action: &'a str,
    pub subject: &'a str,
}

impl Actor<'_> {
    pub(super) async fn record(
        self,
        connection: &mut AnyConnection,
        action: &str,
        subject: &str,
    ) -> Result<(), StoreError> {
        record(connection, AuditRecord { id: self.random.bytes(), actor: self.name, action, subject }, self.now).await
    }
}

pub(super) async fn record(
    connection: &mut AnyConnection,
    record: AuditRecord<'_>,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO audit (id, at, actor, action, subject) VALUES ($1, $2, $3, $4, $5)")
        .bind(URL_SAFE_NO_PAD.encode(record.id))
        .bind(now.as_millisecond())
        .bind(record.actor)
        .bind(record.action)
        .bind(record.subject)
        .execute(connection)
        .await?;
    Ok(())
}

impl Store {
    /// The latest deeds, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn audit(&self, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        sqlx::query("SELECT at, actor, action, subject FROM audit ORDER BY at DESC, id LIMIT $1")
            .bind(i64::from(limit))
            .fetch_all(&self.reader)
            .await?
            .iter()
            .map(|row| {
                Ok(AuditEntry {
                    at: to_time(row.try_get("at")?)?,
                    actor: row.try_get("actor")?,
                    action: row.try_get("action")?,
                    subject: row.try_get("subject")?,
                })
            })
            .collect()
    }

    /// Writes down a record that changes nothing in the store, such as taking a copy away.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn note(&self, actor: Actor<'_>, action: &str, subject: &str) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        actor.record(&mut tx, action, subject).await?;
        tx.commit().await?;
        Ok(())
    }
}
