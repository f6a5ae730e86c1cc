//! How often each difference of a set was found. Only counts, nothing about people.
//!
//! As with the statistics per day, finished games are rows for about a day; the purge then adds them to the counts of their set.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::statistics::{parse_spots, to_count, to_number};
use crate::{Store, StoreError};
use clinic_rules::game::{Month, PuzzleSetId, SpotCounts};

const COUNTED_LEVELS: &str =
    "SELECT month, candidate, level, plays AS n FROM puzzle_level_counts WHERE month >= $1 AND month <= $2";
const COUNTED_SPOTS: &str =
    "SELECT month, candidate, level, spot, found AS n FROM puzzle_spot_counts WHERE month >= $1 AND month <= $2";
const GAMES: &str = "SELECT set_month AS month, set_candidate AS candidate, spots, COUNT(*) AS n FROM plays
                     WHERE set_month >= $1 AND set_month <= $2 GROUP BY set_month, set_candidate, spots";

impl Store {
    /// The counts of the sets that were drawn for the months from `first` to `last`. Sets that nobody has played are missing.
    pub async fn set_statistics(
        &self,
        first: Month,
        last: Month,
    ) -> Result<BTreeMap<PuzzleSetId, SpotCounts>, StoreError> {
        let (first, last) = (first.number(), last.number());
        self.read(async |mut connection| {
            let mut sets = BTreeMap::<PuzzleSetId, SpotCounts>::new();
            for row in sqlx::query(COUNTED_LEVELS).bind(first).bind(last).fetch_all(&mut *connection).await? {
                let counts = sets.entry(set_of(&row)?).or_default();
                *counts.plays.entry(to_number(&row, "level")?).or_default() += to_count(row.try_get("n")?);
            }
            for row in sqlx::query(COUNTED_SPOTS).bind(first).bind(last).fetch_all(&mut *connection).await? {
                let counts = sets.entry(set_of(&row)?).or_default();
                let spot = (to_number(&row, "level")?, to_number(&row, "spot")?);
                *counts.found.entry(spot).or_default() += to_count(row.try_get("n")?);
            }
            for row in sqlx::query(GAMES).bind(first).bind(last).fetch_all(&mut *connection).await? {
                let spots = parse_spots(row.try_get("spots")?)?;
                sets.entry(set_of(&row)?).or_default().add(&spots, to_count(row.try_get("n")?));
            }
            Ok(sets)
        })
        .await
    }
}

fn set_of(row: &AnyRow) -> Result<PuzzleSetId, StoreError> {
    let month = Month::from_number(row.try_get("month")?);
    let month = month.ok_or(StoreError::Corrupt("a game with the pictures of an invalid month"))?;
    Ok(PuzzleSetId { month, candidate: to_number(row, "candidate")? })
}
