//! The states of a message and the outcomes of an attempt.

use jiff::Timestamp;
use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
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

impl MailState {
    pub const ALL: [Self; 6] = [Self::Queued, Self::Sent, Self::Rejected, Self::Failed, Self::Replaced, Self::Expired];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Rejected => "rejected",
            Self::Failed => "failed",
            Self::Replaced => "replaced",
            Self::Expired => "expired",
        }
    }

    /// `None` when the text is not a state.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
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
