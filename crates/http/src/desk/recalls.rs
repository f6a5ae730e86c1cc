//! Recalls at the desk: patients who agreed to be asked to come back, and what became of it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::appointments::{masked_name, to_id};
use super::authorization::{Owner, SignedIn};
use super::services::DeskServices;
use super::whatsapp_sms_message::ReadyMessage;
use crate::api_error::{ApiError, BodyErrors, ErrorCode, ErrorResponse, RateLimitError};
use crate::extract::{JsonBody, PathParam, QueryParams};
use clinic_rules::booking::{RecallDelay, RecallError, RecallOutcome, SlotTime};
use clinic_store::{DueRecall as StoredDueRecall, NewRecall, Recall, RecallList, RecallPosition};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddRecallRequest {
    /// The id of the visit.
    appointment: String,
    /// Such as `{"months": 4}`, counted from today.
    #[serde(rename = "in")]
    delay: RecallDelay,
    /// The patient reads it: no medical details.
    reason: String,
    /// Whether the patient agreed to be reminded.
    agreed: bool,
}

/// Which list of recalls: not due yet, to ask, asked without an answer so far, with a visit to come, or ended by staff within a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RecallListName {
    Planned,
    ToAsk,
    Asked,
    Booked,
    Ended,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct RecallsQuery {
    /// Which list; `to-ask` when left out.
    list: Option<RecallListName>,
    /// The `due` of the last recall of the page before.
    after_due: Option<String>,
    /// The `id` of the last recall of the page before.
    after_id: Option<String>,
}

/// A page of a list of recalls.
#[derive(Serialize, ToSchema)]
pub struct DueRecalls {
    recalls: Vec<DueRecall>,
    /// Whether there are more after these.
    more: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DueRecall {
    id: String,
    masked_name: String,
    masked_phone: String,
    reason: String,
    #[schema(example = "2026-03-02")]
    due: String,
    /// Whether the patient is asked by email.
    has_email: bool,
    /// Whether the email that asks could not be delivered.
    email_failed: bool,
    /// When the patient was asked. Null when staff have to ask.
    #[schema(required)]
    asked_at: Option<Timestamp>,
    /// Whether "Asked" can be undone: staff asked, and not long ago.
    can_undo_asked: bool,
    /// How staff have ended it. Null for one that is open.
    #[schema(required)]
    outcome: Option<RecallOutcome>,
    /// The visit that is booked with the number or address of the patient, for the same service.
    #[schema(required)]
    booked: Option<BookedReturn>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookedReturn {
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
    /// Whether the visit has the name of the patient. Another name may be that of a relative with the same phone.
    has_same_name: bool,
}

/// A recall with the patient's name and phone number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedRecall {
    name: String,
    /// Who brings the patient, whose phone and email these are.
    #[schema(required)]
    brought_by: Option<String>,
    phone: String,
    #[schema(required)]
    email: Option<String>,
    reason: String,
    /// A message that is ready to send.
    message: ReadyMessage,
}

#[derive(Deserialize, ToSchema)]
pub struct EndRecallRequest {
    outcome: RecallOutcome,
}

#[derive(Deserialize, IntoParams)]
pub struct RecallStatisticsQuery {
    /// The first day.
    from: String,
    /// The last day.
    to: String,
}

/// How many recalls were agreed, and how they ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecallStatistics {
    agreed: u64,
    asked: u64,
    came_back: u64,
    declined: u64,
    no_answer: u64,
}

