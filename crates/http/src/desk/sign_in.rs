//! Signing in and out, and who is signed in. The modules below it are what belongs to it: passwords and the second step,
//! sessions, one-time links.
//!
//! An unknown name and a wrong password get the same answer after the same work, so that nobody can find out which
//! accounts exist.

pub mod check_credentials;
pub mod confirm_identity;
mod failed_sign_in;
pub mod one_time_link;
pub mod owner_setup;
pub mod password_hashing;
pub mod password_reset;
mod second_factor;
pub mod session_cookie;
pub mod sessions;
pub mod sign_in_client;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::authorization::{MaybeSignedIn, SignedIn, SignedInForSetUp};
use super::services::DeskServices;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::JsonBody;
use clinic_rules::staff::{Role, SessionToken, StaffName};
use clinic_runtime::metrics::SignInOutcome;
use clinic_store::{Credentials, NewSession, SignInAttempt, SignInFailure};
use failed_sign_in::{count_delay, record_failure};
use second_factor::{SecondFactor, WRONG_CODE};
use sign_in_client::SignInClient;

/// Who is signed in, and what the desk shows of the site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    name: String,
    role: Role,
    /// Whether two-step verification is on.
    totp: bool,
    /// `null` unless the role needs two-step verification.
    #[schema(required)]
    required_two_step: Option<RequiredTwoStep>,
    mail_transport: MailTransportKind,
    clinic_name: String,
    /// What new codes are worth. It is part of their prefix.
    discount_percent: u8,
    /// How long the session lasts if it is not used. The desk then removes what it shows.
    ends_in_seconds: u32,
    /// Failed sign-ins of this account before the current session, since the one before it.
    failed_sign_ins: u32,
    /// What the site shows instead of the published content, and what to do. `null` when it shows that. Only editors and
    /// owners get it.
    #[schema(required)]
    content_notice: Option<String>,
    /// The errors in the content because of which the site shows something else. Only editors and owners get them.
    content_problems: Vec<String>,
}

/// From when on the account needs two-step verification.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequiredTwoStep {
    required_from: Timestamp,
    /// Whether it is required now. Without it, the account can only set it up and sign out.
    is_required: bool,
    /// Calendar days until then, 0 on the last day.
    days_left: u32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailTransportKind {
    File,
    Smtp,
    EmailJs,
}

