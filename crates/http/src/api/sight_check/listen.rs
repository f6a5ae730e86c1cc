//! The screen receives the answers of its phone as server-sent events.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body_util::channel::{Channel, Sender};
use tokio::time::{Instant, sleep, timeout_at};

use super::{SightScreenRequest, hash, require_sight_check};
use crate::api_error::{ApiError, BodyErrors, CommonErrors, CrossOriginError, ErrorResponse};
use crate::connection::limiter::RequestLimiter;
use crate::extract::JsonBody;
use crate::middleware::client_address::ClientAddress;
use crate::services::Services;
use clinic_store::{RemoteError, ScreenView};

/// Other instances write the answers too, so the database is asked. This is much faster than a person presses.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Then the screen asks again. A short answer passes every proxy and does not delay a shutdown.
const LISTEN_FOR: Duration = Duration::from_secs(20);
/// A comment, so that a broken connection is noticed. The browser connects again when it has missed two.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(5);
/// Screens that listen to this instance at the same time, for all clients and for one: a carrier puts many behind one address.
/// A screen has one listener, because a later one replaces it.
static LISTENERS: LazyLock<RequestLimiter> = LazyLock::new(|| RequestLimiter::new(200, 50));

/// Receive answers
///
/// Server-sent events for 20 seconds: `joined` when a phone is connected, `left` when it has gone, and the answer that waits as an
/// event without a name, with its number as the `id`. Then ask again. A later call of the same screen ends this one.
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/listen",
    request_body = SightScreenRequest,
    responses(
        (status = 200, content_type = "text/event-stream", description = "Events"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "The site has no sight self-check"),
        (status = 410, body = ErrorResponse, description = "The connection has ended"),
        (status = 503, body = ErrorResponse, description = "Too many at the moment"),
    )
)]
pub async fn listen(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(SightScreenRequest { screen }): JsonBody<SightScreenRequest>,
) -> Result<Response, ApiError> {
    require_sight_check(&services)?;
    let permit = LISTENERS.acquire(address, false).ok_or(RemoteError::Full)?;
    let screen = hash(&services, &screen);
    let listener = services.store.start_sight_listener(&screen, services.clock.now()).await?;
    let (sender, body) = Channel::<Bytes>::new(4);
    tokio::spawn(async move {
        let _permit = permit;
        // A browser that does not read keeps its place no longer than others.
        let end = Instant::now() + LISTEN_FOR;
        let _ = timeout_at(end, send_events(services, screen, listener, sender)).await;
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        // nginx would collect the events.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::new(body)).into_response())
}

/// Until the browser has gone, the connection has ended or another listener has begun.
async fn send_events(services: Arc<Services>, screen: String, listener: i64, mut sender: Sender<Bytes>) {
    let mut told = Told::default();
    // The first bytes at once: they tell the browser that it is connected.
    let mut events = String::from(":\n\n");
    let mut sign_of_life = Instant::now() + SIGN_OF_LIFE_EVERY;
    loop {
        // After an error the browser asks again and then reads why.
        let Ok(view) = services.store.look_for_sight_answer(&screen, listener, services.clock.now()).await else {
            return;
        };
        told.add_events(view, &mut events);
        if events.is_empty() && Instant::now() > sign_of_life {
            events.push_str(":\n\n");
        }
        if !events.is_empty() {
            sign_of_life = Instant::now() + SIGN_OF_LIFE_EVERY;
            if sender.send_data(Bytes::from(std::mem::take(&mut events))).await.is_err() {
                return;
            }
        }
        sleep(LOOK_EVERY).await;
    }
}

/// What this listener has been told.
#[derive(Default)]
struct Told {
    has_phone: Option<bool>,
    number: i64,
}

impl Told {
    fn add_events(&mut self, view: ScreenView, events: &mut String) {
        if view.is_code_used && self.has_phone != Some(view.has_phone) {
            self.has_phone = Some(view.has_phone);
            let name = if view.has_phone { "joined" } else { "left" };
            events.extend(["event: ", name, "\ndata:\n\n"]);
        }
        if let Some((number, answer)) = view.answer
            && number != self.number
        {
            self.number = number;
            events.extend(["id: ", &number.to_string(), "\ndata: ", &answer, "\n\n"]);
        }
    }
}
