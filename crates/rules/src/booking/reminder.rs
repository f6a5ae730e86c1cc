//! When a patient is reminded of a visit, and until when a reminder may still be sent.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::clinic_time;

const TWO_DAYS: Duration = Duration::from_hours(48);
/// Later than this, a first reminder that could not be sent is not sent any more: staff have a day left to call.
const ONE_DAY: Duration = Duration::from_hours(24);
const THREE_HOURS: Duration = Duration::from_hours(3);
/// A time further in the future than this was written while the clock was wrong.
const WRONG_CLOCK: Duration = Duration::from_hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reminder {
    TwoDaysBefore,
    /// The first reminder, when it was delayed until the day before the visit.
    DayBefore,
    ThreeHoursBefore,
}

impl Reminder {
    /// The first reminder is 1, the second 2. An appointment remembers the last one that was queued.
    #[must_use]
    pub fn number(self) -> i64 {
        match self {
            Self::TwoDaysBefore | Self::DayBefore => 1,
            Self::ThreeHoursBefore => 2,
        }
    }

    /// The reminder in the words that are true at this time. `None` when it is too late for it, or much too early, after the
    /// clock was set back.
    #[must_use]
    pub fn at(self, starts_at: Timestamp, now: Timestamp) -> Option<Self> {
        let (first, last) = match self {
            Self::TwoDaysBefore | Self::DayBefore => (starts_at - TWO_DAYS, starts_at - ONE_DAY),
            Self::ThreeHoursBefore => (starts_at - THREE_HOURS, starts_at),
        };
        if now < first - WRONG_CLOCK || now >= last {
            return None;
        }
        let days_left = clinic_time::day_number(starts_at) - clinic_time::day_number(now);
        Some(match self {
            Self::TwoDaysBefore | Self::DayBefore if days_left == 1 => Self::DayBefore,
            reminder => reminder,
        })
    }
}

/// The reminder to queue now. `last` is the number of the last one, 0 for none. A patient who has been told about the visit
/// since the reminder was due (`told_at`: booked, moved, confirmed) is not told again.
#[must_use]
pub fn due_reminder(starts_at: Timestamp, told_at: Timestamp, last: i64, now: Timestamp) -> Option<Reminder> {
    let is_due = |reminder: &Reminder, before: Duration| {
        last < reminder.number()
            && now >= starts_at - before
            && reminder.at(starts_at, now).is_some()
            && is_told_before(told_at, starts_at - before, now)
    };
    let second = Some(Reminder::ThreeHoursBefore).filter(|it| is_due(it, THREE_HOURS));
    second.or_else(|| Some(Reminder::TwoDaysBefore).filter(|it| is_due(it, TWO_DAYS)))
}

/// Whether the patient was last told before a time. A time in the future says nothing: the clock was ahead then.
fn is_told_before(told_at: Timestamp, time: Timestamp, now: Timestamp) -> bool {
    told_at < time || told_at > now + WRONG_CLOCK
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn reminders_are_due_two_days_and_three_hours_before() {
        let (visit, booked) = (at("2026-03-10T09:00:00Z"), at("2026-03-01T09:00:00Z"));
        let due = |last, now: &str| due_reminder(visit, booked, last, at(now));
        assert_eq!(due(0, "2026-03-08T08:59:59Z"), None);
        assert_eq!(due(0, "2026-03-08T09:00:00Z"), Some(Reminder::TwoDaysBefore));
        assert_eq!(due(1, "2026-03-08T09:01:00Z"), None);
        assert_eq!(due(0, "2026-03-09T09:00:00Z"), None, "staff call from now on");
        assert_eq!(due(1, "2026-03-10T06:00:00Z"), Some(Reminder::ThreeHoursBefore));
        assert_eq!(due(0, "2026-03-10T06:00:00Z"), Some(Reminder::ThreeHoursBefore), "the first one was missed");
        assert_eq!(due(2, "2026-03-10T08:00:00Z"), None);
        assert_eq!(due(0, "2026-03-10T09:00:00Z"), None, "the visit has begun");
    }

    #[test]
    fn patient_who_booked_a_moment_ago_is_not_reminded() {
        let (visit, booked) = (at("2026-03-10T09:00:00Z"), at("2026-03-08T15:00:00Z"));
        assert_eq!(due_reminder(visit, booked, 0, at("2026-03-08T15:05:00Z")), None);
        assert_eq!(due_reminder(visit, booked, 0, at("2026-03-10T06:05:00Z")), Some(Reminder::ThreeHoursBefore));
    }

    #[test]
    fn patient_who_was_told_while_the_clock_was_ahead_is_reminded() {
        let (visit, told) = (at("2026-03-10T09:00:00Z"), at("2026-06-01T09:00:00Z"));
        assert_eq!(due_reminder(visit, told, 0, at("2026-03-08T10:00:00Z")), Some(Reminder::TwoDaysBefore));
    }

    #[test]
    fn reminder_says_what_is_true_when_it_is_sent_and_is_not_sent_too_late() {
        let visit = at("2026-03-10T09:00:00Z");
        let sent = |reminder: Reminder, now: &str| reminder.at(visit, at(now));
        let first = Reminder::TwoDaysBefore;
        assert_eq!(sent(first, "2026-03-08T22:59:59Z"), Some(Reminder::TwoDaysBefore));
        assert_eq!(sent(first, "2026-03-08T23:00:00Z"), Some(Reminder::DayBefore), "midnight at the clinic");
        assert_eq!(sent(first, "2026-03-09T08:59:59Z"), Some(Reminder::DayBefore));
        assert_eq!(sent(first, "2026-03-09T09:00:00Z"), None);
        assert_eq!(sent(first, "2026-03-10T06:00:00Z"), None, "three hours before");
        assert_eq!(sent(Reminder::ThreeHoursBefore, "2026-03-10T08:59:59Z"), Some(Reminder::ThreeHoursBefore));
        assert_eq!(sent(Reminder::ThreeHoursBefore, "2026-03-10T09:00:00Z"), None, "the visit has begun");
    }
}
