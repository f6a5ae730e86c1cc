//! The email that asks a patient to come back, as agreed at an earlier visit.

use serde::{Deserialize, Serialize};

use super::{CommonFacts, Context, RenderedMessage};
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

templates!("recall/subject.txt", "recall/message.txt", "recall/message.html", Facts);

/// Every value is one line of text.
struct Facts {
    /// Whom the email greets.
    name: String,
    /// Whose last visit it was.
    your: String,
    reason: String,
    book: String,
    emergency: String,
    common: CommonFacts,
}

pub fn render(recall: &RecallFacts, context: &Context<'_>) -> Result<RenderedMessage, askama::Error> {
    let Context { clinic, site_url, .. } = context;
    let site_url = site_url.trim_end_matches('/');
    let recipient = Recipient { name: &recall.name, brought_by: recall.brought_by.as_deref() };
    let facts = Facts {
        name: one_line(recipient.greeted()),
        your: one_line(&recipient.your()),
        reason: one_line(&recall.reason),
        book: format!("{site_url}{}", one_line(&recall.book)),
        emergency: one_line(&clinic.emergency.text),
        common: CommonFacts::new(context),
    };
    let rendered = render_templates(&facts)?;
    Ok(RenderedMessage { facts: facts.named(), ..rendered })
}

impl Facts {
    fn named(self) -> Vec<(&'static str, String)> {
        self.common.named([
            ("name", self.name),
            ("your", self.your),
            ("reason", self.reason),
            ("book", self.book),
            ("emergency", self.emergency),
        ])
    }
}
