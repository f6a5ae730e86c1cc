//! Answers for every path without a route of its own: redirects, pictures rasterised on demand, and "not found".

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::prepared_responses::PreparedResource;
use crate::AppState;
use crate::api_error::{ErrorCode, UNKNOWN_CALL};
use crate::error_response::{error_response, is_safe_method, method_not_allowed_for_page};
use crate::middleware::request_log::PublishedRoute;
use clinic_site::resource::Resource;
use clinic_site::{Published, paths};

pub async fn respond(State(state): State<Arc<AppState>>, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return error_response(path, StatusCode::NOT_FOUND, ErrorCode::NotFound, UNKNOWN_CALL);
    }
    let target = find(&state.site.published(), path).await;
    let route = match &target {
        Some(Target::Resource(_)) => Some(PublishedRoute::of(path)),
        // Not the path of the request, which may have any capitals.
        Some(Target::Redirect(to) | Target::Moved(to)) => Some(PublishedRoute::of(to)),
        None => None,
    };
    let mut response = match target {
        Some(_) if !is_safe_method(request.method()) => method_not_allowed_for_page(path),
        Some(Target::Resource(resource)) => {
            let metrics = &state.metrics;
            let prepared = PreparedResource::new(path, resource, state.security_policy(), metrics);
            prepared.respond(request.headers()).map(Body::new)
        }
        Some(Target::Redirect(to)) => redirect(StatusCode::PERMANENT_REDIRECT, &to),
        Some(Target::Moved(to)) => {
            let mut response = redirect(StatusCode::TEMPORARY_REDIRECT, &to);
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(MOVED_MAX_AGE));
            response
        }
        None => not_found(&state, path, request.headers()),
    };
    if let Some(route) = route {
        response.extensions_mut().insert(route);
    }
    response
}

/// Browsers keep a permanent redirect for ever. Editors can change these.
const MOVED_MAX_AGE: &str = "max-age=300";

enum Target {
    Resource(Arc<Resource>),
    /// Another spelling of the path of a page.
    Redirect(String),
    /// To where an editor has moved a page, or what is shown while it is not there.
    Moved(String),
}

async fn find(published: &Published, path: &str) -> Option<Target> {
    if path == "/" {
        return Some(Target::Redirect(paths::HOME.to_owned()));
    }
    // Reached only with methods other than GET and HEAD; the published service answers those.
    if let Some(resource) = published.resource(path) {
        return Some(Target::Resource(Arc::clone(resource)));
    }
    if let Some(image) = published.raster_image(path) {
        let image = Arc::clone(image);
        let png = tokio::task::spawn_blocking(move || image.png()).await;
        return png.ok().flatten().map(Target::Resource);
    }
    // Visitors type addresses from paper: a trailing slash or other capitals still find the page.
    let typed = path.trim_end_matches('/');
    if let Some(to) = published.redirect(typed) {
        return Some(Target::Moved(to.to_owned()));
    }
    published.page_paths().find(|known| known.eq_ignore_ascii_case(typed)).map(|it| Target::Redirect(it.to_owned()))
}

fn redirect(status: StatusCode, to: &str) -> Response {
    let location = HeaderValue::from_str(to).expect("our own paths are ASCII");
    (status, [(header::LOCATION, location)]).into_response()
}

pub fn not_found(state: &AppState, path: &str, headers: &HeaderMap) -> Response {
    if ["/assets/", "/pictures/", "/share/"].iter().any(|folder| path.starts_with(folder)) {
        return error_response(path, StatusCode::NOT_FOUND, ErrorCode::NotFound, "There is no such file.");
    }
    state.with_prepared_site(|site| {
        let page = if path.starts_with("/data/") { &site.not_found_data } else { &site.not_found };
        page.respond_with(StatusCode::NOT_FOUND, headers).map(Body::new)
    })
}
