//! Visits at times at which the clinic is closed, after a closure or shorter hours were published, and visits whose chair is gone or
//! cannot take them any more, after other chairs were. Staff move or cancel them with the calls for all visits, tell the patient of the closure, or decide that the visit
//! takes place all the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::appointment::{DeskAppointment, to_id};
use super::changes::answer;
use super::input::seen_time;
use super::plan::DeskChair;
use crate::api_error::{ApiError, BodyErrors, ErrorResponse, SlotOffer};
use crate::booking::{context, free_times_near, settings_or_off};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam};
use clinic_rules::booking::SlotTime;
use clinic_store::{Appointment, ChangeAppointmentError, SeenAppointment};

/// The list has the earliest ones. Further ones follow when these are done.
const MAX_VISITS: usize = 200;

/// Visits at times at which the clinic is closed, and visits whose chair cannot take them.
#[derive(Serialize, ToSchema)]
pub struct ClosedVisits {
    days: Vec<ClosedDay>,
    /// How many there are, with those that are not in the list.
    total: u32,
    /// For the names of the chairs.
    columns: Vec<DeskChair>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosedDay {
    #[schema(example = "2026-03-02")]
    date: String,
    /// Why the clinic is closed on this day. Null when only the hours are others, or the chairs.
    #[schema(required)]
    closure: Option<String>,
    /// Whether the clinic is open at the time of these visits, and only their chairs cannot take them. A day can be in the list twice.
    is_without_chair: bool,
    visits: Vec<ClosedVisit>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosedVisit {
    appointment: DeskAppointment,
    /// Whether the patient was told that the clinic is closed then, or an email is about to tell them.
    is_told: bool,
    /// What can be undone about that. Null when nothing can.
    #[schema(required)]
    undo: Option<UndoClosed>,
    /// Whether the visit can have another chair at its time. Only told of one whose chair cannot take it.
    has_free_chair: bool,
    /// A sentence that says why its chair cannot take it.
    #[schema(required)]
    chair_error: Option<String>,
    /// Whether it can stay in that chair all the same. Not when the chair is gone.
    can_keep_chair: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UndoClosed {
    /// Staff have told the patient by phone or message.
    Told,
    /// The patient is to be told, and nobody has told them yet.
    Tell,
}

impl UndoClosed {
    fn of(visit: &Appointment, now: Timestamp) -> Option<Self> {
        let tell = || visit.can_undo_telling_closed(now).then_some(Self::Tell);
        visit.can_undo_told_closed(now).then_some(Self::Told).or_else(tell)
    }
}

/// List the visits at times at which the clinic is closed, and those whose chair cannot take them
///
/// Outside of the published opening hours or on a day with a closure, or in a chair that the clinic does not have, that does not do the service or has other hours. With names only of today and tomorrow.
#[utoipa::path(
    get,
    path = "/api/desk/appointments/closed",
    operation_id = "listClosedVisits",
    responses((status = 200, body = ClosedVisits, description = "The visits, by day"), DeskErrors)
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<ClosedVisits>, ApiError> {
    let services = &desk.services;
    let (clinic, now) = ((services.clinic)(), services.clock.now());
    let settings = settings_or_off(&clinic);
    let mut visits = services.store.appointments_to_come(now).await?;
    visits.retain(|visit| visit.is_at_closed_time(&settings) || visit.is_without_chair(&settings));
    let total = u32::try_from(visits.len()).unwrap_or(u32::MAX);
    let mut days: BTreeMap<(Date, bool), Vec<ClosedVisit>> = BTreeMap::new();
    for visit in visits.iter().take(MAX_VISITS) {
        let appointment = DeskAppointment::with_name_if_near(visit, now);
        let is_without_chair = visit.is_without_chair(&settings);
        let has_free_chair = is_without_chair && services.store.has_free_chair(visit, &settings).await?;
        let row = ClosedVisit {
            appointment,
            is_told: visit.hears_of_closure(),
            undo: UndoClosed::of(visit, now),
            has_free_chair,
            chair_error: visit.chair_error(&settings).filter(|_| is_without_chair).map(|error| error.to_string()),
            can_keep_chair: is_without_chair && settings.has_chair(visit.chair),
        };
        days.entry((SlotTime::of(visit.starts_at).date, is_without_chair)).or_default().push(row);
    }
    let days = days.into_iter().map(|((date, is_without_chair), visits)| ClosedDay {
        date: date.to_string(),
        closure: settings.opening.closure_on(date).filter(|_| !is_without_chair).map(|closure| closure.reason.clone()),
        is_without_chair,
        visits,
    });
    Ok(Json(ClosedVisits { days: days.collect(), total, columns: DeskChair::all(&settings) }))
}

/// The visit as it was on the screen.
#[derive(Deserialize, ToSchema)]
pub struct ClosedVisitRequest {
    /// The time that was on the screen. If the visit was moved since, nothing is changed.
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
}

/// Tell a patient that the clinic is closed at the time of the visit
///
/// By email after 10 seconds, within which it can be undone in silence; a patient without a working address is in the list to tell.
/// Telling twice changes nothing.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/closed/tell",
    operation_id = "tellClosed",
    params(("id" = String, Path, description = "The appointment")),
    request_body = ClosedVisitRequest,
    responses(
        (status = 200, body = DeskAppointment, description = "The appointment"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The clinic is open then, or the visit was moved or is over"),
        (status = 422, body = ErrorResponse, description = "Not a time"),
    )
)]
pub async fn tell(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<ClosedVisitRequest>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let (settings, context) = (settings_or_off(&clinic), context(services, services.clock.now()));
    let starts_at = seen_time(Some(&request.date), Some(&request.time))?;
    let seen = SeenAppointment { id: &to_id(&id)?, starts_at };
    let actor = desk.actor(session.name.as_str());
    let told = services.store.tell_closed(seen, &settings, actor, context).await;
    answer(&desk, told.map(|visit| (visit, None))).await
}

/// Decide that a visit takes place although the clinic is closed then
///
/// Until the opening hours of the day are changed. A patient who was told that the clinic is closed is told again, by email after
/// 10 seconds.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/closed/keep",
    operation_id = "keepClosed",
    params(("id" = String, Path, description = "The appointment")),
    request_body = ClosedVisitRequest,
    responses(
        (status = 200, body = DeskAppointment, description = "The appointment"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The clinic is open then, or the visit was moved or is over"),
        (status = 422, body = ErrorResponse, description = "Not a time"),
    )
)]
pub async fn keep(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<ClosedVisitRequest>,
) -> Result<Json<DeskAppointment>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let (settings, context) = (settings_or_off(&clinic), context(services, services.clock.now()));
    let starts_at = seen_time(Some(&request.date), Some(&request.time))?;
    let seen = SeenAppointment { id: &to_id(&id)?, starts_at };
    let actor = desk.actor(session.name.as_str());
    let kept = services.store.keep_closed(seen, &settings, actor, context).await;
    answer(&desk, kept.map(|visit| (visit, None))).await
}

