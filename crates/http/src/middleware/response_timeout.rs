//! Limits how long a handler may take.

use std::time::Duration;

use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

use super::request_log::UNMATCHED;
use crate::error_response::error_response;
use crate::problem::{ErrorCode, INTERNAL_ERROR};

/// Longer than a request body may take to arrive, so exceeding it is always the server's fault.
#[derive(Debug, Clone, Copy)]
pub struct ResponseLimits {
    /// Everything that is published is rendered first.
    pub publication: Duration,
    /// Files take longer to arrive.
    pub upload: Duration,
    pub other: Duration,
}

impl Default for ResponseLimits {
    fn default() -> Self {
        Self { publication: Duration::from_secs(59), upload: Duration::from_mins(3), other: Duration::from_secs(45) }
    }
}

const PUBLICATIONS: [&str; 2] = ["/api/desk/content/publish", "/api/desk/content/restore"];
const UPLOADS: &str = "/api/desk/pictures";

/// A new picture, or one that replaces another.
fn is_upload(path: &str) -> bool {
    path.strip_prefix(UPLOADS).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

pub async fn limit(State(limits): State<ResponseLimits>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let limit = if is_upload(&path) {
        limits.upload
    } else if PUBLICATIONS.contains(&&*path) {
        limits.publication
    } else {
        limits.other
    };
    tokio::time::timeout(limit, next.run(request)).await.unwrap_or_else(|_| {
        // Not the path, which may contain a secret.
        let route = route.as_ref().map_or(UNMATCHED, MatchedPath::as_str);
        tracing::error!(path = route, "the handler did not finish within {} seconds", limit.as_secs());
        error_response(&path, StatusCode::SERVICE_UNAVAILABLE, ErrorCode::InternalError, INTERNAL_ERROR)
    })
}
