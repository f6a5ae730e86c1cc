//! How the door says no: one sentence a person can act on, in the form that the caller reads.

use super::problem::Problem;
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// The hosted provider answers in plain text, and so does our stand-in for it.
const PLAIN_TEXT_API: &str = "/api/v1.0/";

pub fn refuse(path: &str, status: StatusCode, code: &'static str, message: &str) -> Response {
    if path.starts_with("/api/") && !path.starts_with(PLAIN_TEXT_API) {
        Problem::new(status, code, message).into_response()
    } else {
        (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{message}\n")).into_response()
    }
}

pub async fn method_not_allowed(request: Request) -> Response {
    let message = "This address does not take that method.";
    refuse(request.uri().path(), StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
}

/// For addresses that can only be read.
pub fn only_get(path: &str) -> Response {
    let message = "This address can only be read, with GET or HEAD.";
    let mut response = refuse(path, StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message);
    response.headers_mut().insert(header::ALLOW, header::HeaderValue::from_static("GET, HEAD"));
    response
}

pub fn reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}
