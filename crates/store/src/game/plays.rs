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

/// A finished game as it was counted when its result came for the first time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedPlay {
    pub at: Timestamp,
    pub found: usize,
    pub total: usize,
    pub perfect: bool,
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

    /// Stores the result once and returns it as it was reported first. A browser that lost the response reports the same result
    /// again and gets the same answer, also when the spots were changed in between, so that nobody loses a prize to a bad
    /// connection. `set` is what was played with, `None` for the pictures of the content. A client that has finished very many
    /// games in this hour is counted for no set.
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
    ) -> Result<FinishedPlay, FinishPlayError> {
        let spots = stored_spots(&outcome.spots);
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
            if inserted == 1 && set.is_some() {
                let limit = limits.set_games_per_client_hour;
                if counters::increment(&mut tx, &client.counter("set games"), window).await? > limit
                    || counters::increment_wider(&mut tx, client, "set games", limit, window).await?
                {
                    let statement = "UPDATE plays SET set_month = NULL, set_candidate = NULL WHERE id = $1";
                    let query = sqlx::query(statement).bind(play.id.to_string());
                    query.execute(&mut *tx).await.map_err(StoreError::from)?;
                }
            }
            // A result that is sent again needs no new row and is never refused.
            if inserted == 1
                && counters::increment(&mut tx, counters::FINISHED_GAMES, window).await?
                    > limits.finished_games_per_hour
            {
                return Err(TooMany::FinishedGames { wait: window.rest }.into());
            }
            let first: StoredPlay = sqlx::query_as(FIRST_REPORT)
                .bind(play.id.to_string())
                .fetch_one(&mut *tx)
                .await
                .map_err(StoreError::from)?;
            // Also what was counted for a result that differs.
            tx.commit().await?;
            finished_play(&spots, first)?.ok_or(FinishPlayError::AlreadyFinished)
        })
        .await
    }

    /// The answer to the first report of this result. `None` when it was not reported, or another one was.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn finished_play(
        &self,
        play: &PlayToken,
        spots: &[Vec<u32>],
    ) -> Result<Option<FinishedPlay>, StoreError> {
        let (id, spots) = (play.id.to_string(), stored_spots(spots));
        self.read(async |mut connection| {
            let first: Option<StoredPlay> =
                sqlx::query_as(FIRST_REPORT).bind(&id).fetch_optional(&mut *connection).await?;
            first.map_or(Ok(None), |first| finished_play(&spots, first))
        })
        .await
    }
}

const FIRST_REPORT: &str = "SELECT spots, finished_at, found, total, perfect FROM plays WHERE id = $1";

type StoredPlay = (String, i64, i64, i64, i64);

fn stored_spots(spots: &[Vec<u32>]) -> String {
    json!(spots).to_string()
}

/// `None` when another result was stored.
fn finished_play(
    spots: &str,
    (stored, at, found, total, perfect): StoredPlay,
) -> Result<Option<FinishedPlay>, StoreError> {
    if stored != spots {
        return Ok(None);
    }
    let size = |spots: i64| usize::try_from(spots).unwrap_or_default();
    Ok(Some(FinishedPlay { at: to_time(at)?, found: size(found), total: size(total), perfect: perfect != 0 }))
}

fn count(spots: usize) -> i64 {
    i64::try_from(spots).unwrap_or(i64::MAX)
}
