//! The messages the site can send. A message is stored as JSON in the outbox and rendered when it is delivered.
//!
//! A new message needs a variant here, a module under `message/` and a folder under `templates/`.

/// The three templates of a message and `render_templates`, which renders them with its facts. Text and HTML may have a list besides.
macro_rules! templates {
    ($subject:tt, $text:tt, $html:tt, $facts:ty $(, $list:ident: [$item:ty])?) => {
        #[derive(askama::Template)]
        #[template(path = $subject)]
        struct Subject<'a> {
            facts: &'a $facts,
        }

        #[derive(askama::Template)]
        #[template(path = $text)]
        struct Text<'a> {
            facts: &'a $facts,
            $($list: &'a [$item],)?
        }

        #[derive(askama::Template)]
        #[template(path = $html)]
        struct Html<'a> {
            facts: &'a $facts,
            $($list: &'a [$item],)?
            subject: &'a str,
        }

        fn render_templates(
            facts: &$facts,
            $($list: &[$item],)?
        ) -> Result<$crate::message::RenderedMessage, askama::Error> {
            use askama::Template as _;
            let subject = $crate::one_line::one_line(&Subject { facts }.render()?);
            Ok($crate::message::RenderedMessage {
                text: Text { facts, $($list,)? }.render()?,
                html: Html { facts, $($list,)? subject: &subject }.render()?,
                subject,
                image: None,
                calendar: None,
                facts: Vec::new(),
            })
        }
    };
}

mod appointment;
mod code_used;
mod discount_code;
mod recall;
mod staff_invitation;
mod visits;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use appointment::{AppointmentFacts, AppointmentNotice, calendar_uid, place};
pub use recall::RecallFacts;
pub use staff_invitation::InvitationFacts;

use crate::one_line::one_line;
use clinic_content::model::Clinic;
use clinic_rules::booking::AppointmentToken;
use clinic_rules::discount::DiscountCode;
use clinic_rules::person::EmailAddress;
use clinic_rules::staff::ResetToken;

/// The kind of `Message::DiscountCode`.
pub const DISCOUNT_CODE: &str = "discount-code";
/// The kind of `Message::CodeUsed`.
pub const CODE_USED: &str = "code-used";
/// The kind of `Message::Appointment`.
pub const APPOINTMENT: &str = "appointment";
/// The kind of `Message::Recall`.
pub const RECALL: &str = "recall";
/// The kind of `Message::StaffInvitation`.
pub const STAFF_INVITATION: &str = "staff-invitation";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Message {
    DiscountCode {
        #[serde(with = "code_text")]
        code: DiscountCode,
        #[serde(with = "jiff::fmt::serde::timestamp::millisecond::required")]
        valid_until: Timestamp,
        /// The play whose proof was used for this claim. It is not shown in the email: the store releases the proof
        /// when the address is rejected.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        play: Option<String>,
    },
    /// For a person who claims again after their code was used.
    CodeUsed {
        #[serde(with = "code_text")]
        code: DiscountCode,
        #[serde(with = "jiff::fmt::serde::timestamp::millisecond::required")]
        used_at: Timestamp,
        /// As in `DiscountCode`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        play: Option<String>,
    },
    /// About an appointment.
    Appointment(AppointmentFacts),
    /// Asks a patient to come back.
    Recall(RecallFacts),
    /// Invites a colleague to the staff desk.
    StaffInvitation(InvitationFacts),
}

/// What every message may show besides its own facts.
pub(super) struct Context<'a> {
    pub clinic: &'a Clinic,
    pub site_url: &'a str,
    pub to: &'a EmailAddress,
    /// The patient's link to the appointment that the message is about.
    pub link: Option<&'a AppointmentToken>,
    /// A colleague's link, in an invitation.
    pub invitation: Option<&'a ResetToken>,
    /// The address in `From`.
    pub sender: &'a str,
    /// Content-ID of the inline image, when the message has one.
    pub image_content_id: &'a str,
}

/// What every message names. Every value is one line of text: content files cannot add a header or a paragraph.
pub(super) struct CommonFacts {
    pub clinic: String,
    pub phone: String,
    pub phone_href: String,
    pub whatsapp: String,
    pub to: String,
    pub privacy: String,
}

impl CommonFacts {
    fn new(Context { clinic, site_url, to, .. }: &Context<'_>) -> Self {
        Self {
            clinic: one_line(&clinic.name),
            phone: one_line(&clinic.phone.display),
            phone_href: one_line(&clinic.phone.href),
            whatsapp: one_line(&clinic.whatsapp.href),
            to: one_line(to.as_typed()),
            privacy: format!("{}/privacy", site_url.trim_end_matches('/')),
        }
    }

