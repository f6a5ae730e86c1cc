//! The HTML page of the staff desk. It is the same for every path under `/desk`; the front end does the routing.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};

use crate::AppState;
use crate::api_error::ApiError;
use crate::desk::services::DeskServices;
use crate::published::fallback::not_found;
use clinic_rules::staff::OWNER_SETUP_PATH;

/// The desk scans the QR codes in emails with the camera and needs no other device feature.
const CAMERA_ONLY: &str = "camera=(self), geolocation=(), microphone=(), payment=(), usb=()";

pub fn router(desk: &Arc<DeskServices>) -> Router<Arc<AppState>> {
    let router =
        Router::new().route("/desk", get(shell)).route("/desk/", get(shell)).route("/desk/{*screen}", get(shell));
    router.layer(Extension(Arc::clone(desk)))
}

async fn shell(
    State(state): State<Arc<AppState>>,
    Extension(desk): Extension<Arc<DeskServices>>,
    request: Request,
) -> Response {
    let is_setup = request.uri().path() == OWNER_SETUP_PATH;
    match desk.is_open(is_setup).await {
        Ok(true) => {}
        Ok(false) => return not_found(&state, request.uri().path(), request.headers()),
        Err(error) => return ApiError::internal(&error).into_response(),
    }
    let published = state.site.published();
    let document = &published.desk;
    let static_headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
        (HeaderName::from_static("permissions-policy"), CAMERA_ONLY),
    ];
    let mut headers: HeaderMap =
        static_headers.map(|(name, value)| (name, HeaderValue::from_static(value))).into_iter().collect();
    let policy = HeaderValue::from_str(&document.csp.to_string()).expect("the policy is ASCII");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    (StatusCode::OK, headers, document.html.clone()).into_response()
}
