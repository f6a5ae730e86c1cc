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
use editing_state::ContentEditing;

const EDITING_OFF: &str = "The content comes from a folder on the server (--content), so it cannot be edited here. Please \
                           ask the person who runs the site.";

pub fn routes() -> OpenApiRouter<Arc<DeskServices>> {
    OpenApiRouter::new()
        .routes(routes!(documents::list))
        .routes(routes!(documents::list_published))
        .routes(routes!(search::search))
        .routes(routes!(documents::show, drafts::save, drafts::delete))
        .routes(routes!(drafts::discard))
        .routes(routes!(drafts::restore))
        .routes(routes!(address::change))
        .routes(routes!(preview::show_saved, preview::show))
        .routes(routes!(checks::list))
        .routes(routes!(publication::publish))
        .routes(routes!(publication::restore))
        .routes(routes!(pictures::list, pictures::upload))
        .routes(routes!(pictures::show, pictures::replace))
        .routes(routes!(picture_framing::save))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::choose))
        .routes(routes!(puzzles::pin))
        .routes(routes!(history::list))
        .routes(routes!(instances::list))
        .routes(routes!(recent::list))
        .routes(routes!(notes::list_open, notes::add))
        .routes(routes!(notes::list_of_document))
        .routes(routes!(notes::resolve))
        .routes(routes!(notes::reopen))
        .routes(routes!(open_documents::keep))
        .routes(routes!(open_documents::leave))
        .routes(routes!(history::show))
        .routes(routes!(removals::remove))
        .routes(routes!(removals::find_passage))
        .routes(routes!(removals::list_pictures))
        .routes(routes!(removals::show_picture))
}

/// # Errors
/// When the content comes from a folder.
fn require_editing(desk: &DeskServices) -> Result<&ContentEditing, ApiError> {
    desk.content.as_ref().ok_or_else(|| ApiError::new(StatusCode::CONFLICT, ErrorCode::EditingOff, EDITING_OFF))
}
