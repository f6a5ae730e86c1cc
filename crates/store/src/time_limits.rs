//! How long the calls of the store may take.

use std::time::Duration;

/// The defaults are for visitors who wait. Tests that keep the database busy on purpose pass in longer ones.
#[derive(Debug, Clone, Copy)]
pub struct TimeLimits {
    /// How long a change waits for its turn on SQLite: longer than any transaction here takes, shorter than a visitor waits.
    pub turn: Duration,
    /// How long a statement waits for a lock before the database ends it.
    pub statement: Duration,
    /// How long PostgreSQL may take for a commit. With synchronous replication it waits for the standby. When it takes longer, the
    /// connection is closed without a cancel request: PostgreSQL answers a cancelled wait with success, although the standby does
    /// not have the data.
    pub commit: Duration,
    /// How long to ask for the outcome of a commit whose reply was lost, several times if necessary.
    pub ask: Duration,
    /// Longer than any attempt with its commit takes. A connection to a machine that is gone would hang for many minutes.
    pub attempt: Duration,
    /// No further attempt starts after this time: the visitor is waiting.
    pub retry_window: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            turn: Duration::from_secs(15),
            statement: Duration::from_secs(10),
            commit: Duration::from_secs(8),
            ask: Duration::from_secs(6),
            attempt: Duration::from_secs(20),
            retry_window: Duration::from_secs(3),
        }
    }
}
