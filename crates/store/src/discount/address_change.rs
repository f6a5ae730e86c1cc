//! Correcting the address of a claim: one transaction that moves the code of this game to another person, or cancels it
//! if that person has a code already. There is never more than one valid code for a person or for a game.

use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::claim::{Claim, ClaimError, Claimed, Issued};
use super::{claim, redemptions, to_code};
use crate::{Store, StoreError, outbox, to_time};
use clinic_mail::message::DISCOUNT_CODE;
use clinic_rules::discount::{CodeStatus, DiscountCode, may_change_address};
use clinic_rules::game::Proof;
use clinic_runtime::clock::Randomness;

const REASON: &str = "the address was changed";

impl Store {
    /// `claim` has the corrected address. As with a claim, the result shows only a rejected address: not whether one of
    /// the two addresses had a code before.
    ///
    /// # Errors
    /// When the proof was not used for a claim, the address cannot be changed any more, or a limit is reached. Nothing
    /// is stored then.
    pub async fn change_address(&self, claim: Claim<'_>, random: &dyn Randomness) -> Result<Claimed, ClaimError> {
        match self.try_change_address(claim, random).await {
            // A claim for the corrected address was committed at the same time. Now its code is found.
            Err(error) if is_unique_violation(&error) => self.try_change_address(claim, random).await,
            result => result,
        }
    }

    async fn try_change_address(&self, claim: Claim<'_>, random: &dyn Randomness) -> Result<Claimed, ClaimError> {
        self.transaction(async |mut tx| {
            let used = find_used_proof(&mut tx, claim.proof).await?;
            claim::check_limits(&mut tx, claim).await?;
            let earned = find_earned_code(&mut tx, claim.proof).await?;
            let status = earned.as_ref().map(|(_, status)| status);
            may_change_address(used.claimed_at, used.changed_at, status, claim.now)?;
            let issued = match earned {
                // Another spelling of the same address needs no change.
                _ if used.person == claim.person.as_str() => claim::find_or_issue(&mut tx, claim, random).await?,
                Some((code, status)) => {
                    record_change(&mut tx, claim).await?;
                    move_or_cancel(&mut tx, claim, code, status.valid_until).await?
                }
                // The mistyped address had a code before, which stays untouched.
                None => {
                    record_change(&mut tx, claim).await?;
                    claim::find_or_issue(&mut tx, claim, random).await?
                }
            };
            let claimed = claim::queue_if_due(&mut tx, claim, issued, random).await?;
            // A rejected address is rolled back, so that the visitor can correct it.
            if matches!(claimed, Claimed::Rejected { .. }) {
                tx.roll_back();
            }
            Ok(claimed)
        })
        .await
    }
}

struct UsedProof {
    person: String,
    claimed_at: Timestamp,
    changed_at: Option<Timestamp>,
}

async fn find_used_proof(connection: &mut AnyConnection, proof: &Proof) -> Result<UsedProof, ClaimError> {
    // UPDATE instead of SELECT to lock the row: of several concurrent changes only one may succeed.
    let row = sqlx::query(
        "UPDATE plays SET claimed_by = claimed_by WHERE id = $1 AND claimed_by IS NOT NULL
         RETURNING claimed_by, claimed_at, address_changed_at",
    )
    .bind(proof.play.to_string())
    .fetch_optional(connection)
    .await?;
    let row = row.ok_or(ClaimError::UnknownPlay)?;
    Ok(UsedProof {
        person: row.try_get("claimed_by")?,
        // Claims of earlier releases have no time and are too old by now.
        claimed_at: to_time(row.try_get::<Option<i64>, _>("claimed_at")?.unwrap_or_default())?,
        changed_at: row.try_get::<Option<i64>, _>("address_changed_at")?.map(to_time).transpose()?,
    })
}

/// The code that this game earned, locked. A game whose first address was rejected has earned two: the last one counts.
async fn find_earned_code(
    connection: &mut AnyConnection,
    proof: &Proof,
) -> Result<Option<(DiscountCode, CodeStatus)>, ClaimError> {
    let row = sqlx::query(
        "UPDATE claims SET times_asked = times_asked
         WHERE code = (SELECT code FROM claims WHERE play = $1 ORDER BY issued_at DESC, code LIMIT 1)
         RETURNING code, valid_until, redeemed_at, redeemed_by, void_at, superseded",
    )
    .bind(proof.play.to_string())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let mut status = redemptions::to_code_status(&row)?;
    // Cancelled by an earlier change, whose address was then rejected: it can be moved to the next address.
    status.cancelled &= row.try_get::<i64, _>("superseded")? == 0;
    Ok(Some((to_code(row.try_get("code")?)?, status)))
}

async fn record_change(connection: &mut AnyConnection, claim: Claim<'_>) -> Result<(), ClaimError> {
    sqlx::query("UPDATE plays SET claimed_by = $2, address_changed_at = $3 WHERE id = $1")
        .bind(claim.proof.play.to_string())
        .bind(claim.person.as_str())
        .bind(claim.now.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}

async fn move_or_cancel(
    connection: &mut AnyConnection,
    claim: Claim<'_>,
    code: DiscountCode,
    valid_until: Timestamp,
) -> Result<Issued, ClaimError> {
    outbox::replace_unsent(connection, DISCOUNT_CODE, &code.to_string(), REASON, claim.now).await?;
    claim::delete_replaceable(connection, claim).await?;
    if let Some(earlier) = claim::find_earlier(connection, claim).await? {
        sqlx::query("UPDATE claims SET void_at = $2, superseded = 1 WHERE code = $1")
            .bind(code.to_string())
            .bind(claim.now.as_millisecond())
            .execute(connection)
            .await?;
        return Ok(earlier);
    }
    sqlx::query("UPDATE claims SET person = $2, address = $3, void_at = NULL, superseded = 0 WHERE code = $1")
        .bind(code.to_string())
        .bind(claim.person.as_str())
        .bind(claim.address.as_typed())
        .execute(connection)
        .await?;
    Ok(Issued::New { code, valid_until })
}

fn is_unique_violation(error: &ClaimError) -> bool {
    matches!(
        error,
        ClaimError::Store(StoreError::Database(sqlx::Error::Database(error))) if error.is_unique_violation()
    )
}
