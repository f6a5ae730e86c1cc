//! Error responses of the JSON API: `{"error":{"code","message"}}`, with a code for programs and a sentence for people.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use super::failure_log::log_failure;
use super::request_body::{BodyError, retry_after};
use clinic_content::picture::framing::Framing;
use clinic_rules::booking::SlotTime;

/// What a visitor reads when the server is at fault. The cause is logged.
pub const INTERNAL_ERROR: &str = "Something is wrong on our side. Please try again in a minute.";
/// Also the answer of the staff desk while it is hidden, so that both look the same.
pub const UNKNOWN_CALL: &str = "There is no such call. See /api/openapi.json for the list of calls.";

/// The body of every JSON error response.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ErrorResponse {
    error: ErrorDetails,
    /// With the code `slot_taken`: the code again, beside the times that are offered instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<ErrorCode>,
    /// With the code `slot_taken`: the closest free times, in the order of the calendar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    nearest: Option<Vec<SlotOffer>>,
    /// With the codes `invalid_booking` and `invalid_recall`: a sentence for each field that has to be corrected, by the name of the
    /// field.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fields: Option<BTreeMap<String, String>>,
}

/// A free time, in clinic time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SlotOffer {
    #[schema(example = "2026-03-02")]
    date: String,
    #[schema(example = "08:30")]
    time: String,
}

impl From<SlotTime> for SlotOffer {
    fn from(slot: SlotTime) -> Self {
        Self { date: slot.date.to_string(), time: slot.time() }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetails {
    code: ErrorCode,
    /// A sentence for the person who made the request.
    message: String,
    /// With the code `used`: when the discount code was redeemed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    used_at: Option<Timestamp>,
    /// With the code `used`: who redeemed the discount code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    used_by: Option<String>,
    /// With the code `stale`: the text that somebody else has saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    conflict: Option<DraftConflict>,
    /// With the code `stale` of a picture: what is saved now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    picture: Option<PictureConflict>,
    /// With the code `invalid_content`: what has to be corrected, with file and line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    problems: Option<Vec<ContentProblem>>,
}

/// What is saved now in place of the version that a save was based on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftConflict {
    pub version: String,
    /// Null when the document was deleted.
    #[schema(required)]
    pub text: Option<String>,
    /// Null when it is the published text.
    #[schema(required)]
    pub saved_by: Option<String>,
    #[schema(required)]
    pub saved_at: Option<Timestamp>,
}

/// The picture and its description, in place of those that a change was based on.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureConflict {
    pub version: String,
    pub description_version: String,
    /// Null when it has none.
    #[schema(required)]
    pub description: Option<String>,
    pub framing: Framing,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContentProblem {
    pub file: String,
    pub line: usize,
    pub message: String,
    /// The same for people who see a form and not the file. Missing when the message names nothing of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub plain: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    AccountNeeded,
    AddressTaken,
    AlreadyFinished,
    AlreadySent,
    BeingSent,
    OutOfDate,
    BookingOff,
    Busy,
    Cancelled,
    ChairCannotTake,
    ChangedMeanwhile,
    ClinicClosed,
    ConfirmationNeeded,
    CrossOrigin,
    DescriptionNeeded,
    DisabledAccount,
    EditingOff,
    Expired,
    ExpiredPlay,
    InUse,
    IncompleteBody,
    InternalError,
    InvalidAddress,
    InvalidBooking,
    InvalidContent,
    InvalidDateRange,
    InvalidDays,
    InvalidDocument,
    InvalidHost,
    InvalidLink,
    InvalidName,
    InvalidRecall,
    InvalidRole,
    InvalidSignature,
    InvalidState,
    LastOwner,
    LinkEnded,
    Malformed,
    MalformedToken,
    MessageNotAvailable,
    MethodNotAllowed,
    Mistyped,
    NameTaken,
    NotACode,
    NotAllowed,
    NotFound,
    NotInvited,
    NotListening,
    NotJson,
    NotUsed,
    NothingToPublish,
    OtherAccount,
    OwnAccount,
    RateLimited,
    RecordLimit,
    RequestTimeout,
    SearchTooShort,
    NobodyChosen,
    ShuttingDown,
    SignedOut,
    SlotTaken,
    TimeBlocked,
    Stale,
    TooFast,
    TooLarge,
    TooLate,
    TooManyAttempts,
    TooManySpots,
    TotpNeeded,
    TotpNotStarted,
    TotpWrong,
    TreeDiffers,
    TwoStepRequired,
    UnknownAccount,
    UnknownAddress,
    UnknownAppointment,
    UnknownBlock,
    UnknownCode,
    UnknownDocument,
    UnknownEmail,
    UnknownRevision,
    UnknownService,
    UnknownSpot,
    UnusablePicture,
    Used,
    VersionNeeded,
    WeakPassword,
    WrongLevelCount,
    WrongLogin,
    WrongPassword,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    status: StatusCode,
    details: Box<ErrorDetails>,
    retry_after: Option<Duration>,
    /// Boxed, because few errors have it and every call returns an `ApiError`.
    booking: Option<Box<BookingDetails>>,
}

/// What helps to correct a request for an appointment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct BookingDetails {
    nearest: Option<Vec<SlotOffer>>,
    fields: Option<BTreeMap<String, String>>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        let message = message.into();
        let details =
            ErrorDetails { code, message, used_at: None, used_by: None, conflict: None, picture: None, problems: None };
        Self { status, details: Box::new(details), retry_after: None, booking: None }
    }

    #[must_use]
    pub fn with_retry_after(self, wait: Duration) -> Self {
        Self { retry_after: Some(wait), ..self }
    }

    /// Adds free times that can be booked instead.
    #[must_use]
    pub fn with_nearest(self, nearest: Vec<SlotOffer>) -> Self {
        Self { booking: Some(Box::new(BookingDetails { nearest: Some(nearest), fields: None })), ..self }
    }

    /// Adds a sentence for each field that has to be corrected.
    #[must_use]
    pub fn with_fields(self, fields: BTreeMap<&'static str, String>) -> Self {
        let fields = fields.into_iter().map(|(field, message)| (field.to_owned(), message)).collect();
        Self { booking: Some(Box::new(BookingDetails { nearest: None, fields: Some(fields) })), ..self }
    }

    /// Adds when and by whom a discount code was redeemed.
    #[must_use]
    pub fn with_redemption(mut self, at: Timestamp, by: String) -> Self {
        self.details.used_at = Some(at);
        self.details.used_by = Some(by);
        self
    }

    #[must_use]
    pub fn with_conflict(mut self, conflict: DraftConflict) -> Self {
        self.details.conflict = Some(conflict);
        self
    }

    #[must_use]
    pub fn with_picture_conflict(mut self, conflict: PictureConflict) -> Self {
        self.details.picture = Some(conflict);
        self
    }

    #[must_use]
    pub fn with_content_problems(mut self, problems: Vec<ContentProblem>) -> Self {
        self.details.problems = Some(problems);
        self
    }

    /// Logs the cause, which is not for the visitor.
    pub fn internal(cause: &dyn std::error::Error) -> Self {
        log_failure(cause);
        Self::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::InternalError, INTERNAL_ERROR)
            .with_retry_after(Duration::from_mins(1))
    }
}

