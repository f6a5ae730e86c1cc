//! `POST /api/v1.0/email/send-form`: claims the discount code. `POST /api/claims/address`: corrects the address.
//!
//! The path of the claim, the form fields and the plain-text answers are those of `EmailJS`, so its browser SDKs work unchanged.
//! A repeated claim gets the same answer after the same time as a first one: otherwise anyone could find out whether
//! an address has claimed a code.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use tokio::time::{Instant, sleep_until};
use utoipa::IntoResponses;

use super::claim_form::{self, ClaimForm, FormError};
use crate::api_error::INTERNAL_ERROR;
use crate::failure_log::log_failure;
use crate::middleware::client_address::ClientAddress;
use crate::outbox::DeliveryStatus;
use crate::request_body::{BodyError, read_body, retry_after};
use crate::services::{Services, Settings};
use clinic_rules::discount::valid_until;
use clinic_rules::game::{Proof, TokenError};
use clinic_rules::person::{AddressError, ClientKey, EmailAddress, PersonKey};
use clinic_rules::rate_limit::TooMany;
use clinic_runtime::metrics::ClaimOutcome;
use clinic_store::{Claim, ClaimError, Claimed, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum SendFormError {
    #[error(transparent)]
    Form(#[from] FormError),
    #[error(transparent)]
    Body(#[from] BodyError),
    #[error("The {name} is missing. Please reload the page and try again.")]
    MissingId { name: &'static str },
    #[error("The {name} is not known. Please reload the page and try again.")]
    UnknownId { name: &'static str },
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error("This is a disposable email address. Please use your permanent email address.")]
    DisposableAddress,
    #[error("You can claim a code after a perfect game. Please play again and find every difference.")]
    NoProof,
    #[error("This game has expired. Please play again.")]
    ExpiredProof,
    #[error(transparent)]
    Claim(ClaimError),
    #[error(transparent)]
    TooMany(TooMany),
    #[error("The mail server does not accept this email address. Please check it and try again.")]
    AddressRejected,
    #[error("{INTERNAL_ERROR}")]
    Internal(StoreError),
}

/// For the API description: the plain-text answers of both calls.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only describes responses")]
enum ClaimResponses {
    /// `OK`: the email was sent or queued
    #[response(status = 200, content_type = "text/plain")]
    Ok(String),
    /// A missing or unknown id, or an unreadable form
    #[response(status = 400, content_type = "text/plain")]
    BadForm(String),
    /// The call was made by another site's page
    #[response(status = 403, content_type = "text/plain")]
    CrossOrigin(String),
    /// The form took too long to arrive
    #[response(status = 408, content_type = "text/plain")]
    RequestTimeout(String),
    /// The form is too large
    #[response(status = 413, content_type = "text/plain")]
    TooLarge(String),
    /// Not a form
    #[response(status = 415, content_type = "text/plain")]
    NotAForm(String),
    /// An invalid or rejected email address
    #[response(status = 422, content_type = "text/plain")]
    InvalidAddress(String),
    /// Too many claims
    #[response(status = 429, content_type = "text/plain", headers(("Retry-After" = u64, description = "Seconds to wait")))]
    TooMany(String),
    /// The server or its database has a problem
    #[response(status = 503, content_type = "text/plain")]
    InternalError(String),
}

/// Claim the discount code by email
///
/// Answers in plain text: exactly `OK`, or a sentence for the visitor. A repeated claim gets the same answer as a first
/// one, and the same code is sent again.
#[utoipa::path(
    post,
    path = "/api/v1.0/email/send-form",
    request_body(content = ClaimForm, content_type = "multipart/form-data"),
    responses(
        ClaimResponses,
        (status = 412, body = String, content_type = "text/plain", description = "No valid proof of a perfect game"),
    )
)]
pub async fn send_form(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<&'static str, SendFormError> {
    let claim = ReadClaim::from(&services, address, request).await?;
    let started = Instant::now();
    let claimed = services.store.claim(claim.at(&services), &*services.random).await?;
    deliver(&services, claimed, started).await
}

/// Change the email address of a claim
///
/// Takes the form of the claim with the same proof and the corrected address, and answers like it. The same code is then
/// valid for the corrected address and sent to it. If that person has a code already, that one is sent again, and the
/// other one is cancelled. Possible once, for 30 minutes after the claim and while the code is unused.
#[utoipa::path(
    post,
    path = "/api/claims/address",
    request_body(content = ClaimForm, content_type = "multipart/form-data"),
    responses(
        ClaimResponses,
        (status = 409, body = String, content_type = "text/plain", description = "The address cannot be changed any more"),
        (status = 412, body = String, content_type = "text/plain", description = "No valid proof that was used for a claim"),
    )
)]
pub async fn change_address(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    request: Request<Body>,
) -> Result<&'static str, SendFormError> {
    let claim = ReadClaim::from(&services, address, request).await?;
    let started = Instant::now();
    let claimed = services.store.change_address(claim.at(&services), &*services.random).await?;
    deliver(&services, claimed, started).await
}

/// A form that passed all checks that do not need the store.
struct ReadClaim {
    client: ClientKey,
    person: PersonKey,
    address: EmailAddress,
    proof: Proof,
    now: Timestamp,
}

