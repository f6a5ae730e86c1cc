//! `GET /healthz`: whether the server runs and its database answers.

use std::sync::Arc;

use axum::extract::State;

use crate::http::problem::{CommonErrors, Problem};
use crate::http::services::Services;

/// Check that the server runs and its database answers
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "healthz",
    responses((status = 200, body = String, content_type = "text/plain", description = "`ok`"), CommonErrors)
)]
pub async fn healthz(State(services): State<Arc<Services>>) -> Result<&'static str, Problem> {
    services.store.ping().await?;
    Ok("ok\n")
}
