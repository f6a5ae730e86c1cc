//! Sending a patient a new link to an appointment, which ends the earlier one: it was forwarded, or the patient lost it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::appointment::to_id;
use crate::api::appointment::link;
use crate::api_error::{ApiError, RateLimitError};
use crate::booking::{context, deliver};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::desk::whatsapp_sms_message::ReadyMessage;
use crate::extract::PathParam;
use clinic_store::{Appointment, ChangeAppointmentError, appointment_record};

/// How the patient gets the new link.
#[derive(Serialize, ToSchema)]
pub struct SentLink {
    /// Whether it was emailed. Not when the visit has begun or was cancelled.
    emailed: bool,
    /// A message with the link that is ready to send, when the patient cannot be reached by email. Otherwise nobody at the
    /// desk needs the link.
    #[schema(required)]
    message: Option<ReadyMessage>,
}

/// Send the patient a new link; the earlier one ends (recorded)
///
/// Counts as an opened record: without a working email address, the answer has the patient's name, number and new link.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/link",
    operation_id = "sendAppointmentLink",
    params(("id" = String, Path, description = "The appointment")),
    responses((status = 200, body = SentLink, description = "The earlier link has ended"), DeskErrors, RateLimitError)
)]
pub async fn send(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<Json<SentLink>, ApiError> {
    let services = &desk.services;
    let id = to_id(&id)?;
    services.store.appointment(&id).await?.ok_or(ChangeAppointmentError::Unknown)?;
    services.store.count_opened_record(appointment_record(id.as_str()), desk.reader(&session)).await?;
    let (actor, context) = (desk.actor(session.name.as_str()), context(services, services.clock.now()));
    let (appointment, lease) = services.store.send_new_link(&id, actor, context).await?;
    let emailed = lease.is_some();
    deliver(services, lease).await;
    let message = (!appointment.has_working_email()).then(|| ready_message(&desk, &appointment));
    Ok(Json(SentLink { emailed, message }))
}

fn ready_message(desk: &DeskServices, appointment: &Appointment) -> ReadyMessage {
    let services = &desk.services;
    let (clinic, site_url) = (&(services.clinic)().name, services.settings.site_url.trim_end_matches('/'));
    let Appointment { title, reference, .. } = appointment;
    let recipient = appointment.recipient();
    let text = format!(
        "Hello {}, this is {clinic}. This is your new link to {} appointment ({title}, reference {reference}). The earlier \
         link no longer works: {site_url}{}",
        recipient.greeted(),
        recipient.your(),
        link(services, appointment),
    );
    ReadyMessage::new(&appointment.phone, text)
}
