//! Wrong guesses at the door of the desk, counted before the password is looked at: a hundred guesses sent at once are
//! counted one after the other, and all but the first few are turned away unread.

use super::{DeskError, Store, StoreError};
use crate::person::ClientKey;
use crate::rate_limit::Window;
use crate::secret::Secret;
use crate::staff::{DelayPolicy, FORGET_AFTER, TooManyAttempts};
use crate::store::counters;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};
use std::time::Duration;

/// One try to sign in: which account, from where. As fingerprints, since what is typed as a name may be a password.
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
        let account = URL_SAFE_NO_PAD.encode(&secret.sign("attempt v1", name.as_bytes())[..16]);
        Self {
            pair: client.counter(&format!("pair {account}")),
            client: client.counter("client"),
            account: format!("account {account}"),
        }
    }

    /// Always in this order, so that two tries never wait for each other's rows.
    fn counted(&self) -> [(&str, DelayPolicy); 3] {
        [(&self.client, DelayPolicy::CLIENT), (&self.account, DelayPolicy::ACCOUNT), (&self.pair, DelayPolicy::PAIR)]
    }
}

impl Store {
    /// Counts a attempt in advance as a wrong one, or says how long to wait. A attempt that has to wait is not counted:
    /// knocking does not make the pause longer.
    ///
    /// # Errors
    /// When it is too early for another attempt.
    pub async fn begin_attempt(
        &self,
        attempt: &LoginAttempt,
        now: Timestamp,
    ) -> Result<(), DeskError<TooManyAttempts>> {
        let mut tx = self.begin().await?;
        for (who, pace) in attempt.counted() {
            let (guesses, wait_until) = count(&mut tx, who, now).await?;
            let wait = Duration::from_millis(u64::try_from(wait_until - now.as_millisecond()).unwrap_or(0));
            if !wait.is_zero() {
                return Err(DeskError::Refused(TooManyAttempts { wait }));
            }
            sqlx::query("UPDATE guesses SET wait_until = $2 WHERE who = $1")
                .bind(who)
                .bind((now + pace.delay(guesses)).as_millisecond())
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The attempt was right: the account starts afresh. The network is merely given its attempt back, or whoever has one
    /// account could use it to attempt at the others without end.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn reset_attempts(&self, attempt: &LoginAttempt) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        give_back(&mut tx, &attempt.client).await?;
        for who in [&attempt.account, &attempt.pair] {
            sqlx::query("DELETE FROM guesses WHERE who = $1").bind(who).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The attempt was neither right nor wrong yet: the second factor is still to come.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn withdraw_attempt(&self, attempt: &LoginAttempt) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        for (who, _) in attempt.counted() {
            give_back(&mut tx, who).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Counts a look at a code. Codes are not guessable, and this keeps them so from the inside too.
    ///
    /// # Errors
    /// When this account has looked at more codes in this hour than a desk ever does.
    pub async fn count_lookup(
        &self,
        account: &str,
        limit: u32,
        now: Timestamp,
    ) -> Result<(), DeskError<TooManyAttempts>> {
        let window = Window::around(now);
        let mut tx = self.begin().await?;
        if counters::add(&mut tx, &format!("looks {account}"), window).await? > limit {
            return Err(DeskError::Refused(TooManyAttempts { wait: window.rest }));
        }
        tx.commit().await?;
        Ok(())
    }
}

/// Adds one; gives the count and the pause that still runs. The row stays locked until the transaction ends.
async fn count(connection: &mut AnyConnection, who: &str, now: Timestamp) -> Result<(u32, i64), StoreError> {
    let row = sqlx::query(
        "INSERT INTO guesses (who, n, last_at, wait_until) VALUES ($1, 1, $2, 0)
         ON CONFLICT (who) DO UPDATE
         SET n = CASE WHEN guesses.last_at < $3 THEN 1 ELSE guesses.n + 1 END, last_at = $2
         RETURNING n, wait_until",
    )
    .bind(who)
    .bind(now.as_millisecond())
    .bind((now - FORGET_AFTER).as_millisecond())
    .fetch_one(connection)
    .await?;
    Ok((u32::try_from(row.try_get::<i64, _>("n")?).unwrap_or(u32::MAX), row.try_get("wait_until")?))
}

async fn give_back(connection: &mut AnyConnection, who: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE guesses SET n = n - 1, wait_until = 0 WHERE who = $1 AND n > 0")
        .bind(who)
        .execute(connection)
        .await?;
    Ok(())
}
