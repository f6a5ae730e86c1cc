//! Reads the opening hours of each weekday and groups consecutive days with equal hours.

use crate::model::{Hours, OpenTimes};
use crate::toml::fields::Fields;

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

type Week = [Vec<OpenTimes>; 7];

/// The keys are `monday` to `sunday`, the values `"08:00-18:00"`, `"08:00-12:00, 13:00-18:00"` or `"closed"`.
/// Returns the hours as they are shown, and those of each weekday.
pub fn read(mut fields: Fields<'_>) -> (Vec<Hours>, Week) {
    let week = DAYS.map(|day| {
        let (line, text) = fields.text_at(&day.to_lowercase());
        if text.is_empty() || text.eq_ignore_ascii_case("closed") {
            return Vec::new();
        }
        parse(&text).unwrap_or_else(|| {
            let examples = "\"08:00-18:00\", \"08:00-12:00, 13:00-18:00\" with a break, or \"closed\"";
            fields.problem(line, format!("\"{text}\" must be hours such as {examples}."));
            Vec::new()
        })
    });
    fields.finish();
    (group_equal_days(&week), week)
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
                times: describe(open),
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

fn describe(open: &[OpenTimes]) -> String {
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
    fn noon_and_midnight_use_the_twelve_hour_clock() {
        assert_eq!((twelve_hour(0).as_str(), twelve_hour(12 * 60 + 5).as_str()), ("12:00 AM", "12:05 PM"));
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
