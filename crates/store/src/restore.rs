//! What must not come back with a restored backup, and what the replaced database knows about erasures.

use std::path::Path;

use jiff::Timestamp;
use sqlx::any::{AnyConnectOptions, install_default_drivers};
use sqlx::{AnyConnection, ConnectOptions, Connection, Row};

use super::data_register::REPEATED_BY;
use super::database::escape;
use super::error::is_damaged;
use super::outbox::hold;
use super::{Actor, Store, StoreError, to_time};

/// What is in a database that was restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The last thing that somebody did, or the site by itself, before the backup was made.
    pub last_entry: Option<Timestamp>,
    pub queued_emails: u64,
}

impl Store {
    /// Holds all emails, and ends sessions and one-time links: whoever was signed out or used a link since must not be able to
    /// use it again.
    pub async fn after_restore(&self, backup: &str, actor: Actor<'_>) -> Result<Restored, StoreError> {
        self.transaction(async |mut tx| {
            let last: Option<i64> = sqlx::query_scalar("SELECT MAX(at) FROM audit").fetch_one(&mut *tx).await?;
            let queued: i64 =
                sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE state = 'queued'").fetch_one(&mut *tx).await?;
            hold(&mut tx, actor.now).await?;
            for table in ["DELETE FROM sessions", "DELETE FROM password_resets"] {
                sqlx::query(table).execute(&mut *tx).await?;
            }
            actor.record(&mut tx, "restore backup", backup).await?;
            Ok(Restored { last_entry: last.map(to_time).transpose()?, queued_emails: queued.cast_unsigned() })
        })
        .await
    }

    async fn has_audit_entry(&self, id: &str) -> Result<bool, StoreError> {
        let found: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM audit WHERE id = $1").bind(id).fetch_one(&self.reader).await?;
        Ok(found > 0)
    }
}

/// When staff erased people according to a database file, without the erasures that the other database records too, and without
/// those that were carried out again.
///
/// # Errors
/// When the file cannot be read.
pub async fn erasures_in(file: &Path, other: &Store) -> Result<Vec<Timestamp>, StoreError> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    let mut connection = connect(file).await?;
    let statement = "SELECT id, at FROM audit WHERE action IN ('forget', 'erase') AND actor <> $1";
    let entries: Result<Vec<(String, i64)>, _> =
        sqlx::query_as(statement).bind(REPEATED_BY).fetch_all(&mut connection).await;
    connection.close().await?;
    let mut times = Vec::new();
    for (id, at) in entries? {
        if !other.has_audit_entry(&id).await? {
            times.push(to_time(at)?);
        }
    }
    Ok(times)
}

/// Writes the log of a database that nobody uses back to its file. `false` when the database is damaged: it keeps its log.
///
/// # Errors
/// When the disk is full, or another program reads the database.
pub async fn write_back(file: &Path) -> Result<bool, StoreError> {
    let write = async {
        let mut connection = connect(file).await?;
        let busy: i64 = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?.try_get(0)?;
        connection.close().await?;
        Ok(busy)
    };
    match write.await {
        Ok(0) => Ok(true),
        Ok(_) => Err(StoreError::FileInUse { path: file.to_owned() }),
        Err(error) if is_damaged(&error) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Puts everything that was written to a database into its one file, so that the file can be renamed. When this fails, the file is
/// not whole without its log.
///
/// # Errors
/// When the disk is full, or another program reads the database.
pub async fn complete_file(file: &Path) -> Result<(), StoreError> {
    let mut connection = connect(file).await?;
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode = DELETE").fetch_one(&mut connection).await?;
    connection.close().await?;
    if mode == "delete" { Ok(()) } else { Err(StoreError::FileInUse { path: file.to_owned() }) }
}

async fn connect(file: &Path) -> Result<AnyConnection, sqlx::Error> {
    install_default_drivers();
    let options: AnyConnectOptions = format!("sqlite:{}?mode=rw", escape(&file.to_string_lossy())).parse()?;
    options.connect().await
}
