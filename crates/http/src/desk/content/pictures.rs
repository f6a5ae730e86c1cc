//! The pictures of the site: upload, list with where each is used, and their bytes.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, State};
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use bytes::Bytes;
use clinic_images::{
    Area, CleanPicture, Format, MAX_FILE_BYTES, PictureError, clean_upload, inspect, render, render_card, sizes_of,
};
use data_encoding::HEXLOWER;
use multer::Multipart;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use utoipa::{IntoParams, ToSchema};

use super::documents::used_in;
use super::drafts::{ATTEMPTS, IfMatch, version_needed};
use super::editing_state::ContentEditing;
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, PictureConflict};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::{PathParam, QueryParams};
use crate::request_body::{BodyError, read_upload};
use clinic_content::picture::descriptions::{self, Descriptions};
use clinic_content::picture::framing::Framing;
use clinic_content::{ContentFile, DocumentKind};
use clinic_store::{
    DescriptionChange, DeskError, Edition, NO_DOCUMENT, PictureChange, PictureRefused, Session, VersionedEdition,
};

/// The picture and the description.
const MAX_UPLOAD_BYTES: usize = MAX_FILE_BYTES + 64 * 1024;
const MAX_DESCRIPTION_CHARACTERS: usize = 300;
/// Of the file's name, which is made from the description.
const MAX_NAME_CHARACTERS: usize = 40;
/// A picture of 40 million pixels takes some seconds.
const TIME_LIMIT: Duration = Duration::from_secs(30);

#[derive(Serialize, ToSchema)]
pub struct Pictures {
    pictures: Vec<PictureSummary>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureSummary {
    /// `pictures/name.webp`
    path: String,
    /// To be sent as `If-Match` when it is changed or deleted.
    version: String,
    #[schema(required)]
    description: Option<String>,
    /// To be sent when the description is changed. Another one after every change of any description.
    description_version: String,
    width: u32,
    height: u32,
    /// The size of the file.
    bytes: usize,
    /// Which part of it is shown, and which point stays visible.
    framing: Framing,
    /// The documents that use it. Empty when it can be deleted.
    used_in: Vec<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PictureQuery {
    /// Without it, the whole picture is the answer.
    #[param(inline)]
    view: Option<PictureView>,
    /// The picture as this revision had it. Without it, the one that is edited.
    revision: Option<i64>,
}

/// How the site shows a picture.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum PictureView {
    /// The part that pages show.
    Page,
    /// The part that link previews show.
    Card,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes the form")]
pub struct PictureChangeForm {
    /// The picture that takes the place of the old one. Without it, only the description changes.
    #[schema(format = "binary")]
    file: Option<String>,
    /// What the picture shows, for people who cannot see it.
    #[schema(max_length = 300)]
    description: String,
    /// The `descriptionVersion` of the picture that the description is based on.
    description_version: String,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the form")]
pub struct PictureForm {
    /// JPEG, PNG, WebP or SVG, at most 12 MB and 40 million pixels.
    #[schema(format = "binary")]
    file: String,
    /// What the picture shows, for people who cannot see it.
    #[schema(max_length = 300)]
    description: String,
}

/// Upload a picture (editors and owners)
///
/// It is turned upright, reduced, and loses all metadata. It is a draft: visitors see it when a document that uses it is
/// published.
#[utoipa::path(
    post,
    path = "/api/desk/pictures",
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = PictureSummary, description = "The stored picture"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "No description, or not a picture that can be used"),
    )
)]
pub async fn upload(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    UploadTurn(turn): UploadTurn,
    UploadedPicture { description, bytes }: UploadedPicture,
) -> Result<(StatusCode, Json<PictureSummary>), ApiError> {
    let editing = require_editing(&desk)?;
    let picture = clean(editing, bytes, turn).await?;
    let file = ContentFile::new(picture.bytes);
    let path = path_of(&description, picture.format, &file.bytes);
    // Uploading the same picture again changes nothing.
    let description = DescriptionChange::New(&description);
    let change = PictureChange { path: &path, file: Some(&file), based_on: NO_DOCUMENT, description };
    save(&desk, editing, &session, change).await?;
    let edition = editing.editions.read_with_versions().await?;
    let summary = summary(&path, &file, &edition, &descriptions_of(&edition))
        .ok_or_else(|| unusable(&PictureError::Unreadable))?;
    Ok((StatusCode::CREATED, Json(summary)))
}

