//! New passwords for colleagues who forgot theirs: one-time links, and passwords set on the command line.

use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::accounts::{AccountError, StaffError, require_account, to_name};
use super::revoke::{close_sessions, delete_resets};
use crate::staff::{PasswordHash, RESET_LINK_VALID, ResetToken, StaffName};
use crate::store::{Actor, DeskError, Store, StoreError, retry};

impl Store {
    /// Stores a link for an account and returns when it expires. An earlier link of the account stops working.
    ///
    /// # Errors
    /// When the account does not exist or is disabled.
    pub async fn offer_password_reset(
        &self,
        name: &StaffName,
        token: &ResetToken,
        actor: Actor<'_>,
    ) -> Result<Timestamp, AccountError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let account = sqlx::query("SELECT name, disabled_at FROM staff WHERE name_key = $1")
                .bind(name.key())
                .fetch_optional(&mut *tx)
                .await?
                .ok_or(DeskError::Refused(StaffError::Unknown))?;
            if account.try_get::<Option<i64>, _>("disabled_at").map_err(StoreError::from)?.is_some() {
                return Err(DeskError::Refused(StaffError::Disabled));
            }
            let expires = actor.now + RESET_LINK_VALID;
            sqlx::query(
                "INSERT INTO password_resets (staff, token_hash, expires_at) VALUES ($1, $2, $3)
                 ON CONFLICT (staff) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at",
            )
            .bind(name.key())
            .bind(token.hash())
            .bind(expires.as_millisecond())
            .execute(&mut *tx)
            .await?;
            let stored_name: String = account.try_get("name").map_err(StoreError::from)?;
            actor.record(&mut tx, "offer password reset", &stored_name).await?;
            tx.commit().await?;
            Ok(expires)
        })
        .await
    }

    /// The account that a link belongs to. `None` when the link was used, has expired or never existed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn password_reset_account(
        &self,
        token: &ResetToken,
        now: Timestamp,
    ) -> Result<Option<StaffName>, StoreError> {
        retry(|| async {
            let name: Option<String> = sqlx::query_scalar(
                "SELECT staff.name FROM password_resets JOIN staff ON staff.name_key = password_resets.staff
                 WHERE password_resets.token_hash = $1 AND password_resets.expires_at > $2
                   AND staff.disabled_at IS NULL",
            )
            .bind(token.hash())
            .bind(now.as_millisecond())
            .fetch_optional(&self.reader)
            .await?;
            name.as_deref().map(to_name).transpose()
        })
        .await
    }

    /// Uses a link: sets the password and ends all sessions of the account. `false` when the link is not valid any more.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn use_password_reset(
        &self,
        token: &ResetToken,
        name: &StaffName,
        password: &PasswordHash,
        actor: Actor<'_>,
    ) -> Result<bool, StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let used =
                sqlx::query("DELETE FROM password_resets WHERE token_hash = $1 AND staff = $2 AND expires_at > $3")
                    .bind(token.hash())
                    .bind(name.key())
                    .bind(actor.now.as_millisecond())
                    .execute(&mut *tx)
                    .await?
                    .rows_affected();
            if used == 0 {
                return Ok(false);
            }
            replace_password(&mut tx, name, password).await?;
            actor.record(&mut tx, "reset password", name.as_str()).await?;
            tx.commit().await?;
            Ok(true)
        })
        .await
    }

    /// Sets a password without the old one and ends all sessions of the account.
    ///
    /// # Errors
    /// When the account does not exist.
    pub async fn set_password(
        &self,
        name: &StaffName,
        password: &PasswordHash,
        actor: Actor<'_>,
    ) -> Result<(), AccountError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            require_account(replace_password(&mut tx, name, password).await?)?;
            actor.record(&mut tx, "set password", name.as_str()).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// Returns the number of accounts that were changed.
async fn replace_password(
    connection: &mut AnyConnection,
    name: &StaffName,
    password: &PasswordHash,
) -> Result<u64, StoreError> {
    let changed = sqlx::query("UPDATE staff SET password = $2 WHERE name_key = $1")
        .bind(name.key())
        .bind(password.as_str())
        .execute(&mut *connection)
        .await?
        .rows_affected();
    delete_resets(connection, name).await?;
    close_sessions(connection, name, None).await?;
    Ok(changed)
}
