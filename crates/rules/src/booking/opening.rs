//! When the clinic is open: the weekly hours, and the days on which it is closed.

use jiff::civil::Date;
use serde::Serialize;
use ts_rs::TS;

use super::slot_time::SlotTime;

/// Minutes after midnight in the clinic's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
pub struct OpenTimes {
    pub from: u16,
    pub until: u16,
}

/// Days on which the clinic is closed, whatever the weekday.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Closure {
    #[ts(type = "string")]
    pub from: Date,
    /// The last day.
    #[ts(type = "string")]
    pub until: Date,
    /// `25 December 2026`, or `24 December 2026 to 2 January 2027`
    pub days: String,
    pub reason: String,
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
        Self { from, until, days, reason }
    }
}

impl Opening {
    /// Empty when the clinic is closed on that day.
    #[must_use]
    pub fn on(&self, date: Date) -> &[OpenTimes] {
        if self.closure_on(date).is_some() {
            return &[];
        }
        let weekday = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or_default();
        &self.week[weekday]
    }

    /// Whether the clinic is open during a whole visit.
    #[must_use]
    pub fn covers(&self, slot: SlotTime, minutes: u16) -> bool {
        self.on(slot.date).iter().any(|times| times.from <= slot.minute && slot.minute + minutes <= times.until)
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

    /// Whether a text of `hours_on` is about a closure, not about the weekly hours.
    #[must_use]
    pub fn is_closure(hours: &str) -> bool {
        hours.starts_with(CLOSURE)
    }

    #[must_use]
    pub fn closure_on(&self, date: Date) -> Option<&Closure> {
        self.closures.iter().find(|closure| (closure.from..=closure.until).contains(&date))
    }
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
}
