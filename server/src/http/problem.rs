//! Error responses of the JSON API: `{"error":{"code","message"}}`, with a code for programs and a sentence for people.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::Serialize;
use ts_rs::TS;
use utoipa::{IntoResponses, ToSchema};

use super::body::{BodyError, retry_after};
use super::failure_log::log_failure;

/// What a visitor reads when the server is at fault. The cause is logged.
pub const INTERNAL_ERROR: &str = "Something is wrong on our side. Please try again in a minute.";
/// Also the answer of the staff desk while it is hidden, so that both look the same.
pub const UNKNOWN_CALL: &str = "There is no such call. See /api/openapi.json for the list of calls.";

/// The body of every JSON error response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, TS)]
pub struct ErrorResponse {
    error: ErrorDetails,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetails {
    code: ErrorCode,
    /// A sentence for the person who made the request.
    message: String,
    /// With the code `used`: when the discount code was redeemed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    used_at: Option<Timestamp>,
    /// With the code `used`: who redeemed the discount code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    used_by: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    AddressTaken,
    AlreadyFinished,
    AlreadySent,
    BeingSent,
    Cancelled,
    ConfirmationNeeded,
    CrossOrigin,
    DisabledAccount,
    Expired,
    ExpiredPlay,
    IncompleteBody,
    InternalError,
    InvalidAddress,
    InvalidDateRange,
    InvalidDays,
    InvalidHost,
    InvalidLink,
    InvalidName,
    InvalidRole,
    InvalidSignature,
    InvalidState,
    LastOwner,
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
    NotJson,
    NotUsed,
    OwnAccount,
    RateLimited,
    RequestTimeout,
    ShuttingDown,
    SignedOut,
    TooFast,
    TooLarge,
    TooLate,
    TooManyAttempts,
    TooManySpots,
    TotpNeeded,
    TotpNotStarted,
    TotpWrong,
    TwoStepRequired,
    UnknownAccount,
    UnknownAddress,
    UnknownCode,
    UnknownEmail,
    UnknownSpot,
    Used,
    WeakPassword,
    WrongLevelCount,
    WrongLogin,
    WrongPassword,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    status: StatusCode,
    details: ErrorDetails,
    retry_after: Option<Duration>,
}

impl Problem {
    pub fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        let details = ErrorDetails { code, message: message.into(), used_at: None, used_by: None };
        Self { status, details, retry_after: None }
    }

    #[must_use]
    pub fn with_retry_after(self, wait: Duration) -> Self {
        Self { retry_after: Some(wait), ..self }
    }

    /// Adds when and by whom a discount code was redeemed.
    #[must_use]
    pub fn with_redemption(mut self, at: Timestamp, by: String) -> Self {
        self.details.used_at = Some(at);
        self.details.used_by = Some(by);
        self
    }

    /// Logs the cause, which is not for the visitor.
    pub fn internal(cause: &dyn std::error::Error) -> Self {
        log_failure(cause);
        Self::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::InternalError, INTERNAL_ERROR)
            .with_retry_after(Duration::from_mins(1))
    }
}

impl From<BodyError> for Problem {
    fn from(error: BodyError) -> Self {
        let (status, code) = match error {
            BodyError::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge),
            BodyError::Incomplete => (StatusCode::BAD_REQUEST, ErrorCode::IncompleteBody),
            BodyError::TooSlow => (StatusCode::REQUEST_TIMEOUT, ErrorCode::RequestTimeout),
        };
        Self::new(status, code, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let code = self.details.code;
        let mut response = (self.status, Json(ErrorResponse { error: self.details })).into_response();
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
