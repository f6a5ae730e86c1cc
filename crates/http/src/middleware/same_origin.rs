//! Refuses state-changing calls that another site's page makes in a visitor's browser (cross-site request forgery).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::AppState;
use crate::api_error::ErrorCode;
use crate::error_response::{error_response, is_safe_method};

/// Callers that are not browsers send neither header and carry nobody's cookies, so there is nothing to forge.
pub async fn require_same_origin(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    if is_safe_method(request.method()) || is_same_origin(request.uri(), request.headers(), &state.site_url) {
        return next.run(request).await;
    }
    let message = "This call must come from the site's own pages.";
    error_response(request.uri().path(), StatusCode::FORBIDDEN, ErrorCode::CrossOrigin, message)
}

fn is_same_origin(uri: &Uri, headers: &HeaderMap, site_url: &str) -> bool {
    let value = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    if let Some(site) = value("sec-fetch-site") {
        return site == "same-origin";
    }
    let Some(origin) = value(header::ORIGIN.as_str()) else { return true };
    if origin == site_url {
        return true;
    }
    let host = uri.authority().map(Authority::as_str).or_else(|| value(header::HOST.as_str()));
    let origin_host = origin.split_once("://").map(|(_, host)| host);
    host.is_some_and(|host| !host.is_empty() && origin_host == Some(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(uri: &'static str, pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().expect("a value"));
        }
        is_same_origin(&Uri::from_static(uri), &headers, "https://clinic.example")
    }

    #[test]
    fn calls_from_the_sites_own_pages_are_allowed() {
        let path = "/api/plays";
        assert!(allowed(path, &[("sec-fetch-site", "same-origin")]));
        assert!(allowed(path, &[("origin", "https://clinic.example"), ("host", "127.0.0.1:8080")]));
        assert!(allowed(path, &[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")]));
        assert!(allowed("https://www.clinic.example/api/plays", &[("origin", "https://www.clinic.example")]));
        assert!(allowed(path, &[]));
    }

    #[test]
    fn calls_from_other_sites_are_refused() {
        let path = "/api/plays";
        assert!(!allowed(path, &[("sec-fetch-site", "cross-site")]));
        assert!(!allowed(path, &[("sec-fetch-site", "same-site")]));
        assert!(!allowed(path, &[("origin", "https://evil.example"), ("host", "clinic.example")]));
        assert!(!allowed("https://clinic.example/api/plays", &[("origin", "https://evil.example")]));
        assert!(!allowed(path, &[("origin", "null"), ("host", "clinic.example")]));
    }
}
