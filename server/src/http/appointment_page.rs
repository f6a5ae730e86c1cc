//! The page of a patient's appointment: the same document for every token, and the calendar file beside it. The routes keep
//! the token out of the log.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::AppState;
use super::api::appointment;
use super::published::{PreparedResource, fallback};

const PAGE: &str = "/appointment";
const PAGE_DATA: &str = "/data/appointment.json";

pub fn router() -> Router<Arc<AppState>> {
    Router::new().route("/appointment/{token}", get(show)).route("/data/appointment/{token}", get(show_data))
}

async fn show(State(state): State<Arc<AppState>>, Path(token): Path<String>, headers: HeaderMap) -> Response {
    match token.strip_suffix(".ics") {
        Some(token) => appointment::calendar_file(&state.services, token).await.into_response(),
        None => respond(&state, &token, PAGE, &headers),
    }
}

async fn show_data(State(state): State<Arc<AppState>>, Path(file): Path<String>, headers: HeaderMap) -> Response {
    let token = file.strip_suffix(".json").unwrap_or_default();
    respond(&state, token, PAGE_DATA, &headers)
}

fn respond(state: &AppState, token: &str, path: &str, headers: &HeaderMap) -> Response {
    let published = state.site.published();
    let Some(resource) = published.resource(path).filter(|_| appointment::is_token(&state.services, token)) else {
        return fallback::not_found(state, path, headers);
    };
    let prepared = PreparedResource::new(path, Arc::clone(resource), state.security_policy(), &state.services.metrics);
    let mut response = prepared.respond(headers).map(Body::new);
    // The address is a secret: it must not reach other sites or search engines.
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}
