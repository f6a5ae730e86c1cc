//! Games: a count per day of those started, a row for each one finished, until the purge counts it.

use jiff::Timestamp;
use serde_json::json;

use crate::{Store, StoreError, StoreFailure, counters, to_time};
use clinic_rules::clinic_time;
use clinic_rules::game::{Outcome, PlayToken, PuzzleSetId};
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::{Limits, TooMany, Window};

#[derive(Debug, thiserror::Error)]
pub enum StartPlayError {
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum FinishPlayError {
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error("This game was already finished with another result. Please play again.")]
    AlreadyFinished,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl StoreFailure for StartPlayError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Store(error) => Some(error),
            Self::TooMany(_) => None,
        }
    }
}

impl StoreFailure for FinishPlayError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Store(error) => Some(error),
            Self::TooMany(_) | Self::AlreadyFinished => None,
        }
    }
}

impl Store {
    /// # Errors
    /// When this client has started too many games in this hour.
    pub async fn start_play(&self, client: &ClientKey, limits: &Limits, now: Timestamp) -> Result<(), StartPlayError> {
        let window = Window::around(now);
        self.transaction(async |mut tx| {
            let limit = limits.plays_per_client_hour;
            if counters::increment(&mut tx, &client.counter("plays"), window).await? > limit
                || counters::increment_wider(&mut tx, client, "plays", limit, window).await?
            {
                return Err(TooMany::Plays { wait: window.rest }.into());
            }
            sqlx::query("INSERT INTO starts (day, n) VALUES ($1, 1) ON CONFLICT (day) DO UPDATE SET n = starts.n + 1")
                .bind(clinic_time::day_number(now))
                .execute(&mut *tx)
                .await
                .map_err(StoreError::from)?;
            Ok(())
        })
        .await
    }

    /// Stores the result once and returns the time of the first report. A browser that lost the response reports the
    /// same result again and gets the same time, so that nobody loses a prize to a bad connection. `set` is what was played
    /// with, `None` for the pictures of the content.
    ///
    /// # Errors
    /// When this play was finished before with another result, or this client or all clients together have reported too
    /// many in this hour.
    pub async fn finish_play(
        &self,
        play: &PlayToken,
        outcome: &Outcome,
        set: Option<PuzzleSetId>,
        client: &ClientKey,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<Timestamp, FinishPlayError> {
        let spots = json!(outcome.spots).to_string();
        let window = Window::around(now);
        self.transaction(async |mut tx| {
            let limit = limits.finishes_per_client_hour;
            if counters::increment(&mut tx, &client.counter("finishes"), window).await? > limit
                || counters::increment_wider(&mut tx, client, "finishes", limit, window).await?
            {
                return Err(TooMany::Finishes { wait: window.rest }.into());
            }
            let inserted = sqlx::query(
                "INSERT INTO plays (id, started_at, finished_at, spots, found, total, perfect, set_month, set_candidate)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING",
            )
            .bind(play.id.to_string())
            .bind(play.started.as_millisecond())
            .bind(now.as_millisecond())
            .bind(&spots)
            .bind(count(outcome.found))
            .bind(count(outcome.total))
            .bind(i64::from(outcome.perfect))
            .bind(set.map(|set| set.month.number()))
            .bind(set.map(|set| i64::from(set.candidate)))
            .execute(&mut *tx)
            .await
            .map_err(StoreError::from)?
            .rows_affected();
            // A result that is sent again needs no new row and is never refused.
            if inserted == 1
                && counters::increment(&mut tx, counters::FINISHED_GAMES, window).await?
                    > limits.finished_games_per_hour
            {
                return Err(TooMany::FinishedGames { wait: window.rest }.into());
            }
            let (stored_spots, finished): (String, i64) =
                sqlx::query_as("SELECT spots, finished_at FROM plays WHERE id = $1")
                    .bind(play.id.to_string())
                    .fetch_one(&mut *tx)
                    .await
                    .map_err(StoreError::from)?;
            if stored_spots == spots { Ok(to_time(finished)?) } else { Err(FinishPlayError::AlreadyFinished) }
        })
        .await
    }
}

fn count(spots: usize) -> i64 {
    i64::try_from(spots).unwrap_or(i64::MAX)
}
