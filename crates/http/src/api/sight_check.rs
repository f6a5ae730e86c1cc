//! A phone as the remote of a sight self-check on another screen. The screen shows a one-time code; the phone sends directions;
//! the screen receives them as server-sent events. Keys are in the bodies of calls, so that no log has them.

mod listen;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use data_encoding::{BASE32_NOPAD, HEXLOWER};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};
use utoipa::ToSchema;

use crate::api_error::{
    ApiError, BodyErrors, CommonErrors, CrossOriginError, ErrorCode, ErrorResponse, RateLimitError, UNKNOWN_CALL,
};
use crate::booking::not_stored;
use crate::connection::limiter::RequestLimiter;
use crate::extract::JsonBody;
use crate::middleware::client_address::ClientAddress;
use crate::services::Services;
use clinic_rules::person::ClientKey;
use clinic_store::{AnswerOutcome, RemoteError};

pub use listen::*;

/// Other instances write too, so the database is asked.
const LOOK_FOR_OUTCOME_EVERY: Duration = Duration::from_millis(100);
/// Answers that wait for their screens at the same time on this instance, for all clients and for one.
static WAITING_ANSWERS: LazyLock<RequestLimiter> = LazyLock::new(|| RequestLimiter::new(200, 50));
/// The calls that take an answer, leave or end. A counter would cost as much as they do: how often each can change the database
/// is limited by the screens, phones and answers that there are.
static CHANGES: LazyLock<RequestLimiter> = LazyLock::new(|| RequestLimiter::new(200, 50));

#[derive(Serialize, ToSchema)]
pub struct SightScreen {
    /// The key of the screen.
    screen: String,
    /// For the phone. It can be used once.
    code: String,
}

#[derive(Deserialize, ToSchema)]
pub struct SightJoinRequest {
    code: String,
}

#[derive(Serialize, ToSchema)]
pub struct SightPhone {
    /// The key of the phone.
    phone: String,
}

#[derive(Deserialize, ToSchema)]
pub struct SightAnswerRequest {
    phone: String,
    /// 1 for the first answer. The same number again is the same answer.
    number: u32,
    answer: SightAnswer,
}

#[derive(Serialize, ToSchema)]
pub struct SightAnswerResult {
    /// False when the screen showed no letter.
    counted: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct SightTakeRequest {
    screen: String,
    number: u32,
    /// False when the screen shows no letter.
    counts: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct SightLeaveRequest {
    phone: String,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
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

#[derive(Deserialize, ToSchema)]
pub struct SightScreenRequest {
    screen: String,
}

/// Let a phone answer for this screen
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes",
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
) -> Result<Response, ApiError> {
    require_sight_check(&services)?;
    let (screen, code) = (new_key(&services), new_code(&services));
    let client = ClientKey::new(address, &services.secrets.people);
    let now = services.clock.now();
    services.store.add_sight_remote(&hash(&services, &screen), &hash(&services, &code), &client, now).await?;
    Ok(not_stored(StatusCode::CREATED, SightScreen { screen, code }))
}

/// Connect a phone
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/join",
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
) -> Result<Response, ApiError> {
    require_sight_check(&services)?;
    let phone = new_key(&services);
    // Whoever types it on a phone may get small letters.
    let code = code.trim().to_ascii_uppercase();
    let client = ClientKey::new(address, &services.secrets.people);
    let now = services.clock.now();
    services.store.join_sight_remote(&hash(&services, &code), &hash(&services, &phone), &client, now).await?;
    Ok(not_stored(StatusCode::OK, SightPhone { phone }))
}

/// Answer
///
/// Responds when the screen has taken the answer, or has not done so for 5 seconds: then the answer is withdrawn and cannot
/// count any more. The same number again is the same answer, and counts once.
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/answer",
    request_body = SightAnswerRequest,
    responses(
        (status = 200, body = SightAnswerResult, description = "The screen has taken the answer"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "The site has no sight self-check"),
        (status = 409, body = ErrorResponse, description = "The screen does not listen. The answer does not count"),
        (status = 410, body = ErrorResponse, description = "The connection has ended"),
        (status = 503, body = ErrorResponse, description = "Too many at the moment"),
    )
)]
pub async fn answer(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(SightAnswerRequest { phone, number, answer }): JsonBody<SightAnswerRequest>,
) -> Result<Response, ApiError> {
    require_sight_check(&services)?;
    let _permit = WAITING_ANSWERS.acquire(address, false).ok_or(RemoteError::Full)?;
    let (phone, number) = (hash(&services, &phone), i64::from(number));
    let store = &services.store;
    let mut outcome = store.add_sight_answer(&phone, number, answer.into_str(), services.clock.now()).await?;
    let end = Instant::now() + services.settings.screen_wait;
    while outcome == AnswerOutcome::Waiting && Instant::now() < end {
        sleep(LOOK_FOR_OUTCOME_EVERY).await;
        outcome = store.sight_answer_outcome(&phone, number, services.clock.now()).await?;
    }
    if outcome == AnswerOutcome::Waiting {
        outcome = store.withdraw_sight_answer(&phone, number, services.clock.now()).await?;
    }
    let counted = match outcome {
        AnswerOutcome::Counted => true,
        AnswerOutcome::Ignored => false,
        AnswerOutcome::Waiting | AnswerOutcome::Withdrawn => return Err(RemoteError::NotListening.into()),
    };
    Ok(not_stored(StatusCode::OK, SightAnswerResult { counted }))
}

