//! The health of the site, for owners.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::authorization::{DeskErrors, Owner};
use super::services::DeskServices;
use crate::http::health::Health;

/// List what needs the attention of the person who runs the site (owners)
#[utoipa::path(
    get,
    path = "/api/desk/health",
    operation_id = "getHealth",
    security(("session" = [])),
    responses((status = 200, body = Health, description = "One entry per check, each with what to do"), DeskErrors)
)]
pub async fn show(State(desk): State<Arc<DeskServices>>, Owner(_): Owner) -> Json<Health> {
    Json(Health::of(&desk.services))
}
