//! Reads `clinic.toml`: the facts about the clinic that every page shows.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::{Host, Url};

use super::load_context::Link;
use super::model::{Address, Clinic, Emergency, Map, Network, Phone, Social, Whatsapp};
use super::opening_hours;
use super::problems::Report;
use super::toml_fields::{Fact, Fields, TomlSource};

pub const FILE: &str = "clinic.toml";

const DEFAULT_CODE_DAYS: u32 = 90;

/// Everything except the unreserved characters of RFC 3986.
const ESCAPED_IN_QUERY: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Links are added to `links`, to be checked when all pages are known.
pub fn read(text: &str, report: &Report, links: &mut Vec<Link>) -> Clinic {
    let mut fields = TomlSource { file: FILE, text, first_line: 1, report }.parse();
    let clinic = Clinic {
        name: fields.fact("name").value,
        tagline: fields.text("tagline"),
        blurb: fields.text("blurb"),
        founded: i16::try_from(fields.integer("founded", 1900..=2100)).unwrap_or_default(),
        discount_percent: u8::try_from(fields.integer("discount_percent", 1..=100)).unwrap_or_default(),
        discount_on: fields.has("discount_on").then(|| fields.fact("discount_on").value),
        code_days: code_days(&mut fields),
        address: address(fields.table("address")),
        map: map(fields.table("map")),
        phone: phone(fields.table("phone")),
        whatsapp: whatsapp(fields.table("whatsapp")),
        hours: opening_hours::read(fields.table("hours")),
        emergency: fields.has("emergency").then(|| emergency(fields.table("emergency"), links)),
        socials: socials(fields.table("socials")),
    };
    fields.finish();
    clinic
}

fn code_days(fields: &mut Fields<'_>) -> u32 {
    if !fields.has("code_days") {
        return DEFAULT_CODE_DAYS;
    }
    u32::try_from(fields.integer("code_days", 1..=3650)).unwrap_or(DEFAULT_CODE_DAYS)
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
    let fact = fields.fact("number");
    let href = format!("tel:+{}", international(&fact, &fields));
    fields.finish();
    Phone { display: fact.value, href }
}

fn whatsapp(mut fields: Fields<'_>) -> Whatsapp {
    let number = international(&fields.fact("number"), &fields);
    let message = fields.text("message");
    fields.finish();
    let message = utf8_percent_encode(&message, ESCAPED_IN_QUERY);
    Whatsapp { href: format!("https://wa.me/{number}?text={message}") }
}

fn emergency(mut fields: Fields<'_>, links: &mut Vec<Link>) -> Emergency {
    let (text, link_text) = (fields.text("text"), fields.text("link_text"));
    let (line, href) = fields.text_at("link");
    fields.finish();
    links.push(Link { file: FILE.to_owned(), line, href: href.clone() });
    Emergency { text, link_text, href }
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

/// The host of the map becomes part of the Content-Security-Policy, where a `;` or `,` would start another directive.
/// The URL standard allows both in a host.
fn is_https_url(text: &str) -> bool {
    let has_plain_host = |url: &Url| match url.host() {
        Some(Host::Domain(name)) => name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.'),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    };
    // The parser removes line breaks and trims spaces; the page would show them.
    let has_space = text.contains(|c: char| c.is_whitespace() || c.is_control());
    text.starts_with("https://")
        && !has_space
        && Url::parse(text).is_ok_and(|url| has_plain_host(&url) && url.username().is_empty())
}

/// The digits with the country code but without the plus sign: `wa.me` requires this form.
fn international(fact: &Fact, fields: &Fields<'_>) -> String {
    let digits: String = fact.value.chars().filter(char::is_ascii_digit).collect();
    let is_well_formed =
        fact.value.starts_with('+') && fact.value.chars().all(|c| c.is_ascii_digit() || "+ -()".contains(c));
    let is_valid = is_well_formed && (8..=15).contains(&digits.len());
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

    const SHIPPED: &str = include_str!("../../../content/clinic.toml");

    #[test]
    fn shipped_file_is_valid_and_unknown_facts_are_placeholders() {
        let report = Report::default();
        let clinic = read(SHIPPED, &report, &mut Vec::new());
        let placeholders = report.into_result().expect("no problem");
        let keys: Vec<_> = placeholders.iter().map(|placeholder| placeholder.key.as_str()).collect();
        for key in ["name", "address.street", "phone.number", "whatsapp.number"] {
            assert!(keys.contains(&key), "{key} is not a placeholder: {keys:?}");
        }
        assert_eq!((clinic.founded, clinic.discount_percent, clinic.code_days), (2001, 5, 90));
        assert!(keys.contains(&"discount_on"), "{keys:?}");
        assert!(clinic.whatsapp.href.contains("?text=Hello"), "{}", clinic.whatsapp.href);
        assert!(clinic.whatsapp.href.contains("%20"), "{}", clinic.whatsapp.href);
    }

    #[test]
    fn what_the_discount_is_off_and_how_long_it_is_valid_can_be_left_out() {
        let is_about_codes = |line: &&str| line.starts_with("discount_on") || line.starts_with("code_days");
        let text: Vec<&str> = SHIPPED.lines().filter(|line| !is_about_codes(line)).collect();
        let report = Report::default();
        let clinic = read(&text.join("\n"), &report, &mut Vec::new());
        report.into_result().expect("no problem");
        assert_eq!((clinic.discount_on, clinic.code_days), (None, 90));
        let report = Report::default();
        assert_eq!(read(&SHIPPED.replace("code_days = 90", "code_days = 30"), &report, &mut Vec::new()).code_days, 30);
    }

    #[test]
    fn map_address_that_is_not_a_plain_https_url_is_reported() {
        let problem_with = |address: &str| {
            let report = Report::default();
            let line = SHIPPED.lines().find(|line| line.starts_with("link = ")).expect("the link of the map");
            read(&SHIPPED.replace(line, &format!("link = \"{address}\"")), &report, &mut Vec::new());
            report.into_result().err().map(|problems| problems.to_string())
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

    #[test]
    fn phone_number_without_country_code_is_reported_with_its_line() {
        let report = Report::default();
        let text = SHIPPED.replace("{ placeholder = \"+234 800 000 0000\" }", "\"0803 123 4567\"");
        read(&text, &report, &mut Vec::new());
        let problems = report.into_result().expect_err("a problem").to_string();
        let line = 1 + text.lines().position(|line| line.contains("0803")).expect("the line");
        let expected = format!("clinic.toml:{line}: \"0803 123 4567\" must be a phone number");
        assert!(problems.starts_with(&expected), "{problems}");
    }
}
