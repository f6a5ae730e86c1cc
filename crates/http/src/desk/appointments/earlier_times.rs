//! The earlier-time list: patients who want an earlier time than their visit, and patients without a visit because all times were
//! taken. Each row says which free time can be offered to the patient.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use jiff::civil::Date;
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::appointment::{DeskAppointment, masked_name, to_id};
use super::input::seen_time;
use crate::api_error::{ApiError, BodyErrors, ErrorResponse, SlotOffer};
use crate::booking::{PatientKeys, invalid_field, invalid_fields, key_of, settings_of, settings_or_off};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam};
use clinic_rules::booking::{PartOfDay, Patient, PatientInput, SlotTime, shows_name};
use clinic_store::{ChangedBy, EarlierPatient, EarlierTime as StoredEarlierTime, NewEarlierPatient, SeenAppointment};

/// A patient without a visit is not kept for longer.
const MAX_DAYS: i64 = 60;

/// The earlier-time list.
#[derive(Serialize, ToSchema)]
pub struct EarlierTimes {
    /// Those with a free time first, then whoever asked first.
    patients: Vec<EarlierTime>,
    /// How many there are, with those that are not in the list.
    total: u32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlierTime {
    id: String,
    /// The visit that the patient has. Null for a patient without one.
    #[schema(required)]
    appointment: Option<DeskAppointment>,
    title: String,
    /// The name, where the lists show it: of a visit near today, and of a patient who was added yesterday or today.
    #[schema(required)]
    name: Option<String>,
    /// Who brings the patient, where the name is shown.
    #[schema(required)]
    brought_by: Option<String>,
    masked_name: String,
    masked_phone: String,
    added_at: Timestamp,
    wish: EarlierWish,
    /// The last day on which a patient without a visit can come.
    #[schema(required, example = "2026-03-02")]
    until: Option<String>,
    /// When staff did not reach the patient today.
    #[schema(required)]
    tried_at: Option<Timestamp>,
    /// A time that is free and that nobody before in the list is offered. It is not held.
    #[schema(required)]
    offer: Option<SlotOffer>,
}

/// When a patient can come.
#[derive(Serialize, ToSchema)]
pub struct EarlierWish {
    /// The first day.
    #[schema(required, example = "2026-03-02")]
    from: Option<String>,
    #[schema(required)]
    part: Option<PartOfDay>,
}

impl From<clinic_store::EarlierWish> for EarlierWish {
    fn from(wish: clinic_store::EarlierWish) -> Self {
        Self { from: wish.from.map(|date| date.to_string()), part: wish.part }
    }
}

impl EarlierTime {
    fn new(row: &StoredEarlierTime, offer: Option<SlotTime>, now: Timestamp) -> Self {
        let (name, brought_by, phone, shown_of) = match &row.who {
            EarlierPatient::WithVisit(visit) => (&visit.name, &visit.brought_by, &visit.phone, visit.starts_at),
            EarlierPatient::WithoutVisit { patient, .. } => {
                (&patient.name, &patient.brought_by, &patient.phone, row.added_at)
            }
        };
        let shows = shows_name(shown_of, now);
        Self {
            id: row.id.clone(),
            appointment: row.visit().map(|visit| DeskAppointment::with_name_if_near(visit, now)),
            title: row.title().to_owned(),
            name: shows.then(|| name.clone()),
            brought_by: brought_by.clone().filter(|_| shows),
            masked_name: masked_name(name),
            masked_phone: phone.masked(),
            added_at: row.added_at,
            wish: row.wish.into(),
            until: row.until.map(|date| date.to_string()),
            tried_at: row.tried_at.filter(|_| row.is_tried_today(now)),
            offer: offer.map(SlotOffer::from),
        }
    }
}

/// List the patients who want an earlier time, with the free time that can be offered to each
///
/// Free times of the next 14 days, each offered to one patient. Nothing is held: a time that is taken meanwhile is offered to nobody.
/// Only patients whose visit is certain, and who have not got an earlier time since they asked.
#[utoipa::path(
    get,
    path = "/api/desk/earlier-times",
    operation_id = "listEarlierTimes",
    responses((status = 200, body = EarlierTimes, description = "The list"), DeskErrors)
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<EarlierTimes>, ApiError> {
    let services = &desk.services;
    let (clinic, now) = ((services.clinic)(), services.clock.now());
    let list = services.store.earlier_times(&settings_or_off(&clinic), now).await?;
    let patients = list.shown.iter().map(|(row, offer)| EarlierTime::new(row, *offer, now));
    Ok(Json(EarlierTimes { patients: patients.collect(), total: list.total }))
}

#[derive(Deserialize, ToSchema)]
pub struct AddEarlierPatientRequest {
    service: String,
    name: String,
    phone: String,
    email: Option<String>,
    note: Option<String>,
    /// Who books for the patient and comes along. The phone and the email are then theirs.
    #[serde(rename = "broughtBy")]
    brought_by: Option<String>,
    /// The first day on which the patient can come. Left out, today.
    from: Option<String>,
    /// The last day, at most 60 days ahead.
    #[schema(example = "2026-03-02")]
    until: String,
    part: Option<PartOfDay>,
}

/// Add a patient without a visit to the earlier-time list
///
/// With the header `Idempotency-Key`, the same request again adds nobody.
#[utoipa::path(
    post,
    path = "/api/desk/earlier-times",
    operation_id = "addEarlierPatient",
    request_body = AddEarlierPatientRequest,
    responses(
        (status = 204, description = "The patient is in the list"),
        DeskErrors,
        BodyErrors,
        (status = 422, body = ErrorResponse, description = "`fields` has a sentence for each field to correct"),
    )
)]
pub async fn add(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    headers: HeaderMap,
    JsonBody(request): JsonBody<AddEarlierPatientRequest>,
) -> Result<StatusCode, ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let input = PatientInput {
        name: &request.name,
        phone: &request.phone,
        email: request.email.as_deref(),
        note: request.note.as_deref(),
        brought_by: request.brought_by.as_deref(),
    };
    let patient = Patient::parse(&input).map_err(invalid_fields)?;
    let service = settings.service(&request.service);
    let service = service.ok_or_else(|| invalid_field("service", "Please choose a service.".to_owned()))?;
    let today = SlotTime::of(services.clock.now()).date;
    let from = request.from.as_deref().map(|text| day("from", text)).transpose()?;
    let until = day("until", &request.until)?;
    if until < today || from.is_some_and(|from| until < from) {
        let message = "Please choose a last day that is not before the first one, and not over.";
        return Err(invalid_field("until", message.to_owned()));
    }
    if until > today.checked_add(Span::new().days(MAX_DAYS)).unwrap_or(Date::MAX) {
        return Err(invalid_field("until", format!("Please choose a last day within the next {MAX_DAYS} days.")));
    }
    let keys = PatientKeys::new(services, &patient);
    let wish = clinic_store::EarlierWish { from, part: request.part };
    let id = key_of(services, &headers, "earlier time v1", &[&request.service, keys.phone.as_str(), &patient.name])?;
    let new = NewEarlierPatient {
        id: &id,
        service,
        patient: &patient,
        phone_person: &keys.phone,
        email_person: keys.email.as_ref(),
        wish,
        until,
    };
    services.store.add_earlier_patient(new, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn day(field: &'static str, text: &str) -> Result<Date, ApiError> {
    let slot = SlotTime::parse(text, "00:00");
    slot.map(|slot| slot.date).ok_or_else(|| invalid_field(field, "Please choose a day.".to_owned()))
}

#[derive(Deserialize, ToSchema)]
pub struct WantEarlierTimeRequest {
    /// False when the patient does not want an earlier time any more.
    wanted: bool,
    /// The first day on which the patient can come.
    from: Option<String>,
    part: Option<PartOfDay>,
    /// The time that was on the screen. If the visit was moved since, nothing is changed.
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
}

/// Store that the patient of an appointment wants an earlier time, or not any more
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/earlier",
    operation_id = "wantEarlierTimeAtDesk",
    params(("id" = String, Path, description = "The appointment")),
    request_body = WantEarlierTimeRequest,
    responses(
        (status = 204, description = "Stored"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "It was moved or cancelled, or the visit is over"),
        (status = 422, body = ErrorResponse, description = "Not a day or not a time"),
    )
)]
pub async fn want(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<WantEarlierTimeRequest>,
) -> Result<StatusCode, ApiError> {
    let from = request.from.as_deref().map(|text| day("from", text)).transpose()?;
    let wish = request.wanted.then_some(clinic_store::EarlierWish { from, part: request.part });
    let starts_at = seen_time(Some(&request.date), Some(&request.time))?;
    let seen = SeenAppointment { id: &to_id(&id)?, starts_at };
    let by = ChangedBy::Staff(desk.actor(session.name.as_str()));
    desk.services.store.want_earlier_time(seen, wish, by, desk.services.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