/// Replace a picture or its description (editors and owners)
///
/// Every document that uses the picture shows the new one. It is a draft: visitors see it when it is published.
#[utoipa::path(
    put,
    path = "/api/desk/pictures/{*path}",
    params(
        ("path" = String, Path, description = "The path, such as `pictures/nurses.webp`"),
        ("If-Match" = String, Header, description = "The version of the picture, in quotes"),
    ),
    request_body(content = PictureChangeForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, body = PictureSummary, description = "The stored picture"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 412, body = ErrorResponse, description = "Somebody else has changed the picture or its description, which is in the answer"),
        (status = 422, body = ErrorResponse, description = "No description, or not a picture that can be used here"),
        (status = 428, body = ErrorResponse, description = "If-Match or the version of the description is missing"),
    )
)]
pub async fn replace(
    State(desk): State<Arc<DeskServices>>,
    Editor(session): Editor,
    PathParam(path): PathParam,
    IfMatch(version): IfMatch,
    UploadTurn(turn): UploadTurn,
    PictureFields { description, description_version, bytes }: PictureFields,
) -> Result<Json<PictureSummary>, ApiError> {
    let editing = require_editing(&desk)?;
    let description_version = description_version.ok_or_else(version_needed)?;
    let is_picture = DocumentKind::of(&path) == Some(DocumentKind::Picture);
    if !is_picture || editing.editions.file(&path).await?.is_none() {
        return Err(unknown_picture());
    }
    let mut file = None;
    if let Some(bytes) = bytes {
        let picture = clean(editing, bytes, turn).await?;
        if !path.ends_with(extension_of(picture.format)) {
            let message = "A drawing (SVG) and a photo cannot replace each other. Please upload it as a new picture, and \
                           choose it in the documents.";
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::UnusablePicture, message));
        }
        file = Some(ContentFile::new(picture.bytes));
    }
    let description = DescriptionChange::Changed { text: &description, based_on: &description_version };
    let change = PictureChange { path: &path, file: file.as_ref(), based_on: &version, description };
    save(&desk, editing, &session, change).await?;
    let edition = editing.editions.read_with_versions().await?;
    let summary = edition.files.get(&path).and_then(|file| summary(&path, file, &edition, &descriptions_of(&edition)));
    Ok(Json(summary.ok_or_else(unknown_picture)?))
}

/// One at a time, because a picture can need hundreds of megabytes.
async fn clean(
    editing: &ContentEditing,
    bytes: Vec<u8>,
    upload: OwnedSemaphorePermit,
) -> Result<CleanPicture, ApiError> {
    let permit = editing.wait_for_turn().await?;
    let work = tokio::task::spawn_blocking(move || {
        let cleaned = clean_upload(&bytes);
        drop((bytes, upload, permit));
        cleaned
    });
    match timeout(TIME_LIMIT, work).await {
        Ok(Ok(cleaned)) => cleaned.map_err(|error| unusable(&error)),
        // A decoder that panics met a file that it cannot read.
        Ok(Err(_)) => Err(unusable(&PictureError::Unreadable)),
        Err(_) => Err(unusable(&PictureError::TooMuchMemory)),
    }
}

/// Made from the description, so that editors recognise it. The hash keeps two pictures apart, and two descriptions of one
/// picture that begin with the same words.
fn path_of(description: &str, format: Format, bytes: &[u8]) -> String {
    let words = description.to_lowercase();
    let words = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(MAX_NAME_CHARACTERS).collect();
    let name = if name.is_empty() { "picture" } else { name.trim_end_matches('-') };
    let hash = Sha256::new().chain_update(bytes).chain_update(description).finalize();
    format!("pictures/{name}-{}{}", HEXLOWER.encode(&hash[..3]), extension_of(format))
}

/// Of the stored form.
fn extension_of(format: Format) -> &'static str {
    if format == Format::Svg { ".svg" } else { ".webp" }
}

async fn save(
    desk: &DeskServices,
    editing: &ContentEditing,
    session: &Session,
    change: PictureChange<'_>,
) -> Result<(), ApiError> {
    for _ in 0..ATTEMPTS {
        let revision = editing.editions.published().await?;
        let actor = desk.actor(session.name.as_str());
        match desk.services.store.save_picture(&revision, change, actor).await {
            Err(DeskError::Refused(PictureRefused::Moved)) => {}
            result => return Ok(result?),
        }
    }
    Err(PictureRefused::Moved.into())
}

