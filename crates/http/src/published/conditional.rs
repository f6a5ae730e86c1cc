//! Entity tags and the conditional headers that name them (RFC 9110, 8.8.3 and 13.1).

use axum::http::{HeaderMap, HeaderValue, header};

use super::accept_encoding::content_coding;
use clinic_site::resource::{Encoding, Resource};

/// Strong, so each encoding has its own: their bytes differ.
pub fn etag(resource: &Resource, encoding: Encoding) -> HeaderValue {
    let tag = match encoding {
        Encoding::Identity => format!("\"{}\"", resource.hash),
        other => format!("\"{}-{}\"", resource.hash, content_coding(other)),
    };
    HeaderValue::from_str(&tag).expect("a hash is ASCII")
}

/// The encoding of this content that `If-None-Match` names, so that the client's copy of it is still good. `served` is the
/// encoding of an answer with content; it is preferred when the client has several.
pub fn named_by_if_none_match(resource: &Resource, request: &HeaderMap, served: Encoding) -> Option<Encoding> {
    let values = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let named = values.flat_map(|tags| tags.split(',')).filter_map(|tag| {
        let tag = tag.trim();
        if tag == "*" {
            return Some(served);
        }
        let opaque = tag.trim_start_matches("W/").trim_matches('"');
        let coding = opaque.strip_prefix(&*resource.hash)?;
        let of_this = |encoding: &Encoding| match encoding {
            Encoding::Identity => coding.is_empty(),
            other => coding.strip_prefix('-') == Some(content_coding(*other)),
        };
        Encoding::ALL.into_iter().find(of_this)
    });
    named.reduce(|first, other| if other == served { other } else { first })
}

/// Without `If-Range`, or when it names the unencoded content, a range may be served.
pub fn allows_range(resource: &Resource, request: &HeaderMap) -> bool {
    request.get(header::IF_RANGE).is_none_or(|value| *value == etag(resource, Encoding::Identity))
}
