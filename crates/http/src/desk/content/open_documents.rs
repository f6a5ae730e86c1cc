//! Who else has a document open now. A page asks again and again while it is visible, and says when it leaves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::editing_state::ContentEditing;
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, PageOfEditor};
use crate::desk::services::DeskServices;
use crate::extract::JsonBody;
use clinic_store::{OpenDocument, Session, Store};

const MAX_NAME_LENGTH: usize = 32;

#[derive(Deserialize, ToSchema)]
pub struct OpenDocumentRequest {
    path: String,
    /// The part of a document that has several screens: letters, digits and hyphens. Null for all of it.
    #[schema(min_length = 1, max_length = 32)]
    part: Option<String>,
    /// Chosen at random by the tab: letters, digits and hyphens.
    #[schema(min_length = 1, max_length = 32)]
    tab: String,
}

#[derive(Serialize, ToSchema)]
pub struct OpenByOthers {
    /// The other accounts that have the document open now, by name.
    names: Vec<String>,
}

/// Say that a document is on the screen, and ask who else has it open (editors and owners)
///
/// To be repeated every 20 seconds: after a minute, the document counts as closed. It does not keep the session alive. Nothing is
/// stored about a path without a document.
#[utoipa::path(
    post,
    path = "/api/desk/content/open-documents",
    request_body = OpenDocumentRequest,
    responses(
        (status = 200, body = OpenByOthers, description = "Who else has it open. Other tabs of the same account do not count"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "The name of the tab or of the part is not allowed"),
    )
)]
pub async fn keep(
    State(desk): State<Arc<DeskServices>>,
    PageOfEditor(session): PageOfEditor,
    JsonBody(request): JsonBody<OpenDocumentRequest>,
) -> Result<Json<OpenByOthers>, ApiError> {
    let editing = require_editing(&desk)?;
    request.check()?;
    let store = &desk.services.store;
    if !exists(editing, store, &request.path).await? {
        return Ok(Json(OpenByOthers { names: Vec::new() }));
    }
    let names = store.keep_document_open(request.open_by(&session), desk.services.clock.now()).await?;
    Ok(Json(OpenByOthers { names }))
}

/// Say that a document is no longer on the screen (editors and owners)
#[utoipa::path(
    post,
    path = "/api/desk/content/open-documents/leave",
    request_body = OpenDocumentRequest,
    responses(
        (status = 204, description = "The tab does not have it open"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "The name of the tab or of the part is not allowed"),
    )
)]
pub async fn leave(
    State(desk): State<Arc<DeskServices>>,
    PageOfEditor(session): PageOfEditor,
    JsonBody(request): JsonBody<OpenDocumentRequest>,
) -> Result<StatusCode, ApiError> {
    require_editing(&desk)?;
    request.check()?;
    desk.services.store.leave_document(request.open_by(&session)).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl OpenDocumentRequest {
    fn open_by<'a>(&'a self, session: &'a Session) -> OpenDocument<'a> {
        let part = self.part.as_deref().unwrap_or_default();
        OpenDocument { account: &session.name, tab: &self.tab, path: &self.path, part }
    }

    fn check(&self) -> Result<(), ApiError> {
        let is_name = |name: &str| {
            (1..=MAX_NAME_LENGTH).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        if is_name(&self.tab) && self.part.as_deref().is_none_or(is_name) {
            return Ok(());
        }
        let message = "The name of a tab or a part has 1 to 32 letters, digits and hyphens. Please reload the page.";
        Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDocument, message))
    }
}

/// Most documents are published, so that the drafts are seldom asked.
async fn exists(editing: &ContentEditing, store: &Store, path: &str) -> Result<bool, ApiError> {
    let is_published = editing.editions.published().await?.files.contains(path);
    Ok(is_published || store.stored_document(path).await?.draft.is_some())
}
