//! A phone as the remote of a sight self-check on another screen. The screen shows a one-time code; the phone sends directions;
//! the screen receives them as server-sent events. Keys are in the bodies of calls, so that no log has them.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::{BASE32_NOPAD, HEXLOWER};
use http_body_util::channel::{Channel, Sender};
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::http::booking::not_stored;
use crate::http::extract::JsonBody;
use crate::http::middleware::client_address::ClientAddress;
use crate::http::problem::{
    BodyErrors, CommonErrors, CrossOriginError, ErrorCode, ErrorResponse, Problem, RateLimitError, UNKNOWN_CALL,
};
use crate::http::services::Services;
use crate::person::ClientKey;
use crate::store::{RemoteError, Waiting};

/// Other instances write the answers too, so the database is asked. This is much faster than a person presses.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Then the screen asks again. A short answer passes every proxy and does not delay a shutdown.
const LISTEN_FOR: Duration = Duration::from_secs(20);
/// A comment, so that a broken connection is noticed.
const SIGN_OF_LIFE_EVERY: Duration = Duration::from_secs(5);
/// Screens that listen to this instance at the same time.
static LISTENERS: Semaphore = Semaphore::const_new(200);

#[derive(Serialize, ToSchema, TS)]
pub struct SightScreen {
    /// The key of the screen.
    screen: String,
    /// For the phone. It can be used once.
    code: String,
}

#[derive(Deserialize, ToSchema, TS)]
pub struct SightJoinRequest {
    code: String,
}

#[derive(Serialize, ToSchema, TS)]
pub struct SightPhone {
    /// The key of the phone.
    phone: String,
}

#[derive(Deserialize, ToSchema, TS)]
pub struct SightAnswerRequest {
    phone: String,
    /// 1 for the first answer. The same number again is the same answer.
    number: u32,
    answer: SightAnswer,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum SightAnswer {
    Up,
    Down,
    Left,
    Right,
    /// "I can't see it."
    Unseen,
    /// Takes back the last answer.
    Undo,
}

impl SightAnswer {
    fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
            Self::Unseen => "unseen",
            Self::Undo => "undo",
        }
    }
}

#[derive(Deserialize, ToSchema, TS)]
pub struct SightScreenRequest {
    screen: String,
}

/// Let a phone answer for this screen
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes",
    operation_id = "addSightRemote",
    responses(
        (status = 201, body = SightScreen, description = "The keys of the screen and the code for the phone, valid for 30 minutes"),
        CommonErrors,
        CrossOriginError,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "The site has no sight self-check"),
        (status = 503, body = ErrorResponse, description = "Too many at the moment"),
    )
)]
pub async fn add(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
) -> Result<Response, Problem> {
    require_sight_check(&services)?;
    let (screen, code) = (new_key(&services), new_key(&services));
    let client = ClientKey::new(address, &services.secrets.people);
    let now = services.clock.now();
    services.store.add_sight_remote(&hash(&services, &screen), &hash(&services, &code), &client, now).await?;
    Ok(not_stored(StatusCode::CREATED, SightScreen { screen, code }))
}

/// Connect a phone
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/join",
    operation_id = "joinSightRemote",
    request_body = SightJoinRequest,
    responses(
        (status = 200, body = SightPhone, description = "The phone is connected, and the code is used"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        RateLimitError,
        (status = 404, body = ErrorResponse, description = "The site has no sight self-check"),
        (status = 410, body = ErrorResponse, description = "The code is unknown, used or expired"),
    )
)]
pub async fn join(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(SightJoinRequest { code }): JsonBody<SightJoinRequest>,
) -> Result<Response, Problem> {
    require_sight_check(&services)?;
    let phone = new_key(&services);
    let client = ClientKey::new(address, &services.secrets.people);
    let now = services.clock.now();
    services.store.join_sight_remote(&hash(&services, &code), &hash(&services, &phone), &client, now).await?;
    Ok(not_stored(StatusCode::OK, SightPhone { phone }))
}