impl Session {
    fn new(desk: &DeskServices, session: &clinic_store::Session) -> Self {
        let clinic_store::Session { name, role, totp, two_step_deadline, failed_sign_ins, ends_at, .. } = session;
        let now = desk.services.clock.now();
        let rest = ends_at.as_second() - now.as_second();
        let required_two_step = two_step_deadline.map(|deadline| RequiredTwoStep {
            required_from: deadline.0,
            is_required: deadline.has_passed(now),
            days_left: deadline.days_left(now),
        });
        let mail_transport = match desk.settings.mail {
            clinic_mail::Settings::File(_) => MailTransportKind::File,
            clinic_mail::Settings::Smtp(_) => MailTransportKind::Smtp,
            clinic_mail::Settings::EmailJs(_) => MailTransportKind::EmailJs,
        };
        let facts = (desk.published_facts)();
        let content = (desk.services.content_status)();
        let may_see = *role != Role::Desk;
        let content_notice = content.explanation().filter(|_| may_see).map(|it| format!("{it} {}", content.advice()));
        Self {
            name: name.to_string(),
            role: *role,
            totp: *totp,
            required_two_step,
            mail_transport,
            clinic_name: facts.clinic_name,
            discount_percent: facts.discount_percent,
            ends_in_seconds: u32::try_from(rest).unwrap_or(0),
            failed_sign_ins: *failed_sign_ins,
            content_notice,
            content_problems: if may_see { content.problems } else { Vec::new() },
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct SignInRequest {
    name: String,
    password: String,
    /// The 6-digit code or a recovery code, when two-step verification is on.
    totp: Option<String>,
}

/// Sign in
#[utoipa::path(
    post,
    path = "/api/desk/login",
    request_body = SignInRequest,
    responses(
        (status = 200, body = Session, description = "Signed in. The response sets the session cookie."),
        BodyErrors,
        RateLimitError,
        (status = 401, body = ErrorResponse, description = "A wrong name or password, or a missing or wrong 6-digit code"),
    )
)]
pub async fn sign_in(
    State(desk): State<Arc<DeskServices>>,
    client: SignInClient,
    JsonBody(SignInRequest { name, password, totp }): JsonBody<SignInRequest>,
) -> Result<Response, ApiError> {
    let services = &desk.services;
    let attempt = client.attempt(&desk, &name);
    services
        .store
        .begin_attempt(&attempt, services.clock.now())
        .await
        .inspect_err(|error| count_delay(&desk, error))?;

    let account = match StaffName::parse(&name) {
        Ok(name) => services.store.credentials(&name).await?,
        Err(_) => None,
    };
    let hash = account.as_ref().and_then(|account| account.password.clone());
    let is_correct = desk.verify_password(password, hash).await;
    let Some(account) = account.as_ref().filter(|account| is_correct && !account.disabled) else {
        let name = account.as_ref().map(|account| &account.name);
        record_failure(&desk, name, SignInFailure::Password).await?;
        return Err(wrong_sign_in());
    };
    check_second_factor(&desk, account, totp.as_deref(), &attempt).await?;

    services.store.reset_attempts(&attempt).await?;
    let token = SessionToken::new(services.random.bytes());
    // The session from before would still work for whoever has its cookie.
    let (key, browser, replaces) = (token.key(), client.browser(), client.session(&desk));
    let new = NewSession { key: &key, account, browser: &browser, replaces: replaces.as_ref() };
    if !services.store.open_session(new, desk.actor(account.name.as_str())).await? {
        return Err(wrong_sign_in());
    }
    let session = services.store.session(&key, services.clock.now()).await?.ok_or_else(wrong_sign_in)?;
    services.metrics.sign_in(SignInOutcome::SignedIn);
    let cookies = [session_cookie::set(&token, desk.settings.https), client.device_cookie(&desk, &account.name)];
    let cookies = AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok((cookies, Json(Session::new(&desk, &session))).into_response())
}

async fn check_second_factor(
    desk: &DeskServices,
    account: &Credentials,
    typed: Option<&str>,
    attempt: &SignInAttempt,
) -> Result<(), ApiError> {
    let checked = SecondFactor::check(desk, account, typed, attempt).await;
    let (code, message) = match checked.inspect_err(|error| count_delay(desk, error))? {
        SecondFactor::Passed => return Ok(()),
        SecondFactor::Missing => {
            // The password was correct, so this is not a failed attempt.
            desk.services.store.withdraw_attempt(attempt).await?;
            desk.services.metrics.sign_in(SignInOutcome::CodeNeeded);
            (ErrorCode::TotpNeeded, "Please enter the 6-digit code from your authenticator app.")
        }
        SecondFactor::Wrong => {
            record_failure(desk, Some(&account.name), SignInFailure::SecondFactor).await?;
            (ErrorCode::TotpWrong, WRONG_CODE)
        }
    };
    Err(ApiError::new(StatusCode::UNAUTHORIZED, code, message))
}

fn wrong_sign_in() -> ApiError {
    let message = "The name or the password is wrong. Please check both and try again.";
    ApiError::new(StatusCode::UNAUTHORIZED, ErrorCode::WrongLogin, message)
}

/// Sign out
#[utoipa::path(
    post,
    path = "/api/desk/logout",
    responses((status = 204, description = "Signed out. The response removes the session cookie."))
)]
pub async fn sign_out(
    State(desk): State<Arc<DeskServices>>,
    SignedInForSetUp(session): SignedInForSetUp,
) -> Result<Response, ApiError> {
    desk.services.store.close_session(&session, desk.actor(session.name.as_str())).await?;
    Ok(signed_out(&desk))
}

/// Sign out of all sessions of this account
#[utoipa::path(
    post,
    path = "/api/desk/logout-everywhere",
    responses((status = 204, description = "Signed out. The response removes the session cookie."))
)]
pub async fn sign_out_everywhere(
    State(desk): State<Arc<DeskServices>>,
    SignedInForSetUp(session): SignedInForSetUp,
) -> Result<Response, ApiError> {
    desk.services.store.close_every_session(&session.name, desk.actor(session.name.as_str())).await?;
    Ok(signed_out(&desk))
}

fn signed_out(desk: &DeskServices) -> Response {
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, session_cookie::remove(desk.settings.https))]).into_response()
}

/// Get the current session
#[utoipa::path(
    get,
    path = "/api/desk/me",
    responses(
        (status = 200, body = Session, description = "Who is signed in"),
        (status = 204, description = "Nobody is signed in"),
    )
)]
pub async fn session(State(desk): State<Arc<DeskServices>>, MaybeSignedIn(session): MaybeSignedIn) -> Response {
    // Not an error: the desk asks before anybody could sign in, and browsers write every 401 to the console.
    let Some(session) = session else { return StatusCode::NO_CONTENT.into_response() };
    Json(Session::new(&desk, &session)).into_response()
}

/// Dismiss the number of failed sign-ins
#[utoipa::path(
    post,
    path = "/api/desk/me/failed-sign-ins/dismiss",
    responses((status = 204, description = "The session has `failedSignIns` 0 from now on"))
)]
pub async fn dismiss_failed_sign_ins(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
) -> Result<StatusCode, ApiError> {
    desk.services.store.dismiss_failed_sign_ins(&session).await?;
    Ok(StatusCode::NO_CONTENT)
}
