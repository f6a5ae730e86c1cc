//! Correcting an appointment: the patient's name, number, address and note, and the service. The time stays.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::appointment::to_id;
use super::opened::{OpenedAppointment, opened};
use crate::api_error::{ApiError, BodyErrors, ErrorResponse, RateLimitError};
use crate::booking::{PatientKeys, context, deliver, invalid_field, invalid_fields, settings_or_off, with_nearest};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam};
use clinic_rules::booking::{Patient, PatientInput, SlotTime};
use clinic_rules::person::EmailAddress;
use clinic_store::{ChangeAppointmentError, Correction, appointment_record};

/// What is left out stays as it is: a form that was opened before somebody else's change does not undo it.
#[derive(Deserialize, ToSchema)]
pub struct CorrectAppointmentRequest {
    name: Option<String>,
    phone: Option<String>,
    /// Empty, the patient has none.
    email: Option<String>,
    note: Option<String>,
    /// Empty, the patient comes alone.
    #[serde(rename = "broughtBy")]
    brought_by: Option<String>,
    service: Option<String>,
}

/// Correct the patient's details or the service of an appointment (recorded)
///
/// Counts as an opened record, because the answer has the patient's details. A patient whose address or service has changed
/// gets an email, and another link when the address has changed.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/details",
    operation_id = "correctAppointment",
    params(("id" = String, Path, description = "The appointment")),
    request_body = CorrectAppointmentRequest,
    responses(
        (status = 200, body = OpenedAppointment, description = "The corrected appointment"),
        DeskErrors,
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The other service does not fit into the time; `nearest` has the closest free times"),
        (status = 422, body = ErrorResponse, description = "`fields` has a sentence for each field to correct"),
    )
)]
pub async fn correct(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<CorrectAppointmentRequest>,
) -> Result<Json<OpenedAppointment>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let now = services.clock.now();
    let id = to_id(&id)?;
    let before = services.store.appointment(&id).await?.ok_or(ChangeAppointmentError::Unknown)?;
    services.store.count_opened_record(appointment_record(id.as_str()), desk.reader(&session)).await?;
    let input = PatientInput {
        name: request.name.as_deref().unwrap_or(&before.name),
        phone: request.phone.as_deref().unwrap_or(before.phone.as_str()),
        email: request.email.as_deref().or(before.email.as_ref().map(EmailAddress::as_typed)),
        note: Some(request.note.as_deref().unwrap_or(&before.note)),
        brought_by: request.brought_by.as_deref().or(before.brought_by.as_deref()),
    };
    let patient = Patient::parse(&input).map_err(invalid_fields)?;
    // A service that can no longer be booked stays without being one of the settings.
    let other = request.service.as_deref().filter(|slug| *slug != before.service);
    let choose = || invalid_field("service", "Please choose a service.".to_owned());
    let service = other.map(|slug| settings.service(slug).ok_or_else(choose)).transpose()?;
    let keys = PatientKeys::new(services, &patient);
    let correction = Correction {
        patient: &patient,
        phone_person: &keys.phone,
        email_person: keys.email.as_ref(),
        service,
        settings: &settings,
        seen: before.changed_at,
    };
    let actor = desk.actor(session.name.as_str());
    match services.store.correct_appointment(&id, correction, actor, context(services, now)).await {
        Ok((appointment, lease)) => {
            deliver(services, lease).await;
            Ok(Json(opened(&desk, &appointment).await?))
        }
        Err(ChangeAppointmentError::Taken) => match service {
            Some(service) => {
                let slot = SlotTime::of(before.starts_at);
                Err(with_nearest(ChangeAppointmentError::Taken.into(), services, &settings, service, slot, now).await?)
            }
            None => Err(ChangeAppointmentError::Taken.into()),
        },
        Err(error) => Err(error.into()),
    }
}
