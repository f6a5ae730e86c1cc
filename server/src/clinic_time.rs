//! The clinic's own calendar: its days begin and end in Lagos, wherever the server stands. Nigeria keeps UTC+1 all year.

use jiff::civil::Date;
use jiff::{Timestamp, tz};

pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;
pub(crate) const OFFSET_MS: i64 = 60 * 60 * 1000;

#[must_use]
pub fn zone() -> tz::TimeZone {
    tz::TimeZone::fixed(tz::offset(1))
}

/// The day, counted from 1 January 1970.
#[must_use]
pub fn day_number(at: Timestamp) -> i64 {
    (at.as_millisecond() + OFFSET_MS).div_euclid(DAY_MS)
}

#[must_use]
pub fn date_of(day: i64) -> Date {
    day.checked_mul(DAY_MS)
        .and_then(|milliseconds| Timestamp::from_millisecond(milliseconds).ok())
        .map_or(Date::MIN, |midnight| tz::TimeZone::UTC.to_datetime(midnight).date())
}

#[must_use]
pub fn day_of(date: Date) -> i64 {
    date.at(0, 0, 0, 0).to_zoned(zone()).map_or(i64::MIN / DAY_MS, |midnight| day_number(midnight.timestamp()))
}

/// `2 March 2026 at 09:05`
#[must_use]
pub fn spoken(at: Timestamp) -> String {
    at.to_zoned(zone()).strftime("%-d %B %Y at %H:%M").to_string()
}

/// `2 March 2026`
#[must_use]
pub fn spoken_day(at: Timestamp) -> String {
    at.to_zoned(zone()).strftime("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn a_day_begins_at_midnight_in_lagos() {
        let last = day_number(at("2026-03-01T22:59:59Z"));
        assert_eq!(date_of(last).to_string(), "2026-03-01");
        assert_eq!(date_of(day_number(at("2026-03-01T23:00:00Z"))).to_string(), "2026-03-02");
    }

    #[test]
    fn a_moment_is_told_as_the_clinics_clock_shows_it() {
        assert_eq!(spoken(at("2026-03-02T23:05:00Z")), "3 March 2026 at 00:05");
        assert_eq!(spoken_day(at("2026-03-02T22:59:59Z")), "2 March 2026");
    }

    proptest! {
        #[test]
        fn a_date_and_its_number_are_the_same_day(day in -100_000i64..100_000) {
            prop_assert_eq!(day_of(date_of(day)), day);
        }
    }
}
