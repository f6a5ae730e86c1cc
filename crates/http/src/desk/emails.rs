//! The outbox, for owners: list messages and why they are not delivered, retry, discard, read, and send a test.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::authorization::Owner;
use super::services::DeskServices;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::{JsonBody, PathParam, QueryParams};
use clinic_mail::{Delivery, file};
use clinic_rules::discount::valid_until;
use clinic_rules::person::EmailAddress;
use clinic_store::{Lookup, MailError, MailState, OutboxEntry};

/// Shorter than the response timeout, so that the desk always gets a result.
const TEST_TIMEOUT: Duration = Duration::from_secs(15);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EmailState {
    Queued,
    Sent,
    /// The mail server rejected the address, or the message was discarded.
    Rejected,
    /// Not delivered within 3 days.
    Failed,
    /// A newer message took its place, or nobody needs it any more.
    Replaced,
    /// It could not be delivered in time.
    Expired,
}

impl From<MailState> for EmailState {
    fn from(state: MailState) -> Self {
        match state {
            MailState::Queued => Self::Queued,
            MailState::Sent => Self::Sent,
            MailState::Rejected => Self::Rejected,
            MailState::Failed => Self::Failed,
            MailState::Replaced => Self::Replaced,
            MailState::Expired => Self::Expired,
        }
    }
}

