//! Adding several visits of one patient together, such as every 4 weeks, 3 times: the desk shows what speaks against each time before
//! anything is stored, and then stores all of them or none.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use jiff::civil::Date;
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::appointment::{DeskAppointment, to_id};
use super::input::{check_chair, staff_slot};
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, SlotOffer};
use crate::booking::{
    DAYS_AFTER_CLOSURE, NEAREST_DAYS_BEFORE, PatientKeys, context, deliver, invalid_field, invalid_fields, key_of,
    settings_of,
};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam};
use crate::services::Services;
use clinic_rules::booking::{
    FieldErrors, Patient, PatientInput, SeriesError, Service, Settings, SlotTime, Source, TimeProblem, check_series,
    free_days, name_key, nearest_free,
};
use clinic_rules::clinic_time;
use clinic_store::{BookError, BookedSeries, ChangeAppointmentError, NewSeries, SeriesPatient};

/// The time of one of the visits.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VisitTime {
    #[schema(example = "2026-03-30")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
    /// Staff have chosen this time although it is outside of the opening hours of the day.
    #[serde(default)]
    outside_hours: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct CheckTimesRequest {
    service: String,
    visits: Vec<VisitTime>,
}

/// The times of visits that are not stored yet.
#[derive(Serialize, ToSchema)]
pub struct CheckedTimes {
    visits: Vec<CheckedTime>,
}

#[derive(Serialize, ToSchema)]
pub struct CheckedTime {
    #[schema(example = "2026-03-30")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
    /// What speaks against this time. Null when it is free.
    #[schema(required)]
    problem: Option<ProblemOfTime>,
    /// The closest free times, in the order of the calendar. Empty when the time is free.
    nearest: Vec<SlotOffer>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProblemOfTime {
    /// A sentence for staff.
    reason: String,
    /// Whether staff can choose the time all the same: the clinic is open on this day, at other times.
    can_be_kept: bool,
}

impl From<TimeProblem> for ProblemOfTime {
    fn from(problem: TimeProblem) -> Self {
        Self { reason: problem.to_string(), can_be_kept: problem == TimeProblem::OutsideHours }
    }
}

/// The visits that were added together.
#[derive(Serialize, ToSchema)]
pub struct AddedSeries {
    appointments: Vec<DeskAppointment>,
}

#[derive(Deserialize, ToSchema)]
pub struct AddSeriesRequest {
    service: String,
    /// From one visit to the next.
    weeks: u16,
    /// In the order of the calendar.
    visits: Vec<VisitTime>,
    /// Left out, any chair that is free. A visit that this chair cannot take, or whose time is taken in it, gets another one.
    chair: Option<u16>,
    name: String,
    phone: String,
    email: Option<String>,
    note: Option<String>,
    /// Who books for the patient and comes along, such as the mother of a child. The phone and the email are then theirs.
    #[serde(rename = "broughtBy")]
    brought_by: Option<String>,
    /// `phone` or `walk-in`. Whoever walks in is here for the first visit.
    source: Source,
}

#[derive(Deserialize, ToSchema)]
pub struct RepeatVisitRequest {
    weeks: u16,
    /// The visits that are added, in the order of the calendar.
    visits: Vec<VisitTime>,
}

/// Say what speaks against the times of visits that are to be added, and which free times are close to them
///
/// Stores nothing.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/check-times",
    operation_id = "checkVisitTimes",
    request_body = CheckTimesRequest,
    responses(
        (status = 200, body = CheckedTimes, description = "The times, in the same order"),
        DeskErrors,
        BodyErrors,
        (status = 422, body = ErrorResponse, description = "`fields` has a sentence for each field to correct"),
    )
)]
pub async fn check_times(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
    JsonBody(request): JsonBody<CheckTimesRequest>,
) -> Result<Json<CheckedTimes>, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let now = services.clock.now();
    let service = service_of(settings, &request.service)?;
    let slots = slots(&request.visits, now)?;
    check_series(1, &slots).map_err(in_field)?;
    let dates: Vec<Date> = slots.iter().map(|slot| slot.date).collect();
    let mut visits = Vec::new();
    for (slot, visit) in slots.into_iter().zip(&request.visits) {
        visits.push(check_time(services, settings, service, (slot, visit.outside_hours), &dates, now).await?);
    }
    Ok(Json(CheckedTimes { visits }))
}

