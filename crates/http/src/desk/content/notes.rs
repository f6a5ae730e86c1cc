//! Notes of staff to their colleagues on a document ("please check the dose"), and the list of those that are open.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::booking::key_of;
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam, QueryParams};
use clinic_store::{NewNote, Note, NoteRefused, OpenNotes as StoredNotes, Resolved};

/// In characters. The desk's field counts up to the same number.
const MAX_TEXT: usize = 1_000;
/// Much more than a note may have, so that a long one is refused with a sentence about its length.
const MAX_BODY_BYTES: usize = 128 * 1024;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentNote {
    id: String,
    /// The document that it is about.
    path: String,
    /// Its title, or the last one when there is no such document any more.
    #[schema(required)]
    title: Option<String>,
    /// False when the document was deleted.
    has_document: bool,
    author: String,
    text: String,
    written_at: Timestamp,
    /// Null while it is open.
    #[schema(required)]
    resolved: Option<ResolvedNote>,
}

/// Who said that a note is done, and when.
#[derive(Serialize, ToSchema)]
pub struct ResolvedNote {
    by: String,
    at: Timestamp,
}

#[derive(Serialize, ToSchema)]
pub struct OpenNotes {
    /// The newest 200, newest first.
    notes: Vec<ContentNote>,
    /// How many there are.
    total: u64,
}

#[derive(Serialize, ToSchema)]
pub struct DocumentNotes {
    /// Those that are open, then those that are done, newest first.
    notes: Vec<ContentNote>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DocumentNotesQuery {
    /// The document, such as `articles/first-aid.md`.
    path: String,
}

#[derive(Deserialize, ToSchema)]
pub struct AddNoteRequest {
    /// The document, such as `articles/first-aid.md`.
    path: String,
    #[schema(min_length = 1, max_length = 1_000)]
    text: String,
}

impl From<Note> for ContentNote {
    fn from(note: Note) -> Self {
        let Note { id, path, title, has_document, author, text, written_at, resolved } = note;
        let resolved = resolved.map(|Resolved { by, at }| ResolvedNote { by, at });
        Self { id, path, title, has_document, author, text, written_at, resolved }
    }
}

/// List the open notes to colleagues on all documents (editors and owners)
#[utoipa::path(
    get,
    path = "/api/desk/content/notes",
    responses(
        (status = 200, body = OpenNotes, description = "Also those on documents that were deleted since"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn list_open(State(desk): State<Arc<DeskServices>>, Editor(_): Editor) -> Result<Json<OpenNotes>, ApiError> {
    let edition = require_editing(&desk)?.editions.read().await?;
    let StoredNotes { notes, total } = desk.services.store.open_notes(&edition).await?;
    Ok(Json(OpenNotes { notes: notes.into_iter().map(ContentNote::from).collect(), total }))
}

/// List the notes to colleagues on one document (editors and owners)
///
/// Those that are done are kept for 90 days.
#[utoipa::path(
    get,
    path = "/api/desk/content/document-notes",
    params(DocumentNotesQuery),
    responses(
        (status = 200, body = DocumentNotes, description = "Empty when there are none"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn list_of_document(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    QueryParams(DocumentNotesQuery { path }): QueryParams<DocumentNotesQuery>,
) -> Result<Json<DocumentNotes>, ApiError> {
    let edition = require_editing(&desk)?.editions.read().await?;
    let notes = desk.services.store.notes_on(&edition, &path).await?;
    Ok(Json(DocumentNotes { notes: notes.into_iter().map(ContentNote::from).collect() }))
}

/// Write a note to colleagues on a document (editors and owners)
///
/// Visitors never see it. With the header `Idempotency-Key`, the same request again is the same note.
#[utoipa::path(
    post,
    path = "/api/desk/content/notes",
    request_body = AddNoteRequest,
    responses(
        (status = 201, body = ContentNote, description = "The note is saved"),
        DeskErrors,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "There is no such document"),
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "Empty or too long"),
    )
)]
pub async fn add(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    headers: HeaderMap,
    JsonBody(AddNoteRequest { path, text }): JsonBody<AddNoteRequest, MAX_BODY_BYTES>,
) -> Result<(StatusCode, Json<ContentNote>), ApiError> {
    let editing = require_editing(&desk)?;
    let text = parse_text(&text)?;
    let author = session.name.as_str();
    let request = key_of(&desk.services, &headers, "note to colleagues v1", &[author, &text])?;
    let edition = editing.editions.read().await?;
    let new = NewNote { request: &request, path: &path, text: &text };
    let note = desk.services.store.add_note(&edition, new, desk.actor(author)).await?;
    Ok((StatusCode::CREATED, Json(note.into())))
}

/// Say that a note to colleagues is done (editors and owners)
#[utoipa::path(
    post,
    path = "/api/desk/content/notes/{id}/resolve",
    params(("id" = String, Path, description = "The id of the note")),
    responses(
        (status = 200, body = ContentNote, description = "It is done. One that was done before keeps who did it"),
        DeskErrors,
        (status = 404, body = ErrorResponse, description = "There is no such note"),
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn resolve(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    PathParam(id): PathParam,
) -> Result<Json<ContentNote>, ApiError> {
    let edition = require_editing(&desk)?.editions.read().await?;
    let note = desk.services.store.resolve_note(&edition, &id, desk.actor(session.name.as_str())).await?;
    Ok(Json(note.into()))
}

/// Open a note to colleagues again that is not done after all (editors and owners)
#[utoipa::path(
    post,
    path = "/api/desk/content/notes/{id}/reopen",
    params(("id" = String, Path, description = "The id of the note")),
    responses(
        (status = 200, body = ContentNote, description = "It is open"),
        DeskErrors,
        (status = 404, body = ErrorResponse, description = "There is no such note"),
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn reopen(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    PathParam(id): PathParam,
) -> Result<Json<ContentNote>, ApiError> {
    let edition = require_editing(&desk)?.editions.read().await?;
    let note = desk.services.store.reopen_note(&edition, &id, desk.actor(session.name.as_str())).await?;
    Ok(Json(note.into()))
}

/// # Errors
/// When the note says nothing or is too long.
fn parse_text(text: &str) -> Result<String, ApiError> {
    // PostgreSQL stores no zero bytes.
    let text: String =
        text.replace("\r\n", "\n").chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 {
        return Err(invalid("Please write what your colleagues should know."));
    }
    if length > MAX_TEXT {
        let over = length - MAX_TEXT;
        let message = format!(
            "A note can have 1,000 characters, and this one has {over} more. It was not saved. Please shorten it."
        );
        return Err(invalid(&message));
    }
    Ok(text.to_owned())
}

fn invalid(message: &str) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDocument, message)
}

impl From<NoteRefused> for ApiError {
    fn from(error: NoteRefused) -> Self {
        let code = match error {
            NoteRefused::NoDocument => ErrorCode::UnknownDocument,
            NoteRefused::Unknown => ErrorCode::NotFound,
        };
        Self::new(StatusCode::NOT_FOUND, code, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_up_to_a_thousand_characters() {
        let longest = "ọ".repeat(MAX_TEXT);
        assert_eq!(parse_text(&format!(" {longest}\n")).ok(), Some(longest.clone()));
        assert!(parse_text(&format!("{longest}a")).is_err());
        assert!(parse_text(" \n\0").is_err());
        assert_eq!(parse_text("a\0b\r\nc").ok(), Some("ab\nc".to_owned()));
    }
}
