//! Counts by the hour, for limits that hold across every instance on the same database.

use super::StoreError;
use crate::rate_limit::Window;
use sqlx::AnyConnection;

pub(super) const NEW_CODES: &str = "new codes";

/// Adds one and gives the new count. The row stays locked until the transaction ends, so no two see the same count.
pub(super) async fn add(connection: &mut AnyConnection, name: &str, window: Window) -> Result<u32, StoreError> {
    let n: i64 = sqlx::query_scalar(
        "INSERT INTO counters (name, window_start, n) VALUES ($1, $2, 1)
         ON CONFLICT (name, window_start) DO UPDATE SET n = counters.n + 1 RETURNING n",
    )
    .bind(name)
    .bind(window.start.as_millisecond())
    .fetch_one(connection)
    .await?;
    Ok(u32::try_from(n).unwrap_or(u32::MAX))
}

/// Adds one to a count and reads another beside it, in one trip to the database.
pub(super) async fn add_beside(
    connection: &mut AnyConnection,
    name: &str,
    other: &str,
    window: Window,
) -> Result<(u32, u32), StoreError> {
    let (n, other): (i64, i64) = sqlx::query_as(
        "INSERT INTO counters (name, window_start, n) VALUES ($1, $2, 1)
         ON CONFLICT (name, window_start) DO UPDATE SET n = counters.n + 1
         RETURNING n, COALESCE((SELECT o.n FROM counters o WHERE o.name = $3 AND o.window_start = $2), 0)",
    )
    .bind(name)
    .bind(window.start.as_millisecond())
    .bind(other)
    .fetch_one(connection)
    .await?;
    Ok((u32::try_from(n).unwrap_or(u32::MAX), u32::try_from(other).unwrap_or(u32::MAX)))
}
