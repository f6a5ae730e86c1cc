//! One line and one count a request: what was asked, how it was answered, how long it took. What was worked for also
//! gets an id to find it by; what the express lane hands out does not, since every byte of a head is paid for.
//! No address of a visitor, no query, which may hold what a person typed, and no code, which is money at the desk.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use super::Door;
use crate::clock::{Randomness, System};

/// How requests are counted that lead nowhere.
pub const NOWHERE: &str = "(none)";

pub async fn request(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let id = new_id();
    let span = tracing::info_span!("request", %id);
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    async move {
        let begun = Instant::now();
        let mut response = next.run(request).await;
        note(&door, &method, uri.path(), matched.as_ref().map(MatchedPath::as_str), &response, begun);
        if let Ok(id) = HeaderValue::from_str(&id) {
            response.headers_mut().insert("x-request-id", id);
        }
        response
    }
    .instrument(span)
    .await
}

/// Writes an answer down, under the pattern of its route if it has one: the path itself may hold a code.
fn note(door: &Door, method: &Method, path: &str, matched: Option<&str>, response: &Response, begun: Instant) {
    let (status, took) = (response.status(), begun.elapsed());
    let path = matched.unwrap_or(path);
    line(method, path, status, took);
    let route = if matched.is_some() { path } else { route(path, status) };
    door.promises.metrics.answered(route, method.as_str(), status.as_u16(), took);
}

pub fn line(method: &Method, path: &str, status: StatusCode, took: Duration) {
    if status.is_server_error() {
        tracing::error!(%method, path, status = status.as_u16(), micros = took.as_micros(), "answered");
    } else {
        tracing::info!(%method, path, status = status.as_u16(), micros = took.as_micros(), "answered");
    }
}

/// Pages and files are counted by their first step, so that a thousand articles are one line; what leads nowhere is
/// counted without its name, or strangers could fill the memory with inventions.
pub fn route(path: &str, status: StatusCode) -> &str {
    if status.is_client_error() {
        return NOWHERE;
    }
    let end = path.get(1..).and_then(|rest| rest.find('/')).map_or(path.len(), |at| at + 2);
    &path[..end]
}

fn new_id() -> String {
    let bytes: [u8; 8] = (&System as &dyn Randomness).bytes();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_by_their_first_step_and_inventions_together() {
        assert_eq!(route("/home", StatusCode::OK), "/home");
        assert_eq!(route("/articles/glaucoma", StatusCode::OK), "/articles/");
        assert_eq!(route("/", StatusCode::PERMANENT_REDIRECT), "/");
        assert_eq!(route("/wp-admin/x", StatusCode::NOT_FOUND), "(none)");
    }
}
