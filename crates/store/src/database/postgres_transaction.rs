//! Transactions on PostgreSQL: bounded in time, and with a known outcome when the connection breaks during the commit.
//!
//! Every transaction inserts a marker with a random id. When the reply to a commit is lost, another connection inserts
//! the same id: a conflict waits for the lost transaction if it is still running, and finds its marker if it was
//! committed. If it was not, the inserted marker prevents that it is committed later. The transaction status that
//! PostgreSQL offers (`pg_xact_status`) is no answer, because after a failover the number may belong to another
//! transaction.

use std::io;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyPool, AssertSqlSafe, Executor};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::retry::{self, sql_state};
use crate::{StoreError, TimeLimits};
use clinic_runtime::clock::{Randomness, System};

const ROLLBACK_TIMEOUT: Duration = Duration::from_secs(5);
const ASK_PAUSE: Duration = Duration::from_millis(200);

const NOW_MS: &str = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";

/// Takes at most as long as the connection itself may take. READ WRITE makes a standby refuse at once. Its connection is closed, so that the pool opens one to the new primary.
pub async fn begin(pool: &AnyPool) -> Result<PoolConnection<Any>, StoreError> {
    let limit = pool.options().get_acquire_timeout();
    let mut connection = pool.acquire().await?;
    let error = match timeout(limit, connection.execute("BEGIN READ WRITE")).await {
        Ok(Ok(_)) => return Ok(connection),
        Ok(Err(error)) => error,
        Err(_) => timed_out(),
    };
    discard(connection);
    Err(StoreError::ConnectionLost(error))
}

/// The marker and the commit are one message, so the marker costs no round trip. PostgreSQL must not end this statement:
/// see `TimeLimits::commit`.
pub async fn commit(pool: &AnyPool, mut connection: PoolConnection<Any>, limits: TimeLimits) -> Result<(), StoreError> {
    let marker = BASE64URL_NOPAD.encode(&(&System as &dyn Randomness).bytes::<16>());
    let statements = format!(
        "SET LOCAL statement_timeout = 0; \
         INSERT INTO commit_markers (id, at, committed) VALUES ('{marker}', {NOW_MS}, 1); COMMIT"
    );
    let error = match timeout(limits.commit, connection.execute(AssertSqlSafe(statements))).await {
        Ok(Ok(_)) => return Ok(()),
        Ok(Err(error)) => error,
        Err(_) => timed_out(),
    };
    if is_refused(&error) {
        rollback(connection).await;
        return Err(error.into());
    }
    discard(connection);
    match ask_until_answered(pool, &marker, limits.ask).await {
        Some(true) => Ok(()),
        Some(false) => Err(StoreError::ConnectionLost(error)),
        None => Err(StoreError::OutcomeUnknown(error)),
    }
}

pub async fn rollback(mut connection: PoolConnection<Any>) {
    if !matches!(timeout(ROLLBACK_TIMEOUT, connection.execute("ROLLBACK")).await, Ok(Ok(_))) {
        discard(connection);
    }
}

/// Whether PostgreSQL replied that the transaction failed. All other errors leave open whether it was committed: the
/// connection broke, or the session was ended while the commit waited for the standby.
fn is_refused(error: &sqlx::Error) -> bool {
    sql_state(error).is_some_and(|state| {
        ["22", "23", "25", "40", "42"].iter().any(|class| state.starts_with(class)) && !retry::ends_connection(&state)
    })
}

/// `None` when the database did not answer in time.
async fn ask_until_answered(pool: &AnyPool, marker: &str, limit: Duration) -> Option<bool> {
    let deadline = Instant::now() + limit;
    while Instant::now() < deadline {
        match timeout_at(deadline, was_committed(pool, marker)).await {
            Ok(Ok(committed)) => return Some(committed),
            Ok(Err(error)) => tracing::debug!(%error, "cannot ask for the outcome of a commit yet"),
            Err(_) => break,
        }
        sleep(ASK_PAUSE).await;
    }
    None
}

/// Asking also writes when the marker exists: with synchronous replication the answer then comes only when the standby
/// has the marker too.
async fn was_committed(pool: &AnyPool, marker: &str) -> Result<bool, sqlx::Error> {
    let statement = format!(
        "INSERT INTO commit_markers (id, at, committed) VALUES ($1, {NOW_MS}, 0)
         ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING committed"
    );
    let mut connection = CloseUnlessDone(Some(pool.acquire().await?));
    // All rows are read, because the first one arrives before the commit.
    let rows: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(statement)).bind(marker).fetch_all(connection.get()).await?;
    connection.done();
    rows.first().map(|committed| *committed == 1).ok_or(sqlx::Error::RowNotFound)
}

/// Closes the connection of a question that failed or was abandoned: it may still be waiting for an answer.
struct CloseUnlessDone(Option<PoolConnection<Any>>);

impl CloseUnlessDone {
    fn get(&mut self) -> &mut sqlx::AnyConnection {
        self.0.as_mut().expect("taken only by `done` and `drop`")
    }

    fn done(mut self) {
        drop(self.0.take());
    }
}

impl Drop for CloseUnlessDone {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            discard(connection);
        }
    }
}

/// Closes the socket without a goodbye, which could hang as well.
fn discard(connection: PoolConnection<Any>) {
    drop(connection.detach());
}

fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "no reply in time"))
}
