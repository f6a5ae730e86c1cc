//! The states of a message and the outcomes of an attempt.

use jiff::Timestamp;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum MailState {
    /// Waiting for the first or the next attempt.
    Queued,
    Sent,
    /// The mail server rejected the address, or staff discarded the message.
    Rejected,
    /// Not delivered after three days; staff can retry or discard it.
    Failed,
    /// Not sent, because a newer message took its place or nobody needs it any more.
    Replaced,
    /// Not sent, because it could not be delivered in time.
    Expired,
}

/// What happens to a message after an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    Sent,
    Rejected {
        reason: String,
    },
    Deferred {
        reason: String,
        next_at: Timestamp,
    },
    Failed {
        reason: String,
    },
    /// No attempt was made: it is too late for the message.
    Expired,
}
