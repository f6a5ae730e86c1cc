//! The second half of an erasure: removing message files and the last copies of deleted rows.
//!
//! It is recorded in the transaction that deletes the rows, so that it is finished after a crash or a failure, by the
//! next purge or by the next command.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use tokio::time::sleep;

use super::{Category, batch, placeholders, register};
use crate::{Dialect, Store, StoreError};

const FILES_PER_STATEMENT: usize = batch!();
/// A message that is being written is much younger.
const ORPHAN_AGE: Duration = Duration::from_hours(24);
const SCRUB_ATTEMPTS: u32 = 10;
const SCRUB_PAUSE: Duration = Duration::from_millis(50);

/// Records what is left to do after the transaction of the caller.
pub async fn record(connection: &mut AnyConnection, message_ids: &[String]) -> Result<(), StoreError> {
    for ids in message_ids.chunks(FILES_PER_STATEMENT) {
        let rows = placeholders(ids.len(), |number| format!("(${number})"));
        let statement = format!("INSERT INTO pending_file_erasures (message_id) VALUES {rows} ON CONFLICT DO NOTHING");
        bind_all(&statement, ids).execute(&mut *connection).await?;
    }
    connection
        .execute(
            "INSERT INTO pending_scrub (id, requests) VALUES (1, 1)
             ON CONFLICT (id) DO UPDATE SET requests = pending_scrub.requests + 1",
        )
        .await?;
    Ok(())
}

fn bind_all<'a>(statement: &str, values: &'a [String]) -> Query<'a, Any, AnyArguments> {
    let query = sqlx::query(AssertSqlSafe(statement.to_owned())).persistent(false);
    values.iter().fold(query, sqlx::query::Query::bind)
}

impl Store {
    /// Deletes the files of erased messages and the last copies of deleted rows. `false` when a running read still
    /// needs the write-ahead log; another call finishes the work later. Without a folder, the files are left to the purge.
    ///
    /// # Errors
    /// When the database does not answer or a file cannot be deleted.
    pub async fn finish_erasures(&self, mail_folder: Option<&Path>) -> Result<bool, StoreError> {
        if let Some(folder) = mail_folder {
            self.delete_message_files(folder).await?;
        }
        self.scrub().await
    }

    /// Deletes files of messages that are not in the outbox any more and have not been written for a day: unfinished
    /// files, test messages, and messages that were being sent when the server was killed. Returns their number.
    ///
    /// # Errors
    /// When the database does not answer or a file cannot be deleted.
    pub async fn delete_orphaned_message_files(&self, folder: &Path, now: Timestamp) -> Result<usize, StoreError> {
        let unusable = |source| StoreError::File { path: folder.to_owned(), source };
        let before = SystemTime::from(now - ORPHAN_AGE);
        let (listed, erased) = (folder.to_owned(), folder.to_owned());
        let listing = tokio::task::spawn_blocking(move || clinic_mail::file::list_older(&listed, before)).await;
        let mut orphans = listing.map_err(io::Error::other).flatten().map_err(unusable)?;
        let mut known = HashSet::new();
        for ids in orphans.chunks(FILES_PER_STATEMENT) {
            let list = placeholders(ids.len(), |number| format!("${number}"));
            let statement = format!("SELECT message_id FROM outbox WHERE message_id IN ({list})");
            let query = sqlx::query_scalar::<_, String>(AssertSqlSafe(statement)).persistent(false);
            known.extend(ids.iter().fold(query, sqlx::query::QueryScalar::bind).fetch_all(&self.reader).await?);
        }
        orphans.retain(|message_id| !known.contains(message_id));
        let count = orphans.len();
        let deletion = tokio::task::spawn_blocking(move || clinic_mail::file::erase_all(&erased, &orphans)).await;
        deletion.map_err(io::Error::other).flatten().map_err(unusable)?;
        Ok(count)
    }

