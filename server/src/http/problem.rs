//! An error of the JSON interface: `{"error":{"code","message"}}`, the code for programs, the message for people, and
//! sometimes a fact or two beside them.

use super::body::{BodyError, retry_after};
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What a visitor reads when it is our fault. The cause goes into the log.
pub const INTERNAL_ERROR: &str = "Something is wrong on our side. Nothing was lost; please try again in a minute.";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    message: String,
    wait: Option<Duration>,
    details: Map<String, Value>,
}

impl Problem {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), wait: None, details: Map::new() }
    }

    #[must_use]
    pub fn after(self, wait: Duration) -> Self {
        Self { wait: Some(wait), ..self }
    }

    /// Adds a fact that a program may show in its own way.
    #[must_use]
    pub fn with(mut self, name: &str, fact: impl Serialize) -> Self {
        self.details.insert(name.to_owned(), json!(fact));
        self
    }

    /// Logs the cause and tells the visitor only that it is not theirs.
    pub fn internal(cause: &dyn std::error::Error) -> Self {
        tracing::error!(cause = %cause, "a request failed");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "trouble", INTERNAL_ERROR).after(Duration::from_mins(1))
    }
}

impl From<BodyError> for Problem {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLarge => Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", error.to_string()),
            BodyError::Broken => Self::new(StatusCode::BAD_REQUEST, "broken", error.to_string()),
            BodyError::TooSlow => Self::new(StatusCode::REQUEST_TIMEOUT, "too_slow", error.to_string()),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut error = self.details;
        error.insert("code".to_owned(), json!(self.code));
        error.insert("message".to_owned(), json!(self.message));
        let mut response = (self.status, Json(json!({ "error": error }))).into_response();
        if let Some(wait) = self.wait {
            response.headers_mut().insert(RETRY_AFTER, retry_after(wait));
        }
        response
    }
}
