//! Invitations of colleagues: an account without a password, and a one-time link with which its owner chooses one.

use jiff::Timestamp;

use super::accounts::{AccountError, NO_PASSWORD, StaffError, insert_account, require_account};
use super::password_links::store_link;
use crate::{Actor, DeskError, Store};
use clinic_rules::staff::{INVITATION_VALID, ResetToken, Role, StaffName};

impl Store {
    /// Adds an account that can sign in after a password was chosen with the link. Returns when the link expires.
    ///
    /// # Errors
    /// When the name is taken by an account that is not disabled.
    pub async fn invite_staff(
        &self,
        name: &StaffName,
        role: Role,
        token: &ResetToken,
        actor: Actor<'_>,
    ) -> Result<Timestamp, AccountError> {
        let expires_at = actor.now + INVITATION_VALID;
        self.transaction(async |mut tx| {
            insert_account(&mut tx, name, role, NO_PASSWORD, actor.now).await?;
            store_link(&mut tx, name, token, expires_at).await?;
            actor.record(&mut tx, &format!("invite {role}"), name.as_str()).await?;
            Ok(expires_at)
        })
        .await
    }

    /// Deletes an account whose owner has not chosen a password. Its link stops working.
    ///
    /// # Errors
    /// When the account does not exist or has a password.
    pub async fn cancel_invitation(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), AccountError> {
        self.transaction(async |mut tx| {
            let deleted = sqlx::query("DELETE FROM staff WHERE name_key = $1 AND password = $2")
                .bind(name.key())
                .bind(NO_PASSWORD)
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if deleted == 0 {
                let accounts: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM staff WHERE name_key = $1")
                    .bind(name.key())
                    .fetch_one(&mut *tx)
                    .await?;
                require_account(accounts.unsigned_abs())?;
                return Err(DeskError::Refused(StaffError::NotInvited));
            }
            actor.record(&mut tx, "cancel invitation", name.as_str()).await?;
            Ok(())
        })
        .await
    }
}
