//! The documents of the site with their drafts: the list, and one to edit.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use ts_rs::TS;
use utoipa::ToSchema;

use super::current_list::{Checked, Entry};
use super::editing;
use super::{EDITING_OFF, require_editing};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::PathParam;
use crate::problem::{ContentProblem, ErrorCode, ErrorResponse, Problem};
use crate::published::accept_encoding::{AcceptedEncodings, content_coding};
use clinic_content::definition::{self, DocumentDefinition};
use clinic_content::text::tree::{self, TextBlock};
use clinic_content::{ContentFile, DocumentKind, Placeholder};
use clinic_site::registry::site_pages;
use clinic_site::resource::Encoding;
use clinic_store::{Draft, Edition};

#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct ContentList<'a> {
    /// Why the content cannot be edited here. Null when it can.
    #[schema(required)]
    read_only_reason: Option<&'static str>,
    /// The number of the published revision.
    revision: i64,
    #[schema(value_type = Vec<DocumentSummary<'a>>)]
    #[ts(as = "Vec<DocumentSummary<'a>>")]
    documents: Vec<Cow<'a, RawValue>>,
    /// What has to be corrected before the drafts can be published.
    problems: Vec<ContentProblem>,
    /// Values that the clinic still has to fill in.
    placeholders: Vec<PlaceholderValue<'a>>,
}

#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct DocumentSummary<'a> {
    path: &'a str,
    kind: DocumentKind,
    #[schema(required)]
    title: Option<&'a str>,
    state: DocumentState,
    /// The day on which an article appears. Null when it has come.
    #[schema(required, value_type = Option<String>)]
    #[ts(type = "string | null")]
    appears_on: Option<Date>,
    /// Its number in the order of its list, or of the articles on the home page. Null when it has none.
    #[schema(required)]
    position: Option<i64>,
    /// Who saved the draft last, and when. Null without a draft.
    #[schema(required)]
    saved_by: Option<&'a str>,
    #[schema(required)]
    saved_at: Option<Timestamp>,
}

#[derive(Serialize, ToSchema, TS)]
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

#[derive(Serialize, ToSchema, TS)]
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

#[derive(Serialize, ToSchema, TS)]
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

/// List the documents of the site (editors and owners)
///
/// Also says what has to be corrected before the drafts can be published.
#[utoipa::path(
    get,
    path = "/api/desk/content",
    operation_id = "listContent",
    responses((status = 200, body = ContentList, description = "All documents, with their drafts"), DeskErrors)
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let Some(editing) = &desk.content else {
        return Ok(Json(ContentList {
            read_only_reason: Some(EDITING_OFF),
            revision: 0,
            documents: Vec::new(),
            problems: Vec::new(),
            placeholders: Vec::new(),
        })
        .into_response());
    };
    let edition = editing.editions.read().await?;
    let list = editing.list.read(edition, desk.services.clock.now(), write_list).await?;
    let accepted = AcceptedEncodings::of(&request);
    let (encoding, bytes) = list.smallest(|encoding| accepted.contains(encoding));
    let headers = [(CONTENT_TYPE, "application/json"), (VARY, "Accept-Encoding")];
    let mut response = (headers, bytes.clone()).into_response();
    if encoding != Encoding::Identity {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(content_coding(encoding)));
    }
    Ok(response)
}

fn write_list(Checked { edition, today, published, problems, examined }: Checked<'_>) -> Vec<u8> {
    let published = published.of(edition, today, || {
        let files = edition.base.files.files();
        let entry = |(path, file)| Some((str::to_owned(path), write_entry(path, file, None, Some(file), today)?));
        files.filter_map(entry).collect()
    });
    let list = ContentList {
        read_only_reason: None,
        revision: edition.base.number,
        documents: list_documents(edition, published, today),
        problems: editing::describe(problems),
        placeholders: examined.placeholders().map(PlaceholderValue::of).collect(),
    };
    serde_json::to_vec(&list).expect("a list always serialises")
}

/// `None` when a file at this path is no part of the content.
fn write_entry(
    path: &str,
    file: &ContentFile,
    draft: Option<&Draft>,
    published: Option<&ContentFile>,
    today: Date,
) -> Option<Box<RawValue>> {
    let kind = DocumentKind::of(path)?;
    let head = (kind != DocumentKind::Picture).then(|| file.head());
    let appears_on = head.and_then(|head| head.published);
    let summary = DocumentSummary {
        path,
        kind,
        title: head.and_then(|head| head.title.as_deref()),
        appears_on: appears_on.filter(|day| kind == DocumentKind::Article && *day > today),
        position: head.and_then(|head| head.position),
        state: state_of(draft, published),
        saved_by: draft.map(|draft| draft.author.as_str()),
        saved_at: draft.map(|draft| draft.saved_at),
    };
    Some(to_raw_value(&summary).expect("an entry always serialises"))
}

/// Ordered by path. A document that a draft deletes is in the list until that is published.
fn list_documents<'a>(edition: &Edition, published: &'a [Entry], today: Date) -> Vec<Cow<'a, RawValue>> {
    let write = |draft: &Draft| {
        let published = edition.base.files.get(&draft.path);
        let file = draft.file.as_ref().or(published)?;
        write_entry(&draft.path, file, Some(draft), published, today).map(Cow::Owned)
    };
    let mut drafts = edition.drafts.iter().peekable();
    let mut documents = Vec::with_capacity(published.len() + edition.drafts.len());
    for (path, entry) in published {
        while let Some(draft) = drafts.next_if(|draft| draft.path < *path) {
            documents.extend(write(draft));
        }
        match drafts.next_if(|draft| draft.path == *path) {
            Some(draft) => documents.extend(write(draft)),
            None => documents.push(Cow::Borrowed(&**entry)),
        }
    }
    documents.extend(drafts.filter_map(write));
    documents
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
    operation_id = "getDocument",
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
) -> Result<Json<ContentDocument>, Problem> {
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
        problems: editing::describe(problems),
        is_outdated: draft.as_ref().is_some_and(|draft| draft.is_outdated(published)),
        saved_by: draft.as_ref().map(|draft| draft.author.clone()),
        saved_at: draft.as_ref().map(|draft| draft.saved_at),
        path,
    }))
}

/// Pages, facts and the game are each needed once, so no others can be created.
pub(super) fn kind_of(path: &str, exists: bool) -> Result<DocumentKind, Problem> {
    DocumentKind::of(path).filter(|kind| exists || kind.is_optional()).ok_or_else(unknown_document)
}

pub(super) fn unknown_document() -> Problem {
    let message =
        "The site has no document with this name. Names of new documents have small letters, digits and hyphens.";
    Problem::new(StatusCode::NOT_FOUND, ErrorCode::UnknownDocument, message)
}
