//! Publishing the drafts, and restoring an earlier revision as a new one.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::candidate;
use super::editing_state::{ContentEditing, game_apart, invalid};
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::desk::sign_in::confirm_identity::{Confirmed, ConfirmedThisHour, require_confirmation};
use crate::extract::JsonBody;
use crate::failure_log::log_failure;
use clinic_content::{Folder, Problems};
use clinic_store::{DeskError, Draft, NO_DOCUMENT, NewRevision, PublishRefused, Removal, Revision, Selection, Store};

const MAX_NOTE_CHARACTERS: usize = 500;

#[derive(Deserialize, ToSchema)]
pub struct PublishRequest {
    /// What has changed, for the history. May be empty.
    #[schema(max_length = 500)]
    note: String,
    /// The drafts that the person has chosen, with the pictures that they use, as the checks have named them. When one of
    /// them was saved again since, or another text was published in place of the one that it replaces, nothing is
    /// published.
    #[schema(value_type = Vec<DraftVersion>)]
    drafts: Option<Vec<DraftVersion>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DraftVersion {
    path: String,
    version: String,
    /// The published file that it replaces, or `none`. Another one may have been published since a draft was begun or looked
    /// at, for example by restoring an earlier revision.
    replaces: String,
}

impl DraftVersion {
    pub fn of(draft: &Draft, published: &Folder) -> Self {
        let replaces = published.get(&draft.path).map_or(NO_DOCUMENT, |file| &file.hash).to_owned();
        Self { path: draft.path.clone(), version: draft.version.clone(), replaces }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct RestoreRequest {
    revision: i64,
    /// The published revision that the list of changes was made for.
    published: i64,
}

#[derive(Serialize, ToSchema)]
pub struct PublishedRevision {
    revision: i64,
}

/// Publish drafts (editors and owners)
///
/// All pages are rendered first, so this takes some seconds. Visitors see the change within two seconds after the answer.
/// The session must have been confirmed within an hour, with facts of the clinic (a `.toml` file other than `redirects.toml`) within five
/// minutes. Drafts that are saved while this runs stay drafts. A request whose answer was lost can be repeated: it succeeds while nobody
/// has changed the documents again.
#[utoipa::path(
    post,
    path = "/api/desk/content/publish",
    request_body = PublishRequest,
    responses(
        (status = 200, body = PublishedRevision, description = "The revision that is now published"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "Nothing to publish, somebody else has just published or saved, or the content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "Something must be corrected first, the site cannot be rendered, or the note is too long"),
        (status = 503, body = ErrorResponse, description = "The pages were not ready in time, or the revision cannot be stored"),
    )
)]
pub async fn publish(
    State(desk): State<Arc<DeskServices>>,
    ConfirmedThisHour(Editor(session)): ConfirmedThisHour<Editor>,
    JsonBody(PublishRequest { note, drafts: seen }): JsonBody<PublishRequest>,
) -> Result<Json<PublishedRevision>, ApiError> {
    let editing = require_editing(&desk)?;
    let note = note.trim();
    if note.chars().count() > MAX_NOTE_CHARACTERS {
        let message = "The note is longer than 500 characters. Please shorten it.";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDocument, message));
    }
    let seen = seen.ok_or_else(no_drafts_named)?;
    if seen.iter().any(|draft| has_facts(&draft.path)) {
        require_confirmation(&desk, &session)?;
    }
    let edition = editing.editions.read().await?;
    let paths = seen.iter().map(|draft| draft.path.clone()).collect();
    let Selection { drafts, files, apart, .. } = edition.select(&paths);
    let found = |draft: &Draft| DraftVersion::of(draft, &edition.base.files);
    let author = session.name.as_str();
    if !seen.iter().cloned().eq(drafts.iter().map(found)) {
        let revision = already_published(&desk, editing, &seen, author, note).await?.ok_or_else(unseen_drafts)?;
        return Ok(Json(PublishedRevision { revision }));
    }
    if !apart.is_empty() {
        return Err(invalid(Problems(game_apart(&apart))));
    }
    candidate::check(editing, &files, &edition.base.files, desk.services.clock.now()).await?;
    let new = NewRevision { base: &edition.base, files: &files, drafts: &drafts, note };
    let published = desk.services.store.publish_content(new, "publish content", desk.actor(author)).await;
    let revision = match published {
        // It may have been sent twice, and the other one was faster.
        Err(DeskError::Refused(PublishRefused::Moved)) => {
            let revision = already_published(&desk, editing, &seen, author, note).await?;
            revision.ok_or(PublishRefused::Moved)?
        }
        published => published.map_err(not_stored)?,
    };
    Ok(Json(PublishedRevision { revision }))
}

/// Whether a document has what harms patients when it is wrong, and what nobody proofreads: the phone number, the address, opening
/// hours, booking, the discount, the advice in emergencies. A redirect leads only to pages of the site.
fn has_facts(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "toml") && path != "redirects.toml"
}

/// The published revision, when an earlier attempt of the same person, whose answer was lost, has published these drafts and
/// nobody has changed the documents since. A colleague who published them wrote another note, so that is not the same.
async fn already_published(
    desk: &DeskServices,
    editing: &ContentEditing,
    seen: &[DraftVersion],
    author: &str,
    note: &str,
) -> Result<Option<i64>, ApiError> {
    let edition = editing.editions.read_with_versions().await?;
    for DraftVersion { path, version, .. } in seen {
        if edition.draft(path).is_some() || edition.version(path) != *version {
            return Ok(None);
        }
        let newest = desk.services.store.content_history(Some(path), None, 1).await?;
        if !newest.iter().any(|revision| revision.author == author && revision.note == note) {
            return Ok(None);
        }
    }
    Ok((!seen.is_empty()).then_some(edition.base.number))
}

