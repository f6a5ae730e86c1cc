//! The claim, at the address and with the answers of the mail provider that the page was written for: plain text,
//! `OK` or a sentence that a person can act on.
//!
//! Whoever has claimed before gets the same answer after the same time as a newcomer, so that nobody can ask this
//! call who plays.

use super::client::ClientAddress;
use super::form::{self, ClaimForm, FormError};
use super::limits::{BodyError, read_body, retry_after};
use super::problem::TROUBLE;
use crate::discount::{AddressError, EmailAddress, PersonKey, TooMany, valid_until};
use crate::game::{Proof, TokenError};
use crate::outbox::Sent;
use crate::promises::{Promises, Settings};
use crate::store::{Claim, ClaimError, Claimed, ClientKey, StoreError};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use std::sync::Arc;

pub fn router() -> Router<Arc<Promises>> {
    Router::new().route("/api/v1.0/email/send-form", post(send_form))
}

#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    Form(#[from] FormError),
    #[error(transparent)]
    Body(#[from] BodyError),
    #[error("The {name} is missing. Please reload the page and try again.")]
    MissingId { name: &'static str },
    #[error("The {name} is not known here. Please reload the page and try again.")]
    UnknownId { name: &'static str },
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error("This address belongs to a service for throw-away mailboxes. Please use an address that you keep.")]
    Disposable,
    #[error(
        "A code is the prize for a perfect game. Please play, find every difference, and claim it from the results."
    )]
    NoProof,
    #[error("This game is more than a day old. Please play again and claim your code from the results.")]
    OldProof,
    #[error(transparent)]
    Claim(ClaimError),
    #[error(transparent)]
    TooMany(TooMany),
    #[error("The mail server would not take mail for this address. Please check it for a slip and try again.")]
    MailRefused,
    #[error("{TROUBLE}")]
    Trouble(StoreError),
}

async fn send_form(
    State(promises): State<Arc<Promises>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<&'static str, Refusal> {
    let client = ClientKey::new(address, &promises.secrets.people);
    let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = form::boundary(content_type)?;
    let form = form::parse(boundary, read_body(request).await?).await?;
    check_ids(&form, &promises.settings)?;
    let address = check_address(&form, &promises.settings)?;
    let claimed = claim(&promises, &client, &address, &check_proof(&form, &promises)?).await?;
    answer(&promises, claimed).await
}

async fn claim(
    promises: &Promises,
    client: &ClientKey,
    address: &EmailAddress,
    proof: &Proof,
) -> Result<Claimed, Refusal> {
    let now = promises.clock.now();
    let claim = Claim {
        proof,
        person: &PersonKey::new(&address.canonical(), &promises.secrets.people),
        address,
        client,
        valid_until: valid_until(now, promises.settings.code_days),
        mail_host: &promises.settings.mail_host,
        limits: &promises.settings.limits,
        now,
    };
    Ok(promises.store.claim(claim, &*promises.random).await?)
}

async fn answer(promises: &Promises, claimed: Claimed) -> Result<&'static str, Refusal> {
    let patience = promises.settings.patience;
    promises.metrics.claimed(match &claimed {
        Claimed::Queued { .. } => "mailed",
        Claimed::OnItsWay { .. } => "on its way",
        Claimed::Quiet => "quiet",
        Claimed::Refused { .. } => "refused",
    });
    match claimed {
        Claimed::Queued { lease } => match promises.outbox.deliver_now(*lease, patience).await {
            Sent::Yes | Sent::NotYet => Ok("OK"),
            Sent::Refused => Err(Refusal::MailRefused),
        },
        Claimed::OnItsWay { .. } | Claimed::Quiet => {
            promises.outbox.linger(patience).await;
            Ok("OK")
        }
        Claimed::Refused { .. } => {
            promises.outbox.linger(patience).await;
            Err(Refusal::MailRefused)
        }
    }
}

fn check_ids(form: &ClaimForm, settings: &Settings) -> Result<(), Refusal> {
    for (name, given, expected) in [
        ("user_id", &form.user_id, &settings.user_id),
        ("service_id", &form.service_id, &settings.service_id),
        ("template_id", &form.template_id, &settings.template_id),
    ] {
        match given.as_deref() {
            None | Some("") => return Err(Refusal::MissingId { name }),
            Some(given) if given == expected => {}
            Some(_) => return Err(Refusal::UnknownId { name }),
        }
    }
    Ok(())
}

fn check_address(form: &ClaimForm, settings: &Settings) -> Result<EmailAddress, Refusal> {
    let address = EmailAddress::parse(form.email.as_deref().unwrap_or_default())?;
    if settings.disposable.contains(&address) { Err(Refusal::Disposable) } else { Ok(address) }
}

fn check_proof(form: &ClaimForm, promises: &Promises) -> Result<Proof, Refusal> {
    let text = form.proof.as_deref().unwrap_or_default();
    Proof::open(text, &promises.secrets.signing, promises.clock.now()).map_err(|error| match error {
        TokenError::Expired => Refusal::OldProof,
        TokenError::Malformed | TokenError::Forged => Refusal::NoProof,
    })
}

impl From<ClaimError> for Refusal {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::TooMany(limit) => Self::TooMany(limit),
            ClaimError::Store(error) => Self::Trouble(error),
            ClaimError::UnknownPlay | ClaimError::ProofUsed => Self::Claim(error),
        }
    }
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::Form(FormError::NotAForm) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Form(_) | Self::Body(BodyError::Broken) | Self::MissingId { .. } | Self::UnknownId { .. } => {
                StatusCode::BAD_REQUEST
            }
            Self::Body(BodyError::TooLarge) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Body(BodyError::TooSlow) => StatusCode::REQUEST_TIMEOUT,
            Self::Address(_) | Self::Disposable | Self::MailRefused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::NoProof | Self::OldProof | Self::Claim(_) => StatusCode::PRECONDITION_FAILED,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Trouble(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        if let Self::Trouble(cause) = &self {
            tracing::error!(%cause, "a claim failed");
        }
        let mut response = (self.status(), self.to_string()).into_response();
        if let Self::TooMany(limit) = &self {
            response.headers_mut().insert(RETRY_AFTER, retry_after(limit.wait()));
        }
        response
    }
}
