//! Plain HTTP beside HTTPS: every request is redirected to the same path of the site. With certificates by ACME, challenges
//! are answered, and until the first certificate is there a message says so.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Handlers;
use super::middleware::host::redirect_to_site;
use super::middleware::security_headers::add_to_all;
use crate::certificates::acme::Served;

/// How soon to try again while there is no certificate.
const RETRY_AFTER_SECONDS: &str = "30";

#[derive(Clone)]
struct PlainHttp {
    site_url: Arc<str>,
    acme: Option<Arc<Served>>,
}

pub fn handlers(site_url: &str, acme: Option<Arc<Served>>) -> Handlers {
    let mut router = Router::new().fallback(redirect);
    if acme.is_some() {
        router = router.route("/.well-known/acme-challenge/{token}", get(answer_challenge));
    }
    let router = router.layer(map_response(add_headers));
    let router = router.with_state(PlainHttp { site_url: Arc::from(site_url), acme });
    Handlers::new(router, None)
}

async fn add_headers(mut response: Response) -> Response {
    add_to_all(response.headers_mut());
    response
}

async fn answer_challenge(State(state): State<PlainHttp>, Path(token): Path<String>) -> Response {
    match state.acme.and_then(|acme| acme.http_answer(&token)) {
        Some(answer) => ([(header::CONTENT_TYPE, "application/octet-stream")], answer).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn redirect(State(state): State<PlainHttp>, uri: Uri) -> Response {
    if state.acme.is_some_and(|acme| !acme.has_certificate()) {
        return no_certificate_yet(&state.site_url);
    }
    redirect_to_site(&state.site_url, &uri)
}

/// A redirect now would lead visitors to a warning of their browser.
fn no_certificate_yet(site_url: &str) -> Response {
    let message = format!(
        "{site_url} is being set up.\n\nIts certificate has not been issued yet. This usually takes less than a minute. Please \
         try again soon.\n\nIf you run this site: the log of the server says how far the order is.\n"
    );
    let headers = [(header::RETRY_AFTER, RETRY_AFTER_SECONDS), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, message).into_response()
}
