//! Visits that follow each other, such as every 4 weeks, 3 times: how many there may be, and what speaks against a time that staff
//! choose for one of them.

use std::collections::HashSet;
use std::time::Duration;

use jiff::civil::Date;

use super::settings::{Confirm, Service, Settings};
use super::slot_time::SlotTime;
use super::slots::Occupied;

/// A year's course of treatment has at most one visit in a month.
pub const MAX_SERIES_VISITS: usize = 12;
/// Half a year. Whoever is to come later agrees to be asked to come back.
pub const MAX_SERIES_WEEKS: u16 = 26;
/// Staff plan two years ahead.
const DAYS_AHEAD_OF_STAFF: u16 = 2 * 366;

/// The place of a visit in its series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesPlace {
    /// The same for all visits of the series.
    pub id: String,
    /// From 1.
    pub number: u16,
    /// How many visits were planned together.
    pub visits: u16,
    pub weeks: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeriesError {
    #[error("Please choose between 1 and {MAX_SERIES_WEEKS} weeks from one visit to the next.")]
    Weeks,
    #[error("Please choose between 2 and {MAX_SERIES_VISITS} visits, with the first one.")]
    Visits,
    #[error("Two of the visits are on the same day. Please choose another day for one of them, or leave it out.")]
    SameDay,
}

/// Checks the number of weeks and the times of all visits of a series, with one that is stored already.
///
/// # Errors
/// When there are too many or too few, or two are on one day.
pub fn check_series(weeks: u16, slots: &[SlotTime]) -> Result<(), SeriesError> {
    if !(1..=MAX_SERIES_WEEKS).contains(&weeks) {
        return Err(SeriesError::Weeks);
    }
    if !(1..=MAX_SERIES_VISITS).contains(&slots.len()) {
        return Err(SeriesError::Visits);
    }
    let days: HashSet<Date> = slots.iter().map(|slot| slot.date).collect();
    if days.len() < slots.len() { Err(SeriesError::SameDay) } else { Ok(()) }
}

/// What speaks against a time. A visit outside the hours of an open day is possible when staff insist on it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimeProblem {
    #[error("The clinic is closed on this day: {reason}.")]
    Closure { reason: String },
    #[error("The clinic is closed on this day of the week.")]
    ClosedDay,
    #[error("This is outside of the opening hours.")]
    OutsideHours,
    #[error("No chair takes visits of this service at this time.")]
    NoChair,
    #[error("This time is blocked: {reason}.")]
    Blocked { reason: String },
    #[error("This time is taken.")]
    Taken,
}

impl TimeProblem {
    /// What the hours of the clinic say about a time.
    #[must_use]
    pub fn of_hours(settings: &Settings, slot: SlotTime, minutes: u16) -> Option<Self> {
        let opening = &settings.opening;
        if let Some(closure) = opening.closure_on(slot.date) {
            return Some(Self::Closure { reason: closure.reason.trim_end_matches('.').to_owned() });
        }
        if opening.on(slot.date).is_empty() {
            return Some(Self::ClosedDay);
        }
        (!opening.covers(slot, minutes)).then_some(Self::OutsideHours)
    }

    /// What the chairs and the other visits in them say about a time. `blocked` are the chairs with a blocked time then, each with its
    /// reason.
    #[must_use]
    pub fn of_chairs(
        settings: &Settings,
        service: &Service,
        slot: SlotTime,
        occupied: &Occupied,
        blocked: &[(u16, String)],
    ) -> Option<Self> {
        let chairs = settings.chairs_for(&service.slug, slot, service.minutes);
        if chairs.is_empty() {
            return Some(Self::NoChair);
        }
        if !occupied.free_chairs(settings, service, slot).is_empty() {
            return None;
        }
        let all_blocked = chairs.iter().all(|chair| blocked.iter().any(|(other, _)| other == chair));
        Some(match blocked.first().filter(|_| all_blocked) {
            Some((_, reason)) => Self::Blocked { reason: reason.trim_end_matches('.').to_owned() },
            None => Self::Taken,
        })
    }
}

