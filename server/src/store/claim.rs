//! The claim: one transaction that uses the proof, gives the person a code (the one they have, or a new one) and puts
//! the mail into the outbox. Either all of it happened, or none.

use super::outbox::{self, Lease, NewMessage};
use super::{Store, StoreError, counters, to_time};
use crate::clock::Randomness;
use crate::discount::{DiscountCode, PastMessage, ResendDecision, decide_resend};
use crate::game::Proof;
use crate::person::{ClientKey, EmailAddress, PersonKey};
use crate::rate_limit::{Limits, TooMany, Window};
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

/// Two codes alike among billions: a handful of tries is more than enough.
const TRIES: usize = 5;

/// Everything a claim is judged by.
#[derive(Clone, Copy)]
pub struct Claim<'a> {
    pub proof: &'a Proof,
    pub person: &'a PersonKey,
    pub address: &'a EmailAddress,
    pub client: &'a ClientKey,
    pub valid_until: Timestamp,
    /// The right side of the Message-ID.
    pub mail_host: &'a str,
    pub limits: &'a Limits,
    pub now: Timestamp,
}

/// What became of a claim. None of this is for the visitor's eyes except a refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// A mail was put into the outbox, for a new code or for one that is sent again.
    /// It is leased to whoever claimed, who makes the first attempt.
    Queued { lease: Box<Lease> },
    /// An earlier mail is still on its way.
    OnItsWay { message: String },
    /// Nothing is sent: the code was mailed often enough, or was withdrawn.
    ResendSuppressed,
    /// The mail server refused this address moments ago.
    Refused { reason: String },
}

#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    #[error("We have no record of this perfect game. Please play again and claim your code from the results.")]
    UnknownPlay,
    #[error("This game has already earned a code for another address. Please play again to earn one for this address.")]
    ProofUsed,
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

impl Store {
    /// # Errors
    /// When the proof is not good for this person or a limit is reached; nothing is stored then.
    pub async fn claim(&self, claim: Claim<'_>, random: &dyn Randomness) -> Result<Claimed, ClaimError> {
        let mut tx = self.begin().await?;
        use_proof(&mut tx, claim).await?;
        check_limits(&mut tx, claim).await?;
        let claimed = match find_or_issue(&mut tx, claim, random).await? {
            Issued::New(code) => {
                let new_message = claim.new_message(code, claim.valid_until);
                ResendDecision::SendAgain.into_claimed(&mut tx, new_message, random).await?
            }
            Issued::Cancelled => Claimed::ResendSuppressed,
            Issued::Before { code, valid_until } => {
                let past = outbox::past(&mut tx, code).await?;
                let new_message = claim.new_message(code, valid_until);
                decide(&past, claim).into_claimed(&mut tx, new_message, random).await?
            }
        };
        if !matches!(claimed, Claimed::Refused { .. }) {
            tx.commit().await?;
        }
        // Else nothing is kept: the person will correct the address, which is another person to us, and the proof must
        // still be theirs.
        Ok(claimed)
    }
}

impl<'a> Claim<'a> {
    fn new_message(self, code: DiscountCode, valid_until: Timestamp) -> NewMessage<'a> {
        let play = Some(self.proof.play.to_string());
        NewMessage { code, play, address: self.address, valid_until, mail_host: self.mail_host, now: self.now }
    }
}

fn decide(past: &[PastMessage], claim: Claim<'_>) -> ResendDecision {
    decide_resend(past, claim.now, claim.limits)
}

impl ResendDecision {
    async fn into_claimed(
        self,
        connection: &mut AnyConnection,
        new_message: NewMessage<'_>,
        random: &dyn Randomness,
    ) -> Result<Claimed, ClaimError> {
        Ok(match self {
            Self::SendAgain => {
                Claimed::Queued { lease: Box::new(outbox::queue(connection, new_message, random.bytes()).await?) }
            }
            Self::AlreadyQueued { message } => Claimed::OnItsWay { message },
            Self::Suppressed => Claimed::ResendSuppressed,
            Self::RecentlyRejected { reason } => Claimed::Refused { reason },
        })
    }
}

