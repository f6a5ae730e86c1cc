//! The audit log: who did what, written in the same transaction as the action. It never contains an email address.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::{AnyConnection, Row};

use super::audit_actions::AUDIT_ACTIONS;
use super::{Store, StoreError, to_time};
use clinic_rules::rate_limit::Window;
use clinic_runtime::clock::Randomness;

const ID_LENGTH: usize = 12;

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
    /// How often it happened in the hour after `at`. More than once only for what is counted by the hour.
    pub times: u32,
}

impl Actor<'_> {
    pub(super) async fn record(
        self,
        connection: &mut AnyConnection,
        action: &str,
        subject: &str,
    ) -> Result<(), StoreError> {
        self.insert(connection, self.random.bytes(), action, subject).await
    }

    /// Counts an action in one entry per hour: for what somebody could repeat so often that the log becomes unreadable.
    pub(super) async fn record_hourly(
        self,
        connection: &mut AnyConnection,
        action: &str,
        subject: &str,
    ) -> Result<(), StoreError> {
        let hour = Window::around(self.now).start.as_millisecond();
        let hash = Sha256::digest(format!("{hour}\0{}\0{action}\0{subject}", self.name));
        let mut id = [0; ID_LENGTH];
        id.copy_from_slice(&hash[..ID_LENGTH]);
        self.insert(connection, id, action, subject).await
    }

    async fn insert(
        self,
        connection: &mut AnyConnection,
        id: [u8; ID_LENGTH],
        action: &str,
        subject: &str,
    ) -> Result<(), StoreError> {
        debug_assert!(AUDIT_ACTIONS.contains(&action), "add \"{action}\" to AUDIT_ACTIONS");
        sqlx::query(
            "INSERT INTO audit (id, at, actor, action, subject) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (id) DO UPDATE SET times = audit.times + 1",
        )
        .bind(BASE64URL_NOPAD.encode(&id))
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
    pub async fn audit(&self, after: Option<(Timestamp, &str)>, limit: u32) -> Result<Vec<AuditEntry>, StoreError> {
        let (at, id) = after.map_or((i64::MAX, ""), |(at, id)| (at.as_millisecond(), id));
        let statement = "SELECT id, at, actor, action, subject, times FROM audit
                         WHERE at <= $1 AND (at < $1 OR id > $2) ORDER BY at DESC, id LIMIT $3";
        self.read(async |mut connection| {
            sqlx::query(statement)
                .bind(at)
                .bind(id)
                .bind(i64::from(limit))
                .fetch_all(&mut *connection)
                .await?
                .iter()
                .map(|row| {
                    Ok(AuditEntry {
                        id: row.try_get("id")?,
                        at: to_time(row.try_get("at")?)?,
                        actor: row.try_get("actor")?,
                        action: row.try_get("action")?,
                        subject: row.try_get("subject")?,
                        times: u32::try_from(row.try_get::<i64, _>("times")?).unwrap_or(u32::MAX),
                    })
                })
                .collect()
        })
        .await
    }

    /// Records that an account called something it may not call.
    pub async fn record_forbidden_call(&self, actor: Actor<'_>, call: &str) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            actor.record_hourly(&mut tx, "forbidden", call).await?;
            Ok(())
        })
        .await
    }

    /// Records an action that changes nothing in the store, such as a download.
    pub async fn record_action(&self, actor: Actor<'_>, action: &str, subject: &str) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            actor.record(&mut tx, action, subject).await?;
            Ok(())
        })
        .await
    }
}