impl From<PictureRefused> for ApiError {
    fn from(error: PictureRefused) -> Self {
        match error {
            PictureRefused::Moved => Self::new(StatusCode::CONFLICT, ErrorCode::ChangedMeanwhile, error.to_string()),
            PictureRefused::UnreadableDescriptions => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidContent, error.to_string())
            }
            PictureRefused::Unknown => unknown_picture(),
            PictureRefused::Stale { version, description_version, description, framing } => {
                let message = "Somebody else has changed this picture or its description, so nothing was saved. Please look \
                               at both, and save again.";
                let conflict = PictureConflict { version, description_version, description, framing };
                Self::new(StatusCode::PRECONDITION_FAILED, ErrorCode::Stale, message).with_picture_conflict(conflict)
            }
        }
    }
}

/// List the pictures and where they are used (editors and owners)
#[utoipa::path(
    get,
    path = "/api/desk/pictures",
    responses(
        (status = 200, body = Pictures, description = "All pictures, also those that are not published yet"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn list(State(desk): State<Arc<DeskServices>>, Editor(_): Editor) -> Result<Json<Pictures>, ApiError> {
    let editing = require_editing(&desk)?;
    let edition = editing.editions.read_with_versions().await?;
    let work = tokio::task::spawn_blocking(move || {
        let descriptions = descriptions_of(&edition);
        let pictures = edition.files.files().filter(|(path, _)| DocumentKind::of(path) == Some(DocumentKind::Picture));
        pictures.filter_map(|(path, file)| summary(path, file, &edition, &descriptions)).collect()
    });
    Ok(Json(Pictures { pictures: work.await.map_err(|panic| ApiError::internal(&panic))? }))
}

/// Show a picture, also one that is not published yet (editors and owners)
#[utoipa::path(
    get,
    path = "/api/desk/pictures/{*path}",
    params(("path" = String, Path, description = "The path, such as `pictures/nurses.webp`"), PictureQuery),
    responses(
        (status = 200, body = String, content_type = "image/webp", description = "The picture"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn show(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    PathParam(path): PathParam,
    QueryParams(PictureQuery { view, revision }): QueryParams<PictureQuery>,
) -> Result<([(HeaderName, &'static str); 1], Bytes), ApiError> {
    let editing = require_editing(&desk)?;
    let is_picture = DocumentKind::of(&path) == Some(DocumentKind::Picture);
    let file = match revision {
        Some(revision) => {
            // The content that came with the program is not in the store before the first publication.
            let published = editing.editions.published().await?;
            if published.number == revision {
                published.files.get(&path).cloned()
            } else {
                desk.services.store.file_of_revision(revision, &path).await?
            }
        }
        None => editing.editions.file(&path).await?,
    };
    let file = file.filter(|_| is_picture);
    let format = file.as_ref().and_then(|file| Format::of(file));
    let (Some(file), Some(format)) = (file, format) else {
        return Err(unknown_picture());
    };
    let Some(view) = view.filter(|_| format != Format::Svg) else {
        return Ok(([(CONTENT_TYPE, content_type(format))], file.bytes.clone()));
    };
    let edition = editing.editions.read().await?;
    let described = descriptions_of(&edition);
    let framing =
        described.get(path.trim_start_matches("pictures/")).map(|it| it.framing_of(&file)).unwrap_or_default();
    let (format, bytes) = cut(editing, file, framing, view).await?;
    Ok(([(CONTENT_TYPE, content_type(format))], bytes.into()))
}

/// For a preview: publishing makes the same form once.
async fn cut(
    editing: &ContentEditing,
    file: ContentFile,
    framing: Framing,
    view: PictureView,
) -> Result<(Format, Vec<u8>), ApiError> {
    let permit = editing.wait_for_turn().await?;
    let work = tokio::task::spawn_blocking(move || {
        let whole = inspect(&file)?.size;
        let area = framing.crop.map_or(Area::whole(whole), |crop| crop.area(whole));
        let cut = match view {
            PictureView::Page => {
                let sizes = sizes_of(area.size());
                render(&file, Some(area), &sizes[..1]).map(|rendered| (Format::WebP, rendered.concat()))
            }
            PictureView::Card => {
                let (left, top) = framing.point_in_part();
                render_card(&file, area.for_card(left, top)).map(|bytes| (Format::Jpeg, bytes))
            }
        };
        drop(permit);
        cut
    });
    match timeout(TIME_LIMIT, work).await {
        Ok(Ok(cut)) => cut.map_err(|error| unusable(&error)),
        Ok(Err(_)) => Err(unusable(&PictureError::Unreadable)),
        Err(_) => Err(unusable(&PictureError::TooMuchMemory)),
    }
}

/// A drawing is text, whose encoding has to be told.
pub fn content_type(format: Format) -> &'static str {
    if format == Format::Svg { "image/svg+xml; charset=utf-8" } else { format.media_type() }
}

pub fn descriptions_of(edition: &Edition) -> Descriptions {
    descriptions::parse(edition.files.get(descriptions::FILE).map(|file| &*file.bytes))
}

/// `None` when it is not a picture.
pub fn summary(
    path: &str,
    file: &ContentFile,
    edition: &VersionedEdition,
    descriptions: &Descriptions,
) -> Option<PictureSummary> {
    let described = descriptions.get(path.trim_start_matches("pictures/"));
    let (width, height) = match file.picture(path.rsplit('/').next().unwrap_or(path)) {
        Some(Ok(file)) => (file.size.width, file.size.height),
        // Its name or what is in it is a problem, which the list of documents names.
        _ => inspect(file).ok().map(|inspection| (inspection.sizes[0].width, inspection.sizes[0].height))?,
    };
    Some(PictureSummary {
        path: path.to_owned(),
        version: edition.version(path),
        description: described.and_then(|it| it.text.clone()),
        description_version: edition.version(descriptions::FILE),
        width,
        height,
        bytes: file.len(),
        framing: described.map(|it| it.framing_of(file)).unwrap_or_default(),
        used_in: used_in(edition, path),
    })
}

pub fn unknown_picture() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, ErrorCode::UnknownDocument, "There is no such picture.")
}

fn unusable(error: &PictureError) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::UnusablePicture, error.message())
}

/// Taken before the body is read, so that uploads that wait need no memory.
pub struct UploadTurn(OwnedSemaphorePermit);

impl FromRequestParts<Arc<DeskServices>> for UploadTurn {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, desk: &Arc<DeskServices>) -> Result<Self, ApiError> {
        Ok(Self(require_editing(desk)?.wait_for_upload().await?))
    }
}

