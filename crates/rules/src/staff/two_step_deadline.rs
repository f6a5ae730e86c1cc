//! Some roles need two-step verification. Their accounts have some days to set it up.

use std::time::Duration;

use jiff::Timestamp;

use crate::clinic_time;

const GRACE_PERIOD: Duration = Duration::from_hours(7 * 24);

/// When two-step verification becomes required for an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoStepDeadline(pub Timestamp);

impl TwoStepDeadline {
    /// For somebody who gets such a role now, or whose role needs it from now on.
    #[must_use]
    pub fn from_now(now: Timestamp) -> Self {
        Self(now + GRACE_PERIOD)
    }

    #[must_use]
    pub fn has_passed(self, now: Timestamp) -> bool {
        now >= self.0
    }

    /// Calendar days at the clinic: 0 on the last day, and afterwards.
    #[must_use]
    pub fn days_left(self, now: Timestamp) -> u32 {
        u32::try_from(clinic_time::day_number(self.0) - clinic_time::day_number(now)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn account_has_seven_days() {
        let deadline = TwoStepDeadline::from_now(at("2026-03-02T08:05:00Z"));
        assert!(!deadline.has_passed(at("2026-03-09T08:04:59Z")));
        assert!(deadline.has_passed(at("2026-03-09T08:05:00Z")));
    }

    #[test]
    fn days_are_counted_by_the_calendar_of_the_clinic() {
        let deadline = TwoStepDeadline(at("2026-03-09T08:05:00Z"));
        for (now, days) in [
            ("2026-03-02T08:05:00Z", 7),
            ("2026-03-07T22:59:59Z", 2),
            ("2026-03-07T23:00:00Z", 1),
            ("2026-03-08T23:00:00Z", 0),
            ("2026-04-01T00:00:00Z", 0),
        ] {
            assert_eq!(deadline.days_left(at(now)), days, "{now}");
        }
    }
}
