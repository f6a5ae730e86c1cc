//! The security headers: a few on every answer, the rest on documents, where alone they mean something.
//!
//! A first visit makes a dozen and more requests, and on metered data the headers of each are paid for too.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use super::Door;

const EVERYWHERE: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("cross-origin-resource-policy", "same-origin"),
    // Whatever is no document of ours may load and run nothing, wherever it is opened. Documents bring their own.
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
];

const DOCUMENTS: [(&str, &str); 4] = [
    ("x-frame-options", "DENY"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

const TWO_YEARS: &str = "max-age=63072000; includeSubDomains";

pub async fn secure(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    complete(response.headers_mut(), &door);
    response
}

/// Adds what a head lacks, from what it says of its content.
pub fn complete(headers: &mut HeaderMap, door: &Door) {
    add(headers, &EVERYWHERE);
    if is_document(headers) {
        add(headers, &DOCUMENTS);
        // A document that is isolated may not embed the map, which does not take part in isolation.
        if !door.site.published().embeds_map {
            headers.insert("cross-origin-embedder-policy", HeaderValue::from_static("require-corp"));
        }
    }
    if door.site_url.starts_with("https://") {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(TWO_YEARS));
    }
}

/// A header that is there already was set by somebody who knew better.
fn add(headers: &mut HeaderMap, more: &[(&'static str, &'static str)]) {
    for (name, value) in more {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
}

fn is_document(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}