/// The form of an upload.
pub struct UploadedPicture {
    description: String,
    bytes: Vec<u8>,
}

impl<S: Send + Sync> FromRequest<S> for UploadedPicture {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, state: &S) -> Result<Self, ApiError> {
        let PictureFields { description, bytes, .. } = PictureFields::from_request(request, state).await?;
        Ok(Self { description, bytes: bytes.ok_or_else(incomplete)? })
    }
}

/// The form of a picture, with or without a file.
pub struct PictureFields {
    description: String,
    description_version: Option<String>,
    bytes: Option<Vec<u8>>,
}

impl<S: Send + Sync> FromRequest<S> for PictureFields {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Self, ApiError> {
        let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let boundary = multer::parse_boundary(content_type.unwrap_or_default()).map_err(|_| {
            let message = "This call takes a form (multipart/form-data). Please reload the page and try again.";
            ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorCode::Malformed, message)
        })?;
        let body = read_upload(MAX_UPLOAD_BYTES, request).await.map_err(|error| match error {
            BodyError::TooLarge => {
                ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge, PictureError::TooLarge.message())
            }
            error => error.into(),
        })?;
        let mut form = Multipart::new(Body::from(body).into_data_stream(), boundary);
        let (mut description, mut description_version, mut bytes) = (String::new(), None, None);
        while let Some(field) = form.next_field().await.map_err(|_| incomplete())? {
            match field.name() {
                Some("file") => bytes = Some(field.bytes().await.map_err(|_| incomplete())?),
                Some("description") => description = field.text().await.map_err(|_| incomplete())?,
                Some("descriptionVersion") => {
                    description_version = Some(field.text().await.map_err(|_| incomplete())?);
                }
                _ => {}
            }
        }
        let description = description.split_whitespace().collect::<Vec<_>>().join(" ");
        if description.is_empty() || description.chars().count() > MAX_DESCRIPTION_CHARACTERS {
            let message = "Please describe what the picture shows in one sentence, for people who cannot see it.";
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::DescriptionNeeded, message));
        }
        if bytes.as_ref().is_some_and(Bytes::is_empty) {
            return Err(incomplete());
        }
        Ok(Self { description, description_version, bytes: bytes.map(Into::into) })
    }
}

fn incomplete() -> ApiError {
    let message = "The picture did not arrive completely. Please try again.";
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::IncompleteBody, message)
}
