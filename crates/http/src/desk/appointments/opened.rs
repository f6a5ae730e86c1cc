//! An opened appointment: the patient's name and phone number, and a message that is ready to send. Opening is recorded in
//! the audit log and limited. The patient's link is in no answer of the desk: whoever reads it could act as the patient.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::appointment::{DeskAppointment, to_id};
use super::told_text::{told_text, what_to_tell};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::desk::whatsapp_sms_message::ReadyMessage;
use crate::extract::PathParam;
use crate::problem::{Problem, RateLimitError};
use clinic_rules::booking::ToTell;
use clinic_store::Appointment;

/// An appointment with what the patient entered.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct OpenedAppointment {
    appointment: DeskAppointment,
    name: String,
    phone: String,
    #[schema(required)]
    email: Option<String>,
    note: String,
    #[schema(required)]
    cancel_reason: Option<String>,
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
) -> Result<Json<OpenedAppointment>, Problem> {
    let appointment = desk.services.store.open_appointment(&to_id(&id)?, desk.reader(&session)).await?;
    Ok(Json(opened(&desk, &appointment)))
}

pub fn opened(desk: &DeskServices, appointment: &Appointment) -> OpenedAppointment {
    OpenedAppointment {
        appointment: DeskAppointment::from(appointment),
        name: appointment.name.clone(),
        phone: appointment.phone.as_str().to_owned(),
        email: appointment.email.as_ref().map(|email| email.as_typed().to_owned()),
        note: appointment.note.clone(),
        cancel_reason: appointment.cancel_reason.clone(),
        to_tell: what_to_tell(desk, appointment),
        message: ReadyMessage::new(&appointment.phone, told_text(desk, appointment)),
    }
}
