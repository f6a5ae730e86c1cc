//! The email to a colleague who is invited to the staff desk, with the link to choose a password.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{CommonFacts, Context, RenderedMessage};
use crate::one_line::one_line;
use clinic_rules::clinic_time::format_with_zone;
use clinic_rules::secret::Secret;
use clinic_rules::staff::{LinkSeed, ResetToken};

/// What is known when the email is queued. The link is not stored with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationFacts {
    /// The name of the account.
    pub name: String,
    /// The owner who sends it.
    pub invited_by: String,
    /// The hash of the link's token.
    pub link_hash: String,
    /// What the token is made from.
    pub seed: String,
    #[serde(with = "jiff::fmt::serde::timestamp::millisecond::required")]
    pub expires_at: Timestamp,
}

impl InvitationFacts {
    /// The token of the link. `None` when the key is not the one that has signed it.
    #[must_use]
    pub fn token(&self, signing: &Secret) -> Option<ResetToken> {
        let token = ResetToken::signed(LinkSeed::parse(&self.seed)?, signing);
        (token.hash() == self.link_hash).then_some(token)
    }
}

templates!("staff-invitation/subject.txt", "staff-invitation/message.txt", "staff-invitation/message.html", Facts);

/// Every value is one line of text.
struct Facts {
    name: String,
    invited_by: String,
    link: String,
    until: String,
    common: CommonFacts,
}

pub fn render(invitation: &InvitationFacts, context: &Context<'_>) -> Result<RenderedMessage, askama::Error> {
    let token = context.invitation.ok_or_else(|| askama::Error::custom("an invitation without its link"))?;
    let facts = Facts {
        name: one_line(&invitation.name),
        invited_by: one_line(&invitation.invited_by),
        link: format!("{}{}", context.site_url.trim_end_matches('/'), token.link_path()),
        until: format_with_zone(invitation.expires_at),
        common: CommonFacts::new(context),
    };
    let rendered = render_templates(&facts)?;
    Ok(RenderedMessage { facts: facts.named(), ..rendered })
}

impl Facts {
    fn named(self) -> Vec<(&'static str, String)> {
        self.common.named([
            ("name", self.name),
            ("invited_by", self.invited_by),
            ("link", self.link),
            ("until", self.until),
        ])
    }
}
