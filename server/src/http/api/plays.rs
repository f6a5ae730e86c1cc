//! The two calls of the game: a play begins, a play ends. The count that matters is made here.

use crate::game::{self, CountError, FinishError, PlayToken, Proof, TokenError};
use crate::http::extract::read_json;
use crate::http::middleware::client_address::ClientAddress;
use crate::http::problem::Problem;
use crate::http::services::Services;
use crate::person::ClientKey;
use crate::store::{FinishPlayError, StartPlayError};
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode};
use axum::routing::post;
use axum::{Extension, Json, Router};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub fn router() -> Router<Arc<Services>> {
    Router::new().route("/api/plays", post(start)).route("/api/plays/finish", post(finish))
}

#[derive(Serialize)]
struct Started {
    play: String,
}

async fn start(
    State(services): State<Arc<Services>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
) -> Result<(StatusCode, Json<Started>), Problem> {
    let now = services.clock.now();
    let client = ClientKey::new(address, &services.secrets.people);
    services.store.start_play(&client, &services.settings.limits, now).await?;
    let play = PlayToken::start(now, services.random.bytes()).seal(&services.secrets.signing);
    Ok((StatusCode::CREATED, Json(Started { play })))
}

#[derive(Deserialize)]
struct Finish {
    play: String,
    found: Vec<Vec<u32>>,
}

#[derive(Serialize)]
struct Finished {
    found: usize,
    total: usize,
    perfect: bool,
    proof: Option<String>,
}

async fn finish(State(services): State<Arc<Services>>, request: Request<Body>) -> Result<Json<Finished>, Problem> {
    let Finish { play, found } = read_json(request).await?;
    let now = services.clock.now();
    let secret = &services.secrets.signing;
    let play = PlayToken::open(&play, secret, now).map_err(FinishError::from)?;
    let outcome = game::finish(&play, &found, &(services.levels)(), now, services.settings.min_play)?;
    let finished = services.store.finish_play(&play, &outcome, now).await?;
    let proof = outcome.perfect.then(|| Proof { play: play.id, finished }.seal(secret));
    Ok(Json(Finished { found: outcome.found, total: outcome.total, perfect: outcome.perfect, proof }))
}

impl From<StartPlayError> for Problem {
    fn from(error: StartPlayError) -> Self {
        match error {
            StartPlayError::TooMany(limit) => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", limit.to_string()).after(limit.wait())
            }
            StartPlayError::Store(error) => Self::internal(&error),
        }
    }
}

impl From<FinishError> for Problem {
    fn from(error: FinishError) -> Self {
        let (status, code) = match &error {
            FinishError::Token(TokenError::Malformed) => (StatusCode::BAD_REQUEST, "not_a_play"),
            FinishError::Token(TokenError::Forged) => (StatusCode::BAD_REQUEST, "foreign_play"),
            FinishError::Token(TokenError::Expired) => (StatusCode::GONE, "expired_play"),
            FinishError::Count(CountError::WrongLevels { .. }) => (StatusCode::UNPROCESSABLE_ENTITY, "wrong_levels"),
            FinishError::Count(CountError::MoreThanExist { .. }) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "more_than_exist")
            }
            FinishError::Count(CountError::UnknownSpot { .. }) => (StatusCode::UNPROCESSABLE_ENTITY, "unknown_spot"),
            FinishError::TooFast { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "too_fast"),
        };
        let problem = Self::new(status, code, error.to_string());
        match error {
            FinishError::TooFast { wait } => problem.after(wait),
            _ => problem,
        }
    }
}

impl From<FinishPlayError> for Problem {
    fn from(error: FinishPlayError) -> Self {
        match error {
            FinishPlayError::AlreadyFinished => Self::new(StatusCode::CONFLICT, "already_finished", error.to_string()),
            FinishPlayError::Store(error) => Self::internal(&error),
        }
    }
}
