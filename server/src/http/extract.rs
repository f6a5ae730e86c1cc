//! Reads what a call brings (a JSON body, a query, a part of the path) and refuses in the words of the JSON interface.

use super::body::read_body;
use super::problem::Problem;
use axum::body::Body;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use serde::de::DeserializeOwned;

/// # Errors
/// When the body is not JSON, is too large, or is not of this shape.
pub async fn read_json<T: DeserializeOwned>(request: Request<Body>) -> Result<T, Problem> {
    let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        let message = "This call takes JSON. Please reload the page and try again.";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", message));
    }
    let body = read_body(request).await?;
    serde_json::from_slice(&body).map_err(|_| malformed())
}

/// The part of the path that a call is about.
pub struct PathParam(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathParam {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        Path::from_request_parts(parts, state).await.map(|Path(name)| Self(name)).map_err(|_| malformed())
    }
}

/// What the query asks for.
pub struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        Query::from_request_parts(parts, state).await.map(|Query(asked)| Self(asked)).map_err(|_| malformed())
    }
}

fn malformed() -> Problem {
    let message = "What was sent could not be read. Please reload the page and try again.";
    Problem::new(StatusCode::BAD_REQUEST, "malformed", message)
}
