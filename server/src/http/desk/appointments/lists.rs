//! What waits for staff: requests to confirm and patients to remind by phone.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::appointment::DeskAppointment;
use crate::http::desk::authorization::{DeskErrors, SignedIn};
use crate::http::desk::services::DeskServices;
use crate::http::problem::Problem;
use crate::store::WaitingCounts as StoredCounts;

/// How much waits for staff, for the badge.
#[derive(Serialize, ToSchema, TS)]
pub struct WaitingCounts {
    requests: u32,
    /// Requests without a time.
    waiting: u32,
    /// Expired requests, and visits cancelled by staff, whose patients no email has told.
    expired: u32,
    reminders: u32,
    recalls: u32,
}

#[derive(Serialize, ToSchema, TS)]
pub struct AppointmentList {
    appointments: Vec<DeskAppointment>,
}

/// Count what waits for staff
#[utoipa::path(
    get,
    path = "/api/desk/appointments/waiting",
    operation_id = "countWaiting",
    security(("session" = [])),
    responses((status = 200, body = WaitingCounts, description = "The counts"), DeskErrors)
)]
pub async fn waiting(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<WaitingCounts>, Problem> {
    let services = &desk.services;
    let counts = services.store.waiting_counts(services.clock.now()).await?;
    let StoredCounts { requests, waiting, expired, reminders, recalls } = counts;
    Ok(Json(WaitingCounts { requests, waiting, expired, reminders, recalls }))
}

/// List the requests that wait to be confirmed
#[utoipa::path(
    get,
    path = "/api/desk/appointments/requests",
    operation_id = "listRequests",
    security(("session" = [])),
    responses((status = 200, body = AppointmentList, description = "The requests, the earliest visit first"), DeskErrors)
)]
pub async fn requests(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<AppointmentList>, Problem> {
    let services = &desk.services;
    let requests = services.store.requested_appointments(services.clock.now()).await?;
    Ok(Json(AppointmentList { appointments: requests.iter().map(DeskAppointment::with_name).collect() }))
}

/// List the patients to remind by phone: visits of the next two days without a working email address
#[utoipa::path(
    get,
    path = "/api/desk/appointments/reminders",
    operation_id = "listReminders",
    security(("session" = [])),
    responses((status = 200, body = AppointmentList, description = "The appointments"), DeskErrors)
)]
pub async fn reminders(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<AppointmentList>, Problem> {
    let services = &desk.services;
    let now = services.clock.now();
    let to_remind = services.store.appointments_to_remind(now).await?;
    let appointments = to_remind.iter().map(|it| DeskAppointment::with_name_if_near(it, now)).collect();
    Ok(Json(AppointmentList { appointments }))
}
