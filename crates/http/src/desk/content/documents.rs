//! The documents of the site with their drafts: the list, and one to edit.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use serde::Serialize;
use utoipa::ToSchema;

use super::current_lists::Moment;
use super::editing_state;
use super::{EDITING_OFF, require_editing};
use crate::api_error::{ApiError, ContentProblem, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::PathParam;
use crate::published::accept_encoding::{AcceptedEncodings, content_coding};
use clinic_content::definition::{self, DocumentDefinition};
use clinic_content::text::tree::{self, TextBlock};
use clinic_content::variables::Variables;
use clinic_content::{ContentFile, DocumentKind, Examined, Folder, Placeholder};
use clinic_rules::clinic_time;
use clinic_site::find_problems;
use clinic_site::page_registry::site_pages;
use clinic_site::resource::{Encoding, Encodings};
use clinic_store::{Draft, Edition, PublishedId};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentList<'a> {
    /// Why the content cannot be edited here. Null when it can.
    #[schema(required)]
    read_only_reason: Option<&'static str>,
    /// The number of the published revision.
    revision: i64,
    /// Names the list of published documents, for the call that answers it. Null when there is none.
    #[schema(required)]
    published: Option<String>,
    /// Those with a draft, by path. One that a draft deletes is here until that is published.
    drafts: Vec<DocumentSummary<'a>>,
    /// What has to be corrected before the drafts can be published.
    problems: Vec<ContentProblem>,
    /// Values that the clinic still has to fill in.
    placeholders: Vec<PlaceholderValue<'a>>,
    /// The first day of the notice. Null when there is none, or when it has come.
    #[schema(required, value_type = Option<String>)]
    notice_from: Option<Date>,
    /// What texts may use instead of a value: `{percent}` becomes 5.
    variables: Vec<VariableValue>,
}

#[derive(Serialize, ToSchema)]
pub struct VariableValue {
    name: &'static str,
    value: String,
}

impl VariableValue {
    fn all_of(files: &Folder) -> Vec<Self> {
        Variables::of(files).into_values().map(|(name, value)| Self { name, value }).collect()
    }
}

#[derive(Serialize, ToSchema)]
pub struct PublishedDocuments<'a> {
    /// By path, as they are published: drafts are not in it.
    documents: Vec<DocumentSummary<'a>>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSummary<'a> {
    path: &'a str,
    kind: DocumentKind,
    #[schema(required)]
    title: Option<&'a str>,
    state: DocumentState,
    /// The day on which an article appears, and the time if it has one: `2026-11-15` or `2026-11-15T14:30`, in the clinic's time
    /// zone. Null when it has appeared.
    #[schema(required)]
    appears_on: Option<String>,
    /// Its number in the order of its list, or of the articles on the home page. Null when it has none.
    #[schema(required)]
    position: Option<i64>,
    /// Who saved the draft last, and when. Null without a draft.
    #[schema(required)]
    saved_by: Option<&'a str>,
    #[schema(required)]
    saved_at: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DocumentState {
    Published,
    /// There is a draft that differs from the published text.
    Changed,
    /// There is a draft and no published text.
    New,
    /// There is a draft that deletes the document.
    Deleted,
}

#[derive(Serialize, ToSchema)]
pub struct PlaceholderValue<'a> {
    file: &'a str,
    line: usize,
    key: &'a str,
    value: &'a str,
}

