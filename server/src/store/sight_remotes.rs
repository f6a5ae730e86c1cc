//! Passing on answers from a phone to a screen of the sight self-check, also when they are connected to different instances.
//! Keys are stored as hashes, and answers only until the screen fetches them.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::{AnyConnection, Row};

use super::{Store, StoreError, StoreFailure, counters, retry};
use crate::person::ClientKey;
use crate::rate_limit::{TooMany, Window};

/// Longer than a check takes. Nothing extends it.
pub const VALID_FOR: Duration = Duration::from_mins(30);
/// A screen that listens says so at least this often. Otherwise it is gone.
const LISTENS_EVERY: Duration = Duration::from_secs(3);
const GONE_AFTER: Duration = Duration::from_secs(15);

/// Screens that ask for a phone, and phones that try a code, from one client network in an hour.
const PER_CLIENT_HOUR: u32 = 300;
/// Screens with a phone at the same time, so that strangers cannot fill the database.
const MAX_REMOTES: i64 = 500;
/// More than a check has, with every answer taken back.
const MAX_NUMBER: i64 = 400;
/// The answers that wait for a screen, in characters. A screen that listens leaves one or two.
const MAX_WAITING: i64 = 100;

#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    #[error("This connection has ended. Show a new code on the other screen and scan it.")]
    Ended,
    #[error("The other screen does not answer. Wake it up, then press the arrow again.")]
    NotListening,
    #[error("Very many people use this at the moment. Please answer in another way, or try again in a few minutes.")]
    Full,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl StoreFailure for RemoteError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Store(error) => Some(error),
            Self::Ended | Self::NotListening | Self::Full | Self::TooMany(_) => None,
        }
    }
}

/// What a screen finds when it looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    pub has_phone: bool,
    /// In the order in which they were given.
    pub answers: Vec<String>,
}

