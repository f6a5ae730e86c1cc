//! How much is too much, in one place. The defaults let a whole town play from the one address of its mobile
//! operator, and still keep one person with a script from spending the clinic's good name with mail servers.

use jiff::Timestamp;
use std::time::Duration;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Games started from one client address in an hour.
    pub plays_per_client_hour: u32,
    /// Claims from one client address in an hour, repeated ones included.
    pub claims_per_client_hour: u32,
    /// New codes in an hour, from everybody together. More than one client may claim, so that a single one cannot
    /// shut out all others.
    pub new_codes_per_hour: u32,
    /// The shortest time between two mails of the same code.
    pub resend_gap: Duration,
    /// How often a code is sent again in a day.
    pub resends_per_day: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            plays_per_client_hour: 3_000,
            claims_per_client_hour: 120,
            new_codes_per_hour: 400,
            resend_gap: Duration::from_mins(10),
            resends_per_day: 3,
        }
    }
}

/// A limit was reached: when to come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooMany {
    #[error("Many games were started from your network in the last hour. Please try again in {}.", spoken(*.wait))]
    Plays { wait: Duration },
    #[error("Many codes were asked for from your network in the last hour. Please try again in {}.", spoken(*.wait))]
    Claims { wait: Duration },
    #[error("Very many people won a code in the last hour. Yours is waiting: please try again in {}.", spoken(*.wait))]
    Codes { wait: Duration },
}

impl TooMany {
    #[must_use]
    pub fn wait(self) -> Duration {
        match self {
            Self::Plays { wait } | Self::Claims { wait } | Self::Codes { wait } => wait,
        }
    }
}

fn spoken(wait: Duration) -> String {
    match wait.as_secs().div_ceil(60) {
        0 | 1 => "a minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    }
}

/// The hour, by the clock, in which something is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub start: Timestamp,
    /// What is left of the hour.
    pub rest: Duration,
}

impl Window {
    const MILLISECONDS: i64 = 60 * 60 * 1000;

    #[must_use]
    pub fn around(now: Timestamp) -> Self {
        let into = now.as_millisecond().rem_euclid(Self::MILLISECONDS);
        let start = Timestamp::from_millisecond(now.as_millisecond() - into).unwrap_or(Timestamp::MIN);
        let rest = Duration::from_millis((Self::MILLISECONDS - into).unsigned_abs());
        Self { start, rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_cannot_use_up_what_everybody_shares() {
        let limits = Limits::default();
        assert!(limits.claims_per_client_hour * 2 < limits.new_codes_per_hour);
    }

    #[test]
    fn a_window_is_the_hour_on_the_clock() {
        let window = Window::around("2026-03-01T10:45:00Z".parse().expect("a time"));
        assert_eq!(window.start.to_string(), "2026-03-01T10:00:00Z");
        assert_eq!(window.rest, Duration::from_mins(15));
    }

    #[test]
    fn a_limit_says_when_to_come_back() {
        let said = TooMany::Claims { wait: Duration::from_secs(61) }.to_string();
        assert!(said.ends_with("Please try again in 2 minutes."), "{said}");
        assert!(TooMany::Codes { wait: Duration::ZERO }.to_string().ends_with("in a minute."));
    }
}
