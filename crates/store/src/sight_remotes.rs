//! Passing on answers from a phone to a screen of the sight self-check, also when they are connected to different instances.
//! Keys are stored as hashes, and an answer only until the screen has taken it. One answer at a time: the phone sends the next
//! one after it knows what became of the last.

mod answers;
mod listeners;

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Store, StoreError, StoreFailure, counters};
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::{TooMany, Window};

pub use answers::AnswerOutcome;
pub use listeners::ScreenView;

/// Longer than a check takes. Nothing extends it.
pub const VALID_FOR: Duration = Duration::from_mins(30);
/// A screen that listens says so more often. Otherwise it is gone.
const GONE_AFTER: Duration = Duration::from_secs(15);

/// Screens that ask for a phone from one client network in an hour, and as many phones that try a code.
const PER_CLIENT_HOUR: u32 = 300;
/// Screens with a phone at the same time, so that strangers cannot fill the database. More than one network can have: a row lives
/// for half an hour, so at most those of two clock hours are there together.
const MAX_REMOTES: u32 = 2_000;

#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    #[error("This connection has ended. Show a new code on the other screen and scan it.")]
    Ended,
    #[error("The other screen does not answer. Wake it up, then press the arrow again.")]
    NotListening,
    #[error("The phone no longer waits for this answer.")]
    Withdrawn,
    #[error("This screen listens in another place.")]
    Replaced,
    #[error("Very many people use this at the moment. Please answer in another way, or try again in a few minutes.")]
    Full,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for RemoteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl StoreFailure for RemoteError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
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
        self.transaction(async |mut tx| {
            count(&mut tx, client, "remote screens", now).await?;
            let live: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sight_remotes WHERE expires_at > $1")
                .bind(now.as_millisecond())
                .fetch_one(&mut *tx)
                .await?;
            if live >= i64::from(MAX_REMOTES) {
                return Err(RemoteError::Full);
            }
            sqlx::query("INSERT INTO sight_remotes (screen, code, expires_at) VALUES ($1, $2, $3)")
                .bind(screen)
                .bind(code)
                .bind((now + VALID_FOR).as_millisecond())
                .execute(&mut *tx)
                .await?;
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
        self.transaction(async |mut tx| {
            count(&mut tx, client, "remotes", now).await?;
            let joined =
                sqlx::query("UPDATE sight_remotes SET phone = $1, code = NULL WHERE code = $2 AND expires_at > $3")
                    .bind(phone)
                    .bind(code)
                    .bind(now.as_millisecond())
                    .execute(&mut *tx)
                    .await?
                    .rows_affected();
            // Also after a wrong code: the attempt counts.
            tx.commit().await?;
            if joined == 1 { Ok(()) } else { Err(RemoteError::Ended) }
        })
        .await
    }

    /// The page on the phone is closed. The screen learns it, and nobody can answer with this key any more.
    pub async fn leave_sight_remote(&self, phone: &str) -> Result<(), StoreError> {
        if !self.has_sight_remote("SELECT COUNT(*) FROM sight_remotes WHERE phone = $1", phone).await? {
            return Ok(());
        }
        self.change_sight_remote(
            "UPDATE sight_remotes SET phone = NULL, answer = NULL, outcome = 'withdrawn' WHERE phone = $1",
            phone,
        )
        .await
    }

    /// The check is over: nothing of the connection is kept.
    pub async fn end_sight_remote(&self, screen: &str) -> Result<(), StoreError> {
        if !self.has_sight_remote("SELECT COUNT(*) FROM sight_remotes WHERE screen = $1", screen).await? {
            return Ok(());
        }
        self.change_sight_remote("DELETE FROM sight_remotes WHERE screen = $1", screen).await
    }

    /// Anybody can send keys that they made up. These are no reason to write: the database has one writer, which bookings need.
    async fn has_sight_remote(&self, statement: &'static str, key: &str) -> Result<bool, StoreError> {
        let known: i64 = sqlx::query_scalar(statement).bind(key).fetch_one(&self.reader).await?;
        Ok(known > 0)
    }

    async fn change_sight_remote(&self, statement: &'static str, key: &str) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query(statement).bind(key).execute(&mut *tx).await?;
            Ok(())
        })
        .await
    }
}

async fn count(
    connection: &mut AnyConnection,
    client: &ClientKey,
    event: &str,
    now: Timestamp,
) -> Result<(), RemoteError> {
    let window = Window::around(now);
    if counters::increment(connection, &client.counter(event), window).await? > PER_CLIENT_HOUR
        || counters::increment_wider(connection, client, event, PER_CLIENT_HOUR, window).await?
    {
        return Err(TooMany::Remotes { wait: window.rest }.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clinic_rules::rate_limit::Share;

    #[test]
    fn one_network_cannot_hold_the_rows_of_all() {
        assert!(2 * Share::TWO_CLIENTS.of(PER_CLIENT_HOUR) < MAX_REMOTES, "not even with a /48 at the turn of an hour");
    }
}
