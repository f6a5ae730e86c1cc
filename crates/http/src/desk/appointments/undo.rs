//! Undoing the last press on an appointment.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::ToSchema;

use super::appointment::{DeskAppointment, to_id};
use super::changes::{answer_with_nearest, count_name_shown_by_undo};
use super::input::{seen_time, staff_slot};
use crate::api_error::{ApiError, BodyErrors, ErrorResponse, RateLimitError};
use crate::booking::{context, settings_or_off};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam};
use clinic_rules::booking::{AppointmentState, SlotTime};
use clinic_store::{Appointment, Undo};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoRequest {
    /// The state that is undone.
    state: AppointmentState,
    /// The time that was on the screen, with `seenTime`. If the visit was moved since, nothing is changed.
    seen_date: Option<String>,
    seen_time: Option<String>,
    /// The `undoUntil` that was on the screen. If something else was pressed since, nothing is changed.
    undo_until: Option<Timestamp>,
    /// Another day for a cancelled or moved visit whose time is taken, with `time`.
    date: Option<String>,
    time: Option<String>,
}

/// Undo the last press on an appointment, for a day
///
/// With its emails and recalls: what is queued is not sent, and a patient who was told of the change is told again. A visit that
/// was cancelled or moved takes its time again. The email about a confirmation, a move, a cancellation or a decision about a closed time waits for 10
/// seconds, so that an undo within this time mails nobody. That a patient was told of a closure can be undone until they know it. An undo that leads to a request, or to an earlier day, counts like opening the appointment.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/undo",
    operation_id = "undoAppointment",
    params(("id" = String, Path, description = "The appointment")),
    request_body = UndoRequest,
    responses(
        (status = 200, body = DeskAppointment, description = "The appointment as it was before"),
        DeskErrors,
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "Somebody has changed it, a day has passed, or the time is taken; \
            `nearest` has the closest free times"),
        (status = 422, body = ErrorResponse, description = "Not a time that can be used"),
    )
)]
pub async fn undo(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<UndoRequest>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let (id, now) = (to_id(&id)?, services.clock.now());
    let slot = match (&request.date, &request.time) {
        (Some(date), Some(time)) => Some(staff_slot(date, time, now)?),
        _ => None,
    };
    let shown = services.store.appointment(&id).await?;
    let moved_from = shown.as_ref().and_then(Appointment::moved_from).map(SlotTime::of);
    if let Some(shown) = &shown {
        count_name_shown_by_undo(&desk, &session, shown, slot.or(moved_from), now).await?;
    }
    let seen_at = seen_time(request.seen_date.as_deref(), request.seen_time.as_deref())?;
    let actor = desk.actor(session.name.as_str());
    let undo = Undo { seen: request.state, seen_at, seen_until: request.undo_until, slot, settings: &settings, actor };
    let undone = services.store.undo_appointment(&id, undo, context(services, now)).await;
    answer_with_nearest(&desk, &settings, &id, slot.or(moved_from), undone).await
}
