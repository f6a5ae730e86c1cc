//! Counters per hour, for rate limits that apply across all instances on the same database.

use sqlx::AnyConnection;

use super::StoreError;
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::Window;

pub const NEW_CODES: &str = "new codes";
pub const FINISHED_GAMES: &str = "finished games";

/// Adds one and returns the new count. The row stays locked until the transaction ends, so two transactions never see
/// the same count.
pub async fn increment(connection: &mut AnyConnection, name: &str, window: Window) -> Result<u32, StoreError> {
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

/// The count so far.
pub async fn read(connection: &mut AnyConnection, name: &str, window: Window) -> Result<u32, StoreError> {
    let n: Option<i64> = sqlx::query_scalar("SELECT n FROM counters WHERE name = $1 AND window_start = $2")
        .bind(name)
        .bind(window.start.as_millisecond())
        .fetch_optional(connection)
        .await?;
    Ok(u32::try_from(n.unwrap_or_default()).unwrap_or(u32::MAX))
}

/// Adds one in each wider network of a client. True when one of them has passed its share of the client's limit.
pub async fn increment_wider(
    connection: &mut AnyConnection,
    client: &ClientKey,
    event: &str,
    limit: u32,
    window: Window,
) -> Result<bool, StoreError> {
    for (name, share) in client.wider_counters(event) {
        if increment(connection, &name, window).await? > share.of(limit) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds one to a counter and reads another one in the same database call.
pub async fn increment_and_read(
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
