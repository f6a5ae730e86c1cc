//! Taking and freeing chairs, in the transaction of the caller.

use std::ops::Range;

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::StoreError;
use clinic_rules::booking::AppointmentId;

/// Takes one of the chairs for all ticks, the first ones in the list before the others. `None` when none of them is free;
/// nothing is taken then.
pub async fn take_one(
    connection: &mut AnyConnection,
    chairs: &[u16],
    ticks: &Range<i64>,
    holder: &AppointmentId,
) -> Result<Option<u16>, StoreError> {
    let taken = taken_chairs(connection, ticks).await?;
    for &chair in chairs.iter().filter(|chair| !taken.contains(&i64::from(**chair))) {
        if take(connection, chair, ticks.clone(), holder.as_str()).await? {
            return Ok(Some(chair));
        }
        // Another transaction was faster with a part of the ticks.
        free_outside(connection, holder, chair, ticks.end..ticks.end, Some(chair)).await?;
    }
    Ok(None)
}

/// The first of the chairs that is free for all ticks.
pub async fn free_chair(
    connection: &mut AnyConnection,
    chairs: &[u16],
    ticks: &Range<i64>,
) -> Result<Option<u16>, StoreError> {
    let taken = taken_chairs(connection, ticks).await?;
    Ok(chairs.iter().copied().find(|chair| !taken.contains(&i64::from(*chair))))
}

async fn taken_chairs(connection: &mut AnyConnection, ticks: &Range<i64>) -> Result<Vec<i64>, StoreError> {
    Ok(sqlx::query_scalar("SELECT DISTINCT chair FROM chair_ticks WHERE tick >= $1 AND tick < $2")
        .bind(ticks.start)
        .bind(ticks.end)
        .fetch_all(connection)
        .await?)
}

/// Takes the ticks of one chair. `false` when one of them is taken; the caller then frees the others or rolls back.
pub async fn take(
    connection: &mut AnyConnection,
    chair: u16,
    ticks: impl IntoIterator<Item = i64>,
    holder: &str,
) -> Result<bool, StoreError> {
    // Only whole numbers are written into the statement. In ascending order, so that two transactions that want overlapping
    // ticks wait for each other in the same order and cannot deadlock.
    let rows: Vec<String> = ticks.into_iter().map(|tick| format!("({tick}, {chair}, $1)")).collect();
    if rows.is_empty() {
        return Ok(true);
    }
    let statement =
        format!("INSERT INTO chair_ticks (tick, chair, held_by) VALUES {} ON CONFLICT DO NOTHING", rows.join(", "));
    let inserted = sqlx::query(AssertSqlSafe(statement)).persistent(false).bind(holder).execute(connection).await?;
    Ok(inserted.rows_affected() == rows.len() as u64)
}

/// Frees what an appointment holds, except the ticks of one chair that it keeps. With `only`, other chairs are left alone.
pub async fn free_outside(
    connection: &mut AnyConnection,
    holder: &AppointmentId,
    kept_chair: u16,
    kept: Range<i64>,
    only: Option<u16>,
) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM chair_ticks WHERE held_by = $1 AND NOT (chair = $2 AND tick >= $3 AND tick < $4)
           AND chair = COALESCE($5, chair)",
    )
    .bind(holder.as_str())
    .bind(i64::from(kept_chair))
    .bind(kept.start)
    .bind(kept.end)
    .bind(only.map(i64::from))
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn free_all(connection: &mut AnyConnection, holder: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM chair_ticks WHERE held_by = $1").bind(holder).execute(connection).await?;
    Ok(())
}

/// The highest chair of an appointment that is stored.
pub async fn highest(connection: &mut AnyConnection) -> Result<u16, StoreError> {
    let chair: Option<i64> = sqlx::query_scalar("SELECT MAX(chair) FROM appointments").fetch_one(connection).await?;
    Ok(u16::try_from(chair.unwrap_or_default()).unwrap_or_default())
}
