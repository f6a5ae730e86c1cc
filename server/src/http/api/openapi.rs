//! `GET /api/openapi.json`: the description of the API.

use axum::http::header;
use axum::response::IntoResponse;

const DOCUMENT: &str = include_str!("../../../openapi.json");

pub async fn show() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], DOCUMENT)
}
