//! Forgetting people: on request, and by itself when a code has been of no use for a while. Forgotten means gone from
//! the file and from its write-ahead log, not merely unreachable.

use super::{Actor, CodeStatusError, DeskError, Dialect, Store, StoreError, audit, to_time};
use crate::clock::Randomness;
use crate::discount::{DiscountCode, RedeemError};
use crate::person::PersonKey;
use crate::staff::{ABSOLUTE_LIMIT, FORGET_AFTER, IDLE_LIMIT};
use jiff::Timestamp;
use sqlx::{AnyConnection, Executor, Row};
use std::time::Duration;

/// After a code expired, was used or was withdrawn.
const KEEP_PEOPLE: Duration = Duration::from_hours(90 * 24);
/// Games hold nothing personal; two years let the owner compare one season with the last.
const KEEP_PLAYS: Duration = Duration::from_hours(2 * 366 * 24);
const KEEP_COUNTERS: Duration = Duration::from_hours(2);

/// Adds what is about to be erased to the tally of its days (by the clinic's calendar, see `lagos`).
macro_rules! remember {
    ($which:literal) => {
        [
            concat!(
                "INSERT INTO erased (day, claimed)
                 SELECT (issued_at + 3600000) / 86400000, COUNT(*) FROM claims WHERE ",
                $which,
                " GROUP BY 1 ON CONFLICT (day) DO UPDATE SET claimed = erased.claimed + excluded.claimed"
            ),
            concat!(
                "INSERT INTO erased (day, redeemed)
                 SELECT (redeemed_at + 3600000) / 86400000, COUNT(*) FROM claims WHERE redeemed_at IS NOT NULL AND ",
                $which,
                " GROUP BY 1 ON CONFLICT (day) DO UPDATE SET redeemed = erased.redeemed + excluded.redeemed"
            ),
        ]
    };
}

/// A claim as the owner may take it away in a table.
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

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Purged {
    pub people: u64,
    pub plays: u64,
    /// The ids of the mails that were sent to these people.
    pub mails: Vec<String>,
}

