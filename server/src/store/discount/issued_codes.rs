//! Issued codes at the desk: search, show the address, send again, extend, cancel.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use jiff::Timestamp;
use sqlx::any::AnyRow;
use sqlx::query::Query;
use sqlx::{AnyConnection, Row};

use super::redemptions::{self, CodeStatusError};
use super::to_code;
use crate::discount::{CodeStatus, DiscountCode, RedeemError, may_redeem, valid_until};
use crate::mail::message::{DISCOUNT_CODE, Message};
use crate::person::{EmailAddress, PersonKey};
use crate::store::outbox::{self, Lease, MailState, NewMessage};
use crate::store::{Actor, DeskError, Dialect, Store, StoreError, retry, to_time};

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    Latest,
    /// Upper-case letters and digits with which a code begins after its prefix, or its last four characters.
    Code(String),
    Person(PersonKey),
    /// What can be both. Reads every address.
    Text {
        code: Option<String>,
        /// Lower-case text that occurs in the address.
        address: String,
    },
}

/// A row of the export of all claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRecord {
    pub code: String,
    pub address: String,
    pub issued_at: Timestamp,
    pub valid_until: Timestamp,
    pub redeemed_at: Option<Timestamp>,
    pub redeemed_by: Option<String>,
    pub void_at: Option<Timestamp>,
}

/// One page of search results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedCodePage {
    pub codes: Vec<IssuedCode>,
    /// Whether more codes match after the last one.
    pub more: bool,
}

/// The place of a code in the list: newest first, codes of the same moment by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPosition {
    pub issued_at: Timestamp,
    pub code: String,
}

const PAGE_SIZE: usize = 50;

