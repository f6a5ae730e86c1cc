//! Entity tags and the conditional headers that name them (RFC 9110, 8.8.3 and 13.1).

use axum::http::{HeaderMap, HeaderValue, header};

use super::accept_encoding::content_coding;
use crate::site::resource::{Encoding, Resource};

/// Strong, so each encoding has its own: their bytes differ.
pub fn etag(resource: &Resource, encoding: Encoding) -> HeaderValue {
    let tag = match encoding {
        Encoding::Identity => format!("\"{}\"", resource.hash),
        other => format!("\"{}-{}\"", resource.hash, content_coding(other)),
    };
    HeaderValue::from_str(&tag).expect("a hash is ASCII")
}

/// Whether `If-None-Match` names this content in any encoding.
pub fn matches_if_none_match(resource: &Resource, request: &HeaderMap) -> bool {
    request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok()).any(|tags| {
        tags.split(',').map(str::trim).any(|tag| {
            let opaque = tag.trim_start_matches("W/").trim_matches('"');
            tag == "*" || opaque.split('-').next() == Some(&resource.hash)
        })
    })
}

/// Without `If-Range`, or when it names the unencoded content, a range may be served.
pub fn allows_range(resource: &Resource, request: &HeaderMap) -> bool {
    request.get(header::IF_RANGE).is_none_or(|value| *value == etag(resource, Encoding::Identity))
}
