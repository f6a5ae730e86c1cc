//! What waits for staff: how much, and the requests to confirm.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::appointment::DeskAppointment;
use crate::api_error::ApiError;
use crate::booking::settings_or_off;
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use clinic_store::WaitingCounts as StoredCounts;

/// How much waits for staff, for the badge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingCounts {
    requests: u32,
    /// Requests without a time.
    waiting: u32,
    /// Visits at times at which the clinic is closed, of which nobody has decided anything.
    closed: u32,
    /// Patients to tell something by phone or message.
    to_tell: u32,
    recalls: u32,
    /// Patients who want an earlier time and for whom one is free.
    earlier: u32,
}

#[derive(Serialize, ToSchema)]
pub struct AppointmentList {
    appointments: Vec<DeskAppointment>,
}

/// Count what waits for staff
#[utoipa::path(
    get,
    path = "/api/desk/appointments/waiting",
    operation_id = "countWaiting",
    responses((status = 200, body = WaitingCounts, description = "The counts"), DeskErrors)
)]
pub async fn waiting(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<WaitingCounts>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let counts = services.store.waiting_counts(&settings, services.clock.now()).await?;
    let StoredCounts { requests, waiting, closed, to_tell, recalls, earlier } = counts;
    Ok(Json(WaitingCounts { requests, waiting, closed, to_tell, recalls, earlier }))
}

/// List the requests that wait to be confirmed
///
/// Without those at times at which the clinic is closed and those whose chair is gone: they are in the list of closed visits.
#[utoipa::path(
    get,
    path = "/api/desk/appointments/requests",
    operation_id = "listRequests",
    responses((status = 200, body = AppointmentList, description = "The requests, the earliest visit first"), DeskErrors)
)]
pub async fn requests(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<AppointmentList>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let requests = services.store.requests_to_confirm(&settings_or_off(&clinic), services.clock.now()).await?;
    Ok(Json(AppointmentList { appointments: requests.iter().map(DeskAppointment::with_name).collect() }))
}
