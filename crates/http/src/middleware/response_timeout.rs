//! Limits how long a handler may take.

use std::time::Duration;

use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

use super::request_log::UNMATCHED;
use crate::api_error::{ErrorCode, INTERNAL_ERROR};
use crate::error_response::error_response;

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

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, pipe};
    use std::sync::Arc;

    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn handler_that_does_not_finish_is_logged_with_its_route_and_without_what_the_path_contains() {
        let (log, writer) = pipe().expect("a pipe");
        let mut log = BufReader::new(log);
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(Arc::new(writer)).finish();
        let _logged = tracing::subscriber::set_default(subscriber);
        let never = || get(std::future::pending::<()>);
        let router = Router::new().route("/appointment/{token}", never()).fallback_service(never());
        let at_once = ResponseLimits { other: Duration::ZERO, ..ResponseLimits::default() };
        let router = router.layer(from_fn_with_state(at_once, limit));
        for (path, route) in [("/appointment/secret", "/appointment/{token}"), ("/Appointment/secret", UNMATCHED)] {
            let request = Request::get(path).body(Body::empty()).expect("a request");
            let answer = router.clone().oneshot(request).await.expect("an answer");
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            let mut logged = String::new();
            log.read_line(&mut logged).expect("a line");
            assert!(logged.contains(route) && !logged.contains("secret"), "{logged}");
        }
    }
}
