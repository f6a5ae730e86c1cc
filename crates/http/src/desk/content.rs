//! Editing the content at the desk, for editors and owners: documents, drafts, preview, publishing, history.

mod address;
mod candidate;
mod checks;
mod current_lists;
mod documents;
mod drafts;
pub mod editing_state;
mod history;
mod instances;
mod notes;
mod open_documents;
mod picture_framing;
mod pictures;
mod preview;
mod publication;
mod puzzles;
mod recent;
mod removals;
mod search;

use std::sync::Arc;

use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::services::DeskServices;
use crate::api_error::{ApiError, ErrorCode};
use crate::described_call::call;
use editing_state::ContentEditing;

const EDITING_OFF: &str = "The content comes from a folder on the server (--content), so it cannot be edited here. Please \
                           ask the person who runs the site.";

pub fn routes() -> OpenApiRouter<Arc<DeskServices>> {
    OpenApiRouter::new()
        .routes(call("listDrafts", routes!(documents::list)))
        .routes(call("listPublishedContent", routes!(documents::list_published)))
        .routes(call("searchContent", routes!(search::search)))
        .routes(call("getDocument", routes!(documents::show)))
        .routes(call("saveDraft", routes!(drafts::save)))
        .routes(call("deleteDocument", routes!(drafts::delete)))
        .routes(call("discardDraft", routes!(drafts::discard)))
        .routes(call("restoreDocument", routes!(drafts::restore)))
        .routes(call("changeAddress", routes!(address::change)))
        .routes(call("previewSavedDrafts", routes!(preview::show_saved)))
        .routes(call("previewPage", routes!(preview::show)))
        .routes(call("checkContent", routes!(checks::list)))
        .routes(call("publishContent", routes!(publication::publish)))
        .routes(call("restoreContent", routes!(publication::restore)))
        .routes(call("listPictures", routes!(pictures::list)))
        .routes(call("uploadPicture", routes!(pictures::upload)))
        .routes(call("showPicture", routes!(pictures::show)))
        .routes(call("replacePicture", routes!(pictures::replace)))
        .routes(call("framePicture", routes!(picture_framing::save)))
        .routes(call("listPuzzles", routes!(puzzles::list)))
        .routes(call("choosePuzzles", routes!(puzzles::choose)))
        .routes(call("pinPuzzles", routes!(puzzles::pin)))
        .routes(call("getContentHistory", routes!(history::list)))
        .routes(call("listInstancesNotShowing", routes!(instances::list)))
        .routes(call("listRecentDocuments", routes!(recent::list)))
        .routes(call("listOpenNotes", routes!(notes::list_open)))
        .routes(call("addNote", routes!(notes::add)))
        .routes(call("listDocumentNotes", routes!(notes::list_of_document)))
        .routes(call("resolveNote", routes!(notes::resolve)))
        .routes(call("reopenNote", routes!(notes::reopen)))
        .routes(call("keepDocumentOpen", routes!(open_documents::keep)))
        .routes(call("leaveDocument", routes!(open_documents::leave)))
        .routes(call("getRevisionChanges", routes!(history::show)))
        .routes(call("removeContent", routes!(removals::remove)))
        .routes(call("findPassage", routes!(removals::find_passage)))
        .routes(call("listEarlierPictures", routes!(removals::list_pictures)))
        .routes(call("showEarlierPicture", routes!(removals::show_picture)))
}

/// # Errors
/// When the content comes from a folder.
fn require_editing(desk: &DeskServices) -> Result<&ContentEditing, ApiError> {
    desk.content.as_ref().ok_or_else(|| ApiError::new(StatusCode::CONFLICT, ErrorCode::EditingOff, EDITING_OFF))
}
