//! Extractors for JSON bodies, path parameters and query parameters that reject with a `ApiError`.

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Query};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use bytes::Bytes;
use serde::de::DeserializeOwned;

use super::api_error::{ApiError, ErrorCode};
use super::request_body::{MAX_BODY_BYTES, read_body_up_to};

/// A body of type `application/json`, limited in size and time.
pub struct JsonBody<T, const MAX_BYTES: usize = MAX_BODY_BYTES>(pub T);

impl<S: Send + Sync, T: DeserializeOwned, const MAX_BYTES: usize> FromRequest<S> for JsonBody<T, MAX_BYTES> {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Self, ApiError> {
        let body = read_json(MAX_BYTES, request).await?;
        serde_json::from_slice(&body).map(Self).map_err(|_| malformed())
    }
}

/// A body of type `application/json` that callers may leave out.
pub struct OptionalJsonBody<T>(pub Option<T>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for OptionalJsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Self, ApiError> {
        if !request.headers().contains_key(CONTENT_TYPE) {
            return Ok(Self(None));
        }
        let body = read_json(MAX_BODY_BYTES, request).await?;
        if body.is_empty() {
            return Ok(Self(None));
        }
        serde_json::from_slice(&body).map(Self).map_err(|_| malformed())
    }
}

async fn read_json(max_bytes: usize, request: Request<Body>) -> Result<Bytes, ApiError> {
    let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case("application/json") {
        let message = "This call takes JSON. Please reload the page and try again.";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorCode::NotJson, message));
    }
    Ok(read_body_up_to(max_bytes, request).await?)
}

/// The only parameter of the path.
pub struct PathParam(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathParam {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Path::from_request_parts(parts, state).await.map(|Path(value)| Self(value)).map_err(|_| malformed())
    }
}

pub struct QueryParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Query::from_request_parts(parts, state).await.map(|Query(query)| Self(query)).map_err(|_| malformed())
    }
}

fn malformed() -> ApiError {
    let message = "The request could not be read. Please reload the page and try again.";
    ApiError::new(StatusCode::BAD_REQUEST, ErrorCode::Malformed, message)
}
