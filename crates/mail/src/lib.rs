//! Composes messages and delivers them to a folder, an SMTP server or the hosted provider. One call is one attempt;
//! the outbox decides when to try again.

pub mod compose;
pub mod dkim;
pub mod emailjs;
pub mod file;
pub mod message;
pub mod settings;
pub mod smtp;

mod one_line;
mod qr;
mod redact;

use std::pin::Pin;
use std::sync::Arc;

pub use compose::Composer;
pub use message::Message;
pub use one_line::one_line;
pub use settings::Settings;

use data_encoding::HEXLOWER;
use jiff::Timestamp;

use clinic_rules::booking::AppointmentToken;
use clinic_rules::discount::DiscountCode;
use clinic_rules::person::EmailAddress;
use clinic_rules::staff::ResetToken;

/// One message to one person. All attempts of one outbox row have the same Message-ID.
#[derive(Debug, Clone)]
pub struct OutgoingMessage {
    pub message_id: String,
    pub to: EmailAddress,
    pub message: Message,
    /// The patient's link, for a message about an appointment. It is never stored with the message.
    pub link: Option<AppointmentToken>,
    /// The colleague's link, for an invitation. It is never stored with the message either.
    pub invitation: Option<ResetToken>,
    /// About other visits of the same patient, in the same email.
    pub also: Vec<LinkedMessage>,
}

impl OutgoingMessage {
    /// What the email says.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        std::iter::once(&self.message).chain(self.also.iter().map(|also| &also.message))
    }
}

/// A message with the patient's link.
#[derive(Debug, Clone)]
pub struct LinkedMessage {
    pub message: Message,
    pub link: Option<AppointmentToken>,
}

/// The code EYE5-0000-0000 (or another percentage) is never issued, so the test email cannot be used for a discount.
const SAMPLE_CODE: [u8; 7] = [0; 7];

/// A sample of the discount email, to check the mail settings. Its code is not valid.
#[must_use]
pub fn test_message(
    to: EmailAddress,
    id: &[u8; 12],
    host: &str,
    percent: u8,
    valid_until: Timestamp,
) -> OutgoingMessage {
    let code = DiscountCode::issue(percent, SAMPLE_CODE);
    OutgoingMessage {
        message_id: format!("<test.{}@{host}>", HEXLOWER.encode(id)),
        to,
        message: Message::DiscountCode { code, valid_until, play: None },
        link: None,
        invitation: None,
        also: Vec::new(),
    }
}

/// The result of one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// The mail server (or the folder) has the message.
    Accepted,
    /// The address is at fault; another attempt cannot help.
    Rejected { reason: String },
    /// Any other failure: worth another attempt.
    Deferred { reason: String },
}

pub trait MailTransport: Send + Sync {
    /// How many deliveries may run at the same time. More than one, so that a stalled connection does not block all
    /// mail; few enough that the mail server does not see a flood.
    fn max_concurrent(&self) -> usize {
        8
    }

    fn deliver<'a>(&'a self, message: &'a OutgoingMessage) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>>;

    /// Connects and signs in, and sends nothing. The other transports are only known to work when they have sent something.
    ///
    /// # Errors
    /// What the server said, or why there is no answer.
    fn check<'a>(&'a self) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'a>> {
        Box::pin(async { Ok(()) })
    }

    /// Deletes what was stored of a message whose recipient was erased during the delivery. What a mail server has
    /// accepted cannot be taken back.
    fn erase<'a>(&'a self, _message_id: &'a str) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async {})
    }
}

/// Opens the transport that the settings name.
///
/// # Errors
/// When the folder cannot be created or a certificate cannot be read; the message says what to do.
pub fn transport(settings: &Settings, composer: Composer) -> Result<Arc<dyn MailTransport>, TransportError> {
    Ok(match settings {
        Settings::File(folder) => Arc::new(file::FileTransport::open(folder, composer)?),
        Settings::Smtp(server) => Arc::new(smtp::SmtpTransport::open(server, composer)?),
        Settings::EmailJs(account) => Arc::new(emailjs::EmailJsTransport::open(account, composer)?),
    })
}

#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    #[error("Cannot use the mail folder {folder}: {source}. Make it writable for this user or choose another folder.")]
    Folder { folder: String, source: std::io::Error },
    #[error("Cannot read the certificate file {file}: {reason}. Give the path of a PEM file in ?ca=….")]
    Certificate { file: String, reason: String },
    #[error("Cannot set up TLS for mail: {reason}. Check the host name in the mail URL.")]
    Tls { reason: String },
}