impl EmailState {
    fn parse(text: &str) -> Option<MailState> {
        text.parse::<MailState>().ok()
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutboxMessage {
    id: String,
    /// Masked.
    to: String,
    state: EmailState,
    queued_at: Timestamp,
    attempts: u32,
    /// When delivery is tried next, while the message is queued.
    #[schema(required)]
    next_at: Option<Timestamp>,
    /// When the message was sent, rejected, discarded or given up.
    #[schema(required)]
    settled_at: Option<Timestamp>,
    /// Why the message is not delivered.
    #[schema(required)]
    reason: Option<String>,
}

impl From<OutboxEntry> for OutboxMessage {
    fn from(mail: OutboxEntry) -> Self {
        let reason = reason(&mail);
        let OutboxEntry { id, to, state, queued_at, attempts, next_at, settled_at, .. } = mail;
        Self { id, to: to.masked(), state: state.into(), queued_at, attempts, next_at, settled_at, reason }
    }
}

/// A sentence for staff, with the mail server's own answer for a technician.
fn reason(mail: &OutboxEntry) -> Option<String> {
    if let Some(by) = &mail.discarded_by {
        return Some(format!("Discarded by {by}."));
    }
    match mail.state {
        MailState::Replaced => return Some("Not sent: a newer email took its place, or it is not needed.".to_owned()),
        MailState::Expired => return Some("Not sent: it could not be delivered in time.".to_owned()),
        MailState::Queued | MailState::Rejected | MailState::Failed | MailState::Sent => {}
    }
    let answer = mail.last_error.as_deref()?;
    Some(match mail.state {
        MailState::Queued => format!("Not delivered yet. It will be tried again automatically. Last answer: {answer}"),
        MailState::Rejected => format!("Rejected by the mail server. Its answer: {answer}"),
        MailState::Failed => format!("Not delivered after 3 days. Retry or discard. Last answer: {answer}"),
        MailState::Sent | MailState::Replaced | MailState::Expired => return None,
    })
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EmailsQuery {
    /// Only messages in this state.
    #[param(value_type = Option<EmailState>)]
    state: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct OutboxMessages {
    mail: Vec<OutboxMessage>,
}

/// List emails (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/mail",
    params(EmailsQuery),
    responses(
        (status = 200, body = OutboxMessages, description = "The newest 100"),
        (status = 422, body = ErrorResponse, description = "An unknown state"),
    )
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(EmailsQuery { state }): QueryParams<EmailsQuery>,
) -> Result<Json<OutboxMessages>, ApiError> {
    let state = match state.as_deref() {
        None | Some("") => None,
        Some(text) => Some(EmailState::parse(text).ok_or_else(|| {
            let message = "The state must be queued, sent, rejected, failed, replaced or expired.";
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidState, message)
        })?),
    };
    let mails = desk.services.store.outbox_entries(state).await?;
    Ok(Json(OutboxMessages { mail: mails.into_iter().map(OutboxMessage::from).collect() }))
}

/// Try to deliver an email now (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/mail/{id}/retry",
    params(("id" = String, Path, description = "The id of the email")),
    responses(
        (status = 204, description = "Delivery was tried"),
        (status = 409, body = ErrorResponse, description = "The email was already sent, replaced, or has expired"),
    )
)]
pub async fn retry(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    let services = &desk.services;
    if let Some(lease) = services.store.retry_message(&id, desk.actor(session.name.as_str())).await? {
        services.outbox.deliver_now(lease, services.settings.delivery_wait).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Discard an email (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/mail/{id}/discard",
    params(("id" = String, Path, description = "The id of the email")),
    responses(
        (status = 204, description = "The email was discarded"),
        (status = 409, body = ErrorResponse, description = "The email was already sent, replaced, has expired, or is being sent"),
    )
)]
pub async fn discard(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.discard_message(&id, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
pub struct SendTestEmailRequest {
    #[schema(format = "email")]
    to: String,
}

#[derive(Serialize, ToSchema)]
pub struct TestEmailResult {
    outcome: TestEmailOutcome,
    /// The answer of the mail server, unless it accepted the message.
    #[schema(required)]
    reason: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TestEmailOutcome {
    Accepted,
    Rejected,
    /// The mail server asked to try later, or could not be reached.
    Deferred,
}

/// Send a test email (owners only)
///
/// Sends a sample of the discount email directly, without the outbox, to check the mail settings. An account sends 10 in an hour.
#[utoipa::path(
    post,
    path = "/api/desk/mail/test",
    request_body = SendTestEmailRequest,
    responses(
        (status = 200, body = TestEmailResult, description = "The result"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "An invalid email address"),
    )
)]
pub async fn send_test(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    JsonBody(SendTestEmailRequest { to }): JsonBody<SendTestEmailRequest>,
) -> Result<Json<TestEmailResult>, ApiError> {
    let services = &desk.services;
    let to = EmailAddress::parse(&to)?;
    desk.limit_lookups(Lookup::TestEmail, &session.name).await?;
    let percent = (desk.published_facts)().discount_percent;
    let until = valid_until(services.clock.now(), (services.code_days)());
    let sample = clinic_mail::test_message(to, &services.random.bytes(), &services.settings.mail_host, percent, until);
    services.store.record_action(desk.actor(session.name.as_str()), "test mail", &sample.message_id).await?;
    let (outcome, reason) = match services.outbox.send_test(&sample, TEST_TIMEOUT).await {
        Delivery::Accepted => (TestEmailOutcome::Accepted, None),
        Delivery::Rejected { reason } => (TestEmailOutcome::Rejected, Some(reason)),
        Delivery::Deferred { reason } => (TestEmailOutcome::Deferred, Some(reason)),
    };
    Ok(Json(TestEmailResult { outcome, reason }))
}

/// Read an email that was written to a folder; recorded in the audit log (owners only)
///
/// Only for `--mail file:DIR`, so that a site without a mail server can be tried. Counts like opening a patient's record.
#[utoipa::path(
    get,
    path = "/api/desk/mail/{id}/message",
    params(("id" = String, Path, description = "The id of the email")),
    responses(
        (status = 200, body = String, content_type = "text/plain", description = "The source of the email"),
        RateLimitError,
    )
)]
pub async fn show_message(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(id): PathParam,
) -> Result<Response, ApiError> {
    // It contains the full address, the code or the appointment.
    desk.services.store.count_opened_record(format!("email {id}"), desk.reader(&session)).await?;
    let not_available = || {
        let message = "This email cannot be shown. Emails can be read only when they are written to a folder.";
        ApiError::new(StatusCode::NOT_FOUND, ErrorCode::MessageNotAvailable, message)
    };
    let folder = desk.settings.mail_folder().ok_or_else(not_available)?.to_owned();
    let message_id = desk.services.store.message_id(&id).await?;
    let read = tokio::task::spawn_blocking(move || file::read(&folder, &message_id)).await;
    let message = read.ok().and_then(Result::ok).ok_or_else(not_available)?;
    desk.services.store.record_action(desk.actor(session.name.as_str()), "open mail", &id).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], message).into_response())
}

impl From<MailError> for ApiError {
    fn from(error: MailError) -> Self {
        let (status, code) = match error {
            MailError::Unknown => (StatusCode::NOT_FOUND, ErrorCode::UnknownEmail),
            MailError::Secret => (StatusCode::NOT_FOUND, ErrorCode::MessageNotAvailable),
            MailError::AlreadySent => (StatusCode::CONFLICT, ErrorCode::AlreadySent),
            MailError::UnderWay => (StatusCode::CONFLICT, ErrorCode::BeingSent),
            MailError::OutOfDate => (StatusCode::CONFLICT, ErrorCode::OutOfDate),
        };
        Self::new(status, code, error.to_string())
    }
}
