//! When a patient is reminded of a visit.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

const TWO_DAYS: Duration = Duration::from_hours(48);
const THREE_HOURS: Duration = Duration::from_hours(3);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reminder {
    TwoDaysBefore,
    ThreeHoursBefore,
}

impl Reminder {
    /// The first reminder is 1, the second 2. An appointment remembers the last one that was sent.
    #[must_use]
    pub fn number(self) -> i64 {
        match self {
            Self::TwoDaysBefore => 1,
            Self::ThreeHoursBefore => 2,
        }
    }
}

/// The reminder to send now. `last` is the number of the last one, 0 for none. A patient who has been told about the visit
/// since the reminder was due (`told_at`: booked, moved, confirmed) is not told again.
#[must_use]
pub fn due_reminder(starts_at: Timestamp, told_at: Timestamp, last: i64, now: Timestamp) -> Option<Reminder> {
    let is_due = |before: Duration, reminder: Reminder| {
        let due_at = starts_at - before;
        last < reminder.number() && due_at <= now && now < starts_at && told_at < due_at
    };
    if is_due(THREE_HOURS, Reminder::ThreeHoursBefore) {
        return Some(Reminder::ThreeHoursBefore);
    }
    // Later than three hours before, the second reminder takes its place.
    (now < starts_at - THREE_HOURS && is_due(TWO_DAYS, Reminder::TwoDaysBefore)).then_some(Reminder::TwoDaysBefore)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_are_due_two_days_and_three_hours_before() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        let (visit, booked) = (at("2026-03-10T09:00:00Z"), at("2026-03-01T09:00:00Z"));
        let due = |last, now: &str| due_reminder(visit, booked, last, at(now));
        assert_eq!(due(0, "2026-03-08T08:59:59Z"), None);
        assert_eq!(due(0, "2026-03-08T09:00:00Z"), Some(Reminder::TwoDaysBefore));
        assert_eq!(due(1, "2026-03-08T09:01:00Z"), None);
        assert_eq!(due(1, "2026-03-10T06:00:00Z"), Some(Reminder::ThreeHoursBefore));
        assert_eq!(due(0, "2026-03-10T06:00:00Z"), Some(Reminder::ThreeHoursBefore), "the first one was missed");
        assert_eq!(due(2, "2026-03-10T08:00:00Z"), None);
        assert_eq!(due(0, "2026-03-10T09:00:00Z"), None, "the visit has begun");
    }

    #[test]
    fn patient_who_booked_a_moment_ago_is_not_reminded() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        let (visit, booked) = (at("2026-03-10T09:00:00Z"), at("2026-03-09T09:00:00Z"));
        assert_eq!(due_reminder(visit, booked, 0, at("2026-03-09T09:05:00Z")), None);
        assert_eq!(due_reminder(visit, booked, 0, at("2026-03-10T06:05:00Z")), Some(Reminder::ThreeHoursBefore));
    }
}
