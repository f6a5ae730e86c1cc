//! Logs why requests failed. During an outage of the database all requests fail for the same reason, so at most one line
//! per second is written. It says how many were left out before.

use std::error::Error;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);
static LIMIT: OnePerSecond = OnePerSecond::new();

pub fn log_failure(cause: &dyn Error) {
    if let Some(left_out) = LIMIT.admit(START.elapsed().as_secs()) {
        tracing::error!(%cause, left_out, "request failed");
    }
}

struct OnePerSecond {
    last: AtomicU64,
    left_out: AtomicU64,
}

impl OnePerSecond {
    const fn new() -> Self {
        Self { last: AtomicU64::new(u64::MAX), left_out: AtomicU64::new(0) }
    }

    /// The number of lines left out since the last admitted one; `None` when this one is left out as well.
    fn admit(&self, second: u64) -> Option<u64> {
        if self.last.swap(second, Ordering::Relaxed) == second {
            self.left_out.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        Some(self.left_out.swap(0, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_failure_per_second_is_logged_with_the_number_left_out() {
        let limit = OnePerSecond::new();
        assert_eq!(limit.admit(0), Some(0));
        assert_eq!((limit.admit(0), limit.admit(0)), (None, None));
        assert_eq!(limit.admit(1), Some(2));
        assert_eq!(limit.admit(3), Some(0));
    }
}