/// Take an answer
///
/// The screen does this before it counts the answer. Then the phone is told.
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/take",
    request_body = SightTakeRequest,
    responses(
        (status = 204, description = "The phone is told"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "The site has no sight self-check"),
        (status = 409, body = ErrorResponse, description = "The phone no longer waits. The answer must not count"),
        (status = 410, body = ErrorResponse, description = "The connection has ended"),
        (status = 503, body = ErrorResponse, description = "Too many at the moment"),
    )
)]
pub async fn take(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(SightTakeRequest { screen, number, counts }): JsonBody<SightTakeRequest>,
) -> Result<StatusCode, ApiError> {
    require_sight_check(&services)?;
    let _permit = CHANGES.acquire(address, false).ok_or(RemoteError::Full)?;
    let now = services.clock.now();
    services.store.take_sight_answer(&hash(&services, &screen), number.into(), counts, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leave
///
/// The page on the phone was closed.
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/leave",
    request_body = SightLeaveRequest,
    responses(
        (status = 204, description = "The screen is told"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "The site has no sight self-check"),
        (status = 503, body = ErrorResponse, description = "Too many at the moment"),
    )
)]
pub async fn leave(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(SightLeaveRequest { phone }): JsonBody<SightLeaveRequest>,
) -> Result<StatusCode, ApiError> {
    require_sight_check(&services)?;
    let _permit = CHANGES.acquire(address, false).ok_or(RemoteError::Full)?;
    services.store.leave_sight_remote(&hash(&services, &phone)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End the connection
#[utoipa::path(
    post,
    path = "/api/sight-check/remotes/end",
    request_body = SightScreenRequest,
    responses(
        (status = 204, description = "Nothing of the connection is kept"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        (status = 404, body = ErrorResponse, description = "The site has no sight self-check"),
        (status = 503, body = ErrorResponse, description = "Too many at the moment"),
    )
)]
pub async fn end(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(SightScreenRequest { screen }): JsonBody<SightScreenRequest>,
) -> Result<StatusCode, ApiError> {
    require_sight_check(&services)?;
    let permit = CHANGES.acquire(address, false).ok_or(RemoteError::Full)?;
    let screen = hash(&services, &screen);
    // Also when the browser does not wait for the response, as while a page is closed.
    let deleted = tokio::spawn(async move {
        let _permit = permit;
        // The last answer ends the check. Its phone has to be told before the row is gone.
        sleep(3 * LOOK_FOR_OUTCOME_EVERY).await;
        services.store.end_sight_remote(&screen).await
    });
    deleted.await.map_err(|error| ApiError::internal(&error))??;
    Ok(StatusCode::NO_CONTENT)
}

fn require_sight_check(services: &Services) -> Result<(), ApiError> {
    if (services.clinic)().has_sight_check {
        return Ok(());
    }
    Err(ApiError::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, UNKNOWN_CALL))
}

fn new_key(services: &Services) -> String {
    BASE32_NOPAD.encode(&services.random.bytes::<20>())
}

/// 80 bits, because people without a camera type it. It works once and for half an hour, and attempts are limited.
fn new_code(services: &Services) -> String {
    BASE32_NOPAD.encode(&services.random.bytes::<10>())
}

/// A copy of the database does not let anybody answer.
fn hash(services: &Services, key: &str) -> String {
    HEXLOWER.encode(&services.secrets.signing.sign("sight remote v1", key.as_bytes()))
}

impl From<RemoteError> for ApiError {
    fn from(error: RemoteError) -> Self {
        let message = error.to_string();
        match error {
            RemoteError::Ended => Self::new(StatusCode::GONE, ErrorCode::Expired, message),
            RemoteError::NotListening | RemoteError::Withdrawn | RemoteError::Replaced => {
                Self::new(StatusCode::CONFLICT, ErrorCode::NotListening, message)
            }
            RemoteError::Full => Self::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Busy, message),
            RemoteError::TooMany(limit) => limit.into(),
            RemoteError::Store(error) => Self::internal(&error),
        }
    }
}