/// A page begins after a position instead of after a number of rows: new codes do not move it. One row more than a page
/// shows whether there are more.
macro_rules! after {
    () => {
        "issued_at <= $1 AND (issued_at < $1 OR code > $2)"
    };
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

/// MATERIALIZED, because the database would otherwise read all codes from the newest to the oldest when few match. The
/// expressions are those of the indexes.
macro_rules! codes_beginning_with {
    ($byte_order:literal) => {
        issued_codes_from!(concat!(
            "(WITH found AS MATERIALIZED (
               SELECT * FROM claims
               WHERE REPLACE(SUBSTR(code, LENGTH(code) - 8), '-', '')",
            $byte_order,
            " >= $3 AND REPLACE(SUBSTR(code, LENGTH(code) - 8), '-', '')",
            $byte_order,
            " < $4 OR SUBSTR(code, LENGTH(code) - 3)",
            $byte_order,
            " >= $3 AND SUBSTR(code, LENGTH(code) - 3)",
            $byte_order,
            " < $4)
             SELECT * FROM found WHERE ",
            after!(),
            " ORDER BY issued_at DESC, code LIMIT 51) newest"
        ))
    };
}

const CODES_BEGINNING_WITH_ON_SQLITE: &str = codes_beginning_with!("");
const CODES_BEGINNING_WITH_ON_POSTGRES: &str = codes_beginning_with!(" COLLATE \"C\"");
/// Follows all letters and digits.
const AFTER_ALL_CHARACTERS: char = '~';

/// How many claims an export reads at a time.
const PAGE: i64 = 1_000;

/// Pages instead of one long read: while a read runs, SQLite's log cannot be emptied, and an export may wait for the
/// program that reads it.
macro_rules! claims_page {
    ($condition:literal) => {
        concat!(
            "SELECT code, address, issued_at, valid_until, redeemed_at, redeemed_by, void_at FROM claims ",
            $condition,
            " ORDER BY issued_at, code LIMIT $1"
        )
    };
}

impl Store {
    /// The newest fifty matches, or the fifty after a position.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn issued_codes(
        &self,
        search: &Search,
        after: Option<&ListPosition>,
    ) -> Result<IssuedCodePage, StoreError> {
        let mut found = BTreeMap::new();
        for (statement, texts) in self.statements_of(search) {
            let rows = retry(|| async {
                let query = sqlx::query(statement)
                    .bind(after.map_or(i64::MAX, |position| position.issued_at.as_millisecond()))
                    .bind(after.map_or("", |position| &position.code));
                Ok::<_, StoreError>(texts.iter().fold(query, Query::bind).fetch_all(&self.reader).await?)
            })
            .await?;
            for issued in rows.iter().map(to_issued_code) {
                let issued = issued?;
                found.insert((Reverse(issued.issued_at), issued.code.to_string()), issued);
            }
        }
        let more = found.len() > PAGE_SIZE;
        Ok(IssuedCodePage { codes: found.into_values().take(PAGE_SIZE).collect(), more })
    }

    /// The statements whose rows together are the result of a search, with their parameters from $3 on.
    fn statements_of(&self, search: &Search) -> Vec<(&'static str, Vec<String>)> {
        let by_code = |characters: &str| {
            let statement = match self.dialect {
                Dialect::Sqlite => CODES_BEGINNING_WITH_ON_SQLITE,
                Dialect::Postgres => CODES_BEGINNING_WITH_ON_POSTGRES,
            };
            (statement, vec![characters.to_owned(), format!("{characters}{AFTER_ALL_CHARACTERS}")])
        };
        match search {
            Search::Latest => vec![(issued_codes_from!(concat!("claims WHERE ", after!())), Vec::new())],
            Search::Code(characters) => vec![by_code(characters)],
            Search::Person(person) => {
                let statement = issued_codes_from!(concat!("claims WHERE ", after!(), " AND person = $3"));
                vec![(statement, vec![person.as_str().to_owned()])]
            }
            Search::Text { code, address } => {
                let statement =
                    issued_codes_from!(concat!("claims WHERE ", after!(), " AND LOWER(address) LIKE $3 ESCAPE '!'"));
                let by_address = (statement, vec![format!("%{}%", escape_like(address))]);
                code.iter().map(|characters| by_code(characters)).chain([by_address]).collect()
            }
        }
    }

    /// Returns the whole address and records who saw it.
    ///
    /// # Errors
    /// When the code was never issued.
    pub async fn open_address(&self, code: DiscountCode, actor: Actor<'_>) -> Result<EmailAddress, CodeStatusError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            let issued = require(&mut tx, code).await?;
            actor.record(&mut tx, "open address", &code.to_string()).await?;
            tx.commit().await?;
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
        retry(|| async {
            let mut tx = self.begin().await?;
            let issued = require(&mut tx, code).await?;
            may_redeem(&issued.code_status, actor.now).map_err(DeskError::Refused)?;
            let lease = send_again(&mut tx, &issued, mail_host, actor).await?;
            tx.commit().await?;
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
        retry(|| async {
            let mut tx = self.begin().await?;
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
                Message::CodeUsed { .. } => {}
            })
            .await?;
            actor.record(&mut tx, "extend", &code.to_string()).await?;
            let extended = require(&mut tx, code).await?;
            tx.commit().await?;
            Ok(extended)
        })
        .await
    }

    /// Cancels a code. Cancelling it again changes nothing.
    ///
    /// # Errors
    /// When the code is unknown or already used.
    pub async fn cancel_code(&self, code: DiscountCode, actor: Actor<'_>) -> Result<IssuedCode, CodeStatusError> {
        retry(|| async {
            let mut tx = self.begin().await?;
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
            tx.commit().await?;
            Ok(issued)
        })
        .await
    }

    /// Claims with whole addresses, oldest first: the first page, or the one after a claim. Empty at the end.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn claims_page(&self, after: Option<&ClaimRecord>) -> Result<Vec<ClaimRecord>, StoreError> {
        retry(|| async {
            let query = match after {
                None => sqlx::query(claims_page!("")).bind(PAGE),
                Some(claim) => sqlx::query(claims_page!("WHERE (issued_at, code) > ($2, $3)"))
                    .bind(PAGE)
                    .bind(claim.issued_at.as_millisecond())
                    .bind(&claim.code),
            };
            query
                .fetch_all(&self.reader)
                .await?
                .iter()
                .map(|row| {
                    let time = |column| row.try_get::<Option<i64>, _>(column)?.map(to_time).transpose();
                    Ok(ClaimRecord {
                        code: row.try_get("code")?,
                        address: row.try_get("address")?,
                        issued_at: to_time(row.try_get("issued_at")?)?,
                        valid_until: to_time(row.try_get("valid_until")?)?,
                        redeemed_at: time("redeemed_at")?,
                        redeemed_by: row.try_get("redeemed_by")?,
                        void_at: time("void_at")?,
                    })
                })
                .collect()
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

/// `%` and `_` stand for any text in a LIKE pattern. The statement names `!` as the escape character.
fn escape_like(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

fn to_issued_code(row: &AnyRow) -> Result<IssuedCode, StoreError> {
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
