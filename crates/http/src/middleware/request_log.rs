//! Writes one log line per request and counts it. Requests that reach the router also get an id, which is in the log
//! and in `X-Request-Id`.
//!
//! The log holds no client address, no query (visitors' input) and no path of a request: it could contain a discount code or a
//! patient's link. It has the pattern of the route, or the path of what is published.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use data_encoding::HEXLOWER;
use tracing::Instrument;

use crate::AppState;
use clinic_runtime::clock::{Randomness, System};

/// The route label of requests that match nothing.
pub const UNMATCHED: &str = "(none)";

pub async fn record(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let id = new_id();
    let span = tracing::info_span!("request", %id);
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    async move {
        let start = Instant::now();
        let mut response = next.run(request).await;
        let (status, duration) = (response.status(), start.elapsed());
        let published = response.extensions().get::<PublishedRoute>();
        let route = matched.as_ref().map(MatchedPath::as_str).or(published.map(|route| route.0.as_str()));
        let route = route.unwrap_or(UNMATCHED);
        log(&method, route, status, Some(duration));
        state.metrics.count_request(route, method.as_str(), status.as_u16(), duration);
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", id);
        }
        response
    }
    .instrument(span)
    .await
}

/// `path` is the pattern of a route or the path of what is published, never what a client sent.
pub fn log(method: &Method, path: &str, status: StatusCode, duration: Option<Duration>) {
    // Not an error for a status of 5xx: its cause is logged where it happens, and not for every request of an outage.
    tracing::info!(%method, path, status = status.as_u16(), micros = duration.map(|it| it.as_micros()), "response");
}

/// The label of a request that the router's fallback answered. The fallback sets it from what is published, never from
/// what the client sent: clients could create labels without end, for example with the capitals of a path.
#[derive(Debug, Clone)]
pub struct PublishedRoute(String);

impl PublishedRoute {
    pub fn of(published_path: &str) -> Self {
        Self(route_label(published_path).to_owned())
    }
}

/// Pages and files are counted by the first segment of their path, so that a thousand articles are one label.
pub fn route_label(published_path: &str) -> &str {
    let end = published_path.get(1..).and_then(|rest| rest.find('/')).map_or(published_path.len(), |at| at + 2);
    &published_path[..end]
}

fn new_id() -> String {
    let bytes: [u8; 8] = (&System as &dyn Randomness).bytes();
    HEXLOWER.encode(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_paths_are_labelled_by_first_segment() {
        assert_eq!(route_label("/home"), "/home");
        assert_eq!(route_label("/articles/glaucoma"), "/articles/");
        assert_eq!(route_label("/"), "/");
        assert_eq!(route_label(UNMATCHED), UNMATCHED);
    }
}
