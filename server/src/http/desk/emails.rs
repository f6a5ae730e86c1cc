//! The mail room: what waits, what went, what is stuck and why, in plain words; try again, give up, try the settings.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::session::Owner;
use crate::discount::{DiscountCode, valid_until};
use crate::http::desk::services::DeskServices;
use crate::http::extract::{PathParam, QueryParams, read_json};
use crate::http::problem::Problem;
use crate::mail::{Delivery, Message, OutgoingMessage, file};
use crate::person::EmailAddress;
use crate::store::{MailError, MailState, OutboxEntry};

/// Shorter than a request may take, so that there always is an answer.
const TEST_PATIENCE: Duration = Duration::from_secs(15);
/// All zeros is a well-formed code that belongs to nobody: a test looks real and is worth nothing.
const SAMPLE: [u8; 7] = [0; 7];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    id: String,
    to: String,
    state: MailState,
    queued_at: Timestamp,
    attempts: u32,
    next_at: Option<Timestamp>,
    settled_at: Option<Timestamp>,
    reason: Option<String>,
}

impl From<OutboxEntry> for Mail {
    fn from(mail: OutboxEntry) -> Self {
        let reason = reason(&mail);
        let OutboxEntry { id, to, state, queued_at, attempts, next_at, settled_at, .. } = mail;
        Self { id, to: to.masked(), state, queued_at, attempts, next_at, settled_at, reason }
    }
}

/// Why it is not sent, for somebody who does not speak SMTP, with the server's own words for somebody who does.
fn reason(mail: &OutboxEntry) -> Option<String> {
    if let Some(by) = &mail.discarded_by {
        return Some(format!("{by} gave this mail up at the desk."));
    }
    let words = mail.last_error.as_deref()?;
    Some(match mail.state {
        MailState::Queued => format!("Not taken yet, and tried again by itself. The last answer was: {words}"),
        MailState::Rejected => format!("The mail server will never take mail for this address. It said: {words}"),
        MailState::Failed => {
            format!("Not delivered after 3 days. Retry or discard. The last answer was: {words}")
        }
        MailState::Sent => return None,
    })
}

#[derive(Deserialize)]
pub struct Query {
    state: Option<String>,
}

#[derive(Serialize)]
pub struct Mails {
    mail: Vec<Mail>,
}

pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(Query { state }): QueryParams<Query>,
) -> Result<Json<Mails>, Problem> {
    let state = match state.as_deref() {
        None | Some("") => None,
        Some(word) => Some(MailState::parse(word).ok_or_else(|| {
            let message = "An email is queued, sent, rejected or failed. Please choose one of these.";
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_state", message)
        })?),
    };
    let mails = desk.services.store.outbox_entries(state).await?;
    Ok(Json(Mails { mail: mails.into_iter().map(Mail::from).collect() }))
}

pub async fn retry(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(id): PathParam,
) -> Result<StatusCode, Problem> {
    let services = &desk.services;
    if let Some(lease) = services.store.retry_message(&id, desk.actor(session.name.as_str())).await? {
        services.outbox.deliver_now(lease, services.settings.delivery_wait).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

pub async fn give_up(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    PathParam(id): PathParam,
) -> Result<StatusCode, Problem> {
    desk.services.store.discard_message(&id, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Test {
    to: String,
}

#[derive(Serialize)]
pub struct Outcome {
    outcome: &'static str,
    reason: Option<String>,
}

/// Sends a sample of the discount mail at once, past the outbox: what is tested is the way out.
pub async fn test(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    request: Request<Body>,
) -> Result<Json<Outcome>, Problem> {
    let Test { to } = read_json(request).await?;
    let services = &desk.services;
    let to = EmailAddress::parse(&to)?;
    let id: String = services.random.bytes::<12>().iter().map(|byte| format!("{byte:02x}")).collect();
    let sample = OutgoingMessage {
        message_id: format!("<test.{id}@{}>", services.settings.mail_host),
        to,
        message: Message::DiscountCode {
            code: DiscountCode::issue(SAMPLE),
            valid_until: valid_until(services.clock.now(), services.settings.code_days),
            play: None,
        },
    };
    services.store.record_action(desk.actor(session.name.as_str()), "test mail", &sample.message_id).await?;
    Ok(Json(match services.outbox.send_test(&sample, TEST_PATIENCE).await {
        Delivery::Accepted => Outcome { outcome: "taken", reason: None },
        Delivery::Rejected { reason } => Outcome { outcome: "refused", reason: Some(reason) },
        Delivery::Deferred { reason } => Outcome { outcome: "later", reason: Some(reason) },
    }))
}

/// The message itself, where mail is put into a folder: a site without a mail server can still be tried in full.
pub async fn read(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    PathParam(id): PathParam,
) -> Result<Response, Problem> {
    let not_kept = || {
        let message = "This message is not kept here. Messages can be read only while mail is put into a folder.";
        Problem::new(StatusCode::NOT_FOUND, "not_kept", message)
    };
    let folder = desk.settings.mail_folder().ok_or_else(not_kept)?.to_owned();
    let message_id = desk.services.store.message_id(&id).await?;
    let kept = tokio::task::spawn_blocking(move || file::read(&folder, &message_id)).await;
    let message = kept.ok().and_then(Result::ok).ok_or_else(not_kept)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], message).into_response())
}

impl From<MailError> for Problem {
    fn from(error: MailError) -> Self {
        let (status, code) = match error {
            MailError::Unknown => (StatusCode::NOT_FOUND, "unknown_mail"),
            MailError::AlreadySent => (StatusCode::CONFLICT, "already_sent"),
            MailError::UnderWay => (StatusCode::CONFLICT, "under_way"),
        };
        Self::new(status, code, error.to_string())
    }
}
