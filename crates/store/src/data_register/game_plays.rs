//! Finished games, linked to the person who claimed a code with it. They are kept while a code can be claimed or its
//! address corrected; then only the counts of their day remain.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::exported_row::export_rows;
use super::{About, Category, Erased, Pending, PersonRecords, batch};
use crate::game::parse_spots;
use crate::{StoreError, to_time};
use clinic_rules::clinic_time;
use clinic_rules::game::{SpotCounts, TOKEN_LIFE};

/// The result of a game can be sent again, and its proof used, for `TOKEN_LIFE`. An hour more for the correction of the
/// address after that.
const RETENTION: Duration = Duration::from_secs(TOKEN_LIFE.as_secs() + 60 * 60);

const DELETE_OLD: &str = concat!(
    "DELETE FROM plays WHERE id IN (SELECT id FROM plays WHERE finished_at < $1 LIMIT ",
    batch!(),
    ") RETURNING finished_at, spots, perfect, set_month, set_candidate"
);

pub struct GamePlays;

impl Category for GamePlays {
    fn about(&self) -> &About {
        &About {
            name: "games",
            tables: &["plays"],
            retention: "25 hours; only counts per day and per set of pictures remain",
            identifies_visitors: true,
        }
    }

    fn export<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Vec<Value>> {
        Box::pin(export_rows(connection, "plays", "claimed_by", "finished_at", &records.code_keys))
    }

    fn erase<'a>(&'a self, connection: &'a mut AnyConnection, records: &'a PersonRecords) -> Pending<'a, Erased> {
        Box::pin(async move {
            let mut erased = Erased::default();
            for person in &records.code_keys {
                let statement = "UPDATE plays SET claimed_by = NULL WHERE claimed_by = $1";
                erased.records += sqlx::query(statement).bind(person).execute(&mut *connection).await?.rows_affected();
            }
            Ok(erased)
        })
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let before = (now - RETENTION).as_millisecond();
            let deleted = sqlx::query(DELETE_OLD).bind(before).fetch_all(&mut *connection).await?;
            add_to_counts(connection, &deleted).await?;
            Ok(Erased { records: deleted.len() as u64, ..Erased::default() })
        })
    }
}

/// The counts of one day.
#[derive(Default)]
struct DayTotals {
    finished: i64,
    perfect: i64,
    spots: SpotCounts,
}

async fn add_to_counts(connection: &mut AnyConnection, deleted: &[AnyRow]) -> Result<(), StoreError> {
    // Sorted, so that two transactions lock rows in the same order and cannot deadlock.
    let mut days = BTreeMap::<i64, DayTotals>::new();
    let mut sets = BTreeMap::<(i64, i64), SpotCounts>::new();
    for row in deleted {
        let spots = parse_spots(row.try_get("spots")?)?;
        let totals = days.entry(clinic_time::day_number(to_time(row.try_get("finished_at")?)?)).or_default();
        totals.finished += 1;
        totals.perfect += row.try_get::<i64, _>("perfect")?;
        totals.spots.add(&spots, 1);
        let set: (Option<i64>, Option<i64>) = (row.try_get("set_month")?, row.try_get("set_candidate")?);
        if let (Some(month), Some(candidate)) = set {
            sets.entry((month, candidate)).or_default().add(&spots, 1);
        }
    }
    for (day, DayTotals { finished, perfect, spots }) in days {
        let games = "INSERT INTO game_counts (day, finished, perfect) VALUES ($1, $2, $3)
                     ON CONFLICT (day) DO UPDATE SET finished = game_counts.finished + excluded.finished,
                       perfect = game_counts.perfect + excluded.perfect";
        add(connection, games, &[day, finished, perfect]).await?;
        for (level, plays) in spots.plays {
            let levels = "INSERT INTO level_counts (day, level, plays) VALUES ($1, $2, $3)
                          ON CONFLICT (day, level) DO UPDATE SET plays = level_counts.plays + excluded.plays";
            add(connection, levels, &[day, to_column(level), to_column(plays)]).await?;
        }
        for ((level, spot), found) in spots.found {
            let spots = "INSERT INTO spot_counts (day, level, spot, found) VALUES ($1, $2, $3, $4)
                         ON CONFLICT (day, level, spot) DO UPDATE SET found = spot_counts.found + excluded.found";
            add(connection, spots, &[day, to_column(level), i64::from(spot), to_column(found)]).await?;
        }
    }
    for (set, counts) in sets {
        add_to_counts_of_set(connection, set, counts).await?;
    }
    Ok(())
}

async fn add_to_counts_of_set(
    connection: &mut AnyConnection,
    (month, candidate): (i64, i64),
    counts: SpotCounts,
) -> Result<(), StoreError> {
    for (level, plays) in counts.plays {
        let levels = "INSERT INTO puzzle_level_counts (month, candidate, level, plays) VALUES ($1, $2, $3, $4)
                      ON CONFLICT (month, candidate, level)
                        DO UPDATE SET plays = puzzle_level_counts.plays + excluded.plays";
        add(connection, levels, &[month, candidate, to_column(level), to_column(plays)]).await?;
    }
    for ((level, spot), found) in counts.found {
        let spots = "INSERT INTO puzzle_spot_counts (month, candidate, level, spot, found) VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT (month, candidate, level, spot)
                       DO UPDATE SET found = puzzle_spot_counts.found + excluded.found";
        add(connection, spots, &[month, candidate, to_column(level), i64::from(spot), to_column(found)]).await?;
    }
    Ok(())
}

async fn add(connection: &mut AnyConnection, statement: &'static str, values: &[i64]) -> Result<(), StoreError> {
    values.iter().fold(sqlx::query(statement), |query, value| query.bind(*value)).execute(connection).await?;
    Ok(())
}

fn to_column(count: impl TryInto<i64>) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}
