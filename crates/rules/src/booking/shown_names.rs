//! On which days the desk's lists show the names of patients: those of yesterday, today and tomorrow, so that the reception
//! knows the person in front of it. Other days are opened one by one.

use jiff::Timestamp;

use crate::clinic_time::day_number;

/// Whether the name of a patient is shown in a list, by the beginning of the visit.
#[must_use]
pub fn shows_name(starts_at: Timestamp, now: Timestamp) -> bool {
    (day_number(starts_at) - day_number(now)).abs() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_yesterday_today_and_tomorrow_are_shown_by_the_clinic_calendar() {
        // One minute before midnight at the clinic.
        let now: Timestamp = "2026-03-02T22:59:00Z".parse().expect("a time");
        for (starts_at, shown) in [
            ("2026-02-28T22:59:00Z", false),
            ("2026-02-28T23:00:00Z", true),
            ("2026-03-02T08:00:00Z", true),
            ("2026-03-03T22:59:00Z", true),
            ("2026-03-03T23:00:00Z", false),
        ] {
            assert_eq!(shows_name(starts_at.parse().expect("a time"), now), shown, "{starts_at}");
        }
    }
}
