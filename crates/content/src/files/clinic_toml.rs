//! Reads `clinic.toml`: the facts about the clinic that every page shows.

use jiff::civil::Date;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::definition::clinic;
use crate::document_kind::CLINIC_FILE;
use crate::files::booking_toml;
use crate::files::https_url::is_https_url;
use crate::files::opening_hours;
use crate::load_context::Link;
use crate::model::{
    Address, Clinic, Emergency, EmergencyLink, Hospital, Map, Network, Phone, SiteNotice, Social, Whatsapp,
};
use crate::problems::{Message, Report};
use crate::toml::fields::{Fact, Fields, TomlSource};
use clinic_rules::booking::{Closure, Opening};

const DEFAULT_CODE_DAYS: u32 = 90;

/// Without a table `[emergency]`.
const DEFAULT_EMERGENCY: &str =
    "Sudden loss of sight, bad pain, injury or a chemical? Do not book. Go to a hospital with an eye department now.";

/// Everything except the unreserved characters of RFC 3986.
const ESCAPED_IN_QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Links are added to `links`, to be checked when all pages are known.
pub fn read(text: &str, report: &Report, links: &mut Vec<Link>) -> Clinic {
    let mut fields = TomlSource { file: CLINIC_FILE, text, first_line: 1, report }.parse().defined_by(clinic::fields());
    let (hours, week) = opening_hours::read(fields.table("hours"));
    let closures = closures(&mut fields);
    let opening = Opening { week, closures: closures.clone() };
    let booking =
        fields.has("booking").then(|| booking_toml::read(fields.table("booking"), CLINIC_FILE, opening, links));
    let (has_monthly_puzzles, has_daily_practice) =
        if fields.has("game") { game(fields.table("game")) } else { (false, false) };
    let clinic = Clinic {
        name: fields.fact("name").value,
        tagline: fields.text("tagline"),
        blurb: fields.text("blurb"),
        founded: i16::try_from(fields.number("founded")).unwrap_or_default(),
        discount_percent: u8::try_from(fields.number("discount_percent")).unwrap_or_default(),
        discount_on: fields.has("discount_on").then(|| fields.fact("discount_on").value),
        code_days: code_days(&mut fields),
        address: address(fields.table("address")),
        map: map(fields.table("map")),
        phone: phone(fields.table("phone")),
        whatsapp: whatsapp(fields.table("whatsapp")),
        hours,
        closures,
        books_online: booking.is_some(),
        // The added pages say it.
        menu_pages: Vec::new(),
        booking,
        has_sight_check: fields.has("sight_check") && fields.choice_or_placeholder("sight_check") == "on",
        has_monthly_puzzles,
        has_daily_practice,
        emergency: emergency(&mut fields, links),
        hospitals: hospitals(&mut fields),
        notice: fields.has("notice").then(|| notice(fields.table("notice"), links)),
        socials: socials(fields.table("socials")),
    };
    fields.finish();
    clinic
}

/// Days on which the clinic is closed or has other hours, the first one first.
fn closures(fields: &mut Fields<'_>) -> Vec<Closure> {
    let closed = fields.tables("closures").into_iter().map(|mut table| {
        let (_, from, until) = days(&mut table);
        let reason = table.text("reason");
        table.finish();
        Closure::new(from, until, reason)
    });
    let mut closures: Vec<Closure> = closed.collect();
    for mut table in fields.tables("other_hours") {
        let (line, from, until) = days(&mut table);
        let open = opening_hours::read_open_day(&mut table, "hours");
        let days = Closure::new(from, until, table.text_or_empty("reason")).with_hours(open);
        let same = closures.iter().find(|other| (other.from, other.until) == (from, until));
        // Entries whose days are not known yet have another problem.
        if let Some(other) = same.filter(|_| from != Date::ZERO) {
            let what = if other.open.is_empty() { "is also closed" } else { "has other hours twice" };
            table.problem(line, format!("{} {what}. Please remove one of the two.", days.days));
        }
        table.finish();
        closures.push(days);
    }
    closures.sort_by_key(|closure| closure.from);
    Closure::without_overlaps(closures)
}

