//! What a failed conversation means for the message: final, or worth another attempt.

use lettre::transport::smtp;

use crate::mail::{Delivery, redact};

/// How far the conversation had come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Connection, greeting, encryption, login: says nothing about the address.
    Opening,
    /// MAIL, RCPT, DATA and the message itself.
    Handing,
}

/// A server that asks for a login or for encryption (530, 534, 535, 538) speaks about us, whenever it says so.
const ABOUT_US: [&str; 4] = ["530", "534", "535", "538"];

pub fn on(stage: Stage, error: &smtp::Error, local_part: &str) -> Delivery {
    let reason = redact::of_error(error, local_part);
    let about_us = error.status().is_some_and(|code| ABOUT_US.contains(&code.to_string().as_str()));
    if stage == Stage::Handing && error.is_permanent() && !about_us {
        Delivery::Refused { reason }
    } else {
        Delivery::Later { reason }
    }
}

/// After a plain "no" the line is fine and can carry the next message; after anything else nobody knows.
pub fn line_is_good(error: &smtp::Error) -> bool {
    error.status().is_some_and(|code| code.to_string() != "421")
}
