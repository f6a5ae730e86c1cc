//! Reads the table `[booking]` of `clinic.toml`: the settings of online booking. Without the table, booking is off.

use std::collections::HashSet;
use std::time::Duration;

use crate::files::chairs_toml;
use crate::load_context::Link;
use crate::toml::fields::Fields;
use clinic_rules::booking::{Confirm, Opening, Service, Settings};

/// Titles are added when the services are known. The services are added to `links`, so that a missing one is reported.
pub fn read(mut fields: Fields<'_>, file: &str, opening: Opening, links: &mut Vec<Link>) -> Settings {
    let confirm = confirm(&mut fields);
    let (chairs, chair_lines) = chairs_toml::read(&mut fields);
    let mut settings = Settings {
        confirm,
        chairs,
        start_every: fields.small_number("start_every"),
        minimum_notice: hours(&mut fields, "minimum_notice_hours"),
        change_notice: hours(&mut fields, "change_notice_hours"),
        days_ahead: fields.small_number("days_ahead"),
        services: Vec::new(),
        opening,
    };
    let service_lines;
    (settings.services, service_lines) = services(&mut fields, file, links);
    chairs_toml::check(&settings, &chair_lines, &service_lines, &fields);
    fields.finish();
    settings
}

fn confirm(fields: &mut Fields<'_>) -> Confirm {
    if fields.choice("confirm") == "at once" { Confirm::AtOnce } else { Confirm::ByStaff }
}

/// With the line of each.
fn services(fields: &mut Fields<'_>, file: &str, links: &mut Vec<Link>) -> (Vec<Service>, Vec<usize>) {
    let tables = fields.tables("services");
    if tables.is_empty() {
        let message = "`booking` has no service that can be booked. Add one that starts with [[booking.services]]";
        fields.problem(fields.line(), message);
    }
    let mut seen = HashSet::new();
    tables
        .into_iter()
        .map(|mut table| {
            let (line, slug) = table.text_at("service");
            if !seen.insert(slug.clone()) {
                table.problem(line, format!("The service \"{slug}\" is listed twice. Remove one of them."));
            }
            links.push(Link::new(&format!("/services#{slug}"), file, line));
            let service = Service {
                slug,
                title: String::new(),
                minutes: table.small_number("minutes"),
                buffer: table.small_number("buffer"),
                daily_limit: table.has("daily_limit").then(|| u32::from(table.small_number("daily_limit"))),
                bring: Vec::new(),
                drive: String::new(),
                price: None,
            };
            table.finish();
            (service, line)
        })
        .unzip()
}

fn hours(fields: &mut Fields<'_>, key: &str) -> Duration {
    Duration::from_hours(u64::from(fields.small_number(key)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::clinic::BOOKING_FIELDS;
    use crate::problems::Report;
    use crate::toml::fields::TomlSource;
    use clinic_rules::booking::Chair;

    const VALID: &str = "confirm = \"at once\"\nchairs = 2\nstart_every = 30\nminimum_notice_hours = 3\n\
        change_notice_hours = 4\ndays_ahead = 60\n[[services]]\nservice = \"eye-exams\"\nminutes = 45\nbuffer = 15\n\
        daily_limit = 9\n";

    fn problems_of(text: &str) -> (Settings, Vec<String>) {
        let report = Report::default();
        let fields =
            TomlSource { file: "clinic.toml", text, first_line: 1, report: &report }.parse().defined_by(BOOKING_FIELDS);
        let settings = read(fields, "clinic.toml", Opening::default(), &mut Vec::new());
        let problems = report.into_result().err().map_or_else(Vec::new, |problems| problems.0);
        (settings, problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn all_settings_are_read() {
        let (settings, problems) = problems_of(VALID);
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!((settings.confirm, settings.start_every), (Confirm::AtOnce, 30));
        assert_eq!(settings.chairs, Chair::numbered(2));
        assert_eq!(
            (settings.minimum_notice, settings.change_notice),
            (Duration::from_hours(3), Duration::from_hours(4))
        );
        let service = &settings.services[0];
        assert_eq!((service.slug.as_str(), service.chair_minutes(), service.daily_limit), ("eye-exams", 60, Some(9)));
    }

    #[test]
    fn every_mistake_is_reported_with_its_line() {
        for (from, to, expected) in [
            ("at once", "later", "clinic.toml:1: `confirm` must be \"by staff\" or \"at once\""),
            ("chairs = 2", "chairs = 0", "clinic.toml:2: `chairs` is 0, but must be between 1 and 50."),
            ("minutes = 45", "minutes = 44", "`services.minutes` is 44, but must be a multiple of 5."),
            ("daily_limit = 9", "day_limit = 9", "`services.day_limit` is not a known key here."),
            ("buffer = 15\n", "", "`services.buffer` is missing."),
        ] {
            let (_, problems) = problems_of(&VALID.replace(from, to));
            assert!(problems.len() == 1 && problems[0].contains(expected), "{problems:?} instead of {expected}");
        }
        let (_, problems) = problems_of(VALID.split("[[").next().expect("a text"));
        assert!(problems[0].contains("has no service that can be booked"), "{problems:?}");
        let twice = format!("{VALID}[[services]]\nservice = \"eye-exams\"\nminutes = 5\nbuffer = 0\n");
        assert!(problems_of(&twice).1[0].contains("is listed twice"));
    }
}