impl Store {
    /// Erases a person and gives the ids of the mails they were sent: copies may lie elsewhere. Nothing when nothing
    /// was known of them.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn forget(
        &self,
        person: &PersonKey,
        actor: &str,
        random: &dyn Randomness,
        now: Timestamp,
    ) -> Result<Option<Vec<String>>, StoreError> {
        let mut tx = self.begin().await?;
        let mails = mails_to(&mut tx, person.as_str()).await?;
        let erased = erase(&mut tx, person.as_str()).await?;
        let record = audit::AuditRecord { id: random.bytes(), actor, action: "forget", subject: "a person" };
        audit::record(&mut tx, record, now).await?;
        tx.commit().await?;
        self.scrub().await?;
        Ok((erased > 0).then_some(mails))
    }

    /// Erases the person who has a code, and gives the ids of the mails that carried it: copies may lie elsewhere.
    ///
    /// # Errors
    /// When no such code was issued.
    pub async fn forget_holder(&self, code: DiscountCode, actor: Actor<'_>) -> Result<Vec<String>, CodeStatusError> {
        let mut tx = self.begin().await?;
        let person: Option<String> = sqlx::query_scalar("SELECT person FROM claims WHERE code = $1")
            .bind(code.to_string())
            .fetch_optional(&mut *tx)
            .await?;
        let person = person.ok_or(DeskError::Refused(RedeemError::Unknown))?;
        let mails = mails_to(&mut tx, &person).await?;
        erase(&mut tx, &person).await?;
        actor.record(&mut tx, "erase", &code.to_string()).await?;
        tx.commit().await?;
        self.scrub().await?;
        Ok(mails)
    }

    /// Erases everybody whose code has been of no use for ninety days, and counts that no limit needs any more.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn purge(&self, now: Timestamp) -> Result<Purged, StoreError> {
        let mut tx = self.begin().await?;
        let before = |keep: Duration| (now - keep).as_millisecond();
        let mails = sqlx::query_scalar(
            "SELECT message_id FROM outbox WHERE code IN
             (SELECT code FROM claims WHERE COALESCE(redeemed_at, void_at, valid_until) < $1)",
        )
        .bind(before(KEEP_PEOPLE))
        .fetch_all(&mut *tx)
        .await?;
        run(
            &mut tx,
            "UPDATE plays SET claimed_by = NULL WHERE claimed_by IN
             (SELECT person FROM claims WHERE COALESCE(redeemed_at, void_at, valid_until) < $1)",
            before(KEEP_PEOPLE),
        )
        .await?;
        for statement in remember!("COALESCE(redeemed_at, void_at, valid_until) < $1") {
            run(&mut tx, statement, before(KEEP_PEOPLE)).await?;
        }
        let people = run(
            &mut tx,
            "DELETE FROM claims WHERE COALESCE(redeemed_at, void_at, valid_until) < $1",
            before(KEEP_PEOPLE),
        )
        .await?;
        let plays = run(&mut tx, "DELETE FROM plays WHERE finished_at < $1", before(KEEP_PLAYS)).await?;
        run(&mut tx, "DELETE FROM counters WHERE window_start < $1", before(KEEP_COUNTERS)).await?;
        run(&mut tx, "DELETE FROM sessions WHERE made_at < $1", before(ABSOLUTE_LIMIT)).await?;
        run(&mut tx, "DELETE FROM sessions WHERE seen_at < $1", before(IDLE_LIMIT)).await?;
        run(&mut tx, "DELETE FROM guesses WHERE last_at < $1", before(FORGET_AFTER)).await?;
        tx.commit().await?;
        if people > 0 {
            self.scrub().await?;
        }
        Ok(Purged { people, plays, mails })
    }

    /// Every claim, oldest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn export(&self) -> Result<Vec<ClaimRecord>, StoreError> {
        sqlx::query(
            "SELECT code, address, issued_at, valid_until, redeemed_at, redeemed_by, void_at
             FROM claims ORDER BY issued_at, code",
        )
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
    }

    /// Deleted rows are overwritten in the file (`secure_delete`), but the log still holds the pages as they were:
    /// writing it back and cutting it to nothing removes the last trace. PostgreSQL keeps dead rows until a vacuum.
    async fn scrub(&self) -> Result<(), StoreError> {
        match self.dialect {
            Dialect::Sqlite => {
                // Waits for readers as long as `busy_timeout` says; a reader that outlasts it is told, not ignored.
                let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(self.writer.pool()).await?;
                if checkpoint.try_get::<i64, _>(0)? != 0 {
                    return Err(StoreError::NotScrubbed);
                }
            }
            Dialect::Postgres => {
                self.writer.pool().execute("VACUUM claims, outbox, plays").await?;
            }
        }
        Ok(())
    }
}

async fn mails_to(connection: &mut AnyConnection, person: &str) -> Result<Vec<String>, StoreError> {
    let mails = "SELECT message_id FROM outbox WHERE code IN (SELECT code FROM claims WHERE person = $1)";
    Ok(sqlx::query_scalar(mails).bind(person).fetch_all(connection).await?)
}

/// Takes a person's claim and mails away, and keeps of it one stroke in the tally of its day.
async fn erase(connection: &mut AnyConnection, person: &str) -> Result<u64, StoreError> {
    for statement in remember!("person = $1") {
        sqlx::query(statement).bind(person).execute(&mut *connection).await?;
    }
    sqlx::query("UPDATE plays SET claimed_by = NULL WHERE claimed_by = $1")
        .bind(person)
        .execute(&mut *connection)
        .await?;
    let erased = sqlx::query("DELETE FROM claims WHERE person = $1").bind(person).execute(connection).await?;
    Ok(erased.rows_affected())
}

async fn run(connection: &mut AnyConnection, statement: &'static str, before: i64) -> Result<u64, StoreError> {
    Ok(sqlx::query(statement).bind(before).execute(connection).await?.rows_affected())
}
