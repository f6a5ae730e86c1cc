//! The email with a discount code: its facts, its templates and its QR code.

use askama::Template;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use super::{Context, InlineImage, RenderedMessage};
use crate::one_line::one_line;
use crate::qr;
use clinic_rules::discount::DiscountCode;

#[derive(Template)]
#[template(path = "discount-code/subject.txt")]
struct Subject<'a> {
    facts: &'a Facts,
}

#[derive(Template)]
#[template(path = "discount-code/message.txt")]
struct Text<'a> {
    facts: &'a Facts,
}

#[derive(Template)]
#[template(path = "discount-code/message.html")]
struct Html<'a> {
    facts: &'a Facts,
    subject: &'a str,
    qr_content_id: &'a str,
    qr_width: usize,
}

/// Every value is one line of text: content files cannot add a header or a paragraph.
struct Facts {
    code: String,
    percent: String,
    valid_until: String,
    clinic: String,
    address: String,
    map: String,
    phone: String,
    phone_href: String,
    whatsapp: String,
    to: String,
    privacy: String,
    /// Days and times, one row of the opening hours each.
    hours: Vec<(String, String)>,
}

pub fn render(
    code: DiscountCode,
    valid_until: Timestamp,
    context: &Context<'_>,
) -> Result<RenderedMessage, askama::Error> {
    let facts = Facts::new(code, valid_until, context);
    let qr = qr::draw(&facts.code);
    let subject = one_line(&Subject { facts: &facts }.render()?);
    let html = Html { facts: &facts, subject: &subject, qr_content_id: context.image_content_id, qr_width: qr.side }
        .render()?;
    Ok(RenderedMessage {
        text: Text { facts: &facts }.render()?,
        html,
        subject,
        calendar: None,
        image: Some(InlineImage { file_name: "discount-code.png", png: qr.png }),
        facts: facts.named(),
    })
}

impl Facts {
    fn new(code: DiscountCode, valid_until: Timestamp, context: &Context<'_>) -> Self {
        let Context { clinic, site_url, to, .. } = context;
        let address = &clinic.address;
        Self {
            code: code.to_string(),
            percent: code.percent().to_string(),
            valid_until: last_valid_day(valid_until),
            clinic: one_line(&clinic.name),
            address: one_line(&[&*address.street, &address.city, &address.state, &address.country].join(", ")),
            map: one_line(&clinic.map.link),
            phone: one_line(&clinic.phone.display),
            phone_href: one_line(&clinic.phone.href),
            whatsapp: one_line(&clinic.whatsapp.href),
            to: one_line(to.as_typed()),
            privacy: format!("{}/privacy", site_url.trim_end_matches('/')),
            hours: clinic.hours.iter().map(|hours| (one_line(&hours.days), one_line(&hours.times))).collect(),
        }
    }

    /// The names are a contract with the templates of the hosted provider.
    fn named(self) -> Vec<(&'static str, String)> {
        vec![
            ("code", self.code),
            ("percent", self.percent),
            ("valid_until", self.valid_until),
            ("clinic", self.clinic),
            ("address", self.address),
            ("map", self.map),
            ("phone", self.phone),
            ("phone_href", self.phone_href),
            ("whatsapp", self.whatsapp),
            ("to", self.to),
            ("privacy", self.privacy),
        ]
    }
}

/// The last day on which the code is valid in Port Harcourt, such as "Saturday 13 February 2027".
///
/// Nigeria is one hour ahead of UTC all year, so a fixed offset needs no time-zone database.
fn last_valid_day(end: Timestamp) -> String {
    let last_moment = end - SignedDuration::from_millis(1);
    last_moment.to_zoned(TimeZone::fixed(Offset::constant(1))).strftime("%A %-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_day(end: &str) -> String {
        last_valid_day(end.parse().expect("a time"))
    }

    #[test]
    fn code_that_ends_at_midnight_is_valid_until_the_day_before() {
        assert_eq!(last_day("2027-02-13T23:00:00Z"), "Saturday 13 February 2027");
    }

    #[test]
    fn day_is_the_day_in_nigeria_and_not_in_utc() {
        assert_eq!(last_day("2027-02-13T23:30:00Z"), "Sunday 14 February 2027");
    }
}
