//! What staff choose about the game's sets of pictures: another candidate for a month, or one set for all months.

use sqlx::AnyConnection;

use super::puzzle_sets::{COUNT_CHANGE, insert};
use crate::{Actor, DeskError, Store, StoreError};
use clinic_rules::game::{PuzzleSet, PuzzleSetId};

/// The set that is pinned until now is kept for those who are playing it.
const END_PIN: &str = "UPDATE puzzle_sets SET unpinned_at = $1 WHERE EXISTS (SELECT 1 FROM puzzle_state p
    WHERE p.pinned_month = puzzle_sets.month AND p.pinned_candidate = puzzle_sets.candidate)";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceRefused {
    #[error("Somebody else has just chosen another set for this month. Please look at it and try again.")]
    Changed,
    #[error("There is no such set. Please reload the page.")]
    Unknown,
}

impl Store {
    /// Shows a set in its month, in the place of the candidate that the person saw there.
    ///
    /// # Errors
    /// When the month shows another candidate by now.
    pub async fn choose_puzzle_set(
        &self,
        set: &PuzzleSet,
        instead_of: u32,
        actor: Actor<'_>,
    ) -> Result<(), DeskError<ChoiceRefused>> {
        self.transaction(async |mut tx| {
            let statement = "UPDATE puzzle_months SET candidate = $1 WHERE month = $2 AND candidate = $3";
            let changed = sqlx::query(statement)
                .bind(i64::from(set.id.candidate))
                .bind(set.id.month.number())
                .bind(i64::from(instead_of))
                .execute(&mut *tx)
                .await
                .map_err(StoreError::from)?
                .rows_affected();
            if changed == 0 {
                return Err(DeskError::Refused(ChoiceRefused::Changed));
            }
            insert(&mut tx, set, actor.now).await?;
            sqlx::query(COUNT_CHANGE).execute(&mut *tx).await.map_err(StoreError::from)?;
            actor.record(&mut tx, "choose puzzles", &format!("{} instead of {instead_of}", set.id)).await?;
            Ok(())
        })
        .await
    }

    /// Shows a set in every month, or each month its own again.
    ///
    /// # Errors
    /// When there is no such set.
    pub async fn pin_puzzle_set(
        &self,
        set: Option<PuzzleSetId>,
        actor: Actor<'_>,
    ) -> Result<(), DeskError<ChoiceRefused>> {
        self.transaction(async |mut tx| {
            if let Some(set) = set
                && !exists(&mut tx, set).await?
            {
                return Err(DeskError::Refused(ChoiceRefused::Unknown));
            }
            sqlx::query(COUNT_CHANGE).execute(&mut *tx).await.map_err(StoreError::from)?;
            sqlx::query(END_PIN).bind(actor.now.as_millisecond()).execute(&mut *tx).await.map_err(StoreError::from)?;
            sqlx::query("UPDATE puzzle_state SET pinned_month = $1, pinned_candidate = $2 WHERE id = 1")
                .bind(set.map(|set| set.month.number()))
                .bind(set.map(|set| i64::from(set.candidate)))
                .execute(&mut *tx)
                .await
                .map_err(StoreError::from)?;
            match set {
                Some(set) => actor.record(&mut tx, "pin puzzles", &set.to_string()).await?,
                None => actor.record(&mut tx, "unpin puzzles", "").await?,
            }
            Ok(())
        })
        .await
    }
}

async fn exists(connection: &mut AnyConnection, set: PuzzleSetId) -> Result<bool, StoreError> {
    let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM puzzle_sets WHERE month = $1 AND candidate = $2")
        .bind(set.month.number())
        .bind(i64::from(set.candidate))
        .fetch_one(connection)
        .await?;
    Ok(count > 0)
}
