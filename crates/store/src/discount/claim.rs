//! Claiming a code: one transaction that uses the proof, finds or issues the person's code and queues the email.

use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::to_code;
use crate::outbox::{self, Lease, MailState, NewMessage};
use crate::{Store, StoreError, StoreFailure, counters, to_time};
use clinic_mail::message::{CODE_USED, DISCOUNT_CODE, Message};
use clinic_rules::clinic_time;
use clinic_rules::discount::{AddressChangeError, DiscountCode, PastMessage, PastState, ResendDecision, decide_resend};
use clinic_rules::game::Proof;
use clinic_rules::person::{ClientKey, EmailAddress, PersonKey};
use clinic_rules::rate_limit::{Limits, TooMany, Window};
use clinic_runtime::clock::Randomness;

/// There are billions of codes, so a random one is almost never taken.
const MAX_CODE_ATTEMPTS: usize = 5;

#[derive(Clone, Copy)]
pub struct Claim<'a> {
    pub proof: &'a Proof,
    pub person: &'a PersonKey,
    pub address: &'a EmailAddress,
    pub client: &'a ClientKey,
    pub valid_until: Timestamp,
    /// What a new code is worth.
    pub percent: u8,
    /// The part of the Message-ID after the @.
    pub mail_host: &'a str,
    pub limits: &'a Limits,
    pub now: Timestamp,
}

/// The result of a claim. The visitor learns only about a rejected address: the other results must look the same, or
/// they would show who already has a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// An email was queued, for a new code or again for an earlier one. The caller holds its lease and makes the first
    /// attempt.
    Queued { lease: Box<Lease> },
    /// An earlier email is still queued.
    AlreadyQueued { message: String },
    /// No email is sent: the code was sent often enough, or it was cancelled.
    ResendSuppressed,
    /// The mail server rejected this address a moment ago.
    Rejected { reason: String },
}

#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    #[error("We have no record of this perfect game. Please play again and claim your code from the results.")]
    UnknownPlay,
    #[error("This game has already earned a code for another address. Please play again to earn one for this address.")]
    ProofUsed,
    #[error(transparent)]
    AddressChange(#[from] AddressChangeError),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for ClaimError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl StoreFailure for ClaimError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Store(error) => Some(error),
            Self::UnknownPlay | Self::ProofUsed | Self::AddressChange(_) | Self::TooMany(_) => None,
        }
    }
}

impl Store {
    /// # Errors
    /// When the proof is not valid for this person or a limit is reached. Nothing is stored then.
    pub async fn claim(&self, claim: Claim<'_>, random: &dyn Randomness) -> Result<Claimed, ClaimError> {
        self.transaction(async |mut tx| {
            use_proof(&mut tx, claim).await?;
            check_limits(&mut tx, claim).await?;
            let issued = find_or_issue(&mut tx, claim, random).await?;
            let claimed = queue_if_due(&mut tx, claim, issued, random).await?;
            // A rejected address is rolled back: the visitor will correct it, which makes another person key, and must be
            // able to use the same proof.
            if matches!(claimed, Claimed::Rejected { .. }) {
                tx.roll_back();
            }
            Ok(claimed)
        })
        .await
    }
}

/// Queues the email of a new code, or of an earlier one if it may be sent again now.
pub(super) async fn queue_if_due(
    connection: &mut AnyConnection,
    claim: Claim<'_>,
    issued: Issued,
    random: &dyn Randomness,
) -> Result<Claimed, ClaimError> {
    let message = match issued {
        Issued::New { code, valid_until } => discount_code(claim, code, valid_until),
        Issued::Cancelled => return Ok(Claimed::ResendSuppressed),
        Issued::Earlier { code, message } => {
            let past = past_messages(connection, code).await?;
            match decide_resend(&past, claim.now, claim.limits) {
                ResendDecision::SendAgain => *message,
                ResendDecision::AlreadyQueued { message } => return Ok(Claimed::AlreadyQueued { message }),
                ResendDecision::Suppressed => return Ok(Claimed::ResendSuppressed),
                ResendDecision::RecentlyRejected { reason } => return Ok(Claimed::Rejected { reason }),
            }
        }
    };
    Ok(Claimed::Queued { lease: queue_email(connection, claim, message, random).await? })
}

