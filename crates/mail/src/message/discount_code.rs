//! The email with a discount code: its facts, its templates and its QR code.

use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};

use super::{CommonFacts, Context, InlineImage, RenderedMessage};
use crate::one_line::one_line;
use crate::qr;
use clinic_rules::discount::DiscountCode;

templates!("discount-code/subject.txt", "discount-code/message.txt", "discount-code/message.html", Facts);

/// Every value is one line of text.
struct Facts {
    code: String,
    percent: String,
    valid_until: String,
    common: CommonFacts,
    address: String,
    map: String,
    /// Days and times, one row of the opening hours each.
    hours: Vec<(String, String)>,
    qr_content_id: String,
    qr_width: usize,
}

pub fn render(
    code: DiscountCode,
    valid_until: Timestamp,
    context: &Context<'_>,
) -> Result<RenderedMessage, askama::Error> {
    let qr = qr::draw(&code.to_string());
    let facts = Facts::new(code, valid_until, qr.side, context);
    let rendered = render_templates(&facts)?;
    let image = Some(InlineImage { file_name: "discount-code.png", png: qr.png });
    Ok(RenderedMessage { image, facts: facts.named(), ..rendered })
}

impl Facts {
    fn new(code: DiscountCode, valid_until: Timestamp, qr_width: usize, context: &Context<'_>) -> Self {
        let Context { clinic, image_content_id, .. } = context;
        let address = &clinic.address;
        Self {
            code: code.to_string(),
            percent: code.percent().to_string(),
            valid_until: last_valid_day(valid_until),
            common: CommonFacts::new(context),
            address: one_line(&[&*address.street, &address.city, &address.state, &address.country].join(", ")),
            map: one_line(&clinic.map.link),
            hours: clinic.hours.iter().map(|hours| (one_line(&hours.days), one_line(&hours.times))).collect(),
            qr_content_id: (*image_content_id).to_owned(),
            qr_width,
        }
    }

    fn named(self) -> Vec<(&'static str, String)> {
        self.common.named([
            ("code", self.code),
            ("percent", self.percent),
            ("valid_until", self.valid_until),
            ("address", self.address),
            ("map", self.map),
        ])
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
