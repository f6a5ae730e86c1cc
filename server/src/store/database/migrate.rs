//! Runs the schema migrations. Several instances may start at the same time: one takes a lock, the others wait and then
//! find nothing to do.

use jiff::Timestamp;
use sqlx::Executor;

use crate::store::{Dialect, Store, StoreError};

const MIGRATIONS: &[(i64, &str)] = &[
    (1, include_str!("../../../migrations/0001_game_and_claims.sql")),
    (2, include_str!("../../../migrations/0002_desk.sql")),
    (3, include_str!("../../../migrations/0003_general_outbox.sql")),
    (4, include_str!("../../../migrations/0004_commit_markers.sql")),
    (5, include_str!("../../../migrations/0005_pending_erasures.sql")),
];

/// An arbitrary number that nothing else on the same database uses.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7309940825)";

pub async fn run(store: &Store, now: Timestamp) -> Result<(), StoreError> {
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
