//! Throttling of sign-in attempts. An attempt is counted before the password is checked, so that many concurrent
//! attempts are counted one by one.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use crate::{DeskError, Store, StoreError, counters};
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::Window;
use clinic_rules::secret::Secret;
use clinic_rules::staff::{DelayPolicy, FORGET_AFTER, KnownDevice, TooManyAttempts};

/// An attempt to sign in, and what it is counted by. Stored as hashes, because people sometimes type their password into
/// the name field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInAttempt {
    /// Always in the same order, so that two transactions cannot deadlock.
    counters: Vec<AttemptCounter>,
    /// Those of the second factor.
    second_factor: Vec<AttemptCounter>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct AttemptCounter {
    name: String,
    policy: DelayPolicy,
    after_success: AfterSuccess,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterSuccess {
    Reset,
    /// Only this attempt is given back, because others are counted here too. Otherwise the owner of one account could
    /// sign in to it again and again while guessing the password of another.
    GiveBack,
}

impl SignInAttempt {
    /// From a browser that never signed in to this account.
    #[must_use]
    pub fn new(typed_name: &str, client: &ClientKey, secret: &Secret) -> Self {
        let account = hash_of_name(typed_name, secret);
        let counter = |name, policy, after_success| AttemptCounter { name, policy, after_success };
        let wider = |event: &str, policy: DelayPolicy| {
            let counter = |(name, share)| counter(name, policy.for_share(share), AfterSuccess::GiveBack);
            client.wider_counters(event).map(counter).collect::<Vec<_>>()
        };
        let pair = format!("pair {account}");
        let mut counters = vec![counter(client.counter("client"), DelayPolicy::CLIENT, AfterSuccess::GiveBack)];
        counters.extend(wider("client", DelayPolicy::CLIENT));
        counters.push(counter(format!("account {account}"), DelayPolicy::ACCOUNT, AfterSuccess::Reset));
        counters.push(counter(client.counter(&pair), DelayPolicy::PAIR, AfterSuccess::Reset));
        counters.extend(wider(&pair, DelayPolicy::PAIR));
        let second_factor = counter(format!("second {account}"), DelayPolicy::SECOND_FACTOR, AfterSuccess::Reset);
        Self { counters, second_factor: vec![second_factor] }
    }

    /// From a browser that signed in to the account before.
    #[must_use]
    pub fn from_device(typed_name: &str, device: &KnownDevice, secret: &Secret) -> Self {
        let counter = |name, policy, after_success| AttemptCounter { name, policy, after_success };
        let (account, id) = (hash_of_name(typed_name, secret), device.id());
        Self {
            counters: vec![counter(format!("device {id}"), DelayPolicy::DEVICE, AfterSuccess::Reset)],
            second_factor: vec![
                counter(format!("second device {id}"), DelayPolicy::SECOND_FACTOR, AfterSuccess::Reset),
                // Whoever knew the password before two-step verification was turned on may have become known many times.
                counter(
                    format!("second devices {account}"),
                    DelayPolicy::SECOND_FACTOR_OF_DEVICES,
                    AfterSuccess::GiveBack,
                ),
            ],
        }
    }
}

fn hash_of_name(typed_name: &str, secret: &Secret) -> String {
    let name = typed_name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    BASE64URL_NOPAD.encode(&secret.sign("attempt v1", name.as_bytes())[..16])
}

/// What a member of staff looks up or tries. Each is counted by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    Code,
    Address,
    /// No look-up: an email to any address, sent directly.
    TestEmail,
    /// The same with an invitation, which goes through the outbox.
    Invitation,
}

impl Lookup {
    fn counter(self) -> &'static str {
        match self {
            Self::Code => "looks",
            Self::Address => "address-looks",
            Self::TestEmail => "test-emails",
            Self::Invitation => "invitations",
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
        attempt: &SignInAttempt,
        now: Timestamp,
    ) -> Result<(), DeskError<TooManyAttempts>> {
        self.check_delay(attempt, now).await?;
        self.transaction(async |mut tx| {
            for counter in &attempt.counters {
                begin(&mut tx, &counter.name, counter.policy, now).await?;
            }
            Ok(())
        })
        .await
    }