/// Ask a patient to come back later
#[utoipa::path(
    post,
    path = "/api/desk/recalls",
    request_body = AddRecallRequest,
    responses(
        (status = 204, description = "Stored"),
        BodyErrors,
        (status = 422, body = ErrorResponse, description = "Without the patient's agreement, a time or a reason"),
    )
)]
pub async fn add(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    JsonBody(request): JsonBody<AddRecallRequest>,
) -> Result<StatusCode, ApiError> {
    let services = &desk.services;
    if !request.agreed {
        return Err(RecallError::NotAgreed.into());
    }
    let reason = RecallError::check_reason(&request.reason)?;
    let due = request.delay.after(SlotTime::of(services.clock.now()).date)?;
    let new = NewRecall { visit: &to_id(&request.appointment)?, due, reason: &reason };
    services.store.add_recall(new, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the recalls that are due, or planned for later
#[utoipa::path(
    get,
    path = "/api/desk/recalls",
    params(RecallsQuery),
    responses(
        (status = 200, body = DueRecalls, description = "A page, the recall that has been due the longest first"),
        (status = 422, body = ErrorResponse, description = "Not the position of a recall"),
    )
)]
pub async fn list(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(_): SignedIn,
    QueryParams(query): QueryParams<RecallsQuery>,
) -> Result<Json<DueRecalls>, ApiError> {
    let services = &desk.services;
    let after = match (query.after_due, query.after_id) {
        (Some(due), Some(id)) => {
            let due = SlotTime::parse(&due, "00:00").ok_or_else(invalid_dates)?.date;
            Some(RecallPosition { due, id })
        }
        _ => None,
    };
    let list = match query.list {
        None | Some(RecallListName::ToAsk) => RecallList::ToAsk,
        Some(RecallListName::Planned) => RecallList::Planned,
        Some(RecallListName::Asked) => RecallList::Asked,
        Some(RecallListName::Booked) => RecallList::Booked,
        Some(RecallListName::Ended) => RecallList::Ended,
    };
    let now = services.clock.now();
    let (page, more) = services.store.recall_page(list, after.as_ref(), now).await?;
    Ok(Json(DueRecalls { recalls: page.iter().map(|recall| DueRecall::new(recall, now)).collect(), more }))
}