/// Add several appointments of one patient, all of them or none
///
/// Times outside the opening hours have to be marked; days on which the clinic is closed are refused. The patient gets one email about
/// all of them, or is once in the list to tell. With the header `Idempotency-Key`, the same request again is the same appointments.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/series",
    operation_id = "addAppointmentSeries",
    request_body = AddSeriesRequest,
    responses(
        (status = 201, body = AddedSeries, description = "The appointments"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "One of the times is taken or the clinic is closed then; nothing is stored"),
        (status = 422, body = ErrorResponse, description = "`fields` has a sentence for each field to correct"),
    )
)]
pub async fn add(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    headers: HeaderMap,
    JsonBody(request): JsonBody<AddSeriesRequest>,
) -> Result<(StatusCode, Json<AddedSeries>), ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let now = services.clock.now();
    let input = PatientInput {
        name: &request.name,
        phone: &request.phone,
        email: request.email.as_deref(),
        note: request.note.as_deref(),
        brought_by: request.brought_by.as_deref(),
    };
    let patient = Patient::parse(&input).map_err(invalid_fields)?;
    let service = service_of(settings, &request.service)?;
    let slots = open_slots(settings, service, &request.visits, now)?;
    check_series(request.weeks, &slots).map_err(in_field)?;
    request.chair.map_or(Ok(()), |chair| check_chair(settings, chair))?;
    let keys = PatientKeys::new(services, &patient);
    // Without the times: a press after a lost answer, at other times, must not add the visits a second time.
    let of = [request.service.as_str(), keys.phone.as_str(), &name_key(&patient.name)];
    let key = key_of(services, &headers, "series of visits v1", &of)?;
    let new = NewSeries {
        request: &key,
        service,
        settings,
        slots: &slots,
        weeks: request.weeks,
        chair: request.chair,
        patient: SeriesPatient { patient: &patient, phone_person: &keys.phone, email_person: keys.email.as_ref() },
        source: request.source,
        like: None,
        actor: desk.actor(session.name.as_str()),
        context: context(services, now),
    };
    answer(services, services.store.book_series(new).await).await
}

/// Add more visits of the same patient for the same service, all of them or none
///
/// As `addAppointmentSeries`. The visit is the first one of the series, unless it is in another one.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/repeat",
    operation_id = "repeatAppointment",
    params(("id" = String, Path, description = "The appointment")),
    request_body = RepeatVisitRequest,
    responses(
        (status = 201, body = AddedSeries, description = "The appointments that were added"),
        DeskErrors,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "There is no such appointment"),
        (status = 409, body = ErrorResponse, description = "One of the times is taken or the clinic is closed then; nothing is stored"),
        (status = 422, body = ErrorResponse, description = "`fields` has a sentence for each field to correct"),
    )
)]
pub async fn repeat(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    headers: HeaderMap,
    JsonBody(request): JsonBody<RepeatVisitRequest>,
) -> Result<(StatusCode, Json<AddedSeries>), ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let now = services.clock.now();
    let like = services.store.appointment(&to_id(&id)?).await?.ok_or(ChangeAppointmentError::Unknown)?;
    let service = service_of(settings, &like.service)?;
    let slots = open_slots(settings, service, &request.visits, now)?;
    let all: Vec<SlotTime> = std::iter::once(SlotTime::of(like.starts_at)).chain(slots.iter().copied()).collect();
    check_series(request.weeks, &all).map_err(in_field)?;
    if slots.is_empty() {
        return Err(in_field(SeriesError::Visits));
    }
    let patient = Patient {
        name: like.name.clone(),
        phone: like.phone.clone(),
        email: like.email.clone(),
        note: like.note.clone(),
        brought_by: like.brought_by.clone(),
    };
    let keys = PatientKeys::new(services, &patient);
    let key = key_of(services, &headers, "repeated visit v1", &[&id])?;
    let new = NewSeries {
        request: &key,
        service,
        settings,
        slots: &slots,
        weeks: request.weeks,
        chair: Some(like.chair).filter(|chair| settings.has_chair(*chair)),
        patient: SeriesPatient { patient: &patient, phone_person: &keys.phone, email_person: keys.email.as_ref() },
        source: Source::Phone,
        like: Some((&like.id, like.changed_at)),
        actor: desk.actor(session.name.as_str()),
        context: context(services, now),
    };
    answer(services, services.store.book_series(new).await).await
}

