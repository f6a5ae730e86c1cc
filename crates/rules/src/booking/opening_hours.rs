//! When the clinic is open: the weekly hours, and the days on which it is closed or has other hours.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::slot_time::SlotTime;

/// Minutes after midnight in the clinic's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenTimes {
    pub from: u16,
    pub until: u16,
}

/// Days on which the clinic is closed or has other hours, whatever the weekday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Closure {
    pub from: Date,
    /// The last day.
    pub until: Date,
    /// `25 December 2026`, or `24 December 2026 to 2 January 2027`
    pub days: String,
    /// May be empty for other hours.
    pub reason: String,
    /// `8:00 AM to 12:00 PM`, or `Closed`
    pub times: String,
    /// Empty when the clinic is closed all day.
    pub open: Vec<OpenTimes>,
}

/// How `Opening::hours_on` begins for a day within a closure.
const CLOSURE: &str = "closed: ";

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opening {
    /// From Monday to Sunday. A day may have a break.
    pub week: [Vec<OpenTimes>; 7],
    pub closures: Vec<Closure>,
}

impl Closure {
    #[must_use]
    pub fn new(from: Date, until: Date, reason: String) -> Self {
        let name = |date: Date| date.strftime("%-d %B %Y").to_string();
        let days = if from == until { name(from) } else { format!("{} to {}", name(from), name(until)) };
        Self { from, until, days, reason, times: describe_times(&[]), open: Vec::new() }
    }

    /// Days on which the clinic is open at these times only.
    #[must_use]
    pub fn with_hours(self, open: Vec<OpenTimes>) -> Self {
        Self { times: describe_times(&open), open, ..self }
    }

    /// Gives each day to one entry only, so that everybody who reads the list finds the same hours. A day in several entries has the
    /// one with the fewest days: a single day is the exception from a longer time. Closures alone stay as they are.
    #[must_use]
    pub fn without_overlaps(all: Vec<Self>) -> Vec<Self> {
        if all.iter().all(|it| it.open.is_empty()) {
            return all;
        }
        let day_after = |date: Date| date.tomorrow().unwrap_or(Date::MAX);
        let changes: BTreeSet<Date> = all.iter().flat_map(|it| [it.from, day_after(it.until)]).collect();
        let mut parts: Vec<(usize, Self)> = Vec::new();
        for (&from, &next) in changes.iter().zip(changes.iter().skip(1)) {
            let on_this_day = all.iter().enumerate().filter(|(_, it)| it.is_on(from));
            let Some((index, entry)) = on_this_day.min_by_key(|(_, it)| it.until.duration_since(it.from)) else {
                continue;
            };
            let until = next.yesterday().unwrap_or(from);
            let from = match parts.last() {
                Some((last, part)) if *last == index && day_after(part.until) == from => {
                    parts.pop().map_or(from, |(_, part)| part.from)
                }
                _ => from,
            };
            parts.push((index, Self::new(from, until, entry.reason.clone()).with_hours(entry.open.clone())));
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    fn is_on(&self, date: Date) -> bool {
        (self.from..=self.until).contains(&date)
    }
}

impl Opening {
    /// Empty when the clinic is closed on that day.
    #[must_use]
    pub fn on(&self, date: Date) -> &[OpenTimes] {
        if let Some(entry) = self.entry_on(date) {
            return &entry.open;
        }
        &self.week[weekday(date)]
    }

    /// Whether the clinic is open during a whole visit.
    #[must_use]
    pub fn covers(&self, slot: SlotTime, minutes: u16) -> bool {
        covers(self.on(slot.date), slot.minute, minutes)
    }

    /// The hours of a day as a text, to see later whether they are still the same.
    #[must_use]
    pub fn hours_on(&self, date: Date) -> String {
        if let Some(closure) = self.closure_on(date) {
            return format!("{CLOSURE}{}", closure.reason);
        }
        let hours = self.on(date).iter().map(|times| format!("{}-{}", times.from, times.until));
        hours.collect::<Vec<_>>().join(" ")
    }

    /// What `hours_on` would say of a closure whose reason is not known any more.
    pub const UNKNOWN_CLOSURE: &str = CLOSURE;

    /// Whether a text of `hours_on` is about a closure, not about the weekly hours.
    #[must_use]
    pub fn is_closure(hours: &str) -> bool {
        hours.starts_with(CLOSURE)
    }

    /// Why the clinic is closed all day.
    #[must_use]
    pub fn closure_on(&self, date: Date) -> Option<&Closure> {
        self.entry_on(date).filter(|entry| entry.open.is_empty())
    }

    /// Why the day has other hours than its weekday: it is closed, or open at other times.
    #[must_use]
    pub fn entry_on(&self, date: Date) -> Option<&Closure> {
        self.closures.iter().find(|entry| entry.is_on(date))
    }
}

/// From Monday.
pub(super) fn weekday(date: Date) -> usize {
    usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or_default()
}

/// Whether one of the times has room for a whole visit.
pub(super) fn covers(open: &[OpenTimes], minute: u16, minutes: u16) -> bool {
    open.iter().any(|times| times.from <= minute && minute + minutes <= times.until)
}

/// `8:00 AM to 12:00 PM and 2:00 PM to 6:00 PM`, or `Closed`
#[must_use]
pub fn describe_times(open: &[OpenTimes]) -> String {
    if open.is_empty() {
        return "Closed".to_owned();
    }
    let times = |times: &OpenTimes| format!("{} to {}", twelve_hour(times.from), twelve_hour(times.until));
    open.iter().map(times).collect::<Vec<_>>().join(" and ")
}

fn twelve_hour(minutes: u16) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60);
    let suffix = if hour < 12 { "AM" } else { "PM" };
    format!("{}:{minute:02} {suffix}", (hour + 11) % 12 + 1)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn closure_overrides_the_weekly_hours() {
        let monday = vec![OpenTimes { from: 480, until: 720 }, OpenTimes { from: 780, until: 1080 }];
        let opening = Opening {
            week: [monday.clone(), vec![], vec![], vec![], vec![], vec![], vec![]],
            closures: vec![Closure::new(date(2026, 12, 24), date(2027, 1, 2), "Christmas".to_owned())],
        };
        assert_eq!(opening.on(date(2026, 12, 21)), monday);
        assert_eq!(opening.on(date(2026, 12, 22)), []);
        assert_eq!(opening.on(date(2026, 12, 28)), [], "a Monday within the closure");
        assert_eq!(opening.on(date(2027, 1, 4)), monday);
        assert_eq!(opening.closures[0].days, "24 December 2026 to 2 January 2027");
    }

