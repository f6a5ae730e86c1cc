//! Requests that hold no time and wait for staff, and appointments that nobody has acknowledged.

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
use crate::store::Appointment;

/// Requests that need staff, besides those to confirm.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct WaitingRequests {
    /// Without a time. Confirming gives the time that the patient asked for, moving gives another one.
    waiting: Vec<DeskAppointment>,
    /// How many wait; the list has the first 200.
    waiting_total: u32,
    /// Confirmed at once, of patients who have never come and whom staff have not acknowledged by confirming.
    unacknowledged: Vec<DeskAppointment>,
}

/// List the requests without a time, and new patients to acknowledge
#[utoipa::path(
    get,
    path = "/api/desk/appointments/waiting-requests",
    operation_id = "listWaitingRequests",
    security(("session" = [])),
    responses((status = 200, body = WaitingRequests, description = "The lists"), DeskErrors)
)]
pub async fn waiting_requests(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<WaitingRequests>, Problem> {
    let (store, now) = (&desk.services.store, desk.services.clock.now());
    let waiting = store.waiting_appointments(now).await?;
    let list = |appointments: &[Appointment]| appointments.iter().map(DeskAppointment::from).collect();
    Ok(Json(WaitingRequests {
        waiting: list(&waiting.appointments),
        waiting_total: u32::try_from(waiting.total).unwrap_or(u32::MAX),
        unacknowledged: list(&store.unacknowledged_appointments(now).await?),
    }))
}
