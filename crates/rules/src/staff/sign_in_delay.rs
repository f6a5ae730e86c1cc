//! How long a client must wait after failed sign-in attempts.
//!
//! The delay grows up to a maximum. Accounts are never locked: otherwise anyone could lock out the staff.

use std::time::Duration;

use crate::rate_limit::Share;

/// Failed attempts are forgotten after a day without a new one.
pub const FORGET_AFTER: Duration = Duration::from_hours(24);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Too many attempts. Please wait {} and try again.", format_wait(*.wait))]
pub struct TooManyAttempts {
    pub wait: Duration,
}

/// How fast the delay grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DelayPolicy {
    /// Failures without a delay, because people mistype.
    free_failures: u32,
    max_delay: Duration,
}

impl DelayPolicy {
    /// One client network and one account.
    pub const PAIR: Self = Self { free_failures: 5, max_delay: Duration::from_mins(15) };
    /// One client network and all accounts. The whole clinic may share one network.
    pub const CLIENT: Self = Self { free_failures: 30, max_delay: Duration::from_mins(15) };
    /// All client networks and one account. Short, because a stranger can trigger it and the account's owner must still
    /// be able to sign in.
    pub const ACCOUNT: Self = Self { free_failures: 30, max_delay: Duration::from_secs(20) };
    /// One browser that signed in to the account before. Nothing else counts for it, so that strangers who guess the
    /// account's password cannot delay its owner.
    pub const DEVICE: Self = Self { free_failures: 10, max_delay: Duration::from_mins(15) };
    /// The second factor of one account, or of one browser that signed in to it before. Few guesses, because a code has
    /// only six digits; whoever makes them knows the password.
    pub const SECOND_FACTOR: Self = Self { free_failures: 3, max_delay: Duration::from_mins(15) };

    /// The second factor of one account, from all browsers that signed in to it before.
    pub const SECOND_FACTOR_OF_DEVICES: Self = Self { free_failures: 20, max_delay: Duration::from_mins(15) };

    /// The policy of a wider network that contains the client's.
    #[must_use]
    pub fn for_share(self, share: Share) -> Self {
        Self { free_failures: share.of(self.free_failures), ..self }
    }

    /// The delay after this many failures in a row.
    #[must_use]
    pub fn delay(self, failures: u32) -> Duration {
        match failures.checked_sub(self.free_failures) {
            None => Duration::ZERO,
            Some(over) => Duration::from_secs(2u64.saturating_pow(over.saturating_add(1))).min(self.max_delay),
        }
    }
}

fn format_wait(wait: Duration) -> String {
    match wait.as_secs() + u64::from(wait.subsec_nanos() > 0) {
        0 | 1 => "1 second".to_owned(),
        seconds @ 2..=90 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn login_delay_doubles_after_five_failures() {
        let seconds: Vec<u64> = (4..=9).map(|failures| DelayPolicy::PAIR.delay(failures).as_secs()).collect();
        assert_eq!(seconds, [0, 2, 4, 8, 16, 32]);
    }

    #[test]
    fn message_says_how_long_to_wait() {
        let message = |seconds| TooManyAttempts { wait: Duration::from_secs(seconds) }.to_string();
        assert!(message(1).contains("wait 1 second and"));
        assert!(message(30).contains("wait 30 seconds and"));
        assert!(message(900).contains("wait 15 minutes and"));
    }

    proptest! {
        #[test]
        fn delay_never_shrinks_and_never_exceeds_fifteen_minutes(failures: u32) {
            for policy in [
                DelayPolicy::PAIR,
                DelayPolicy::CLIENT.for_share(Share::TWO_CLIENTS),
                DelayPolicy::ACCOUNT,
                DelayPolicy::DEVICE,
                DelayPolicy::SECOND_FACTOR,
            ] {
                let (now, next) = (policy.delay(failures), policy.delay(failures.saturating_add(1)));
                prop_assert!(now <= next);
                prop_assert!(next <= Duration::from_mins(15));
            }
        }
    }
}
