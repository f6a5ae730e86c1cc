//! The email that asks a patient to come back, as agreed at an earlier visit.

use askama::Template;
use serde::{Deserialize, Serialize};

use super::{Context, RenderedMessage};
use crate::one_line::one_line;
use clinic_rules::booking::Recipient;

/// What is known when the email is queued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecallFacts {
    pub id: String,
    pub name: String,
    /// Who brings the patient: the email is to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brought_by: Option<String>,
    /// As agreed with the patient, such as "yearly check".
    pub reason: String,
    /// The path of the page on which the patient can book.
    pub book: String,
}

#[derive(Template)]
#[template(path = "recall/subject.txt")]
struct Subject<'a> {
    facts: &'a Facts,
}

#[derive(Template)]
#[template(path = "recall/message.txt")]
struct Text<'a> {
    facts: &'a Facts,
}

#[derive(Template)]
#[template(path = "recall/message.html")]
struct Html<'a> {
    facts: &'a Facts,
    subject: &'a str,
}

/// Every value is one line of text.
struct Facts {
    /// Whom the email greets.
    name: String,
    /// Whose last visit it was.
    your: String,
    reason: String,
    book: String,
    emergency: String,
    clinic: String,
    phone: String,
    phone_href: String,
    whatsapp: String,
    to: String,
    privacy: String,
}

pub fn render(recall: &RecallFacts, context: &Context<'_>) -> Result<RenderedMessage, askama::Error> {
    let Context { clinic, site_url, to, .. } = context;
    let site_url = site_url.trim_end_matches('/');
    let recipient = Recipient { name: &recall.name, brought_by: recall.brought_by.as_deref() };
    let facts = Facts {
        name: one_line(recipient.greeted()),
        your: one_line(&recipient.your()),
        reason: one_line(&recall.reason),
        book: format!("{site_url}{}", one_line(&recall.book)),
        emergency: one_line(&clinic.emergency.text),
        clinic: one_line(&clinic.name),
        phone: one_line(&clinic.phone.display),
        phone_href: one_line(&clinic.phone.href),
        whatsapp: one_line(&clinic.whatsapp.href),
        to: one_line(to.as_typed()),
        privacy: format!("{site_url}/privacy"),
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
    fn named(self) -> Vec<(&'static str, String)> {
        vec![
            ("name", self.name),
            ("your", self.your),
            ("reason", self.reason),
            ("book", self.book),
            ("emergency", self.emergency),
            ("clinic", self.clinic),
            ("phone", self.phone),
            ("phone_href", self.phone_href),
            ("whatsapp", self.whatsapp),
            ("to", self.to),
            ("privacy", self.privacy),
        ]
    }
}
