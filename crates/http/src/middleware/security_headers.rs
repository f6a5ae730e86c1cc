//! Security headers: a few on every response, the rest only on HTML documents, where they have a meaning.
//!
//! A first visit makes a dozen requests or more, and visitors on metered data pay for the headers of each.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::AppState;

const ALL_RESPONSES: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("cross-origin-resource-policy", "same-origin"),
    // The default for anything that is not one of our documents; those have a policy of their own.
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
];

const DOCUMENTS: [(&str, &str); 4] = [
    ("x-frame-options", "DENY"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

const TWO_YEARS: &str = "max-age=63072000";
const TWO_YEARS_WITH_SUBDOMAINS: &str = "max-age=63072000; includeSubDomains";

/// Which `Strict-Transport-Security` header responses have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hsts {
    /// The site is served over plain HTTP.
    Off,
    ThisHost,
    /// Also all hosts below this one, which then have to use HTTPS as well.
    WithSubdomains,
}

impl Hsts {
    #[must_use]
    pub fn new(is_https: bool, include_subdomains: bool) -> Self {
        match (is_https, include_subdomains) {
            (false, _) => Self::Off,
            (true, false) => Self::ThisHost,
            (true, true) => Self::WithSubdomains,
        }
    }
}

/// Facts of the site that decide which headers apply.
#[derive(Debug, Clone, Copy)]
pub struct SecurityPolicy {
    pub hsts: Hsts,
    pub embeds_map: bool,
}

pub async fn add_to_response(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    add_missing(response.headers_mut(), state.security_policy());
    response
}

/// Adds what every response has, if it is not set yet.
pub fn add_to_all(headers: &mut HeaderMap) {
    add(headers, &ALL_RESPONSES);
}

/// Adds the headers that are not set yet. Which headers are added depends on the content type.
pub fn add_missing(headers: &mut HeaderMap, policy: SecurityPolicy) {
    add_to_all(headers);
    if is_document(headers) {
        add(headers, &DOCUMENTS);
        // A cross-origin isolated document cannot embed the map, which does not opt in.
        if !policy.embeds_map {
            headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("require-corp"));
        }
    }
    let lifetime = match policy.hsts {
        Hsts::Off => return,
        Hsts::ThisHost => TWO_YEARS,
        Hsts::WithSubdomains => TWO_YEARS_WITH_SUBDOMAINS,
    };
    headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(lifetime));
}

fn add(headers: &mut HeaderMap, more: &[(&'static str, &'static str)]) {
    for (name, value) in more {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
}

fn is_document(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}
