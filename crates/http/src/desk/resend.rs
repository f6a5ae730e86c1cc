//! Help for a patient who got no email: staff look up the address that the patient spells out and send the email again;
//! owners correct the address.
//!
//! Addresses are in request bodies, because proxies write URLs to their logs. The code is not part of a response to the
//! desk role: with it, anybody who knows a patient's address could use the discount.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::authorization::{Owner, SignedIn};
use super::code_holders::CodeHolder;
use super::emails::EmailState;
use super::services::DeskServices;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::JsonBody;
use clinic_rules::discount::{CodeState, DiscountCode, state_of};
use clinic_rules::person::{EmailAddress, PersonKey};
use clinic_store::{CorrectAddressError, IssuedCode, Lookup, ResendError};

#[derive(Deserialize, ToSchema)]
pub struct AddressRequest {
    /// Complete, as the patient spells it out.
    address: String,
}

#[derive(Serialize, ToSchema)]
pub struct AddressLookup {
    /// Null when no code was issued for the address.
    #[schema(required)]
    holder: Option<AddressHolder>,
}

/// What all staff may know about the code of an address.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddressHolder {
    /// Masked.
    address: String,
    issued_at: Timestamp,
    valid_until: Timestamp,
    state: CodeState,
    /// The state of the latest email with the code.
    mail: EmailState,
}

impl AddressHolder {
    fn new(issued: &IssuedCode, now: Timestamp) -> Self {
        Self {
            address: issued.address.masked(),
            issued_at: issued.issued_at,
            valid_until: issued.code_status.valid_until,
            state: state_of(&issued.code_status, now),
            mail: issued.mail.into(),
        }
    }
}

/// Look up the code of a complete email address; recorded in the audit log
#[utoipa::path(
    post,
    path = "/api/desk/addresses/look-up",
    request_body = AddressRequest,
    responses(
        (status = 200, body = AddressLookup, description = "The state of the code and of its email, without the code"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "Not a complete email address"),
    )
)]
pub async fn look_up(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    JsonBody(AddressRequest { address }): JsonBody<AddressRequest>,
) -> Result<Json<AddressLookup>, ApiError> {
    desk.limit_lookups(Lookup::Address, &session.name).await?;
    let (_, person) = parse_address(&desk, &address)?;
    let issued = desk.services.store.look_up_address(&person, desk.actor(session.name.as_str())).await?;
    let now = desk.services.clock.now();
    Ok(Json(AddressLookup { holder: issued.map(|issued| AddressHolder::new(&issued, now)) }))
}

/// Send the email with the code of an address again
#[utoipa::path(
    post,
    path = "/api/desk/addresses/resend",
    request_body = AddressRequest,
    responses(
        (status = 204, description = "The email was sent or queued"),
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The code was already used"),
        (status = 410, body = ErrorResponse, description = "The code has expired or was cancelled"),
        (status = 422, body = ErrorResponse, description = "Not a complete address, or the mail server rejected it"),
    )
)]
pub async fn resend(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    JsonBody(AddressRequest { address }): JsonBody<AddressRequest>,
) -> Result<StatusCode, ApiError> {
    desk.limit_lookups(Lookup::Address, &session.name).await?;
    let (_, person) = parse_address(&desk, &address)?;
    let services = &desk.services;
    let (settings, actor) = (&services.settings, desk.actor(session.name.as_str()));
    if let Some(lease) = services.store.resend_to(&person, &settings.limits, &settings.mail_host, actor).await? {
        services.outbox.deliver_now(lease, settings.delivery_wait).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
pub struct CorrectAddressRequest {
    /// The person's code.
    code: String,
    /// The corrected address.
    address: String,
}

/// Correct the email address of a person and send the email there (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/addresses/correct",
    request_body = CorrectAddressRequest,
    responses(
        (status = 200, body = CodeHolder, description = "The person, with the corrected address"),
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The code was used, or the address has a code of its own"),
        (status = 410, body = ErrorResponse, description = "The code has expired or was cancelled"),
        (status = 422, body = ErrorResponse, description = "Not an email address, a mistyped code, or not a code"),
    )
)]
pub async fn correct(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    JsonBody(CorrectAddressRequest { code, address }): JsonBody<CorrectAddressRequest>,
) -> Result<Json<CodeHolder>, ApiError> {
    desk.limit_lookups(Lookup::Address, &session.name).await?;
    let code = DiscountCode::parse(&code)?;
    let (address, person) = parse_address(&desk, &address)?;
    let services = &desk.services;
    let (settings, actor) = (&services.settings, desk.actor(session.name.as_str()));
    let (issued, lease) = services.store.correct_address(code, (&address, &person), &settings.mail_host, actor).await?;
    services.outbox.deliver_now(lease, settings.delivery_wait).await;
    Ok(Json(CodeHolder::new(issued, services.clock.now())))
}

fn parse_address(desk: &DeskServices, typed: &str) -> Result<(EmailAddress, PersonKey), ApiError> {
    let address = EmailAddress::parse(typed)?;
    let person = PersonKey::new(&address.canonical(), &desk.services.secrets.people);
    Ok((address, person))
}

impl From<ResendError> for ApiError {
    fn from(error: ResendError) -> Self {
        let (status, code) = match error {
            ResendError::Code(error) => return error.into(),
            ResendError::UnknownAddress => (StatusCode::NOT_FOUND, ErrorCode::UnknownAddress),
            ResendError::TooOften => (StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyAttempts),
            ResendError::Rejected => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidAddress),
        };
        Self::new(status, code, error.to_string())
    }
}

impl From<CorrectAddressError> for ApiError {
    fn from(error: CorrectAddressError) -> Self {
        match error {
            CorrectAddressError::Code(error) => error.into(),
            CorrectAddressError::AddressTaken => {
                Self::new(StatusCode::CONFLICT, ErrorCode::AddressTaken, error.to_string())
            }
        }
    }
}
