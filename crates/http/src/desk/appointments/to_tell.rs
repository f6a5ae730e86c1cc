//! Patients to tell something by phone or message, because no email does.

use std::iter;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::appointment::{DeskAppointment, to_id};
use crate::api_error::{ApiError, BodyErrors, ErrorResponse};
use crate::booking::{not_a_time, settings_or_off};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::extract::{JsonBody, PathParam, QueryParams};
use clinic_rules::booking::{AppointmentId, MAX_SERIES_VISITS, SlotTime, ToTell};
use clinic_store::{Appointment, PatientToTell as StoredPatientToTell, ToldVisit};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ToTellQuery {
    /// How many of the list come before this page; 0 when left out.
    offset: Option<u32>,
}

/// A page of the patients to tell.
#[derive(Serialize, ToSchema)]
pub struct PatientsToTell {
    patients: Vec<PatientToTell>,
    /// Of the whole list.
    total: u32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PatientToTell {
    appointment: DeskAppointment,
    /// What the patient has to be told.
    to_tell: ToTell,
    /// Whether the patient gave an email address that did not work.
    email_failed: bool,
    /// The later visits of the same series, which the same message tells. "Told" is about all of them.
    others: Vec<OtherVisit>,
}

/// A visit beside another one, as it was on the screen.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct OtherVisit {
    id: String,
    #[schema(example = "2026-03-30")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
}

impl From<&Appointment> for OtherVisit {
    fn from(visit: &Appointment) -> Self {
        let slot = SlotTime::of(visit.starts_at);
        Self { id: visit.id.to_string(), date: slot.date.to_string(), time: slot.time() }
    }
}

/// List the patients to tell by phone or message
///
/// Those whose visit staff have confirmed, moved or cancelled or whose request has expired, and no email has told them; and
/// those to remind of a visit of the next two days, whom no email reaches.
#[utoipa::path(
    get,
    path = "/api/desk/appointments/to-tell",
    operation_id = "listPatientsToTell",
    params(ToTellQuery),
    responses((status = 200, body = PatientsToTell, description = "A page, the earliest visit first"), DeskErrors)
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
    QueryParams(query): QueryParams<ToTellQuery>,
) -> Result<Json<PatientsToTell>, ApiError> {
    let services = &desk.services;
    let now = services.clock.now();
    let clinic = (services.clinic)();
    let settings = settings_or_off(&clinic);
    let page = services.store.patients_to_tell(query.offset.unwrap_or_default(), &settings, now).await?;
    let patients = page.patients.iter().map(|it| PatientToTell::new(it, now));
    Ok(Json(PatientsToTell { patients: patients.collect(), total: page.total }))
}

impl PatientToTell {
    fn new(stored: &StoredPatientToTell, now: Timestamp) -> Self {
        let StoredPatientToTell { appointment, what, others } = stored;
        Self {
            appointment: DeskAppointment::with_name_if_near(appointment, now),
            to_tell: *what,
            email_failed: appointment.email.is_some(),
            others: others.iter().map(OtherVisit::from).collect(),
        }
    }
}

/// List the patients who were told by phone or message within a day
///
/// "Told" of each of them can be undone.
#[utoipa::path(
    get,
    path = "/api/desk/appointments/told",
    operation_id = "listToldPatients",
    responses((status = 200, body = Vec<PatientToTell>, description = "The last ones, the latest first"), DeskErrors)
)]
pub async fn told_lately(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
) -> Result<Json<Vec<PatientToTell>>, ApiError> {
    let now = desk.services.clock.now();
    let told = desk.services.store.told_lately(now).await?;
    Ok(Json(told.iter().map(|it| PatientToTell::new(it, now)).collect()))
}

/// What the patient was told, as it was in the list.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToldRequest {
    to_tell: ToTell,
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
    /// The other visits that the list had with this one.
    #[serde(default)]
    others: Vec<OtherVisit>,
}

impl ToldRequest {
    /// The visits that the patient was told of, this one first.
    fn visits(&self, id: &str) -> Result<Vec<(AppointmentId, Timestamp)>, ApiError> {
        let of = |id: &str, date: &str, time: &str| -> Result<(AppointmentId, Timestamp), ApiError> {
            let starts_at = SlotTime::parse(date, time).and_then(SlotTime::timestamp).ok_or_else(not_a_time)?;
            Ok((to_id(id)?, starts_at))
        };
        if self.others.len() >= MAX_SERIES_VISITS {
            return Err(not_a_time());
        }
        let others = self.others.iter().map(|other| of(&other.id, &other.date, &other.time));
        iter::once(of(id, &self.date, &self.time)).chain(others).collect()
    }
}

fn told_visits(visits: &[(AppointmentId, Timestamp)]) -> Vec<ToldVisit<'_>> {
    visits.iter().map(|(id, starts_at)| ToldVisit { id, starts_at: *starts_at }).collect()
}

/// Store that a patient was told by phone or message
///
/// Telling twice changes nothing.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/told",
    operation_id = "markPatientTold",
    params(("id" = String, Path, description = "The appointment")),
    request_body = ToldRequest,
    responses(
        (status = 204, description = "Stored"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "It was moved or cancelled in the meantime"),
        (status = 422, body = ErrorResponse, description = "Not a time"),
    )
)]
pub async fn told(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<ToldRequest>,
) -> Result<StatusCode, ApiError> {
    let actor = desk.actor(session.name.as_str());
    let clinic = (desk.services.clinic)();
    let settings = settings_or_off(&clinic);
    let visits = request.visits(&id)?;
    desk.services.store.mark_all_told(&told_visits(&visits), request.to_tell, &settings, actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undo that a patient was told: the patient is in the list again
///
/// For a day.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/told/undo",
    operation_id = "undoPatientTold",
    params(("id" = String, Path, description = "The appointment")),
    request_body = ToldRequest,
    responses(
        (status = 204, description = "The patient is in the list again"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "It was moved or cancelled in the meantime"),
        (status = 422, body = ErrorResponse, description = "Not a time"),
    )
)]
pub async fn undo(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<ToldRequest>,
) -> Result<StatusCode, ApiError> {
    let actor = desk.actor(session.name.as_str());
    let visits = request.visits(&id)?;
    desk.services.store.undo_all_told(&told_visits(&visits), request.to_tell, actor).await?;
    Ok(StatusCode::NO_CONTENT)
}
