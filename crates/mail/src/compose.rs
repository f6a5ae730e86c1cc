//! Builds the email that goes over the wire: headers, text and HTML parts, the inline image, the DKIM signature.
//!
//! An address or a Message-ID that could add a header is an error. The clock and the clinic's facts come in with the
//! `Composer`.

use std::sync::Arc;
use std::{fmt, iter};

use jiff::Timestamp;
use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};

use super::dkim::Dkim;
use super::message::{CalendarPart, Context, RenderedMessage, render_visits};
use super::one_line::one_line;
use super::{Delivery, OutgoingMessage};
use clinic_content::model::Clinic;
use clinic_runtime::clock::Clock;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ComposeError {
    #[error("the address cannot be used in an email envelope")]
    Address,
    #[error("the Message-ID must be printable, contain an @, and have no spaces or angle brackets inside")]
    MessageId,
    #[error("the template cannot be rendered: {0}")]
    Template(String),
    #[error("the parts cannot be combined into an email: {0}")]
    Parts(String),
}

/// Only a bad address is final. The other errors are bugs that a new version may fix, so the message is kept.
impl From<ComposeError> for Delivery {
    fn from(error: ComposeError) -> Self {
        let reason = error.to_string();
        match error {
            ComposeError::Address => Self::Rejected { reason },
            ComposeError::MessageId | ComposeError::Template(_) | ComposeError::Parts(_) => Self::Deferred { reason },
        }
    }
}

/// The address in `From`. The display name beside it is the clinic's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender(Address);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an email address to send from. Give one of your own, such as hello@your-clinic.example.")]
pub struct SenderError(String);

impl Sender {
    /// # Errors
    /// When the text is not an address without a display name.
    pub fn parse(text: &str) -> Result<Self, SenderError> {
        let address = Some(text.trim()).filter(|text| text.is_ascii()).and_then(ascii_address);
        address.map(Self).ok_or_else(|| SenderError(one_line(text)))
    }

    #[must_use]
    pub fn address(&self) -> &Address {
        &self.0
    }
}

/// What all messages have in common.
pub struct Composer {
    pub sender: Sender,
    pub site_url: String,
    /// Gives the clinic's facts as published at the moment of sending.
    pub clinic: Box<dyn Fn() -> Arc<Clinic> + Send + Sync>,
    pub clock: Arc<dyn Clock>,
    pub dkim: Option<Dkim>,
}

impl fmt::Debug for Composer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Composer").field("sender", &self.sender).field("dkim", &self.dkim).finish_non_exhaustive()
    }
}

impl Composer {
    /// # Errors
    /// When the address or the Message-ID cannot be written in a header.
    pub fn compose(&self, outgoing: &OutgoingMessage) -> Result<lettre::Message, ComposeError> {
        let to = ascii_address(outgoing.to.as_typed()).ok_or(ComposeError::Address)?;
        let message_id = message_id(&outgoing.message_id)?;
        let image_content_id = format!("image.{message_id}");
        let clinic = (self.clinic)();
        let rendered = self.render(outgoing, &clinic, &image_content_id)?;
        let from = Mailbox::new(Some(one_line(&clinic.name)), self.sender.0.clone());
        let headers = Headers { from, to, message_id, date: self.clock.now() };
        let mut email = build(rendered, headers, image_content_id)?;
        if let Some(dkim) = &self.dkim {
            dkim.sign(&mut email);
        }
        Ok(email)
    }

    /// The message for a provider that sends it from its own template: no headers, no inline image.
    pub(super) fn render_for_provider(&self, outgoing: &OutgoingMessage) -> Result<RenderedMessage, ComposeError> {
        self.render(outgoing, &(self.clinic)(), "")
    }

    fn render(
        &self,
        outgoing: &OutgoingMessage,
        clinic: &Clinic,
        image_content_id: &str,
    ) -> Result<RenderedMessage, ComposeError> {
        let sender: &str = self.sender.0.as_ref();
        let (to, link) = (&outgoing.to, outgoing.link.as_ref());
        let invitation = outgoing.invitation.as_ref();
        let context = Context { clinic, site_url: &self.site_url, to, link, invitation, sender, image_content_id };
        let rendered = if outgoing.also.is_empty() {
            outgoing.message.render(&context)
        } else {
            let also = outgoing.also.iter().map(|also| (&also.message, also.link.as_ref()));
            let visits: Vec<_> = iter::once((&outgoing.message, link)).chain(also).collect();
            render_visits(&visits, &context)
        };
        rendered.map_err(|error| ComposeError::Template(error.to_string()))
    }
}

