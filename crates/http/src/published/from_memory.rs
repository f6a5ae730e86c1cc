//! Answers GET and HEAD for published paths straight from memory, before the router and its middleware.
//! Its requests are counted but not timed: they wait for nothing.

use std::sync::Arc;

use axum::http::{Request, StatusCode};

use super::prepared_responses::PublishedResponse;
use crate::AppState;
use crate::error_response::is_safe_method;
use crate::middleware::host::names_one_host;
use crate::middleware::request_log;

pub struct PublishedFromMemory {
    state: Arc<AppState>,
}

impl PublishedFromMemory {
    pub fn new(state: Arc<AppState>) -> Self {
        Self { state }
    }

    /// `None` when the router has to decide: another method, an unknown path, or a request that it will refuse.
    pub fn try_respond<B>(&self, request: &Request<B>) -> Option<PublishedResponse> {
        if !is_safe_method(request.method()) || !names_one_host(request) {
            return None;
        }
        if self.state.other_names.contain_host_of(request) {
            return None;
        }
        let path = request.uri().path();
        self.state.with_prepared_site(|site| {
            let resource = site.get(path)?;
            let response = resource.respond(request.headers());
            match response.status() {
                StatusCode::NOT_MODIFIED => resource.not_modified_requests.inc(),
                _ => resource.ok_requests.inc(),
            };
            request_log::log(request.method(), path, response.status(), None);
            Some(response)
        })
    }
}
