//! Removing a picture or a passage from the history for good, for example because somebody withdrew a consent.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderName};
use bytes::Bytes;
use clinic_images::Format;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::pictures::{content_type, unknown_picture};
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Owner};
use crate::desk::services::DeskServices;
use crate::desk::sign_in::confirm_identity::Confirmed;
use crate::extract::{JsonBody, PathParam};
use clinic_content::{Passage, PassageError};
use clinic_store::{DeskError, EarlierPicture as StoredPicture, Place, RemoveRefused, Removed};

const MAX_BODY_BYTES: usize = 128 * 1024;
/// Somebody may save or publish between reading and removing, but hardly three times.
const ATTEMPTS: usize = 3;

#[derive(Deserialize, ToSchema)]
pub struct FindPassageRequest {
    /// A passage as people read it. Its lines may be broken differently, and its formatting does not matter.
    #[schema(min_length = 5, max_length = 20_000)]
    passage: String,
}

/// Either a picture or a passage.
#[derive(Deserialize, ToSchema)]
pub struct RemovalRequest {
    /// The hash of a picture of the history.
    picture: Option<String>,
    passage: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundPassage {
    places: Vec<PassagePlace>,
    /// How many notes of the history contain it.
    notes: usize,
    /// How many notes to colleagues contain it.
    colleague_notes: usize,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassagePlace {
    path: String,
    #[schema(required)]
    title: Option<String>,
    /// The passage with some words around it.
    excerpt: String,
    /// The site shows it now, so it cannot be removed yet.
    is_shown: bool,
    is_draft: bool,
    /// How many revisions contain it.
    revisions: usize,
}

#[derive(Serialize, ToSchema)]
pub struct RemovedContent {
    /// How many revisions contained it.
    revisions: usize,
}

#[derive(Serialize, ToSchema)]
pub struct EarlierPictures {
    /// Newest first.
    pictures: Vec<EarlierPicture>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlierPicture {
    hash: String,
    path: String,
    #[schema(required)]
    description: Option<String>,
    /// How many revisions contain it.
    revisions: i64,
    /// When the newest of these revisions was published.
    last_published_at: Timestamp,
}

impl From<(String, Place)> for PassagePlace {
    fn from((path, place): (String, Place)) -> Self {
        let Place { title, excerpt, is_shown, is_draft, revisions } = place;
        Self { path, title, excerpt: excerpt.unwrap_or_default(), is_shown, is_draft, revisions: revisions.len() }
    }
}

impl From<StoredPicture> for EarlierPicture {
    fn from(StoredPicture { hash, path, description, revisions, last_published_at }: StoredPicture) -> Self {
        Self { hash, path, description, revisions, last_published_at }
    }
}

enum Target {
    Picture(String),
    Passage(Passage),
}

impl Target {
    fn parse(RemovalRequest { picture, passage }: RemovalRequest) -> Result<Self, ApiError> {
        match (picture, passage) {
            (Some(hash), None) => Ok(Self::Picture(hash)),
            (None, Some(text)) => Ok(Self::Passage(Passage::parse(&text)?)),
            _ => {
                let message = "Please name either a picture or a passage. Nothing was removed.";
                Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDocument, message))
            }
        }
    }

    fn removed(&self) -> Removed<'_> {
        match self {
            Self::Picture(hash) => Removed::Picture(hash),
            Self::Passage(passage) => Removed::Passage(passage),
        }
    }
}

/// Find a passage on the site, in drafts, in the history and in notes to colleagues (owners only)
#[utoipa::path(
    post,
    path = "/api/desk/content/removals/find",
    request_body = FindPassageRequest,
    responses(
        (status = 200, body = FoundPassage, description = "Where it stands"),
        DeskErrors,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "It stands nowhere"),
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "Too short or too long, or part of the program"),
    )
)]
pub async fn find_passage(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    JsonBody(FindPassageRequest { passage }): JsonBody<FindPassageRequest, MAX_BODY_BYTES>,
) -> Result<Json<FoundPassage>, ApiError> {
    let editing = require_editing(&desk)?;
    let passage = Passage::parse(&passage)?;
    let edition = editing.editions.read().await?;
    let found = desk.services.store.find_removable(&edition, Removed::Passage(&passage)).await?;
    let (notes, colleague_notes) = (found.notes.len(), found.colleague_notes);
    let places = found.places.into_iter().map(PassagePlace::from).collect();
    Ok(Json(FoundPassage { places, notes, colleague_notes }))
}

