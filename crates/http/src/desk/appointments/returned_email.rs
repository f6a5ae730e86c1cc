//! An email about an appointment that was sent and came back to the clinic's mailbox.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use super::appointment::to_id;
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::PathParam;
use crate::problem::{ErrorResponse, Problem};

/// Store that an email about the appointment came back (recorded)
///
/// The patient is in the list to tell, and nothing more is sent to the address. The same again changes nothing.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/email-returned",
    operation_id = "reportReturnedAppointmentEmail",
    params(("id" = String, Path, description = "The appointment")),
    responses(
        (status = 204, description = "Stored"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "No email was sent"),
    )
)]
pub async fn report(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<StatusCode, Problem> {
    let actor = desk.actor(session.name.as_str());
    desk.services.store.appointment_email_came_back(&to_id(&id)?, actor).await?;
    Ok(StatusCode::NO_CONTENT)
}
