//! One issued code at the desk: show the address, send again, extend, cancel.

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::redemptions::{self, CodeStatusError};
use super::to_code;
use crate::outbox::{self, Lease, MailState, NewMessage};
use crate::{Actor, DeskError, Store, StoreError, to_time};
use clinic_mail::message::{DISCOUNT_CODE, Message};
use clinic_rules::discount::{CodeStatus, DiscountCode, RedeemError, may_redeem, valid_until};
use clinic_rules::person::{EmailAddress, PersonKey};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedCode {
    pub code: DiscountCode,
    pub address: EmailAddress,
    pub issued_at: Timestamp,
    pub code_status: CodeStatus,
    /// The state of the latest email with this code.
    pub mail: MailState,
    pub(super) person: String,
}

macro_rules! issued_codes_from {
    ($source:expr) => {
        concat!(
            "SELECT code, person, address, issued_at, valid_until, redeemed_at, redeemed_by, void_at,
             (SELECT state FROM outbox WHERE kind = 'discount-code' AND record_key = code
              ORDER BY queued_at DESC, id DESC LIMIT 1) AS mail
             FROM ",
            $source,
            " ORDER BY issued_at DESC, code LIMIT 51"
        )
    };
}
pub(super) use issued_codes_from;

impl Store {
    /// Returns the whole address and records who saw it.
    ///
    /// # Errors
    /// When the code was never issued.
    pub async fn open_address(&self, code: DiscountCode, actor: Actor<'_>) -> Result<EmailAddress, CodeStatusError> {
        self.transaction(async |mut tx| {
            let issued = require(&mut tx, code).await?;
            actor.record(&mut tx, "open address", &code.to_string()).await?;
            Ok(issued.address)
        })
        .await
    }

    /// Queues the email of a code again. An email that is still queued is leased instead of queueing a second one;
    /// `None` when a worker is sending it at this moment.
    ///
    /// # Errors
    /// When the code is unknown or cannot be redeemed any more.
    pub async fn resend(
        &self,
        code: DiscountCode,
        mail_host: &str,
        actor: Actor<'_>,
    ) -> Result<Option<Lease>, CodeStatusError> {
        self.transaction(async |mut tx| {
            let issued = require(&mut tx, code).await?;
            may_redeem(&issued.code_status, actor.now).map_err(DeskError::Refused)?;
            let lease = send_again(&mut tx, &issued, mail_host, actor).await?;
            Ok(lease)
        })
        .await
    }

    /// Extends a code by some days, counted from its end or, when it has expired, from today. Emails that are not sent
    /// yet will show the new date.
    ///
    /// # Errors
    /// When the code is unknown, used or cancelled.
    pub async fn extend(&self, code: DiscountCode, days: u32, actor: Actor<'_>) -> Result<IssuedCode, CodeStatusError> {
        self.transaction(async |mut tx| {
            let issued = require(&mut tx, code).await?;
            match may_redeem(&issued.code_status, actor.now) {
                Ok(()) | Err(RedeemError::Expired { .. }) => {}
                Err(refused) => return Err(DeskError::Refused(refused)),
            }
            let until = valid_until(issued.code_status.valid_until.max(actor.now), days);
            sqlx::query("UPDATE claims SET valid_until = $2 WHERE code = $1 AND redeemed_at IS NULL")
                .bind(code.to_string())
                .bind(until.as_millisecond())
                .execute(&mut *tx)
                .await?;
            outbox::update_unsent(&mut tx, DISCOUNT_CODE, &code.to_string(), |message| match message {
                Message::DiscountCode { valid_until, .. } => *valid_until = until,
                Message::CodeUsed { .. }
                | Message::Appointment(_)
                | Message::Recall(_)
                | Message::StaffInvitation(_) => {}
            })
            .await?;
            actor.record(&mut tx, "extend", &code.to_string()).await?;
            let extended = require(&mut tx, code).await?;
            Ok(extended)
        })
        .await
    }

    /// Cancels a code. Cancelling it again changes nothing.
    ///
    /// # Errors
    /// When the code is unknown or already used.
    pub async fn cancel_code(&self, code: DiscountCode, actor: Actor<'_>) -> Result<IssuedCode, CodeStatusError> {
        self.transaction(async |mut tx| {
            sqlx::query("UPDATE claims SET void_at = $2 WHERE code = $1 AND redeemed_at IS NULL AND void_at IS NULL")
                .bind(code.to_string())
                .bind(actor.now.as_millisecond())
                .execute(&mut *tx)
                .await?;
            let issued = require(&mut tx, code).await?;
            if let Some((at, by)) = issued.code_status.redeemed {
                return Err(DeskError::Refused(RedeemError::AlreadyUsed { at, by }));
            }
            actor.record(&mut tx, "withdraw", &code.to_string()).await?;
            Ok(issued)
        })
        .await
    }
}

pub(super) async fn find(connection: &mut AnyConnection, code: DiscountCode) -> Result<Option<IssuedCode>, StoreError> {
    let row = sqlx::query(issued_codes_from!("claims WHERE code = $1"))
        .bind(code.to_string())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(to_issued_code).transpose()
}

pub(super) async fn find_by_person(
    connection: &mut AnyConnection,
    person: &PersonKey,
) -> Result<Option<IssuedCode>, StoreError> {
    let row = sqlx::query(issued_codes_from!("claims WHERE person = $1"))
        .bind(person.as_str())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(to_issued_code).transpose()
}

async fn require(connection: &mut AnyConnection, code: DiscountCode) -> Result<IssuedCode, CodeStatusError> {
    find(connection, code).await?.ok_or(DeskError::Refused(RedeemError::Unknown))
}

/// Queues the email of a code again and records it, or leases the one that is still queued.
pub(super) async fn send_again(
    connection: &mut AnyConnection,
    issued: &IssuedCode,
    mail_host: &str,
    actor: Actor<'_>,
) -> Result<Option<Lease>, StoreError> {
    let (code, valid_until) = (issued.code, issued.code_status.valid_until);
    let earlier = outbox::for_record(connection, DISCOUNT_CODE, &code.to_string()).await?;
    let lease = if let Some(queued) = earlier.iter().find(|message| message.state == MailState::Queued) {
        outbox::lease(connection, &queued.id, actor.now).await?
    } else {
        let new_message = NewMessage {
            message: Message::DiscountCode { code, valid_until, play: None },
            person: Some(&issued.person),
            address: &issued.address,
            mail_host,
            now: actor.now,
        };
        Some(outbox::queue(connection, new_message, actor.random.bytes()).await?)
    };
    actor.record(connection, "send again", &code.to_string()).await?;
    Ok(lease)
}

pub(super) fn to_issued_code(row: &AnyRow) -> Result<IssuedCode, StoreError> {
    // The claim and its first email are written in one transaction, so there is always a state.
    let mail: Option<String> = row.try_get("mail")?;
    Ok(IssuedCode {
        code: to_code(row.try_get("code")?)?,
        address: outbox::to_address(row.try_get("address")?)?,
        issued_at: to_time(row.try_get("issued_at")?)?,
        code_status: redemptions::to_code_status(row)?,
        mail: outbox::to_state(mail.as_deref().unwrap_or_default())?,
        person: row.try_get("person")?,
    })
}
