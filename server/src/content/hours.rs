//! Working hours: written once a day of the week, shown as runs of equal days.

use super::fields::Fields;
use super::model::{Hours, OpenTimes};

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Reads `monday = "08:00-18:00"` … `sunday = "closed"`.
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
    runs(&week)
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

fn runs(week: &[Option<OpenTimes>; 7]) -> Vec<Hours> {
    let mut runs: Vec<Hours> = Vec::new();
    for (day, &open) in (1..).zip(week) {
        match runs.last_mut() {
            Some(run) if run.open == open => run.last_day = day,
            _ => runs.push(Hours { days: String::new(), times: spoken(open), first_day: day, last_day: day, open }),
        }
    }
    for run in &mut runs {
        let (first, last) = (name(run.first_day), name(run.last_day));
        run.days = if first == last { first.to_owned() } else { format!("{first} to {last}") };
    }
    runs
}

fn name(day: u8) -> &'static str {
    DAYS[usize::from(day - 1)]
}

fn spoken(open: Option<OpenTimes>) -> String {
    open.map_or_else(
        || "Closed".to_owned(),
        |times| format!("{} to {}", twelve_hour(times.from), twelve_hour(times.until)),
    )
}

fn twelve_hour(minutes: u16) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60);
    let half = if hour < 12 { "AM" } else { "PM" };
    format!("{}:{minute:02} {half}", (hour + 11) % 12 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_days_are_shown_as_one_run() {
        let weekday = parse("08:00-18:00");
        let saturday = parse("08:00-14:00");
        let shown: Vec<_> = runs(&[weekday, weekday, weekday, weekday, weekday, saturday, None])
            .into_iter()
            .map(|run| format!("{}: {}", run.days, run.times))
            .collect();
        assert_eq!(shown, ["Monday to Friday: 8:00 AM to 6:00 PM", "Saturday: 8:00 AM to 2:00 PM", "Sunday: Closed"]);
    }

    #[test]
    fn noon_and_midnight_are_spoken_as_people_say_them() {
        assert_eq!((twelve_hour(0).as_str(), twelve_hour(12 * 60 + 5).as_str()), ("12:00 AM", "12:05 PM"));
    }

    #[test]
    fn hours_that_end_before_they_begin_or_are_no_hours_are_refused() {
        for text in ["18:00-08:00", "8-18", "25:00-26:00", "late", ""] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
