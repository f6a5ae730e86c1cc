//! The puzzles for practice, one for each day. What is stored first is what all instances show.

use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::puzzle_sets::COUNT_CHANGE;
use crate::database::has_practice_puzzles;
use crate::{Store, StoreError};
use clinic_rules::clinic_time;
use clinic_rules::game::{PracticePuzzle, PracticePuzzles};

/// Puzzles of so many days before and after today are kept.
pub const KEPT_PRACTICE_DAYS: i64 = 7;

const INSERT: &str = "INSERT INTO practice_puzzles (day, candidate, seed, files, drawn_at) VALUES ($1, $2, $3, $4, $5)
                      ON CONFLICT (day) DO NOTHING";
/// Not the one that is shown today: no newer one may have been drawn. Those of days far ahead are from a clock that was wrong.
const DELETE_OTHERS: &str = "DELETE FROM practice_puzzles WHERE day > $1 + $2 OR (day < $1 - $2
        AND day < (SELECT MAX(shown.day) FROM practice_puzzles shown WHERE shown.day <= $1))";
/// The puzzles of these days, and the newest one before them.
const AROUND: &str = "SELECT day, candidate, seed, files FROM practice_puzzles WHERE day <= $2
        AND day >= COALESCE((SELECT MAX(earlier.day) FROM practice_puzzles earlier WHERE earlier.day <= $1), $1)
    ORDER BY day";

impl Store {
    /// Stores a puzzle that was drawn for a day, unless the day has one already.
    pub async fn offer_practice_puzzle(&self, puzzle: &PracticePuzzle, now: Timestamp) -> Result<(), StoreError> {
        let files =
            serde_json::to_string(&puzzle.files).map_err(|_| StoreError::Corrupt("pictures that are not text"))?;
        self.transaction(async |mut tx| {
            let added = sqlx::query(INSERT)
                .bind(clinic_time::day_number_of_date(puzzle.date))
                .bind(i64::from(puzzle.candidate))
                .bind(i64::from(puzzle.seed))
                .bind(&files)
                .bind(now.as_millisecond())
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if added == 1 {
                sqlx::query(COUNT_CHANGE).execute(&mut *tx).await?;
            }
            Ok(())
        })
        .await
    }

    /// Deletes the puzzles that are no longer needed. `now` has to be a time that can be trusted: a wrong one would delete the
    /// puzzle of today, and another one would be drawn in its place while people play.
    pub async fn delete_other_practice_puzzles(&self, now: Timestamp) -> Result<(), StoreError> {
        let today = clinic_time::day_number(now);
        self.transaction(async |mut tx| {
            sqlx::query(DELETE_OTHERS).bind(today).bind(KEPT_PRACTICE_DAYS).execute(&mut *tx).await?;
            Ok(())
        })
        .await
    }

    /// The puzzles of the days from `first` to `last`, with the one that is shown when the first has none. Empty in a database of
    /// an earlier release, which has no such table.
    pub async fn practice_puzzles(&self, first: Date, last: Date) -> Result<PracticePuzzles, StoreError> {
        if !has_practice_puzzles(self).await? {
            return Ok(PracticePuzzles::default());
        }
        let (first, last) = (clinic_time::day_number_of_date(first), clinic_time::day_number_of_date(last));
        self.read(async |mut connection| {
            let rows = sqlx::query(AROUND).bind(first).bind(last).fetch_all(&mut *connection).await?;
            let readable = |row| {
                // One puzzle that cannot be read must not take the others away.
                read(row)
                    .inspect_err(|error| tracing::error!("a stored puzzle for practice is not shown: {error}"))
                    .ok()
            };
            Ok(rows.iter().filter_map(readable).collect())
        })
        .await
    }

    /// Which of these days have no puzzle yet.
    pub async fn days_without_practice(&self, first: Date, last: Date) -> Result<Vec<Date>, StoreError> {
        let (first, last) = (clinic_time::day_number_of_date(first), clinic_time::day_number_of_date(last));
        self.read(async |mut connection| {
            let statement = "SELECT day FROM practice_puzzles WHERE day >= $1 AND day <= $2";
            let stored: Vec<i64> =
                sqlx::query_scalar(statement).bind(first).bind(last).fetch_all(&mut *connection).await?;
            let days = (first..=last).filter(|day| !stored.contains(day));
            Ok(days.map(clinic_time::date_of_day_number).collect())
        })
        .await
    }
}

fn read(row: &AnyRow) -> Result<PracticePuzzle, StoreError> {
    const INVALID: StoreError = StoreError::Corrupt("an invalid puzzle for practice");
    let number = |column| u32::try_from(row.try_get::<i64, _>(column)?).map_err(|_| INVALID);
    let files = serde_json::from_str(row.try_get("files")?).map_err(|_| INVALID)?;
    let date = clinic_time::date_of_day_number(row.try_get("day")?);
    Ok(PracticePuzzle { date, candidate: number("candidate")?, seed: number("seed")?, files })
}
