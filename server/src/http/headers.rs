//! The security headers, on every answer without exception.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use super::Door;

const EVERYWHERE: [(&str, &str); 7] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()"),
    ("x-permitted-cross-domain-policies", "none"),
];

/// For whatever is no document of ours: it may load and run nothing, wherever it is opened.
const NOTHING: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TWO_YEARS: &str = "max-age=63072000; includeSubDomains";

pub async fn secure(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in EVERYWHERE {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(NOTHING));
    // A page that is isolated may not embed the map, which does not take part in isolation.
    if !door.site.published().embeds_map {
        headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("require-corp"));
    }
    if door.site_url.starts_with("https://") {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(TWO_YEARS));
    }
    response
}
