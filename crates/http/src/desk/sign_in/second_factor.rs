//! The second step of two-step verification: a code from the authenticator app or a recovery code. Each works once.

use crate::desk::services::DeskServices;
use clinic_rules::staff::{RecoveryCode, TooManyAttempts};
use clinic_store::{Credentials, DeskError, SignInAttempt};

pub const WRONG_CODE: &str = "This code is wrong or was already used. Please wait for the next code and try again.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondFactor {
    /// The code is correct, or two-step verification is off.
    Passed,
    Missing,
    Wrong,
}

impl SecondFactor {
    /// Checks the code and uses it up. Wrong ones are delayed more than wrong passwords.
    ///
    /// # Errors
    /// When the delay after wrong codes has not passed.
    pub async fn check(
        desk: &DeskServices,
        account: &Credentials,
        typed: Option<&str>,
        attempt: &SignInAttempt,
    ) -> Result<Self, DeskError<TooManyAttempts>> {
        let Some(key) = &account.totp else { return Ok(Self::Passed) };
        let store = &desk.services.store;
        let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else { return Ok(Self::Missing) };
        store.begin_second_factor(attempt, desk.services.clock.now()).await?;
        let is_correct = if let Some(step) = key.check(typed, desk.services.clock.now(), Some(account.totp_used)) {
            store.use_totp_step(&account.name, step).await?
        } else if let Some(code) = RecoveryCode::parse(typed) {
            let fingerprint = code.fingerprint(&account.name, &desk.services.secrets.people);
            store.use_recovery(&account.name, &fingerprint, desk.actor(account.name.as_str())).await?
        } else {
            false
        };
        Ok(if is_correct { Self::Passed } else { Self::Wrong })
    }
}
