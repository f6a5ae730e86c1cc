//! On which days the desk's lists show the names of patients: those of yesterday, today and tomorrow, so that the reception
//! knows the person in front of it. Other days are opened one by one.

use jiff::Timestamp;

use crate::clinic_time::day_number;

/// Whether the name of a patient is shown in a list, by the beginning of the visit.
#[must_use]
pub fn shows_name(starts_at: Timestamp, now: Timestamp) -> bool {
    (day_number(starts_at) - day_number(now)).abs() <= 1
}

/// Whether the lists show a name that they do not show now, or show it sooner, when the visit is moved. An earlier day is enough:
/// whoever waits until midnight sees the names of the day after tomorrow.
#[must_use]
pub fn shows_name_sooner(from: Timestamp, to: Timestamp, now: Timestamp) -> bool {
    let is_over = day_number(from) < day_number(now);
    !shows_name(from, now) && (is_over || day_number(to) < day_number(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_shown_sooner_on_an_earlier_day_or_when_the_visit_was_over() {
        let at = |text: &str| -> Timestamp { text.parse().expect("a time") };
        let now = at("2026-03-02T22:59:00Z");
        let day = |day: &str| at(&format!("{day}T08:00:00Z"));
        for (from, to, sooner) in [
            ("2026-04-06", "2026-03-02", true),
            ("2026-04-06", "2026-03-04", true),
            ("2026-04-06", "2026-04-05", true),
            ("2026-04-06", "2026-04-06", false),
            ("2026-04-06", "2026-04-07", false),
            ("2026-03-03", "2026-03-02", false),
            ("2026-03-02", "2026-04-06", false),
            ("2026-02-27", "2026-03-04", true),
        ] {
            assert_eq!(shows_name_sooner(day(from), day(to), now), sooner, "{from} {to}");
        }
    }

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
