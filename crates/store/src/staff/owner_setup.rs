//! The first owner: a one-time link, printed by `clinic serve`, with which somebody creates the account. It works only while
//! no owner can sign in.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::accounts::{AccountError, NO_PASSWORD, insert_account};
use crate::{Actor, Store, StoreError};
use clinic_rules::staff::{OWNER_SETUP_VALID, PasswordHash, ResetToken, Role, StaffName};

impl Store {
    /// Stores a link and returns when it expires. An earlier one stops working. `None` when there is an owner.
    pub async fn offer_owner_setup(&self, token: &ResetToken, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        let expires_at = now + OWNER_SETUP_VALID;
        self.transaction(async |mut tx| {
            if has_owner(&mut tx).await? {
                return Ok(None);
            }
            sqlx::query(
                "INSERT INTO owner_setup (id, token_hash, expires_at) VALUES (1, $1, $2)
                 ON CONFLICT (id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at",
            )
            .bind(token.hash())
            .bind(expires_at.as_millisecond())
            .execute(&mut *tx)
            .await?;
            Ok(Some(expires_at))
        })
        .await
    }

    /// Whether a link was offered and no owner was created since. It may have expired: its page then says so.
    pub async fn is_owner_setup_offered(&self) -> Result<bool, StoreError> {
        self.read(async |mut connection| {
            let links: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM owner_setup").fetch_one(&mut *connection).await?;
            Ok(links > 0)
        })
        .await
    }

    /// Whether this link can be used.
    pub async fn is_owner_setup_link(&self, token: &ResetToken, now: Timestamp) -> Result<bool, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT COUNT(*) FROM owner_setup WHERE token_hash = $1 AND expires_at > $2";
            let links: i64 = sqlx::query_scalar(statement)
                .bind(token.hash())
                .bind(now.as_millisecond())
                .fetch_one(&mut *connection)
                .await?;
            Ok(links > 0)
        })
        .await
    }

    /// Uses the link: adds the owner's account. `false` when the link is not valid any more.
    ///
    /// # Errors
    /// When the name is taken by an account that is not disabled.
    pub async fn use_owner_setup(
        &self,
        token: &ResetToken,
        name: &StaffName,
        password: &PasswordHash,
        actor: Actor<'_>,
    ) -> Result<bool, AccountError> {
        self.transaction(async |mut tx| {
            let used = sqlx::query("DELETE FROM owner_setup WHERE token_hash = $1 AND expires_at > $2")
                .bind(token.hash())
                .bind(actor.now.as_millisecond())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            // `clinic staff add` may have added an owner since the link was printed.
            if used == 0 || has_owner(&mut tx).await? {
                return Ok(false);
            }
            insert_account(&mut tx, name, Role::Owner, password.as_str(), actor.now).await?;
            actor.record(&mut tx, "add owner", name.as_str()).await?;
            Ok(true)
        })
        .await
    }
}

async fn has_owner(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    let owners: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM staff WHERE role = 'owner' AND disabled_at IS NULL AND password <> $1",
    )
    .bind(NO_PASSWORD)
    .fetch_one(connection)
    .await?;
    Ok(owners > 0)
}
