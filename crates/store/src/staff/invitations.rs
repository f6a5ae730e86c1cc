//! Invitations of colleagues: an account without a password, and a one-time link with which its owner chooses one.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::accounts::{AccountError, NO_PASSWORD, StaffError, insert_account, require_account};
use super::invitation_emails::emails_of_link;
use super::password_links::store_link;
use crate::outbox::{self, NewMessage};
use crate::{Actor, DeskError, Lease, MailState, Store, to_time};
use clinic_mail::Message;
use clinic_mail::message::{InvitationFacts, STAFF_INVITATION};
use clinic_rules::person::EmailAddress;
use clinic_rules::staff::{INVITATION_VALID, LinkSeed, ResetToken, Role, StaffName};

/// An invitation to send by email.
pub struct NewInvitationEmail<'a> {
    /// The account that was invited.
    pub name: &'a StaffName,
    pub token: &'a ResetToken,
    pub seed: LinkSeed,
    pub to: &'a EmailAddress,
    pub mail_host: &'a str,
}

impl Store {
    /// Adds an account that can sign in after a password was chosen with the link. Returns when the link expires.
    ///
    /// # Errors
    /// When the name is taken by an account that is not disabled.
    pub async fn invite_staff(
        &self,
        name: &StaffName,
        role: Role,
        token: &ResetToken,
        actor: Actor<'_>,
    ) -> Result<Timestamp, AccountError> {
        let expires_at = actor.now + INVITATION_VALID;
        self.transaction(async |mut tx| {
            insert_account(&mut tx, name, role, NO_PASSWORD, actor.now).await?;
            store_link(&mut tx, name, token, expires_at).await?;
            actor.record(&mut tx, &format!("invite {role}"), name.as_str()).await?;
            Ok(expires_at)
        })
        .await
    }

    /// Queues the email with the link of an invitation. The same link goes to one address: whoever has it can sign in. Returns the
    /// state of the email, and the lease for its first attempt unless an earlier call has queued it.
    ///
    /// # Errors
    /// When the link is not valid any more, was sent to another address, or is for a new password.
    pub async fn send_invitation(
        &self,
        new: NewInvitationEmail<'_>,
        actor: Actor<'_>,
    ) -> Result<(MailState, Option<Lease>), AccountError> {
        let NewInvitationEmail { name, token, seed, to, mail_host } = new;
        self.transaction(async |mut tx| {
            let expires_at = lock_link(&mut tx, name, token, actor.now).await?;
            let account: Option<(String, String)> =
                sqlx::query_as("SELECT name, password FROM staff WHERE name_key = $1 AND disabled_at IS NULL")
                    .bind(name.key())
                    .fetch_optional(&mut *tx)
                    .await?;
            let (account_name, password) = account.ok_or(DeskError::Refused(StaffError::LinkEnded))?;
            if password != NO_PASSWORD {
                return Err(DeskError::Refused(StaffError::NotInvited));
            }
            for email in emails_of_link(&mut tx, token).await? {
                match email.state {
                    MailState::Queued | MailState::Sent if is_same(&email.to, to) => {
                        return Ok((email.state, None));
                    }
                    MailState::Queued | MailState::Sent => return Err(DeskError::Refused(StaffError::SentElsewhere)),
                    // Nobody got these.
                    MailState::Rejected | MailState::Failed | MailState::Replaced | MailState::Expired => {}
                }
            }
            // A retry at the desk must not send the link to an address that was corrected since.
            outbox::replace_unsent(&mut tx, STAFF_INVITATION, &token.hash(), "it is sent again", actor.now).await?;
            let message = Message::StaffInvitation(InvitationFacts {
                name: account_name.clone(),
                invited_by: actor.name.to_owned(),
                link_hash: token.hash(),
                seed: seed.to_string(),
                expires_at,
            });
            let message = NewMessage { message, person: None, address: to, mail_host, now: actor.now };
            let lease = outbox::queue(&mut tx, message, actor.random.bytes()).await?;
            actor.record(&mut tx, "send invitation", &account_name).await?;
            Ok((MailState::Queued, Some(lease)))
        })
        .await
    }

    /// Deletes an account whose owner has not chosen a password. Its link stops working.
    ///
    /// # Errors
    /// When the account does not exist or has a password.
    pub async fn cancel_invitation(&self, name: &StaffName, actor: Actor<'_>) -> Result<(), AccountError> {
        self.transaction(async |mut tx| {
            let deleted = sqlx::query("DELETE FROM staff WHERE name_key = $1 AND password = $2")
                .bind(name.key())
                .bind(NO_PASSWORD)
                .execute(&mut *tx)
                .await?
                .rows_affected();
            if deleted == 0 {
                let accounts: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM staff WHERE name_key = $1")
                    .bind(name.key())
                    .fetch_one(&mut *tx)
                    .await?;
                require_account(accounts.unsigned_abs())?;
                return Err(DeskError::Refused(StaffError::NotInvited));
            }
            actor.record(&mut tx, "cancel invitation", name.as_str()).await?;
            Ok(())
        })
        .await
    }
}

/// When the link expires. UPDATE locks its row: of two calls at once, the second one sees the email of the first.
async fn lock_link(
    connection: &mut AnyConnection,
    name: &StaffName,
    token: &ResetToken,
    now: Timestamp,
) -> Result<Timestamp, AccountError> {
    let expires_at: Option<i64> = sqlx::query_scalar(
        "UPDATE password_resets SET token_hash = token_hash
         WHERE staff = $1 AND token_hash = $2 AND expires_at > $3 RETURNING expires_at",
    )
    .bind(name.key())
    .bind(token.hash())
    .bind(now.as_millisecond())
    .fetch_optional(connection)
    .await?;
    let expires_at = expires_at.ok_or(DeskError::Refused(StaffError::LinkEnded))?;
    Ok(to_time(expires_at)?)
}

fn is_same(one: &EmailAddress, other: &EmailAddress) -> bool {
    one.envelope().eq_ignore_ascii_case(&other.envelope())
}
