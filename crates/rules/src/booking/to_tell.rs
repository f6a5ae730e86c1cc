//! What a patient has to be told about an appointment. Staff tell those whom no email reaches.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum ToTell {
    /// Staff have confirmed the request.
    Confirmed,
    /// Staff have taken back that it is confirmed or cancelled: it waits to be confirmed.
    Requested,
    /// The visit was moved to another time: by staff, or with the patient's link when there have been too many emails.
    Moved,
    /// Staff have cancelled the visit or refused the request; or it was cancelled with the patient's link when there have been too
    /// many emails. It has no reason then.
    Cancelled,
    /// Nobody answered the request in time.
    Expired,
    /// The clinic is closed at the time of the visit.
    Closed,
    /// Nothing has changed, and the visit is soon.
    Reminder,
}

impl ToTell {
    pub const ALL: [Self; 7] =
        [Self::Confirmed, Self::Requested, Self::Moved, Self::Cancelled, Self::Expired, Self::Closed, Self::Reminder];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Requested => "requested",
            Self::Moved => "moved",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::Closed => "closed",
            Self::Reminder => "reminder",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == text)
    }

    /// Whether the visit is not cancelled.
    #[must_use]
    pub fn is_about_a_visit(self) -> bool {
        matches!(self, Self::Confirmed | Self::Requested | Self::Moved | Self::Closed | Self::Reminder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for it in ToTell::ALL {
            assert_eq!(ToTell::parse(it.as_str()), Some(it));
        }
        assert_eq!(ToTell::parse("waiting"), None);
    }
}
