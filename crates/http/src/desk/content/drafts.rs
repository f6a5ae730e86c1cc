//! Drafts of documents: save, delete, discard. Every change names the version that it is based on, so that nobody overwrites
//! what somebody else has saved.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::header::IF_MATCH;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::documents::{kind_of, text_of, unknown_document, used_in};
use super::editing_state::{self, ContentEditing};
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ContentProblem, DraftConflict, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam};
use clinic_content::text::tree::{self, TextBlock};
use clinic_content::{ContentFile, DocumentKind};
use clinic_store::{DeskError, DraftError, Edition, Session};

/// A long article has 20 KB.
const MAX_TEXT_BYTES: usize = 256 * 1024;
/// The text and its tree.
const MAX_SAVE_BYTES: usize = 1024 * 1024;
/// Another revision can be published between reading and saving, but hardly three times.
pub const ATTEMPTS: usize = 3;

#[derive(Deserialize, ToSchema)]
pub struct SaveDraftRequest {
    #[schema(max_length = 262_144)]
    text: String,
    /// The tree that the editor showed. The save is refused when this server reads another one. Not needed for a text that
    /// was edited as Markdown.
    tree: Option<Vec<TextBlock>>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedDraft {
    /// The version of what was saved, for the next save.
    version: String,
    problems: Vec<ContentProblem>,
}

#[derive(Deserialize, ToSchema)]
pub struct DiscardDraftRequest {
    path: String,
    /// The version of the draft.
    version: String,
}

#[derive(Deserialize, ToSchema)]
pub struct RestoreDocumentRequest {
    path: String,
    /// The revision whose text is wanted.
    revision: i64,
    /// The version of the document that the person has looked at.
    version: String,
    /// The path that the document had in that revision, if it was another one: before its address was changed.
    from: Option<String>,
}

/// Save a draft of a document (editors and owners)
///
/// Nothing changes for visitors until it is published. A document that does not exist is created with `If-Match: "none"`.
#[utoipa::path(
    put,
    path = "/api/desk/content/{*path}",
    params(
        ("path" = String, Path, description = "The path, such as `articles/first-aid.md`"),
        ("If-Match" = String, Header, description = "The version that the text is based on, in quotes"),
    ),
    request_body = SaveDraftRequest,
    responses(
        (status = 200, body = SavedDraft, description = "The draft is saved"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 412, body = ErrorResponse, description = "Somebody else has saved another text, which is in the answer"),
        (status = 422, body = ErrorResponse, description = "No document of the site, too long, or not what the editor showed"),
        (status = 428, body = ErrorResponse, description = "If-Match is missing"),
    )
)]
pub async fn save(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    PathParam(path): PathParam,
    IfMatch(version): IfMatch,
    JsonBody(SaveDraftRequest { text, tree }): JsonBody<SaveDraftRequest, MAX_SAVE_BYTES>,
) -> Result<Json<SavedDraft>, ApiError> {
    let editing = require_editing(&desk)?;
    let exists = editing.editions.published().await?.files.contains(&path);
    let kind = kind_of(&path, exists)?;
    if kind == DocumentKind::Picture {
        return Err(invalid_document("A picture is uploaded, not written. Please use the list of pictures."));
    }
    if kind == DocumentKind::Descriptions {
        return Err(invalid_document("Please change the description of a picture in the list of pictures."));
    }
    if text.len() > MAX_TEXT_BYTES {
        return Err(invalid_document("The text is longer than 256 KB. Please split it into several documents."));
    }
    let mut problems = Vec::new();
    if kind.has_text() {
        let parsed = tree::parse_document(&path, &text);
        if tree.is_some_and(|tree| !tree::shows_the_same(&tree, &parsed.tree)) {
            let message = "The server reads this text differently from what the editor shows, so it was not saved. Please \
                           look at it under “Unformatted”.";
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::TreeDiffers, message));
        }
        problems = editing_state::describe(parsed.problems);
    }
    let file = ContentFile::new(text.into_bytes());
    let version = write(&desk, editing, &session, &path, Some(&file), &version).await?;
    Ok(Json(SavedDraft { version, problems }))
}

/// Delete a document with the next publication (editors and owners)
///
/// This is a draft too: the document stays on the site until the deletion is published.
#[utoipa::path(
    delete,
    path = "/api/desk/content/{*path}",
    params(
        ("path" = String, Path, description = "The path, such as `articles/first-aid.md`"),
        ("If-Match" = String, Header, description = "The version of the document, in quotes"),
    ),
    responses(
        (status = 200, body = SavedDraft, description = "The document will be deleted"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "A picture that is used, or the content comes from a folder"),
        (status = 412, body = ErrorResponse, description = "Somebody else has saved another text, which is in the answer"),
        (status = 422, body = ErrorResponse, description = "The site needs this document"),
        (status = 428, body = ErrorResponse, description = "If-Match is missing"),
    )
)]
pub async fn delete(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    PathParam(path): PathParam,
    IfMatch(version): IfMatch,
) -> Result<Json<SavedDraft>, ApiError> {
    let editing = require_editing(&desk)?;
    let kind = DocumentKind::of(&path).ok_or_else(unknown_document)?;
    if !kind.is_optional() {
        return Err(invalid_document("The site needs this document, so it cannot be deleted."));
    }
    if kind == DocumentKind::Picture {
        let edition = editing.editions.read().await?;
        refuse_while_used(&path, &edition)?;
    }
    let version = write(&desk, editing, &session, &path, None, &version).await?;
    Ok(Json(SavedDraft { version, problems: Vec::new() }))
}