/// The line in the file, the first day and the last one: `date`, or `from` and `to`.
fn days(table: &mut Fields<'_>) -> (usize, Date, Date) {
    if table.has("date") {
        let (line, date) = table.date_at("date");
        return (line, date, date);
    }
    let (line, from) = table.date_at("from");
    let (_, until) = table.date_at("to");
    if until < from {
        table.problem(line, format!("The last day, {until}, is before the first day, {from}."));
    }
    (line, from, until)
}

fn code_days(fields: &mut Fields<'_>) -> u32 {
    if !fields.has("code_days") {
        return DEFAULT_CODE_DAYS;
    }
    u32::try_from(fields.number("code_days")).unwrap_or(DEFAULT_CODE_DAYS)
}

fn address(mut fields: Fields<'_>) -> Address {
    let address = Address {
        street: fields.fact("street").value,
        city: fields.fact("city").value,
        state: fields.fact("state").value,
        country: fields.fact("country").value,
    };
    fields.finish();
    address
}

fn map(mut fields: Fields<'_>) -> Map {
    let link = https(&fields.fact("link"), &fields);
    let embed = fields.has("embed").then(|| https(&fields.fact("embed"), &fields));
    fields.finish();
    Map { link, embed }
}

fn phone(mut fields: Fields<'_>) -> Phone {
    let phone = phone_number(fields.fact("number"), &fields);
    fields.finish();
    phone
}

fn phone_number(fact: Fact, fields: &Fields<'_>) -> Phone {
    let href = format!("tel:+{}", international(&fact, fields));
    Phone { display: fact.value, href }
}

fn whatsapp(mut fields: Fields<'_>) -> Whatsapp {
    let number = international(&fields.fact("number"), &fields);
    let message = fields.text("message");
    fields.finish();
    let message = utf8_percent_encode(&message, ESCAPED_IN_QUERY);
    Whatsapp { href: format!("https://wa.me/{number}?text={message}") }
}

/// Whether the pictures change every month, and whether there is a puzzle for practice.
fn game(mut fields: Fields<'_>) -> (bool, bool) {
    let is_monthly = fields.choice("puzzles") == clinic::MONTHLY;
    let has_practice = fields.has("practice") && fields.choice("practice") == clinic::DAILY;
    fields.finish();
    (is_monthly, has_practice)
}

fn emergency(clinic: &mut Fields<'_>, links: &mut Vec<Link>) -> Emergency {
    if !clinic.has("emergency") {
        return Emergency { text: DEFAULT_EMERGENCY.to_owned(), link: None };
    }
    let mut fields = clinic.table("emergency");
    let (text, link_text) = (fields.text("text"), fields.text("link_text"));
    let (line, href) = fields.text_at("link");
    fields.finish();
    links.push(Link::new(&href, CLINIC_FILE, line));
    Emergency { text, link: Some(EmergencyLink { text: link_text, href }) }
}

/// The ones whose name is known. What is still a placeholder is left out: it could send somebody to the wrong place.
fn hospitals(fields: &mut Fields<'_>) -> Vec<Hospital> {
    if !fields.has("hospitals") {
        fields.missing("hospitals");
    }
    fields
        .tables("hospitals")
        .into_iter()
        .filter_map(|mut table| {
            let name = table.fact("name");
            let area = confirmed("area", &mut table).map(|fact| fact.value);
            let phone = confirmed("phone", &mut table).map(|fact| phone_number(fact, &table));
            let map = confirmed("map", &mut table).map(|fact| https(&fact, &table));
            table.finish();
            (!name.is_placeholder).then_some(Hospital { name: name.value, area, phone, map })
        })
        .collect()
}

fn confirmed(key: &str, fields: &mut Fields<'_>) -> Option<Fact> {
    let fact = fields.has(key).then(|| fields.fact(key));
    fact.filter(|fact| !fact.is_placeholder)
}

