//! Serving the published site: pages, their data, pictures and files, with validators, encodings and ranges.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body_util::Full;

use super::accept::{encodings, token};
use super::guard::names_one_host;
use super::refusal::{only_get, reads, refuse};
use super::{Door, headers, trace};
use crate::site::Published;
use crate::site::resource::{Encoding, Heads, Keep, Resource};

const START: &str = "/home";

/// What is published, to whoever only reads it; nothing when the request needs more thought.
pub fn at_once<B>(door: &Door, request: &axum::http::Request<B>, begun: Instant) -> Option<Ready> {
    let (method, path) = (request.method(), request.uri().path());
    let plain = method == Method::GET && names_one_host(request) && !request.headers().contains_key(header::RANGE);
    let published = door.site.published();
    let resource = published.resource(path).filter(|_| plain)?;
    let heads = resource.heads.get_or_init(|| heads(resource, path, door));
    let (answer, tally) = if is_known(resource, request.headers()) {
        (ready(StatusCode::NOT_MODIFIED, &heads.known, Bytes::new()), &heads.known_tally)
    } else {
        (whole(heads, resource, StatusCode::OK, request.headers()), &heads.whole_tally)
    };
    let took = begun.elapsed();
    tally.count(took);
    trace::line(method, path, answer.status(), took);
    Some(answer)
}

/// Everything else that can be asked for by an address without a room of its own.
pub async fn page(State(door): State<Arc<Door>>, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return refuse(
            path,
            StatusCode::NOT_FOUND,
            "not_found",
            "There is no such call. See /api/openapi.json for those there are.",
        );
    }
    let published = door.site.published();
    let found = find(&published, path).await;
    match found {
        Found::Resource(_) | Found::Moved(_) if !reads(request.method()) => only_get(path),
        Found::Resource(resource) => send(&door, &resource, path, StatusCode::OK, request.headers()),
        Found::Moved(to) => moved(&to),
        Found::Nothing => missing(&door, path, request.headers()),
    }
}

enum Found {
    Resource(Arc<Resource>),
    Moved(String),
    Nothing,
}

async fn find(published: &Published, path: &str) -> Found {
    if path == "/" {
        return Found::Moved(START.to_owned());
    }
    if let Some(resource) = published.resource(path) {
        return Found::Resource(Arc::clone(resource));
    }
    if let Some(drawing) = published.drawing(path) {
        let drawing = Arc::clone(drawing);
        let png = tokio::task::spawn_blocking(move || drawing.png()).await;
        return png.ok().flatten().map_or(Found::Nothing, Found::Resource);
    }
    // People type addresses from a leaflet: a slash too many or other capitals still lead there.
    let typed = path.trim_end_matches('/');
    let meant = published.page_paths().find(|known| known.eq_ignore_ascii_case(typed));
    meant.map_or(Found::Nothing, |known| Found::Moved(known.to_owned()))
}

fn moved(to: &str) -> Response {
    let location = HeaderValue::from_str(to).expect("our own paths are plain ASCII");
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)]).into_response()
}

pub(super) fn missing(door: &Door, path: &str, headers: &HeaderMap) -> Response {
    let published = door.site.published();
    if path.starts_with("/data/") {
        return send(door, published.not_found_data(), trace::NOWHERE, StatusCode::NOT_FOUND, headers);
    }
    if ["/assets/", "/pictures/", "/share/"].iter().any(|folder| path.starts_with(folder)) {
        return refuse(path, StatusCode::NOT_FOUND, "not_found", "There is no such file.");
    }
    send(door, published.not_found(), trace::NOWHERE, StatusCode::NOT_FOUND, headers)
}

fn send(door: &Door, resource: &Resource, path: &str, status: StatusCode, request: &HeaderMap) -> Response {
    let heads = resource.heads.get_or_init(|| heads(resource, path, door));
    if status == StatusCode::OK && is_known(resource, request) {
        return ready(StatusCode::NOT_MODIFIED, &heads.known, Bytes::new()).map(Body::new);
    }
    if let Some(asked) = request.get(header::RANGE).filter(|_| status == StatusCode::OK && if_range(resource, request))
        && let Some(part) = part(asked, &resource.forms().identity, heads.whole(Encoding::Identity))
    {
        return part.map(Body::new);
    }
    whole(heads, resource, status, request).map(Body::new)
}

/// An answer whose body is there already.
pub type Ready = axum::http::Response<Full<Bytes>>;

