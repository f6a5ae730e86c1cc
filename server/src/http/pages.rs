//! Serving the published site: pages, their data, pictures and files, with validators, encodings and ranges.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use super::accept::{takes, token};
use super::ask::{Ask, Wishes};
use super::refusal::{only_get, reads, refuse};
use super::{Door, headers, trace};
use crate::site::Published;
use crate::site::resource::{Encoding, Head, Heads, Keep, Resource};

const START: &str = "/home";

/// What is published, to whoever only reads it: writes the head of the answer down, up to its date, and returns the
/// body. Nothing when the address leads elsewhere.
pub fn at_once(door: &Door, ask: &Ask<'_>, head: &mut Vec<u8>) -> Option<Bytes> {
    let begun = Instant::now();
    let published = door.site.published();
    let resource = published.resource(ask.path)?;
    let heads = resource.heads.get_or_init(|| heads(resource, ask.path, door));
    let ready = plain(resource, heads, ask.wishes);
    let tally = if ready.status == StatusCode::OK {
        let _ = write!(head, "HTTP/1.1 200 OK\r\ncontent-length: {}\r\n", ready.body.len());
        &heads.whole_tally
    } else {
        head.extend_from_slice(b"HTTP/1.1 304 Not Modified\r\n");
        &heads.known_tally
    };
    head.extend_from_slice(&ready.head.printed);
    let took = begun.elapsed();
    tally.count(took);
    trace::line(&Method::GET, ask.path, ready.status, took);
    Some(ready.body)
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
    let encodings = said(request, header::ACCEPT_ENCODING);
    if status != StatusCode::OK {
        let (head, body) = smallest(resource, heads, &encodings);
        return respond(status, head, body);
    }
    let ready = plain(resource, heads, Wishes { kept: &said(request, header::IF_NONE_MATCH), encodings: &encodings });
    if ready.status == StatusCode::OK
        && let Some(asked) = request.get(header::RANGE).filter(|_| if_range(resource, request))
        && let Some(part) = part(asked, &resource.forms().identity, heads.whole(Encoding::Identity))
    {
        return part;
    }
    respond(ready.status, ready.head, ready.body)
}

/// A header that may be said in several lines, in one.
fn said(request: &HeaderMap, name: HeaderName) -> String {
    let lines: Vec<_> = request.get_all(name).iter().filter_map(|line| line.to_str().ok()).collect();
    lines.join(",")
}

/// An answer to whoever reads, all but sent.
struct Ready<'a> {
    status: StatusCode,
    head: &'a Head,
    body: Bytes,
}

/// The whole in the smallest form that the reader takes, or only a word if it has kept it.
fn plain<'a>(resource: &Resource, heads: &'a Heads, wishes: Wishes<'_>) -> Ready<'a> {
    if is_known(resource, wishes.kept) {
        return Ready { status: StatusCode::NOT_MODIFIED, head: &heads.known, body: Bytes::new() };
    }
    let (head, body) = smallest(resource, heads, wishes.encodings);
    Ready { status: StatusCode::OK, head, body }
}

fn smallest<'a>(resource: &Resource, heads: &'a Heads, accept_encoding: &str) -> (&'a Head, Bytes) {
    let forms = resource.forms();
    let (encoding, bytes) = forms.best(|encoding| takes(accept_encoding, encoding));
    (heads.whole(encoding), bytes.clone())
}

fn respond(status: StatusCode, head: &Head, bytes: Bytes) -> Response {
    let mut answer = Response::new(Body::from(bytes));
    *answer.status_mut() = status;
    answer.headers_mut().clone_from(&head.fields);
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
        Head::from(head)
    });
    let mut known = common;
    known.insert(header::ETAG, etag(resource, Encoding::Identity));
    headers::complete(&mut known, door);
    let tally = |status: StatusCode| door.promises.metrics.tally(trace::route(path, status), "GET", status.as_u16());
    Heads {
        known: known.into(),
        whole,
        known_tally: tally(StatusCode::NOT_MODIFIED),
        whole_tally: tally(StatusCode::OK),
    }
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
fn is_known(resource: &Resource, kept: &str) -> bool {
    kept.split(',').map(str::trim).any(|tag| {
        let bare = tag.trim_start_matches("W/").trim_matches('"');
        tag == "*" || bare.split('-').next() == Some(&resource.hash)
    })
}

fn if_range(resource: &Resource, request: &HeaderMap) -> bool {
    request.get(header::IF_RANGE).is_none_or(|value| *value == etag(resource, Encoding::Identity))
}

/// A single range of the plain bytes; anything else asked for is answered with the whole.
fn part(asked: &HeaderValue, bytes: &Bytes, head: &Head) -> Option<Response> {
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
        respond(StatusCode::RANGE_NOT_SATISFIABLE, head, Bytes::new())
    } else {
        respond(StatusCode::PARTIAL_CONTENT, head, bytes.slice(range.clone()))
    };
    let Range { start, end } = range;
    let described = if start >= whole { describe("*") } else { describe(&format!("{start}-{}", end - 1)) };
    response.headers_mut().insert(header::CONTENT_RANGE, described);
    Some(response)
}
