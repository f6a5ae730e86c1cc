//! The house's front door: every route on one page, and the order in which a request passes the guards.
//!
//! Owns HTTP alone. What an answer says is decided in the rooms behind it.

mod accept;
pub mod ask;
pub mod client;
mod crowd;
pub mod desk;
mod express;
pub mod form;
mod guard;
mod handed;
mod headers;
mod limits;
pub mod metrics;
mod pages;
mod patience;
pub mod plays;
mod problem;
mod reading;
mod refusal;
pub mod send_form;
mod serve;
mod stall;
mod trace;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};

use express::Express;

pub use client::TrustedProxies;
pub use serve::{Hosts, Listening, serve};

use crate::desk::Desk;
use crate::promises::Promises;
use crate::site::Site;

/// The API, described; a test asks every call that stands in it.
const OPENAPI: &str = include_str!("../openapi.json");

/// What the front door needs to know.
pub struct Door {
    pub site: Arc<Site>,
    pub promises: Arc<Promises>,
    pub desk: Arc<Desk>,
    pub site_url: String,
    pub proxies: TrustedProxies,
}

/// Everybody who answers at the front door.
pub fn hosts(door: Arc<Door>) -> Hosts {
    Hosts { rooms: router(Arc::clone(&door)), express: Some(Express(door)) }
}

fn router(door: Arc<Door>) -> Router {
    let promised = plays::router().merge(send_form::router()).with_state(Arc::clone(&door.promises));
    Router::new()
        .route("/healthz", get(healthz))
        .route("/api/openapi.json", get(openapi))
        .merge(promised)
        .merge(desk::router(&door.desk))
        .merge(desk::shell::router())
        .fallback(pages::page)
        .method_not_allowed_fallback(refusal::method_not_allowed)
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&door), guard::same_origin))
        .layer(middleware::from_fn(guard::in_time))
        .layer(middleware::from_fn(guard::one_host))
        .layer(middleware::from_fn_with_state(Arc::clone(&door), headers::secure))
        .layer(middleware::from_fn_with_state(Arc::clone(&door), client::resolve))
        .layer(middleware::from_fn_with_state(Arc::clone(&door), trace::request))
        .with_state(door)
}

async fn healthz(State(door): State<Arc<Door>>) -> Response {
    match door.promises.store.ping().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => problem::Problem::trouble(&error).into_response(),
    }
}

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], OPENAPI)
}
