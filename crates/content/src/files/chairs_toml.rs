//! Reads the chairs of `[booking]`: how many there are, or one entry for each with a name, services and hours of its own.

use std::collections::{HashMap, HashSet};

use super::opening_hours;
use crate::problems::Message;
use crate::toml::fields::Fields;
use clinic_rules::booking::{Chair, ChairWeek, Settings};

/// Where a chair with a name is in the file: its entry, and each of its services.
pub struct ChairLines {
    line: usize,
    services: Vec<(usize, String)>,
}

/// Without entries, `chairs` says how many there are, and none has a line.
pub fn read(fields: &mut Fields<'_>) -> (Vec<Chair>, Vec<ChairLines>) {
    let tables = fields.tables("named_chairs");
    if tables.is_empty() {
        return (Chair::numbered(fields.small_number("chairs")), Vec::new());
    }
    if fields.has("chairs") {
        check_count(fields, tables.len());
    }
    let mut numbers = HashMap::new();
    let mut names = HashSet::new();
    tables
        .into_iter()
        .map(|mut table| {
            let line = table.line();
            let (name_line, name) = table.text_at("name");
            let number = table.small_number("number");
            if let Some(other) = numbers.insert(number, name.clone()) {
                let rest =
                    format!("is {number}, as that of “{other}”. Visits belong to the number: choose another one.");
                let message = table.named("number", &rest);
                table.problem(line, message);
            }
            // An empty name has been reported.
            if !name.is_empty() && !names.insert(name.to_lowercase()) {
                table.problem(
                    name_line,
                    format!("Two chairs are called “{name}”. Choose another name for one of them."),
                );
            }
            let services = if table.has("services") { table.texts_at("services") } else { Vec::new() };
            let week =
                if table.has("hours") { opening_hours::read_own(table.table("hours")) } else { ChairWeek::default() };
            table.finish();
            let slugs = services.iter().map(|(_, slug)| slug.clone()).collect();
            let chair = Chair { number, name, week, services: (!services.is_empty()).then_some(slugs) };
            (chair, ChairLines { line, services })
        })
        .unzip()
}

fn check_count(fields: &mut Fields<'_>, named: usize) {
    let count = fields.small_number("chairs");
    if usize::from(count) == named {
        return;
    }
    let message = format!(
        "`chairs` is {count}, but {named} chairs have names. Remove `chairs`: the number is that of the names."
    );
    let plain = format!("“{}” is {count}, but {named} chairs have names. Leave it empty.", fields.label("chairs"));
    fields.problem(fields.line(), Message::new(message, plain));
}

/// Reports what patients could never book, when the chairs have names.
pub fn check(settings: &Settings, chairs: &[ChairLines], services: &[usize], fields: &Fields<'_>) {
    for (chair, lines) in settings.chairs.iter().zip(chairs) {
        for (line, slug) in &lines.services {
            if !slug.is_empty() && settings.service(slug).is_none() {
                let message = format!(
                    "The service \"{slug}\" cannot be booked. Add it with [[booking.services]], or remove it here."
                );
                let plain =
                    format!("“{}” takes the service “{slug}”, which cannot be booked. Remove it there.", chair.name);
                fields.problem(*line, Message::new(message, plain));
            }
        }
        if is_open(settings) && settings.longest_chair_hours(chair) == 0 {
            let message = format!(
                "“{}” has no hours in which the clinic is open. Change its own hours, or remove the chair.",
                chair.name
            );
            fields.problem(lines.line, message);
        }
    }
    if chairs.is_empty() || !is_open(settings) {
        return;
    }
    for (service, line) in settings.services.iter().zip(services) {
        let takes = |chair: &&Chair| settings.takes_service(chair, &service.slug);
        let longest = settings.chairs.iter().filter(takes).map(|chair| settings.longest_chair_hours(chair)).max();
        let problem = match longest {
            None => "No chair takes the service",
            Some(longest) if longest < service.minutes => "No chair has hours that are long enough for the service",
            Some(_) => continue,
        };
        let rest = "Add it to the services of another chair, or remove it from those that can be booked.";
        fields.problem(*line, format!("{problem} “{}”. {rest}", service.slug));
    }
}

