//! What a request must satisfy before a handler sees it: it comes from our own pages, and it comes in time.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::Response;

use super::Door;
use super::problem::TROUBLE;
use super::refusal::{reads, refuse};

/// Time for an answer. Longer than a body may take to arrive, so whatever takes this long is our fault, and said so.
const WHOLE_ANSWER: Duration = Duration::from_secs(45);

/// A state-changing call made by another site's page is refused. Callers that are no browsers send neither header
/// and carry nobody's cookies, so there is nothing to forge.
pub async fn same_origin(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    if reads(request.method()) || is_same_origin(request.headers(), &door.site_url) {
        return next.run(request).await;
    }
    let message = "This call must come from the site's own pages.";
    refuse(request.uri().path(), StatusCode::FORBIDDEN, "foreign_origin", message)
}

fn is_same_origin(headers: &HeaderMap, site_url: &str) -> bool {
    let value = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    if let Some(site) = value("sec-fetch-site") {
        return site == "same-origin";
    }
    let Some(origin) = value(header::ORIGIN.as_str()) else { return true };
    let host = value(header::HOST.as_str()).unwrap_or_default();
    origin == site_url
        || origin.split_once("://").is_some_and(|(_, origin_host)| origin_host == host && !host.is_empty())
}

/// Exactly one `Host`: with none or two, this server and a proxy before it could take the request for different ones.
pub async fn one_host(request: Request, next: Next) -> Response {
    let named = match request.headers().get_all(header::HOST).iter().count() {
        0 => request.version() == Version::HTTP_10,
        hosts => hosts == 1,
    };
    if named {
        return next.run(request).await;
    }
    refuse(request.uri().path(), StatusCode::BAD_REQUEST, "no_host", "The request must name exactly one host.")
}

pub async fn in_time(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    tokio::time::timeout(WHOLE_ANSWER, next.run(request)).await.unwrap_or_else(|_| {
        tracing::error!(path, "an answer took too long and was given up");
        refuse(&path, StatusCode::SERVICE_UNAVAILABLE, "trouble", TROUBLE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().expect("a value"));
        }
        is_same_origin(&headers, "https://clinic.example")
    }

    #[test]
    fn our_own_pages_may_call() {
        assert!(allowed(&[("sec-fetch-site", "same-origin")]));
        assert!(allowed(&[("origin", "https://clinic.example"), ("host", "127.0.0.1:8080")]));
        assert!(allowed(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]));
        assert!(allowed(&[]));
    }

    #[test]
    fn other_sites_may_not() {
        assert!(!allowed(&[("sec-fetch-site", "cross-site")]));
        assert!(!allowed(&[("sec-fetch-site", "same-site")]));
        assert!(!allowed(&[("origin", "https://evil.example"), ("host", "clinic.example")]));
        assert!(!allowed(&[("origin", "null"), ("host", "clinic.example")]));
    }
}
