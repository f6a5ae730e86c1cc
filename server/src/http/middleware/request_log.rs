//! Writes one log line per request and counts it. Requests that reach the router also get an id, which is in the log
//! and in `X-Request-Id`.
//!
//! The log holds no client address, no query (visitors' input) and no path that could contain a discount code.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use data_encoding::HEXLOWER;
use tracing::Instrument;

use crate::clock::{Randomness, System};
use crate::http::AppState;

/// The route label of requests that match nothing.
pub const UNMATCHED: &str = "(none)";

pub async fn record(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let id = new_id();
    let span = tracing::info_span!("request", %id);
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    async move {
        let start = Instant::now();
        let mut response = next.run(request).await;
        let (status, duration) = (response.status(), start.elapsed());
        // The route's pattern rather than the path, which may hold a code.
        let path = matched.as_ref().map_or(uri.path(), MatchedPath::as_str);
        log(&method, path, status, duration);
        let route = if matched.is_some() { path } else { route_label(path, status) };
        state.services.metrics.count_request(route, method.as_str(), status.as_u16(), duration);
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", id);
        }
        response
    }
    .instrument(span)
    .await
}

pub fn log(method: &Method, path: &str, status: StatusCode, duration: Duration) {
    // Not an error for a status of 5xx: its cause is logged where it happens, and not for every request of an outage.
    tracing::info!(%method, path, status = status.as_u16(), micros = duration.as_micros(), "response");
}

/// Pages and files are counted by the first segment of their path, so that a thousand articles are one label. Paths
/// that match nothing share one label, or clients could create labels without end.
pub fn route_label(path: &str, status: StatusCode) -> &str {
    if status.is_client_error() {
        return UNMATCHED;
    }
    let end = path.get(1..).and_then(|rest| rest.find('/')).map_or(path.len(), |at| at + 2);
    &path[..end]
}

fn new_id() -> String {
    let bytes: [u8; 8] = (&System as &dyn Randomness).bytes();
    HEXLOWER.encode(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_labelled_by_first_segment_and_unknown_paths_share_a_label() {
        assert_eq!(route_label("/home", StatusCode::OK), "/home");
        assert_eq!(route_label("/articles/glaucoma", StatusCode::OK), "/articles/");
        assert_eq!(route_label("/", StatusCode::PERMANENT_REDIRECT), "/");
        assert_eq!(route_label("/wp-admin/x", StatusCode::NOT_FOUND), "(none)");
    }
}
