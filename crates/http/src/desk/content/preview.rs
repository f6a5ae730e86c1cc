//! Previews: a page by the real renderer with the drafts in it. Visitors never see it, and only one is made at a time.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::time::timeout;
use utoipa::{IntoParams, ToSchema};

use super::editing_state::{ContentEditing, busy, describe};
use super::require_editing;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse};
use crate::desk::authorization::{DeskErrors, Editor};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, QueryParams};
use clinic_content::{ContentFile, DocumentKind, Folder};
use clinic_site::{Document, PublishError, load_unfinished};

/// A page takes some tens of milliseconds. The renderer ends a page that never does.
const TIME_LIMIT: Duration = Duration::from_secs(25);
const MAX_BODY_BYTES: usize = 512 * 1024;
const SCRIPT_END: &str = "</script>";

#[derive(Deserialize, ToSchema)]
pub struct PreviewRequest {
    /// The path of the page, such as `/articles/first-aid`.
    page: String,
    /// A document that is shown with this text instead of its draft.
    document: Option<PreviewDocument>,
}

#[derive(Deserialize, ToSchema)]
pub struct PreviewDocument {
    path: String,
    text: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// The path of the page, such as `/articles/first-aid`.
    page: String,
}

/// Show a page with all saved drafts (editors and owners)
///
/// In a sandbox and without its scripts: it cannot act in the name of whoever looks at it. The address can be opened in a frame of the desk, and passed on to a colleague who is signed in.
#[utoipa::path(
    get,
    path = "/api/desk/content/preview",
    params(PreviewQuery),
    responses(
        (status = 200, body = String, content_type = "text/html", description = "The page"),
        DeskErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "Something must be corrected first"),
    )
)]
pub async fn show_saved(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    QueryParams(PreviewQuery { page }): QueryParams<PreviewQuery>,
) -> Result<Response, ApiError> {
    let editing = require_editing(&desk)?;
    let edition = editing.editions.read().await?;
    let Document { html, csp } = preview(&desk, editing, edition.files.clone(), None, page).await?;
    Ok(response(Document { html: without_scripts(&html), csp }))
}

/// Show a page with a text that is not saved yet, and all saved drafts (editors and owners)
///
/// The style sheet of the page is in a `<script type="text/css">`, because the desk takes the page apart. Drafts of other
/// documents are left out while they have mistakes. What is not written yet in a new document is empty on the page.
#[utoipa::path(
    post,
    path = "/api/desk/content/preview",
    request_body = PreviewRequest,
    responses(
        (status = 200, body = String, content_type = "text/html", description = "The page"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The content comes from a folder"),
        (status = 422, body = ErrorResponse, description = "Something must be corrected first"),
    )
)]
pub async fn show(
    State(desk): State<Arc<DeskServices>>,
    Editor(_): Editor,
    JsonBody(PreviewRequest { page, document }): JsonBody<PreviewRequest, MAX_BODY_BYTES>,
) -> Result<Response, ApiError> {
    let editing = require_editing(&desk)?;
    let edition = editing.editions.read().await?;
    let mut files = edition.files.clone();
    let mut alone = None;
    if let Some(PreviewDocument { path, text }) = document.filter(|document| DocumentKind::of(&document.path).is_some())
    {
        let file = ContentFile::new(text.into_bytes());
        alone = Some(edition.with_only(&path, &file));
        files.insert(path, file);
    }
    let Document { html, csp } = preview(&desk, editing, files, alone, page).await?;
    Ok(response(Document { html: with_inert_styles(&html), csp }))
}

/// A browser that parses the page for the desk would apply the desk's policy to inline styles, and report them.
fn with_inert_styles(html: &str) -> String {
    html.replace("<style>", "<script type=\"text/css\">").replace("</style>", "</script>")
}

/// The page without the scripts that the sandbox would report as blocked. Data for scripts stays.
fn without_scripts(html: &str) -> String {
    let mut rest = html;
    let mut kept = String::with_capacity(html.len());
    while let Some(start) = rest.find("<script") {
        let end = rest[start..].find(SCRIPT_END).map_or(rest.len(), |end| start + end + SCRIPT_END.len());
        let is_data = rest[start..].starts_with("<script type=\"application/");
        kept.push_str(&rest[..if is_data { end } else { start }]);
        rest = &rest[end..];
    }
    kept + rest
}

/// `alone` is shown when `files` have mistakes: somebody else's half-finished draft must not hide this page.
async fn preview(
    desk: &DeskServices,
    editing: &ContentEditing,
    files: Folder,
    alone: Option<Folder>,
    page: String,
) -> Result<Document, ApiError> {
    let permit = editing.wait_for_turn().await?;
    let (publisher, now) = (Arc::clone(&editing.publisher), desk.services.clock.now());
    let work = tokio::task::spawn_blocking(move || {
        let loaded = load_unfinished(&files);
        let loaded = loaded.or_else(|problems| match &alone {
            Some(alone) => load_unfinished(alone),
            None => Err(problems),
        });
        let rendered = loaded.map(|content| publisher.preview(&content, &page, now));
        drop(permit);
        rendered
    });
    let rendered = timeout(TIME_LIMIT, work).await.map_err(|_| busy())?;
    match rendered.map_err(|panic| ApiError::internal(&panic))? {
        Ok(Ok(Some(document))) => Ok(document),
        Ok(Ok(None)) => {
            let message = "The site has no page with this address. Please check it.";
            Err(ApiError::new(StatusCode::NOT_FOUND, ErrorCode::UnknownDocument, message))
        }
        Ok(Err(error)) => Err(not_rendered(&error)),
        Err(problems) => {
            let message = "The page cannot be shown until the mistakes in the content are corrected.";
            let problem = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidContent, message);
            Err(problem.with_content_problems(describe(problems.0)))
        }
    }
}

fn not_rendered(error: &PublishError) -> ApiError {
    tracing::warn!(%error, "a preview could not be rendered");
    let message = "This page cannot be rendered. Please undo the last edit.";
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidContent, message)
}

fn response(Document { html, csp }: Document) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_str(&csp.to_string()).expect("the policy is ASCII")),
    ];
    (StatusCode::OK, headers, html).into_response()
}

#[cfg(test)]
mod tests {
    use super::without_scripts;

    #[test]
    fn scripts_are_removed_and_their_data_is_kept() {
        let data = "<script type=\"application/json\" id=\"page-data\">{}</script>";
        let html = format!("<p>a</p><script>boot()</script>{data}<script data-entry=\"x\">y</script><p>b</p>");
        assert_eq!(without_scripts(&html), format!("<p>a</p>{data}<p>b</p>"));
        assert_eq!(without_scripts("<p>a</p><script>never ends"), "<p>a</p>");
        assert_eq!(without_scripts("<p>a</p>"), "<p>a</p>");
    }
}