    /// Refuses without a write transaction what `begin_attempt` would refuse too. On SQLite all writes wait for each
    /// other, and strangers can try again and again while they are delayed.
    async fn check_delay(&self, attempt: &SignInAttempt, now: Timestamp) -> Result<(), DeskError<TooManyAttempts>> {
        self.read(async |mut connection| {
            let mut latest = now.as_millisecond();
            for counter in &attempt.counters {
                let wait_until: Option<i64> =
                    sqlx::query_scalar("SELECT wait_until FROM login_attempts WHERE who = $1")
                        .bind(&counter.name)
                        .fetch_optional(&mut *connection)
                        .await?;
                latest = latest.max(wait_until.unwrap_or_default());
            }
            refuse_until(latest, now)
        })
        .await
    }

    /// Counts a second factor as wrong in advance, after the password was right.
    ///
    /// # Errors
    /// When the delay after earlier failures has not passed.
    pub async fn begin_second_factor(
        &self,
        attempt: &SignInAttempt,
        now: Timestamp,
    ) -> Result<(), DeskError<TooManyAttempts>> {
        self.transaction(async |mut tx| {
            for counter in &attempt.second_factor {
                begin(&mut tx, &counter.name, counter.policy, now).await?;
            }
            Ok(())
        })
        .await
    }

    /// After a successful sign-in: forgets the failures of this account.
    pub async fn reset_attempts(&self, attempt: &SignInAttempt) -> Result<(), StoreError> {
        self.reset_counters(&[&attempt.counters[..], &attempt.second_factor].concat()).await
    }

    /// After a right password, where no second factor was checked.
    pub async fn reset_password_attempts(&self, attempt: &SignInAttempt) -> Result<(), StoreError> {
        self.reset_counters(&attempt.counters).await
    }

    async fn reset_counters(&self, counters: &[AttemptCounter]) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            for counter in counters {
                match counter.after_success {
                    AfterSuccess::Reset => reset(&mut tx, &counter.name).await?,
                    AfterSuccess::GiveBack => uncount(&mut tx, &counter.name).await?,
                }
            }
            Ok(())
        })
        .await
    }

    /// Removes the attempt from the counts: the password was right, but the 6-digit code is still missing.
    pub async fn withdraw_attempt(&self, attempt: &SignInAttempt) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            for counter in &attempt.counters {
                uncount(&mut tx, &counter.name).await?;
            }
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
        self.transaction(async |mut tx| {
            if counters::increment(&mut tx, &format!("{} {account}", lookup.counter()), window).await? > limit {
                return Err(DeskError::Refused(TooManyAttempts { wait: window.rest }));
            }
            Ok(())
        })
        .await
    }
}

async fn begin(
    connection: &mut AnyConnection,
    who: &str,
    policy: DelayPolicy,
    now: Timestamp,
) -> Result<(), DeskError<TooManyAttempts>> {
    let (failures, wait_until) = count(connection, who, now).await?;
    refuse_until(wait_until, now)?;
    sqlx::query("UPDATE login_attempts SET wait_until = $2 WHERE who = $1")
        .bind(who)
        .bind((now + policy.delay(failures)).as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}

fn refuse_until(wait_until: i64, now: Timestamp) -> Result<(), DeskError<TooManyAttempts>> {
    match u64::try_from(wait_until - now.as_millisecond()) {
        Ok(wait @ 1..) => Err(DeskError::Refused(TooManyAttempts { wait: Duration::from_millis(wait) })),
        _ => Ok(()),
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

async fn reset(connection: &mut AnyConnection, who: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM login_attempts WHERE who = $1").bind(who).execute(connection).await?;
    Ok(())
}

async fn uncount(connection: &mut AnyConnection, who: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE login_attempts SET n = n - 1, wait_until = 0 WHERE who = $1 AND n > 0")
        .bind(who)
        .execute(connection)
        .await?;
    Ok(())
}
