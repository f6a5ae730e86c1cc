//! Requests that hold no time and wait for staff, and appointments that nobody has acknowledged.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::appointment::DeskAppointment;
use crate::api_error::ApiError;
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::QueryParams;
use clinic_store::Appointment;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WaitingRequestsQuery {
    /// How many requests without a time come before this page; 0 when left out.
    offset: Option<u32>,
}

/// Requests that need staff, besides those to confirm.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingRequests {
    /// A page of those without a time. Confirming gives the time that the patient asked for, moving gives another one.
    waiting: Vec<DeskAppointment>,
    /// How many wait, on all pages.
    waiting_total: u32,
    /// Confirmed at once, of patients who have never come and whom staff have not acknowledged by confirming. On
    /// the first page.
    unacknowledged: Vec<DeskAppointment>,
}

/// List the requests without a time, and new patients to acknowledge
#[utoipa::path(
    get,
    path = "/api/desk/appointments/waiting-requests",
    operation_id = "listWaitingRequests",
    params(WaitingRequestsQuery),
    responses((status = 200, body = WaitingRequests, description = "The lists"), DeskErrors)
)]
pub async fn waiting_requests(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
    QueryParams(query): QueryParams<WaitingRequestsQuery>,
) -> Result<Json<WaitingRequests>, ApiError> {
    let (store, now) = (&desk.services.store, desk.services.clock.now());
    let offset = query.offset.unwrap_or_default();
    let waiting = store.waiting_appointments(offset, now).await?;
    let unacknowledged = if offset == 0 { store.unacknowledged_appointments(now).await? } else { Vec::new() };
    let list = |appointments: &[Appointment]| appointments.iter().map(DeskAppointment::from).collect();
    Ok(Json(WaitingRequests {
        waiting: list(&waiting.appointments),
        waiting_total: u32::try_from(waiting.total).unwrap_or(u32::MAX),
        unacknowledged: list(&unacknowledged),
    }))
}
