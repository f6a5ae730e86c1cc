//! Two-step verification: the key of the app, the codes that were used, the recovery codes.

use jiff::Timestamp;

use super::accounts::{AccountError, Credentials, lock_unchanged, require_account};
use super::revoke::{RenewedSession, close_sessions, delete_recovery_codes, keep_only};
use super::two_step_roles;
use crate::{Actor, Store, StoreError};
use clinic_rules::staff::{StaffName, TotpKey, TotpStep};

impl Store {
    /// Stores a key until the account confirms it with a code from the app, or the time for that has passed.
    pub async fn offer_totp(&self, name: &StaffName, key: &TotpKey, until: Timestamp) -> Result<(), StoreError> {
        let sealed = self.seal_totp(&name.key(), key)?;
        self.transaction(async |mut tx| {
            sqlx::query("UPDATE staff SET totp_pending = $2, totp_pending_until = $3 WHERE name_key = $1")
                .bind(name.key())
                .bind(&sealed)
                .bind(until.as_millisecond())
                .execute(&mut *tx)
                .await?;
            Ok(())
        })
        .await
    }

    /// Turns two-step verification on, replaces the recovery codes and ends the other sessions of the account: they began
    /// without it. `false` when the account has changed since it was read, or the key is not the one that was offered last:
    /// a reset meanwhile has taken it back.
    pub async fn turn_totp_on(
        &self,
        account: &Credentials,
        key: &TotpKey,
        used: TotpStep,
        recovery: &[String],
        session: RenewedSession<'_>,
        actor: Actor<'_>,
    ) -> Result<bool, StoreError> {
        let name = &account.name;
        let sealed = self.seal_totp(&name.key(), key)?;
        self.transaction(async |mut tx| {
            if !lock_unchanged(&mut tx, account, actor.now).await? {
                return Ok(false);
            }
            let turned_on = sqlx::query(
                "UPDATE staff SET totp_key = $2, totp_pending = NULL, totp_step = $3
                 WHERE name_key = $1 AND totp_pending = $2",
            )
            .bind(name.key())
            .bind(&sealed)
            .bind(used.0)
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if turned_on == 0 {
                return Ok(false);
            }
            delete_recovery_codes(&mut tx, name).await?;
            for fingerprint in recovery {
                sqlx::query("INSERT INTO recovery_codes (fingerprint, staff) VALUES ($1, $2)")
                    .bind(fingerprint)
                    .bind(name.key())
                    .execute(&mut *tx)
                    .await?;
            }
            keep_only(&mut tx, name, session).await?;
            actor.record(&mut tx, "turn second factor on", name.as_str()).await?;
            Ok(true)
        })
        .await
    }

    /// Turns two-step verification off and ends the other sessions of the account. `false` when the account has changed since it was
    /// read.
    pub async fn turn_totp_off(
        &self,
        account: &Credentials,
        session: RenewedSession<'_>,
        actor: Actor<'_>,
    ) -> Result<bool, StoreError> {
        let name = &account.name;
        self.transaction(async |mut tx| {
            if !lock_unchanged(&mut tx, account, actor.now).await? {
                return Ok(false);
            }
            sqlx::query("UPDATE staff SET totp_key = NULL, totp_pending = NULL WHERE name_key = $1")
                .bind(name.key())
                .execute(&mut *tx)
                .await?;
            delete_recovery_codes(&mut tx, name).await?;
            keep_only(&mut tx, name, session).await?;
            actor.record(&mut tx, "turn second factor off", name.as_str()).await?;
            Ok(true)
        })
        .await
    }

    /// For somebody who lost the phone and the recovery codes: turns two-step verification off and ends all sessions of
    /// the account. Where the role needs it, there are some days to set it up again.
    ///
    /// # Errors
    /// When the account does not exist.
    pub async fn reset_two_step(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), AccountError> {
        self.transaction(async |mut tx| {
            let changed = sqlx::query(
                "UPDATE staff SET totp_key = NULL, totp_pending = NULL, two_step_deadline = NULL WHERE name_key = $1",
            )
            .bind(name.key())
            .execute(&mut *tx)
            .await?
            .rows_affected();
            require_account(changed)?;
            two_step_roles::begin_deadline(&mut tx, name, actor.now).await?;
            delete_recovery_codes(&mut tx, name).await?;
            close_sessions(&mut tx, name).await?;
            actor.record(&mut tx, "reset second factor", name.as_str()).await?;
            Ok(())
        })
        .await
    }

    /// Uses the 6-digit code of a time step. `false` when the code of this or a later step was used before, so that no
    /// code works twice.
    pub async fn use_totp_step(&self, name: &StaffName, step: TotpStep) -> Result<bool, StoreError> {
        self.transaction(async |mut tx| {
            let used = sqlx::query("UPDATE staff SET totp_step = $2 WHERE name_key = $1 AND totp_step < $2")
                .bind(name.key())
                .bind(step.0)
                .execute(&mut *tx)
                .await?
                .rows_affected();
            Ok(used == 1)
        })
        .await
    }

    /// Uses a recovery code. `false` when it does not exist or was used before.
    pub async fn use_recovery(
        &self,
        name: &StaffName,
        fingerprint: &str,
        actor: Actor<'_>,
    ) -> Result<bool, StoreError> {
        self.transaction(async |mut tx| {
            let used = sqlx::query("DELETE FROM recovery_codes WHERE fingerprint = $1 AND staff = $2")
                .bind(fingerprint)
                .bind(name.key())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if used == 1 {
                actor.record(&mut tx, "use recovery code", name.as_str()).await?;
            }
            Ok(used == 1)
        })
        .await
    }
}
