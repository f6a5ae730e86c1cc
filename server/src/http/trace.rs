//! One line a request: what was asked, how it was answered, how long it took, and an id to find it by.
//! No address of a visitor, no query, which may hold what a person typed, and no code, which is money at the desk.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

pub async fn request(request: Request, next: Next) -> Response {
    let id = new_id();
    let span = tracing::info_span!("request", %id);
    let matched = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let (method, path) = (request.method().clone(), matched.unwrap_or(request.uri().path()).to_owned());
    async move {
        #[expect(clippy::disallowed_methods, reason = "measures a duration; no rule depends on it")]
        let begun = Instant::now();
        let mut response = next.run(request).await;
        let status = response.status().as_u16();
        let took = begun.elapsed().as_micros();
        if status >= 500 {
            tracing::error!(%method, path, status, micros = took, "answered");
        } else {
            tracing::info!(%method, path, status, micros = took, "answered");
        }
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", id);
        }
        response
    }
    .instrument(span)
    .await
}

fn new_id() -> String {
    let mut bytes = [0; 8];
    // Without randomness an id is merely less useful; that must not fail a request.
    let _ = getrandom::fill(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