/// Opening hours that cannot be read have been reported.
fn is_open(settings: &Settings) -> bool {
    let opening = &settings.opening;
    opening.week.iter().any(|day| !day.is_empty()) || opening.closures.iter().any(|entry| !entry.open.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::booking_toml;
    use crate::definition::clinic::BOOKING_FIELDS;
    use crate::problems::Report;
    use crate::toml::fields::TomlSource;
    use clinic_rules::booking::{ChairWeek, Closure, OpenTimes, Opening, Settings};
    use jiff::civil::date;

    const VALID: &str = "\
confirm = \"at once\"
start_every = 30
minimum_notice_hours = 3
change_notice_hours = 4
days_ahead = 60
[[services]]
service = \"eye-exams\"
minutes = 45
buffer = 15
[[services]]
service = \"frames\"
minutes = 30
buffer = 0
[[named_chairs]]
name = \"Dr. Amadi\"
number = 2
services = [\"eye-exams\"]
[named_chairs.hours]
monday = \"14:00-20:00\"
tuesday = \"closed\"
[[named_chairs]]
name = \"Room 2\"
number = 1
";

    /// Open from 8 AM to 6 PM, on Sundays only on 8 March.
    fn opening() -> Opening {
        let day = || vec![OpenTimes { from: 480, until: 1080 }];
        let sunday = date(2026, 3, 8);
        let open_day =
            Closure::new(sunday, sunday, String::new()).with_hours(vec![OpenTimes { from: 540, until: 600 }]);
        Opening { week: [day(), day(), day(), day(), day(), day(), vec![]], closures: vec![open_day] }
    }

    fn problems_of(text: &str) -> (Settings, Vec<String>) {
        let report = Report::default();
        let fields =
            TomlSource { file: "clinic.toml", text, first_line: 1, report: &report }.parse().defined_by(BOOKING_FIELDS);
        let settings = booking_toml::read(fields, "clinic.toml", opening(), &mut Vec::new());
        let problems = report.into_result().err().map_or_else(Vec::new, |problems| problems.0);
        (settings, problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn names_hours_and_services_of_chairs_are_read() {
        let (settings, problems) = problems_of(VALID);
        assert_eq!(problems, Vec::<String>::new());
        let [doctor, room] = &settings.chairs[..] else { panic!("two chairs") };
        assert_eq!((doctor.number, doctor.name.as_str()), (2, "Dr. Amadi"));
        assert_eq!(doctor.services, Some(vec!["eye-exams".to_owned()]));
        assert_eq!(doctor.week[0], Some(vec![OpenTimes { from: 840, until: 1200 }]));
        assert_eq!((&doctor.week[1], &doctor.week[2]), (&Some(Vec::new()), &None));
        assert_eq!((room.number, &room.services, &room.week), (1, &None, &ChairWeek::default()));
    }

    #[test]
    fn number_of_chairs_may_be_that_of_the_names() {
        assert_eq!(problems_of(&format!("chairs = 2\n{VALID}")).1, Vec::<String>::new());
        let (_, problems) = problems_of(&format!("chairs = 3\n{VALID}"));
        let expected =
            "clinic.toml:1: `chairs` is 3, but 2 chairs have names. Remove `chairs`: the number is that of the names.";
        assert_eq!(problems, [expected]);
        let (unnamed, _) = VALID.split_once("[[named_chairs]]").expect("the chairs");
        assert!(problems_of(unnamed).1[0].contains("`chairs` is missing."), "neither a number nor names");
    }

    #[test]
    fn every_mistake_about_a_chair_is_reported_with_its_line() {
        for (from, to, expected) in [
            ("number = 1\n", "number = 2\n", "clinic.toml:21: `named_chairs.number` is 2, as that of “Dr. Amadi”."),
            ("number = 1\n", "number = 100\n", "`named_chairs.number` is 100, but must be between 1 and 99."),
            ("\"Room 2\"", "\"dr. amadi\"", "clinic.toml:22: Two chairs are called “dr. amadi”."),
            (
                "[\"eye-exams\"]",
                "[\"eye-exam\", \"eye-exams\"]",
                "clinic.toml:17: The service \"eye-exam\" cannot be booked.",
            ),
            ("[\"eye-exams\"]", "[]", "`named_chairs.services` is empty."),
            ("14:00-20:00", "afternoons", "clinic.toml:19: \"afternoons\" must be hours such as"),
            (
                "number = 1\n",
                "number = 1\nservices = [\"eye-exams\"]\n",
                "clinic.toml:11: No chair takes the service “frames”.",
            ),
            (
                "number = 1\n",
                "number = 1\n[named_chairs.hours]\nmonday = \"18:00-20:00\"\ntuesday = \"closed\"\nwednesday = \"closed\"\n\
                 thursday = \"closed\"\nfriday = \"closed\"\nsaturday = \"closed\"\nsunday = \"11:00-12:00\"\n",
                "clinic.toml:21: “Room 2” has no hours in which the clinic is open.",
            ),
            ("tuesday =", "day =", "`named_chairs.hours.day` is not a known key here."),
        ] {
            let (_, problems) = problems_of(&VALID.replace(from, to));
            assert!(problems.iter().any(|problem| problem.contains(expected)), "{problems:?} instead of {expected}");
        }
    }

    #[test]
    fn service_that_is_longer_than_the_hours_of_its_chairs_is_reported() {
        let only_doctor = VALID.split_once("[[named_chairs]]\nname = \"Room 2\"").expect("the room").0;
        let text = only_doctor.replace("services = [\"eye-exams\"]\n", "").replace("minutes = 45", "minutes = 480");
        let closed = "wednesday = \"closed\"\nthursday = \"closed\"\nfriday = \"closed\"\nsaturday = \"closed\"\n";
        let (_, problems) = problems_of(&format!("{text}{closed}"));
        let expected = "clinic.toml:7: No chair has hours that are long enough for the service “eye-exams”.";
        assert!(problems.len() == 1 && problems[0].contains(expected), "{problems:?}");
    }

    #[test]
    fn chair_may_see_patients_only_on_a_day_that_is_usually_closed() {
        let week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
            .map(|day| format!("{day} = \"closed\"\n"));
        let (_, problems) = problems_of(&format!("{VALID}[named_chairs.hours]\n{}", week.concat()));
        assert_eq!(problems, Vec::<String>::new());
    }
}
