//! Answers GET and HEAD for published paths straight from memory, before the router and its middleware.

use std::sync::Arc;
use std::time::Instant;

use axum::http::{Request, StatusCode};

use super::responses::PublishedResponse;
use crate::http::AppState;
use crate::http::error_response::is_safe_method;
use crate::http::middleware::host::names_one_host;
use crate::http::middleware::request_log;

pub struct PublishedService {
    state: Arc<AppState>,
}

impl PublishedService {
    pub fn new(state: Arc<AppState>) -> Self {
        Self { state }
    }

    /// `None` when the router has to decide: another method, an unknown path, or a request that it will refuse.
    pub fn try_respond<B>(&self, request: &Request<B>) -> Option<PublishedResponse> {
        let start = Instant::now();
        if !is_safe_method(request.method()) || !names_one_host(request) {
            return None;
        }
        let path = request.uri().path();
        self.state.with_prepared_site(|site| {
            let resource = site.get(path)?;
            let response = resource.respond(request.headers());
            let duration = start.elapsed();
            match response.status() {
                StatusCode::NOT_MODIFIED => resource.not_modified_counters.count(duration),
                _ => resource.ok_counters.count(duration),
            }
            request_log::log(request.method(), path, response.status(), duration);
            Some(response)
        })
    }
}
