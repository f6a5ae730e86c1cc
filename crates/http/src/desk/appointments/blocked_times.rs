//! Blocking times, so that nothing can be booked in them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::input::{check_chair, reason};
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::booking::{invalid_field, not_a_time, settings_of};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam};
use clinic_rules::booking::SlotTime;
use clinic_store::{BlockError, NewBlock};

#[derive(Deserialize, ToSchema)]
pub struct BlockTimeRequest {
    date: String,
    from: String,
    until: String,
    /// Left out, all chairs are blocked.
    chair: Option<u16>,
    reason: String,
}

/// Block a time, so that nothing can be booked in it
#[utoipa::path(
    post,
    path = "/api/desk/blocked-times",
    operation_id = "blockTime",
    request_body = BlockTimeRequest,
    responses(
        (status = 204, description = "The time is blocked"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "There is an appointment in this time"),
        (status = 422, body = ErrorResponse, description = "Not a time, a chair or a reason that can be used"),
    )
)]
pub async fn block(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    JsonBody(request): JsonBody<BlockTimeRequest>,
) -> Result<StatusCode, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let times = (SlotTime::parse(&request.date, &request.from), SlotTime::parse(&request.date, &request.until));
    let (Some(from), Some(until)) = times else { return Err(not_a_time()) };
    let (Some(starts_at), Some(ends_at)) = (from.timestamp(), until.timestamp()) else { return Err(not_a_time()) };
    if until <= from {
        return Err(invalid_field("until", "The time must end after it begins.".to_owned()));
    }
    let chairs = match request.chair {
        None => settings.chair_numbers(),
        Some(chair) => {
            check_chair(settings, chair)?;
            vec![chair]
        }
    };
    let reason = reason(&request.reason)?;
    let block = NewBlock { chairs: &chairs, starts_at, ends_at, reason: &reason };
    services.store.block_time(block, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a blocked time
#[utoipa::path(
    post,
    path = "/api/desk/blocked-times/{id}/remove",
    operation_id = "unblockTime",
    params(("id" = String, Path, description = "The blocked time")),
    responses((status = 204, description = "The time can be booked again"), DeskErrors)
)]
pub async fn unblock(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.unblock_time(&id, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<BlockError> for ApiError {
    fn from(error: BlockError) -> Self {
        let (status, code) = match error {
            BlockError::Taken => (StatusCode::CONFLICT, ErrorCode::TimeBlocked),
            BlockError::Unknown => (StatusCode::NOT_FOUND, ErrorCode::UnknownBlock),
        };
        Self::new(status, code, error.to_string())
    }
}
