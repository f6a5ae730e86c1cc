//! The calls of the game: start a play and finish it. The server counts the found spots.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api_error::{
    ApiError, BodyErrors, CommonErrors, CrossOriginError, ErrorCode, ErrorResponse, RateLimitError,
};
use crate::extract::JsonBody;
use crate::middleware::client_address::ClientAddress;
use crate::services::Services;
use clinic_rules::game::{
    self, CountError, CountedFor, FinishError, Outcome, PlayToken, Proof, PuzzleSetId, TokenError,
};
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::TooMany;
use clinic_store::{FinishPlayError, FinishedPlay, StartPlayError};

#[derive(Serialize, ToSchema)]
pub struct StartedPlay {
    /// A signed token, valid for a day.
    play: String,
}

/// Start a game
#[utoipa::path(
    post,
    path = "/api/plays",
    responses(
        (status = 201, body = StartedPlay, description = "The game has started"),
        CommonErrors,
        CrossOriginError,
        RateLimitError,
    )
)]
pub async fn start(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
) -> Result<(StatusCode, Json<StartedPlay>), ApiError> {
    let now = services.clock.now();
    let client = ClientKey::new(address, &services.secrets.people);
    services.store.start_play(&client, &services.settings.limits, now).await?;
    let play = PlayToken::start(now, services.random.bytes()).sign(&services.secrets.signing);
    Ok((StatusCode::CREATED, Json(StartedPlay { play })))
}

#[derive(Deserialize, ToSchema)]
pub struct FinishPlayRequest {
    play: String,
    /// The ids of the spots found in each level.
    found: Vec<Vec<u32>>,
    /// The ids of all spots of each level, as the page showed them. The site may show another game by now. Without them, the result is
    /// counted against the one that it shows.
    spots: Option<Vec<Vec<u32>>>,
    /// The address of each level's picture. They say for which set of pictures the game is counted.
    pictures: Option<Vec<String>>,
}

#[derive(Serialize, ToSchema)]
pub struct PlayResult {
    found: usize,
    total: usize,
    perfect: bool,
    /// Needed to claim a code. Only a perfect game has one.
    #[schema(required)]
    proof: Option<String>,
}

/// Finish a game and get the result
///
/// Sending the same result again returns the same answer.
#[utoipa::path(
    post,
    path = "/api/plays/finish",
    request_body = FinishPlayRequest,
    responses(
        (status = 200, body = PlayResult, description = "The result"),
        CommonErrors,
        CrossOriginError,
        BodyErrors,
        RateLimitError,
        (status = 409, body = ErrorResponse, description = "The game was already finished with another result"),
        (status = 410, body = ErrorResponse, description = "The game has expired"),
        (status = 422, body = ErrorResponse, description = "The result does not fit the levels, or came too fast"),
    )
)]
pub async fn finish(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(request): JsonBody<FinishPlayRequest>,
) -> Result<Json<PlayResult>, ApiError> {
    let now = services.clock.now();
    let secret = &services.secrets.signing;
    let play = PlayToken::verify(&request.play, secret, now).map_err(FinishError::from)?;
    let finished = match count(&services, &play, &request, now) {
        Ok((outcome, set)) => {
            let client = ClientKey::new(address, &services.secrets.people);
            services.store.finish_play(&play, &outcome, set, &client, &services.settings.limits, now).await?
        }
        Err(error @ FinishError::TooFast { .. }) => return Err(error.into()),
        // The first answer was lost, and the game is no longer known: that answer still holds.
        Err(error) => {
            let stored = services.store.finished_play(&play, &game::distinct_spots(&request.found)).await;
            stored.map_err(|error| ApiError::internal(&error))?.ok_or(error)?
        }
    };
    let FinishedPlay { at, found, total, perfect } = finished;
    let proof = perfect.then(|| Proof { play: play.id, finished: at }.sign(secret));
    Ok(Json(PlayResult { found, total, perfect, proof }))
}

fn count(
    services: &Services,
    play: &PlayToken,
    FinishPlayRequest { found, spots, pictures, .. }: &FinishPlayRequest,
    now: Timestamp,
) -> Result<(Outcome, Option<PuzzleSetId>), FinishError> {
    let counted_for = match spots {
        Some(spots) => {
            game::find_played(&(services.played)(), spots, pictures.as_deref()).ok_or(TokenError::Expired)?
        }
        None => CountedFor { set: None, spots: (services.levels)() },
    };
    let outcome = game::finish(play, found, &counted_for.spots, now, services.settings.min_play)?;
    Ok((outcome, counted_for.set))
}

impl From<StartPlayError> for ApiError {
    fn from(error: StartPlayError) -> Self {
        match error {
            StartPlayError::TooMany(limit) => limit.into(),
            StartPlayError::Store(error) => Self::internal(&error),
        }
    }
}

impl From<TooMany> for ApiError {
    fn from(limit: TooMany) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::RateLimited, limit.to_string())
            .with_retry_after(limit.wait())
    }
}

impl From<FinishError> for ApiError {
    fn from(error: FinishError) -> Self {
        let (status, code) = match &error {
            FinishError::Token(TokenError::Malformed) => (StatusCode::BAD_REQUEST, ErrorCode::MalformedToken),
            FinishError::Token(TokenError::Forged) => (StatusCode::BAD_REQUEST, ErrorCode::InvalidSignature),
            FinishError::Token(TokenError::Expired) => (StatusCode::GONE, ErrorCode::ExpiredPlay),
            FinishError::Count(CountError::WrongLevels { .. }) => {
                (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::WrongLevelCount)
            }
            FinishError::Count(CountError::MoreThanExist { .. }) => {
                (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::TooManySpots)
            }
            FinishError::Count(CountError::UnknownSpot { .. }) => {
                (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::UnknownSpot)
            }
            FinishError::TooFast { .. } => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::TooFast),
        };
        let problem = Self::new(status, code, error.to_string());
        match error {
            FinishError::TooFast { wait } => problem.with_retry_after(wait),
            _ => problem,
        }
    }
}

impl From<FinishPlayError> for ApiError {
    fn from(error: FinishPlayError) -> Self {
        match error {
            FinishPlayError::TooMany(limit) => limit.into(),
            FinishPlayError::AlreadyFinished => {
                Self::new(StatusCode::CONFLICT, ErrorCode::AlreadyFinished, error.to_string())
            }
            FinishPlayError::Store(error) => Self::internal(&error),
        }
    }
}
