//! The sets of pictures that were drawn for months. What is stored first is what all instances show.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use crate::database::{has_puzzle_sets, has_unpinned_sets};
use crate::{Store, StoreError};
use clinic_rules::game::{Month, MonthlySets, PuzzleSet, PuzzleSetId};

const INSERT_SET: &str = "INSERT INTO puzzle_sets (month, candidate, seed, files, drawn_at) VALUES ($1, $2, $3, $4, $5)
                          ON CONFLICT (month, candidate) DO NOTHING";
const INSERT_MONTH: &str =
    "INSERT INTO puzzle_months (month, candidate) VALUES ($1, $2) ON CONFLICT (month) DO NOTHING";
pub(super) const COUNT_CHANGE: &str = "INSERT INTO puzzle_state (id, changes) VALUES (1, 1)
                            ON CONFLICT (id) DO UPDATE SET changes = puzzle_state.changes + 1";
/// The sets of these months, and the newest one before them that a month shows, and the pinned one.
const AROUND: &str = "SELECT s.month, s.candidate, s.seed, s.files,
        CAST(CASE WHEN m.candidate = s.candidate THEN 1 ELSE 0 END AS BIGINT) AS is_shown,
        CAST(CASE WHEN p.id = 1 THEN 1 ELSE 0 END AS BIGINT) AS is_pinned
    FROM puzzle_sets s
    LEFT JOIN puzzle_months m ON m.month = s.month
    LEFT JOIN puzzle_state p ON p.pinned_month = s.month AND p.pinned_candidate = s.candidate
    WHERE (s.month >= $1 AND s.month <= $2) OR p.id = 1
        OR s.month = (SELECT MAX(month) FROM puzzle_months WHERE month < $1)
    ORDER BY s.month, s.candidate";

/// Sets that were shown in every month at some time after `$1`.
const UNPINNED: &str =
    "SELECT month, candidate, seed, files FROM puzzle_sets WHERE unpinned_at > $1 ORDER BY month, candidate";

impl Store {
    /// Stores a set that was drawn for a month, unless the month has one already: another instance may have been faster, and
    /// another release may draw otherwise.
    pub async fn offer_puzzle_set(&self, set: &PuzzleSet, now: Timestamp) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            let chosen = sqlx::query(INSERT_MONTH)
                .bind(set.id.month.number())
                .bind(i64::from(set.id.candidate))
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if chosen == 1 {
                insert(&mut tx, set, now).await?;
                sqlx::query(COUNT_CHANGE).execute(&mut *tx).await?;
            }
            Ok(())
        })
        .await
    }

    /// How often sets were added or chosen. Another number means that `monthly_sets` has changed.
    pub async fn puzzle_changes(&self) -> Result<i64, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT changes FROM puzzle_state WHERE id = 1";
            let changes: Option<i64> = sqlx::query_scalar(statement).fetch_optional(&mut *connection).await?;
            Ok(changes.unwrap_or(0))
        })
        .await
    }

    /// Which of these months have no set yet.
    pub async fn months_without_set(&self, first: Month, last: Month) -> Result<Vec<Month>, StoreError> {
        self.read(async |mut connection| {
            let statement = "SELECT month FROM puzzle_months WHERE month >= $1 AND month <= $2";
            let stored: Vec<i64> = sqlx::query_scalar(statement)
                .bind(first.number())
                .bind(last.number())
                .fetch_all(&mut *connection)
                .await?;
            let months = (first.number()..=last.number()).filter(|month| !stored.contains(month));
            Ok(months.filter_map(Month::from_number).collect())
        })
        .await
    }

    /// The sets of the months from `first` to `last`, with the one that is shown when the first has none. Empty in a database
    /// of an earlier release, which has no such tables.
    pub async fn monthly_sets(&self, first: Month, last: Month) -> Result<MonthlySets, StoreError> {
        if !has_puzzle_sets(self).await? {
            return Ok(MonthlySets::default());
        }
        self.read(async |mut connection| {
            let rows = sqlx::query(AROUND).bind(first.number()).bind(last.number()).fetch_all(&mut *connection).await?;
            let mut sets = MonthlySets::default();
            for row in &rows {
                // One set that cannot be read must not take the others away.
                let set = match read(row) {
                    Ok(set) => Arc::new(set),
                    Err(error) => {
                        tracing::error!("a stored set of the game's pictures is not shown: {error}");
                        continue;
                    }
                };
                let flag = |column| row.try_get::<i64, _>(column).map(|value| value == 1);
                let (is_shown, is_pinned) = (flag("is_shown")?, flag("is_pinned")?);
                if is_pinned {
                    sets.pinned = Some(Arc::clone(&set));
                }
                if is_shown {
                    sets.months.insert(set.id.month, set);
                } else {
                    sets.others.push(set);
                }
            }
            Ok(sets)
        })
        .await
    }
}

impl Store {
    /// The sets that were shown in every month, and no longer are since a time after `since`. None in a database of an earlier
    /// release, which does not say it.
    pub async fn unpinned_sets(&self, since: Timestamp) -> Result<Vec<Arc<PuzzleSet>>, StoreError> {
        if !has_unpinned_sets(self).await? {
            return Ok(Vec::new());
        }
        self.read(async |mut connection| {
            let rows = sqlx::query(UNPINNED).bind(since.as_millisecond()).fetch_all(&mut *connection).await?;
            // One that cannot be read was reported with the sets of the months.
            Ok(rows.iter().filter_map(|row| read(row).ok().map(Arc::new)).collect())
        })
        .await
    }
}

pub(super) async fn insert(connection: &mut AnyConnection, set: &PuzzleSet, now: Timestamp) -> Result<(), StoreError> {
    let files = serde_json::to_string(&set.files).map_err(|_| StoreError::Corrupt("pictures that are not text"))?;
    sqlx::query(INSERT_SET)
        .bind(set.id.month.number())
        .bind(i64::from(set.id.candidate))
        .bind(i64::from(set.seed))
        .bind(files)
        .bind(now.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<PuzzleSet, StoreError> {
    const INVALID: StoreError = StoreError::Corrupt("an invalid set of the game's pictures");
    let number = |column| u32::try_from(row.try_get::<i64, _>(column)?).map_err(|_| INVALID);
    let month = Month::from_number(row.try_get("month")?).ok_or(INVALID)?;
    let files: BTreeMap<String, String> = serde_json::from_str(row.try_get("files")?).map_err(|_| INVALID)?;
    Ok(PuzzleSet { id: PuzzleSetId { month, candidate: number("candidate")? }, seed: number("seed")?, files })
}
