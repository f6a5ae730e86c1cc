//! Reads the opening hours of each weekday and groups consecutive days with equal hours.

use crate::model::{Hours, OpenTimes};
use crate::toml::fields::Fields;
use clinic_rules::booking::{ChairWeek, describe_times};

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

type Week = [Vec<OpenTimes>; 7];

/// The keys are `monday` to `sunday`, the values `"08:00-18:00"`, `"08:00-12:00, 13:00-18:00"` or `"closed"`.
/// Returns the hours as they are shown, and those of each weekday.
pub fn read(mut fields: Fields<'_>) -> (Vec<Hours>, Week) {
    let week = DAYS.map(|day| {
        let (line, text) = fields.text_at(&day.to_lowercase());
        open_or_closed(&fields, line, &text)
    });
    fields.finish();
    (group_equal_days(&week), week)
}

/// The hours of a chair. A day that is left out has those of the clinic.
pub fn read_own(mut fields: Fields<'_>) -> ChairWeek {
    let week = DAYS.map(|day| {
        let (line, text) = fields.optional_text(&day.to_lowercase())?;
        Some(open_or_closed(&fields, line, &text))
    });
    fields.finish();
    week
}

fn open_or_closed(fields: &Fields<'_>, line: usize, text: &str) -> Vec<OpenTimes> {
    if text.is_empty() || text.eq_ignore_ascii_case("closed") {
        return Vec::new();
    }
    parse(text).unwrap_or_else(|| {
        let examples = "\"08:00-18:00\", \"08:00-12:00, 13:00-18:00\" with a break, or \"closed\"";
        fields.problem(line, format!("\"{text}\" must be hours such as {examples}."));
        Vec::new()
    })
}

/// The times of a day that is not closed. Empty after a problem.
pub fn read_open_day(fields: &mut Fields<'_>, key: &str) -> Vec<OpenTimes> {
    let (line, text) = fields.text_at(key);
    if text.is_empty() {
        return Vec::new();
    }
    parse(&text).unwrap_or_else(|| {
        let examples = "\"08:00-12:00\", or \"08:00-12:00, 13:00-16:00\" with a break";
        let closed = "For a day on which the clinic is closed, add a closure.";
        fields.problem(line, format!("\"{text}\" must be hours such as {examples}. {closed}"));
        Vec::new()
    })
}

/// Without gaps, two times would be one, so they must not touch.
fn parse(text: &str) -> Option<Vec<OpenTimes>> {
    let times: Vec<OpenTimes> = text.split(',').map(|times| parse_times(times.trim())).collect::<Option<_>>()?;
    times.is_sorted_by(|earlier, later| earlier.until < later.from).then_some(times)
}

fn parse_times(text: &str) -> Option<OpenTimes> {
    let (from, until) = text.split_once('-')?;
    let times = OpenTimes { from: minutes(from.trim())?, until: minutes(until.trim())? };
    (times.from < times.until).then_some(times)
}

fn minutes(clock: &str) -> Option<u16> {
    let (hour, minute) = clock.split_once(':')?;
    let (hour, minute) = (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?);
    (hour < 24 && minute < 60).then(|| hour * 60 + minute)
}

fn group_equal_days(week: &Week) -> Vec<Hours> {
    let mut groups: Vec<Hours> = Vec::new();
    for (day, open) in (1..).zip(week) {
        match groups.last_mut() {
            Some(group) if group.open == *open => group.last_day = day,
            _ => groups.push(Hours {
                days: String::new(),
                times: describe_times(open),
                first_day: day,
                last_day: day,
                open: open.clone(),
            }),
        }
    }
    for group in &mut groups {
        let (first, last) = (day_name(group.first_day), day_name(group.last_day));
        group.days = if first == last { first.to_owned() } else { format!("{first} to {last}") };
    }
    groups
}

fn day_name(day: u8) -> &'static str {
    DAYS[usize::from(day - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_days_with_equal_hours_are_grouped() {
        let weekday = || parse("08:00-18:00").expect("hours");
        let friday = parse("08:00-12:30, 14:00-18:00").expect("hours");
        let saturday = parse("08:00-14:00").expect("hours");
        let shown: Vec<_> = group_equal_days(&[weekday(), weekday(), weekday(), weekday(), friday, saturday, vec![]])
            .into_iter()
            .map(|group| format!("{}: {}", group.days, group.times))
            .collect();
        let expected = [
            "Monday to Thursday: 8:00 AM to 6:00 PM",
            "Friday: 8:00 AM to 12:30 PM and 2:00 PM to 6:00 PM",
            "Saturday: 8:00 AM to 2:00 PM",
            "Sunday: Closed",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn invalid_hours_are_rejected() {
        for text in [
            "18:00-08:00",
            "8-18",
            "25:00-26:00",
            "08:00-18296:00",
            "late",
            "",
            "08:00-12:00,",
            "13:00-18:00, 08:00-12:00",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
