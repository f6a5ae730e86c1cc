//! Adding the appointment of a patient who called or walked in.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::input::{check_open_day, chosen_chair, staff_slot};
use super::opened::{OpenedAppointment, opened};
use crate::api_error::{ApiError, BodyErrors, ErrorResponse};
use crate::booking::{
    PatientKeys, context, deliver, invalid_field, invalid_fields, request_key, settings_of, with_nearest,
};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::JsonBody;
use clinic_rules::booking::{ChairError, Patient, PatientInput, Source};
use clinic_store::{BookError, BookedBy, NewAppointment};

#[derive(Deserialize, ToSchema)]
pub struct AddAppointmentRequest {
    service: String,
    date: String,
    time: String,
    /// Left out, any chair that is free.
    chair: Option<u16>,
    /// That the chosen chair takes the visit although it does not do the service or has other hours.
    #[serde(rename = "allTheSame")]
    all_the_same: Option<bool>,
    /// That the visit is on a day on which the clinic is closed.
    #[serde(rename = "closedDay")]
    closed_day: Option<bool>,
    name: String,
    phone: String,
    email: Option<String>,
    note: Option<String>,
    /// Who books for the patient and comes along, such as the mother of a child. The phone and the email are then theirs.
    #[serde(rename = "broughtBy")]
    brought_by: Option<String>,
    /// `phone` or `walk-in`.
    source: Source,
}

/// Add an appointment that a patient made by phone, or a patient who walked in
///
/// Staff may use times outside the opening hours and exceed the daily limit, but not use a chair that is taken. A chair that does not do
/// the service or has other hours is refused with `chair_cannot_take`, unless `allTheSame` says that they know; a day on which the
/// clinic is closed with `clinic_closed`, unless `closedDay` says so. With the header `Idempotency-Key`, the same request again is the same appointment.
#[utoipa::path(
    post,
    path = "/api/desk/appointments",
    operation_id = "addAppointment",
    request_body = AddAppointmentRequest,
    responses(
        (status = 201, body = OpenedAppointment, description = "The appointment"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "No chair is free, with the closest free times in `nearest`; the chosen chair does not take the visit; or the clinic is closed on that day"),
        (status = 422, body = ErrorResponse, description = "`fields` has a sentence for each field to correct"),
    )
)]
pub async fn add(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    headers: HeaderMap,
    JsonBody(request): JsonBody<AddAppointmentRequest>,
) -> Result<(StatusCode, Json<OpenedAppointment>), ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let now = services.clock.now();
    let input = PatientInput {
        name: &request.name,
        phone: &request.phone,
        email: request.email.as_deref(),
        note: request.note.as_deref(),
        brought_by: request.brought_by.as_deref(),
    };
    let patient = Patient::parse(&input).map_err(invalid_fields)?;
    let service = settings.service(&request.service);
    let service = service.ok_or_else(|| invalid_field("service", "Please choose a service.".to_owned()))?;
    let slot = staff_slot(&request.date, &request.time, now)?;
    let chair = chosen_chair(settings, request.chair, request.all_the_same)?;
    check_open_day(settings, slot.date, request.closed_day)?;
    let keys = PatientKeys::new(services, &patient);
    let key = request_key(services, &headers, [&request.service, &request.date, &request.time], &patient)?;
    let new = NewAppointment {
        request: &key,
        service,
        settings,
        slot,
        chair,
        patient: &patient,
        phone_person: &keys.phone,
        email_person: keys.email.as_ref(),
        by: BookedBy::Staff(desk.actor(session.name.as_str()), request.source),
        from_earlier_times: None,
        context: context(services, now),
    };
    match services.store.book(new).await {
        Ok(stored) => {
            deliver(services, stored.lease).await;
            Ok((StatusCode::CREATED, Json(opened(&desk, &stored.appointment).await?)))
        }
        Err(error @ (BookError::Taken | BookError::Chair(ChairError::NoChair))) => {
            Err(with_nearest(error.into(), services, settings, service, slot, now).await?)
        }
        Err(error) => Err(error.into()),
    }
}
