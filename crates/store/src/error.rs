//! Errors of the store. The messages tell the person who runs the site what to do.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clinic_rules::secret::DecryptError;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database must be given as sqlite:PATH or postgres://USER@HOST/NAME, not as {scheme}:…")]
    UnknownScheme { scheme: String },
    #[error(
        "the database must be given as sqlite:PATH or postgres://USER@HOST/NAME. For an SQLite file write sqlite:{text}"
    )]
    NoScheme { text: String },
    #[error(
        "this program contains SQLite {found}, which can corrupt the write-ahead log; build it with SQLite 3.51.3 or newer"
    )]
    OldSqlite { found: String },
    #[error(
        "the database was written by a newer version of this program (schema {found}; this version supports up to \
         {known}). Install the newer version or restore a backup"
    )]
    NewerSchema { found: i64, known: i64 },
    #[error(
        "the database was written by an older version of this program (schema {found}; this version needs {known}). \
         Start `clinic serve` once to update it, or use the older version"
    )]
    OlderSchema { found: i64, known: i64 },
    #[error("the file {} does not exist. Only `clinic serve` creates a database. Name the one of the site with --data or --database, or the settings of the service with --env-file", path.display())]
    NoFile { path: PathBuf },
    #[error("it has no tables of this program. Start `clinic serve` once to create them")]
    NoTables,
    #[error("{0}")]
    InvalidUrl(String),
    /// The database cannot be used at all, for this reason.
    #[error("{0}")]
    Unusable(String),
    /// The same, but the reason may pass without anybody changing a setting.
    #[error("{0}")]
    OutOfReach(String),
    #[error("the database reported an error: {}. {}", reason(.0), advice(.0))]
    Database(#[from] sqlx::Error),
    #[error("the transaction was not committed: {}. {}", reason(.0), advice(.0))]
    NotCommitted(Arc<sqlx::Error>),
    #[error(
        "the connection to the database was lost before the transaction was committed: {0}. Check that the database is \
         running"
    )]
    ConnectionLost(sqlx::Error),
    #[error(
        "the connection to the database was lost during a commit: {0}. The database did not answer whether the data is \
         stored. Check that the database is running"
    )]
    OutcomeUnknown(sqlx::Error),
    #[error(
        "the database did not answer within 20 seconds. It is not known whether the data is stored. Check that the \
         database is running"
    )]
    NoAnswer,
    /// For a command that needs the database for itself.
    #[error(
        "it is in use by {by}. Nothing was changed. Stop every instance of the site first (systemctl stop clinic), then try \
         again"
    )]
    InUse { by: String },
    /// For an instance that starts.
    #[error("it is used alone by {by}. Start again when that has finished")]
    UsedAlone { by: String },
    #[error("the secrets in it are encrypted, and there is no key file. Name it with --key-file")]
    NoKey,
    #[error("a secret in it cannot be decrypted: {0}. Use the key file that belongs to this database, with --key-file")]
    Sealed(#[from] DecryptError),
    #[error("the database contains {0}. Restore it from a backup")]
    Corrupt(&'static str),
    #[error("another program has {} open. Close it, then try again", path.display())]
    FileInUse { path: PathBuf },
    #[error("the file is damaged: {0}. Use another backup")]
    DamagedFile(String),
    #[error("the file is damaged or incomplete")]
    Incomplete,
    #[error("the file is an SQLite database, but has no tables of this program. Check the path")]
    OtherDatabase,
    #[error("cannot use {}: {source}. {}", path.display(), file_advice(source))]
    File { path: PathBuf, source: io::Error },
    #[error("{} exists already. Choose another name", path.display())]
    BackupExists { path: PathBuf },
    #[error(
        "the disk of {} has {} MB left, and a backup needs {} MB. Delete what is not needed, or name a folder on another disk",
        path.display(), free / 1_000_000, needed.div_ceil(1_000_000)
    )]
    NoSpaceForBackup { path: PathBuf, free: u64, needed: u64 },
    #[error("it can only be copied from sqlite:PATH to postgres://USER:PASSWORD@HOST/NAME")]
    CopyDirection,
    #[error(
        "the target already has tables, and nothing was changed. Create a new, empty database, or check the name in the URL"
    )]
    TargetNotEmpty,
    #[error("the table {table} cannot be copied: {reason}. Nothing was copied")]
    NotCopied { table: String, reason: String },
    #[error("PostgreSQL has its own tool to copy a running database. Use: pg_dump --format=custom --file=FILE URL")]
    BackupIsPgDump,
}

