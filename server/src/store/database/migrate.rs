//! Brings the schema forward, never back. Safe when several instances start at once: the first one takes a lock that
//! the others wait for, and then find nothing left to do.

use super::{Dialect, Store, StoreError};
use jiff::Timestamp;
use sqlx::Executor;

const MIGRATIONS: &[(i64, &str)] = &[
    (1, include_str!("../../migrations/0001_game_and_claims.sql")),
    (2, include_str!("../../migrations/0002_desk.sql")),
];

/// Any number will do, as long as nothing else that uses the same database picks it.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7309940825)";

pub(super) async fn run(store: &Store, now: Timestamp) -> Result<(), StoreError> {
    let mut tx = store.begin().await?;
    if store.dialect == Dialect::Postgres {
        tx.execute(LOCK).await?;
    }
    tx.execute("CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)")
        .await?;
    let found: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM migrations").fetch_one(&mut *tx).await?;
    let known = MIGRATIONS.last().map_or(0, |(version, _)| *version);
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    for &(version, statements) in MIGRATIONS.iter().filter(|(version, _)| *version > found) {
        tx.execute(sqlx::raw_sql(statements)).await?;
        sqlx::query("INSERT INTO migrations (version, applied_at) VALUES ($1, $2)")
            .bind(version)
            .bind(now.as_millisecond())
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    Ok(())
}
