//! Which errors of the database may succeed when the whole transaction is repeated, and repeating it.

use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};

use super::wait_for_read_data;
use crate::{StoreError, StoreFailure, TimeLimits};

const MAX_ATTEMPTS: u32 = 4;
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// Runs a use case. Repeats it when its transaction was certainly not committed: after a serialisation failure, a
/// deadlock, or a connection that was lost before the commit. `attempt` begins and commits its own transaction, or only
/// reads. What it answers, with or without a commit, is on disk.
pub async fn retry<T, E, F>(limits: TimeLimits, mut attempt: impl FnMut() -> F) -> Result<T, E>
where
    E: StoreFailure + From<StoreError>,
    F: Future<Output = Result<T, E>>,
{
    let (start, mut pause, mut attempts) = (Instant::now(), FIRST_PAUSE, 1);
    loop {
        // Not repeated after the timeout: the attempt may have reached its commit.
        // In a box, so that the futures of the callers stay small.
        let attempt = Box::pin(wait_for_read_data::wait_after(attempt()));
        let result = timeout(limits.attempt, attempt).await.map_err(|_| StoreError::NoAnswer)?;
        match result.as_ref().err().and_then(StoreFailure::store_error) {
            Some(error) if is_transient(error) && attempts < MAX_ATTEMPTS && start.elapsed() < limits.retry_window => {
                tracing::debug!(%error, attempts, "repeating a transaction that was not committed");
            }
            _ => return result,
        }
        sleep(pause).await;
        pause *= 2;
        attempts += 1;
    }
}

fn is_transient(error: &StoreError) -> bool {
    match error {
        StoreError::ConnectionLost(_) | StoreError::Database(sqlx::Error::Io(_) | sqlx::Error::Protocol(_)) => true,
        StoreError::Database(error) => {
            sql_state(error).is_some_and(|state| state == "40001" || state == "40P01" || ends_connection(&state))
        }
        _ => false,
    }
}

/// The five-character code of PostgreSQL's reply.
pub fn sql_state(error: &sqlx::Error) -> Option<String> {
    error.as_database_error()?.code().map(std::borrow::Cow::into_owned)
}

/// The session was ended (57P…, 08…, 25P03), or it is connected to a standby (25006).
pub fn ends_connection(sql_state: &str) -> bool {
    sql_state.starts_with("57P") || sql_state.starts_with("08") || matches!(sql_state, "25P03" | "25006")
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    fn lost() -> StoreError {
        StoreError::ConnectionLost(sqlx::Error::Io(io::ErrorKind::ConnectionReset.into()))
    }

    #[tokio::test]
    async fn lost_connection_is_retried_a_bounded_number_of_times() {
        let mut attempts = 0;
        // A machine that stands still for seconds would make fewer attempts in the usual time.
        let limits = TimeLimits { retry_window: Duration::MAX, ..TimeLimits::default() };
        let result: Result<(), _> = retry(limits, || {
            attempts += 1;
            async { Err(lost()) }
        })
        .await;
        assert!(matches!(result, Err(StoreError::ConnectionLost(_))));
        assert_eq!(attempts, MAX_ATTEMPTS);
    }

    #[tokio::test]
    async fn no_attempt_starts_after_the_retry_window() {
        let mut attempts = 0;
        let limits = TimeLimits { retry_window: Duration::ZERO, ..TimeLimits::default() };
        let result: Result<(), _> = retry(limits, || {
            attempts += 1;
            async { Err(lost()) }
        })
        .await;
        assert!(matches!(result, Err(StoreError::ConnectionLost(_))));
        assert_eq!(attempts, 1);
    }

    #[tokio::test]
    async fn attempt_that_hangs_is_abandoned_and_not_retried() {
        let mut attempts = 0;
        let limits = TimeLimits { attempt: Duration::from_millis(20), ..TimeLimits::default() };
        let result: Result<(), StoreError> = retry(limits, || {
            attempts += 1;
            std::future::pending()
        })
        .await;
        assert!(matches!(result, Err(StoreError::NoAnswer)));
        assert_eq!(attempts, 1);
    }

    #[tokio::test]
    async fn unknown_outcome_is_never_retried() {
        let mut attempts = 0;
        let result: Result<(), _> = retry(TimeLimits::default(), || {
            attempts += 1;
            async { Err(StoreError::OutcomeUnknown(sqlx::Error::PoolTimedOut)) }
        })
        .await;
        assert!(matches!(result, Err(StoreError::OutcomeUnknown(_))));
        assert_eq!(attempts, 1);
    }
}
