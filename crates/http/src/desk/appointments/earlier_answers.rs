//! Offering a free time to a patient of the earlier-time list: the text for the patient, and what they answer. A patient with a visit who
//! says yes is moved with the call for all visits.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::appointment::DeskAppointment;
use super::input::staff_slot;
use crate::api_error::{ApiError, BodyErrors, ErrorResponse, RateLimitError};
use crate::booking::{PatientKeys, context, deliver, key_of, not_a_time, settings_of, unknown_service, with_nearest};
use crate::desk::authorization::{DeskErrors, SignedIn};
use crate::desk::services::DeskServices;
use crate::desk::whatsapp_sms_message::ReadyMessage;
use crate::extract::{JsonBody, PathParam};
use clinic_rules::booking::{AppointmentState, ChairError, EarlierAnswer, Recipient, SlotTime, Source};
use clinic_rules::clinic_time;
use clinic_store::{BookError, BookedBy, ChangeAppointmentError, EarlierPatient, NewAppointment};

/// The free time that is offered.
#[derive(Deserialize, ToSchema)]
pub struct OfferedTime {
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
}

impl OfferedTime {
    fn slot(&self) -> Result<SlotTime, ApiError> {
        SlotTime::parse(&self.date, &self.time).ok_or_else(not_a_time)
    }
}

/// A patient of the earlier-time list, with the text that offers a time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedEarlierTime {
    name: String,
    /// Who brings the patient, whose phone this is.
    #[schema(required)]
    brought_by: Option<String>,
    phone: String,
    note: String,
    /// A message that is ready to send.
    message: ReadyMessage,
}

/// Open a patient of the earlier-time list to offer a time: shows the name and phone number (recorded and limited)
///
/// Counts like opening an appointment. The time is not held.
#[utoipa::path(
    post,
    path = "/api/desk/earlier-times/{id}/open",
    operation_id = "openEarlierTime",
    params(("id" = String, Path, description = "The patient of the list")),
    request_body = OfferedTime,
    responses(
        (status = 200, body = OpenedEarlierTime, description = "The patient"),
        DeskErrors,
        BodyErrors,
        RateLimitError,
        (status = 422, body = ErrorResponse, description = "Not a time"),
    )
)]
pub async fn open(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(offer): JsonBody<OfferedTime>,
) -> Result<Json<OpenedEarlierTime>, ApiError> {
    let at = offer.slot()?.timestamp().ok_or_else(not_a_time)?;
    let found = desk.services.store.open_earlier_time(&id, desk.reader(&session)).await?;
    let clinic = &(desk.services.clinic)().name;
    let (title, time) = (found.title(), clinic_time::format_long_date_time(at));
    let soon = "Please reply to this message soon: we do not hold this time for you";
    let (name, brought_by, phone, note, text) = match &found.who {
        EarlierPatient::WithVisit(visit) => {
            let now = clinic_time::format_long_date_time(visit.starts_at);
            let recipient = visit.recipient();
            let text = format!(
                "Hello {}, this is {clinic}. An earlier time has become free{}: {title}, {time}. Would you like it instead of \
                 {now}? {soon}, and {} appointment stays as it is until we confirm the new time.",
                recipient.greeted(),
                recipient.for_whom(),
                recipient.your()
            );
            (&visit.name, visit.brought_by.clone(), &visit.phone, &visit.note, text)
        }
        EarlierPatient::WithoutVisit { patient, .. } => {
            let recipient = Recipient { name: &patient.name, brought_by: patient.brought_by.as_deref() };
            let text = format!(
                "Hello {}, this is {clinic}. A time has become free{}: {title}, {time}. Would you like to come? {soon}.",
                recipient.greeted(),
                recipient.for_whom(),
            );
            (&patient.name, patient.brought_by.clone(), &patient.phone, &patient.note, text)
        }
    };
    Ok(Json(OpenedEarlierTime {
        name: name.clone(),
        brought_by,
        phone: phone.as_str().to_owned(),
        note: note.clone(),
        message: ReadyMessage::new(phone, text),
    }))
}

#[derive(Deserialize, ToSchema)]
pub struct EarlierAnswerRequest {
    answer: EarlierAnswer,
    /// The day of the time that was offered. After `no`, the patient is offered later days only.
    #[schema(example = "2026-03-02")]
    date: String,
}

