//! The email to a person who asks for their code again after it was used.

use jiff::Timestamp;

use super::{CommonFacts, Context, RenderedMessage};
use clinic_rules::clinic_time::format_date;
use clinic_rules::discount::DiscountCode;

templates!("code-used/subject.txt", "code-used/message.txt", "code-used/message.html", Facts);

/// Every value is one line of text.
struct Facts {
    code: String,
    used_on: String,
    common: CommonFacts,
}

pub fn render(code: DiscountCode, used_at: Timestamp, context: &Context<'_>) -> Result<RenderedMessage, askama::Error> {
    let facts = Facts { code: code.to_string(), used_on: format_date(used_at), common: CommonFacts::new(context) };
    let rendered = render_templates(&facts)?;
    Ok(RenderedMessage { facts: facts.named(), ..rendered })
}

impl Facts {
    /// Without `code`, so that a provider's template for discount codes cannot show a used one as valid.
    fn named(self) -> Vec<(&'static str, String)> {
        self.common.named([("used_on", self.used_on)])
    }
}
