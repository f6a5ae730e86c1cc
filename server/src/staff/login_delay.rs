//! How long to wait after wrong guesses. The pause grows and ends: nobody is ever locked out for good, or anybody could
//! lock out the desk by guessing.

use std::time::Duration;

/// A day without a wrong attempt, and the past is forgotten.
pub const FORGET_AFTER: Duration = Duration::from_hours(24);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Too many tries in a row. Please wait {} and try again.", spoken(*.wait))]
pub struct TooManyAttempts {
    pub wait: Duration,
}

/// How fast a pause grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DelayPolicy {
    /// Guesses that cost nothing: people mistype.
    free: u32,
    longest: Duration,
}

impl DelayPolicy {
    /// One network at one account.
    pub const PAIR: Self = Self { free: 5, longest: Duration::from_mins(15) };
    /// One network at any account. A whole clinic may share it.
    pub const CLIENT: Self = Self { free: 30, longest: Duration::from_mins(15) };
    /// Everybody at one account. Short, since a stranger can bring it about and its owner must still get in.
    pub const ACCOUNT: Self = Self { free: 30, longest: Duration::from_secs(20) };

    /// The pause after this many wrong guesses in a row.
    #[must_use]
    pub fn pause(self, guesses: u32) -> Duration {
        match guesses.checked_sub(self.free) {
            None => Duration::ZERO,
            Some(over) => Duration::from_secs(2u64.saturating_pow(over.saturating_add(1))).min(self.longest),
        }
    }
}

fn spoken(wait: Duration) -> String {
    match wait.as_secs() + u64::from(wait.subsec_nanos() > 0) {
        0 | 1 => "a second".to_owned(),
        seconds @ 2..=90 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_few_slips_cost_nothing_and_then_the_pause_doubles() {
        let seconds: Vec<u64> = (4..=9).map(|guesses| DelayPolicy::PAIR.pause(guesses).as_secs()).collect();
        assert_eq!(seconds, [0, 2, 4, 8, 16, 32]);
    }

    #[test]
    fn the_wait_is_said_in_words() {
        let said = |seconds| TooManyAttempts { wait: Duration::from_secs(seconds) }.to_string();
        assert!(said(1).contains("wait a second and"));
        assert!(said(30).contains("wait 30 seconds and"));
        assert!(said(900).contains("wait 15 minutes and"));
    }

    proptest! {
        #[test]
        fn a_pause_never_shrinks_and_never_becomes_a_lock(guesses: u32) {
            for pace in [DelayPolicy::PAIR, DelayPolicy::CLIENT, DelayPolicy::ACCOUNT] {
                let (now, next) = (pace.pause(guesses), pace.pause(guesses.saturating_add(1)));
                prop_assert!(now <= next);
                prop_assert!(next <= Duration::from_mins(15));
            }
        }
    }
}
