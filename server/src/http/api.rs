//! The public API: the game, the claim, health and the API description.

pub mod claim_form;
mod health;
mod openapi;
mod plays;
mod send_form;

use std::sync::Arc;

use axum::Router;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::services::Services;

pub use openapi::document;
pub use plays::{FinishPlayRequest, PlayResult, StartedPlay};

pub fn router<S: Clone + Send + Sync + 'static>(services: &Arc<Services>) -> Router<S> {
    routes().with_state(Arc::clone(services)).into()
}

pub fn routes() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(health::healthz))
        .routes(routes!(openapi::show))
        .routes(routes!(plays::start))
        .routes(routes!(plays::finish))
        .routes(routes!(send_form::send_form))
        .routes(routes!(send_form::change_address))
}