/// Open a recall: shows the patient's name and phone number (recorded and limited)
///
/// Counts like opening an appointment.
#[utoipa::path(
    post,
    path = "/api/desk/recalls/{id}/open",
    params(("id" = String, Path, description = "The recall")),
    responses((status = 200, body = OpenedRecall, description = "The recall"), RateLimitError)
)]
pub async fn open(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<Json<OpenedRecall>, ApiError> {
    let services = &desk.services;
    let recall = services.store.open_recall(&id, desk.reader(&session)).await?;
    let clinic = &(services.clinic)().name;
    let site_url = services.settings.site_url.trim_end_matches('/');
    let Recall { name, phone, reason, service, .. } = &recall;
    let recipient = recall.recipient();
    let text = format!(
        "Hello {}, this is {clinic}. At {} last visit we agreed to remind you to come back: {reason}. You can book a \
         time here: {site_url}/book?service={service} or reply to this message.",
        recipient.greeted(),
        recipient.your(),
    );
    Ok(Json(OpenedRecall {
        name: name.clone(),
        brought_by: recall.brought_by.clone(),
        phone: phone.as_str().to_owned(),
        email: recall.email.as_ref().map(|email| email.as_typed().to_owned()),
        reason: reason.clone(),
        message: ReadyMessage::new(phone, text),
    }))
}

/// Store that a patient was asked to come back
#[utoipa::path(
    post,
    path = "/api/desk/recalls/{id}/asked",
    params(("id" = String, Path, description = "The recall")),
    responses((status = 204, description = "Stored"))
)]
pub async fn asked(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.mark_recall_asked(&id, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undo that a patient was asked to come back: the recall is in the list to ask again
///
/// For a day. The same again changes nothing.
#[utoipa::path(
    post,
    path = "/api/desk/recalls/{id}/asked/undo",
    params(("id" = String, Path, description = "The recall")),
    responses(
        (status = 204, description = "The patient is to be asked"),
        (status = 409, body = ErrorResponse, description = "An email has asked the patient, the recall has ended, or a day has passed"),
    )
)]
pub async fn undo_asked(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.undo_recall_asked(&id, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Store that the email that asked a patient to come back came back itself (recorded)
///
/// The patient is to be asked by phone. The same again changes nothing.
#[utoipa::path(
    post,
    path = "/api/desk/recalls/{id}/email-returned",
    params(("id" = String, Path, description = "The recall")),
    responses(
        (status = 204, description = "Stored"),
        (status = 409, body = ErrorResponse, description = "No email was sent"),
    )
)]
pub async fn email_returned(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.recall_email_came_back(&id, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End a recall; the outcome is counted, and its data deleted a day later
#[utoipa::path(
    post,
    path = "/api/desk/recalls/{id}/end",
    params(("id" = String, Path, description = "The recall")),
    request_body = EndRecallRequest,
    responses((status = 204, description = "The recall has ended"), BodyErrors)
)]
pub async fn end(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
    JsonBody(request): JsonBody<EndRecallRequest>,
) -> Result<StatusCode, ApiError> {
    desk.services.store.end_recall(&id, request.outcome, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undo the end of a recall: it is open again
///
/// For a day. The same again changes nothing.
#[utoipa::path(
    post,
    path = "/api/desk/recalls/{id}/end/undo",
    params(("id" = String, Path, description = "The recall")),
    responses(
        (status = 204, description = "The recall is open"),
        (status = 409, body = ErrorResponse, description = "A day has passed"),
    )
)]
pub async fn undo_end(
    State(desk): State<Arc<DeskServices>>,
    SignedIn(session): SignedIn,
    PathParam(id): PathParam,
) -> Result<StatusCode, ApiError> {
    desk.services.store.undo_recall_end(&id, desk.actor(session.name.as_str())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Count recalls and how many patients came back (owners only)
#[utoipa::path(
    get,
    path = "/api/desk/recalls/statistics",
    params(RecallStatisticsQuery),
    responses(
        (status = 200, body = RecallStatistics, description = "The counts"),
        (status = 422, body = ErrorResponse, description = "Not two dates in order"),
    )
)]
pub async fn statistics(
    State(desk): State<Arc<DeskServices>>,
    Owner(_): Owner,
    QueryParams(query): QueryParams<RecallStatisticsQuery>,
) -> Result<Json<RecallStatistics>, ApiError> {
    let dates = (SlotTime::parse(&query.from, "00:00"), SlotTime::parse(&query.to, "00:00"));
    let (Some(from), Some(to)) = dates else { return Err(invalid_dates()) };
    if to < from {
        return Err(invalid_dates());
    }
    let counts = desk.services.store.recall_counts(from.date, to.date).await?;
    Ok(Json(RecallStatistics {
        agreed: counts.agreed,
        asked: counts.asked,
        came_back: counts.came_back,
        declined: counts.declined,
        no_answer: counts.no_answer,
    }))
}

fn invalid_dates() -> ApiError {
    let message = "Please choose two dates such as 2026-03-02, the earlier one first.";
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidDateRange, message)
}

impl DueRecall {
    fn new(StoredDueRecall { recall, visit }: &StoredDueRecall, now: Timestamp) -> Self {
        let booked = visit.as_ref().map(|visit| {
            let slot = SlotTime::of(visit.starts_at);
            BookedReturn { date: slot.date.to_string(), time: slot.time(), has_same_name: visit.has_same_name }
        });
        Self {
            id: recall.id.clone(),
            masked_name: masked_name(&recall.name),
            masked_phone: recall.phone.masked(),
            reason: recall.reason.clone(),
            due: recall.due.to_string(),
            has_email: recall.email.is_some(),
            email_failed: recall.email_failed,
            asked_at: recall.asked_at,
            can_undo_asked: recall.can_undo_asked(now),
            outcome: recall.outcome,
            booked,
        }
    }
}

impl From<RecallError> for ApiError {
    fn from(error: RecallError) -> Self {
        let message = error.to_string();
        let problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::InvalidRecall, message.clone());
        match error {
            RecallError::Reason | RecallError::Link => problem.with_fields([("reason", message)].into()),
            RecallError::NotAgreed | RecallError::Delay => problem,
        }
    }
}
