//! `GET /healthz`: 200 when the store answers.

use std::sync::Arc;

use axum::extract::State;

use crate::http::AppState;
use crate::http::problem::Problem;

pub async fn healthz(State(state): State<Arc<AppState>>) -> Result<&'static str, Problem> {
    state.services.store.ping().await?;
    Ok("ok\n")
}