/// Store what became of an offer; the time is then offered to the next patient
#[utoipa::path(
    post,
    path = "/api/desk/earlier-times/{id}/answer",
    operation_id = "answerEarlierTime",
    params(("id" = String, Path, description = "The patient of the list")),
    request_body = EarlierAnswerRequest,
    responses(
        (status = 204, description = "Stored"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The patient is not in the list any more"),
        (status = 422, body = ErrorResponse, description = "Not a day"),
    )
)]
pub async fn answer(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<EarlierAnswerRequest>,
) -> Result<StatusCode, ApiError> {
    let day = SlotTime::parse(&request.date, "00:00").ok_or_else(not_a_time)?.date;
    let actor = desk.actor(session.name.as_str());
    desk.services.store.answer_earlier_time(&id, request.answer, day, actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undo an answer that was a wrong press, for a day
#[utoipa::path(
    post,
    path = "/api/desk/earlier-times/{id}/answer/undo",
    operation_id = "undoEarlierAnswer",
    params(("id" = String, Path, description = "The patient of the list")),
    request_body = EarlierAnswerRequest,
    responses(
        (status = 204, description = "The patient is offered times as before"),
        DeskErrors,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "It is more than a day ago"),
    )
)]
pub async fn undo(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<EarlierAnswerRequest>,
) -> Result<StatusCode, ApiError> {
    let actor = desk.actor(session.name.as_str());
    desk.services.store.undo_earlier_answer(&id, request.answer, actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Add an appointment for a patient without one, who has said yes
///
/// Counts like opening the patient: the plan may show the name. With the header `Idempotency-Key`, the same request again is the same
/// appointment.
#[utoipa::path(
    post,
    path = "/api/desk/earlier-times/{id}/book",
    operation_id = "bookEarlierTime",
    params(("id" = String, Path, description = "The patient of the list")),
    request_body = OfferedTime,
    responses(
        (status = 201, body = DeskAppointment, description = "The appointment"),
        DeskErrors,
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "The service cannot be booked any more"),
        (status = 409, body = ErrorResponse, description = "The patient is not in the list any more; or no chair is free, and `nearest` has the closest free times"),
        (status = 422, body = ErrorResponse, description = "Not a time that can be used"),
    )
)]
pub async fn book(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    headers: HeaderMap,
    JsonBody(offer): JsonBody<OfferedTime>,
) -> Result<(StatusCode, Json<DeskAppointment>), ApiError> {
    let services = &desk.services;
    let clinic = (services.clinic)();
    let settings = settings_of(&clinic)?;
    let now = services.clock.now();
    let slot = staff_slot(&offer.date, &offer.time, now)?;
    let key = key_of(services, &headers, "earlier time booked v1", &[&id, &offer.date, &offer.time])?;
    if let Some(stored) = services.store.appointment_by_request(&key).await? {
        if stored.state == AppointmentState::Cancelled {
            return Err(ChangeAppointmentError::NotInEarlierTimes.into());
        }
        return Ok((StatusCode::CREATED, Json(DeskAppointment::from(&stored))));
    }
    let found = services.store.earlier_time(&id, now).await?.ok_or(ChangeAppointmentError::NotInEarlierTimes)?;
    let EarlierPatient::WithoutVisit { service, patient, .. } = &found.who else {
        return Err(ChangeAppointmentError::NotInEarlierTimes.into());
    };
    services.store.count_opened_record(found.record(), desk.reader(&session)).await?;
    let service = settings.service(service).ok_or_else(unknown_service)?;
    let keys = PatientKeys::new(services, patient);
    let new = NewAppointment {
        request: &key,
        service,
        settings,
        slot,
        chair: None,
        patient,
        phone_person: &keys.phone,
        email_person: keys.email.as_ref(),
        by: BookedBy::Staff(desk.actor(session.name.as_str()), Source::Phone),
        from_earlier_times: Some(&id),
        context: context(services, now),
    };
    match services.store.book(new).await {
        Ok(stored) => {
            deliver(services, stored.lease).await;
            Ok((StatusCode::CREATED, Json(DeskAppointment::from(&stored.appointment))))
        }
        Err(error @ (BookError::Taken | BookError::Chair(ChairError::NoChair))) => {
            Err(with_nearest(error.into(), services, settings, service, slot, now).await?)
        }
        Err(error) => Err(error.into()),
    }
}
