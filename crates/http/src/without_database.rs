//! Answers while the database cannot be used since the start: pages are served, and everything that needs it says so.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

use super::AppState;
use super::api_error::{ErrorCode, INTERNAL_ERROR};
use super::error_response::error_response;
use super::published::fallback;

const RETRY_AFTER_SECONDS: &str = "60";
const FOR_OPERATORS: &str = "The pages are served, but the database cannot be used yet. The log says why.";

/// Paths that need the database. All others are pages and their files.
const NEEDS_DATABASE: [&str; 3] = ["/api/", "/desk", "/appointment/"];

pub async fn respond(state: State<Arc<AppState>>, request: Request) -> Response {
    let path = request.uri().path();
    let message = match path {
        "/healthz" => FOR_OPERATORS,
        path if NEEDS_DATABASE.iter().any(|start| path.starts_with(start)) => INTERNAL_ERROR,
        _ => return fallback::respond(state, request).await,
    };
    let mut response = error_response(path, StatusCode::SERVICE_UNAVAILABLE, ErrorCode::InternalError, message);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER_SECONDS));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