#[derive(Serialize, ToSchema)]
pub struct FreeTimes {
    nearest: Vec<SlotOffer>,
}

/// List the free times closest to an appointment
#[utoipa::path(
    get,
    path = "/api/desk/appointments/{id}/free-times",
    operation_id = "listFreeTimesNear",
    params(("id" = String, Path, description = "The appointment")),
    responses(
        (status = 200, body = FreeTimes, description = "The free times, in the order of the calendar"),
        DeskErrors,
        (status = 404, body = ErrorResponse, description = "There is no such appointment"),
    )
)]
pub async fn free_times(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
    PathParam(id): PathParam,
) -> Result<Json<FreeTimes>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let visit = services.store.appointment(&to_id(&id)?).await?.ok_or(ChangeAppointmentError::Unknown)?;
    let nearest = match settings.service(&visit.service) {
        Some(service) => {
            let slot = SlotTime::of(visit.starts_at);
            let now = services.clock.now();
            // Its own time is free in another chair, but a move to it moves nothing.
            let own = SlotOffer::from(slot);
            let nearest = free_times_near(services, &settings, service, slot, now).await?;
            nearest.into_iter().filter(|offer| *offer != own).collect()
        }
        None => Vec::new(),
    };
    Ok(Json(FreeTimes { nearest }))
}
