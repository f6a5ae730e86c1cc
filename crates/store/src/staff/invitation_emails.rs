//! The emails with which invitations were sent, as the outbox has them.

use std::collections::HashMap;

use sqlx::AnyConnection;

use crate::outbox::{to_address, to_state};
use crate::{MailState, StoreError};
use clinic_mail::message::STAFF_INVITATION;
use clinic_rules::person::EmailAddress;
use clinic_rules::staff::ResetToken;

/// The last email with the link of an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationEmail {
    pub to: EmailAddress,
    pub state: MailState,
}

/// The emails with one link, the first one first.
pub async fn emails_of_link(
    connection: &mut AnyConnection,
    token: &ResetToken,
) -> Result<Vec<InvitationEmail>, StoreError> {
    let emails: Vec<(String, String)> =
        sqlx::query_as("SELECT address, state FROM outbox WHERE kind = $1 AND record_key = $2 ORDER BY queued_at, id")
            .bind(STAFF_INVITATION)
            .bind(token.hash())
            .fetch_all(connection)
            .await?;
    emails.iter().map(|(address, state)| to_email(address, state)).collect()
}

/// The last email of each link, by the hash of its token.
pub async fn last_emails(connection: &mut AnyConnection) -> Result<HashMap<String, InvitationEmail>, StoreError> {
    let emails: Vec<(String, String, String)> =
        sqlx::query_as("SELECT record_key, address, state FROM outbox WHERE kind = $1 ORDER BY queued_at, id")
            .bind(STAFF_INVITATION)
            .fetch_all(connection)
            .await?;
    emails.into_iter().map(|(link, address, state)| Ok((link, to_email(&address, &state)?))).collect()
}

fn to_email(address: &str, state: &str) -> Result<InvitationEmail, StoreError> {
    Ok(InvitationEmail { to: to_address(address)?, state: to_state(state)? })
}
