//! Plain HTTP beside HTTPS: every request is redirected to the same path of the site.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::Handlers;

/// To the site's own address rather than to the `Host` of the request, which anyone can choose.
pub fn handlers(site_url: &str) -> Handlers {
    let router = Router::new().fallback(redirect).with_state(Arc::from(site_url));
    Handlers { published: None, router }
}

async fn redirect(State(site_url): State<Arc<str>>, uri: Uri) -> Response {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let location = HeaderValue::from_bytes(format!("{site_url}{path}").as_bytes());
    match location {
        Ok(location) => (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)]).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}
