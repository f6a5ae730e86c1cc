//! Codes by the email address of their holder: for a patient who got no email, staff look up the address, send the email
//! again, and owners correct the address.

use super::claim::past_messages;
use super::issued_code::{IssuedCode, find, find_by_person, send_again};
use crate::outbox::{self, Lease, NewMessage};
use crate::{Actor, DeskError, Store, StoreError};
use clinic_mail::message::{DISCOUNT_CODE, Message};
use clinic_rules::discount::{DiscountCode, RedeemError, ResendDecision, decide_resend, may_redeem};
use clinic_rules::person::{EmailAddress, PersonKey};
use clinic_rules::rate_limit::Limits;

/// In the audit log in place of a code, because the log never contains an address.
const UNKNOWN_ADDRESS: &str = "an unknown address";

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResendError {
    #[error("No code was issued for this address. Please check the spelling.")]
    UnknownAddress,
    #[error(transparent)]
    Code(#[from] RedeemError),
    #[error(
        "The email was sent a few minutes ago, or several times today. Please ask the patient to look in the spam folder. \
         If it is not there, ask an owner."
    )]
    TooOften,
    #[error(
        "The mail server rejected this address a few minutes ago. Please check the spelling with the patient. An owner can \
         correct it."
    )]
    Rejected,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorrectAddressError {
    #[error(transparent)]
    Code(#[from] RedeemError),
    #[error("Somebody with this address has a code already. Please find it by this address and send it again.")]
    AddressTaken,
}

impl Store {
    /// The code of a person, if there is one. Records who asked.
    pub async fn look_up_address(
        &self,
        person: &PersonKey,
        actor: Actor<'_>,
    ) -> Result<Option<IssuedCode>, StoreError> {
        self.transaction(async |mut tx| {
            let issued = find_by_person(&mut tx, person).await?;
            let subject = issued.as_ref().map_or(UNKNOWN_ADDRESS.to_owned(), |issued| issued.code.to_string());
            actor.record(&mut tx, "look up address", &subject).await?;
            Ok(issued)
        })
        .await
    }

    /// Sends the email of a person's code again, as often as a visitor who claims again could. `None` when a worker is
    /// sending it at this moment.
    ///
    /// # Errors
    /// When there is no code, it cannot be redeemed any more, or the email was sent too often.
    pub async fn resend_to(
        &self,
        person: &PersonKey,
        limits: &Limits,
        mail_host: &str,
        actor: Actor<'_>,
    ) -> Result<Option<Lease>, DeskError<ResendError>> {
        self.transaction(async |mut tx| {
            let issued =
                find_by_person(&mut tx, person).await?.ok_or(DeskError::Refused(ResendError::UnknownAddress))?;
            may_redeem(&issued.code_status, actor.now).map_err(|error| DeskError::Refused(error.into()))?;
            let past = past_messages(&mut tx, issued.code).await?;
            match decide_resend(&past, actor.now, limits) {
                ResendDecision::SendAgain | ResendDecision::AlreadyQueued { .. } => {}
                ResendDecision::Suppressed => return Err(DeskError::Refused(ResendError::TooOften)),
                ResendDecision::RecentlyRejected { .. } => return Err(DeskError::Refused(ResendError::Rejected)),
            }
            let lease = send_again(&mut tx, &issued, mail_host, actor).await?;
            Ok(lease)
        })
        .await
    }

    /// Moves a code to the corrected address and queues its email. Emails to the old address that are not sent yet are
    /// deleted. The used proof moves along, so that it cannot earn a second code.
    ///
    /// # Errors
    /// When the code is unknown or cannot be redeemed any more, or the person with this address has a code.
    pub async fn correct_address(
        &self,
        code: DiscountCode,
        (address, person): (&EmailAddress, &PersonKey),
        mail_host: &str,
        actor: Actor<'_>,
    ) -> Result<(IssuedCode, Lease), DeskError<CorrectAddressError>> {
        self.transaction(async |mut tx| {
            let issued = find(&mut tx, code).await?.ok_or(DeskError::Refused(RedeemError::Unknown.into()))?;
            may_redeem(&issued.code_status, actor.now).map_err(|error| DeskError::Refused(error.into()))?;
            let moved = sqlx::query(
                "UPDATE claims SET address = $2, person = $3
                 WHERE code = $1 AND NOT EXISTS (SELECT 1 FROM claims other WHERE other.person = $3 AND other.code <> $1)",
            )
            .bind(code.to_string())
            .bind(address.as_typed())
            .bind(person.as_str())
            .execute(&mut *tx)
            .await?
            .rows_affected();
            if moved == 0 {
                return Err(DeskError::Refused(CorrectAddressError::AddressTaken));
            }
            sqlx::query("DELETE FROM outbox WHERE kind = $1 AND record_key = $2 AND state <> 'sent'")
                .bind(DISCOUNT_CODE)
                .bind(code.to_string())
                .execute(&mut *tx)
                .await?;
            for statement in
                ["UPDATE plays SET claimed_by = $2 WHERE claimed_by = $1", "UPDATE outbox SET person = $2 WHERE person = $1"]
            {
                sqlx::query(statement).bind(&issued.person).bind(person.as_str()).execute(&mut *tx).await?;
            }
            let message = Message::DiscountCode { code, valid_until: issued.code_status.valid_until, play: None };
            let new_message =
                NewMessage { message, person: Some(person.as_str()), address, mail_host, now: actor.now };
            let lease = outbox::queue(&mut tx, new_message, actor.random.bytes()).await?;
            actor.record(&mut tx, "correct address", &code.to_string()).await?;
            let corrected = find(&mut tx, code).await?.ok_or(DeskError::Refused(RedeemError::Unknown.into()))?;
            Ok((corrected, lease))
        })
        .await
    }
}
