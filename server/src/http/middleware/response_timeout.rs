//! Limits how long a handler may take.

use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

use crate::http::error_response::error_response;
use crate::http::problem::{ErrorCode, INTERNAL_ERROR};

/// Longer than a request body may take to arrive, so exceeding it is always the server's fault.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(45);

/// Files take longer to arrive.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(3);
const UPLOADS: &str = "/api/desk/pictures";

pub async fn limit(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let limit = if path == UPLOADS { UPLOAD_TIMEOUT } else { RESPONSE_TIMEOUT };
    tokio::time::timeout(limit, next.run(request)).await.unwrap_or_else(|_| {
        tracing::error!(path, "the handler did not finish within {} seconds", limit.as_secs());
        error_response(&path, StatusCode::SERVICE_UNAVAILABLE, ErrorCode::InternalError, INTERNAL_ERROR)
    })
}