    #[test]
    fn other_hours_replace_those_of_the_weekday() {
        let monday = vec![OpenTimes { from: 480, until: 1080 }];
        let morning = vec![OpenTimes { from: 480, until: 720 }];
        let short = date(2026, 12, 21);
        let opening = Opening {
            week: [monday.clone(), vec![], vec![], vec![], vec![], vec![], vec![]],
            closures: vec![Closure::new(short, short, String::new()).with_hours(morning.clone())],
        };
        assert_eq!(opening.on(short), morning);
        assert_eq!(opening.hours_on(short), "480-720");
        assert_eq!(opening.closure_on(short), None);
        assert_eq!(opening.on(date(2026, 12, 14)), monday);
        assert!(opening.covers(SlotTime { date: short, minute: 675 }, 45));
        assert!(!opening.covers(SlotTime { date: short, minute: 690 }, 45), "it ends after closing time");
    }

    #[test]
    fn day_in_several_entries_has_the_one_with_the_fewest_days() {
        let morning = || vec![OpenTimes { from: 480, until: 720 }];
        let closed = |from, until, reason: &str| Closure::new(from, until, reason.to_owned());
        let shown = |all: Vec<Closure>| {
            let row = |it: &Closure| format!("{}: {}: {}", it.days, it.times, it.reason);
            Closure::without_overlaps(all).iter().map(row).collect::<Vec<_>>()
        };
        let (first, last, middle) = (date(2026, 12, 24), date(2027, 1, 2), date(2026, 12, 28));
        let open_day = || closed(middle, middle, "").with_hours(morning());
        assert_eq!(
            shown(vec![closed(first, last, "Christmas"), open_day()]),
            [
                "24 December 2026 to 27 December 2026: Closed: Christmas",
                "28 December 2026: 8:00 AM to 12:00 PM: ",
                "29 December 2026 to 2 January 2027: Closed: Christmas",
            ],
            "open within a closure"
        );
        assert_eq!(
            shown(vec![closed(first, last, "Short days").with_hours(morning()), closed(last, last, "New Year")]),
            ["24 December 2026 to 1 January 2027: 8:00 AM to 12:00 PM: Short days", "2 January 2027: Closed: New Year"],
            "closed within days with other hours"
        );
        let closures = vec![closed(first, last, "Christmas"), closed(middle, middle, "Moving")];
        assert_eq!(Closure::without_overlaps(closures.clone()), closures, "closures alone stay as they are");
        let apart = vec![closed(first, first, "Christmas"), closed(last, last, "New Year"), open_day()];
        assert_eq!(shown(apart).len(), 3, "entries that share a border or nothing are not joined");
    }

    #[test]
    fn noon_and_midnight_use_the_twelve_hour_clock() {
        assert_eq!((twelve_hour(0).as_str(), twelve_hour(12 * 60 + 5).as_str()), ("12:00 AM", "12:05 PM"));
    }
}
