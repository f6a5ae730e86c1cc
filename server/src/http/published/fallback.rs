//! Answers for every path without a route of its own: redirects, pictures rasterised on demand, and "not found".

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::responses::PreparedResource;
use crate::http::AppState;
use crate::http::error_response::{error_response, is_safe_method, method_not_allowed_for_page};
use crate::http::problem::{ErrorCode, UNKNOWN_CALL};
use crate::site::Published;
use crate::site::resource::Resource;

const HOME: &str = "/home";

pub async fn respond(State(state): State<Arc<AppState>>, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return error_response(path, StatusCode::NOT_FOUND, ErrorCode::NotFound, UNKNOWN_CALL);
    }
    let target = find(&state.site.published(), path).await;
    match target {
        Some(_) if !is_safe_method(request.method()) => method_not_allowed_for_page(path),
        Some(Target::Resource(resource)) => {
            let metrics = &state.services.metrics;
            let prepared = PreparedResource::new(path, resource, state.security_policy(), metrics);
            prepared.respond(request.headers()).map(Body::new)
        }
        Some(Target::Redirect(to)) => redirect(&to),
        None => not_found(&state, path, request.headers()),
    }
}

enum Target {
    Resource(Arc<Resource>),
    Redirect(String),
}

async fn find(published: &Published, path: &str) -> Option<Target> {
    if path == "/" {
        return Some(Target::Redirect(HOME.to_owned()));
    }
    // Reached with another method than GET, which the published service does not answer.
    if let Some(resource) = published.resource(path) {
        return Some(Target::Resource(Arc::clone(resource)));
    }
    if let Some(drawing) = published.drawing(path) {
        let drawing = Arc::clone(drawing);
        let png = tokio::task::spawn_blocking(move || drawing.png()).await;
        return png.ok().flatten().map(Target::Resource);
    }
    // Visitors type addresses from paper: a trailing slash or other capitals still find the page.
    let typed = path.trim_end_matches('/');
    published.page_paths().find(|known| known.eq_ignore_ascii_case(typed)).map(|it| Target::Redirect(it.to_owned()))
}

fn redirect(to: &str) -> Response {
    let location = HeaderValue::from_str(to).expect("our own paths are ASCII");
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)]).into_response()
}

pub fn not_found(state: &AppState, path: &str, headers: &HeaderMap) -> Response {
    let prepared = state.prepared_site();
    if path.starts_with("/data/") {
        return prepared.not_found_data.respond_with(StatusCode::NOT_FOUND, headers).map(Body::new);
    }
    if ["/assets/", "/pictures/", "/share/"].iter().any(|folder| path.starts_with(folder)) {
        return error_response(path, StatusCode::NOT_FOUND, ErrorCode::NotFound, "There is no such file.");
    }
    prepared.not_found.respond_with(StatusCode::NOT_FOUND, headers).map(Body::new)
}
