//! Earlier releases had the token in the path of an appointment's page, where proxies log it. Links of theirs that were sent are
//! redirected to the page, with the token in the fragment, which browsers send to no server.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};

use super::AppState;
use super::published::fallback;
use super::services::Services;
use clinic_rules::booking::{APPOINTMENT_PAGE, AppointmentToken, LinkGeneration};

/// The route has a name of its own in the log, so the log does not have the token.
const ROUTE: &str = "/appointment/{token}";

pub fn router(services: &Arc<Services>) -> Router<Arc<AppState>> {
    Router::new().route(ROUTE, get(redirect)).layer(Extension(Arc::clone(services)))
}

/// Those releases sent links of the first generation only, so this needs no database. The page says what has become of the
/// appointment.
async fn redirect(
    State(state): State<Arc<AppState>>,
    Extension(services): Extension<Arc<Services>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let first = LinkGeneration::default();
    let token = AppointmentToken::parse(&token).map(|(token, _)| token);
    let Some(token) = token.filter(|token| token.is_of(first, &services.secrets.signing)) else {
        return fallback::not_found(&state, APPOINTMENT_PAGE, &headers);
    };
    let headers = [
        (header::LOCATION, token.page_address()),
        // The address is a secret: it must not stay in a cache or reach other sites and search engines.
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
        (HeaderName::from_static("x-robots-tag"), "noindex".to_owned()),
    ];
    (StatusCode::TEMPORARY_REDIRECT, headers).into_response()
}
