//! What can go wrong with the database, in words for the person who runs the site.

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database must be given as sqlite:PATH or postgres://USER@HOST/NAME, not as {scheme}:…")]
    UnknownScheme { scheme: String },
    #[error("SQLite {found} can corrupt a write-ahead log; version 3.51.3 or newer is needed")]
    OldSqlite { found: String },
    #[error("the database was made by a newer version of this program (schema {found}, known up to {known})")]
    NewerSchema { found: i64, known: i64 },
    #[error("the database does not answer: {0}")]
    Database(#[from] sqlx::Error),
    #[error("the database did not keep a group of changes: {0}")]
    NotKept(std::sync::Arc<sqlx::Error>),
    #[error("the database holds {0}; restore it from a backup")]
    Corrupt(&'static str),
    #[error("the database file or its copy cannot be written: {0}")]
    File(#[from] std::io::Error),
    #[error("the data is erased, but a copy in the write-ahead log is still being read; run the same command again")]
    NotScrubbed,
    #[error(
        "for PostgreSQL use its own tool, which copies a running database: pg_dump --format=custom --file=FILE URL"
    )]
    BackupIsPgDump,
}
