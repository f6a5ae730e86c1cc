//! The response headers of every published resource, built once per publication instead of once per request.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::{ArcSwapOption, Guard};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use http_body_util::Full;
use hyper::body::Bytes;
use prometheus_client::metrics::counter::Counter;

use super::accept_encoding::{AcceptedEncodings, content_coding};
use super::conditional::{allows_range, etag, named_by_if_none_match};
use super::range::{self, RangeRequest};
use crate::middleware::request_log::{UNMATCHED, route_label};
use crate::middleware::security_headers::{Hsts, SecurityPolicy, add_missing};
use clinic_runtime::metrics::Metrics;
use clinic_site::resource::{CachePolicy, Encoding, Resource};
use clinic_site::{Published, Site};

pub type PublishedResponse = Response<Full<Bytes>>;

/// A resource with its headers and counters.
pub struct PreparedResource {
    resource: Arc<Resource>,
    not_modified: [HeaderMap; Encoding::ALL.len()],
    ok: [HeaderMap; Encoding::ALL.len()],
    /// Looked up once: no label lookup per request.
    pub not_modified_requests: Counter,
    pub ok_requests: Counter,
}

/// The prepared resources of one publication, by path.
pub struct PreparedSite {
    publication: Arc<Published>,
    by_path: HashMap<String, PreparedResource>,
    pub not_found: PreparedResource,
    pub not_found_data: PreparedResource,
}

impl PreparedSite {
    fn new(publication: &Arc<Published>, policy: SecurityPolicy, metrics: &Metrics) -> Self {
        let prepare = |path: &str, resource| PreparedResource::new(path, Arc::clone(resource), policy, metrics);
        Self {
            by_path: publication.resources().map(|(path, it)| (path.to_owned(), prepare(path, it))).collect(),
            not_found: prepare(UNMATCHED, publication.not_found()),
            not_found_data: prepare(UNMATCHED, publication.not_found_data()),
            publication: Arc::clone(publication),
        }
    }

    pub fn get(&self, path: &str) -> Option<&PreparedResource> {
        self.by_path.get(path)
    }
}

/// Keeps the prepared form of the current publication.
#[derive(Default)]
pub struct ResponseCache {
    prepared: ArcSwapOption<PreparedSite>,
}

impl ResponseCache {
    /// Calls `read` with the prepared form of what is published now, which is prepared again after a publication.
    /// Takes a closure because a guard is cheaper than a clone of an `Arc` whose counter all threads would share.
    pub fn with_current<T>(
        &self,
        site: &Site,
        hsts: Hsts,
        metrics: &Metrics,
        read: impl FnOnce(&PreparedSite) -> T,
    ) -> T {
        let published = site.published();
        let prepared: Guard<Option<Arc<PreparedSite>>> = self.prepared.load();
        match &*prepared {
            Some(prepared) if Arc::ptr_eq(&prepared.publication, &published) => read(prepared),
            _ => {
                let policy = SecurityPolicy { hsts, embeds_map: published.embeds_map };
                let prepared = Arc::new(PreparedSite::new(&published, policy, metrics));
                self.prepared.store(Some(Arc::clone(&prepared)));
                read(&prepared)
            }
        }
    }
}

impl PreparedResource {
    pub fn new(path: &str, resource: Arc<Resource>, policy: SecurityPolicy, metrics: &Metrics) -> Self {
        let counter = |status: StatusCode| metrics.request_counter(route_label(path), "GET", status.as_u16());
        Self {
            not_modified: Encoding::ALL.map(|encoding| not_modified_headers(&resource, encoding, policy)),
            ok: Encoding::ALL.map(|encoding| ok_headers(&resource, encoding, policy)),
            not_modified_requests: counter(StatusCode::NOT_MODIFIED),
            ok_requests: counter(StatusCode::OK),
            resource,
        }
    }

    /// Answers a GET: 200, 206, 304 or 416.
    pub fn respond(&self, request: &HeaderMap) -> PublishedResponse {
        if request.contains_key(header::IF_NONE_MATCH) {
            let accepted = AcceptedEncodings::of(request);
            let (served, _) = self.resource.encodings().smallest(|encoding| accepted.contains(encoding));
            if let Some(stored) = named_by_if_none_match(&self.resource, request, served) {
                return response(StatusCode::NOT_MODIFIED, &self.not_modified[stored as usize], Bytes::new());
            }
        }
        self.partial(request).unwrap_or_else(|| self.respond_with(StatusCode::OK, request))
    }

    /// The whole content in the smallest encoding that the client accepts.
    pub fn respond_with(&self, status: StatusCode, request: &HeaderMap) -> PublishedResponse {
        let encodings = self.resource.encodings();
        let accepted = AcceptedEncodings::of(request);
        let (encoding, bytes) = encodings.smallest(|encoding| accepted.contains(encoding));
        response(status, self.ok_headers(encoding), bytes.clone())
    }

    fn partial(&self, request: &HeaderMap) -> Option<PublishedResponse> {
        let header = request.get(header::RANGE).filter(|_| allows_range(&self.resource, request))?;
        let bytes = &self.resource.encodings().identity;
        let range = range::parse(header, bytes.len())?;
        let (status, body) = match &range {
            RangeRequest::Satisfiable(range) => (StatusCode::PARTIAL_CONTENT, bytes.slice(range.clone())),
            RangeRequest::Unsatisfiable => (StatusCode::RANGE_NOT_SATISFIABLE, Bytes::new()),
        };
        let mut response = response(status, self.ok_headers(Encoding::Identity), body);
        response.headers_mut().insert(header::CONTENT_RANGE, range::content_range(&range, bytes.len()));
        Some(response)
    }

    fn ok_headers(&self, encoding: Encoding) -> &HeaderMap {
        &self.ok[encoding as usize]
    }
}

fn response(status: StatusCode, headers: &HeaderMap, body: Bytes) -> PublishedResponse {
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    response.headers_mut().clone_from(headers);
    response
}

fn ok_headers(resource: &Resource, encoding: Encoding, policy: SecurityPolicy) -> HeaderMap {
    let mut headers = common_headers(resource);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(resource.content_type));
    // An immutable resource is never revalidated, so its validator would be wasted bytes.
    if resource.cache_policy != CachePolicy::Immutable {
        headers.insert(header::ETAG, etag(resource, encoding));
    }
    if encoding != Encoding::Identity {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(content_coding(encoding)));
    }
    add_missing(&mut headers, policy);
    headers
}

/// With the validator of what the client has stored: a cache looks for the stored response that it belongs to.
fn not_modified_headers(resource: &Resource, stored: Encoding, policy: SecurityPolicy) -> HeaderMap {
    let mut headers = common_headers(resource);
    headers.insert(header::ETAG, etag(resource, stored));
    add_missing(&mut headers, policy);
    headers
}

fn common_headers(resource: &Resource) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control(resource.cache_policy)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(policy) = resource.csp.as_deref().and_then(|policy| HeaderValue::from_str(policy).ok()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers
}

fn cache_control(policy: CachePolicy) -> &'static str {
    match policy {
        CachePolicy::Immutable => "max-age=31536000, immutable",
        CachePolicy::Revalidate => "no-cache",
        CachePolicy::OneDay => "public, max-age=86400",
    }
}
