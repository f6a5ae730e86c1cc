//! The words of the discount message, as text and as HTML, from the templates beside the crate.
//!
//! Owns what is said and how a date is spoken. Refuses to know about headers and carriers.

use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use super::Outgoing;
use super::template::{Form, Value, fill, one_line};
use crate::content::model::{Clinic, Hours};

const TEXT: &str = include_str!("../../templates/discount/message.txt");
const TEXT_HOURS: &str = include_str!("../../templates/discount/hours.txt");
const HTML: &str = include_str!("../../templates/discount/message.html");
const HTML_HOURS: &str = include_str!("../../templates/discount/hours.html");

/// What the HTML part needs to show the picture that travels beside it.
pub struct Picture<'a> {
    pub content_id: &'a str,
    pub side: usize,
}

pub struct Words<'a> {
    pub outgoing: &'a Outgoing,
    pub clinic: &'a Clinic,
    pub site_url: &'a str,
}

impl Words<'_> {
    pub fn subject(&self) -> String {
        one_line(&format!("Your {}% discount code from {}", self.clinic.discount_percent, self.clinic.name))
    }

    pub fn text(&self) -> String {
        let hours = self.hours(TEXT_HOURS, Form::Text);
        let mut values = self.values();
        values.push(("hours", Value::Markup(hours)));
        fill(TEXT, Form::Text, &values)
    }

    pub fn html(&self, picture: &Picture<'_>) -> String {
        let hours = self.hours(HTML_HOURS, Form::Html);
        let mut values = self.values();
        values.extend([
            ("hours", Value::Markup(hours)),
            ("subject", Value::words(self.subject())),
            ("qr_cid", Value::words(picture.content_id)),
            ("qr_width", Value::words(picture.side.to_string())),
        ]);
        fill(HTML, Form::Html, &values)
    }

    /// The facts that every form of the message is made of; the hosted provider's templates get them by these names.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let address = &self.clinic.address;
        vec![
            ("code", self.outgoing.code.to_string()),
            ("percent", self.clinic.discount_percent.to_string()),
            ("valid_until", spoken_date(self.outgoing.valid_until)),
            ("clinic", self.clinic.name.clone()),
            ("address", [&*address.street, &address.city, &address.state, &address.country].join(", ")),
            ("map", self.clinic.map.link.clone()),
            ("phone", self.clinic.phone.display.clone()),
            ("phone_href", self.clinic.phone.href.clone()),
            ("whatsapp", self.clinic.whatsapp.href.clone()),
            ("to", self.outgoing.to.as_typed().to_owned()),
            ("privacy", format!("{}/privacy", self.site_url.trim_end_matches('/'))),
        ]
    }

    fn values(&self) -> Vec<(&'static str, Value)> {
        self.facts().into_iter().map(|(name, words)| (name, Value::Words(words))).collect()
    }

    fn hours(&self, template: &str, form: Form) -> String {
        let row = |hours: &Hours| {
            let values = [("days", Value::words(&hours.days)), ("times", Value::words(&hours.times))];
            fill(template.trim_end(), form, &values)
        };
        self.clinic.hours.iter().map(row).collect::<Vec<_>>().join("\n")
    }
}

/// The last day on which the code works, as people in Port Harcourt say it: "Saturday 13 February 2027".
///
/// Nigeria keeps one hour ahead of UTC all year, so the offset is fixed and no time-zone database has to be installed.
pub fn spoken_date(end: Timestamp) -> String {
    let last_moment = end - SignedDuration::from_millis(1);
    last_moment.to_zoned(TimeZone::fixed(Offset::constant(1))).strftime("%A %-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spoken(end: &str) -> String {
        spoken_date(end.parse().expect("a time"))
    }

    #[test]
    fn a_code_that_ends_at_midnight_in_lagos_is_valid_until_the_day_before() {
        assert_eq!(spoken("2027-02-13T23:00:00Z"), "Saturday 13 February 2027");
    }

    #[test]
    fn late_evening_in_london_is_already_tomorrow_in_lagos() {
        assert_eq!(spoken("2027-02-13T23:30:00Z"), "Sunday 14 February 2027");
    }
}
