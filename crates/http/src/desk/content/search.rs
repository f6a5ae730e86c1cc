//! Finding documents and pictures by words in them, also in drafts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::JsonBody;
use clinic_content::picture::descriptions;
use clinic_content::{DocumentKind, Folder, FoundText, SearchWords};

const MAX_FOUND: usize = 50;

#[derive(Deserialize, ToSchema)]
pub struct SearchContentRequest {
    /// In any order. Parts of words are found as well.
    words: String,
}

#[derive(Serialize, ToSchema)]
pub struct FoundDocuments {
    /// The first 50: titles with all of the words, then texts, then pictures.
    documents: Vec<FoundDocument>,
    /// How many there are.
    total: usize,
}

#[derive(Serialize, ToSchema)]
pub struct FoundDocument {
    path: String,
    #[schema(required)]
    title: Option<String>,
    /// One of the words with others around it, or the description of a picture. Null when only the title has the words.
    #[schema(required)]
    excerpt: Option<String>,
}

/// Find the documents and pictures that contain some words (editors and owners)
///
/// The words are in the body, because staff may search for the name of a patient, and URLs are written to logs.
#[utoipa::path(
    post,
    path = "/api/desk/content/search",
    request_body = SearchContentRequest,
    responses(
        (status = 200, body = FoundDocuments, description = "What contains all of the words, as it is edited now"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn search(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    JsonBody(SearchContentRequest { words }): JsonBody<SearchContentRequest>,
) -> Result<Json<FoundDocuments>, ApiError> {
    let editing = require_editing(&desk)?;
    let Some(words) = SearchWords::parse(&words) else {
        return Ok(Json(FoundDocuments { documents: Vec::new(), total: 0 }));
    };
    let edition = editing.editions.read().await?;
    let work = tokio::task::spawn_blocking(move || find_documents(&edition.files, &words));
    Ok(Json(work.await.map_err(|panic| ApiError::internal(&panic))?))
}

fn find_documents(files: &Folder, words: &SearchWords) -> FoundDocuments {
    let descriptions = descriptions::parse(files.get(descriptions::FILE).map(|file| &*file.bytes));
    let mut found: Vec<((bool, bool), &str, FoundText)> = Vec::new();
    for (path, file) in files.files() {
        let kind = DocumentKind::of(path);
        let is_picture = kind == Some(DocumentKind::Picture);
        let text = if is_picture {
            find_picture(
                path,
                descriptions.get(path.trim_start_matches("pictures/")).and_then(|it| it.text.as_ref()),
                words,
            )
        } else {
            // Descriptions are found with their pictures.
            let is_searched = kind.is_some_and(|kind| kind != DocumentKind::Descriptions);
            let text = std::str::from_utf8(file).ok().filter(|_| is_searched);
            text.and_then(|text| words.find_in(text))
        };
        found.extend(text.map(|text| ((is_picture, !text.is_in_title), path, text)));
    }
    // Those of one rank stay ordered by path.
    found.sort_by_key(|(rank, ..)| *rank);
    let total = found.len();
    let documents = found.into_iter().take(MAX_FOUND);
    let documents = documents.map(|(_, path, FoundText { title, excerpt, .. })| FoundDocument {
        path: path.to_owned(),
        title,
        excerpt,
    });
    FoundDocuments { documents: documents.collect(), total }
}

/// By its name or its description. `None` for those of the game, which are not in the list of pictures.
fn find_picture(path: &str, description: Option<&String>, words: &SearchWords) -> Option<FoundText> {
    let name = path.strip_prefix("pictures/")?;
    let text = format!("{name} {}", description.map_or("", String::as_str));
    words.are_in(&text).then(|| FoundText { excerpt: description.cloned(), ..FoundText::default() })
}