fn discount_code(claim: Claim<'_>, code: DiscountCode, valid_until: Timestamp) -> Message {
    Message::DiscountCode { code, valid_until, play: Some(claim.proof.play.to_string()) }
}

async fn queue_email(
    connection: &mut AnyConnection,
    claim: Claim<'_>,
    message: Message,
    random: &dyn Randomness,
) -> Result<Box<Lease>, ClaimError> {
    let new_message = NewMessage {
        message,
        person: Some(claim.person.as_str()),
        address: claim.address,
        mail_host: claim.mail_host,
        now: claim.now,
    };
    Ok(Box::new(outbox::queue(connection, new_message, random.bytes()).await?))
}

async fn use_proof(connection: &mut AnyConnection, claim: Claim<'_>) -> Result<(), ClaimError> {
    let play = claim.proof.play.to_string();
    let used = sqlx::query(
        "UPDATE plays SET claimed_by = $1, claimed_at = COALESCE(claimed_at, $3)
         WHERE id = $2 AND perfect = 1 AND (claimed_by IS NULL OR claimed_by = $1)",
    )
    .bind(claim.person.as_str())
    .bind(&play)
    .bind(claim.now.as_millisecond())
    .execute(&mut *connection)
    .await?;
    if used.rows_affected() == 1 {
        return Ok(());
    }
    let perfect: Option<i64> =
        sqlx::query_scalar("SELECT perfect FROM plays WHERE id = $1").bind(play).fetch_optional(connection).await?;
    Err(if perfect == Some(1) { ClaimError::ProofUsed } else { ClaimError::UnknownPlay })
}

/// Makes the proof of a play usable again after the mail server rejected the address. If it was the corrected address of
/// a claim, the address can be changed again instead: a new claim would earn a second code.
pub async fn release_proof(connection: &mut AnyConnection, play: &str) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE plays SET claimed_by = CASE WHEN address_changed_at IS NULL THEN NULL ELSE claimed_by END,
           claimed_at = CASE WHEN address_changed_at IS NULL THEN NULL ELSE claimed_at END,
           address_changed_at = NULL
         WHERE id = $1",
    )
    .bind(play)
    .execute(connection)
    .await?;
    Ok(())
}

/// The limit on new codes is checked before looking for an earlier code of this person. When it is reached, everybody
/// must get the same answer, or the difference would show who has claimed.
pub(super) async fn check_limits(connection: &mut AnyConnection, claim: Claim<'_>) -> Result<(), ClaimError> {
    let window = Window::around(claim.now);
    let name = claim.client.counter("claims");
    let (claims, codes) = counters::increment_and_read(connection, &name, counters::NEW_CODES, window).await?;
    let limit = claim.limits.claims_per_client_hour;
    if claims > limit || counters::increment_wider(connection, claim.client, "claims", limit, window).await? {
        return Err(TooMany::Claims { wait: window.rest }.into());
    }
    if codes >= claim.limits.new_codes_per_hour {
        return Err(TooMany::Codes { wait: window.rest }.into());
    }
    Ok(())
}

pub(super) enum Issued {
    /// The code is new for this person.
    New {
        code: DiscountCode,
        valid_until: Timestamp,
    },
    /// The person has a code. `message` is what they get when an email is sent: the code, or when it was used.
    Earlier {
        code: DiscountCode,
        message: Box<Message>,
    },
    Cancelled,
}

pub(super) async fn find_or_issue(
    connection: &mut AnyConnection,
    claim: Claim<'_>,
    random: &dyn Randomness,
) -> Result<Issued, ClaimError> {
    for _ in 0..MAX_CODE_ATTEMPTS {
        let code = DiscountCode::issue(claim.percent, random.bytes());
        if insert(connection, claim, code).await?
            || (delete_replaceable(connection, claim).await? && insert(connection, claim, code).await?)
        {
            let issued = counters::increment(connection, counters::NEW_CODES, Window::around(claim.now)).await?;
            if issued > claim.limits.new_codes_per_hour {
                return Err(TooMany::Codes { wait: Window::around(claim.now).rest }.into());
            }
            return Ok(Issued::New { code, valid_until: claim.valid_until });
        }
        if let Some(earlier) = find_earlier(connection, claim).await? {
            return Ok(earlier);
        }
        // The random code belongs to somebody else.
    }
    Err(StoreError::Corrupt("no unused discount code after several attempts").into())
}

