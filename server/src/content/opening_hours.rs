//! Reads the opening hours of each weekday and groups consecutive days with equal hours.

use super::model::{Hours, OpenTimes};
use super::toml_fields::Fields;

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The keys are `monday` to `sunday`, the values `"08:00-18:00"` or `"closed"`.
pub fn read(mut fields: Fields<'_>) -> Vec<Hours> {
    let week = DAYS.map(|day| {
        let (line, text) = fields.text_at(&day.to_lowercase());
        if text.is_empty() || text.eq_ignore_ascii_case("closed") {
            return None;
        }
        let open = parse(&text);
        if open.is_none() {
            fields.problem(line, format!("\"{text}\" must be hours such as \"08:00-18:00\", or \"closed\"."));
        }
        open
    });
    fields.finish();
    group_equal_days(&week)
}

fn parse(text: &str) -> Option<OpenTimes> {
    let (from, until) = text.split_once('-')?;
    let times = OpenTimes { from: minutes(from.trim())?, until: minutes(until.trim())? };
    (times.from < times.until).then_some(times)
}

fn minutes(clock: &str) -> Option<u16> {
    let (hour, minute) = clock.split_once(':')?;
    let (hour, minute) = (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

fn group_equal_days(week: &[Option<OpenTimes>; 7]) -> Vec<Hours> {
    let mut groups: Vec<Hours> = Vec::new();
    for (day, &open) in (1..).zip(week) {
        match groups.last_mut() {
            Some(group) if group.open == open => group.last_day = day,
            _ => groups.push(Hours { days: String::new(), times: describe(open), first_day: day, last_day: day, open }),
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

fn describe(open: Option<OpenTimes>) -> String {
    open.map_or_else(
        || "Closed".to_owned(),
        |times| format!("{} to {}", twelve_hour(times.from), twelve_hour(times.until)),
    )
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
        let weekday = parse("08:00-18:00");
        let saturday = parse("08:00-14:00");
        let shown: Vec<_> = group_equal_days(&[weekday, weekday, weekday, weekday, weekday, saturday, None])
            .into_iter()
            .map(|group| format!("{}: {}", group.days, group.times))
            .collect();
        assert_eq!(shown, ["Monday to Friday: 8:00 AM to 6:00 PM", "Saturday: 8:00 AM to 2:00 PM", "Sunday: Closed"]);
    }

    #[test]
    fn noon_and_midnight_use_the_twelve_hour_clock() {
        assert_eq!((twelve_hour(0).as_str(), twelve_hour(12 * 60 + 5).as_str()), ("12:00 AM", "12:05 PM"));
    }

    #[test]
    fn invalid_hours_are_rejected() {
        for text in ["18:00-08:00", "8-18", "25:00-26:00", "late", ""] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
