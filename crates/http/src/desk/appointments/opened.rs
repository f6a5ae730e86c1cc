//! An opened appointment: the patient's name and phone number, and a message that is ready to send. Opening is recorded in
//! the audit log and limited. The patient's link is in no answer of the desk: whoever reads it could act as the patient.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::appointment::{DeskAppointment, to_id};
use super::earlier_times::EarlierWish;
use super::telling::{Telling, telling};
use super::told_text::{told_text, what_to_tell};
use crate::api_error::{ApiError, ErrorResponse, RateLimitError};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::desk::whatsapp_sms_message::ReadyMessage;
use crate::extract::PathParam;
use clinic_rules::booking::ToTell;
use clinic_store::{Appointment, ChangeAppointmentError, Recall};

/// An appointment with what the patient entered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedAppointment {
    appointment: DeskAppointment,
    name: String,
    /// Who brings the patient, whose phone and email these are.
    #[schema(required)]
    brought_by: Option<String>,
    phone: String,
    #[schema(required)]
    email: Option<String>,
    note: String,
    #[schema(required)]
    cancel_reason: Option<String>,
    /// When the patient can come, if they want an earlier time.
    #[schema(required)]
    earlier: Option<EarlierWish>,
    /// What was agreed at this visit.
    #[schema(required)]
    recall: Option<AgreedRecall>,
    /// All visits of its series, in the order in which they were planned. Empty for a visit of its own.
    series_visits: Vec<DeskAppointment>,
    /// What the message says: what the patient does not know yet, or a reminder.
    to_tell: ToTell,
    telling: Telling,
    /// When it was changed last.
    changed_at: Timestamp,
    /// A message that is ready to send.
    message: ReadyMessage,
}

/// That the patient is asked to come back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgreedRecall {
    id: String,
    #[schema(example = "2026-03-02")]
    due: String,
    reason: String,
    /// Staff have ended it, and can undo that.
    is_ended: bool,
}

impl From<Recall> for AgreedRecall {
    fn from(recall: Recall) -> Self {
        Self { id: recall.id, due: recall.due.to_string(), reason: recall.reason, is_ended: recall.outcome.is_some() }
    }
}

/// An appointment as it is now, without what only opening shows.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentAppointment {
    appointment: DeskAppointment,
    to_tell: ToTell,
    telling: Telling,
    /// When it was changed last.
    changed_at: Timestamp,
}

/// Get an appointment as it is now, without what the patient entered
///
/// For screens that have opened it: it is neither recorded nor limited, because it has no more than the lists.
#[utoipa::path(
    get,
    path = "/api/desk/appointments/{id}",
    operation_id = "getCurrentAppointment",
    params(("id" = String, Path, description = "The appointment")),
    responses(
        (status = 200, body = CurrentAppointment, description = "The appointment"),
        DeskErrors,
        (status = 404, body = ErrorResponse, description = "There is no such appointment"),
    )
)]
pub async fn current(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
    PathParam(id): PathParam,
) -> Result<Json<CurrentAppointment>, ApiError> {
    let appointment = desk.services.store.appointment(&to_id(&id)?).await?.ok_or(ChangeAppointmentError::Unknown)?;
    let series = series_of(&desk, &appointment).await?;
    Ok(Json(CurrentAppointment {
        to_tell: what_to_tell(&desk, &appointment),
        telling: telling(&desk, &appointment, &series).await?,
        changed_at: as_stored(appointment.changed_at),
        appointment: DeskAppointment::from(&appointment),
    }))
}

/// The database has milliseconds. Of a change that was just made, the time is known more exactly, and screens compare the two.
fn as_stored(time: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(time.as_millisecond()).unwrap_or(time)
}

async fn series_of(desk: &DeskServices, appointment: &Appointment) -> Result<Vec<Appointment>, ApiError> {
    match &appointment.series {
        Some(place) => Ok(desk.services.store.series(&place.id).await?),
        None => Ok(Vec::new()),
    }
}

/// Open an appointment: shows the patient's name and phone number (recorded and limited)
///
/// An account opens 30 records in 24 hours; for 30 more, the session must be confirmed (403 `confirmation_needed`). It opens 120
/// in 24 hours at most (429). The same record again within them is not counted.
#[utoipa::path(
    post,
    path = "/api/desk/appointments/{id}/open",
    operation_id = "openAppointment",
    params(("id" = String, Path, description = "The appointment")),
    responses((status = 200, body = OpenedAppointment, description = "The appointment"), DeskErrors, RateLimitError)
)]
pub async fn open(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<Json<OpenedAppointment>, ApiError> {
    let appointment = desk.services.store.open_appointment(&to_id(&id)?, desk.reader(&session)).await?;
    Ok(Json(opened(&desk, &appointment).await?))
}

pub async fn opened(desk: &DeskServices, appointment: &Appointment) -> Result<OpenedAppointment, ApiError> {
    let store = &desk.services.store;
    let earlier = store.earlier_wish(appointment).await?;
    let recall = store.recall_of_visit(&appointment.id, desk.services.clock.now()).await?;
    let series_visits = series_of(desk, appointment).await?;
    Ok(OpenedAppointment {
        appointment: DeskAppointment::from(appointment),
        name: appointment.name.clone(),
        brought_by: appointment.brought_by.clone(),
        phone: appointment.phone.as_str().to_owned(),
        email: appointment.email.as_ref().map(|email| email.as_typed().to_owned()),
        note: appointment.note.clone(),
        cancel_reason: appointment.cancel_reason.clone(),
        earlier: earlier.map(EarlierWish::from),
        recall: recall.map(AgreedRecall::from),
        series_visits: series_visits.iter().map(DeskAppointment::from).collect(),
        to_tell: what_to_tell(desk, appointment),
        telling: telling(desk, appointment, &series_visits).await?,
        changed_at: as_stored(appointment.changed_at),
        message: ReadyMessage::new(&appointment.phone, told_text(desk, appointment).await?),
    })
}
