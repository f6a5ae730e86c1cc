//! Changing an appointment: confirming, moving, cancelling, and what became of the visit.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::ToSchema;

use super::appointment::{DeskAppointment, ToldBy, to_id};
use super::input::{check_open_day, chosen_chair, reason_for_patient, seen_time, staff_slot};
use crate::api_error::{ApiError, BodyErrors, ErrorResponse, RateLimitError};
use crate::booking::{context, deliver, settings_or_off, with_nearest};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, OptionalJsonBody, PathParam};
use clinic_rules::booking::{
    AppointmentId, AppointmentState, ChairError, Settings, SlotTime, shows_name, shows_name_sooner,
};
use clinic_store::{
    Appointment, ChangeAppointmentError, ChangedBy, Lease, Move, SeenAppointment, Session, appointment_record,
};

/// What was on the screen.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmAppointmentRequest {
    /// The time that was on the screen, with `time`. If the visit was moved since, nothing is changed.
    date: Option<String>,
    time: Option<String>,
}

/// Confirm a request; the patient is told after 10 seconds, unless it is undone. One without a time gets the time that the patient asked for
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/confirm",
    operation_id = "confirmAppointment",
    params(("id" = String, Path, description = "The appointment")),
    request_body = Option<ConfirmAppointmentRequest>,
    responses(
        (status = 200, body = DeskAppointment, description = "The confirmed appointment"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "It was moved or cancelled, the visit is over, or the time is taken"),
        (status = 422, body = ErrorResponse, description = "Not a time"),
    )
)]
pub async fn confirm(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    OptionalJsonBody(request): OptionalJsonBody<ConfirmAppointmentRequest>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let (settings, context) = (settings_or_off(&clinic), context(services, services.clock.now()));
    let actor = desk.actor(session.name.as_str());
    let starts_at = match &request {
        Some(seen) => seen_time(seen.date.as_deref(), seen.time.as_deref())?,
        None => None,
    };
    let seen = SeenAppointment { id: &to_id(&id)?, starts_at };
    answer(&desk, services.store.confirm_appointment(seen, &settings, actor, context).await).await
}

#[derive(Deserialize, ToSchema)]
pub struct AppointmentStateRequest {
    /// `confirmed`, `arrived`, `missed` or `done`.
    state: AppointmentState,
    /// The time that was on the screen, with `time`. If the visit was moved since, nothing is changed.
    date: Option<String>,
    time: Option<String>,
}

/// Store what became of a visit
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/state",
    operation_id = "changeAppointmentState",
    params(("id" = String, Path, description = "The appointment")),
    request_body = AppointmentStateRequest,
    responses(
        (status = 200, body = DeskAppointment, description = "The appointment"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The change is not possible, or the visit was moved"),
        (status = 422, body = ErrorResponse, description = "Not a time"),
    )
)]
pub async fn set_state(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<AppointmentStateRequest>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let (settings, context) = (settings_or_off(&clinic), context(services, services.clock.now()));
    let actor = desk.actor(session.name.as_str());
    let starts_at = seen_time(request.date.as_deref(), request.time.as_deref())?;
    let seen = SeenAppointment { id: &to_id(&id)?, starts_at };
    let changed = services.store.change_appointment_state(seen, request.state, &settings, actor, context).await;
    answer(&desk, changed).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskMoveRequest {
    date: String,
    time: String,
    /// The time that was on the screen, with `seenTime`. If the visit was moved since, nothing is changed.
    seen_date: Option<String>,
    seen_time: Option<String>,
    /// Another chair. Left out, the appointment keeps its chair if it is free.
    chair: Option<u16>,
    /// That the chosen chair takes the visit although it does not do the service or has other hours.
    all_the_same: Option<bool>,
    /// That the visit is on a day on which the clinic is closed.
    closed_day: Option<bool>,
}

/// Move an appointment; the patient is told
///
/// Moving it to an earlier day counts like opening it, unless its name is shown already: the name is then shown sooner. A chosen chair
/// that does not do the service or has other hours is refused with `chair_cannot_take`, unless `allTheSame` says that staff know; another
/// day on which the clinic is closed with `clinic_closed`, unless `closedDay` says so.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/move",
    operation_id = "moveAppointmentAtDesk",
    params(("id" = String, Path, description = "The appointment")),
    request_body = DeskMoveRequest,
    responses(
        (status = 200, body = DeskAppointment, description = "The appointment at its new time"),
        DeskErrors,
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The visit is over; the chair is taken, with the closest free times in `nearest`; the chosen chair does not take the visit; or the clinic is closed on that day"),
        (status = 422, body = ErrorResponse, description = "Not a time that can be used"),
    )
)]
pub async fn move_to(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<DeskMoveRequest>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let now = services.clock.now();
    let slot = staff_slot(&request.date, &request.time, now)?;
    let chair = chosen_chair(&settings, request.chair, request.all_the_same)?;
    let id = to_id(&id)?;
    // Another chair on a closed day is no other day.
    let shown = services.store.appointment(&id).await?;
    if shown.is_none_or(|visit| SlotTime::of(visit.starts_at).date != slot.date) {
        check_open_day(&settings, slot.date, request.closed_day)?;
    }
    count_name_shown_by_move(&desk, &session, &id, slot, now).await?;
    let by = ChangedBy::Staff(desk.actor(session.name.as_str()));
    let to = Move { slot, chair, settings: &settings, by };
    let starts_at = seen_time(request.seen_date.as_deref(), request.seen_time.as_deref())?;
    let seen = SeenAppointment { id: &id, starts_at };
    let moved = services.store.move_appointment(seen, to, context(services, now)).await;
    answer_with_nearest(&desk, &settings, &id, Some(slot), moved).await
}

