//! The first owner's account, created with the link that the server prints when it starts without an owner.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::password_reset::{OpenLinkRequest, ResetPasswordResult};
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::services::DeskServices;
use crate::desk::staff::hash_password;
use crate::extract::JsonBody;
use clinic_rules::staff::{ResetToken, StaffName};

#[derive(Deserialize, ToSchema)]
pub struct CreateOwnerRequest {
    /// The part of the link after `#`.
    token: String,
    #[schema(min_length = 2, max_length = 40)]
    name: String,
    #[schema(min_length = 12, max_length = 128)]
    password: String,
}

/// Find out whether a set-up link can be used
///
/// Changes nothing: the link works until the account is created.
#[utoipa::path(
    post,
    path = "/api/desk/setup/open",
    request_body = OpenLinkRequest,
    responses(
        (status = 204, description = "The link can be used"),
        BodyErrors,
        (status = 410, body = ErrorResponse, description = "The link has expired, was used, replaced or changed"),
    )
)]
pub async fn open(
    State(desk): State<Arc<DeskServices>>,
    JsonBody(OpenLinkRequest { token }): JsonBody<OpenLinkRequest>,
) -> Result<StatusCode, ApiError> {
    find_link(&desk, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create the owner's account with a set-up link
///
/// The link is printed when the server starts without an owner. It works once and for an hour.
#[utoipa::path(
    post,
    path = "/api/desk/setup",
    request_body = CreateOwnerRequest,
    responses(
        (status = 201, body = ResetPasswordResult, description = "The owner can sign in"),
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The name is taken"),
        (status = 410, body = ErrorResponse, description = "The link has expired, was used, replaced or changed"),
        (status = 422, body = ErrorResponse, description = "An invalid name, or a password that is easy to guess"),
    )
)]
pub async fn create(
    State(desk): State<Arc<DeskServices>>,
    JsonBody(CreateOwnerRequest { token, name, password }): JsonBody<CreateOwnerRequest>,
) -> Result<(StatusCode, Json<ResetPasswordResult>), ApiError> {
    // Before the slow hash: without a valid link, nobody can make the server work.
    let token = find_link(&desk, &token).await?;
    let name = StaffName::parse(&name)?;
    let hash = hash_password(&desk, desk.choose_password(&password, &name)?).await?;
    if !desk.services.store.use_owner_setup(&token, &name, &hash, desk.actor(name.as_str())).await? {
        return Err(invalid_link());
    }
    Ok((StatusCode::CREATED, Json(ResetPasswordResult::new(&name))))
}

async fn find_link(desk: &DeskServices, token: &str) -> Result<ResetToken, ApiError> {
    let token = ResetToken::parse(token).ok_or_else(invalid_link)?;
    let is_valid = desk.services.store.is_owner_setup_link(&token, desk.services.clock.now()).await?;
    if is_valid { Ok(token) } else { Err(invalid_link()) }
}

fn invalid_link() -> ApiError {
    let message =
        "This link has expired, was already used or is not complete. Restart the server: it prints a new one.";
    ApiError::new(StatusCode::GONE, ErrorCode::InvalidLink, message)
}