/// An error of a use case that may have been caused by the database.
pub trait StoreFailure {
    fn store_error(&self) -> Option<&StoreError>;
}

impl StoreFailure for StoreError {
    fn store_error(&self) -> Option<&StoreError> {
        Some(self)
    }
}

/// A rule refused the action, or the database failed.
#[derive(Debug, thiserror::Error)]
pub enum DeskError<E: std::error::Error> {
    #[error(transparent)]
    Refused(E),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl<E: std::error::Error> StoreFailure for DeskError<E> {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Store(error) => Some(error),
            Self::Refused(_) => None,
        }
    }
}

impl<E: std::error::Error> From<sqlx::Error> for DeskError<E> {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The error in the words of the database, without those of the driver.
pub fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => match error.code() {
            Some(code) => format!("{} (code {code})", error.message()),
            None => error.message().to_owned(),
        },
        sqlx::Error::PoolTimedOut => "all connections to it were in use for too long".to_owned(),
        error => error.to_string(),
    }
}

/// What to do about an error of the database. The upper bits of SQLite's codes are details; PostgreSQL's have five characters.
pub fn advice(error: &sqlx::Error) -> &'static str {
    match sqlite_code(error) {
        Some(8) => {
            "This user may only read the file, or its disk is read-only. Run the command as root or as the owner of the file; \
             after an error of the disk, the system mounts it read-only: look at dmesg"
        }
        Some(10) => {
            "The disk cannot be read or written. Look at dmesg for errors of the disk; if it fails, restore a backup on another \
             one with clinic restore"
        }
        Some(11 | 26) => "The file is damaged. Stop the site and restore a backup with clinic restore",
        Some(13) => "The disk is full. Free some space; the site goes on by itself then",
        Some(14) => "The file cannot be opened. Check the owner of the file and of its folder",
        _ => "Check that the database is running and that its disk is not full",
    }
}

impl StoreError {
    /// Whether no connection to the database was free, or made, in time.
    #[must_use]
    pub fn is_without_connection(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::PoolTimedOut))
    }

    /// Whether it may be worth waiting: the server of the database is not there, or its disk is full or read-only.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            Self::OutOfReach(_)
            | Self::ConnectionLost(_)
            | Self::OutcomeUnknown(_)
            | Self::NoAnswer
            | Self::Database(sqlx::Error::PoolTimedOut) => true,
            Self::Database(error) => is_about_the_disk(error),
            Self::NotCommitted(error) => is_about_the_disk(error),
            Self::File { source, .. } => matches!(
                source.kind(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::ReadOnlyFilesystem
            ),
            _ => false,
        }
    }
}

/// Whether SQLite found the disk read-only, failing or full.
pub fn is_about_the_disk(error: &sqlx::Error) -> bool {
    matches!(sqlite_code(error), Some(8 | 10 | 13))
}

/// Whether SQLite cannot read the file as a database.
pub fn is_damaged(error: &sqlx::Error) -> bool {
    matches!(sqlite_code(error), Some(11 | 26))
}

fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    let code = error.as_database_error()?.code().filter(|code| code.len() < 5)?;
    code.parse::<u32>().ok().map(|code| code & 0xff)
}

/// What to do about a file that cannot be read or written.
pub fn file_advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied => {
            "This user may not do that. Run the command as root or as the owner of the folder"
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            "The disk is read-only. After an error of the disk the system mounts it so: look at dmesg"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "The disk is full. Free some space, then try again"
        }
        io::ErrorKind::NotFound => "Check the path",
        io::ErrorKind::NotADirectory => "A part of the path is a file, not a folder. Check the path",
        io::ErrorKind::IsADirectory => "It is a folder, not a file. Check the path",
        _ => "Check the disk and the owner of the folder, then try again",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_the_cause() {
        let message =
            |kind: io::ErrorKind| StoreError::File { path: "/data/clinic.db".into(), source: kind.into() }.to_string();
        assert!(message(io::ErrorKind::ReadOnlyFilesystem).contains("The disk is read-only"));
        assert!(!message(io::ErrorKind::ReadOnlyFilesystem).contains("owner"));
        assert!(message(io::ErrorKind::PermissionDenied).contains("as the owner"));
        assert!(message(io::ErrorKind::StorageFull).contains("The disk is full"));
    }
}
