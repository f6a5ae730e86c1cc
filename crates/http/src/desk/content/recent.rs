//! What the signed-in person published last: the list of content offers it again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_error::ApiError;
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use clinic_content::DocumentKind;

/// Among so many of the latest revisions.
const REVISIONS: u32 = 50;

const MOST: usize = 5;

#[derive(Serialize, ToSchema)]
pub struct RecentDocuments {
    /// Newest first, at most five, without pictures. One that was deleted is among them.
    documents: Vec<RecentDocument>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecentDocument {
    path: String,
    published_at: Timestamp,
}

/// List the documents that one has published last (editors and owners)
#[utoipa::path(
    get,
    path = "/api/desk/content/recent",
    responses((status = 200, body = RecentDocuments, description = "Empty when nothing is edited here"), DeskErrors)
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
) -> Result<Json<RecentDocuments>, ApiError> {
    let mut documents: Vec<RecentDocument> = Vec::new();
    if desk.content.is_none() {
        return Ok(Json(RecentDocuments { documents }));
    }
    let store = &desk.services.store;
    let history = store.content_history(None, None, REVISIONS).await?;
    for revision in history.iter().filter(|revision| revision.author == session.name.as_str()) {
        // Only of this revision: each has the paths of the whole site.
        let changed = store.changed_paths(revision.number, revision.number).await?.remove(&revision.number);
        for path in changed.unwrap_or_default() {
            let kind = DocumentKind::of(&path);
            let is_picture = matches!(kind, Some(DocumentKind::Picture | DocumentKind::Descriptions));
            if !is_picture && documents.iter().all(|document| document.path != path) {
                documents.push(RecentDocument { path, published_at: revision.published_at });
            }
        }
        if documents.len() >= MOST {
            break;
        }
    }
    documents.truncate(MOST);
    Ok(Json(RecentDocuments { documents }))
}
