//! A message as it goes over the wire: multipart text and HTML with the QR code beside it, and its headers.
//!
//! Owns the headers and the structure. Refuses an address or a Message-ID that could break out of its header, and reads
//! neither the clock nor a file: both come in with the `Composer`.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};

use super::dkim::Dkim;
use super::template::one_line;
use super::words::{Picture, Words};
use super::{Delivery, Outgoing, qr};
use crate::clock::Clock;
use crate::content::model::Clinic;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ComposeError {
    #[error("the address cannot be written on an envelope")]
    Address,
    #[error("the Message-ID must be printable, without spaces or angle brackets inside, and have an @")]
    MessageId,
    #[error("the parts do not make a message: {0}")]
    Parts(String),
}

/// Only the address is the visitor's to correct; the rest is a fault of ours that a new version can mend.
impl From<ComposeError> for Delivery {
    fn from(error: ComposeError) -> Self {
        match error {
            ComposeError::Address => Self::Refused { reason: error.to_string() },
            ComposeError::MessageId | ComposeError::Parts(_) => Self::Later { reason: error.to_string() },
        }
    }
}

/// The address that messages come from. The name beside it is the clinic's, as the content folder gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender(Address);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not an address mail can come from. Give one of your own, such as hello@your-clinic.example.")]
pub struct SenderError(String);

impl Sender {
    /// # Errors
    /// When the text is not a bare address.
    pub fn parse(text: &str) -> Result<Self, SenderError> {
        let address = Some(text.trim()).filter(|text| text.is_ascii()).and_then(ascii_address);
        address.map(Self).ok_or_else(|| SenderError(one_line(text)))
    }

    #[must_use]
    pub fn address(&self) -> &Address {
        &self.0
    }
}

/// Everything a message needs that is the same for all of them.
pub struct Composer {
    pub sender: Sender,
    pub site_url: String,
    /// The facts as they are published at the moment of sending.
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
    /// When the address or the Message-ID cannot stand in a header.
    pub fn compose(&self, outgoing: &Outgoing) -> Result<Message, ComposeError> {
        let clinic = (self.clinic)();
        let words = Words { outgoing, clinic: &clinic, site_url: &self.site_url };
        let mut message = compose(&words, &self.sender, self.clock.now())?;
        if let Some(dkim) = &self.dkim {
            dkim.sign(&mut message);
        }
        Ok(message)
    }
}

fn compose(words: &Words<'_>, sender: &Sender, now: Timestamp) -> Result<Message, ComposeError> {
    let to = ascii_address(words.outgoing.to.as_typed()).ok_or(ComposeError::Address)?;
    let message_id = message_id(&words.outgoing.message_id)?;
    let content_id = format!("code.{message_id}");
    let drawing = qr::draw(&words.outgoing.code.to_string());
    let picture = Picture { content_id: &content_id, side: drawing.side };

    // Boundaries that cannot occur in quoted-printable or base64, so that equal rows give equal bytes.
    let html = MultiPart::related()
        .boundary("=_clinic_related")
        .singlepart(SinglePart::html(words.html(&picture)))
        .singlepart(
            Attachment::new_inline_with_name(content_id.clone(), "discount-code.png".to_owned())
                .body(drawing.png, ContentType::parse("image/png").expect("a media type")),
        );
    let parts = MultiPart::alternative()
        .boundary("=_clinic_alternative")
        .singlepart(SinglePart::plain(words.text()))
        .multipart(html);

    Message::builder()
        .date(now.into())
        .from(Mailbox::new(Some(one_line(&words.clinic.name)), sender.0.clone()))
        .to(Mailbox::new(None, to))
        .subject(words.subject())
        .message_id(Some(format!("<{message_id}>")))
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
        .multipart(parts)
        .map_err(|error| ComposeError::Parts(error.to_string()))
}

/// The address with its domain in the form that every mail server understands.
fn ascii_address(text: &str) -> Option<Address> {
    if text.chars().any(|c| c.is_control() || c.is_whitespace() || matches!(c, '<' | '>' | ',' | ';' | '"')) {
        return None;
    }
    let (local, domain) = text.rsplit_once('@')?;
    Address::new(local, idna::domain_to_ascii(domain).ok()?).ok()
}

/// The id without its angle brackets.
fn message_id(text: &str) -> Result<&str, ComposeError> {
    let id = text.strip_prefix('<').and_then(|id| id.strip_suffix('>')).unwrap_or(text);
    let whole = id.split_once('@').is_some_and(|(left, right)| !left.is_empty() && !right.is_empty());
    let clean = id.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | '(' | ')' | ',' | ';'));
    if whole && clean && id.len() <= 200 { Ok(id) } else { Err(ComposeError::MessageId) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_could_end_its_header_is_refused() {
        for text in
            ["ada@example.com\r\nBcc: x@y.z", "a b@example.com", "<ada@example.com>", "ada@x.y,eve@x.y", "ada", ""]
        {
            assert_eq!(ascii_address(text), None, "{text}");
        }
    }

    #[test]
    fn a_domain_in_its_own_letters_is_written_as_mail_servers_know_it() {
        assert_eq!(ascii_address("ada@bücher.example").expect("an address").to_string(), "ada@xn--bcher-kva.example");
    }

    #[test]
    fn a_message_id_is_taken_with_or_without_brackets_and_refused_when_it_could_break_out() {
        assert_eq!(message_id("<7.clinic@example.com>"), Ok("7.clinic@example.com"));
        assert_eq!(message_id("7.clinic@example.com"), Ok("7.clinic@example.com"));
        for text in ["", "<>", "no-at", "@", "a@b\r\nBcc: x@y", "a b@c", "<a@b> <c@d>"] {
            assert_eq!(message_id(text), Err(ComposeError::MessageId), "{text}");
        }
    }

    #[test]
    fn a_sender_is_a_bare_address() {
        assert!(Sender::parse(" hello@clinic.example ").is_ok());
        let refused = Sender::parse("Clinic <hello@clinic.example>").expect_err("a name is not part of it");
        assert!(refused.to_string().contains("hello@your-clinic.example"));
    }
}
