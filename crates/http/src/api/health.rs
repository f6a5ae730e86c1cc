//! `GET /healthz`: whether the server runs and its database answers.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use crate::api_error::{ApiError, CommonErrors, ErrorCode};
use crate::services::Services;
use clinic_runtime::machine::without_error_numbers;

const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Check that the server runs and its database answers
#[utoipa::path(
    get,
    path = "/healthz",
    responses((status = 200, body = String, content_type = "text/plain", description = "`ok`"), CommonErrors)
)]
pub async fn healthz(State(services): State<Arc<Services>>) -> Result<&'static str, ApiError> {
    // Anybody can read it. The log has the reason, and so has the listener for metrics.
    check_database(&services).await.map_err(|_| {
        let message = "The database does not answer. The log says why.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::InternalError, message).with_retry_after(RETRY_AFTER)
    })?;
    Ok("ok\n")
}

/// Says in a sentence why the database does not answer, for the person who runs the site.
pub async fn check_database(services: &Services) -> Result<(), String> {
    services.store.ping().await.map_err(|error| {
        tracing::error!(%error, "the database does not answer");
        without_error_numbers(&format!("The database does not answer: {error}."))
    })
}
