//! One-time links with which colleagues choose a password, the first one or a new one, and passwords set on the command
//! line.

use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::accounts::{AccountError, NO_PASSWORD, StaffError, require_account, to_name};
use super::revoke::{close_sessions, delete_resets};
use crate::{Actor, DeskError, Store, StoreError};
use clinic_rules::staff::{INVITATION_VALID, PasswordHash, RESET_LINK_VALID, ResetToken, StaffName};

/// The account that a link belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkAccount {
    pub name: StaffName,
    /// Whether it was invited and has no password yet.
    pub is_invited: bool,
}

impl Store {
    /// Stores a link for an account and returns when it expires. An earlier link of the account, or its invitation, stops
    /// working.
    ///
    /// # Errors
    /// When the account does not exist or is disabled.
    pub async fn offer_password_reset(
        &self,
        name: &StaffName,
        token: &ResetToken,
        actor: Actor<'_>,
    ) -> Result<Timestamp, AccountError> {
        self.transaction(async |mut tx| {
            let account = sqlx::query("SELECT name, password, disabled_at FROM staff WHERE name_key = $1")
                .bind(name.key())
                .fetch_optional(&mut *tx)
                .await?
                .ok_or(DeskError::Refused(StaffError::Unknown))?;
            if account.try_get::<Option<i64>, _>("disabled_at").map_err(StoreError::from)?.is_some() {
                return Err(DeskError::Refused(StaffError::Disabled));
            }
            let is_invited = account.try_get::<&str, _>("password").map_err(StoreError::from)? == NO_PASSWORD;
            let (valid, action) = if is_invited {
                (INVITATION_VALID, "renew invitation")
            } else {
                (RESET_LINK_VALID, "offer password reset")
            };
            let expires = actor.now + valid;
            store_link(&mut tx, name, token, expires).await?;
            let stored_name: String = account.try_get("name").map_err(StoreError::from)?;
            actor.record(&mut tx, action, &stored_name).await?;
            Ok(expires)
        })
        .await
    }

    /// The account that a link belongs to. `None` when the link was used, has expired or never existed.
    pub async fn password_reset_account(
        &self,
        token: &ResetToken,
        now: Timestamp,
    ) -> Result<Option<LinkAccount>, StoreError> {
        self.read(async |mut connection| {
            let row = sqlx::query(
                "SELECT staff.name, staff.password FROM password_resets JOIN staff ON staff.name_key = password_resets.staff
                 WHERE password_resets.token_hash = $1 AND password_resets.expires_at > $2
                   AND staff.disabled_at IS NULL",
            )
            .bind(token.hash())
            .bind(now.as_millisecond())
            .fetch_optional(&mut *connection)
            .await?;
            let Some(row) = row else { return Ok(None) };
            let is_invited = row.try_get::<&str, _>("password")? == NO_PASSWORD;
            Ok(Some(LinkAccount { name: to_name(row.try_get("name")?)?, is_invited }))
        })
        .await
    }

    /// Uses a link: sets the password and ends all sessions of the account. `false` when the link is not valid any more.
    pub async fn use_password_reset(
        &self,
        token: &ResetToken,
        name: &StaffName,
        password: &PasswordHash,
        actor: Actor<'_>,
    ) -> Result<bool, StoreError> {
        self.transaction(async |mut tx| {
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
            let first = sqlx::query("SELECT 1 FROM staff WHERE name_key = $1 AND password = $2")
                .bind(name.key())
                .bind(NO_PASSWORD)
                .fetch_optional(&mut *tx)
                .await?;
            replace_password(&mut tx, name, password).await?;
            let action = if first.is_some() { "accept invitation" } else { "reset password" };
            actor.record(&mut tx, action, name.as_str()).await?;
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
        self.transaction(async |mut tx| {
            require_account(replace_password(&mut tx, name, password).await?)?;
            actor.record(&mut tx, "set password", name.as_str()).await?;
            Ok(())
        })
        .await
    }
}

/// An account has one link at most.
pub async fn store_link(
    connection: &mut AnyConnection,
    name: &StaffName,
    token: &ResetToken,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO password_resets (staff, token_hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (staff) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at",
    )
    .bind(name.key())
    .bind(token.hash())
    .bind(expires_at.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the number of accounts that were changed. A key of two-step verification that was offered before belongs to whoever was
/// signed in then.
async fn replace_password(
    connection: &mut AnyConnection,
    name: &StaffName,
    password: &PasswordHash,
) -> Result<u64, StoreError> {
    let changed = sqlx::query("UPDATE staff SET password = $2, totp_pending = NULL WHERE name_key = $1")
        .bind(name.key())
        .bind(password.as_str())
        .execute(&mut *connection)
        .await?
        .rows_affected();
    delete_resets(connection, name).await?;
    close_sessions(connection, name).await?;
    Ok(changed)
}