impl<'a> PlaceholderValue<'a> {
    fn of(Placeholder { file, line, key, value }: &'a Placeholder) -> Self {
        Self { file, line: *line, key, value }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentDocument {
    path: String,
    kind: DocumentKind,
    state: DocumentState,
    /// To be sent as `If-Match` with the next save.
    version: String,
    /// The draft, or the published text without one. Null when it is deleted, not text, or a new document.
    #[schema(required)]
    text: Option<String>,
    /// The published text, also null when it is not text.
    #[schema(required)]
    published: Option<String>,
    /// The fields of its form. Null for documents without fixed keys.
    #[schema(required)]
    definition: Option<DocumentDefinition>,
    /// The text below the keys as this server reads it. Null for documents whose page shows none.
    #[schema(required)]
    tree: Option<Vec<TextBlock>>,
    /// What this server cannot read in the text.
    problems: Vec<ContentProblem>,
    /// Whether another text was published since the draft was begun.
    is_outdated: bool,
    #[schema(required)]
    saved_by: Option<String>,
    #[schema(required)]
    saved_at: Option<Timestamp>,
}

/// List the drafts (editors and owners)
///
/// Also says what has to be corrected before they can be published.
#[utoipa::path(
    get,
    path = "/api/desk/content/drafts",
    responses((status = 200, body = ContentList, description = "The drafts, and the name of the published list"), DeskErrors)
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    request: HeaderMap,
) -> Result<Response, ApiError> {
    let Some(editing) = &desk.content else {
        return Ok(Json(ContentList {
            read_only_reason: Some(EDITING_OFF),
            revision: 0,
            published: None,
            drafts: Vec::new(),
            problems: Vec::new(),
            placeholders: Vec::new(),
            notice_from: None,
            variables: Vec::new(),
        })
        .into_response());
    };
    let edition = editing.editions.read().await?;
    let now = desk.services.clock.now();
    let civil_now = clinic_time::civil(now);
    let write = move |edition: &Edition, examined: &Examined<'_>| {
        let problems = find_problems(examined, &edition.files, &edition.base.files, now);
        let list = ContentList {
            read_only_reason: None,
            revision: edition.base.number,
            published: Some(name_of_published(edition, civil_now)),
            drafts: edition.drafts.iter().filter_map(|draft| summary_of_draft(edition, draft, civil_now)).collect(),
            problems: editing_state::describe(problems),
            placeholders: examined.placeholders().map(PlaceholderValue::of).collect(),
            notice_from: examined.notice().and_then(|it| it.from).filter(|from| *from > civil_now.date()),
            variables: VariableValue::all_of(&edition.files),
        };
        serde_json::to_vec(&list).expect("a list always serialises")
    };
    Ok(respond(&request, &*editing.lists.drafts(edition, civil_now, write).await?))
}

/// List the published documents (editors and owners)
///
/// They change only with a publication, at midnight and when an article appears, and then get another name.
#[utoipa::path(
    get,
    path = "/api/desk/content/published/{name}",
    params(("name" = String, Path, description = "`published` of the list of drafts")),
    responses(
        (status = 200, body = PublishedDocuments, description = "All published documents"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "Something else is published now, or the content comes from a folder"),
    )
)]
pub async fn list_published(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    PathParam(name): PathParam,
    request: HeaderMap,
) -> Result<Response, ApiError> {
    let editing = require_editing(&desk)?;
    let edition = editing.editions.read().await?;
    let now = clinic_time::civil(desk.services.clock.now());
    if name != name_of_published(&edition, now) {
        let message = "Something else has been published since. Please load the list again.";
        return Err(ApiError::new(StatusCode::CONFLICT, ErrorCode::OutOfDate, message));
    }
    let write = move |edition: &Edition| {
        let files = edition.base.files.files();
        let documents = files.filter_map(|(path, file)| summary_of(path, file, None, Some(file), now)).collect();
        serde_json::to_vec(&PublishedDocuments { documents }).expect("a list always serialises")
    };
    Ok(respond(&request, &*editing.lists.published(edition, now, write).await?))
}

/// Changes with everything that changes the list of published documents.
fn name_of_published(edition: &Edition, now: DateTime) -> String {
    let PublishedId { revision, removals } = edition.state.published;
    let Moment { today, scheduled } = Moment::of(&edition.base.files, now);
    format!("{revision}-{removals}-{today}-{scheduled}")
}

fn respond(request: &HeaderMap, list: &Encodings) -> Response {
    let accepted = AcceptedEncodings::of(request);
    let (encoding, bytes) = list.smallest(|encoding| accepted.contains(encoding));
    let headers = [(CONTENT_TYPE, "application/json"), (VARY, "Accept-Encoding")];
    let mut response = (headers, bytes.clone()).into_response();
    if encoding != Encoding::Identity {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(content_coding(encoding)));
    }
    response
}

fn summary_of_draft<'a>(edition: &'a Edition, draft: &'a Draft, now: DateTime) -> Option<DocumentSummary<'a>> {
    let published = edition.base.files.get(&draft.path);
    let file = draft.file.as_ref().or(published)?;
    summary_of(&draft.path, file, Some(draft), published, now)
}

