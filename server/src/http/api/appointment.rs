//! The patient's own appointment: look at it, move it, cancel it.
//!
//! A patient has no account. Whoever has the token in the address of the appointment's page can see and change it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::booking::{
    AppointmentId, AppointmentState, AppointmentToken, CalendarEvent, CalendarMethod, EventStatus, SlotTime,
};
use crate::http::booking::{
    context, count_request, deliver, invalid_field, not_a_time, not_stored, settings_of, settings_or_off, taken,
    unknown_service,
};
use crate::http::extract::{JsonBody, PathParam};
use crate::http::middleware::client_address::ClientAddress;
use crate::http::problem::{
    BodyErrors, CommonErrors, CrossOriginError, ErrorCode, ErrorResponse, Problem, RateLimitError,
};
use crate::http::services::Services;
use crate::mail::message;
use crate::store::{Appointment, ChangeAppointmentError, ChangedBy, Move};

const UNKNOWN_APPOINTMENT: &str =
    "We could not find this appointment. Please open the link in your email again, or call us.";

/// What the page of an appointment shows.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct PatientAppointment {
    reference: String,
    state: AppointmentState,
    /// The slug of the service.
    service: String,
    title: String,
    /// In clinic time.
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
    minutes: u16,
    name: String,
    /// The place of the clinic.
    place: String,
    bring: Vec<String>,
    /// Until when the patient can move or cancel it. Null when they no longer can.
    #[schema(required)]
    change_until: Option<Timestamp>,
    /// Whether it can be moved to another time here. Not when the service is no longer booked online.
    can_move: bool,
    /// The path of the calendar file.
    calendar: String,
    /// Why the clinic cancelled it.
    #[schema(required)]
    cancel_reason: Option<String>,
}

/// Get an appointment
#[utoipa::path(
    get,
    path = "/api/booking/{token}",
    operation_id = "getAppointment",
    params(("token" = String, Path, description = "From the address of the appointment's page")),
    responses(
        (status = 200, body = PatientAppointment, description = "The appointment"),
        CommonErrors,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
    )
)]
pub async fn show(State(services): State<Arc<Services>>, PathParam(token): PathParam) -> Result<Response, Problem> {
    let appointment = find(&services, &token).await?;
    Ok(response(&services, &appointment))
}

#[derive(Deserialize, ToSchema, TS)]
pub struct MoveAppointmentRequest {
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
}

/// Move an appointment to another time
#[utoipa::path(
    post,
    path = "/api/booking/{token}/move",
    operation_id = "moveAppointment",
    params(("token" = String, Path, description = "From the address of the appointment's page")),
    request_body = MoveAppointmentRequest,
    responses(
        (status = 200, body = PatientAppointment, description = "The appointment at its new time"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
        (status = 409, body = ErrorResponse, description = "The time is taken, or the appointment was cancelled"),
        (status = 410, body = ErrorResponse, description = "It is too late to move it"),
        (status = 422, body = ErrorResponse, description = "The time cannot be booked"),
    )
)]
pub async fn move_to(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    PathParam(token): PathParam,
    JsonBody(request): JsonBody<MoveAppointmentRequest>,
) -> Result<Response, Problem> {
    let id = verify(&services, &token)?;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let now = services.clock.now();
    count_request(&services, address, None, now).await?;
    let slot = SlotTime::parse(&request.date, &request.time).ok_or_else(not_a_time)?;
    let to = Move { slot, chair: None, settings, by: ChangedBy::Patient };
    match services.store.move_appointment(&id, to, context(&services, now)).await {
        Ok((appointment, lease)) => {
            deliver(&services, lease).await;
            Ok(response(&services, &appointment))
        }
        Err(ChangeAppointmentError::Taken) => {
            let appointment = services.store.appointment(&id).await?.ok_or_else(unknown_appointment)?;
            let service = settings.service(&appointment.service).ok_or_else(unknown_service)?;
            Err(taken(&services, settings, service, slot, now).await?)
        }
        Err(ChangeAppointmentError::Time(error)) => Err(invalid_field("time", error.to_string())),
        Err(error) => Err(error.into()),
    }
}

