//! The link that an owner passes on to a colleague, as the desk gets it.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use clinic_rules::staff::ResetToken;

/// A link with which somebody chooses a password. It is shown once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneTimeLink {
    /// To be added to the address of the site.
    path: String,
    expires_at: Timestamp,
}

impl OneTimeLink {
    pub fn new(token: &ResetToken, expires_at: Timestamp) -> Self {
        Self { path: token.link_path(), expires_at }
    }
}
