//! Which instances of the site do not show what is published. A publication is answered before they show it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::require_editing;
use crate::api_error::{ApiError, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use clinic_store::NotShown;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentInstances {
    /// Those that do not show what is published. Empty when all do.
    not_shown: Vec<InstanceNotShown>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceNotShown {
    instance: String,
    /// The revision that it cannot show.
    revision: i64,
    /// What its visitors see instead.
    explanation: String,
    problems: Vec<String>,
    since: Timestamp,
}

impl From<NotShown> for InstanceNotShown {
    fn from(NotShown { instance, revision, explanation, problems, since }: NotShown) -> Self {
        Self { instance, revision, explanation, problems, since }
    }
}

/// List the instances that do not show what is published, and why (editors and owners)
#[utoipa::path(
    get,
    path = "/api/desk/content/instances",
    responses(
        (status = 200, body = ContentInstances, description = "Empty when visitors see what is published"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
) -> Result<Json<ContentInstances>, ApiError> {
    require_editing(&desk)?;
    let not_shown = desk.services.store.not_shown(desk.services.clock.now()).await?;
    Ok(Json(ContentInstances { not_shown: not_shown.into_iter().map(InstanceNotShown::from).collect() }))
}
