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

use super::described_call::call;
use super::services::Services;

pub use openapi::document;

pub fn router<S: Clone + Send + Sync + 'static>(services: &Arc<Services>) -> Router<S> {
    routes().with_state(Arc::clone(services)).into()
}

pub fn routes() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(call("healthz", routes!(health::healthz)))
        .routes(call("getApiDescription", routes!(openapi::show)))
        .routes(call("startPlay", routes!(plays::start)))
        .routes(call("finishPlay", routes!(plays::finish)))
        .routes(call("sendForm", routes!(send_form::send_form)))
        .routes(call("changeClaimAddress", routes!(send_form::change_address)))
        .routes(call("listFreeSlots", routes!(booking::slots)))
        .routes(call("bookAppointment", routes!(booking::book)))
        .routes(call("getAppointment", routes!(appointment::show)))
        .routes(call("moveAppointment", routes!(appointment::move_to)))
        .routes(call("cancelAppointment", routes!(appointment::cancel)))
        .routes(call("wantEarlierTime", routes!(appointment::want_earlier)))
        .routes(call("correctAppointmentEmail", routes!(email_correction::correct_email)))
        .routes(call("getCalendarFile", routes!(appointment::calendar_file)))
        .routes(call("addSightRemote", routes!(sight_check::add)))
        .routes(call("joinSightRemote", routes!(sight_check::join)))
        .routes(call("answerSightCheck", routes!(sight_check::answer)))
        .routes(call("listenToSightRemote", routes!(sight_check::listen)))
        .routes(call("takeSightAnswer", routes!(sight_check::take)))
        .routes(call("leaveSightRemote", routes!(sight_check::leave)))
        .routes(call("endSightRemote", routes!(sight_check::end)))
}