fn refuse_while_used(picture: &str, edition: &Edition) -> Result<(), ApiError> {
    let used_in = used_in(edition, picture).join(", ");
    if used_in.is_empty() {
        return Ok(());
    }
    let message = format!("This picture is used in {used_in}. Please take it out there first.");
    Err(ApiError::new(StatusCode::CONFLICT, ErrorCode::InUse, message))
}

/// Discard the draft of a document (editors and owners)
///
/// The published text is what it is edited from again. A new document is gone.
#[utoipa::path(
    post,
    path = "/api/desk/content/discard",
    request_body = DiscardDraftRequest,
    responses(
        (status = 200, body = SavedDraft, description = "There is no draft"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 412, body = ErrorResponse, description = "Somebody else has saved another text, which is in the answer"),
    )
)]
pub async fn discard(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    JsonBody(DiscardDraftRequest { path, version }): JsonBody<DiscardDraftRequest>,
) -> Result<Json<SavedDraft>, ApiError> {
    let editing = require_editing(&desk)?;
    let actor = desk.actor(session.name.as_str());
    for _ in 0..ATTEMPTS {
        // Read for each attempt: what was published meanwhile must not become a draft of the text before it.
        let revision = editing.editions.published().await?;
        let published = revision.files.get(&path);
        match desk.services.store.save_draft(&revision, &path, published, &version, actor).await {
            Err(DeskError::Refused(DraftError::Moved)) => {}
            result => return Ok(Json(SavedDraft { version: result?, problems: Vec::new() })),
        }
    }
    Err(DraftError::Moved.into())
}

/// Make the text or picture of an earlier revision the draft of a document (editors and owners)
///
/// Nothing changes for visitors until it is published, and no other document changes.
#[utoipa::path(
    post,
    path = "/api/desk/content/restore-document",
    request_body = RestoreDocumentRequest,
    responses(
        (status = 200, body = SavedDraft, description = "The draft is saved"),
        DeskErrors,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "That revision does not have the document, or it was removed from it for good"),
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 412, body = ErrorResponse, description = "Somebody else has saved another text, which is in the answer"),
        (status = 422, body = ErrorResponse, description = "The text is of another kind of document"),
    )
)]
pub async fn restore(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    JsonBody(RestoreDocumentRequest { path, revision, version, from }): JsonBody<RestoreDocumentRequest>,
) -> Result<Json<SavedDraft>, ApiError> {
    let editing = require_editing(&desk)?;
    let kind = DocumentKind::of(&path).ok_or_else(unknown_document)?;
    let from = from.as_deref().unwrap_or(&path);
    if DocumentKind::of(from) != Some(kind) {
        return Err(invalid_document("That is another kind of document. Please choose a text of this one."));
    }
    let file = desk.services.store.file_of_revision(revision, from).await?;
    let file = file.ok_or_else(|| {
        let message = "That revision does not have this document. Please choose another one.";
        ApiError::new(StatusCode::NOT_FOUND, ErrorCode::UnknownRevision, message)
    })?;
    let version = write(&desk, editing, &session, &path, Some(&file), &version).await?;
    Ok(Json(SavedDraft { version, problems: Vec::new() }))
}

/// Returns the new version.
async fn write(
    desk: &DeskServices,
    editing: &ContentEditing,
    session: &Session,
    path: &str,
    file: Option<&ContentFile>,
    version: &str,
) -> Result<String, ApiError> {
    let store = &desk.services.store;
    for _ in 0..ATTEMPTS {
        let revision = editing.editions.published().await?;
        match store.save_draft(&revision, path, file, version, desk.actor(session.name.as_str())).await {
            Err(DeskError::Refused(DraftError::Moved)) => {}
            result => return Ok(result?),
        }
    }
    Err(DraftError::Moved.into())
}

impl From<DraftError> for ApiError {
    fn from(error: DraftError) -> Self {
        match error {
            DraftError::Moved => Self::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, error.to_string()),
            DraftError::Stale { version, current, draft, .. } => {
                let message = "Somebody else has changed this document. Your text was not saved. Please choose which text \
                               to keep.";
                let conflict = DraftConflict {
                    version,
                    text: current.as_ref().and_then(text_of),
                    saved_by: draft.as_ref().map(|draft| draft.author.clone()),
                    saved_at: draft.map(|draft| draft.saved_at),
                };
                Self::new(StatusCode::PRECONDITION_FAILED, ErrorCode::Stale, message).with_conflict(conflict)
            }
        }
    }
}

fn invalid_document(message: &str) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDocument, message)
}

/// The version in the header `If-Match`, without its quotes.
pub struct IfMatch(pub String);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        if_match(&parts.headers).map(Self).ok_or_else(version_needed)
    }
}

pub fn version_needed() -> ApiError {
    let message = "The save does not name the version that it is based on. Please reload the page.";
    ApiError::new(StatusCode::PRECONDITION_REQUIRED, ErrorCode::VersionNeeded, message)
}

fn if_match(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(IF_MATCH)?.to_str().ok()?.trim();
    let version = value.strip_prefix('"')?.strip_suffix('"')?;
    (!version.is_empty() && !version.contains('"')).then(|| version.to_owned())
}