impl From<BodyError> for ApiError {
    fn from(error: BodyError) -> Self {
        let (status, code) = match error {
            BodyError::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge),
            BodyError::Incomplete => (StatusCode::BAD_REQUEST, ErrorCode::IncompleteBody),
            BodyError::TooSlow => (StatusCode::REQUEST_TIMEOUT, ErrorCode::RequestTimeout),
        };
        Self::new(status, code, error.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let code = self.details.code;
        let BookingDetails { nearest, fields } = self.booking.map(|details| *details).unwrap_or_default();
        let body = ErrorResponse { error: *self.details, code: nearest.as_ref().map(|_| code), nearest, fields };
        let mut response = (self.status, Json(body)).into_response();
        // For middleware, which cannot read the body.
        response.extensions_mut().insert(code);
        if let Some(wait) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, retry_after(wait));
        }
        response
    }
}

/// For the API description: errors that every call can answer.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only describes responses")]
pub enum CommonErrors {
    /// The request does not name exactly one host, or cannot be read.
    #[response(status = 400)]
    BadRequest(ErrorResponse),
    /// The server or its database has a problem.
    #[response(status = 503, headers(("Retry-After" = u64, description = "Seconds to wait")))]
    InternalError(ErrorResponse),
}

/// For the API description: errors of calls that change something.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only describes responses")]
pub enum CrossOriginError {
    /// The call was made by another site's page.
    #[response(status = 403)]
    CrossOrigin(ErrorResponse),
}

/// For the API description: errors of calls with a JSON body.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only describes responses")]
pub enum BodyErrors {
    /// The body took too long to arrive.
    #[response(status = 408)]
    RequestTimeout(ErrorResponse),
    /// The body is too large.
    #[response(status = 413)]
    TooLarge(ErrorResponse),
    /// The body is not `application/json`.
    #[response(status = 415)]
    NotJson(ErrorResponse),
}

/// For the API description: too many requests.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only describes responses")]
pub enum RateLimitError {
    /// Too many requests.
    #[response(status = 429, headers(("Retry-After" = u64, description = "Seconds to wait")))]
    TooManyRequests(ErrorResponse),
}