/// `None` when a file at this path is no part of the content.
fn summary_of<'a>(
    path: &'a str,
    file: &'a ContentFile,
    draft: Option<&'a Draft>,
    published: Option<&ContentFile>,
    now: DateTime,
) -> Option<DocumentSummary<'a>> {
    let kind = DocumentKind::of(path)?;
    let head = (kind != DocumentKind::Picture).then(|| file.head());
    let appears_at = head.and_then(|head| head.appears_at);
    Some(DocumentSummary {
        path,
        kind,
        title: head.and_then(|head| head.title.as_deref()),
        appears_on: appears_at.filter(|it| kind == DocumentKind::Article && *it > now).map(day_and_time),
        position: head.and_then(|head| head.position),
        state: state_of(draft, published),
        saved_by: draft.map(|draft| draft.author.as_str()),
        saved_at: draft.map(|draft| draft.saved_at),
    })
}

fn day_and_time(appears_at: DateTime) -> String {
    let format = if appears_at.time() == Time::midnight() { "%Y-%m-%d" } else { "%Y-%m-%dT%H:%M" };
    appears_at.strftime(format).to_string()
}

fn state_of(draft: Option<&Draft>, published: Option<&ContentFile>) -> DocumentState {
    match (draft.map(|draft| &draft.file), published) {
        (None, _) => DocumentState::Published,
        (Some(None), _) => DocumentState::Deleted,
        (Some(Some(_)), Some(_)) => DocumentState::Changed,
        (Some(Some(_)), None) => DocumentState::New,
    }
}

pub(super) fn text_of(file: &ContentFile) -> Option<String> {
    String::from_utf8(file.bytes.to_vec()).ok()
}

/// Show a document with its draft (editors and owners)
///
/// A document that does not exist yet is answered with the version `none`, so that it can be created.
#[utoipa::path(
    get,
    path = "/api/desk/content/{*path}",
    params(("path" = String, Path, description = "The path, such as `articles/first-aid.md`")),
    responses(
        (status = 200, body = ContentDocument, description = "The document"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
    )
)]
pub async fn show(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    PathParam(path): PathParam,
) -> Result<Json<ContentDocument>, ApiError> {
    let editing = require_editing(&desk)?;
    let stored = desk.services.store.stored_document(&path).await?;
    let revision = editing.editions.published_with(&stored).await?;
    let draft = &stored.draft;
    let published = revision.files.get(&path);
    let kind = kind_of(&path, draft.is_some() || published.is_some())?;
    let file = draft.as_ref().map_or(published, |draft| draft.file.as_ref());
    let text = file.and_then(text_of).filter(|_| kind != DocumentKind::Picture);
    // Words that no page shows would be lost.
    let has_text = match kind {
        DocumentKind::Page => site_pages().files.iter().any(|page| page.has_text && page.path() == path),
        kind => kind.has_text(),
    };
    let parsed = text.as_ref().filter(|_| has_text).map(|text| tree::parse_document(&path, text));
    let (tree, problems) = parsed.map_or((None, Vec::new()), |parsed| (Some(parsed.tree), parsed.problems));
    Ok(Json(ContentDocument {
        kind,
        state: state_of(draft.as_ref(), published),
        version: stored.version(published),
        text,
        published: published.and_then(text_of).filter(|_| kind != DocumentKind::Picture),
        definition: definition::of(&path, &site_pages().files),
        tree,
        problems: editing_state::describe(problems),
        is_outdated: draft.as_ref().is_some_and(|draft| draft.is_outdated(published)),
        saved_by: draft.as_ref().map(|draft| draft.author.clone()),
        saved_at: draft.as_ref().map(|draft| draft.saved_at),
        path,
    }))
}

/// The documents that show a picture. Pages that show none may name one in content of an earlier release, where no form offers to take
/// it out.
pub(super) fn used_in(edition: &Edition, picture: &str) -> Vec<String> {
    let mut used_in = edition.used_in(picture);
    used_in
        .retain(|path| site_pages().files.iter().all(|page| page.has_picture || page.has_text || page.path() != *path));
    used_in
}

/// Pages, facts and the game are each needed once, so no others can be created.
pub(super) fn kind_of(path: &str, exists: bool) -> Result<DocumentKind, ApiError> {
    DocumentKind::of(path).filter(|kind| exists || kind.is_optional()).ok_or_else(unknown_document)
}

pub(super) fn unknown_document() -> ApiError {
    let message =
        "The site has no document with this name. Names of new documents have small letters, digits and hyphens.";
    ApiError::new(StatusCode::NOT_FOUND, ErrorCode::UnknownDocument, message)
}
