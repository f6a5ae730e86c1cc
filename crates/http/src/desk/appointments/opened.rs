//! An opened appointment: the patient's name and phone number, and a message that is ready to send. Opening is recorded in
//! the audit log and limited. The patient's link is in no answer of the desk: whoever reads it could act as the patient.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::appointment::{DeskAppointment, to_id};
use super::earlier_times::EarlierWish;
use super::told_text::{told_text, what_to_tell};
use crate::api_error::{ApiError, RateLimitError};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::desk::whatsapp_sms_message::ReadyMessage;
use crate::extract::PathParam;
use clinic_rules::booking::ToTell;
use clinic_store::Appointment;

/// An appointment with what the patient entered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedAppointment {
    appointment: DeskAppointment,
    name: String,
    /// Who brings the patient, whose phone and email these are.
    #[schema(required)]
    brought_by: Option<String>,
    phone: String,
    #[schema(required)]
    email: Option<String>,
    note: String,
    #[schema(required)]
    cancel_reason: Option<String>,
    /// When the patient can come, if they want an earlier time.
    #[schema(required)]
    earlier: Option<EarlierWish>,
    /// All visits of its series, in the order in which they were planned. Empty for a visit of its own.
    series_visits: Vec<DeskAppointment>,
    /// What the message says: what the patient does not know yet, or a reminder.
    to_tell: ToTell,
    /// A message that is ready to send.
    message: ReadyMessage,
}

/// Open an appointment: shows the patient's name and phone number (recorded and limited)
///
/// An account opens 30 records in 24 hours; for 30 more, the session must be confirmed (403 `confirmation_needed`). It opens 120
/// in 24 hours at most (429). The same record again within them is not counted.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/open",
    operation_id = "openAppointment",
    params(("id" = String, Path, description = "The appointment")),
    responses((status = 200, body = OpenedAppointment, description = "The appointment"), DeskErrors, RateLimitError)
)]
pub async fn open(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<Json<OpenedAppointment>, ApiError> {
    let appointment = desk.services.store.open_appointment(&to_id(&id)?, desk.reader(&session)).await?;
    Ok(Json(opened(&desk, &appointment).await?))
}

pub async fn opened(desk: &DeskServices, appointment: &Appointment) -> Result<OpenedAppointment, ApiError> {
    let store = &desk.services.store;
    let earlier = store.earlier_wish(appointment).await?;
    let series_visits = match &appointment.series {
        Some(place) => store.series(&place.id).await?,
        None => Vec::new(),
    };
    Ok(OpenedAppointment {
        appointment: DeskAppointment::from(appointment),
        name: appointment.name.clone(),
        brought_by: appointment.brought_by.clone(),
        phone: appointment.phone.as_str().to_owned(),
        email: appointment.email.as_ref().map(|email| email.as_typed().to_owned()),
        note: appointment.note.clone(),
        cancel_reason: appointment.cancel_reason.clone(),
        earlier: earlier.map(EarlierWish::from),
        series_visits: series_visits.iter().map(DeskAppointment::from).collect(),
        to_tell: what_to_tell(desk, appointment),
        message: ReadyMessage::new(&appointment.phone, told_text(desk, appointment).await?),
    })
}
