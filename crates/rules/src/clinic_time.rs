//! Dates and times in the clinic's time zone (Africa/Lagos), independent of the server's own.
//!
//! Nigeria is at UTC+1 all year, so a fixed offset is enough and no time zone database is needed.

use jiff::civil::{Date, DateTime};
use jiff::{Timestamp, tz};

pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;
pub const OFFSET_MS: i64 = 60 * 60 * 1000;

#[must_use]
pub fn zone() -> tz::TimeZone {
    tz::TimeZone::fixed(tz::offset(1))
}

/// What the clinic's calendar and clock show.
#[must_use]
pub fn civil(at: Timestamp) -> DateTime {
    at.to_zoned(zone()).datetime()
}

/// Days since 1 January 1970, counted in clinic time.
#[must_use]
pub fn day_number(at: Timestamp) -> i64 {
    (at.as_millisecond() + OFFSET_MS).div_euclid(DAY_MS)
}

#[must_use]
pub fn day_number_of_date(date: Date) -> i64 {
    date.at(0, 0, 0, 0).to_zoned(zone()).map_or(i64::MIN / DAY_MS, |midnight| day_number(midnight.timestamp()))
}

#[must_use]
pub fn date_of_day_number(day: i64) -> Date {
    day.checked_mul(DAY_MS)
        .and_then(|milliseconds| Timestamp::from_millisecond(milliseconds).ok())
        .map_or(Date::MIN, |midnight| tz::TimeZone::UTC.to_datetime(midnight).date())
}

/// `2 March 2026 at 9:05 AM`
#[must_use]
pub fn format_date_time(at: Timestamp) -> String {
    at.to_zoned(zone()).strftime("%-d %B %Y at %-I:%M %p").to_string()
}

/// `2 March 2026 at 9:05 AM Nigerian time`, for readers whose own clock may have another zone.
#[must_use]
pub fn format_with_zone(at: Timestamp) -> String {
    format_date_time(at) + " Nigerian time"
}

/// `2 March 2026`
#[must_use]
pub fn format_date(at: Timestamp) -> String {
    at.to_zoned(zone()).strftime("%-d %B %Y").to_string()
}

/// `Monday 2 March 2026 at 9:05 AM`
#[must_use]
pub fn format_long_date_time(at: Timestamp) -> String {
    at.to_zoned(zone()).strftime("%A %-d %B %Y at %-I:%M %p").to_string()
}

/// `9:05 AM`
#[must_use]
pub fn format_time(at: Timestamp) -> String {
    at.to_zoned(zone()).strftime("%-I:%M %p").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a timestamp")
    }

    #[test]
    fn days_begin_at_midnight_in_lagos() {
        let last = day_number(at("2026-03-01T22:59:59Z"));
        assert_eq!(date_of_day_number(last).to_string(), "2026-03-01");
        assert_eq!(date_of_day_number(day_number(at("2026-03-01T23:00:00Z"))).to_string(), "2026-03-02");
    }

    #[test]
    fn times_are_formatted_in_clinic_time_with_am_and_pm() {
        assert_eq!(format_date_time(at("2026-03-02T08:05:00Z")), "2 March 2026 at 9:05 AM");
        assert_eq!(format_date_time(at("2026-03-02T11:00:00Z")), "2 March 2026 at 12:00 PM");
        assert_eq!(format_date_time(at("2026-03-02T23:05:00Z")), "3 March 2026 at 12:05 AM");
        assert_eq!(format_date(at("2026-03-02T22:59:59Z")), "2 March 2026");
        assert_eq!(format_long_date_time(at("2026-03-02T08:05:00Z")), "Monday 2 March 2026 at 9:05 AM");
        assert_eq!(format_time(at("2026-03-02T11:00:00Z")), "12:00 PM");
    }

    proptest! {
        #[test]
        fn date_and_day_number_convert_both_ways(day in -100_000i64..100_000) {
            prop_assert_eq!(day_number_of_date(date_of_day_number(day)), day);
        }
    }
}
