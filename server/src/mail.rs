//! The mail room: turns a promised code into a message and hands it to whoever carries mail.
//!
//! Owns the words, the drawing of the QR code, the headers and the three carriers (a folder, an SMTP server, the hosted
//! provider). Refuses to decide when to try again: it says what happened, and the outbox keeps the calendar.

pub mod compose;
pub mod dkim;
pub mod emailjs;
pub mod file;
pub mod settings;
pub mod smtp;

mod password;
mod qr;
mod redact;
mod template;
mod words;

use std::pin::Pin;
use std::sync::Arc;

use jiff::Timestamp;

use crate::discount::DiscountCode;
use crate::person::EmailAddress;
pub use compose::Composer;
pub use settings::Settings;

/// One message to one person. The same row of the outbox always has the same Message-ID.
#[derive(Debug, Clone)]
pub struct Outgoing {
    pub message_id: String,
    pub to: EmailAddress,
    pub code: DiscountCode,
    pub valid_until: Timestamp,
}

/// What became of one attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// Someone else now answers for the message.
    Taken,
    /// The address is at fault and no later attempt can help.
    Refused { reason: String },
    /// Anything else: worth another attempt.
    Later { reason: String },
}

pub trait MailTransport: Send + Sync {
    /// How many messages it takes at the same moment. A mail server that stalls holds one of them, not all, and none
    /// likes to be stormed.
    fn at_once(&self) -> usize {
        8
    }

    fn deliver<'a>(&'a self, message: &'a Outgoing) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>>;
}

/// Opens the transport that the settings name.
///
/// # Errors
/// When the folder cannot be made or a certificate cannot be read; the sentence says what to do.
pub fn transport(settings: &Settings, composer: Composer) -> Result<Arc<dyn MailTransport>, TransportError> {
    Ok(match settings {
        Settings::File(folder) => Arc::new(file::Folder::open(folder, composer)?),
        Settings::Smtp(server) => Arc::new(smtp::Relay::open(server, composer)?),
        Settings::EmailJs(provider) => Arc::new(emailjs::Provider::open(provider, composer)?),
    })
}

#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    #[error("The mail folder {folder} cannot be used ({source}). Make it writable for this user or name another one.")]
    Folder { folder: String, source: std::io::Error },
    #[error("The certificate file {file} cannot be read ({reason}). Give the path of a PEM file in ?ca=….")]
    Certificate { file: String, reason: String },
    #[error("Encryption for mail cannot be set up ({reason}). Check the host name in the mail URL.")]
    Encryption { reason: String },
}
