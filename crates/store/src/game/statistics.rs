//! Game statistics per day: started, finished, perfect, claimed, redeemed. Only counts, nothing about people.
//!
//! Finished games are rows for about a day; the purge then adds them to the counts of their day.

use std::collections::BTreeMap;

use serde::Serialize;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::{Store, StoreError};
use clinic_rules::clinic_time::{DAY_MS, OFFSET_MS};
use clinic_rules::game::SpotCounts;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct DayCounts {
    pub started: u64,
    pub finished: u64,
    pub perfect: u64,
    pub claimed: u64,
    pub redeemed: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Funnel {
    /// By day number (see `clinic_time`). Days without any event are missing.
    pub days: BTreeMap<i64, DayCounts>,
    pub spots: SpotCounts,
}

/// Counts the rows of a table per day in clinic time, which is one hour (3600000 ms) ahead of UTC.
macro_rules! by_day {
    ($counts:literal, $table:literal, $time:literal) => {
        concat!(
            "SELECT (",
            $time,
            " + 3600000) / 86400000 AS day, ",
            $counts,
            " FROM ",
            $table,
            " WHERE ",
            $time,
            " >= $1 AND ",
            $time,
            " < $2 GROUP BY 1"
        )
    };
}

const FINISHED: &str = by_day!("COUNT(*) AS finished, CAST(SUM(perfect) AS BIGINT) AS perfect", "plays", "finished_at");
const CLAIMED: &str = by_day!("COUNT(*) AS claimed", "claims", "issued_at");
const REDEEMED: &str = by_day!("COUNT(*) AS redeemed", "claims", "redeemed_at");
const STARTED: &str = "SELECT day, n AS started FROM starts WHERE day >= $1 AND day < $2";
const ERASED: &str = "SELECT day, claimed, redeemed FROM erased_claims WHERE day >= $1 AND day < $2";
const COUNTED: &str = "SELECT day, finished, perfect FROM game_counts WHERE day >= $1 AND day < $2";
const COUNTED_LEVELS: &str =
    "SELECT level, CAST(SUM(plays) AS BIGINT) AS n FROM level_counts WHERE day >= $1 AND day < $2 GROUP BY level";
const COUNTED_SPOTS: &str = "SELECT level, spot, CAST(SUM(found) AS BIGINT) AS n FROM spot_counts
                             WHERE day >= $1 AND day < $2 GROUP BY level, spot";
const GAMES: &str =
    "SELECT spots, COUNT(*) AS n FROM plays WHERE finished_at >= $1 AND finished_at < $2 GROUP BY spots";

impl Store {
    /// The counts for the days from `first` to `last`, both included.
    pub async fn funnel(&self, first: i64, last: i64) -> Result<Funnel, StoreError> {
        self.read(async |mut connection| {
            let mut funnel = Funnel::default();
            let times = (first * DAY_MS - OFFSET_MS, (last + 1) * DAY_MS - OFFSET_MS);
            for (statement, (from, until), columns) in [
                (STARTED, (first, last + 1), &["started"][..]),
                (FINISHED, times, &["finished", "perfect"]),
                (COUNTED, (first, last + 1), &["finished", "perfect"]),
                (CLAIMED, times, &["claimed"]),
                (REDEEMED, times, &["redeemed"]),
                (ERASED, (first, last + 1), &["claimed", "redeemed"]),
            ] {
                for row in sqlx::query(statement).bind(from).bind(until).fetch_all(&mut *connection).await? {
                    let day = funnel.days.entry(row.try_get("day")?).or_default();
                    for &column in columns {
                        *day.column(column) += to_count(row.try_get(column)?);
                    }
                }
            }
            // Eleven spots give at most 2,048 different rows, however many games were played.
            for row in sqlx::query(GAMES).bind(times.0).bind(times.1).fetch_all(&mut *connection).await? {
                let spots = parse_spots(row.try_get("spots")?)?;
                funnel.spots.add(&spots, to_count(row.try_get("n")?));
            }
            for row in sqlx::query(COUNTED_LEVELS).bind(first).bind(last + 1).fetch_all(&mut *connection).await? {
                *funnel.spots.plays.entry(to_number(&row, "level")?).or_default() += to_count(row.try_get("n")?);
            }
            for row in sqlx::query(COUNTED_SPOTS).bind(first).bind(last + 1).fetch_all(&mut *connection).await? {
                let spot = (to_number(&row, "level")?, to_number(&row, "spot")?);
                *funnel.spots.found.entry(spot).or_default() += to_count(row.try_get("n")?);
            }
            Ok(funnel)
        })
        .await
    }
}

impl DayCounts {
    fn column(&mut self, name: &str) -> &mut u64 {
        match name {
            "started" => &mut self.started,
            "finished" => &mut self.finished,
            "perfect" => &mut self.perfect,
            "claimed" => &mut self.claimed,
            _ => &mut self.redeemed,
        }
    }
}

impl std::ops::AddAssign for DayCounts {
    fn add_assign(&mut self, other: Self) {
        self.started += other.started;
        self.finished += other.finished;
        self.perfect += other.perfect;
        self.claimed += other.claimed;
        self.redeemed += other.redeemed;
    }
}

/// The spots found per level.
pub fn parse_spots(json: &str) -> Result<Vec<Vec<u32>>, StoreError> {
    serde_json::from_str(json).map_err(|_| StoreError::Corrupt("a finished game with invalid spots"))
}

pub(super) fn to_number<N: TryFrom<i64>>(row: &AnyRow, column: &str) -> Result<N, StoreError> {
    N::try_from(row.try_get(column)?).map_err(|_| StoreError::Corrupt("an invalid count of levels"))
}

pub(super) fn to_count(n: i64) -> u64 {
    u64::try_from(n).unwrap_or(0)
}
