//! The claim, at the address and with the answers of the mail provider that the page was written for: plain text,
//! `OK` or a sentence that a person can act on.
//!
//! Whoever has claimed before gets the same answer after the same time as a newcomer, so that nobody can ask this
//! call who plays.

use super::claim_form::{self, ClaimForm, FormError};
use crate::discount::valid_until;
use crate::game::{Proof, TokenError};
use crate::http::body::{BodyError, read_body, retry_after};
use crate::http::middleware::client_address::ClientAddress;
use crate::http::problem::INTERNAL_ERROR;
use crate::http::services::{Services, Settings};
use crate::metrics::ClaimOutcome;
use crate::outbox::DeliveryStatus;
use crate::person::ClientKey;
use crate::person::{AddressError, EmailAddress, PersonKey};
use crate::rate_limit::TooMany;
use crate::store::{Claim, ClaimError, Claimed, StoreError};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use std::sync::Arc;

pub fn router() -> Router<Arc<Services>> {
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
    DisposableDomains,
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
    #[error("{INTERNAL_ERROR}")]
    Trouble(StoreError),
}

async fn send_form(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<&'static str, Refusal> {
    let client = ClientKey::new(address, &services.secrets.people);
    let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let boundary = claim_form::boundary(content_type)?;
    let form = claim_form::parse(boundary, read_body(request).await?).await?;
    check_ids(&form, &services.settings)?;
    let address = check_address(&form, &services.settings)?;
    let claimed = claim(&services, &client, &address, &check_proof(&form, &services)?).await?;
    answer(&services, claimed).await
}

async fn claim(
    services: &Services,
    client: &ClientKey,
    address: &EmailAddress,
    proof: &Proof,
) -> Result<Claimed, Refusal> {
    let now = services.clock.now();
    let claim = Claim {
        proof,
        person: &PersonKey::new(&address.canonical(), &services.secrets.people),
        address,
        client,
        valid_until: valid_until(now, services.settings.code_days),
        mail_host: &services.settings.mail_host,
        limits: &services.settings.limits,
        now,
    };
    Ok(services.store.claim(claim, &*services.random).await?)
}

async fn answer(services: &Services, claimed: Claimed) -> Result<&'static str, Refusal> {
    let patience = services.settings.delivery_wait;
    services.metrics.claimed(match &claimed {
        Claimed::Queued { .. } => ClaimOutcome::Queued,
        Claimed::AlreadyQueued { .. } => ClaimOutcome::AlreadyQueued,
        Claimed::ResendSuppressed => ClaimOutcome::ResendSuppressed,
        Claimed::Rejected { .. } => ClaimOutcome::Rejected,
    });
    match claimed {
        Claimed::Queued { lease } => match services.outbox.deliver_now(*lease, patience).await {
            DeliveryStatus::Sent | DeliveryStatus::Queued => Ok("OK"),
            DeliveryStatus::Rejected => Err(Refusal::MailRefused),
        },
        Claimed::AlreadyQueued { .. } | Claimed::ResendSuppressed => {
            services.outbox.pad_response_time(patience).await;
            Ok("OK")
        }
        Claimed::Rejected { .. } => {
            services.outbox.pad_response_time(patience).await;
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
    if settings.disposable_domains.contains(&address) { Err(Refusal::DisposableDomains) } else { Ok(address) }
}

fn check_proof(form: &ClaimForm, services: &Services) -> Result<Proof, Refusal> {
    let text = form.proof.as_deref().unwrap_or_default();
    Proof::open(text, &services.secrets.signing, services.clock.now()).map_err(|error| match error {
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
            Self::Address(_) | Self::DisposableDomains | Self::MailRefused => StatusCode::UNPROCESSABLE_ENTITY,
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