struct Headers<'a> {
    from: Mailbox,
    to: Address,
    message_id: &'a str,
    date: Timestamp,
}

fn build(
    rendered: RenderedMessage,
    headers: Headers<'_>,
    image_content_id: String,
) -> Result<lettre::Message, ComposeError> {
    // Fixed boundaries, so that every attempt sends the same bytes. "=_" cannot occur in quoted-printable or base64.
    let mut html = MultiPart::related().boundary("=_clinic_related").singlepart(SinglePart::html(rendered.html));
    if let Some(image) = rendered.image {
        html = html.singlepart(
            Attachment::new_inline_with_name(image_content_id, image.file_name.to_owned())
                .body(image.png, ContentType::parse("image/png").expect("image/png is a media type")),
        );
    }
    let alternatives = MultiPart::alternative()
        .boundary("=_clinic_alternative")
        .singlepart(SinglePart::plain(rendered.text))
        .multipart(html);
    let parts = match rendered.calendar {
        Some(calendar) => with_calendar(alternatives, calendar)?,
        None => alternatives,
    };

    lettre::Message::builder()
        .date(headers.date.into())
        .from(headers.from)
        .to(Mailbox::new(None, headers.to))
        .subject(rendered.subject)
        .message_id(Some(format!("<{}>", headers.message_id)))
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
        .multipart(parts)
        .map_err(|error| ComposeError::Parts(error.to_string()))
}

/// Mail programs take the invitation from the alternatives; the attachment is for those that do not.
fn with_calendar(alternatives: MultiPart, calendar: CalendarPart) -> Result<MultiPart, ComposeError> {
    let media_type = format!("text/calendar; charset=utf-8; method={}", calendar.method);
    let media_type = ContentType::parse(&media_type).map_err(|error| ComposeError::Parts(error.to_string()))?;
    let invitation = SinglePart::builder().header(media_type.clone()).body(calendar.file.clone());
    let attachment = Attachment::new("appointment.ics".to_owned()).body(calendar.file, media_type);
    let alternatives = if calendar.is_invitation { alternatives.singlepart(invitation) } else { alternatives };
    Ok(MultiPart::mixed().boundary("=_clinic_mixed").multipart(alternatives).singlepart(attachment))
}

/// The address with its domain in ASCII (punycode), which every mail server understands.
fn ascii_address(text: &str) -> Option<Address> {
    if text.chars().any(|c| c.is_control() || c.is_whitespace() || matches!(c, '<' | '>' | ',' | ';' | '"')) {
        return None;
    }
    let (local, domain) = text.rsplit_once('@')?;
    Address::new(local, idna::domain_to_ascii(domain).ok()?).ok()
}

/// The Message-ID without its angle brackets.
fn message_id(text: &str) -> Result<&str, ComposeError> {
    let id = text.strip_prefix('<').and_then(|id| id.strip_suffix('>')).unwrap_or(text);
    let has_both_parts = id.split_once('@').is_some_and(|(left, right)| !left.is_empty() && !right.is_empty());
    let printable = id.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | '(' | ')' | ',' | ';'));
    if has_both_parts && printable && id.len() <= 200 { Ok(id) } else { Err(ComposeError::MessageId) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_that_could_add_a_header_is_rejected() {
        for text in
            ["ada@example.com\r\nBcc: x@y.z", "a b@example.com", "<ada@example.com>", "ada@x.y,eve@x.y", "ada", ""]
        {
            assert_eq!(ascii_address(text), None, "{text}");
        }
    }

    #[test]
    fn international_domain_is_written_in_ascii() {
        assert_eq!(ascii_address("ada@bücher.example").expect("an address").to_string(), "ada@xn--bcher-kva.example");
    }

    #[test]
    fn message_id_may_have_brackets_but_cannot_add_a_header() {
        assert_eq!(message_id("<7.clinic@example.com>"), Ok("7.clinic@example.com"));
        assert_eq!(message_id("7.clinic@example.com"), Ok("7.clinic@example.com"));
        for text in ["", "<>", "no-at", "@", "a@b\r\nBcc: x@y", "a b@c", "<a@b> <c@d>"] {
            assert_eq!(message_id(text), Err(ComposeError::MessageId), "{text}");
        }
    }

    #[test]
    fn sender_is_an_address_without_a_display_name() {
        assert!(Sender::parse(" hello@clinic.example ").is_ok());
        let error = Sender::parse("Clinic <hello@clinic.example>").expect_err("a display name is rejected");
        assert!(error.to_string().contains("hello@your-clinic.example"));
    }
}