impl Store {
    /// A screen waits for a phone with this one-time code.
    ///
    /// # Errors
    /// When this client or all clients together ask too often.
    pub async fn add_sight_remote(
        &self,
        screen: &str,
        code: &str,
        client: &ClientKey,
        now: Timestamp,
    ) -> Result<(), RemoteError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            count(&mut tx, client, now).await?;
            let live: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sight_remotes WHERE expires_at > $1")
                .bind(now.as_millisecond())
                .fetch_one(&mut *tx)
                .await
                .map_err(StoreError::from)?;
            if live >= MAX_REMOTES {
                return Err(RemoteError::Full);
            }
            sqlx::query("INSERT INTO sight_remotes (screen, code, expires_at) VALUES ($1, $2, $3)")
                .bind(screen)
                .bind(code)
                .bind((now + VALID_FOR).as_millisecond())
                .execute(&mut *tx)
                .await
                .map_err(StoreError::from)?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// A phone uses the code. Nobody can use it again.
    ///
    /// # Errors
    /// When the code is unknown, used or expired, or this client has tried too many.
    pub async fn join_sight_remote(
        &self,
        code: &str,
        phone: &str,
        client: &ClientKey,
        now: Timestamp,
    ) -> Result<(), RemoteError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            count(&mut tx, client, now).await?;
            let joined =
                sqlx::query("UPDATE sight_remotes SET phone = $1, code = NULL WHERE code = $2 AND expires_at > $3")
                    .bind(phone)
                    .bind(code)
                    .bind(now.as_millisecond())
                    .execute(&mut *tx)
                    .await
                    .map_err(StoreError::from)?
                    .rows_affected();
            // Also after a wrong code: the attempt counts.
            tx.commit().await?;
            if joined == 1 { Ok(()) } else { Err(RemoteError::Ended) }
        })
        .await
    }

    /// Keeps an answer until the screen fetches it. The same number again changes nothing.
    ///
    /// # Errors
    /// When the connection has ended, or nobody would fetch the answer.
    pub async fn add_sight_answer(
        &self,
        phone: &str,
        number: i64,
        answer: &str,
        now: Timestamp,
    ) -> Result<(), RemoteError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            // UPDATE instead of SELECT to lock the row: the screen may fetch at this moment.
            let row = sqlx::query(
                "UPDATE sight_remotes SET expires_at = expires_at WHERE phone = $1 AND expires_at > $2
                 RETURNING last_number, listened_at, CAST(LENGTH(answers) AS BIGINT) AS waiting",
            )
            .bind(phone)
            .bind(now.as_millisecond())
            .fetch_optional(&mut *tx)
            .await
            .map_err(StoreError::from)?;
            let Some(row) = row else { return Err(RemoteError::Ended) };
            let value = |column: &str| row.try_get::<i64, _>(column).map_err(StoreError::from);
            if number <= value("last_number")? {
                return Ok(());
            }
            if number > MAX_NUMBER {
                return Err(RemoteError::Ended);
            }
            let is_gone = value("listened_at")? < (now - GONE_AFTER).as_millisecond();
            if is_gone || value("waiting")? > MAX_WAITING {
                return Err(RemoteError::NotListening);
            }
            sqlx::query("UPDATE sight_remotes SET last_number = $1, answers = answers || $2 WHERE phone = $3")
                .bind(number)
                .bind(format!("{answer},"))
                .bind(phone)
                .execute(&mut *tx)
                .await
                .map_err(StoreError::from)?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }

    /// Removes the answers that wait for a screen and returns them.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn take_sight_answers(&self, screen: &str, now: Timestamp) -> Result<Waiting, RemoteError> {
        let row =
            sqlx::query("SELECT phone, answers, listened_at FROM sight_remotes WHERE screen = $1 AND expires_at > $2")
                .bind(screen)
                .bind(now.as_millisecond())
                .fetch_optional(&self.reader)
                .await
                .map_err(StoreError::from)?;
        let Some(row) = row else { return Err(RemoteError::Ended) };
        let has_phone = row.try_get::<Option<String>, _>("phone").map_err(StoreError::from)?.is_some();
        let waiting: String = row.try_get("answers").map_err(StoreError::from)?;
        let listened_at: i64 = row.try_get("listened_at").map_err(StoreError::from)?;
        // Most looks find nothing and write nothing.
        if waiting.is_empty() && listened_at > (now - LISTENS_EVERY).as_millisecond() {
            return Ok(Waiting { has_phone, answers: Vec::new() });
        }
        let waiting: String = retry(|| async {
            let mut tx = self.begin().await?;
            let waiting =
                sqlx::query_scalar("UPDATE sight_remotes SET listened_at = $1 WHERE screen = $2 RETURNING answers")
                    .bind(now.as_millisecond())
                    .bind(screen)
                    .fetch_optional(&mut *tx)
                    .await?;
            sqlx::query("UPDATE sight_remotes SET answers = '' WHERE screen = $1")
                .bind(screen)
                .execute(&mut *tx)
                .await?;
            tx.commit().await?;
            Ok::<_, StoreError>(waiting)
        })
        .await?
        .ok_or(RemoteError::Ended)?;
        let answers = waiting.split(',').filter(|answer| !answer.is_empty()).map(str::to_owned).collect();
        Ok(Waiting { has_phone, answers })
    }

    /// The check is over: nothing of the connection is kept.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn end_sight_remote(&self, screen: &str) -> Result<(), StoreError> {
        retry(|| async {
            let mut tx = self.begin().await?;
            sqlx::query("DELETE FROM sight_remotes WHERE screen = $1").bind(screen).execute(&mut *tx).await?;
            tx.commit().await?;
            Ok(())
        })
        .await
    }
}

async fn count(connection: &mut AnyConnection, client: &ClientKey, now: Timestamp) -> Result<(), RemoteError> {
    let window = Window::around(now);
    if counters::increment(connection, &client.counter("remotes"), window).await? > PER_CLIENT_HOUR
        || counters::increment_wider(connection, client, "remotes", PER_CLIENT_HOUR, window).await?
    {
        return Err(TooMany::Remotes { wait: window.rest }.into());
    }
    Ok(())
}