impl Settings {
    /// The same, with the times that staff may choose: soon, and up to two years ahead.
    #[must_use]
    pub fn for_staff(&self) -> Self {
        let minimum_notice = Duration::ZERO;
        Self { confirm: Confirm::AtOnce, minimum_notice, days_ahead: DAYS_AHEAD_OF_STAFF, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::opening_hours::{Closure, Opening};
    use super::super::slots::free_days;
    use super::super::tick::ticks;
    use super::*;

    fn settings() -> Settings {
        let notice = Duration::from_hours(3);
        let closures = vec![Closure::new(date(2026, 4, 6), date(2026, 4, 6), "Easter Monday.".to_owned())];
        let sample = Settings::sample(vec![Service::sample("injections", 30, 0)], 5, &[(8 * 60, 12 * 60)]);
        let opening = Opening { closures, ..sample.opening };
        Settings { minimum_notice: notice, change_notice: notice, days_ahead: 30, opening, ..sample }
    }

    fn slot(date: &str, time: &str) -> SlotTime {
        SlotTime::parse(date, time).expect("a time")
    }

    #[test]
    fn series_has_limits() {
        let slots = |visits: i8| -> Vec<SlotTime> {
            (1..=visits).map(|day| SlotTime { date: date(2026, 3, day), minute: 540 }).collect()
        };
        assert_eq!(check_series(4, &slots(3)), Ok(()));
        assert_eq!(check_series(26, &slots(12)), Ok(()));
        assert_eq!(check_series(0, &slots(3)), Err(SeriesError::Weeks));
        assert_eq!(check_series(27, &slots(3)), Err(SeriesError::Weeks));
        assert_eq!(check_series(4, &slots(13)), Err(SeriesError::Visits));
        assert_eq!(check_series(4, &[]), Err(SeriesError::Visits));
        let twice = [slot("2026-03-02", "09:00"), slot("2026-03-02", "10:00")];
        assert_eq!(check_series(1, &twice), Err(SeriesError::SameDay));
    }

    #[test]
    fn closed_days_and_hours_are_told_apart() {
        let settings = settings();
        let problem = |date, time| TimeProblem::of_hours(&settings, slot(date, time), 30);
        assert_eq!(problem("2026-03-09", "09:00"), None);
        assert_eq!(problem("2026-03-09", "11:45"), Some(TimeProblem::OutsideHours));
        assert_eq!(problem("2026-03-08", "09:00"), Some(TimeProblem::ClosedDay));
        let easter = problem("2026-04-06", "09:00").expect("a problem");
        assert_eq!(easter.to_string(), "The clinic is closed on this day: Easter Monday.");
    }

    #[test]
    fn time_is_blocked_when_every_chair_is_and_taken_otherwise() {
        let (settings, slot) = (settings(), slot("2026-03-09", "09:00"));
        let start = slot.timestamp().expect("a time");
        let service = &settings.services[0];
        let mut occupied = Occupied::default();
        let block = |chair: u16| (chair, "Staff meeting".to_owned());
        let problem = |occupied: &Occupied, blocked: &[(u16, String)]| {
            TimeProblem::of_chairs(&settings, service, slot, occupied, blocked)
        };
        occupied.ticks.extend(ticks(start, 30).map(|tick| (1, tick)));
        assert_eq!(problem(&occupied, &[block(1)]), None, "the other chair is free");
        occupied.ticks.extend(ticks(start, 30).map(|tick| (2, tick)));
        assert_eq!(problem(&occupied, &[block(1)]), Some(TimeProblem::Taken), "by a visit");
        let all = problem(&occupied, &[block(1), block(2)]).expect("a problem");
        assert_eq!(all.to_string(), "This time is blocked: Staff meeting.");
    }

    #[test]
    fn time_at_which_no_chair_takes_the_service_is_no_free_time() {
        let (mut settings, slot) = (settings(), slot("2026-03-09", "09:00"));
        let problem = |settings: &Settings| {
            TimeProblem::of_chairs(settings, &settings.services[0], slot, &Occupied::default(), &[])
        };
        settings.chairs[0].services = Some(vec!["frames".to_owned()]);
        assert_eq!(problem(&settings), None, "the other chair takes it");
        settings.chairs[1].week[0] = Some(Vec::new());
        assert_eq!(problem(&settings), Some(TimeProblem::NoChair));
    }

    #[test]
    fn staff_are_offered_times_that_patients_cannot_book_yet() {
        let (settings, now) = (settings(), slot("2026-03-02", "09:05").timestamp().expect("a time"));
        let far = date(2026, 9, 14);
        let free = |settings: &Settings| {
            free_days(settings, &settings.services[0], far, 1, &Occupied::default(), now)[0].slots.len()
        };
        assert_eq!((free(&settings), free(&settings.for_staff())), (0, 8));
    }
}
