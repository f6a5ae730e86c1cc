//! Until when staff can answer a request. After that it expires, and the patient is told.

use std::time::Duration;

use jiff::{Span, Timestamp};

use super::settings::Settings;
use super::slot_time::SlotTime;

const TIME_TO_ANSWER: Duration = Duration::from_hours(24);
/// The patient is told this long before the visit at the latest, so that nobody sets out for a time that is not confirmed.
const BEFORE_VISIT: Duration = Duration::from_hours(1);
/// A clinic that is closed for longer answers nobody in time.
const MAX_CLOSED_DAYS: usize = 60;

/// 24 hours after the request, or an hour before the visit. Days on which the clinic is closed do not count: nobody is there to
/// answer. For a visit that begins very soon, staff have half of the time until it.
#[must_use]
pub fn answer_deadline(settings: &Settings, asked_at: Timestamp, starts_at: Timestamp) -> Timestamp {
    first_deadline(settings, asked_at).min(before_visit(asked_at, starts_at))
}

/// The last moment at which the patient can still be told in time.
#[must_use]
pub fn before_visit(asked_at: Timestamp, starts_at: Timestamp) -> Timestamp {
    let left = Duration::try_from(starts_at.duration_since(asked_at)).unwrap_or_default();
    starts_at - BEFORE_VISIT.min(left / 2)
}

/// Whether the clinic is open between the request and the last moment to answer it. Otherwise the request would hold its time
/// all night and expire before anybody sees it.
pub fn can_answer(settings: &Settings, asked_at: Timestamp, starts_at: Timestamp) -> bool {
    let (asked, last) = (SlotTime::of(asked_at), SlotTime::of(before_visit(asked_at, starts_at)));
    let days = std::iter::successors(Some(asked.date), |date| date.tomorrow().ok());
    days.take_while(|date| *date <= last.date).any(|date| {
        let (from, until) =
            (if date == asked.date { asked.minute } else { 0 }, if date == last.date { last.minute } else { u16::MAX });
        settings.opening.on(date).iter().any(|open| open.from.max(from) < open.until.min(until))
    })
}

/// 24 hours after the request, without the days on which the clinic is closed.
#[must_use]
pub fn first_deadline(settings: &Settings, asked_at: Timestamp) -> Timestamp {
    later_on_open_days(settings, asked_at, TIME_TO_ANSWER)
}

/// So much later, not counting the days on which the clinic is closed: nobody is there to answer or to call.
#[must_use]
pub fn later_on_open_days(settings: &Settings, from: Timestamp, time: Duration) -> Timestamp {
    let (mut at, mut left) = (from, time);
    for _ in 0..MAX_CLOSED_DAYS {
        let date = SlotTime::of(at).date;
        let tomorrow = date.checked_add(Span::new().days(1)).ok().map(|date| SlotTime { date, minute: 0 });
        let Some(midnight) = tomorrow.and_then(SlotTime::timestamp) else { break };
        if !settings.is_closed_on(date) {
            let rest = Duration::try_from(midnight.duration_since(at)).unwrap_or_default();
            if rest >= left {
                break;
            }
            left -= rest;
        }
        at = midnight;
    }
    at + left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn settings() -> Settings {
        Settings::sample(vec![super::super::settings::Service::sample("exam", 45, 15)], 6, &[(480, 1080)])
    }

    fn deadline(asked_at: &str, starts_at: &str) -> String {
        answer_deadline(&settings(), at(asked_at), at(starts_at)).to_string()
    }

    #[test]
    fn request_is_answered_only_while_the_clinic_is_open_before_its_last_moment() {
        let can = |asked_at: &str, starts_at: &str| can_answer(&settings(), at(asked_at), at(starts_at));
        // 7 PM at the clinic, which opens at 8 AM.
        assert!(!can("2026-03-02T18:00:00Z", "2026-03-03T07:00:00Z"), "the first visit of the next day");
        assert!(!can("2026-03-02T18:00:00Z", "2026-03-03T08:00:00Z"), "at the moment of opening it is too late");
        assert!(can("2026-03-02T18:00:00Z", "2026-03-03T08:30:00Z"));
        assert!(can("2026-03-02T16:30:00Z", "2026-03-03T07:00:00Z"), "asked before the clinic closed");
        assert!(!can("2026-03-08T10:00:00Z", "2026-03-09T07:00:00Z"), "on a Sunday, for Monday's first hour");
        assert!(can("2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z"), "within the opening hours");
    }

    #[test]
    fn request_expires_after_24_hours_in_which_days_when_the_clinic_is_closed_do_not_count() {
        assert_eq!(deadline("2026-03-02T09:00:00Z", "2026-03-20T09:00:00Z"), "2026-03-03T09:00:00Z");
        // Saturday, 5 PM at the clinic, and the Sunday is closed.
        assert_eq!(deadline("2026-03-07T16:00:00Z", "2026-03-20T09:00:00Z"), "2026-03-09T16:00:00Z");
    }

    #[test]
    fn request_expires_before_the_visit() {
        assert_eq!(deadline("2026-03-02T09:00:00Z", "2026-03-02T15:00:00Z"), "2026-03-02T14:00:00Z");
        assert_eq!(
            deadline("2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z"),
            "2026-03-02T09:30:00Z",
            "half of the time"
        );
        assert_eq!(deadline("2026-03-02T09:00:00Z", "2026-03-02T08:00:00Z"), "2026-03-02T08:00:00Z", "in the past");
    }

    #[test]
    fn clinic_that_never_opens_does_not_keep_a_request_for_ever() {
        let settings = Settings { services: vec![], ..Settings::when_off() };
        let (asked_at, far) = (at("2026-03-02T09:00:00Z"), at("2029-03-02T09:00:00Z"));
        assert_eq!(answer_deadline(&settings, asked_at, far).to_string(), "2026-03-03T09:00:00Z", "booking is off");
    }
}
