//! What a patient has to be told about an appointment. Staff tell those whom no email reaches.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
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
    /// Whether the visit is not cancelled.
    #[must_use]
    pub fn is_about_a_visit(self) -> bool {
        matches!(self, Self::Confirmed | Self::Requested | Self::Moved | Self::Closed | Self::Reminder)
    }
}