    /// The names are a contract with the templates of the hosted provider. `own` are those of the message.
    fn named<const N: usize>(self, own: [(&'static str, String); N]) -> Vec<(&'static str, String)> {
        let common = [
            ("clinic", self.clinic),
            ("phone", self.phone),
            ("phone_href", self.phone_href),
            ("whatsapp", self.whatsapp),
            ("to", self.to),
            ("privacy", self.privacy),
        ];
        own.into_iter().chain(common).collect()
    }
}

/// A message as text and HTML, before headers and MIME encoding.
pub(super) struct RenderedMessage {
    pub subject: String,
    pub text: String,
    pub html: String,
    pub image: Option<InlineImage>,
    /// A calendar file that belongs to the message.
    pub calendar: Option<CalendarPart>,
    /// Named values for a mail provider that has its own template.
    pub facts: Vec<(&'static str, String)>,
}

pub(super) struct CalendarPart {
    /// The METHOD in the file, which is repeated in its media type.
    pub method: &'static str,
    /// Whether a mail program may take it as an invitation. One invitation is about one visit.
    pub is_invitation: bool,
    pub file: String,
}

pub(super) struct InlineImage {
    pub file_name: &'static str,
    pub png: Vec<u8>,
}

impl Message {
    /// The same word as the `kind` tag of the JSON form.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::DiscountCode { .. } => DISCOUNT_CODE,
            Self::CodeUsed { .. } => CODE_USED,
            Self::Appointment(_) => APPOINTMENT,
            Self::Recall(_) => RECALL,
            Self::StaffInvitation(_) => STAFF_INVITATION,
        }
    }

    /// The key of the record that the message belongs to, so that a feature finds its own messages in the outbox.
    #[must_use]
    pub fn record_key(&self) -> String {
        match self {
            Self::DiscountCode { code, .. } | Self::CodeUsed { code, .. } => code.to_string(),
            Self::Appointment(appointment) => appointment.id.clone(),
            Self::Recall(recall) => recall.id.clone(),
            Self::StaffInvitation(invitation) => invitation.link_hash.clone(),
        }
    }

    /// What it is when it is sent because a date has come, and not because somebody has just done something.
    #[must_use]
    pub fn date_kind(&self) -> Option<&'static str> {
        match self {
            Self::Appointment(facts) => matches!(facts.notice, AppointmentNotice::Reminder(_)).then_some("reminder"),
            Self::Recall(_) => Some("recall"),
            Self::DiscountCode { .. } | Self::CodeUsed { .. } | Self::StaffInvitation(_) => None,
        }
    }

    /// The message as it is true when it is sent. `None` when it has come too late and must not be sent any more.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> Option<Self> {
        match self {
            Self::Appointment(facts) => {
                let notice = facts.notice.at(facts.starts_at, facts.moved_from, now)?;
                Some(Self::Appointment(AppointmentFacts { notice, ..facts.clone() }))
            }
            Self::StaffInvitation(invitation) => (now < invitation.expires_at).then(|| self.clone()),
            Self::DiscountCode { .. } | Self::CodeUsed { .. } | Self::Recall(_) => Some(self.clone()),
        }
    }

    /// When the visit is that the message is about.
    #[must_use]
    pub fn visit_time(&self) -> Option<Timestamp> {
        match self {
            Self::Appointment(facts) => Some(facts.starts_at),
            Self::DiscountCode { .. } | Self::CodeUsed { .. } | Self::Recall(_) | Self::StaffInvitation(_) => None,
        }
    }

    pub(super) fn render(&self, context: &Context<'_>) -> Result<RenderedMessage, askama::Error> {
        match self {
            Self::DiscountCode { code, valid_until, .. } => discount_code::render(*code, *valid_until, context),
            Self::CodeUsed { code, used_at, .. } => code_used::render(*code, *used_at, context),
            Self::Appointment(appointment) => appointment::render(appointment, context),
            Self::Recall(recall) => recall::render(recall, context),
            Self::StaffInvitation(invitation) => staff_invitation::render(invitation, context),
        }
    }
}

/// One email about several visits of a patient, each with the link to it.
pub(super) fn render_visits(
    visits: &[(&Message, Option<&AppointmentToken>)],
    context: &Context<'_>,
) -> Result<RenderedMessage, askama::Error> {
    let facts: Vec<_> = visits
        .iter()
        .filter_map(|(message, link)| match message {
            Message::Appointment(facts) => Some((facts, *link)),
            Message::DiscountCode { .. }
            | Message::CodeUsed { .. }
            | Message::Recall(_)
            | Message::StaffInvitation(_) => None,
        })
        .collect();
    visits::render(&facts, context)
}

/// A discount code in JSON, as people read it: `EYE5-XXXX-XXXX`.
mod code_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    use clinic_rules::discount::DiscountCode;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub fn serialize<S: Serializer>(code: &DiscountCode, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(code)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DiscountCode, D::Error> {
        DiscountCode::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_form_is_stable_because_it_is_stored_in_the_outbox() {
        let code = DiscountCode::issue(5, [7, 19, 3, 20, 23, 2, 29]);
        let stored = format!(r#"{{"kind":"discount-code","code":"{code}","valid_until":1500,"play":"p1"}}"#);
        let valid_until = Timestamp::from_millisecond(1500).expect("a time");
        let message = Message::DiscountCode { code, valid_until, play: Some("p1".to_owned()) };
        assert_eq!(serde_json::to_string(&message).expect("JSON"), stored);
        assert_eq!(serde_json::from_str::<Message>(&stored).expect("a message"), message);
        assert!(stored.contains(&format!(r#""kind":"{}""#, message.kind())));
        let stored = format!(r#"{{"kind":"code-used","code":"{code}","used_at":1500,"play":"p1"}}"#);
        let message = Message::CodeUsed { code, used_at: valid_until, play: Some("p1".to_owned()) };
        assert_eq!(serde_json::to_string(&message).expect("JSON"), stored);
        assert!(stored.contains(&format!(r#""kind":"{}""#, message.kind())));
    }
}
