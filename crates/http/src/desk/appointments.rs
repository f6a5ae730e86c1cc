//! Appointments at the desk: the days, requests to confirm, adding, moving, cancelling, and what became of a visit. Lists
//! mask phone numbers and, except for the days around today, names; opening an appointment is recorded and limited.

mod adding;
mod appointment;
mod blocked_times;
mod changes;
mod closed;
mod correcting;
mod earlier_answers;
mod earlier_times;
mod input;
mod link;
mod lists;
mod opened;
mod plan;
mod returned_email;
mod series;
mod telling;
mod to_tell;
mod told_text;
mod undo;
mod waiting;

pub(super) use appointment::{DeskAppointment, masked_name, to_id};

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::services::DeskServices;

pub fn routes() -> OpenApiRouter<Arc<DeskServices>> {
    OpenApiRouter::new()
        .routes(routes!(plan::list, adding::add))
        .routes(routes!(lists::waiting))
        .routes(routes!(lists::requests))
        .routes(routes!(waiting::waiting_requests))
        .routes(routes!(closed::list))
        .routes(routes!(closed::tell))
        .routes(routes!(closed::keep))
        .routes(routes!(closed::free_times))
        .routes(routes!(earlier_times::list, earlier_times::add))
        .routes(routes!(earlier_times::want))
        .routes(routes!(earlier_answers::open))
        .routes(routes!(earlier_answers::answer))
        .routes(routes!(earlier_answers::undo))
        .routes(routes!(earlier_answers::book))
        .routes(routes!(to_tell::list))
        .routes(routes!(to_tell::told_lately))
        .routes(routes!(to_tell::told))
        .routes(routes!(to_tell::undo))
        .routes(routes!(opened::open))
        .routes(routes!(opened::current))
        .routes(routes!(series::check_times))
        .routes(routes!(series::add))
        .routes(routes!(series::repeat))
        .routes(routes!(changes::confirm))
        .routes(routes!(changes::set_state))
        .routes(routes!(changes::move_to))
        .routes(routes!(changes::cancel))
        .routes(routes!(undo::undo))
        .routes(routes!(correcting::correct))
        .routes(routes!(link::send))
        .routes(routes!(returned_email::report))
        .routes(routes!(blocked_times::block))
        .routes(routes!(blocked_times::unblock))
}
