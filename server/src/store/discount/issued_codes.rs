//! The people who have a code, as the owner finds them: by code or address, to send again, extend, withdraw.

use super::outbox::{self, Lease, MailState, NewMessage};
use super::{Actor, CodeStatusError, DeskError, Store, StoreError, redemptions, to_time};
use crate::discount::{CodeStatus, DiscountCode, RedeemError, may_redeem, valid_until};
use crate::person::{EmailAddress, PersonKey};
use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub code: DiscountCode,
    pub address: EmailAddress,
    pub issued_at: Timestamp,
    pub code_status: CodeStatus,
    /// Where the latest mail to them stands.
    pub mail: MailState,
}

/// What the owner looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    Latest,
    /// Letters and digits that occur in the code, in upper case.
    Code(String),
    Person(PersonKey),
}

macro_rules! people {
    ($which:literal) => {
        concat!(
            "SELECT code, address, issued_at, valid_until, redeemed_at, redeemed_by, void_at,
             (SELECT state FROM outbox WHERE outbox.code = claims.code ORDER BY queued_at DESC, id DESC LIMIT 1) AS mail
             FROM claims WHERE ",
            $which,
            " ORDER BY issued_at DESC, code LIMIT 50"
        )
    };
}

impl Store {
    /// The newest fifty that fit.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn people(&self, search: &Search) -> Result<Vec<Person>, StoreError> {
        let rows = match search {
            Search::Latest => sqlx::query(people!("1 = 1")).fetch_all(&self.reader).await?,
            Search::Code(part) => {
                let pattern = format!("%{part}%");
                sqlx::query(people!("REPLACE(code, '-', '') LIKE $1")).bind(pattern).fetch_all(&self.reader).await?
            }
            Search::Person(person) => {
                sqlx::query(people!("person = $1")).bind(person.as_str()).fetch_all(&self.reader).await?
            }
        };
        rows.iter().map(to_person).collect()
    }

    /// Gives a whole address away, and writes down to whom.
    ///
    /// # Errors
    /// When no such code was issued.
    pub async fn open_address(&self, code: DiscountCode, actor: Actor<'_>) -> Result<EmailAddress, CodeStatusError> {
        let mut tx = self.begin().await?;
        let person = find(&mut tx, code).await?;
        actor.record(&mut tx, "open address", &code.to_string()).await?;
        tx.commit().await?;
        Ok(person.address)
    }

    /// Queues the mail of a code once more; one that is still on its way is not doubled. Nothing when somebody is
    /// sending it at this moment.
    ///
    /// # Errors
    /// When the code is unknown or of no use to anybody.
    pub async fn resend(
        &self,
        code: DiscountCode,
        mail_host: &str,
        actor: Actor<'_>,
    ) -> Result<Option<Lease>, CodeStatusError> {
        let mut tx = self.begin().await?;
        let person = find(&mut tx, code).await?;
        may_redeem(&person.code_status, actor.now).map_err(DeskError::Refused)?;
        let waiting: Option<String> =
            sqlx::query_scalar("SELECT id FROM outbox WHERE code = $1 AND state = 'queued' ORDER BY queued_at LIMIT 1")
                .bind(code.to_string())
                .fetch_optional(&mut *tx)
                .await?;
        let lease = if let Some(id) = waiting {
            outbox::lease(&mut tx, &id, actor.now).await?
        } else {
            let (address, valid_until) = (&person.address, person.code_status.valid_until);
            let new_message = NewMessage { code, play: None, address, valid_until, mail_host, now: actor.now };
            Some(outbox::queue(&mut tx, new_message, actor.random.bytes()).await?)
        };
        actor.record(&mut tx, "send again", &code.to_string()).await?;
        tx.commit().await?;
        Ok(lease)
    }

    /// Lengthens a code's life by days, counted from its end or, if that is past, from today.
    ///
    /// # Errors
    /// When the code is unknown, used or withdrawn.
    pub async fn extend(&self, code: DiscountCode, days: u32, actor: Actor<'_>) -> Result<Person, CodeStatusError> {
        let mut tx = self.begin().await?;
        let person = find(&mut tx, code).await?;
        match may_redeem(&person.code_status, actor.now) {
            Ok(()) | Err(RedeemError::Expired { .. }) => {}
            Err(refused) => return Err(DeskError::Refused(refused)),
        }
        let until = valid_until(person.code_status.valid_until.max(actor.now), days);
        sqlx::query("UPDATE claims SET valid_until = $2 WHERE code = $1 AND redeemed_at IS NULL")
            .bind(code.to_string())
            .bind(until.as_millisecond())
            .execute(&mut *tx)
            .await?;
        actor.record(&mut tx, "extend", &code.to_string()).await?;
        let extended = find(&mut tx, code).await?;
        tx.commit().await?;
        Ok(extended)
    }

    /// Withdraws a code. Doing it twice changes nothing.
    ///
    /// # Errors
    /// When the code is unknown or was used already.
    pub async fn void(&self, code: DiscountCode, actor: Actor<'_>) -> Result<Person, CodeStatusError> {
        let mut tx = self.begin().await?;
        sqlx::query("UPDATE claims SET void_at = $2 WHERE code = $1 AND redeemed_at IS NULL AND void_at IS NULL")
            .bind(code.to_string())
            .bind(actor.now.as_millisecond())
            .execute(&mut *tx)
            .await?;
        let person = find(&mut tx, code).await?;
        if let Some((at, by)) = person.code_status.redeemed {
            return Err(DeskError::Refused(RedeemError::AlreadyUsed { at, by }));
        }
        actor.record(&mut tx, "withdraw", &code.to_string()).await?;
        tx.commit().await?;
        Ok(person)
    }
}

async fn find(connection: &mut AnyConnection, code: DiscountCode) -> Result<Person, CodeStatusError> {
    let row = sqlx::query(people!("code = $1")).bind(code.to_string()).fetch_optional(connection).await?;
    let row = row.ok_or(DeskError::Refused(RedeemError::Unknown))?;
    Ok(to_person(&row)?)
}

fn to_person(row: &AnyRow) -> Result<Person, StoreError> {
    let mail: Option<String> = row.try_get("mail")?;
    Ok(Person {
        code: outbox::to_code(row.try_get("code")?)?,
        address: outbox::to_address(row.try_get("address")?)?,
        issued_at: to_time(row.try_get("issued_at")?)?,
        code_status: redemptions::to_code_status(row)?,
        // A claim and its first mail are written together, so there always is one.
        mail: outbox::to_state(mail.as_deref().unwrap_or_default())?,
    })
}
