//! When an instance last trusted its clock, shared by all instances, and the clock of the database server.

use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::{Actor, Dialect, Store, StoreError, to_time};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockRecord {
    pub trusted_at: Timestamp,
    /// How often somebody confirmed the clock.
    pub confirmations: i64,
    /// It was confirmed although an outside clock disagreed.
    pub outside_ignored: bool,
}

/// What an earlier version of the program stored last. The migrations of this start have the time of the clock that is in
/// question.
const LAST_ACTIVITY: &str = "SELECT MAX(at) FROM (
       SELECT MAX(applied_at) AS at FROM migrations WHERE applied_at <> $1
       UNION ALL SELECT MAX(at) FROM audit
       UNION ALL SELECT MAX(seen_at) FROM sessions
       UNION ALL SELECT MAX(queued_at) FROM outbox
       UNION ALL SELECT MAX(issued_at) FROM claims
       UNION ALL SELECT MAX(finished_at) FROM plays
       UNION ALL SELECT MAX(created_at) FROM appointments) AS times";

/// 1 January 2026: no version of the program with appointments is older. An earlier time was written by a clock that was never set.
const EARLIEST_ACTIVITY: i64 = 1_767_225_600_000;

/// For a database that has no record of the clock yet: the last time in its data, or now for a new database.
pub async fn store_last_activity(connection: &mut AnyConnection, now: Timestamp) -> Result<(), StoreError> {
    let now = now.as_millisecond();
    let last: Option<i64> = sqlx::query_scalar(LAST_ACTIVITY).bind(now).fetch_one(&mut *connection).await?;
    sqlx::query("INSERT INTO clock (id, trusted_at) VALUES (1, $1) ON CONFLICT (id) DO NOTHING")
        .bind(last.filter(|at| *at >= EARLIEST_ACTIVITY).unwrap_or(now))
        .execute(connection)
        .await?;
    Ok(())
}

impl Store {
    pub async fn clock_record(&self) -> Result<ClockRecord, StoreError> {
        self.read(async |mut connection| {
            let row = sqlx::query("SELECT trusted_at, confirmations, outside_ignored FROM clock WHERE id = 1")
                .fetch_one(&mut *connection)
                .await?;
            Ok(ClockRecord {
                trusted_at: to_time(row.try_get("trusted_at")?)?,
                confirmations: row.try_get("confirmations")?,
                outside_ignored: row.try_get::<i64, _>("outside_ignored")? != 0,
            })
        })
        .await
    }

    /// The time of the database server. `None` for SQLite, which has the clock of this machine.
    pub async fn server_time(&self) -> Result<Option<Timestamp>, StoreError> {
        match self.dialect {
            Dialect::Sqlite => Ok(None),
            Dialect::Postgres => {
                self.read(async |mut connection| {
                    let statement = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
                    let time: i64 = sqlx::query_scalar(statement).fetch_one(&mut *connection).await?;
                    Ok(Some(to_time(time)?))
                })
                .await
            }
        }
    }

    /// Stores that the clock was trusted at this time. A confirmation that was made meanwhile stays.
    pub async fn clock_trusted(
        &self,
        now: Timestamp,
        outside_ignored: bool,
        earlier: ClockRecord,
    ) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query(
                "UPDATE clock SET trusted_at = $1, outside_ignored = $2 WHERE id = 1 AND confirmations = $3 AND trusted_at = $4",
            )
            .bind(now.as_millisecond())
            .bind(i64::from(outside_ignored))
            .bind(earlier.confirmations)
            .bind(earlier.trusted_at.as_millisecond())
            .execute(&mut *tx)
            .await?;
            Ok(())
        })
        .await
    }

    /// Stores that somebody confirmed the clock: it is `actor.now`.
    pub async fn confirm_clock(&self, outside_ignored: bool, actor: Actor<'_>) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query(
                "UPDATE clock SET trusted_at = $1, outside_ignored = $2, confirmations = confirmations + 1 WHERE id = 1",
            )
            .bind(actor.now.as_millisecond())
            .bind(i64::from(outside_ignored))
            .execute(&mut *tx)
            .await?;
            actor.record(&mut tx, "confirm clock", &actor.now.to_string()).await?;
            Ok(())
        })
        .await
    }
}
