//! When a claim is answered. The time must not show whether the address has claimed before: a claim that sends no email is
//! answered after as long as the last one that did, and every time is rounded up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Longer than what two equal claims differ by, and too short for a visitor to notice.
const STEP: Duration = Duration::from_millis(10);

#[derive(Debug, Default)]
pub struct ClaimResponseTime {
    /// In microseconds.
    last_with_email: AtomicU64,
}

impl ClaimResponseTime {
    /// When to answer a claim whose email was sent or queued after `elapsed`. Both count from when the form had arrived.
    pub fn with_email(&self, elapsed: Duration) -> Duration {
        self.last_with_email.store(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        round_up(elapsed)
    }

    pub fn without_email(&self, elapsed: Duration) -> Duration {
        round_up(elapsed.max(Duration::from_micros(self.last_with_email.load(Ordering::Relaxed))))
    }
}

fn round_up(duration: Duration) -> Duration {
    let steps = duration.as_micros().div_ceil(STEP.as_micros()).max(1);
    STEP.saturating_mul(u32::try_from(steps).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claim_without_an_email_takes_as_long_as_the_last_one_with_an_email() {
        let times = ClaimResponseTime::default();
        for milliseconds in [3, 41, 870, 12] {
            let elapsed = Duration::from_millis(milliseconds);
            let with_email = times.with_email(elapsed);
            assert!((elapsed..elapsed + STEP).contains(&with_email), "{with_email:?}");
            assert_eq!(times.without_email(Duration::from_micros(900)), with_email);
        }
    }

    #[test]
    fn small_differences_are_rounded_away() {
        let times = ClaimResponseTime::default();
        for microseconds in [0, 900, 4_100, 10_000] {
            assert_eq!(times.without_email(Duration::from_micros(microseconds)), STEP);
            assert_eq!(times.with_email(Duration::from_micros(microseconds)), STEP);
        }
    }
}