fn notice(mut fields: Fields<'_>, links: &mut Vec<Link>) -> SiteNotice {
    let text = fields.text("text");
    let link = fields.optional_text("link");
    let first = fields.optional_date_at("from");
    let (until_line, until) = fields.date_at("until");
    let (from_line, from) = first.map_or((until_line, None), |(line, from)| (line, Some(from)));
    // A last day that is missing or cannot be read has been reported.
    if from.is_some_and(|from| until != Date::ZERO && until < from) {
        let plain = "“Notice: Last day” is before the first day. Choose a later last day.";
        fields.problem(until_line, Message::new("`notice.until` is before `notice.from`. Write a later day.", plain));
    }
    fields.finish();
    let href = link.map(|(line, href)| {
        links.push(Link { shown_from: from, ..Link::new(&href, CLINIC_FILE, line) });
        href
    });
    SiteNotice { text, href, from, from_line, until }
}

fn socials(mut fields: Fields<'_>) -> Vec<Social> {
    let networks =
        [("instagram", Network::Instagram), ("facebook", Network::Facebook), ("linkedin", Network::Linkedin)];
    let socials = networks
        .into_iter()
        .filter(|(key, _)| fields.has(key))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|(key, network)| {
            let fact = fields.fact(key);
            Social { network, url: https(&fact, &fields), is_confirmed: !fact.is_placeholder }
        })
        .collect();
    fields.finish();
    socials
}

fn https(fact: &Fact, fields: &Fields<'_>) -> String {
    if !fact.value.is_empty() && !is_https_url(&fact.value) {
        let message = format!(
            "\"{}\" is not a web address. Copy the whole address from the browser, such as https://www.example.org/page",
            fact.value
        );
        fields.problem(fact.line, message);
    }
    fact.value.clone()
}

