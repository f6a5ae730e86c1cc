//! What to look at before publishing: mistakes, which refuse a publication, and warnings, about which the desk asks.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::editing;
use super::publication::DraftVersion;
use super::require_editing;
use crate::clinic_time;
use crate::content::advice::{self, Advice};
use crate::http::desk::authorization::{DeskErrors, Editor};
use crate::http::desk::services::DeskServices;
use crate::http::problem::{ContentProblem, ErrorResponse, Problem};

#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct ContentChecks {
    /// Mistakes. Nothing is published while there is one.
    errors: Vec<ContentProblem>,
    /// What could be better in the documents that have drafts.
    warnings: Vec<Advice>,
    /// What could be better in all other documents.
    unchanged_warnings: Vec<Advice>,
    /// The drafts that were looked at, for the publication.
    drafts: Vec<DraftVersion>,
}

/// List what to look at before the drafts are published (editors and owners)
///
/// Mistakes refuse a publication. Warnings do not: the desk shows them and asks.
#[utoipa::path(
    get,
    path = "/api/desk/content/checks",
    operation_id = "checkContent",
    security(("session" = [])),
    responses(
        (status = 200, body = ContentChecks, description = "Mistakes and warnings, by file and line"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn list(State(desk): State<Arc<DeskServices>>, Editor(_): Editor) -> Result<Json<ContentChecks>, Problem> {
    let editing = require_editing(&desk)?;
    let edition = editing.editions.read().await?;
    let now = desk.services.clock.now();
    let errors = match editing::check(editing, &edition.files, now).await? {
        Ok(_) => Vec::new(),
        Err(problems) => editing::describe(problems.0),
    };
    let permit = editing.wait_for_turn().await?;
    let (folder, publisher) = (edition.files.clone(), Arc::clone(&editing.publisher));
    let work = tokio::task::spawn_blocking(move || {
        let today = now.to_zoned(clinic_time::zone()).date();
        let found = advice::find(&folder, today, |picture| publisher.largest_picture_bytes(picture));
        drop(permit);
        found
    });
    let found = work.await.map_err(|panic| Problem::internal(&panic))?;
    let (warnings, unchanged_warnings) = found.into_iter().partition(|advice| edition.draft(&advice.file).is_some());
    let drafts = edition.drafts.iter().map(DraftVersion::of).collect();
    Ok(Json(ContentChecks { errors, warnings, unchanged_warnings, drafts }))
}
