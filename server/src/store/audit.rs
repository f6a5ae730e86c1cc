//! The audit log: who did what, written in the same transaction as the action. It never contains an email address.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::{Store, StoreError, retry, to_time};
use crate::clock::Randomness;

/// Who acts, and when.
#[derive(Clone, Copy)]
pub struct Actor<'a> {
    pub name: &'a str,
    pub random: &'a dyn Randomness,
    pub now: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: String,
    pub at: Timestamp,
    pub actor: String,
    pub action: String,
    pub subject: String,
}

impl Actor<'_> {
    pub(super) async fn record(
        self,
        connection: &mut AnyConnection,
        action: &str,
        subject: &str,
    ) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO audit (id, at, actor, action, subject) VALUES ($1, $2, $3, $4, $5)")
            .bind(BASE64URL_NOPAD.encode(&self.random.bytes::<12>()))
            .bind(self.now.as_millisecond())
            .bind(self.name)
            .bind(action)
            .bind(subject)
            .execute(connection)
            .await?;
        Ok(())
    }
}

impl Store {
    /// The latest entries, newest first, or those after an entry, given by its time and id.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn audit(&self, after: Option<(Timestamp, &str)>, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let (at, id) = after.map_or((i64::MAX, ""), |(at, id)| (at.as_millisecond(), id));
        let statement = "SELECT id, at, actor, action, subject FROM audit
                         WHERE at <= $1 AND (at < $1 OR id > $2) ORDER BY at DESC, id LIMIT $3";
        retry(|| async {
            sqlx::query(statement)
                .bind(at)
                .bind(id)
                .bind(i64::from(limit))
                .fetch_all(&self.reader)
                .await?
                .iter()
                .map(|row| {
                    Ok(AuditEntry {
                        id: row.try_get("id")?,
                        at: to_time(row.try_get("at")?)?,
                        actor: row.try_get("actor")?,
                        action: row.try_get("action")?,
                        subject: row.try_get("subject")?,
                    })
                })
                .collect()
        })
        .await
    }

    /// Records an action that changes nothing in the store, such as a download.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn record_action(&self, actor: Actor<'_>, action: &str, subject: &str) -> Result<(), StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            actor.record(&mut tx, action, subject).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}