fn whole(heads: &Heads, resource: &Resource, status: StatusCode, request: &HeaderMap) -> Ready {
    let forms = resource.forms();
    let (encoding, bytes) = forms.best(encodings(request));
    ready(status, heads.whole(encoding), bytes.clone())
}

fn ready(status: StatusCode, head: &HeaderMap, bytes: Bytes) -> Ready {
    let mut answer = Ready::new(Full::new(bytes));
    *answer.status_mut() = status;
    answer.headers_mut().clone_from(head);
    answer
}

/// All that can be said of a resource before anybody asks for it.
fn heads(resource: &Resource, path: &str, door: &Door) -> Heads {
    let mut common = HeaderMap::new();
    common.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control(resource.keep)));
    common.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(policy) = resource.csp.as_deref().and_then(|policy| HeaderValue::from_str(policy).ok()) {
        common.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    let whole = Encoding::ALL.map(|encoding| {
        let mut head = common.clone();
        head.insert(header::CONTENT_TYPE, HeaderValue::from_static(resource.content_type));
        // What is kept for a year is never asked about again; its validator would only be weight.
        if resource.keep != Keep::Forever {
            head.insert(header::ETAG, etag(resource, encoding));
        }
        if encoding != Encoding::Identity {
            head.insert(header::CONTENT_ENCODING, HeaderValue::from_static(token(encoding)));
        }
        headers::complete(&mut head, door);
        head
    });
    let mut known = common;
    known.insert(header::ETAG, etag(resource, Encoding::Identity));
    headers::complete(&mut known, door);
    let tally = |status: StatusCode| door.promises.metrics.tally(trace::route(path, status), "GET", status.as_u16());
    Heads { known, whole, known_tally: tally(StatusCode::NOT_MODIFIED), whole_tally: tally(StatusCode::OK) }
}

fn cache_control(keep: Keep) -> &'static str {
    match keep {
        Keep::Forever => "public, max-age=31536000, immutable",
        Keep::Revalidate => "no-cache",
        Keep::ADay => "public, max-age=86400",
    }
}

/// Strong: each encoding has its own, since its bytes differ.
fn etag(resource: &Resource, encoding: Encoding) -> HeaderValue {
    let tag = match encoding {
        Encoding::Identity => format!("\"{}\"", resource.hash),
        other => format!("\"{}-{}\"", resource.hash, token(other)),
    };
    HeaderValue::from_str(&tag).expect("a hash is plain ASCII")
}

/// Whatever encoding the client kept, what it kept is current if the words are.
fn is_known(resource: &Resource, request: &HeaderMap) -> bool {
    request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        value.split(',').map(str::trim).any(|tag| {
            let bare = tag.trim_start_matches("W/").trim_matches('"');
            tag == "*" || bare.split('-').next() == Some(&resource.hash)
        })
    })
}

fn if_range(resource: &Resource, request: &HeaderMap) -> bool {
    request.get(header::IF_RANGE).is_none_or(|value| *value == etag(resource, Encoding::Identity))
}

/// A single range of the plain bytes; anything else asked for is answered with the whole.
fn part(asked: &HeaderValue, bytes: &Bytes, head: &HeaderMap) -> Option<Ready> {
    let spec = asked.to_str().ok()?.strip_prefix("bytes=")?;
    let (from, until) = spec.split_once('-').filter(|_| !spec.contains(','))?;
    let range = match (from.trim().parse::<usize>(), until.trim().parse::<usize>()) {
        (Ok(first), Ok(last)) if first <= last => first..last.saturating_add(1).min(bytes.len()),
        (Ok(first), Err(_)) if until.trim().is_empty() => first..bytes.len(),
        (Err(_), Ok(tail)) if from.trim().is_empty() && tail > 0 => bytes.len().saturating_sub(tail)..bytes.len(),
        _ => return None,
    };
    let whole = bytes.len();
    let describe = |range: &str| HeaderValue::from_str(&format!("bytes {range}/{whole}")).expect("digits");
    let mut response = if range.start >= whole {
        ready(StatusCode::RANGE_NOT_SATISFIABLE, head, Bytes::new())
    } else {
        ready(StatusCode::PARTIAL_CONTENT, head, bytes.slice(range.clone()))
    };
    let Range { start, end } = range;
    let described = if start >= whole { describe("*") } else { describe(&format!("{start}-{}", end - 1)) };
    response.headers_mut().insert(header::CONTENT_RANGE, described);
    Some(response)
}
