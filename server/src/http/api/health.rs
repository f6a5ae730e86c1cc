//! `GET /healthz`: whether the server runs and its database answers.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;

use crate::http::problem::{CommonErrors, ErrorCode, Problem};
use crate::http::services::Services;

const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Check that the server runs and its database answers
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "healthz",
    responses((status = 200, body = String, content_type = "text/plain", description = "`ok`"), CommonErrors)
)]
pub async fn healthz(State(services): State<Arc<Services>>) -> Result<&'static str, Problem> {
    services.store.ping().await.map_err(|error| {
        tracing::error!(%error, "the database does not answer");
        let message = format!("The database does not answer: {error}.");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::InternalError, message).with_retry_after(RETRY_AFTER)
    })?;
    Ok("ok\n")
}
