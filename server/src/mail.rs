//! What the outbox and whoever carries mail agree on.

use crate::discount::{DiscountCode, EmailAddress};
use jiff::Timestamp;
use std::pin::Pin;

/// One message to one person. The same row of the outbox always has the same Message-ID.
#[derive(Debug, Clone)]
pub struct Outgoing {
    pub message_id: String,
    pub to: EmailAddress,
    pub code: DiscountCode,
    pub valid_until: Timestamp,
    pub percent: u8,
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

pub trait Carrier: Send + Sync {
    fn deliver<'a>(&'a self, message: &'a Outgoing) -> Pin<Box<dyn Future<Output = Delivery> + Send + 'a>>;
}
