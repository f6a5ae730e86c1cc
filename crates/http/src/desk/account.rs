//! The signed-in person's own account: password and two-step verification.
//!
//! Changes need the password, so that an unlocked device alone is not enough. Where two-step verification is on, replacing it
//! or turning it off also needs a code, and changing the password a confirmed session. Guessing is delayed as at sign-in.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::authorization::{SignedIn, SignedInForSetUp};
use super::services::DeskServices;
use super::sign_in::check_credentials::{
    begin_check, own_account, verify_new_key, verify_password, verify_second_factor,
};
use super::sign_in::confirm_identity::require_confirmation;
use super::sign_in::session_cookie;
use super::sign_in::sign_in_client::SignInClient;
use super::staff::hash_password;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::JsonBody;
use clinic_rules::staff::{RECOVERY_CODE_COUNT, RecoveryCode, SessionToken, StaffName, TOTP_SETUP_VALID, TotpKey};
use clinic_store::{Credentials, RenewedSession};

#[derive(Deserialize, ToSchema)]
pub struct ChangePasswordRequest {
    old: String,
    #[schema(min_length = 12, max_length = 128)]
    new: String,
}

/// Change the password
///
/// Ends all other sessions of the account. With two-step verification, the session must be confirmed first.
#[utoipa::path(
    post,
    path = "/api/desk/me/password",
    request_body = ChangePasswordRequest,
    responses(
        (status = 204, description = "The password was changed"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "The current password is wrong, or the new one is easy to guess"),
    )
)]
pub async fn change_password(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    client: SignInClient,
    JsonBody(ChangePasswordRequest { old, new }): JsonBody<ChangePasswordRequest>,
) -> Result<Response, ApiError> {
    let password = desk.choose_password(&new, &session.name)?;
    // Without two-step verification, a confirmation would ask for the same password.
    if own_account(&desk, &session.name).await?.totp.is_some() {
        require_confirmation(&desk, &session)?;
    }
    let (attempt, account) = begin_check(&desk, &session.name, &client).await?;
    verify_password(&desk, &account, old).await?;
    // Only the password was checked: wrong codes stay counted.
    desk.services.store.reset_password_attempts(&attempt).await?;
    let hash = hash_password(&desk, password).await?;
    let actor = desk.actor(session.name.as_str());
    let token = SessionToken::new(desk.services.random.bytes());
    let renewed = RenewedSession { old: &session.key, new: &token.key() };
    require_unchanged(desk.services.store.change_password(&account, &hash, renewed, actor).await?)?;
    Ok((StatusCode::NO_CONTENT, with_cookie(&desk, &token)).into_response())
}

/// The proof that whoever is signed in may change two-step verification.
#[derive(Deserialize, ToSchema)]
pub struct TotpChangeRequest {
    password: String,
    /// A 6-digit code or a recovery code, when two-step verification is on.
    totp: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct TotpSetup {
    /// The key in base32, for typing it into an authenticator app.
    secret: String,
    /// The same as an `otpauth:` link, for a QR code.
    uri: String,
}

/// Start setting up two-step verification
///
/// When it is on already, the new key replaces the active one after the confirmation.
#[utoipa::path(
    post,
    path = "/api/desk/me/totp/begin",
    request_body = TotpChangeRequest,
    responses(
        (status = 200, body = TotpSetup, description = "A new key for the authenticator app"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "The password is wrong, or the code is missing or wrong"),
    )
)]
pub async fn begin_totp(
    State(desk): State<Arc<DeskServices>>,
    SignedInForSetUp(session): SignedInForSetUp,
    client: SignInClient,
    JsonBody(request): JsonBody<TotpChangeRequest>,
) -> Result<Json<TotpSetup>, ApiError> {
    authorize_totp_change(&desk, &session.name, &client, request).await?;
    let key = TotpKey::new(desk.services.random.bytes());
    let until = desk.services.clock.now() + TOTP_SETUP_VALID;
    desk.services.store.offer_totp(&session.name, &key, until).await?;
    let issuer = (desk.published_facts)().clinic_name;
    Ok(Json(TotpSetup { secret: key.to_base32(), uri: key.uri(&issuer, session.name.as_str()) }))
}

#[derive(Deserialize, ToSchema)]
pub struct ConfirmTotpRequest {
    /// The 6-digit code that the authenticator app shows.
    code: String,
}

#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    recovery: Vec<String>,
}