    async fn delete_message_files(&self, folder: &Path) -> Result<(), StoreError> {
        loop {
            let pending: Vec<String> = sqlx::query_scalar("SELECT message_id FROM pending_file_erasures LIMIT $1")
                .bind(i64::try_from(FILES_PER_STATEMENT).unwrap_or(i64::MAX))
                .fetch_all(&self.reader)
                .await?;
            if pending.is_empty() {
                return Ok(());
            }
            // On a thread that may block: there can be thousands of files, on a slow disk.
            let (erased, ids) = (folder.to_owned(), pending.clone());
            let deletion = tokio::task::spawn_blocking(move || clinic_mail::file::erase_all(&erased, &ids)).await;
            let unusable = |source| StoreError::File { path: folder.to_owned(), source };
            deletion.map_err(io::Error::other).flatten().map_err(unusable)?;
            let list = placeholders(pending.len(), |number| format!("${number}"));
            let statement = format!("DELETE FROM pending_file_erasures WHERE message_id IN ({list})");
            self.transaction(async |mut tx| {
                bind_all(&statement, &pending).execute(&mut *tx).await?;
                Ok::<_, StoreError>(())
            })
            .await?;
        }
    }

    /// An erasure is complete for the visitor when it is committed. What remains is done later if it fails now.
    pub(crate) async fn scrub_or_leave_for_later(&self) {
        match self.scrub().await {
            Ok(true) => {}
            Ok(false) => tracing::info!("a running read still uses the log with erased rows; removing them later"),
            Err(error) => tracing::warn!(%error, "cannot remove the last copies of erased rows; trying again later"),
        }
    }

    /// Removes the last copies of deleted rows. On SQLite `secure_delete` overwrites them in the database file, but the
    /// write-ahead log still contains the old pages; on PostgreSQL dead rows stay until a vacuum.
    async fn scrub(&self) -> Result<bool, StoreError> {
        let requests: Option<i64> =
            sqlx::query_scalar("SELECT requests FROM pending_scrub").fetch_optional(&self.reader).await?;
        let Some(requests) = requests else { return Ok(true) };
        match self.dialect {
            Dialect::Sqlite => {
                if !self.truncate_log().await? {
                    return Ok(false);
                }
            }
            Dialect::Postgres => self.vacuum().await?,
        }
        self.transaction(async |mut tx| {
            sqlx::query("DELETE FROM pending_scrub WHERE requests = $1").bind(requests).execute(&mut *tx).await?;
            Ok(true)
        })
        .await
    }

    /// Without a time limit: a large table takes longer than other statements.
    async fn vacuum(&self) -> Result<(), StoreError> {
        let mut connection = self.writer.pool().acquire().await?;
        // The changed limit must not return to the pool, also when this future is dropped.
        connection.close_on_drop();
        connection.execute("SET statement_timeout = 0").await?;
        let tables = register().map(Category::about).filter(|it| it.identifies_visitors).flat_map(|it| it.tables);
        // Somebody may have withdrawn the consent to a picture or a text.
        for table in tables.chain(&["content_blobs", "content_drafts", "content_notes", "content_revisions"]) {
            connection.execute(AssertSqlSafe(format!("VACUUM {table}"))).await?;
        }
        Ok(())
    }

    /// Without a busy timeout: a checkpoint that waits for a reader holds the write lock meanwhile. Short reads end
    /// between the attempts.
    async fn truncate_log(&self) -> Result<bool, StoreError> {
        let mut connection = self.reader.acquire().await?;
        // The changed timeout must not return to the pool, also when this future is dropped.
        connection.close_on_drop();
        connection.execute("PRAGMA busy_timeout = 0").await?;
        for _ in 0..SCRUB_ATTEMPTS {
            let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await?;
            if checkpoint.try_get::<i64, _>(0)? == 0 {
                return Ok(true);
            }
            sleep(SCRUB_PAUSE).await;
        }
        Ok(false)
    }
}
