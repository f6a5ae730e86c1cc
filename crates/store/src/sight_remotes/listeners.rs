//! The screen that waits for answers. The newest listener is the one that counts; the connection of an earlier one may be dead.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::Row;

use super::RemoteError;
use crate::{Store, StoreError};

const RENEW_EVERY: Duration = Duration::from_secs(3);

/// What a screen finds when it looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenView {
    pub has_phone: bool,
    /// A phone has used the code, and may have left since.
    pub is_code_used: bool,
    /// The number of the answer that waits, and the answer.
    pub answer: Option<(i64, String)>,
}

impl Store {
    /// A screen begins to listen, and earlier listeners stop. Returns the number of this one.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn start_sight_listener(&self, screen: &str, now: Timestamp) -> Result<i64, RemoteError> {
        if !self.has_sight_remote("SELECT COUNT(*) FROM sight_remotes WHERE screen = $1", screen).await? {
            return Err(RemoteError::Ended);
        }
        self.transaction(async |mut tx| {
            let listener = sqlx::query_scalar(
                "UPDATE sight_remotes SET listener = listener + 1, listened_at = $1
                 WHERE screen = $2 AND expires_at > $1 RETURNING listener",
            )
            .bind(now.as_millisecond())
            .bind(screen)
            .fetch_optional(&mut *tx)
            .await?;
            listener.ok_or(RemoteError::Ended)
        })
        .await
    }

    /// # Errors
    /// When the connection has ended, or a later listener has begun.
    pub async fn look_for_sight_answer(
        &self,
        screen: &str,
        listener: i64,
        now: Timestamp,
    ) -> Result<ScreenView, RemoteError> {
        let row = sqlx::query(
            "SELECT phone, code, number, answer, listener, listened_at FROM sight_remotes
             WHERE screen = $1 AND expires_at > $2",
        )
        .bind(screen)
        .bind(now.as_millisecond())
        .fetch_optional(&self.reader)
        .await?
        .ok_or(RemoteError::Ended)?;
        if row.try_get::<i64, _>("listener")? != listener {
            return Err(RemoteError::Replaced);
        }
        // Most looks write nothing.
        if row.try_get::<i64, _>("listened_at")? < (now - RENEW_EVERY).as_millisecond() {
            self.renew_sight_listener(screen, listener, now).await?;
        }
        let number = row.try_get("number")?;
        let answer = row.try_get::<Option<String>, _>("answer")?;
        Ok(ScreenView {
            has_phone: row.try_get::<Option<String>, _>("phone")?.is_some(),
            is_code_used: row.try_get::<Option<String>, _>("code")?.is_none(),
            answer: answer.map(|answer| (number, answer)),
        })
    }

    async fn renew_sight_listener(&self, screen: &str, listener: i64, now: Timestamp) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            sqlx::query("UPDATE sight_remotes SET listened_at = $1 WHERE screen = $2 AND listener = $3")
                .bind(now.as_millisecond())
                .bind(screen)
                .bind(listener)
                .execute(&mut *tx)
                .await?;
            Ok(())
        })
        .await
    }
}
