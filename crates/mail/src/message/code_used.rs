//! The email to a person who asks for their code again after it was used.

use askama::Template;
use jiff::Timestamp;

use super::{Context, RenderedMessage};
use crate::one_line::one_line;
use clinic_rules::clinic_time::format_date;
use clinic_rules::discount::DiscountCode;

#[derive(Template)]
#[template(path = "code-used/subject.txt")]
struct Subject<'a> {
    facts: &'a Facts,
}

#[derive(Template)]
#[template(path = "code-used/message.txt")]
struct Text<'a> {
    facts: &'a Facts,
}

#[derive(Template)]
#[template(path = "code-used/message.html")]
struct Html<'a> {
    facts: &'a Facts,
    subject: &'a str,
}

/// Every value is one line of text: content files cannot add a header or a paragraph.
struct Facts {
    code: String,
    used_on: String,
    clinic: String,
    phone: String,
    phone_href: String,
    whatsapp: String,
    to: String,
    privacy: String,
}

pub fn render(code: DiscountCode, used_at: Timestamp, context: &Context<'_>) -> Result<RenderedMessage, askama::Error> {
    let Context { clinic, site_url, to, .. } = context;
    let facts = Facts {
        code: code.to_string(),
        used_on: format_date(used_at),
        clinic: one_line(&clinic.name),
        phone: one_line(&clinic.phone.display),
        phone_href: one_line(&clinic.phone.href),
        whatsapp: one_line(&clinic.whatsapp.href),
        to: one_line(to.as_typed()),
        privacy: format!("{}/privacy", site_url.trim_end_matches('/')),
    };
    let subject = one_line(&Subject { facts: &facts }.render()?);
    Ok(RenderedMessage {
        text: Text { facts: &facts }.render()?,
        html: Html { facts: &facts, subject: &subject }.render()?,
        subject,
        image: None,
        calendar: None,
        facts: facts.named(),
    })
}

impl Facts {
    /// Without `code`, so that a provider's template for discount codes cannot show a used one as valid.
    fn named(self) -> Vec<(&'static str, String)> {
        vec![
            ("used_on", self.used_on),
            ("clinic", self.clinic),
            ("phone", self.phone),
            ("phone_href", self.phone_href),
            ("whatsapp", self.whatsapp),
            ("to", self.to),
            ("privacy", self.privacy),
        ]
    }
}