/// The digits with the country code but without the plus sign: `wa.me` requires this form.
fn international(fact: &Fact, fields: &Fields<'_>) -> String {
    let digits: String = fact.value.chars().filter(char::is_ascii_digit).collect();
    let is_well_formed =
        fact.value.starts_with('+') && fact.value.chars().all(|c| c.is_ascii_digit() || "+ -()".contains(c));
    let is_valid = is_well_formed && clinic::PHONE_DIGITS.contains(&digits.len());
    if !fact.value.is_empty() && !is_valid {
        let message =
            format!("\"{}\" must be a phone number with the country code, such as +234 803 123 4567.", fact.value);
        fields.problem(fact.line, message);
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::Placeholder;

    const SHIPPED: &str = include_str!("../../../../content/clinic.toml");

    /// The clinic and what is missing, or what is wrong.
    fn try_read(text: &str) -> Result<(Clinic, Vec<Placeholder>), String> {
        let report = Report::default();
        let clinic = read(text, &report, &mut Vec::new());
        report.into_result().map(|missing| (clinic, missing)).map_err(|problems| problems.to_string())
    }

    fn read_valid(text: &str) -> Clinic {
        try_read(text).expect("no problem").0
    }

    fn problems_in(text: &str) -> String {
        try_read(text).expect_err("a problem")
    }

    #[test]
    fn shipped_file_is_valid_and_unknown_facts_are_placeholders() {
        let (clinic, placeholders) = try_read(SHIPPED).expect("no problem");
        let keys: Vec<_> = placeholders.iter().map(|placeholder| placeholder.key.as_str()).collect();
        for key in ["name", "address.street", "phone.number", "whatsapp.number", "hospitals.name", "hospitals.phone"] {
            assert!(keys.contains(&key), "{key} is not a placeholder: {keys:?}");
        }
        assert_eq!((clinic.founded, clinic.discount_percent, clinic.code_days), (2001, 5, 90));
        assert!(keys.contains(&"discount_on"), "{keys:?}");
        assert!(clinic.whatsapp.href.contains("?text=Hello"), "{}", clinic.whatsapp.href);
        assert!(clinic.whatsapp.href.contains("%20"), "{}", clinic.whatsapp.href);
    }

    #[test]
    fn sight_check_is_on_only_when_the_file_says_so() {
        let read_with = |line: &str| {
            let result = try_read(&SHIPPED.replace("sight_check = { placeholder = \"on\" }", line));
            result.map(|(clinic, missing)| (clinic.has_sight_check, missing.iter().any(|it| it.key == "sight_check")))
        };
        assert_eq!(read_with("sight_check = { placeholder = \"on\" }"), Ok((true, true)));
        assert_eq!(read_with("sight_check = \"on\""), Ok((true, false)));
        assert_eq!(read_with("sight_check = \"off\""), Ok((false, false)));
        assert_eq!(read_with(""), Ok((false, false)), "content of an earlier release");
        let problem = read_with("sight_check = \"yes\"").expect_err("a problem");
        assert!(problem.contains("`sight_check` must be \"on\" or \"off\", not \"yes\"."), "{problem}");
    }

    #[test]
    fn pictures_of_the_game_change_only_when_the_file_says_so() {
        let read_with = |line: &str| {
            let (before, rest) = SHIPPED.split_once("[game]\n").expect("the table");
            let (_, after) = rest.split_once("\n\n").expect("its end");
            try_read(&format!("{before}{line}\n\n{after}")).map(|(clinic, _)| clinic.has_monthly_puzzles)
        };
        assert_eq!(read_with("[game]\npuzzles = \"monthly\""), Ok(true));
        assert_eq!(read_with("[game]\npuzzles = \"fixed\""), Ok(false));
        assert_eq!(read_with(""), Ok(false), "content of an earlier release");
        let problem = read_with("[game]\npuzzles = \"daily\"").expect_err("a problem");
        assert!(problem.contains("must be \"fixed\" or \"monthly\", not \"daily\"."), "{problem}");
    }

    #[test]
    fn practice_puzzle_is_there_only_when_the_file_says_so() {
        let read_with = |line: &str| {
            let (before, rest) = SHIPPED.split_once("\npractice = ").expect("the setting");
            let (_, after) = rest.split_once('\n').expect("its end");
            try_read(&format!("{before}\n{line}{after}")).map(|(clinic, _)| clinic.has_daily_practice)
        };
        assert_eq!(read_with("practice = \"daily\"\n"), Ok(true));
        assert_eq!(read_with("practice = \"off\"\n"), Ok(false));
        assert_eq!(read_with(""), Ok(false), "content of an earlier release");
        let problem = read_with("practice = \"weekly\"\n").expect_err("a problem");
        assert!(problem.contains("must be \"daily\" or \"off\", not \"weekly\"."), "{problem}");
    }

    #[test]
    fn only_hospitals_with_a_confirmed_name_are_shown() {
        let hospitals_with = |name: &str| {
            let shipped = "name = { placeholder = \"A hospital with an eye doctor on call\" }";
            read_valid(&SHIPPED.replace(shipped, &format!("name = {name}"))).hospitals
        };
        assert_eq!(hospitals_with("{ placeholder = \"Somewhere\" }"), []);
        let named = Hospital { name: "The Teaching Hospital".to_owned(), area: None, phone: None, map: None };
        assert_eq!(hospitals_with("\"The Teaching Hospital\""), [named], "placeholders are shown");
    }

    #[test]
    fn without_hospitals_the_list_is_reported_as_missing() {
        let (before, after) = SHIPPED.split_once("[[hospitals]]").expect("the list");
        let (_, after) = after.split_once("\n\n").expect("the next table");
        let (clinic, missing) = try_read(&format!("{before}{after}")).expect("no problem");
        assert_eq!(clinic.hospitals, []);
        assert!(missing.iter().any(|it| it.key == "hospitals" && it.value.is_empty()), "{missing:?}");
    }

    #[test]
    fn words_about_emergencies_are_never_missing() {
        let (before, after) = SHIPPED.split_once("[emergency]").expect("the table");
        let (_, after) = after.split_once("\n\n").expect("the next table");
        let clinic = read_valid(&format!("{before}{after}"));
        let shipped = read_valid(SHIPPED).emergency;
        assert_eq!(clinic.emergency, Emergency { link: None, ..shipped });
    }

    #[test]
    fn what_the_discount_is_off_and_how_long_it_is_valid_can_be_left_out() {
        let is_about_codes = |line: &&str| line.starts_with("discount_on") || line.starts_with("code_days");
        let text: Vec<&str> = SHIPPED.lines().filter(|line| !is_about_codes(line)).collect();
        let clinic = read_valid(&text.join("\n"));
        assert_eq!((clinic.discount_on, clinic.code_days), (None, 90));
        assert_eq!(read_valid(&SHIPPED.replace("code_days = 90", "code_days = 30")).code_days, 30);
    }

    #[test]
    fn map_address_that_is_not_a_plain_https_url_is_reported() {
        let problem_with = |address: &str| {
            let line = SHIPPED.lines().find(|line| line.starts_with("link = ")).expect("the link of the map");
            try_read(&SHIPPED.replace(line, &format!("link = \"{address}\""))).err()
        };
        for valid in
            ["https://maps.example/embed?pb=!1m18;2", "https://maps.example:8443/a,b", "https://[2001:db8::1]/"]
        {
            assert_eq!(problem_with(valid), None);
        }
        for invalid in [
            "https://maps.example;script-src/embed",
            "https://maps.example,x/",
            "https://maps.example; script-src *",
            "https://",
            "https://user@maps.example/",
            "http://maps.example/",
            "javascript:alert(1)",
        ] {
            let problem = problem_with(invalid);
            assert!(problem.as_ref().is_some_and(|it| it.contains("is not a web address")), "{invalid}: {problem:?}");
        }
    }

    fn read_with_notice(notice: &str) -> Result<(Option<SiteNotice>, Vec<Link>), String> {
        let (report, mut links) = (Report::default(), Vec::new());
        let clinic = read(&format!("{SHIPPED}\n[notice]\n{notice}"), &report, &mut links);
        report.into_result().map(|_| (clinic.notice, links)).map_err(|problems| problems.to_string())
    }

    #[test]
    fn shipped_file_has_no_notice() {
        assert_eq!(read_valid(SHIPPED).notice, None);
    }

    #[test]
    fn notice_has_a_text_a_last_day_and_perhaps_a_link() {
        let (notice, _) = read_with_notice("text = \"We have moved.\"\nuntil = 2026-12-24\n").expect("no problem");
        let notice = notice.expect("a notice");
        assert_eq!((notice.text.as_str(), notice.href), ("We have moved.", None));
        assert_eq!(notice.until.to_string(), "2026-12-24");

        let (notice, links) =
            read_with_notice("text = \"T\"\nlink = \"/about-us\"\nuntil = 2026-12-24\n").expect("valid");
        assert_eq!(notice.expect("a notice").href.as_deref(), Some("/about-us"));
        assert!(links.iter().any(|link| link.href == "/about-us"), "the link is not checked");
    }

    #[test]
    fn notice_may_have_a_first_day_which_is_not_after_the_last_one() {
        let from = |day: &str| read_with_notice(&format!("text = \"T\"\nfrom = {day}\nuntil = 2026-12-24\n"));
        let (notice, _) = from("2026-12-24").expect("no problem");
        assert_eq!(notice.and_then(|notice| notice.from).map(|day| day.to_string()).as_deref(), Some("2026-12-24"));
        let problems = from("2026-12-25").expect_err("a problem");
        assert!(problems.contains("`notice.until` is before `notice.from`."), "{problems}");
        let problems = read_with_notice("text = \"T\"\nfrom = 2026-12-24\n").expect_err("a problem");
        assert!(!problems.contains("is before"), "{problems}");
    }

    #[test]
    fn notice_without_a_last_day_or_with_too_much_text_is_reported() {
        let problems = read_with_notice("text = \"We have moved.\"\n").expect_err("a problem");
        assert!(problems.contains("`notice.until` is missing."), "{problems}");
        let line = SHIPPED.lines().count() + 3;
        let long = "a ".repeat(100);
        let problems = read_with_notice(&format!("text = \"{long}\"\nuntil = 2026-12-24\n")).expect_err("a problem");
        assert!(
            problems.starts_with(&format!("clinic.toml:{line}: `notice.text` has 199 characters, but may have 160.")),
            "{problems}"
        );
    }

    #[test]
    fn closures_are_read_in_the_order_of_the_calendar() {
        let closures = "\n[[closures]]\nfrom = 2027-01-01\nto = 2027-01-03\nreason = \"New Year\"\n\
                        [[closures]]\ndate = 2026-12-25\nreason = \"Christmas\"\n";
        let clinic = read_valid(&format!("{SHIPPED}{closures}"));
        let shown: Vec<_> = clinic.closures.iter().map(|it| format!("{}: {}", it.days, it.reason)).collect();
        assert_eq!(shown, ["25 December 2026: Christmas", "1 January 2027 to 3 January 2027: New Year"]);
        assert_eq!(clinic.booking.expect("booking is on").opening.closures.len(), 2);
    }

    #[test]
    fn other_hours_are_read_with_the_closures() {
        let days = "\n[[closures]]\ndate = 2026-12-25\nreason = \"Christmas\"\n\
                    [[other_hours]]\ndate = 2026-12-24\nhours = \"08:00-12:00\"\n\
                    [[other_hours]]\nfrom = 2027-01-04\nto = 2027-01-05\nhours = \"10:00-12:00, 13:00-15:00\"\nreason = \"Repairs\"\n";
        let clinic = read_valid(&format!("{SHIPPED}{days}"));
        let shown: Vec<_> = clinic.closures.iter().map(|it| format!("{}: {}", it.days, it.times)).collect();
        let expected = [
            "24 December 2026: 8:00 AM to 12:00 PM",
            "25 December 2026: Closed",
            "4 January 2027 to 5 January 2027: 10:00 AM to 12:00 PM and 1:00 PM to 3:00 PM",
        ];
        assert_eq!(shown, expected);
        assert_eq!(clinic.booking.expect("booking is on").opening.closures, clinic.closures);
    }

    #[test]
    fn other_hours_need_times_and_days_of_their_own() {
        let problems_with = |days: &str| problems_in(&format!("{SHIPPED}\n{days}\n"));
        let day = |hours: &str| format!("[[other_hours]]\ndate = 2026-12-24\n{hours}\n");
        for wrong in ["soon", "closed"] {
            let problems = problems_with(&day(&format!("hours = \"{wrong}\"")));
            assert!(problems.contains(&format!("\"{wrong}\" must be hours such as")), "{problems}");
            assert!(problems.contains("add a closure."), "{problems}");
        }
        assert!(problems_with(&day("")).contains("`other_hours.hours` is missing."));
        let morning = day("hours = \"08:00-12:00\"");
        let twice = problems_with(&format!("{morning}{morning}"));
        assert!(twice.contains("24 December 2026 has other hours twice. Please remove one of the two."), "{twice}");
        let closed = problems_with(&format!("[[closures]]\ndate = 2026-12-24\nreason = \"x\"\n{morning}"));
        assert!(closed.contains("24 December 2026 is also closed. Please remove one of the two."), "{closed}");
    }

    #[test]
    fn closure_that_ends_before_it_begins_or_has_no_date_is_reported() {
        let problems_with = |closure: &str| problems_in(&format!("{SHIPPED}\n[[closures]]\n{closure}\n"));
        let backwards = problems_with("from = 2027-01-03\nto = 2027-01-01\nreason = \"New Year\"");
        assert!(backwards.contains("The last day, 2027-01-01, is before the first day, 2027-01-03."), "{backwards}");
        assert!(problems_with("reason = \"New Year\"").contains("`closures.from` is missing."));
        assert!(problems_with("date = \"soon\"\nreason = \"x\"").contains("a date such as 2026-11-15, without quotes"));
        assert!(problems_with("date = 2027-01-01").contains("`closures.reason` is missing."));
    }

    #[test]
    fn booking_is_off_without_its_table() {
        let (before, _) = SHIPPED.split_once("[booking]").expect("the table");
        let clinic = read_valid(before);
        assert!(clinic.booking.is_none() && !clinic.books_online);
        let clinic = read_valid(SHIPPED);
        assert_eq!(clinic.booking.map(|booking| booking.confirm), Some(clinic_rules::booking::Confirm::ByStaff));
    }

    #[test]
    fn phone_number_without_country_code_is_reported_with_its_line() {
        let text = SHIPPED.replace("{ placeholder = \"+234 800 000 0000\" }", "\"0803 123 4567\"");
        let problems = problems_in(&text);
        let line = 1 + text.lines().position(|line| line.contains("0803")).expect("the line");
        let expected = format!("clinic.toml:{line}: \"0803 123 4567\" must be a phone number");
        assert!(problems.starts_with(&expected), "{problems}");
    }
}
