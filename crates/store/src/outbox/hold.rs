//! Holding all emails after a backup was restored: what it contains as queued may have been sent since, and a rehearsal must
//! mail nobody.

use jiff::Timestamp;
use sqlx::AnyConnection;

use crate::{Actor, Store, StoreError, to_time};

impl Store {
    /// Since when no email is sent. `None` when emails are sent.
    pub async fn mail_held_since(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read(async |mut connection| {
            let since: Option<i64> =
                sqlx::query_scalar("SELECT since FROM mail_hold").fetch_optional(&mut *connection).await?;
            since.map(to_time).transpose()
        })
        .await
    }

    /// Sends no email from now on, on any instance.
    pub async fn hold_mail(&self, actor: Actor<'_>) -> Result<(), StoreError> {
        self.transaction(async |mut tx| {
            hold(&mut tx, actor.now).await?;
            actor.record(&mut tx, "hold mail", "all emails").await?;
            Ok(())
        })
        .await
    }

    /// Sends emails again. `false` when they were not held. The three days in which an email is tried begin now: those that
    /// waited longer must not fail when the mail server is busy once.
    pub async fn release_mail(&self, actor: Actor<'_>) -> Result<bool, StoreError> {
        self.transaction(async |mut tx| {
            let released = sqlx::query("DELETE FROM mail_hold").execute(&mut *tx).await?.rows_affected();
            if released > 0 {
                sqlx::query("UPDATE outbox SET queued_at = $1, attempts = 0 WHERE state = 'queued'")
                    .bind(actor.now.as_millisecond())
                    .execute(&mut *tx)
                    .await?;
                actor.record(&mut tx, "release mail", "all emails").await?;
            }
            Ok(released > 0)
        })
        .await
    }
}

pub async fn hold(connection: &mut AnyConnection, now: Timestamp) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO mail_hold (id, since) VALUES (1, $1) ON CONFLICT (id) DO NOTHING")
        .bind(now.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}