async fn answer(
    services: &Services,
    stored: Result<BookedSeries, BookError>,
) -> Result<(StatusCode, Json<AddedSeries>), ApiError> {
    match stored {
        Ok(BookedSeries { visits, lease, .. }) => {
            deliver(services, lease).await;
            let appointments = visits.iter().map(DeskAppointment::from).collect();
            Ok((StatusCode::CREATED, Json(AddedSeries { appointments })))
        }
        Err(BookError::Taken) => Err(none_stored("One of these times was taken in the meantime")),
        Err(BookError::Chair(_)) => Err(none_stored("The chairs do not take one of these visits any more")),
        Err(error) => Err(error.into()),
    }
}

fn none_stored(why: &str) -> ApiError {
    let message = format!("{why}, so none of the visits was stored. Please look at the times again.");
    ApiError::new(StatusCode::CONFLICT, ErrorCode::SlotTaken, message)
}

fn service_of<'a>(settings: &'a Settings, slug: &str) -> Result<&'a Service, ApiError> {
    settings.service(slug).ok_or_else(|| invalid_field("service", "Please choose a service.".to_owned()))
}

fn in_field(error: SeriesError) -> ApiError {
    let field = match error {
        SeriesError::Weeks => "weeks",
        SeriesError::Visits | SeriesError::SameDay => "visits",
    };
    invalid_fields(FieldErrors::from([(field, error.to_string())]))
}

fn slots(visits: &[VisitTime], now: Timestamp) -> Result<Vec<SlotTime>, ApiError> {
    visits.iter().map(|visit| staff_slot(&visit.date, &visit.time, now)).collect()
}

/// The times in the order of the calendar. A closure may have been published since staff have seen them.
fn open_slots(
    settings: &Settings,
    service: &Service,
    visits: &[VisitTime],
    now: Timestamp,
) -> Result<Vec<SlotTime>, ApiError> {
    let mut slots = slots(visits, now)?;
    for (slot, visit) in slots.iter().zip(visits) {
        match TimeProblem::of_hours(settings, *slot, service.minutes) {
            None => {}
            Some(TimeProblem::OutsideHours) if visit.outside_hours => {}
            Some(_) => return Err(none_stored("The clinic is closed at one of these times")),
        }
    }
    slots.sort();
    Ok(slots)
}

async fn check_time(
    services: &Services,
    settings: &Settings,
    service: &Service,
    (slot, outside_hours): (SlotTime, bool),
    dates: &[Date],
    now: Timestamp,
) -> Result<CheckedTime, ApiError> {
    let from = slot.date.checked_sub(Span::new().days(NEAREST_DAYS_BEFORE)).unwrap_or(Date::MIN);
    let occupied = services.store.occupied(&service.slug, from, DAYS_AFTER_CLOSURE).await?;
    let blocked = blocked_chairs(services, slot, service.chair_minutes()).await?;
    let problem = TimeProblem::of_hours(settings, slot, service.minutes)
        .filter(|problem| !(outside_hours && *problem == TimeProblem::OutsideHours))
        .or_else(|| TimeProblem::of_chairs(settings, service, slot, &occupied, &blocked));
    let nearest = if problem.is_some() {
        let mut days = free_days(&settings.for_staff(), service, from, DAYS_AFTER_CLOSURE, &occupied, now);
        // Two visits of a series are not on one day.
        days.retain(|day| day.date == slot.date || !dates.contains(&day.date));
        nearest_free(&days, slot)
    } else {
        Vec::new()
    };
    Ok(CheckedTime {
        date: slot.date.to_string(),
        time: slot.time(),
        problem: problem.map(ProblemOfTime::from),
        nearest: nearest.into_iter().map(SlotOffer::from).collect(),
    })
}

/// The chairs that are blocked during a part of the visit, with the reason.
async fn blocked_chairs(services: &Services, slot: SlotTime, minutes: u16) -> Result<Vec<(u16, String)>, ApiError> {
    let (Some(starts_at), Some(midnight)) = (slot.timestamp(), SlotTime { minute: 0, ..slot }.timestamp()) else {
        return Ok(Vec::new());
    };
    let ends_at = starts_at + Span::new().minutes(i64::from(minutes));
    let day = Span::new().milliseconds(clinic_time::DAY_MS);
    let blocked = services.store.blocked_times(midnight, midnight + day).await?;
    let is_then = blocked.into_iter().filter(|it| it.starts_at < ends_at && it.ends_at > starts_at);
    Ok(is_then.map(|it| (it.chair, it.reason)).collect())
}
