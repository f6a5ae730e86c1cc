//! Throttling of sign-in attempts. An attempt is counted before the password is checked, so that many concurrent
//! attempts are counted one by one.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use crate::person::ClientKey;
use crate::rate_limit::Window;
use crate::secret::Secret;
use crate::staff::{DelayPolicy, FORGET_AFTER, TooManyAttempts};
use crate::store::{DeskError, Store, StoreError, counters, retry};

/// An attempt to sign in: the account, the client, and the two together. Stored as hashes, because people sometimes
/// type their password into the name field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginAttempt {
    client: String,
    account: String,
    pair: String,
}

impl LoginAttempt {
    #[must_use]
    pub fn new(typed_name: &str, client: &ClientKey, secret: &Secret) -> Self {
        let name = typed_name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let account = BASE64URL_NOPAD.encode(&secret.sign("attempt v1", name.as_bytes())[..16]);
        Self {
            pair: client.counter(&format!("pair {account}")),
            client: client.counter("client"),
            account: format!("account {account}"),
        }
    }

    /// Always in the same order, so that two transactions cannot deadlock.
    fn counters(&self) -> [(&str, DelayPolicy); 3] {
        [(&self.client, DelayPolicy::CLIENT), (&self.account, DelayPolicy::ACCOUNT), (&self.pair, DelayPolicy::PAIR)]
    }
}

/// What a member of staff looks up. Each is counted by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    Code,
    Address,
}

impl Lookup {
    fn counter(self) -> &'static str {
        match self {
            Self::Code => "looks",
            Self::Address => "address-looks",
        }
    }
}

impl Store {
    /// Counts the attempt as failed in advance. An attempt that comes too early is not counted, so it does not make the
    /// delay longer.
    ///
    /// # Errors
    /// When the delay after earlier failures has not passed.
    pub async fn begin_attempt(
        &self,
        attempt: &LoginAttempt,
        now: Timestamp,
    ) -> Result<(), DeskError<TooManyAttempts>> {
        retry(|| async {
            let mut tx = self.begin().await?;
            for (who, policy) in attempt.counters() {
                let (failures, wait_until) = count(&mut tx, who, now).await?;
                let wait = Duration::from_millis(u64::try_from(wait_until - now.as_millisecond()).unwrap_or(0));
                if !wait.is_zero() {
                    return Err(DeskError::Refused(TooManyAttempts { wait }));
                }
                sqlx::query("UPDATE login_attempts SET wait_until = $2 WHERE who = $1")
                    .bind(who)
                    .bind((now + policy.delay(failures)).as_millisecond())
                    .execute(&mut *tx)
                    .await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// After a successful sign-in: resets the account's failures. The client gets back only this attempt; otherwise the
    /// owner of one account could sign in to it again and again while guessing the password of another.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn reset_attempts(&self, attempt: &LoginAttempt) -> Result<(), StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            uncount(&mut tx, &attempt.client).await?;
            for who in [&attempt.account, &attempt.pair] {
                sqlx::query("DELETE FROM login_attempts WHERE who = $1").bind(who).execute(&mut *tx).await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Removes the attempt from the counts: the password was right, but the 6-digit code is still missing.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn withdraw_attempt(&self, attempt: &LoginAttempt) -> Result<(), StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            for (who, _) in attempt.counters() {
                uncount(&mut tx, who).await?;
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Counts a look-up, so that a staff account cannot be used to guess codes or addresses.
    ///
    /// # Errors
    /// When this account has looked up too many in this hour.
    pub async fn count_lookup(
        &self,
        lookup: Lookup,
        account: &str,
        limit: u32,
        now: Timestamp,
    ) -> Result<(), DeskError<TooManyAttempts>> {
        let window = Window::around(now);
        retry(|| async {
            let mut tx = self.begin().await?;
            if counters::increment(&mut tx, &format!("{} {account}", lookup.counter()), window).await? > limit {
                return Err(DeskError::Refused(TooManyAttempts { wait: window.rest }));
            }
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

/// Adds one; returns the count and the end of the current delay. The row stays locked until the transaction ends.
async fn count(connection: &mut AnyConnection, who: &str, now: Timestamp) -> Result<(u32, i64), StoreError> {
    let row = sqlx::query(
        "INSERT INTO login_attempts (who, n, last_at, wait_until) VALUES ($1, 1, $2, 0)
         ON CONFLICT (who) DO UPDATE
         SET n = CASE WHEN login_attempts.last_at < $3 THEN 1 ELSE login_attempts.n + 1 END, last_at = $2
         RETURNING n, wait_until",
    )
    .bind(who)
    .bind(now.as_millisecond())
    .bind((now - FORGET_AFTER).as_millisecond())
    .fetch_one(connection)
    .await?;
    Ok((u32::try_from(row.try_get::<i64, _>("n")?).unwrap_or(u32::MAX), row.try_get("wait_until")?))
}

async fn uncount(connection: &mut AnyConnection, who: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE login_attempts SET n = n - 1, wait_until = 0 WHERE who = $1 AND n > 0")
        .bind(who)
        .execute(connection)
        .await?;
    Ok(())
}