#[derive(Deserialize, ToSchema)]
pub struct CancelAppointmentRequest {
    /// The patient reads it.
    reason: String,
    /// The time that was on the screen, with `time`. If the visit was moved since, nothing is changed.
    date: Option<String>,
    time: Option<String>,
}

/// Cancel an appointment with a reason; the patient is told
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/cancel",
    operation_id = "cancelAppointmentAtDesk",
    params(("id" = String, Path, description = "The appointment")),
    request_body = CancelAppointmentRequest,
    responses(
        (status = 200, body = DeskAppointment, description = "The cancelled appointment"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The visit is over or was moved"),
        (status = 422, body = ErrorResponse, description = "There is no reason, it is too long or has a link, or not a time"),
    )
)]
pub async fn cancel(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<CancelAppointmentRequest>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let services = &desk.services;
    let reason = reason_for_patient(&request.reason)?;
    let by = ChangedBy::Staff(desk.actor(session.name.as_str()));
    let context = context(services, services.clock.now());
    let starts_at = seen_time(request.date.as_deref(), request.time.as_deref())?;
    let seen = SeenAppointment { id: &to_id(&id)?, starts_at };
    let cancelled = services.store.cancel_appointment(seen, Duration::ZERO, Some(&reason), by, context).await;
    answer(&desk, cancelled).await
}

/// A visit that is moved to an earlier day counts as opened. Otherwise whoever has a stolen session could read every name by moving
/// one visit after the other to today, or to a day whose names are shown after midnight.
pub(super) async fn count_name_shown_by_move(
    desk: &DeskServices,
    session: &Session,
    id: &AppointmentId,
    to: SlotTime,
    now: Timestamp,
) -> Result<(), ApiError> {
    let Some(appointment) = desk.services.store.appointment(id).await? else { return Ok(()) };
    let is_sooner = is_shown_sooner(&appointment, Some(to), now);
    count_name_shown(desk, session, &appointment, is_sooner, now).await
}

/// The same for an undo. It can also lead back to a request, and requests have names on every day.
pub(super) async fn count_name_shown_by_undo(
    desk: &DeskServices,
    session: &Session,
    appointment: &Appointment,
    to: Option<SlotTime>,
    now: Timestamp,
) -> Result<(), ApiError> {
    let is_request = appointment.before.as_ref().is_some_and(|before| before.state == AppointmentState::Requested);
    let is_sooner = is_request || is_shown_sooner(appointment, to, now);
    count_name_shown(desk, session, appointment, is_sooner, now).await
}

fn is_shown_sooner(appointment: &Appointment, to: Option<SlotTime>, now: Timestamp) -> bool {
    to.and_then(SlotTime::timestamp).is_some_and(|at| shows_name_sooner(appointment.starts_at, at, now))
}

async fn count_name_shown(
    desk: &DeskServices,
    session: &Session,
    appointment: &Appointment,
    is_sooner: bool,
    now: Timestamp,
) -> Result<(), ApiError> {
    let is_shown = appointment.state == AppointmentState::Requested || shows_name(appointment.starts_at, now);
    if is_sooner && !is_shown {
        let record = appointment_record(appointment.id.as_str());
        desk.services.store.count_opened_record(record, desk.reader(session)).await?;
    }
    Ok(())
}

pub(super) async fn answer(
    desk: &DeskServices,
    changed: Result<(Appointment, Option<Lease>), ChangeAppointmentError>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let (appointment, lease) = changed?;
    let services = &desk.services;
    let is_emailed = lease.is_some();
    deliver(services, lease).await;
    // An email that waits for an undo is due earlier than the worker expects.
    services.outbox.wake();
    let (now, clinic) = (services.clock.now(), (services.clinic)());
    let settings = settings_or_off(&clinic);
    let email_waits_until = services.store.email_waits_until(&appointment, now).await?;
    let told_by = if is_emailed || email_waits_until.is_some() {
        Some(ToldBy::Email)
    } else if appointment.is_untold_at_closed_time(&settings) {
        Some(ToldBy::AfterDecision)
    } else {
        let is_listed = appointment.untold.is_some() && services.store.is_to_tell(&appointment, &settings, now).await?;
        is_listed.then_some(ToldBy::Staff)
    };
    Ok(Json(DeskAppointment::changed(&appointment, told_by, email_waits_until)))
}

/// The same, and when the time is taken, the answer has the closest free times.
pub(super) async fn answer_with_nearest(
    desk: &DeskServices,
    settings: &Settings,
    id: &AppointmentId,
    slot: Option<SlotTime>,
    changed: Result<(Appointment, Option<Lease>), ChangeAppointmentError>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let services = &desk.services;
    let error = match changed {
        Err(error @ (ChangeAppointmentError::Taken | ChangeAppointmentError::Chair(ChairError::NoChair))) => error,
        changed => return answer(desk, changed).await,
    };
    let Some(appointment) = services.store.appointment(id).await? else { return Err(error.into()) };
    let Some(service) = settings.service(&appointment.service) else { return Err(error.into()) };
    let wanted = slot.unwrap_or_else(|| SlotTime::of(appointment.starts_at));
    Err(with_nearest(error.into(), services, settings, service, wanted, services.clock.now()).await?)
}
