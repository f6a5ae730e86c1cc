//! An email about an appointment that was sent and came back to the clinic's mailbox.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::appointment::to_id;
use crate::api_error::{ApiError, BodyErrors, ErrorResponse};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{OptionalJsonBody, PathParam};

/// The address from which the email came back.
#[derive(Deserialize, ToSchema)]
pub struct ReturnedEmailRequest {
    /// As it was on the screen. If it was corrected since, nothing is changed.
    #[schema(example = "ada@example.com")]
    email: String,
}

/// Store that an email about the appointment came back (recorded)
///
/// The patient is in the list to tell, and nothing more is sent to the address. The same again changes nothing.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/email-returned",
    operation_id = "reportReturnedAppointmentEmail",
    params(("id" = String, Path, description = "The appointment")),
    request_body = Option<ReturnedEmailRequest>,
    responses(
        (status = 204, description = "Stored"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "No email was sent to this address, or it was corrected meanwhile"),
    )
)]
pub async fn report(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    // Tabs of an older release do not send it.
    OptionalJsonBody(request): OptionalJsonBody<ReturnedEmailRequest>,
) -> Result<StatusCode, ApiError> {
    let actor = desk.actor(session.name.as_str());
    let seen = request.as_ref().map(|request| request.email.as_str());
    desk.services.store.appointment_email_came_back(&to_id(&id)?, seen, actor).await?;
    Ok(StatusCode::NO_CONTENT)
}
