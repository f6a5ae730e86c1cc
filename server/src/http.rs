//! The house's front door: every route on one page, and the order in which a request passes the guards.
//!
//! Owns HTTP alone. What an answer says is decided in the rooms behind it.

mod accept;
mod client;
mod guard;
mod headers;
mod pages;
mod refusal;
mod serve;
mod stall;
mod trace;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Router, middleware};

pub use client::{ClientAddress, TrustedProxies};
pub use serve::{Listening, serve};

use crate::site::Site;

/// Larger bodies than a form or a finished game are nobody's business here.
const LARGEST_BODY: usize = 16 * 1024;

/// What the front door needs to know.
pub struct Door {
    pub site: Arc<Site>,
    pub site_url: String,
    pub proxies: TrustedProxies,
}

pub fn router(door: Arc<Door>) -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .fallback(pages::page)
        .method_not_allowed_fallback(refusal::method_not_allowed)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&door), guard::same_origin))
        .layer(middleware::from_fn(guard::in_time))
        .layer(middleware::from_fn_with_state(Arc::clone(&door), headers::secure))
        .layer(middleware::from_fn_with_state(Arc::clone(&door), client::resolve))
        .layer(middleware::from_fn(trace::request))
        .with_state(door)
}

async fn healthz() -> &'static str {
    "ok\n"
}
