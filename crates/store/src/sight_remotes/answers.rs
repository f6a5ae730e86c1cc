//! One answer of a phone: offered, then taken by the screen or withdrawn. Never both, so the phone is told the truth.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{GONE_AFTER, RemoteError};
use crate::{Store, StoreError};

/// More than a check has, with every answer taken back.
const MAX_NUMBER: i64 = 400;

/// What became of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum AnswerOutcome {
    /// The screen has not taken it yet.
    Waiting,
    Counted,
    /// The screen showed no letter.
    Ignored,
    /// The phone waited in vain. The screen cannot take it any more.
    Withdrawn,
}

impl AnswerOutcome {
    /// A state that a later release has added counts as withdrawn.
    fn read(row: &AnyRow) -> Result<Self, sqlx::Error> {
        Ok(row.try_get::<String, _>("outcome")?.parse().unwrap_or(Self::Withdrawn))
    }
}

impl Store {
    /// Offers an answer to the screen and returns what became of it so far. The same number again is the same answer.
    ///
    /// # Errors
    /// When the connection has ended, or nobody would take the answer.
    pub async fn add_sight_answer(
        &self,
        phone: &str,
        number: i64,
        answer: &str,
        now: Timestamp,
    ) -> Result<AnswerOutcome, RemoteError> {
        // Anybody can send keys that they made up, and the database has one writer.
        let known = self.sight_answer_outcome(phone, number, now).await?;
        if known != AnswerOutcome::Withdrawn {
            return Ok(known);
        }
        self.transaction(async |mut tx| {
            // UPDATE instead of SELECT to lock the row: the screen may take an answer at this moment.
            let row = sqlx::query(
                "UPDATE sight_remotes SET expires_at = expires_at WHERE phone = $1 AND expires_at > $2
                 RETURNING number, outcome, listened_at",
            )
            .bind(phone)
            .bind(now.as_millisecond())
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(RemoteError::Ended)?;
            let (last, outcome) = (row.try_get::<i64, _>("number")?, AnswerOutcome::read(&row)?);
            if number > MAX_NUMBER {
                return Err(RemoteError::Ended);
            }
            if number <= last {
                return Ok(if number == last { outcome } else { AnswerOutcome::Withdrawn });
            }
            if row.try_get::<i64, _>("listened_at")? < (now - GONE_AFTER).as_millisecond() {
                return Err(RemoteError::NotListening);
            }
            sqlx::query("UPDATE sight_remotes SET number = $1, answer = $2, outcome = 'waiting' WHERE phone = $3")
                .bind(number)
                .bind(answer)
                .bind(phone)
                .execute(&mut *tx)
                .await?;
            Ok(AnswerOutcome::Waiting)
        })
        .await
    }

    /// # Errors
    /// When the connection has ended.
    pub async fn sight_answer_outcome(
        &self,
        phone: &str,
        number: i64,
        now: Timestamp,
    ) -> Result<AnswerOutcome, RemoteError> {
        let row = sqlx::query("SELECT number, outcome FROM sight_remotes WHERE phone = $1 AND expires_at > $2")
            .bind(phone)
            .bind(now.as_millisecond())
            .fetch_optional(&self.reader)
            .await?
            .ok_or(RemoteError::Ended)?;
        // The phone has sent another answer instead.
        if row.try_get::<i64, _>("number")? != number {
            return Ok(AnswerOutcome::Withdrawn);
        }
        Ok(AnswerOutcome::read(&row)?)
    }

    /// The screen has not taken the answer in time, and must not take it later, when it may show another letter.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn withdraw_sight_answer(
        &self,
        phone: &str,
        number: i64,
        now: Timestamp,
    ) -> Result<AnswerOutcome, RemoteError> {
        self.transaction(async |mut tx| {
            sqlx::query(
                "UPDATE sight_remotes SET answer = NULL, outcome = 'withdrawn'
                 WHERE phone = $1 AND number = $2 AND outcome = 'waiting'",
            )
            .bind(phone)
            .bind(number)
            .execute(&mut *tx)
            .await?;
            Ok::<_, StoreError>(())
        })
        .await?;
        // The screen may have taken it at the last moment.
        self.sight_answer_outcome(phone, number, now).await
    }

    /// The screen takes an answer, or says that it showed no letter. Saying it again changes nothing.
    ///
    /// # Errors
    /// When the phone no longer waits for this answer: then it must not count. When the connection has ended.
    pub async fn take_sight_answer(
        &self,
        screen: &str,
        number: i64,
        counts: bool,
        now: Timestamp,
    ) -> Result<(), RemoteError> {
        let outcome = if counts { AnswerOutcome::Counted } else { AnswerOutcome::Ignored };
        // Only an answer that waits is a reason to write.
        let seen = sqlx::query("SELECT number, outcome FROM sight_remotes WHERE screen = $1 AND expires_at > $2")
            .bind(screen)
            .bind(now.as_millisecond())
            .fetch_optional(&self.reader)
            .await?
            .ok_or(RemoteError::Ended)?;
        match AnswerOutcome::read(&seen)? {
            _ if seen.try_get::<i64, _>("number")? != number => return Err(RemoteError::Withdrawn),
            AnswerOutcome::Waiting => {}
            found if found == outcome => return Ok(()),
            _ => return Err(RemoteError::Withdrawn),
        }
        self.transaction(async |mut tx| {
            let row = sqlx::query(
                "UPDATE sight_remotes SET expires_at = expires_at WHERE screen = $1 AND expires_at > $2
                 RETURNING number, outcome",
            )
            .bind(screen)
            .bind(now.as_millisecond())
            .fetch_optional(&mut *tx)
            .await?
            .ok_or(RemoteError::Ended)?;
            let found = AnswerOutcome::read(&row)?;
            if row.try_get::<i64, _>("number")? != number || (found != AnswerOutcome::Waiting && found != outcome) {
                return Err(RemoteError::Withdrawn);
            }
            sqlx::query("UPDATE sight_remotes SET answer = NULL, outcome = $1 WHERE screen = $2")
                .bind(outcome.into_str())
                .bind(screen)
                .execute(&mut *tx)
                .await?;
            Ok(())
        })
        .await
    }
}
