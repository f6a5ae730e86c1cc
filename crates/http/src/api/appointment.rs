//! The patient's own appointment: look at it, move it, cancel it, keep it in a calendar.
//!
//! A patient has no account. Whoever has the token of the link can see and change the appointment. The token is in the body of
//! every call and never in its path, which proxies log.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api_error::{
    ApiError, BodyErrors, CommonErrors, CrossOriginError, ErrorCode, ErrorResponse, RateLimitError,
};
use crate::booking::{
    cannot_hold, context, count_change, deliver, invalid_field, not_a_time, not_stored, settings_of, settings_or_off,
    taken, unknown_service,
};
use crate::extract::JsonBody;
use crate::services::Services;
use clinic_mail::message;
use clinic_rules::booking::{
    AppointmentState, AppointmentToken, CalendarEvent, CalendarMethod, Confirm, EventStatus, LinkError, Settings,
    SlotTime,
};
use clinic_store::{Appointment, ChangeAppointmentError, ChangedBy, EarlierWish, Move};

/// What the page of an appointment shows.
#[derive(Serialize, ToSchema)]
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
    /// Who has booked for this person. Null for patients who book for themselves.
    #[schema(required)]
    brought_by: Option<String>,
    /// The place of the clinic.
    place: String,
    bring: Vec<String>,
    /// Whether the patient can drive afterwards. Null when the service is no longer booked online.
    #[schema(required)]
    drive: Option<String>,
    /// Null when the clinic shows none.
    #[schema(required, example = "from ₦15,000")]
    price: Option<String>,
    /// Until when the patient can move or cancel it. Null when they no longer can.
    #[schema(required)]
    change_until: Option<Timestamp>,
    /// Whether it can be moved to another time here. Not when the service is no longer booked online.
    can_move: bool,
    /// Whether the confirmed visit is a request again when the patient has moved it.
    move_needs_confirmation: bool,
    /// Whether the patient wants an earlier time. Null when they cannot ask for one here.
    #[schema(required)]
    wants_earlier: Option<bool>,
    /// Whether the patient can correct the email address here. The answer does not say which one it is: whoever has the link may be
    /// somebody else.
    can_correct_email: bool,
    /// Why the clinic cancelled it.
    #[schema(required)]
    cancel_reason: Option<String>,
    /// A sentence, when the clinic is closed at this time.
    #[schema(required)]
    closed: Option<String>,
}

/// The patient's link.
#[derive(Deserialize, ToSchema)]
pub struct AppointmentRequest {
    /// The part of the link after the `#`.
    token: String,
}

/// Get an appointment
///
/// The token of the link is in the body, because paths are logged.
#[utoipa::path(
    post,
    path = "/api/booking/appointment",
    request_body = AppointmentRequest,
    responses(
        (status = 200, body = PatientAppointment, description = "The appointment"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
        (status = 410, body = ErrorResponse, description = "The link has ended or was replaced"),
    )
)]
pub async fn show(
    State(services): State<Arc<Services>>,
    JsonBody(request): JsonBody<AppointmentRequest>,
) -> Result<Response, ApiError> {
    let appointment = find(&services, &request.token).await?;
    response(&services, &appointment).await
}

#[derive(Deserialize, ToSchema)]
pub struct MoveAppointmentRequest {
    /// The part of the link after the `#`.
    token: String,
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
}

