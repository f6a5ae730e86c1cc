//! Sign-in sessions. A session ends when its row is deleted or older than the limits.

use jiff::Timestamp;
use sqlx::Row;

use super::accounts;
use crate::staff::{ABSOLUTE_LIMIT, IDLE_LIMIT, Role, SessionKey, StaffName, TOUCH_EVERY};
use crate::store::{Actor, Store, StoreError, retry, to_time};

/// A session and the account it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub key: SessionKey,
    pub name: StaffName,
    pub role: Role,
    pub totp: bool,
    /// Failed sign-ins of the account before this session, since the one before it.
    pub failed_sign_ins: u32,
}

impl Store {
    /// # Errors
    /// When the database does not answer.
    pub async fn open_session(&self, key: &SessionKey, name: &StaffName, actor: Actor<'_>) -> Result<(), StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let now = actor.now.as_millisecond();
            sqlx::query(
                "INSERT INTO sessions (id, staff, made_at, seen_at, failed_sign_ins)
                 SELECT $1, name_key, $3, $3, failed_sign_ins FROM staff WHERE name_key = $2",
            )
            .bind(key.as_str())
            .bind(name.key())
            .bind(now)
            .execute(&mut *tx)
            .await?;
            sqlx::query("UPDATE staff SET last_seen = $2, failed_sign_ins = 0 WHERE name_key = $1")
                .bind(name.key())
                .bind(now)
                .execute(&mut *tx)
                .await?;
            actor.record(&mut tx, "sign in", name.as_str()).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// The session, when it has not expired and its account is not disabled.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn session(&self, key: &SessionKey, now: Timestamp) -> Result<Option<Session>, StoreError> {
        let row = retry(|| async {
            let query = sqlx::query(
                "SELECT staff.name, staff.role, staff.totp_key, sessions.seen_at, sessions.failed_sign_ins
                 FROM sessions JOIN staff ON staff.name_key = sessions.staff
                 WHERE sessions.id = $1 AND staff.disabled_at IS NULL
                   AND sessions.made_at > $2 AND sessions.seen_at > $3",
            )
            .bind(key.as_str())
            .bind((now - ABSOLUTE_LIMIT).as_millisecond())
            .bind((now - IDLE_LIMIT).as_millisecond());
            Ok::<_, StoreError>(query.fetch_optional(&self.reader).await?)
        })
        .await?;
        let Some(row) = row else { return Ok(None) };
        if to_time(row.try_get("seen_at")?)? < now - TOUCH_EVERY {
            self.touch(key, now).await?;
        }
        Ok(Some(Session {
            key: key.clone(),
            name: accounts::to_name(row.try_get("name")?)?,
            role: accounts::to_role(row.try_get("role")?)?,
            totp: row.try_get::<Option<String>, _>("totp_key")?.is_some(),
            failed_sign_ins: u32::try_from(row.try_get::<i64, _>("failed_sign_ins")?).unwrap_or(u32::MAX),
        }))
    }

    async fn touch(&self, key: &SessionKey, now: Timestamp) -> Result<(), StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            sqlx::query("UPDATE sessions SET seen_at = $2 WHERE id = $1")
                .bind(key.as_str())
                .bind(now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            sqlx::query("UPDATE staff SET last_seen = $2 WHERE name_key = (SELECT staff FROM sessions WHERE id = $1)")
                .bind(key.as_str())
                .bind(now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// # Errors
    /// When the database does not answer.
    pub async fn close_session(&self, session: &Session, actor: Actor<'_>) -> Result<(), StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            sqlx::query("DELETE FROM sessions WHERE id = $1").bind(session.key.as_str()).execute(&mut *tx).await?;
            actor.record(&mut tx, "sign out", session.name.as_str()).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Signs an account out on all devices.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn close_every_session(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            accounts::close_sessions(&mut tx, name, None).await?;
            actor.record(&mut tx, "sign out everywhere", name.as_str()).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}
