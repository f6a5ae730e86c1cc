//! Waits for what a test asserts.

use std::time::{Duration, Instant};

/// Longer than anything takes on a machine that is busy with other work: only what hangs reaches it.
pub const LIMIT: Duration = Duration::from_mins(5);

/// Repeats the check until it succeeds. Fails the test when it never does.
pub async fn eventually<F: Future<Output = bool>>(what: &str, mut check: impl FnMut() -> F) {
    let start = Instant::now();
    while !check().await {
        assert!(start.elapsed() < LIMIT, "timed out waiting for {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
