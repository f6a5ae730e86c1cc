//! Decides whether an SMTP error is final for the message or worth another attempt.

use lettre::transport::smtp;

use crate::{Delivery, redact};

/// Where in the SMTP session the error occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Connection, greeting, TLS, login: an error here says nothing about the address.
    Connect,
    /// MAIL, RCPT, DATA and the message itself.
    Send,
}

/// Authentication or encryption required, or credentials rejected. These replies are about our account and not about
/// the recipient, even as a reply to MAIL or RCPT.
const ACCOUNT_REPLIES: [&str; 4] = ["530", "534", "535", "538"];

pub fn classify(stage: Stage, error: &smtp::Error, local_part: &str) -> Delivery {
    let reason = redact::redact_error(error, local_part);
    let about_account = error.status().is_some_and(|code| ACCOUNT_REPLIES.contains(&code.to_string().as_str()));
    if stage == Stage::Send && error.is_permanent() && !about_account {
        Delivery::Rejected { reason }
    } else {
        Delivery::Deferred { reason }
    }
}

/// A connection can be reused after an SMTP error reply, except 421 (the server closes the connection). After any
/// other error its state is unknown.
pub fn is_reusable_after(error: &smtp::Error) -> bool {
    error.status().is_some_and(|code| code.to_string() != "421")
}
