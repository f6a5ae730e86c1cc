//! Where the signed-in person is signed in, and signing out there.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_error::{ApiError, ErrorCode};
use crate::desk::authorization::SignedIn;
use crate::desk::services::DeskServices;
use crate::extract::PathParam;
use clinic_store::OpenSession;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    id: String,
    /// Such as "Chrome on Android".
    browser: String,
    signed_in_at: Timestamp,
    last_used_at: Timestamp,
    /// Whether this call was made with it.
    current: bool,
}

#[derive(Serialize, ToSchema)]
pub struct OwnSessions {
    /// The one that was used last first.
    sessions: Vec<OwnSession>,
}

/// List the sessions of this account
#[utoipa::path(
    get,
    path = "/api/desk/me/sessions",
    responses((status = 200, body = OwnSessions, description = "Where this account is signed in"))
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
) -> Result<Json<OwnSessions>, ApiError> {
    let sessions = desk.services.store.open_sessions(&session.name, desk.services.clock.now()).await?;
    let describe = |OpenSession { id, browser, made_at, seen_at }| OwnSession {
        current: id == session.key.as_str(),
        id,
        browser,
        signed_in_at: made_at,
        last_used_at: seen_at,
    };
    Ok(Json(OwnSessions { sessions: sessions.into_iter().map(describe).collect() }))
}

/// Sign out of one session of this account
#[utoipa::path(
    post,
    path = "/api/desk/me/sessions/{id}/sign-out",
    params(("id" = String, Path, description = "The id of the session")),
    responses((status = 204, description = "The session has ended"))
)]
pub async fn sign_out(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    if desk.services.store.end_session(&session.name, &id, desk.actor(session.name.as_str())).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    let message = "This session has already ended. Please load the page again.";
    Err(ApiError::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, message))
}