/// List the pictures of the history that the site no longer shows (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/content/removals/pictures",
    responses(
        (status = 200, body = EarlierPictures, description = "The pictures"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn list_pictures(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
) -> Result<Json<EarlierPictures>, ApiError> {
    let editing = require_editing(&desk)?;
    let edition = editing.editions.read().await?;
    let pictures = desk.services.store.earlier_pictures(&edition).await?;
    Ok(Json(EarlierPictures { pictures: pictures.into_iter().map(EarlierPicture::from).collect() }))
}

/// Show a picture of the history (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/content/removals/pictures/{hash}",
    params(("hash" = String, Path, description = "The hash of the picture")),
    responses(
        (status = 200, body = String, content_type = "image/webp", description = "The picture"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn show_picture(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    PathParam(hash): PathParam,
) -> Result<([(HeaderName, &'static str); 1], Bytes), ApiError> {
    require_editing(&desk)?;
    let bytes = desk.services.store.earlier_picture(&hash).await?.ok_or_else(unknown_picture)?;
    let format = Format::of(&bytes).ok_or_else(unknown_picture)?;
    Ok(([(CONTENT_TYPE, content_type(format))], bytes))
}

/// Remove a picture or a passage from all revisions, drafts and notes to colleagues for good; recorded in the audit log (owners only)
///
/// It must not be on the site any more. The history says that something was removed, by whom and when.
#[utoipa::path(
    post,
    path = "/api/desk/content/removals",
    request_body = RemovalRequest,
    responses(
        (status = 200, body = RemovedContent, description = "It is removed"),
        DeskErrors,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "It stands nowhere"),
        (status = 409, body = ErrorResponse, description = "It is still shown or used, somebody has just saved, or the content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "Neither a picture nor a passage that can be removed"),
    )
)]
pub async fn remove(
    State(desk): State<Arc<DeskServices>>,
    Confirmed(Owner(session)): Confirmed<Owner>,
    JsonBody(request): JsonBody<RemovalRequest, MAX_BODY_BYTES>,
) -> Result<Json<RemovedContent>, ApiError> {
    let editing = require_editing(&desk)?;
    let target = Target::parse(request)?;
    let store = &desk.services.store;
    for _ in 0..ATTEMPTS {
        let edition = editing.editions.read().await?;
        let found = store.find_removable(&edition, target.removed()).await?;
        let actor = desk.actor(session.name.as_str());
        match store.remove_content(&edition, target.removed(), &found, actor).await {
            Err(DeskError::Refused(RemoveRefused::Moved)) => {}
            Err(error) => return Err(error.into()),
            Ok(()) => {
                // What visitors get is updated by the look at the store, at this instance and at every other one.
                editing.editions.forget();
                return Ok(Json(RemovedContent { revisions: found.revisions().len() }));
            }
        }
    }
    Err(RemoveRefused::Moved.into())
}

impl From<RemoveRefused> for ApiError {
    fn from(error: RemoveRefused) -> Self {
        let (status, code) = match error {
            RemoveRefused::NotFound => (StatusCode::NOT_FOUND, ErrorCode::UnknownDocument),
            RemoveRefused::StillShown { .. } | RemoveRefused::StillUsed { .. } => {
                (StatusCode::CONFLICT, ErrorCode::InUse)
            }
            RemoveRefused::PartOfTheProgram => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDocument),
            RemoveRefused::Moved => (StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile),
        };
        Self::new(status, code, error.to_string())
    }
}

impl From<PassageError> for ApiError {
    fn from(error: PassageError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDocument, error.to_string())
    }
}
