//! One line a request: what was asked, how it was answered, how long it took, and an id to find it by.
//! No address of a visitor, no query, which may hold what a person typed, and no code, which is money at the desk.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::clock::{Randomness, System};

pub async fn request(request: Request, next: Next) -> Response {
    let id = new_id();
    let span = tracing::info_span!("request", %id);
    let matched = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let (method, path) = (request.method().clone(), matched.unwrap_or(request.uri().path()).to_owned());
    async move {
        let begun = Instant::now();
        let mut response = next.run(request).await;
        let status = response.status().as_u16();
        let took = begun.elapsed().as_micros();
        if status >= 500 {
            tracing::error!(%method, path, status, micros = took, "answered");
        } else {
            tracing::info!(%method, path, status, micros = took, "answered");
        }
        // Files that are kept for a year are asked for by the dozen; their headers are paid for too.
        let kept = response.headers().get(CACHE_CONTROL).is_some_and(|value| value.as_bytes().ends_with(b"immutable"));
        if let Some(id) = HeaderValue::from_str(&id).ok().filter(|_| !kept) {
            response.headers_mut().insert("x-request-id", id);
        }
        response
    }
    .instrument(span)
    .await
}

fn new_id() -> String {
    let bytes: [u8; 8] = (&System as &dyn Randomness).bytes();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