pub(super) async fn find_earlier(
    connection: &mut AnyConnection,
    claim: Claim<'_>,
) -> Result<Option<Issued>, ClaimError> {
    // UPDATE instead of SELECT to lock the row: concurrent claims by one person must count resends one at a time.
    let row = sqlx::query(
        "UPDATE claims SET times_asked = times_asked + 1 WHERE person = $1
         RETURNING code, valid_until, redeemed_at, void_at",
    )
    .bind(claim.person.as_str())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let code = to_code(&row.try_get::<String, _>("code")?)?;
    if let Some(used_at) = row.try_get::<Option<i64>, _>("redeemed_at")? {
        let message = Message::CodeUsed { code, used_at: to_time(used_at)?, play: Some(claim.proof.play.to_string()) };
        return Ok(Some(Issued::Earlier { code, message: Box::new(message) }));
    }
    if row.try_get::<Option<i64>, _>("void_at")?.is_some() {
        return Ok(Some(Issued::Cancelled));
    }
    let valid_until = to_time(row.try_get("valid_until")?)?;
    let earlier = || Issued::Earlier { code, message: Box::new(discount_code(claim, code, valid_until)) };
    Ok((claim.now <= valid_until).then(earlier))
}

/// Deletes the person's code if another one may take its place: it expired unused, or it was cancelled because the
/// address of its claim was corrected. It leaves a count for its day, like an erased one, so that past statistics do not
/// change. Its unsent emails are deleted: nobody can redeem that code.
pub(super) async fn delete_replaceable(connection: &mut AnyConnection, claim: Claim<'_>) -> Result<bool, ClaimError> {
    let deleted: Option<(String, i64)> = sqlx::query_as(
        "DELETE FROM claims
         WHERE person = $1 AND redeemed_at IS NULL AND ((void_at IS NULL AND valid_until < $2) OR superseded = 1)
         RETURNING code, issued_at",
    )
    .bind(claim.person.as_str())
    .bind(claim.now.as_millisecond())
    .fetch_optional(&mut *connection)
    .await?;
    let Some((old_code, issued_at)) = deleted else { return Ok(false) };
    sqlx::query(
        "INSERT INTO erased_claims (day, claimed) VALUES ($1, 1)
         ON CONFLICT (day) DO UPDATE SET claimed = erased_claims.claimed + 1",
    )
    .bind(clinic_time::day_number(to_time(issued_at)?))
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM outbox WHERE kind = $1 AND record_key = $2 AND state <> 'sent'")
        .bind(DISCOUNT_CODE)
        .bind(old_code)
        .execute(connection)
        .await?;
    Ok(true)
}

async fn insert(connection: &mut AnyConnection, claim: Claim<'_>, code: DiscountCode) -> Result<bool, ClaimError> {
    let inserted = sqlx::query(
        "INSERT INTO claims (code, person, address, issued_at, valid_until, play) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING",
    )
    .bind(code.to_string())
    .bind(claim.person.as_str())
    .bind(claim.address.as_typed())
    .bind(claim.now.as_millisecond())
    .bind(claim.valid_until.as_millisecond())
    .bind(claim.proof.play.to_string())
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// The emails queued for a code, in the order in which they were queued.
pub(super) async fn past_messages(
    connection: &mut AnyConnection,
    code: DiscountCode,
) -> Result<Vec<PastMessage>, StoreError> {
    let mut summaries = outbox::for_record(connection, DISCOUNT_CODE, &code.to_string()).await?;
    summaries.extend(outbox::for_record(connection, CODE_USED, &code.to_string()).await?);
    summaries.sort_by_key(|summary| summary.queued_at);
    Ok(summaries
        .into_iter()
        .map(|summary| PastMessage {
            id: summary.id,
            queued_at: summary.queued_at,
            state: match summary.state {
                MailState::Queued => PastState::Queued,
                MailState::Sent => PastState::Sent,
                MailState::Failed => PastState::Failed,
                MailState::Rejected | MailState::Replaced | MailState::Expired => {
                    PastState::Rejected { reason: summary.last_error.unwrap_or_default() }
                }
            },
        })
        .collect())
}