async fn use_proof(connection: &mut AnyConnection, claim: Claim<'_>) -> Result<(), ClaimError> {
    let play = claim.proof.play.to_string();
    let used = sqlx::query(
        "UPDATE plays SET claimed_by = $1
         WHERE id = $2 AND perfect = 1 AND (claimed_by IS NULL OR claimed_by = $1)",
    )
    .bind(claim.person.as_str())
    .bind(&play)
    .execute(&mut *connection)
    .await?;
    if used.rows_affected() == 1 {
        return Ok(());
    }
    let perfect: Option<i64> =
        sqlx::query_scalar("SELECT perfect FROM plays WHERE id = $1").bind(play).fetch_optional(connection).await?;
    Err(if perfect == Some(1) { ClaimError::ProofUsed } else { ClaimError::UnknownPlay })
}

/// The cap on new codes is looked at before anyone asks whether this person has one: reached, it must answer everybody
/// alike, or the difference would tell who has claimed.
async fn check_limits(connection: &mut AnyConnection, claim: Claim<'_>) -> Result<(), ClaimError> {
    let window = Window::around(claim.now);
    let name = claim.client.counter("claims");
    let (claims, codes) = counters::add_beside(connection, &name, counters::NEW_CODES, window).await?;
    if claims > claim.limits.claims_per_client_hour {
        return Err(TooMany::Claims { wait: window.rest }.into());
    }
    if codes >= claim.limits.new_codes_per_hour {
        return Err(TooMany::Codes { wait: window.rest }.into());
    }
    Ok(())
}

enum Issued {
    New(DiscountCode),
    Before { code: DiscountCode, valid_until: Timestamp },
    Cancelled,
}

async fn find_or_issue(
    connection: &mut AnyConnection,
    claim: Claim<'_>,
    random: &dyn Randomness,
) -> Result<Issued, ClaimError> {
    for _ in 0..TRIES {
        let code = DiscountCode::issue(random.bytes());
        if insert(connection, claim, code).await? {
            let issued = counters::add(connection, counters::NEW_CODES, Window::around(claim.now)).await?;
            if issued > claim.limits.new_codes_per_hour {
                return Err(TooMany::Codes { wait: Window::around(claim.now).rest }.into());
            }
            return Ok(Issued::New(code));
        }
        if let Some(before) = ask_again(connection, claim).await? {
            return Ok(before);
        }
        // The code is somebody else's: another one.
    }
    Err(StoreError::Corrupt("no room for a new code").into())
}

/// What the person has already, if anything.
async fn ask_again(connection: &mut AnyConnection, claim: Claim<'_>) -> Result<Option<Issued>, ClaimError> {
    // An update where a read would do: it locks the row, so that two claims of one person decide one after the other
    // how often to send again.
    let before = sqlx::query(
        "UPDATE claims SET times_asked = times_asked + 1 WHERE person = $1 RETURNING code, valid_until, void_at",
    )
    .bind(claim.person.as_str())
    .fetch_optional(connection)
    .await?;
    let Some(row) = before else { return Ok(None) };
    if row.try_get::<Option<i64>, _>("void_at")?.is_some() {
        return Ok(Some(Issued::Cancelled));
    }
    let code = outbox::to_code(&row.try_get::<String, _>("code")?)?;
    Ok(Some(Issued::Before { code, valid_until: to_time(row.try_get("valid_until")?)? }))
}

async fn insert(connection: &mut AnyConnection, claim: Claim<'_>, code: DiscountCode) -> Result<bool, ClaimError> {
    let inserted = sqlx::query(
        "INSERT INTO claims (code, person, address, issued_at, valid_until) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(code.to_string())
    .bind(claim.person.as_str())
    .bind(claim.address.as_typed())
    .bind(claim.now.as_millisecond())
    .bind(claim.valid_until.as_millisecond())
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}
