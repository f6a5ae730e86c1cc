//! Error responses outside handlers: one sentence for a person, as JSON for calls of the API and as text otherwise.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::api_error::{ApiError, ErrorCode};

/// This endpoint copies the API of `EmailJS`, which answers in plain text.
const PLAIN_TEXT_API: &str = "/api/v1.0/";

pub fn error_response(path: &str, status: StatusCode, code: ErrorCode, message: &str) -> Response {
    if path.starts_with("/api/") && !path.starts_with(PLAIN_TEXT_API) {
        ApiError::new(status, code, message).into_response()
    } else {
        (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{message}\n")).into_response()
    }
}

/// For a known route called with a method that it does not have.
pub async fn method_not_allowed(request: Request) -> Response {
    let message = "This address does not support this method.";
    error_response(request.uri().path(), StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed, message)
}

pub fn method_not_allowed_for_page(path: &str) -> Response {
    let message = "Only GET and HEAD are supported here.";
    let mut response = error_response(path, StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed, message);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// Methods that change nothing (RFC 9110, 9.2.1), of those that this server answers.
pub fn is_safe_method(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}
