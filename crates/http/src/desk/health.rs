//! The health of the site, for owners.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::ToSchema;

use super::authorization::Owner;
use super::services::DeskServices;
use super::sign_in::confirm_identity::Confirmed;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::extract::JsonBody;
use crate::health::Health;

/// List what needs the attention of the person who runs the site (owners)
#[utoipa::path(
    get,
    path = "/api/desk/health",
    responses((status = 200, body = Health, description = "One entry per check, each with what to do"))
)]
pub async fn show(State(desk): State<Arc<DeskServices>>, Owner(_): Owner) -> Json<Health> {
    Json(Health::of(&desk.services).await)
}

#[derive(Deserialize, ToSchema)]
pub struct ConfirmClockRequest {
    /// The time of the server's clock that was shown.
    now: Timestamp,
}

/// Confirm that the clock of the server is right (owners)
///
/// Afterwards expired data is deleted and reminders are sent again, also when an outside clock disagrees.
#[utoipa::path(
    post,
    path = "/api/desk/health/clock",
    request_body = ConfirmClockRequest,
    responses(
        (status = 200, body = Health, description = "As after getHealth"),
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The clock shows another time than the one that was confirmed"),
    )
)]
pub async fn confirm_clock(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    JsonBody(ConfirmClockRequest { now }): JsonBody<ConfirmClockRequest>,
) -> Result<Json<Health>, ApiError> {
    let clock_check = &desk.services.clock_check;
    let actor = desk.actor(session.name.as_str());
    // Another instance may answer than the one whose time was shown, with another clock.
    if !clock_check.shows(now) {
        let message = "The clock of the server shows another time now. Please look at it again.";
        return Err(ApiError::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, message));
    }
    clock_check.confirm(actor).await?;
    Ok(Json(Health::of(&desk.services).await))
}

/// Send the emails that are held since a backup was restored (owners)
#[utoipa::path(
    post,
    path = "/api/desk/health/mail",
    responses((status = 200, body = Health, description = "As after getHealth"))
)]
pub async fn release_mail(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
) -> Result<Json<Health>, ApiError> {
    desk.services.store.release_mail(desk.actor(session.name.as_str())).await?;
    desk.services.outbox.wake();
    Ok(Json(Health::of(&desk.services).await))
}
