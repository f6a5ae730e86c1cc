//! Checks the password and the second factor of whoever is signed in already. Counted, delayed and recorded like a
//! sign-in: a stolen session must not be a better way to guess.

use std::sync::Arc;

use axum::http::StatusCode;

use super::failed_sign_in::{count_delay, record_failure};
use super::second_factor::{SecondFactor, WRONG_CODE};
use super::sign_in_client::SignInClient;
use crate::api_error::{ApiError, ErrorCode};
use crate::desk::services::DeskServices;
use clinic_rules::staff::{StaffName, TotpKey, TotpStep};
use clinic_store::{Credentials, SignInAttempt, SignInFailure};

/// Counts an attempt. It stays counted as failed until the caller resets it, so that a wrong code counts like a wrong
/// password.
pub async fn begin_check(
    desk: &DeskServices,
    name: &StaffName,
    client: &SignInClient,
) -> Result<(SignInAttempt, Credentials), ApiError> {
    let services = &desk.services;
    let attempt = client.attempt(desk, name.as_str());
    let begun = services.store.begin_attempt(&attempt, services.clock.now()).await;
    begun.inspect_err(|error| count_delay(desk, error))?;
    Ok((attempt, own_account(desk, name).await?))
}

pub async fn verify_password(desk: &Arc<DeskServices>, account: &Credentials, typed: String) -> Result<(), ApiError> {
    if desk.verify_password(typed, account.password.clone()).await {
        return Ok(());
    }
    record_failure(desk, Some(&account.name), SignInFailure::Password).await?;
    let message = "The current password is wrong. Please check it and try again.";
    Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::WrongPassword, message))
}

/// Passes when two-step verification is off.
pub async fn verify_second_factor(
    desk: &DeskServices,
    account: &Credentials,
    typed: Option<&str>,
    attempt: &SignInAttempt,
) -> Result<(), ApiError> {
    let checked = SecondFactor::check(desk, account, typed, attempt).await;
    let (code, message) = match checked.inspect_err(|error| count_delay(desk, error))? {
        SecondFactor::Passed => return Ok(()),
        SecondFactor::Missing => {
            // Nothing was guessed.
            desk.services.store.withdraw_attempt(attempt).await?;
            (ErrorCode::TotpNeeded, "Please enter a 6-digit code from your authenticator app, or a recovery code.")
        }
        SecondFactor::Wrong => {
            record_failure(desk, Some(&account.name), SignInFailure::SecondFactor).await?;
            (ErrorCode::TotpWrong, WRONG_CODE)
        }
    };
    Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message))
}

/// The first code of a key that is being set up.
pub async fn verify_new_key(
    desk: &DeskServices,
    name: &StaffName,
    client: &SignInClient,
    key: &TotpKey,
    typed: &str,
) -> Result<TotpStep, ApiError> {
    let (store, now) = (&desk.services.store, desk.services.clock.now());
    let (attempt, _) = begin_check(desk, name, client).await?;
    store.begin_second_factor(&attempt, now).await.inspect_err(|error| count_delay(desk, error))?;
    let Some(step) = key.check(typed, now, None) else {
        record_failure(desk, Some(name), SignInFailure::SecondFactor).await?;
        let message = "This code is wrong. Please check the time on your phone and try again with the next code.";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::TotpWrong, message));
    };
    store.reset_attempts(&attempt).await?;
    Ok(step)
}

pub async fn own_account(desk: &DeskServices, name: &StaffName) -> Result<Credentials, ApiError> {
    desk.services.store.credentials(name).await?.ok_or_else(|| {
        let message = "This account no longer exists. Please sign in again.";
        ApiError::new(StatusCode::UNAUTHORIZED, ErrorCode::SignedOut, message)
    })
}
