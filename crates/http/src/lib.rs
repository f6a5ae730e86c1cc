//! Everything about HTTP: connections, middleware, published pages, the public API and the staff desk's API.
//!
//! `router` lists the routes and the order of the middleware.

pub mod api;
mod api_error;
mod appointment_page;
pub mod booking;
pub mod certificates;
pub mod claim_response_time;
pub mod clock_check;
pub mod connection;
mod described_call;
pub mod desk;
mod error_response;
mod extract;
mod failure_log;
pub mod health;
pub mod middleware;
pub mod monitoring;
pub mod outbox;
pub mod plain_http;
pub mod published;
mod request_body;
pub mod services;
mod without_database;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};

use desk::services::DeskServices;
use middleware::client_address::{self, TrustedProxies};
use middleware::host::OtherNames;
use middleware::response_timeout::ResponseLimits;
use middleware::security_headers::{Hsts, SecurityPolicy};
use middleware::{host, request_log, response_timeout, same_origin, security_headers};
use published::{PreparedSite, PublishedFromMemory, ResponseCache};
use services::Services;

pub use connection::{Endpoint, Handlers, Listener, TimeLimits, TlsAcceptor, serve};

use clinic_runtime::metrics::Metrics;
use clinic_site::Site;

/// What the router and its middleware share.
pub struct AppState {
    pub site: Arc<Site>,
    pub metrics: Arc<Metrics>,
    pub site_url: String,
    pub trusted_proxies: TrustedProxies,
    pub hsts: Hsts,
    /// Requests for these names are redirected to the site URL.
    pub other_names: OtherNames,
    responses: ResponseCache,
}

impl AppState {
    pub fn new(
        site: Arc<Site>,
        metrics: Arc<Metrics>,
        site_url: String,
        trusted_proxies: TrustedProxies,
        hsts: Hsts,
    ) -> Self {
        let (other_names, responses) = (OtherNames::default(), ResponseCache::default());
        Self { site, metrics, site_url, trusted_proxies, hsts, other_names, responses }
    }

    #[must_use]
    pub fn with_other_names(mut self, names: Vec<String>) -> Self {
        self.other_names = OtherNames(names);
        self
    }

    fn security_policy(&self) -> SecurityPolicy {
        SecurityPolicy { hsts: self.hsts, embeds_map: self.site.published().embeds_map }
    }

    fn with_prepared_site<T>(&self, read: impl FnOnce(&PreparedSite) -> T) -> T {
        self.responses.with_current(&self.site, self.hsts, &self.metrics, read)
    }
}

/// The handlers of the public listener.
pub fn handlers(state: Arc<AppState>, services: &Arc<Services>, desk: &Arc<DeskServices>) -> Handlers {
    let router = Router::new()
        .merge(api::router(services))
        .merge(desk::router(desk))
        .merge(desk::app_shell::router(desk))
        .merge(appointment_page::router(services))
        .fallback(published::fallback::respond)
        .method_not_allowed_fallback(error_response::method_not_allowed);
    Handlers::new(with_middleware(router, &state), Some(PublishedFromMemory::new(state)))
}

/// The handlers of the public listener until the database can be used for the first time: the pages, and a sentence instead of
/// everything else.
pub fn handlers_without_database(state: Arc<AppState>) -> Handlers {
    let router = Router::new().fallback(without_database::respond);
    Handlers::new(with_middleware(router, &state), Some(PublishedFromMemory::new(state)))
}

fn with_middleware(router: Router<Arc<AppState>>, state: &Arc<AppState>) -> Router {
    router
        // The last layer added runs first.
        .layer(DefaultBodyLimit::max(request_body::MAX_BODY_BYTES))
        .layer(from_fn_with_state(Arc::clone(state), same_origin::require_same_origin))
        .layer(from_fn_with_state(ResponseLimits::default(), response_timeout::limit))
        .layer(from_fn_with_state(Arc::clone(state), host::redirect_other_names))
        .layer(from_fn(host::require_host))
        .layer(from_fn_with_state(Arc::clone(state), security_headers::add_to_response))
        .layer(from_fn_with_state(Arc::clone(state), client_address::resolve))
        .layer(from_fn_with_state(Arc::clone(state), request_log::record))
        .with_state(Arc::clone(state))
}