/// Move an appointment to another time
#[utoipa::path(
    post,
    path = "/api/booking/appointment/move",
    request_body = MoveAppointmentRequest,
    responses(
        (status = 200, body = PatientAppointment, description = "The appointment at its new time"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
        (status = 409, body = ErrorResponse, description = "The time is taken or cannot be held, and `nearest` has the closest free times; or the appointment was cancelled"),
        (status = 410, body = ErrorResponse, description = "It is too late to move it, or the link has ended or was replaced"),
        (status = 422, body = ErrorResponse, description = "The time cannot be booked"),
    )
)]
pub async fn move_to(
    State(services): State<Arc<Services>>,
    JsonBody(request): JsonBody<MoveAppointmentRequest>,
) -> Result<Response, ApiError> {
    let id = find(&services, &request.token).await?.id;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let now = services.clock.now();
    count_change(&services, &id, now).await?;
    let slot = SlotTime::parse(&request.date, &request.time).ok_or_else(not_a_time)?;
    let to = Move { slot, chair: None, settings, by: ChangedBy::Patient };
    match services.store.move_appointment(&id, to, context(&services, now)).await {
        Ok((appointment, lease)) => {
            deliver(&services, lease).await;
            response(&services, &appointment).await
        }
        Err(error @ (ChangeAppointmentError::Taken | ChangeAppointmentError::CannotHold)) => {
            let appointment = services.store.appointment(&id).await?.ok_or(LinkError::Unknown)?;
            let service = settings.service(&appointment.service).ok_or_else(unknown_service)?;
            Err(match error {
                ChangeAppointmentError::CannotHold => cannot_hold(&services, settings, service, slot, now).await?,
                _ => taken(&services, settings, service, slot, now).await?,
            })
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
    path = "/api/booking/appointment/cancel",
    request_body = AppointmentRequest,
    responses(
        (status = 200, body = PatientAppointment, description = "The cancelled appointment"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
        (status = 409, body = ErrorResponse, description = "The visit has begun"),
        (status = 410, body = ErrorResponse, description = "It is too late to cancel it, or the link has ended or was replaced"),
    )
)]
pub async fn cancel(
    State(services): State<Arc<Services>>,
    JsonBody(request): JsonBody<AppointmentRequest>,
) -> Result<Response, ApiError> {
    let id = find(&services, &request.token).await?.id;
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let now = services.clock.now();
    count_change(&services, &id, now).await?;
    let cancelled = services.store.cancel_appointment(
        &id,
        settings.change_notice,
        None,
        ChangedBy::Patient,
        context(&services, now),
    );
    let (appointment, lease) = cancelled.await?;
    deliver(&services, lease).await;
    response(&services, &appointment).await
}

#[derive(Deserialize, ToSchema)]
pub struct EarlierTimeRequest {
    /// The part of the link after the `#`.
    token: String,
    wanted: bool,
}

/// Ask for an earlier time, or take that back
///
/// The clinic offers it by phone or message when one becomes free; the appointment stays as it is until the patient agrees. The same
/// again changes nothing.
#[utoipa::path(
    post,
    path = "/api/booking/appointment/earlier",
    request_body = EarlierTimeRequest,
    responses(
        (status = 200, body = PatientAppointment, description = "The appointment"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
        (status = 409, body = ErrorResponse, description = "It was cancelled, or the visit has begun"),
        (status = 410, body = ErrorResponse, description = "The link has ended or was replaced"),
    )
)]
pub async fn want_earlier(
    State(services): State<Arc<Services>>,
    JsonBody(request): JsonBody<EarlierTimeRequest>,
) -> Result<Response, ApiError> {
    let id = find(&services, &request.token).await?.id;
    let now = services.clock.now();
    count_change(&services, &id, now).await?;
    let wish = request.wanted.then(EarlierWish::default);
    let appointment = services.store.want_earlier_time(&id, wish, ChangedBy::Patient, now).await?;
    response(&services, &appointment).await
}

/// Get an appointment as a calendar file
#[utoipa::path(
    post,
    path = "/api/booking/appointment/calendar",
    request_body = AppointmentRequest,
    responses(
        (status = 200, body = String, content_type = "text/calendar", description = "The appointment as iCalendar"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "No appointment has this token"),
        (status = 410, body = ErrorResponse, description = "The link has ended or was replaced"),
    )
)]
pub async fn calendar_file(
    State(services): State<Arc<Services>>,
    JsonBody(request): JsonBody<AppointmentRequest>,
) -> Result<Response, ApiError> {
    let appointment = find(&services, &request.token).await?;
    let clinic = (services.clinic)();
    let manage = format!("{}{}", services.settings.site_url.trim_end_matches('/'), link(&services, &appointment));
    let status = match appointment.state {
        AppointmentState::Waiting | AppointmentState::Requested => EventStatus::Tentative,
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
        summary: format!("{}{}, {}", appointment.title, appointment.recipient().for_whom(), clinic.name),
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

/// The address of the appointment's page for its patient, on this site.
pub fn link(services: &Services, appointment: &Appointment) -> String {
    let token = AppointmentToken::new(&appointment.id, appointment.link_generation, &services.secrets.signing);
    token.page_address()
}

async fn find(services: &Services, token: &str) -> Result<Appointment, ApiError> {
    let (token, id) = AppointmentToken::parse(token).ok_or(LinkError::Unknown)?;
    let appointment = services.store.appointment(&id).await?.ok_or(LinkError::Unknown)?;
    check_link(services, &token, &appointment)?;
    Ok(appointment)
}

/// # Errors
/// When it is not the appointment's link, or has ended.
pub fn check_link(services: &Services, token: &AppointmentToken, appointment: &Appointment) -> Result<(), LinkError> {
    let (valid, now) = (appointment.link_generation, services.clock.now());
    token.check(valid, appointment.starts_at, now, &services.secrets.signing)
}

impl From<LinkError> for ApiError {
    fn from(error: LinkError) -> Self {
        let (status, code) = match error {
            LinkError::Unknown => (StatusCode::NOT_FOUND, ErrorCode::UnknownAppointment),
            LinkError::Expired | LinkError::Replaced => (StatusCode::GONE, ErrorCode::LinkEnded),
        };
        Self::new(status, code, error.to_string())
    }
}

async fn response(services: &Services, appointment: &Appointment) -> Result<Response, ApiError> {
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let service = settings.service(&appointment.service);
    let last_change = appointment.starts_at - settings.change_notice;
    let can_change = appointment.state.check_open().is_ok() && services.clock.now() <= last_change;
    let change_until = can_change.then_some(last_change);
    let slot = SlotTime::of(appointment.starts_at);
    let can_move = can_change && service.is_some();
    let is_closed = appointment.is_at_closed_time(&settings) && services.clock.now() < appointment.starts_at;
    let closed = is_closed.then(|| closed_sentence(&settings, slot, can_move));
    // Whoever must not come, or has come, needs none of it.
    let to_know = service.filter(|_| appointment.state.check_open().is_ok() && !is_closed);
    let wish = services.store.earlier_wish(appointment).await?;
    let is_confirmed = appointment.state == AppointmentState::Confirmed;
    let body = PatientAppointment {
        reference: appointment.reference.clone(),
        state: appointment.state.shown_to_patient(),
        service: appointment.service.clone(),
        title: appointment.title.clone(),
        date: slot.date.to_string(),
        time: slot.time(),
        minutes: appointment.minutes,
        name: appointment.name.clone(),
        brought_by: appointment.brought_by.clone(),
        place: message::place(&clinic),
        bring: to_know.map(|service| service.bring.clone()).unwrap_or_default(),
        drive: to_know.map(|service| service.drive.clone()),
        price: to_know.and_then(|service| service.price).map(|price| price.to_string()),
        change_until,
        can_move,
        move_needs_confirmation: can_move && is_confirmed && settings.confirm == Confirm::ByStaff,
        wants_earlier: can_move.then_some(wish.is_some()),
        can_correct_email: services.store.can_correct_email(appointment, services.clock.now()).await?,
        cancel_reason: appointment.cancel_reason.clone(),
        closed,
    };
    Ok(not_stored(StatusCode::OK, body))
}

fn closed_sentence(settings: &Settings, slot: SlotTime, can_move: bool) -> String {
    let reason = settings.opening.entry_on(slot.date).map(|it| &it.reason).filter(|reason| !reason.is_empty());
    let why = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
    let what =
        if can_move { "Please choose another time, or call us." } else { "Please call us to agree another time." };
    format!("The clinic is closed at this time{why}. {what}")
}
