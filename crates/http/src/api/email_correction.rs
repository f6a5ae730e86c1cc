//! Correcting the address that a patient mistyped when booking.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::appointment::check_link;
use super::booking::{BookedAppointment, booked, check_not_disposable};
use crate::api_error::{ApiError, BodyErrors, CommonErrors, CrossOriginError, ErrorResponse, RateLimitError};
use crate::booking::{context, count_change, deliver, invalid_field, key_of, settings_or_off};
use crate::extract::JsonBody;
use crate::services::Services;
use clinic_rules::booking::{AppointmentToken, LinkError};
use clinic_rules::person::{EmailAddress, PersonKey};
use clinic_store::EmailCorrection;

#[derive(Deserialize, ToSchema)]
pub struct CorrectEmailRequest {
    /// The part of the link after the `#`.
    token: String,
    email: String,
}

/// Correct the email address of an appointment, once
///
/// Within half an hour after booking online. The emails go to the new address, and the link of the appointment is another one,
/// which the answer has. With the header `Idempotency-Key`, the same request again has the same answer.
#[utoipa::path(
    post,
    path = "/api/booking/appointment/email",
    request_body = CorrectEmailRequest,
    responses(
        (status = 200, body = BookedAppointment, description = "The appointment with its new link"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
        (status = 409, body = ErrorResponse, description = "It was corrected before, or the visit has begun or was cancelled"),
        (status = 410, body = ErrorResponse, description = "The link has ended or was replaced"),
        (status = 422, body = ErrorResponse, description = "Not an email address that can be used"),
    )
)]
pub async fn correct_email(
    State(services): State<Arc<Services>>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<CorrectEmailRequest>,
) -> Result<Response, ApiError> {
    let (token, id) = AppointmentToken::parse(&request.token).ok_or(LinkError::Unknown)?;
    let key = key_of(&services, &headers, "email correction v1", &[])?;
    let found = services.store.appointment(&id).await?.ok_or(LinkError::Unknown)?;
    match check_link(&services, &token, &found) {
        // The answer was lost, and the link that the patient has is the earlier one.
        Err(LinkError::Replaced) if services.store.has_corrected_email(&id, &key).await? => {
            return booked(&services, StatusCode::OK, &found).await;
        }
        checked => checked?,
    }
    let now = services.clock.now();
    count_change(&services, &id, now).await?;
    let email = EmailAddress::parse(&request.email).map_err(|error| invalid_field("email", error.to_string()))?;
    check_not_disposable(&services, &email)?;
    let person = PersonKey::new(&email.canonical(), &services.secrets.people);
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let correction = EmailCorrection { email: &email, person: &person, request: &key, settings: &settings };
    let (appointment, lease) = services.store.correct_email(&id, correction, context(&services, now)).await?;
    deliver(&services, lease).await;
    booked(&services, StatusCode::OK, &appointment).await
}
