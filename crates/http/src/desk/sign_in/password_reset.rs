//! Passwords chosen with a one-time link: the first one of an invited colleague, or a new one for somebody who forgot
//! theirs. Two-step verification stays on, so a stolen link alone does not open an account that has it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::confirm_identity::Confirmed;
use super::one_time_link::OneTimeLink;
use super::sign_in_client::SignInClient;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::authorization::Owner;
use crate::desk::services::DeskServices;
use crate::desk::staff::{hash_password, parse_name};
use crate::extract::{JsonBody, PathParam};
use clinic_rules::staff::{ResetToken, StaffName};
use clinic_store::LinkAccount;

/// Create a link for a new password of a colleague, or a new link for an invitation (owners only)
///
/// The link works once and for 24 hours, that of an invitation for 72 hours. An earlier link of the account stops working.
#[utoipa::path(
    post,
    path = "/api/desk/staff/{name}/reset-password",
    params(("name" = String, Path, description = "The name of the account, in any case")),
    responses(
        (status = 201, body = OneTimeLink, description = "The link, which is shown only now"),
        (status = 409, body = ErrorResponse, description = "The account is disabled, or it is one's own"),
    )
)]
pub async fn offer(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    PathParam(name): PathParam,
) -> Result<(StatusCode, Json<OneTimeLink>), ApiError> {
    let name = parse_name(&name)?;
    // Otherwise an unlocked device would be enough to change the owner's own password.
    if name.key() == session.name.key() {
        let message = "This is your own account. Please change your password under Account.";
        return Err(ApiError::new(StatusCode::CONFLICT, ErrorCode::OwnAccount, message));
    }
    let token = desk.new_link();
    let actor = desk.actor(session.name.as_str());
    let expires_at = desk.services.store.offer_password_reset(&name, &token, actor).await?;
    Ok((StatusCode::CREATED, Json(OneTimeLink::new(&token, expires_at))))
}

#[derive(Deserialize, ToSchema)]
pub struct OpenLinkRequest {
    /// The part of the link after `#`.
    pub(super) token: String,
}

#[derive(Serialize, ToSchema)]
pub struct OpenedLink {
    /// The name to sign in with.
    name: String,
    /// Whether it is an invitation and the account has no password yet.
    invitation: bool,
}

/// Find out whom a link is for
///
/// Changes nothing: the link works until a password is chosen with it.
#[utoipa::path(
    post,
    path = "/api/desk/reset-password/open",
    request_body = OpenLinkRequest,
    responses(
        (status = 200, body = OpenedLink, description = "The account"),
        BodyErrors,
        (status = 410, body = ErrorResponse, description = "The link has expired, was used, replaced or changed"),
    )
)]
pub async fn open(
    State(desk): State<Arc<DeskServices>>,
    JsonBody(OpenLinkRequest { token }): JsonBody<OpenLinkRequest>,
) -> Result<Json<OpenedLink>, ApiError> {
    let (_, account) = find_account(&desk, &token).await?;
    Ok(Json(OpenedLink { name: account.name.to_string(), invitation: account.is_invited }))
}

#[derive(Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// The part of the link after `#`.
    token: String,
    #[schema(min_length = 12, max_length = 128)]
    password: String,
}

#[derive(Serialize, ToSchema)]
pub struct ResetPasswordResult {
    /// The name to sign in with.
    name: String,
}

impl ResetPasswordResult {
    pub fn new(name: &StaffName) -> Self {
        Self { name: name.to_string() }
    }
}

/// Choose a password with a link
///
/// Ends all sessions of the account.
#[utoipa::path(
    post,
    path = "/api/desk/reset-password",
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, body = ResetPasswordResult, description = "The password was changed"),
        BodyErrors,
        (status = 410, body = ErrorResponse, description = "The link has expired, was used, replaced or changed"),
        (status = 422, body = ErrorResponse, description = "The password is easy to guess"),
    )
)]
pub async fn reset(
    State(desk): State<Arc<DeskServices>>,
    client: SignInClient,
    JsonBody(ResetPasswordRequest { token, password }): JsonBody<ResetPasswordRequest>,
) -> Result<Json<ResetPasswordResult>, ApiError> {
    let services = &desk.services;
    // Before the slow hash: without a valid link, nobody can make the server work.
    let (token, LinkAccount { name, .. }) = find_account(&desk, &token).await?;
    let hash = hash_password(&desk, desk.choose_password(&password, &name)?).await?;
    if !services.store.use_password_reset(&token, &name, &hash, desk.actor(name.as_str())).await? {
        return Err(invalid_link());
    }
    // Whoever forgot the password has tried several, and would have to wait.
    services.store.reset_attempts(&client.attempt(&desk, name.as_str())).await?;
    Ok(Json(ResetPasswordResult::new(&name)))
}

async fn find_account(desk: &DeskServices, token: &str) -> Result<(ResetToken, LinkAccount), ApiError> {
    let services = &desk.services;
    let token = ResetToken::parse(token).ok_or_else(|| {
        let message =
            "This link is not complete. Please open it again as it was sent to you, or ask an owner for a new one.";
        ApiError::new(StatusCode::GONE, ErrorCode::InvalidLink, message)
    })?;
    let account = services.store.password_reset_account(&token, services.clock.now()).await?;
    Ok((token, account.ok_or_else(invalid_link)?))
}

fn invalid_link() -> ApiError {
    let message =
        "This link has expired, was already used or was replaced by a newer one. Please ask an owner for a new link.";
    ApiError::new(StatusCode::GONE, ErrorCode::InvalidLink, message)
}