/// Cancel an appointment
///
/// Cancelling twice has the same answer.
#[utoipa::path(
    post,
    path = "/api/booking/{token}/cancel",
    operation_id = "cancelAppointment",
    params(("token" = String, Path, description = "From the address of the appointment's page")),
    responses(
        (status = 200, body = PatientAppointment, description = "The cancelled appointment"),
        CommonErrors,
        CrossOriginError,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
        (status = 409, body = ErrorResponse, description = "The visit has begun"),
        (status = 410, body = ErrorResponse, description = "It is too late to cancel it"),
    )
)]
pub async fn cancel(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    PathParam(token): PathParam,
) -> Result<Response, Problem> {
    let id = verify(&services, &token)?;
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let now = services.clock.now();
    count_request(&services, address, None, now).await?;
    let cancelled = services.store.cancel_appointment(
        &id,
        settings.change_notice,
        None,
        ChangedBy::Patient,
        context(&services, now),
    );
    let (appointment, lease) = cancelled.await?;
    deliver(&services, lease).await;
    Ok(response(&services, &appointment))
}

/// The appointment as a calendar file, for `/appointment/TOKEN.ics`.
///
/// # Errors
/// When no appointment has this token.
pub async fn calendar_file(services: &Services, token: &str) -> Result<Response, Problem> {
    let appointment = find(services, token).await?;
    let clinic = (services.clinic)();
    let manage = format!("{}/appointment/{token}", services.settings.site_url.trim_end_matches('/'));
    let status = match appointment.state {
        AppointmentState::Requested => EventStatus::Tentative,
        AppointmentState::Cancelled => EventStatus::Cancelled,
        _ => EventStatus::Confirmed,
    };
    let event = CalendarEvent {
        uid: message::calendar_uid(appointment.id.as_str(), &services.settings.site_url),
        sequence: appointment.sequence,
        status,
        made_at: appointment.changed_at,
        starts_at: appointment.starts_at,
        minutes: appointment.minutes,
        summary: format!("{}, {}", appointment.title, clinic.name),
        location: message::place(&clinic),
        description: format!("Reference {}\nMove or cancel: {manage}", appointment.reference),
        url: manage,
        organizer: None,
        attendee: None,
    };
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8; method=PUBLISH"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"appointment.ics\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, event.to_file(CalendarMethod::Publish)).into_response())
}

/// Whether a token was made by this site. The appointment may have been erased since.
pub fn is_token(services: &Services, token: &str) -> bool {
    AppointmentToken::verify(token, &services.secrets.signing).is_some()
}

fn verify(services: &Services, token: &str) -> Result<AppointmentId, Problem> {
    AppointmentToken::verify(token, &services.secrets.signing).ok_or_else(unknown_appointment)
}

async fn find(services: &Services, token: &str) -> Result<Appointment, Problem> {
    let id = verify(services, token)?;
    services.store.appointment(&id).await?.ok_or_else(unknown_appointment)
}

fn unknown_appointment() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, ErrorCode::UnknownAppointment, UNKNOWN_APPOINTMENT)
}

fn response(services: &Services, appointment: &Appointment) -> Response {
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let service = settings.service(&appointment.service);
    let last_change = appointment.starts_at - settings.change_notice;
    let can_change = appointment.state.check_open().is_ok() && services.clock.now() <= last_change;
    let change_until = can_change.then_some(last_change);
    let token = AppointmentToken::new(&appointment.id, &services.secrets.signing);
    let slot = SlotTime::of(appointment.starts_at);
    let body = PatientAppointment {
        reference: appointment.reference.clone(),
        state: appointment.state,
        service: appointment.service.clone(),
        title: appointment.title.clone(),
        date: slot.date.to_string(),
        time: slot.time(),
        minutes: appointment.minutes,
        name: appointment.name.clone(),
        place: message::place(&clinic),
        bring: service.map(|service| service.bring.clone()).unwrap_or_default(),
        change_until,
        can_move: change_until.is_some() && service.is_some(),
        calendar: format!("{}.ics", token.path()),
        cancel_reason: appointment.cancel_reason.clone(),
    };
    not_stored(StatusCode::OK, body)
}
