//! `clinic.toml`: the facts about the clinic that every page shows.

use super::fields::{Fact, Fields, Source};
use super::hours;
use super::model::{Address, Clinic, Map, Network, Phone, Social, Whatsapp};
use super::report::Report;

pub const FILE: &str = "clinic.toml";

pub fn read(text: &str, report: &Report) -> Clinic {
    let mut fields = Source { file: FILE, text, first_line: 1, report }.parse();
    let clinic = Clinic {
        name: fields.fact("name").value,
        tagline: fields.text("tagline"),
        blurb: fields.text("blurb"),
        founded: i16::try_from(fields.integer("founded", 1900..=2100)).unwrap_or_default(),
        discount_percent: u8::try_from(fields.integer("discount_percent", 1..=100)).unwrap_or_default(),
        address: address(fields.table("address")),
        map: map(fields.table("map")),
        phone: phone(fields.table("phone")),
        whatsapp: whatsapp(fields.table("whatsapp")),
        hours: hours::read(fields.table("hours")),
        socials: socials(fields.table("socials")),
    };
    fields.finish();
    clinic
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
    Whatsapp { href: format!("https://wa.me/{number}?text={}", percent_encode(&message)) }
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
            Social { network, url: https(&fact, &fields), ours: fact.given }
        })
        .collect();
    fields.finish();
    socials
}

fn https(fact: &Fact, fields: &Fields<'_>) -> String {
    if !fact.value.is_empty() && !fact.value.starts_with("https://") {
        fields.problem(fact.line, format!("\"{}\" must be an address that begins with https://", fact.value));
    }
    fact.value.clone()
}

/// The digits of a number with its country code, as `tel:` and `wa.me` want them.
fn international(fact: &Fact, fields: &Fields<'_>) -> String {
    let digits: String = fact.value.chars().filter(char::is_ascii_digit).collect();
    let wellformed =
        fact.value.starts_with('+') && fact.value.chars().all(|c| c.is_ascii_digit() || "+ -()".contains(c));
    let is_number = wellformed && (8..=15).contains(&digits.len());
    if !fact.value.is_empty() && !is_number {
        let message = format!("\"{}\" must be a number with its country code, such as +234 803 123 4567.", fact.value);
        fields.problem(fact.line, message);
    }
    digits
}

fn percent_encode(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = include_str!("../../../content/clinic.toml");

    #[test]
    fn the_clinic_we_ship_is_whole_and_its_unknowns_are_marked() {
        let report = Report::default();
        let clinic = read(WHOLE, &report);
        let placeholders = report.close().expect("no problem");
        let keys: Vec<_> = placeholders.iter().map(|placeholder| placeholder.key.as_str()).collect();
        for key in ["name", "address.street", "phone.number", "whatsapp.number"] {
            assert!(keys.contains(&key), "{key} is given, not a placeholder: {keys:?}");
        }
        assert_eq!((clinic.founded, clinic.discount_percent), (2001, 5));
        assert!(clinic.whatsapp.href.contains("?text=Hello"), "{}", clinic.whatsapp.href);
    }

    #[test]
    fn a_phone_number_without_country_code_is_told_with_its_line() {
        let report = Report::default();
        let text = WHOLE.replace("{ placeholder = \"+234 800 000 0000\" }", "\"0803 123 4567\"");
        read(&text, &report);
        let told = report.close().expect_err("a problem").to_string();
        let line = 1 + text.lines().position(|line| line.contains("0803")).expect("the line");
        assert!(told.starts_with(&format!("clinic.toml:{line}: \"0803 123 4567\" must be a number")), "{told}");
    }
}