/// Publish an earlier revision again, as a new one (editors and owners)
///
/// Drafts stay. Where a picture was removed from that revision for good, the one that the site shows now stays. A request whose
/// answer was lost can be repeated: it succeeds while the site shows that revision.
#[utoipa::path(
    post,
    path = "/api/desk/content/restore",
    request_body = RestoreRequest,
    responses(
        (status = 200, body = PublishedRevision, description = "The revision that is now published"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The site already shows it, another revision was published since the list of changes was made and the site does not show the wanted one, or the content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "This version of the program cannot show that revision"),
    )
)]
pub async fn restore(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Editor(session)): Confirmed<Editor>,
    JsonBody(RestoreRequest { revision, published }): JsonBody<RestoreRequest>,
) -> Result<Json<PublishedRevision>, ApiError> {
    let editing = require_editing(&desk)?;
    let store = &desk.services.store;
    let base = editing.editions.published().await?;
    if base.number != published {
        return repeated_restore(store, revision, published, &base).await;
    }
    let files = restored_files(store, revision, &base).await?;
    candidate::check(editing, &files, &base.files, desk.services.clock.now()).await?;
    let note = format!("Restored revision {revision}");
    let new = NewRevision { base: &base, files: &files, drafts: &[], note: &note };
    match store.publish_content(new, "restore content", desk.actor(session.name.as_str())).await {
        // It may have been sent twice, and the other one was faster.
        Err(DeskError::Refused(PublishRefused::Moved)) => {
            let base = editing.editions.published().await?;
            repeated_restore(store, revision, published, &base).await
        }
        stored => Ok(Json(PublishedRevision { revision: stored.map_err(not_stored)? })),
    }
}

/// The files of an earlier revision, to be shown instead of `base`. What was removed from it for good stays as it is.
pub async fn restored_files(store: &Store, revision: i64, base: &Revision) -> Result<Folder, ApiError> {
    let mut files = store.content_revision(revision, Some(base)).await?.ok_or_else(unknown_revision)?.files;
    for Removal { path, .. } in store.removals(revision, revision).await?.remove(&revision).unwrap_or_default() {
        if let Some(shown) = base.files.get(&path).filter(|_| !files.contains(&path)) {
            files.insert(path, shown.clone());
        }
    }
    Ok(files)
}

/// Answers a restore when `base` is published instead of the revision for which the list of changes was made. An earlier
/// attempt, whose answer was lost, may have done it.
async fn repeated_restore(
    store: &Store,
    revision: i64,
    published: i64,
    base: &Revision,
) -> Result<Json<PublishedRevision>, ApiError> {
    if restored_files(store, revision, base).await? == base.files {
        return Ok(Json(PublishedRevision { revision: base.number }));
    }
    if let Some(next) = store.content_revision(published.saturating_add(1), Some(base)).await?
        && restored_files(store, revision, &next).await? == next.files
    {
        return Err(undone_restore(revision, next.number));
    }
    Err(unseen_publication())
}

fn undone_restore(revision: i64, restored_as: i64) -> ApiError {
    let message = format!(
        "Revision {revision} was restored as revision {restored_as}, and another one was published after it. Nothing was \
         changed now. Please look at the new list."
    );
    ApiError::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, message)
}

fn unseen_publication() -> ApiError {
    let message = "Another revision was published since this list of changes was made, so nothing was restored. Please look \
                   at the new list.";
    ApiError::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, message)
}

/// Without the names, drafts would be published that nobody has looked at, also those that undo what was published since.
fn no_drafts_named() -> ApiError {
    let message = "The request does not name the drafts that are to be published, so nothing was published. Please reload the \
                   page and try again.";
    ApiError::new(StatusCode::BAD_REQUEST, ErrorCode::Malformed, message)
}

fn unseen_drafts() -> ApiError {
    let message = "Something was saved or published while you were looking at the changes, so nothing was published yet. Please look at \
                   the changes again.";
    ApiError::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, message)
}

/// A revision is larger than everything else that is stored, so it is the first to fail when a disk is full.
fn not_stored(error: DeskError<PublishRefused>) -> ApiError {
    match error {
        DeskError::Refused(refused) => refused.into(),
        DeskError::Store(error) => {
            log_failure(&error);
            let message = "The server could not store the new revision, perhaps because its disk is full. Your drafts are \
                           kept. Please tell the person who runs the site, and try again in a minute.";
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::InternalError, message)
                .with_retry_after(Duration::from_mins(1))
        }
    }
}

pub fn unknown_revision() -> ApiError {
    let message = "There is no such revision. Please reload the history.";
    ApiError::new(StatusCode::NOT_FOUND, ErrorCode::UnknownRevision, message)
}

impl From<PublishRefused> for ApiError {
    fn from(error: PublishRefused) -> Self {
        let code = match error {
            PublishRefused::Moved | PublishRefused::Discarded => ErrorCode::ChangedMeanwhile,
            PublishRefused::NothingChanged => ErrorCode::NothingToPublish,
        };
        Self::new(StatusCode::CONFLICT, code, error.to_string())
    }
}
