//! Gives a page another address, in one step: whoever publishes it publishes the redirect and the changed links with it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::documents::text_of;
use super::drafts::ATTEMPTS;
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::JsonBody;
use clinic_content::address_change::AddressChange;
use clinic_content::{ContentFile, DocumentKind, REDIRECTS_FILE};
use clinic_store::{DeskError, DraftError, Edition, MovedDocument};

#[derive(Deserialize, ToSchema)]
pub struct ChangeAddressRequest {
    /// The document, such as `articles/news.md`.
    path: String,
    /// Its new path, in the same folder.
    to: String,
    /// The version of the document that the person has looked at.
    version: String,
}

/// Change the address of a page (editors and owners)
///
/// All of it is drafts, saved together or not at all: the text at the new address, the old document deleted, a redirect if visitors
/// know the old address, the links to it, and the notes to colleagues. A request whose answer was lost can be repeated.
#[utoipa::path(
    post,
    path = "/api/desk/content/change-address",
    request_body = ChangeAddressRequest,
    responses(
        (status = 204, description = "The draft is at the new address"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "Another page has this address, somebody else has changed the page, or the content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "No address for this document, or the redirects have a mistake"),
    )
)]
pub async fn change(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    JsonBody(ChangeAddressRequest { path, to, version }): JsonBody<ChangeAddressRequest>,
) -> Result<StatusCode, ApiError> {
    let editing = require_editing(&desk)?;
    let (old, new) = addresses(&path, &to)?;
    let change = AddressChange { from: &old, to: &new };
    for _ in 0..ATTEMPTS {
        let edition = editing.editions.read_with_versions().await?;
        if is_done(&edition, change, (&path, &to), &version) {
            return Ok(StatusCode::NO_CONTENT);
        }
        let text = edition.files.get(&path).and_then(text_of).filter(|_| edition.version(&path) == version);
        let text = text.ok_or_else(changed_meanwhile)?;
        if edition.files.contains(&to) {
            let message = "Another page has this address already. Choose another.";
            return Err(ApiError::new(StatusCode::CONFLICT, ErrorCode::NameTaken, message));
        }
        let file = ContentFile::new(change.links(&to, &text).unwrap_or(text).into_bytes());
        let others = other_documents(&edition, change, &path)?;
        let moved = MovedDocument { from: &path, to: &to, file: &file, others: &others };
        match desk.services.store.move_document(&edition, moved, desk.actor(session.name.as_str())).await {
            Err(DeskError::Refused(DraftError::Moved)) => {}
            result => return Ok(result.map(|()| StatusCode::NO_CONTENT)?),
        }
    }
    Err(DraftError::Moved.into())
}

/// The addresses of two documents that have a page of their own.
fn addresses(path: &str, to: &str) -> Result<(String, String), ApiError> {
    let kind = DocumentKind::of(path).filter(|kind| matches!(kind, DocumentKind::Article | DocumentKind::Info));
    if kind.is_none() || kind != DocumentKind::of(to) || path == to {
        return Err(refused("This page cannot have this address. Please choose another."));
    }
    let address = |path: &str| format!("/{}", path.trim_end_matches(".md"));
    Ok((address(path), address(to)))
}

/// Whether an earlier attempt, whose answer was lost, has done it: the text of that version is at the new address. The links in it
/// may have changed with the address.
fn is_done(edition: &Edition, change: AddressChange<'_>, (path, to): (&str, &str), version: &str) -> bool {
    let Some(moved) = edition.files.get(to).and_then(text_of) else { return false };
    let AddressChange { from, to: now } = change;
    let before = AddressChange { from: now, to: from }.links(path, &moved).unwrap_or(moved);
    !edition.files.contains(path) && version.ends_with(&ContentFile::new(before.into_bytes()).hash)
}

/// The redirects and the documents that link to the page, as they are afterwards.
fn other_documents(
    edition: &Edition,
    change: AddressChange<'_>,
    path: &str,
) -> Result<Vec<(String, ContentFile)>, ApiError> {
    let redirects = edition.files.get(REDIRECTS_FILE).and_then(text_of).unwrap_or_default();
    let is_published = edition.base.files.contains(path);
    let redirected = change.redirect(&redirects, is_published).ok_or_else(|| {
        refused(
            "Nothing was changed: “Old addresses that lead to new ones” has a mistake. Please correct it there first.",
        )
    })?;
    let mut others: Vec<(String, String)> = edition
        .files
        .files()
        .filter(|(other, _)| *other != path && *other != REDIRECTS_FILE && has_links(other))
        .filter_map(|(other, file)| Some((other.to_owned(), change.links(other, &text_of(file)?)?)))
        .collect();
    if redirected != redirects {
        others.push((REDIRECTS_FILE.to_owned(), redirected));
    }
    Ok(others.into_iter().map(|(path, text)| (path, ContentFile::new(text.into_bytes()))).collect())
}

fn has_links(path: &str) -> bool {
    DocumentKind::of(path).is_some_and(|kind| !matches!(kind, DocumentKind::Picture | DocumentKind::Descriptions))
}

fn refused(message: &str) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDocument, message)
}

fn changed_meanwhile() -> ApiError {
    let message = "Nothing was changed now: this page was just changed, moved or deleted, perhaps by a colleague. Please close \
                   this and look at it first.";
    ApiError::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, message)
}