impl ReadClaim {
    async fn from(services: &Services, client: IpAddr, request: Request<Body>) -> Result<Self, SendFormError> {
        let content_type =
            request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let boundary = claim_form::boundary(content_type)?;
        let form = claim_form::parse(boundary, read_body(request).await?).await?;
        check_ids(&form, &services.settings)?;
        let address = check_address(&form, &services.settings)?;
        let proof = check_proof(&form, services)?;
        let keys = &services.secrets.people;
        let person = PersonKey::new(&address.canonical(), keys);
        Ok(Self { client: ClientKey::new(client, keys), person, address, proof, now: services.clock.now() })
    }

    fn at<'a>(&'a self, services: &'a Services) -> Claim<'a> {
        Claim {
            proof: &self.proof,
            person: &self.person,
            address: &self.address,
            client: &self.client,
            valid_until: valid_until(self.now, (services.code_days)()),
            percent: (services.discount_percent)(),
            mail_host: &services.settings.mail_host,
            limits: &services.settings.limits,
            now: self.now,
        }
    }
}

async fn deliver(services: &Services, claimed: Claimed, started: Instant) -> Result<&'static str, SendFormError> {
    services.metrics.claimed(match &claimed {
        Claimed::Queued { .. } => ClaimOutcome::Queued,
        Claimed::AlreadyQueued { .. } => ClaimOutcome::AlreadyQueued,
        Claimed::ResendSuppressed => ClaimOutcome::ResendSuppressed,
        Claimed::Rejected { .. } => ClaimOutcome::Rejected,
    });
    match claimed {
        Claimed::Queued { lease } => {
            let status = services.outbox.deliver_now(*lease, services.settings.delivery_wait).await;
            sleep_until(started + services.claim_response_time.with_email(started.elapsed())).await;
            match status {
                DeliveryStatus::Sent | DeliveryStatus::Queued | DeliveryStatus::Expired => Ok("OK"),
                DeliveryStatus::Rejected => Err(SendFormError::AddressRejected),
            }
        }
        Claimed::AlreadyQueued { .. } | Claimed::ResendSuppressed => {
            sleep_until(started + services.claim_response_time.without_email(started.elapsed())).await;
            Ok("OK")
        }
        Claimed::Rejected { .. } => {
            sleep_until(started + services.claim_response_time.without_email(started.elapsed())).await;
            Err(SendFormError::AddressRejected)
        }
    }
}

fn check_ids(form: &ClaimForm, settings: &Settings) -> Result<(), SendFormError> {
    for (name, given, expected) in [
        ("user_id", &form.user_id, &settings.user_id),
        ("service_id", &form.service_id, &settings.service_id),
        ("template_id", &form.template_id, &settings.template_id),
    ] {
        match given.as_deref() {
            None | Some("") => return Err(SendFormError::MissingId { name }),
            Some(given) if given == expected => {}
            Some(_) => return Err(SendFormError::UnknownId { name }),
        }
    }
    Ok(())
}

fn check_address(form: &ClaimForm, settings: &Settings) -> Result<EmailAddress, SendFormError> {
    let address = EmailAddress::parse(form.email.as_deref().unwrap_or_default())?;
    if settings.disposable_domains.contains(&address) { Err(SendFormError::DisposableAddress) } else { Ok(address) }
}

fn check_proof(form: &ClaimForm, services: &Services) -> Result<Proof, SendFormError> {
    let text = form.proof.as_deref().unwrap_or_default();
    Proof::verify(text, &services.secrets.signing, services.clock.now()).map_err(|error| match error {
        TokenError::Expired => SendFormError::ExpiredProof,
        TokenError::Malformed | TokenError::Forged => SendFormError::NoProof,
    })
}

impl From<ClaimError> for SendFormError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::TooMany(limit) => Self::TooMany(limit),
            ClaimError::Store(error) => Self::Internal(error),
            ClaimError::UnknownPlay | ClaimError::ProofUsed | ClaimError::AddressChange(_) => Self::Claim(error),
        }
    }
}

impl SendFormError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Form(FormError::NotAForm) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Form(_) | Self::Body(BodyError::Incomplete) | Self::MissingId { .. } | Self::UnknownId { .. } => {
                StatusCode::BAD_REQUEST
            }
            Self::Body(BodyError::TooLarge) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Body(BodyError::TooSlow) => StatusCode::REQUEST_TIMEOUT,
            Self::Address(_) | Self::DisposableAddress | Self::AddressRejected => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Claim(ClaimError::AddressChange(_)) => StatusCode::CONFLICT,
            Self::NoProof | Self::ExpiredProof | Self::Claim(_) => StatusCode::PRECONDITION_FAILED,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for SendFormError {
    fn into_response(self) -> Response {
        if let Self::Internal(cause) = &self {
            log_failure(cause);
        }
        let mut response = (self.status(), self.to_string()).into_response();
        if let Self::TooMany(limit) = &self {
            response.headers_mut().insert(RETRY_AFTER, retry_after(limit.wait()));
        }
        response
    }
}