/// Turn two-step verification on with the first 6-digit code
///
/// Within ten minutes of starting. Wrong codes are delayed as at sign-in.
#[utoipa::path(
    post,
    path = "/api/desk/me/totp/confirm",
    request_body = ConfirmTotpRequest,
    responses(
        (status = 200, body = RecoveryCodes, description = "The recovery codes, which are shown only now"),
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The set-up was not started, or more than ten minutes ago"),
        (status = 422, body = ErrorResponse, description = "The 6-digit code is wrong"),
    )
)]
pub async fn confirm_totp(
    State(desk): State<Arc<DeskServices>>,
    SignedInForSetUp(session): SignedInForSetUp,
    client: SignInClient,
    JsonBody(ConfirmTotpRequest { code }): JsonBody<ConfirmTotpRequest>,
) -> Result<Response, ApiError> {
    let services = &desk.services;
    let now = services.clock.now();
    let account = own_account(&desk, &session.name).await?;
    let is_valid = account.totp_pending_until.is_some_and(|until| now < until);
    let Some(key) = account.totp_pending.clone().filter(|_| is_valid) else {
        let message =
            "The set-up of two-step verification was not started, or more than ten minutes ago. Please start again.";
        return Err(ApiError::new(StatusCode::CONFLICT, ErrorCode::TotpNotStarted, message));
    };
    let step = verify_new_key(&desk, &session.name, &client, &key, &code).await?;
    let codes: Vec<RecoveryCode> =
        (0..RECOVERY_CODE_COUNT).map(|_| RecoveryCode::new(services.random.bytes())).collect();
    let fingerprint = |code: &RecoveryCode| code.fingerprint(&session.name, &services.secrets.people);
    let fingerprints: Vec<String> = codes.iter().map(fingerprint).collect();
    let actor = desk.actor(session.name.as_str());
    let token = SessionToken::new(services.random.bytes());
    let renewed = RenewedSession { old: &session.key, new: &token.key() };
    require_unchanged(services.store.turn_totp_on(&account, &key, step, &fingerprints, renewed, actor).await?)?;
    let codes = RecoveryCodes { recovery: codes.iter().map(ToString::to_string).collect() };
    Ok((with_cookie(&desk, &token), Json(codes)).into_response())
}

/// Turn two-step verification off
///
/// Where the role needs it, only during the days that there are to set it up.
#[utoipa::path(
    post,
    path = "/api/desk/me/totp/off",
    request_body = TotpChangeRequest,
    responses(
        (status = 204, description = "Two-step verification is off"),
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The account needs two-step verification"),
        (status = 422, body = ErrorResponse, description = "The password is wrong, or the code is missing or wrong"),
    )
)]
pub async fn turn_totp_off(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    client: SignInClient,
    JsonBody(request): JsonBody<TotpChangeRequest>,
) -> Result<Response, ApiError> {
    if session.two_step_deadline.is_some_and(|deadline| deadline.has_passed(desk.services.clock.now())) {
        let message = "Your account needs two-step verification, so it cannot be turned off.";
        return Err(ApiError::new(StatusCode::CONFLICT, ErrorCode::TwoStepRequired, message));
    }
    let account = authorize_totp_change(&desk, &session.name, &client, request).await?;
    let actor = desk.actor(session.name.as_str());
    let token = SessionToken::new(desk.services.random.bytes());
    let renewed = RenewedSession { old: &session.key, new: &token.key() };
    require_unchanged(desk.services.store.turn_totp_off(&account, renewed, actor).await?)?;
    Ok((StatusCode::NO_CONTENT, with_cookie(&desk, &token)).into_response())
}

/// The session goes on with a new cookie.
fn with_cookie(desk: &DeskServices, token: &SessionToken) -> [(HeaderName, HeaderValue); 1] {
    [(header::SET_COOKIE, session_cookie::set(token, desk.settings.https))]
}

async fn authorize_totp_change(
    desk: &Arc<DeskServices>,
    name: &StaffName,
    client: &SignInClient,
    TotpChangeRequest { password, totp }: TotpChangeRequest,
) -> Result<Credentials, ApiError> {
    let (attempt, account) = begin_check(desk, name, client).await?;
    verify_password(desk, &account, password).await?;
    verify_second_factor(desk, &account, totp.as_deref(), &attempt).await?;
    desk.services.store.reset_attempts(&attempt).await?;
    Ok(account)
}

/// A reset or another change that came between has ended this session.
fn require_unchanged(is_unchanged: bool) -> Result<(), ApiError> {
    if is_unchanged {
        return Ok(());
    }
    let message = "Your account was changed meanwhile, so nothing was done. Please sign in again.";
    Err(ApiError::new(StatusCode::UNAUTHORIZED, ErrorCode::SignedOut, message))
}