/// Answer
///
/// The same number again is the same answer, and passed on once.
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/answer",
    operation_id = "answerSightCheck",
    request_body = SightAnswerRequest,
    responses(
        (status = 204, description = "The answer will be passed on"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 409, body = ErrorResponse, description = "The screen does not listen"),
        (status = 410, body = ErrorResponse, description = "The connection has ended"),
    )
)]
pub async fn answer(
    State(services): State<Arc<Services>>,
    JsonBody(SightAnswerRequest { phone, number, answer }): JsonBody<SightAnswerRequest>,
) -> Result<StatusCode, Problem> {
    let now = services.clock.now();
    services.store.add_sight_answer(&hash(&services, &phone), number.into(), answer.as_str(), now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Receive answers
///
/// Server-sent events for 20 seconds: `joined` when a phone is connected, and each answer as the data of an event without a
/// name. Then ask again.
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/listen",
    operation_id = "listenToSightRemote",
    request_body = SightScreenRequest,
    responses(
        (status = 200, content_type = "text/event-stream", description = "Events"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 410, body = ErrorResponse, description = "The connection has ended"),
        (status = 503, body = ErrorResponse, description = "Too many at the moment"),
    )
)]
pub async fn listen(
    State(services): State<Arc<Services>>,
    JsonBody(SightScreenRequest { screen }): JsonBody<SightScreenRequest>,
) -> Result<Response, Problem> {
    let permit = LISTENERS.try_acquire().map_err(|_| RemoteError::Full)?;
    let screen = hash(&services, &screen);
    let first = services.store.take_sight_answers(&screen, services.clock.now()).await?;
    let (sender, body) = Channel::<Bytes>::new(4);
    tokio::spawn(send_events(services, screen, first, sender, permit));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // nginx would collect the events.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::new(body)).into_response())
}

/// Until the browser has gone, the connection has ended or the time is over.
async fn send_events(
    services: Arc<Services>,
    screen: String,
    first: Waiting,
    mut sender: Sender<Bytes>,
    _permit: SemaphorePermit<'static>,
) {
    let end = Instant::now() + LISTEN_FOR;
    let mut sign_of_life = Instant::now() + SIGN_OF_LIFE_EVERY;
    let (mut waiting, mut told_of_phone) = (first, false);
    // The first bytes at once: they tell the browser that it is connected.
    let mut events = String::from(":\n\n");
    loop {
        if waiting.has_phone && !told_of_phone {
            told_of_phone = true;
            events.push_str("event: joined\ndata:\n\n");
        }
        for answer in &waiting.answers {
            events.extend(["data: ", answer.as_str(), "\n\n"]);
        }
        if events.is_empty() && Instant::now() > sign_of_life {
            sign_of_life = Instant::now() + SIGN_OF_LIFE_EVERY;
            events.push_str(":\n\n");
        }
        if !events.is_empty() && sender.send_data(Bytes::from(std::mem::take(&mut events))).await.is_err() {
            return;
        }
        if Instant::now() > end {
            return;
        }
        sleep(LOOK_EVERY).await;
        match services.store.take_sight_answers(&screen, services.clock.now()).await {
            Ok(found) => waiting = found,
            // The browser asks again and then reads why.
            Err(_) => return,
        }
    }
}

/// End the connection
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/end",
    operation_id = "endSightRemote",
    request_body = SightScreenRequest,
    responses(
        (status = 204, description = "Nothing of the connection is kept"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
    )
)]
pub async fn end(
    State(services): State<Arc<Services>>,
    JsonBody(SightScreenRequest { screen }): JsonBody<SightScreenRequest>,
) -> Result<StatusCode, Problem> {
    services.store.end_sight_remote(&hash(&services, &screen)).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn require_sight_check(services: &Services) -> Result<(), Problem> {
    if (services.clinic)().has_sight_check {
        return Ok(());
    }
    Err(Problem::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, UNKNOWN_CALL))
}

fn new_key(services: &Services) -> String {
    BASE32_NOPAD.encode(&services.random.bytes::<10>())
}

/// A copy of the database does not let anybody answer.
fn hash(services: &Services, key: &str) -> String {
    HEXLOWER.encode(&services.secrets.signing.sign("sight remote", key.as_bytes()))
}

impl From<RemoteError> for Problem {
    fn from(error: RemoteError) -> Self {
        let message = error.to_string();
        match error {
            RemoteError::Ended => Self::new(StatusCode::GONE, ErrorCode::Expired, message),
            RemoteError::NotListening => Self::new(StatusCode::CONFLICT, ErrorCode::NotListening, message),
            RemoteError::Full => Self::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Busy, message),
            RemoteError::TooMany(limit) => limit.into(),
            RemoteError::Store(error) => Self::internal(&error),
        }
    }
}
