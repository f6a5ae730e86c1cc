//! The record of failed sign-ins: in the audit log, and for the account itself at its next sign-in.

use super::Session;
use crate::{Actor, Store, StoreError};
use clinic_rules::staff::StaffName;

/// Instead of the typed text when there is no such account: people sometimes type their password into the name field.
const UNKNOWN_NAME: &str = "an unknown name";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInFailure {
    /// A wrong name or password, or a disabled account.
    Password,
    /// The password was right and the second factor wrong.
    SecondFactor,
}

impl SignInFailure {
    fn action(self) -> &'static str {
        match self {
            Self::Password => "fail to sign in",
            Self::SecondFactor => "fail second factor",
        }
    }
}

impl Store {
    /// The account has read how many there were.
    pub async fn dismiss_failed_sign_ins(&self, session: &Session) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query("UPDATE sessions SET failed_sign_ins = 0 WHERE id = $1")
                .bind(session.key.as_str())
                .execute(&mut *tx)
                .await?;
            Ok(())
        })
        .await
    }

    /// `account` is `None` when there is no account with the typed name.
    pub async fn record_failed_sign_in(
        &self,
        account: Option<&StaffName>,
        failure: SignInFailure,
        actor: Actor<'_>,
    ) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            // Also for an unknown name, so that both take the same time.
            sqlx::query("UPDATE staff SET failed_sign_ins = failed_sign_ins + 1 WHERE name_key = $1")
                .bind(account.map(StaffName::key).unwrap_or_default())
                .execute(&mut *tx)
                .await?;
            let subject = account.map_or(UNKNOWN_NAME, StaffName::as_str);
            actor.record_hourly(&mut tx, failure.action(), subject).await?;
            Ok(())
        })
        .await
    }
}
