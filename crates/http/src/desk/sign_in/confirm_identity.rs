//! Confirmation of dangerous calls: whoever has an open or stolen session must also know the password, or have the second
//! factor when the account has one. A handler with `Confirmed` runs only within five minutes of entering it, one with
//! `ConfirmedThisHour` within an hour.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::check_credentials::{begin_check, verify_password, verify_second_factor};
use super::session_cookie;
use super::sign_in_client::SignInClient;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::desk::authorization::SignedIn;
use crate::desk::services::DeskServices;
use crate::extract::JsonBody;
use clinic_rules::staff::{CONFIRMATION_VALID, PUBLISHING_CONFIRMATION_VALID, SessionToken};
use clinic_store::Session;

/// A caller with the right role (`SignedIn`, `Editor` or `Owner`) whose session was confirmed recently. The role is checked first:
/// nobody confirms for a call that is refused afterwards.
pub struct Confirmed<Caller>(pub Caller);

impl<Caller> FromRequestParts<Arc<DeskServices>> for Confirmed<Caller>
where
    Caller: FromRequestParts<Arc<DeskServices>, Rejection = ApiError> + AsRef<Session> + Send,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, desk).await?;
        require_confirmation(desk, caller.as_ref())?;
        Ok(Self(caller))
    }
}

/// The same within an hour, for what people do all morning and what can be undone.
pub struct ConfirmedThisHour<Caller>(pub Caller);

impl<Caller> FromRequestParts<Arc<DeskServices>> for ConfirmedThisHour<Caller>
where
    Caller: FromRequestParts<Arc<DeskServices>, Rejection = ApiError> + AsRef<Session> + Send,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        let caller = Caller::from_request_parts(parts, desk).await?;
        require_confirmation_within(PUBLISHING_CONFIRMATION_VALID, desk, caller.as_ref())?;
        Ok(Self(caller))
    }
}

/// For calls that need it only of some callers.
pub fn require_confirmation(desk: &DeskServices, session: &Session) -> Result<(), ApiError> {
    require_confirmation_within(CONFIRMATION_VALID, desk, session)
}

fn require_confirmation_within(valid: Duration, desk: &DeskServices, session: &Session) -> Result<(), ApiError> {
    if session.confirmed_at + valid > desk.services.clock.now() {
        return Ok(());
    }
    let message = "Please confirm that it is you: enter your password, or a code if you use two-step verification.";
    Err(ApiError::new(StatusCode::FORBIDDEN, ErrorCode::ConfirmationNeeded, message))
}

#[derive(Deserialize, ToSchema)]
pub struct ConfirmIdentityRequest {
    /// When two-step verification is off.
    password: Option<String>,
    /// A 6-digit code or a recovery code, when two-step verification is on. The password alone is not enough then.
    totp: Option<String>,
}

/// Confirm who is using this session
///
/// Calls that answer 403 with the code `confirmation_needed` work for the next five minutes. Signing in also counts. The
/// answer has a new session cookie; the old one stops working.
#[utoipa::path(
    post,
    path = "/api/desk/me/confirm",
    request_body = ConfirmIdentityRequest,
    responses(
        (status = 204, description = "The session is confirmed"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "The password or the code is missing or wrong"),
    )
)]
pub async fn confirm(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    client: SignInClient,
    JsonBody(ConfirmIdentityRequest { password, totp }): JsonBody<ConfirmIdentityRequest>,
) -> Result<Response, ApiError> {
    let (attempt, account) = begin_check(&desk, &session.name, &client).await?;
    if account.totp.is_some() {
        verify_second_factor(&desk, &account, totp.as_deref(), &attempt).await?;
    } else {
        verify_password(&desk, &account, password.unwrap_or_default()).await?;
    }
    let store = &desk.services.store;
    store.reset_attempts(&attempt).await?;
    let token = SessionToken::new(desk.services.random.bytes());
    store.confirm_session(&session.name, &session.key, &token.key(), desk.actor(session.name.as_str())).await?;
    let cookie = session_cookie::set(&token, desk.settings.https);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}
