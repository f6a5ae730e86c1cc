//! Finding a patient at the desk, and what happens when an account has opened too many patients' records.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::appointments::DeskAppointment;
use super::authorization::{Owner, SignedIn};
use super::services::DeskServices;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::JsonBody;
use clinic_rules::booking::PatientSearch;
use clinic_rules::person::PersonKey;
use clinic_rules::staff::RecordLimit;
use clinic_store::{OpenRefused, PatientKey};

#[derive(Deserialize, ToSchema)]
pub struct FindPatientRequest {
    /// A whole phone number, a whole reference, or first name and surname.
    query: String,
}

/// The visits of the patients that were found, at most five: those to come first, then the latest.
#[derive(Serialize, ToSchema)]
pub struct FoundPatients {
    appointments: Vec<DeskAppointment>,
    /// Whether others match too.
    more: bool,
}

/// Find a patient by phone number, reference or name (recorded and limited)
///
/// Every visit that is found counts like opening it.
#[utoipa::path(
    post,
    path = "/api/desk/patients/find",
    request_body = FindPatientRequest,
    responses(
        (status = 200, body = FoundPatients, description = "The visits"),
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "Less than a whole phone number, reference or name"),
    )
)]
pub async fn find(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    JsonBody(FindPatientRequest { query }): JsonBody<FindPatientRequest>,
) -> Result<Json<FoundPatients>, ApiError> {
    let search = PatientSearch::parse(&query).map_err(|error| {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::SearchTooShort, error.to_string())
    })?;
    let person;
    let key = match &search {
        PatientSearch::Reference(reference) => PatientKey::Reference(*reference),
        PatientSearch::Phone(phone) => {
            person = PersonKey::of_phone(phone, &desk.services.secrets.people);
            PatientKey::Phone(&person)
        }
        PatientSearch::Name(words) => PatientKey::Name(words),
    };
    let found = desk.services.store.find_patient(key, desk.reader(&session)).await?;
    let appointments = found.visits.iter().map(DeskAppointment::with_name).collect();
    Ok(Json(FoundPatients { appointments, more: found.more }))
}

/// Who reached a limit of patients' records.
#[derive(Serialize, ToSchema)]
pub struct RecordLimitNotices {
    notices: Vec<RecordLimitNotice>,
}

#[derive(Serialize, ToSchema)]
pub struct RecordLimitNotice {
    /// The name of the account.
    name: String,
    at: Timestamp,
    /// `30 in a day` or `120 in a day`.
    limit: String,
    /// How often more records were asked for in the hour after `at`.
    times: u32,
}

/// List who reached a limit of patients' records (owners only)
///
/// Those of the last two weeks that this owner has not dismissed.
#[utoipa::path(
    get,
    path = "/api/desk/record-limits",
    responses((status = 200, body = RecordLimitNotices, description = "The latest first"))
)]
pub async fn list_limits(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
) -> Result<Json<RecordLimitNotices>, ApiError> {
    let services = &desk.services;
    let notices = services.store.record_limit_notices(&session.name, services.clock.now()).await?;
    let notices =
        notices.into_iter().map(|it| RecordLimitNotice { name: it.name, at: it.at, limit: it.limit, times: it.times });
    Ok(Json(RecordLimitNotices { notices: notices.collect() }))
}

#[derive(Deserialize, ToSchema)]
pub struct DismissRecordLimitsRequest {
    /// The `at` of the latest notice that was shown.
    until: Timestamp,
}

/// Dismiss the notices about limits of patients' records (owners only)
///
/// For the account that is signed in. Later ones are shown.
#[utoipa::path(
    post,
    path = "/api/desk/record-limits/dismiss",
    request_body = DismissRecordLimitsRequest,
    responses((status = 204, description = "Dismissed"), BodyErrors)
)]
pub async fn dismiss_limits(
    State(desk): State<Arc<DeskServices>>,
    Owner(session): Owner,
    JsonBody(DismissRecordLimitsRequest { until }): JsonBody<DismissRecordLimitsRequest>,
) -> Result<StatusCode, ApiError> {
    let services = &desk.services;
    // A time of the future would hide what has not happened yet.
    let until = until.min(services.clock.now());
    services.store.dismiss_record_limit_notices(&session.name, until).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<OpenRefused> for ApiError {
    fn from(refused: OpenRefused) -> Self {
        let message = refused.to_string();
        match refused {
            OpenRefused::Unknown => Self::new(StatusCode::NOT_FOUND, ErrorCode::UnknownAppointment, message),
            OpenRefused::Limit(RecordLimit::Unconfirmed) => {
                Self::new(StatusCode::FORBIDDEN, ErrorCode::ConfirmationNeeded, message)
            }
            OpenRefused::Limit(RecordLimit::Day { wait, .. }) => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::RecordLimit, message).with_retry_after(wait)
            }
        }
    }
}
