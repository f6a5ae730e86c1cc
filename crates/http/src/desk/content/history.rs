//! The history of the content: who published what and when, and the texts before and after.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use bytes::Bytes;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::checks::{ChangedVisits, RenamedChair, VisitsOnDay, changed_visits};
use super::documents::text_of;
use super::publication::{restored_files, unknown_revision};
use super::require_editing;
use crate::api_error::{ApiError, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::{PathParam, QueryParams};
use clinic_content::definition::{self, DocumentDefinition};
use clinic_content::{CLINIC_FILE, DocumentKind, Folder};
use clinic_site::load_candidate;
use clinic_site::page_registry::site_pages;
use clinic_store::{FileChange, Removal, RevisionInfo};

const PAGE: u32 = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// The last number of the page before.
    below: Option<i64>,
    /// Only the revisions that changed this document.
    path: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ContentHistory {
    /// Newest first. Empty until something was published.
    revisions: Vec<ContentRevision>,
    /// Whether there are more after the last one.
    more: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentRevision {
    number: i64,
    author: String,
    note: String,
    published_at: Timestamp,
    /// What it changed. Empty for the content that came with the program, and in the history of one document.
    documents: Vec<String>,
    /// What an owner has removed from it for good since.
    removed: Vec<RemovedFile>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedFile {
    /// The document that a passage was removed from, or the picture.
    path: String,
    is_picture: bool,
    removed_by: String,
    removed_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevisionChanges {
    changes: Vec<DocumentChange>,
    /// The documents that have been changed since: what restoring the revision would change back.
    changed_since: BTreeSet<String>,
    /// The published revision that it was compared with, to be named when the revision is restored.
    published: i64,
    /// The clinic's facts, hours and chairs in this revision. Null unless they have been changed since.
    #[schema(required)]
    clinic: Option<String>,
    /// Appointments for which there would be no place any more if the revision was restored.
    visits: Vec<VisitsOnDay>,
    /// Chairs whose visits would be with another name if it was restored.
    renamed_chairs: Vec<RenamedChair>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentChange {
    path: String,
    /// False for pictures. Their texts are null.
    is_text: bool,
    /// Null when the document did not exist.
    #[schema(required)]
    before: Option<String>,
    /// Null when the document was deleted.
    #[schema(required)]
    after: Option<String>,
    is_new: bool,
    is_deleted: bool,
    /// The fields of its form, which name what was changed. Null for documents without fixed keys.
    #[schema(required)]
    definition: Option<DocumentDefinition>,
}

impl From<Removal> for RemovedFile {
    fn from(Removal { path, is_picture, removed_by, removed_at }: Removal) -> Self {
        Self { path, is_picture, removed_by, removed_at }
    }
}

impl From<FileChange> for DocumentChange {
    fn from(FileChange { path, before, after }: FileChange) -> Self {
        let is_text = DocumentKind::of(&path).is_some_and(|kind| kind != DocumentKind::Picture);
        let text = |bytes: &Option<Bytes>| {
            bytes.as_ref().filter(|_| is_text).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        };
        let (is_new, is_deleted) = (before.is_none(), after.is_none());
        let definition = definition::of(&path, &site_pages().files);
        Self { path, is_text, before: text(&before), after: text(&after), is_new, is_deleted, definition }
    }
}

/// List who published the content and when (editors and owners)
#[utoipa::path(
    get,
    path = "/api/desk/content/history",
    params(HistoryQuery),
    responses(
        (status = 200, body = ContentHistory, description = "Newest first"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    QueryParams(HistoryQuery { below, path }): QueryParams<HistoryQuery>,
) -> Result<Json<ContentHistory>, ApiError> {
    require_editing(&desk)?;
    // One more than the page shows whether there are more.
    let history = desk.services.store.content_history(path.as_deref(), below, PAGE + 1).await?;
    let more = history.len() > PAGE as usize;
    let (newest, oldest) = (history.first().map_or(0, |it| it.number), history.last().map_or(0, |it| it.number));
    let mut removals = desk.services.store.removals(oldest, newest).await?;
    let mut changed = match path {
        None => desk.services.store.changed_paths(oldest, newest).await?,
        Some(_) => BTreeMap::new(),
    };
    let revision = |RevisionInfo { number, author, note, published_at }| {
        let removed = removals.remove(&number).unwrap_or_default().into_iter().map(RemovedFile::from).collect();
        let documents = changed.remove(&number).unwrap_or_default();
        ContentRevision { number, author, note, published_at, documents, removed }
    };
    Ok(Json(ContentHistory { revisions: history.into_iter().take(PAGE as usize).map(revision).collect(), more }))
}

/// Show what a revision changed (editors and owners)
#[utoipa::path(
    get,
    path = "/api/desk/content/history/{revision}",
    params(("revision" = i64, Path, description = "The number of the revision")),
    responses(
        (status = 200, body = RevisionChanges, description = "The documents that differ from the revision before"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn show(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    PathParam(revision): PathParam,
) -> Result<Json<RevisionChanges>, ApiError> {
    let editing = require_editing(&desk)?;
    let number = revision.parse().map_err(|_| unknown_revision())?;
    let changes = desk.services.store.content_changes(number).await?.ok_or_else(unknown_revision)?;
    let (changed_since, published) = desk.services.store.changed_since(number).await?;
    let changes = changes.into_iter().map(DocumentChange::from).collect();
    let mut clinic = None;
    let mut visits = ChangedVisits::default();
    if changed_since.contains(CLINIC_FILE) {
        let base = editing.editions.published().await?;
        let files = restored_files(&desk.services.store, number, &base).await?;
        clinic = files.get(CLINIC_FILE).and_then(text_of);
        visits = visits_after_restore(&desk, &base.files, files).await?;
    }
    let ChangedVisits { without_place: visits, renamed_chairs } = visits;
    Ok(Json(RevisionChanges { changes, changed_since, published, clinic, visits, renamed_chairs }))
}

/// None for a revision that cannot be restored.
async fn visits_after_restore(
    desk: &DeskServices,
    published: &Folder,
    files: Folder,
) -> Result<ChangedVisits, ApiError> {
    let (now, base) = (desk.services.clock.now(), published.clone());
    let loaded = tokio::task::spawn_blocking(move || load_candidate(&files, &base, now))
        .await
        .map_err(|panic| ApiError::internal(&panic))?;
    match loaded {
        Ok(content) => changed_visits(desk, published, &content, now).await,
        Err(_) => Ok(ChangedVisits::default()),
    }
}
