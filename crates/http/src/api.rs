//! The public API: the game, the claim, booking, the phone of a sight self-check, health and the API description.

pub mod appointment;
mod booking;
pub mod claim_form;
mod email_correction;
pub(super) mod health;
mod openapi;
mod plays;
mod send_form;
mod sight_check;

use std::sync::Arc;

use axum::Router;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::services::Services;

pub use openapi::document;

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
        .routes(routes!(booking::slots))
        .routes(routes!(booking::book))
        .routes(routes!(appointment::show))
        .routes(routes!(appointment::move_to))
        .routes(routes!(appointment::cancel))
        .routes(routes!(appointment::want_earlier))
        .routes(routes!(email_correction::correct_email))
        .routes(routes!(appointment::calendar_file))
        .routes(routes!(sight_check::add))
        .routes(routes!(sight_check::join))
        .routes(routes!(sight_check::answer))
        .routes(routes!(sight_check::listen))
        .routes(routes!(sight_check::take))
        .routes(routes!(sight_check::leave))
        .routes(routes!(sight_check::end))
}
