//! Which part of a picture the site shows, and which point of it stays visible. The file stays as it is.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::drafts::{ATTEMPTS, IfMatch};
use super::pictures::{PictureSummary, descriptions_of, summary, unknown_picture};
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam};
use clinic_content::DocumentKind;
use clinic_content::picture::descriptions;
use clinic_content::picture::framing::Framing;
use clinic_store::{DeskError, FramingChange, PictureRefused};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FramingRequest {
    framing: Framing,
    /// The `descriptionVersion` of the picture that the change is based on.
    description_version: String,
}

/// Choose which part of a picture is shown (editors and owners)
///
/// Wherever the site shows the picture. The file is not changed, so another part can be chosen later. It is a draft: visitors
/// see it when it is published.
#[utoipa::path(
    put,
    path = "/api/desk/picture-framing/{*path}",
    params(
        ("path" = String, Path, description = "The path, such as `pictures/nurses.webp`"),
        ("If-Match" = String, Header, description = "The version of the picture, in quotes"),
    ),
    request_body = FramingRequest,
    responses(
        (status = 200, body = PictureSummary, description = "The picture with what is shown of it"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 412, body = ErrorResponse, description = "Somebody else has changed the picture or what is shown of it, which is in the answer"),
        (status = 422, body = ErrorResponse, description = "The part or the point is not in the picture"),
        (status = 428, body = ErrorResponse, description = "If-Match is missing"),
    )
)]
pub async fn save(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    PathParam(path): PathParam,
    IfMatch(version): IfMatch,
    JsonBody(FramingRequest { framing, description_version }): JsonBody<FramingRequest>,
) -> Result<Json<PictureSummary>, ApiError> {
    let editing = require_editing(&desk)?;
    if DocumentKind::of(&path) != Some(DocumentKind::Picture) {
        return Err(unknown_picture());
    }
    let framing = framing.rounded();
    if let Some(mistake) = descriptions::mistake(path.trim_start_matches("pictures/"), &framing) {
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::UnusablePicture, mistake));
    }
    let change =
        FramingChange { path: &path, based_on: &version, descriptions_based_on: &description_version, framing };
    for _ in 0..ATTEMPTS {
        let revision = editing.editions.published().await?;
        let actor = desk.actor(session.name.as_str());
        match desk.services.store.save_framing(&revision, change, actor).await {
            Err(DeskError::Refused(PictureRefused::Moved)) => {}
            result => {
                result?;
                let edition = editing.editions.read_with_versions().await?;
                let file = edition.files.get(&path);
                let summary = file.and_then(|file| summary(&path, file, &edition, &descriptions_of(&edition)));
                return Ok(Json(summary.ok_or_else(unknown_picture)?));
            }
        }
    }
    Err(PictureRefused::Moved.into())
}
