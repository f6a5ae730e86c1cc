//! Finds out why a database cannot be used. The pool retries until its own timeout and then only reports that it waited.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use rustix::fs::{Access, access};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, ConnectOptions, Connection, Executor};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::error::{advice, is_about_the_disk, reason};
use crate::{Dialect, Store, StoreError};

/// A database that is slow, on a machine with much to do, must not be taken for one that is not there.
const START_TIMEOUT: Duration = Duration::from_secs(8);
const PAUSE: Duration = Duration::from_millis(100);
/// A health check is answered within two seconds: first the pool is tried, then a connection of its own.
const PING_TIMEOUT: Duration = Duration::from_secs(1);
const SECOND_PING_TIMEOUT: Duration = Duration::from_millis(700);
const _: () = assert!(PING_TIMEOUT.as_millis() + SECOND_PING_TIMEOUT.as_millis() < 2000);

impl Store {
    /// # Errors
    /// When the database does not answer, with the reason.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let query = sqlx::query("SELECT MAX(version) FROM migrations").execute(&self.reader);
        match timeout(PING_TIMEOUT, query).await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) if !matches!(error, sqlx::Error::PoolTimedOut) => return Err(unusable(&error)),
            _ => {}
        }
        if self.dialect == Dialect::Postgres {
            postgres(&self.reader.connect_options(), SECOND_PING_TIMEOUT).await?;
        }
        Err(StoreError::Unusable("it takes more than a second to answer, or all connections to it are in use".into()))
    }
}

/// Connects once. While PostgreSQL is starting, tries again.
pub async fn postgres_at_start(options: &AnyConnectOptions, connect_timeout: Duration) -> Result<(), StoreError> {
    postgres(options, START_TIMEOUT.max(connect_timeout)).await
}

async fn postgres(options: &AnyConnectOptions, limit: Duration) -> Result<(), StoreError> {
    let deadline = Instant::now() + limit;
    loop {
        let error = match timeout_at(deadline, options.connect()).await {
            Ok(Ok(connection)) => {
                let _ = timeout_at(deadline, connection.close()).await;
                return Ok(());
            }
            Ok(Err(error)) => error,
            Err(_) => {
                let reason = "there is no answer. Check the host and the port, and the firewall between";
                return Err(StoreError::OutOfReach(reason.into()));
            }
        };
        if !may_be_starting(&error) || Instant::now() + PAUSE > deadline {
            return Err(unusable(&error));
        }
        sleep(PAUSE).await;
    }
}

/// Reads from the file. A lock is no reason to refuse it: the pool waits for it.
///
/// Returns the connection. It must stay open until the pool has one: closing the last connection would write the log back
/// and delete it at every start.
pub async fn sqlite(options: &AnyConnectOptions, file: &Path) -> Result<Option<AnyConnection>, StoreError> {
    match read_sqlite(options).await {
        Ok(connection) => Ok(Some(connection)),
        Err(error) if is_locked(&error) => Ok(None),
        Err(error) => Err(not_permitted(file, &error).unwrap_or_else(|| unusable(&error))),
    }
}

/// SQLite does not tell a read-only disk from a file or a folder that this user may not write.
fn not_permitted(file: &Path, error: &sqlx::Error) -> Option<StoreError> {
    let is_about_writing = sqlite_code(error).is_some_and(|code| matches!(code & 0xff, 8 | 14));
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let refused = match OpenOptions::new().write(true).open(file) {
        Err(source) => Some((file, source)),
        // The log of the database is beside it.
        Ok(_) => access(folder, Access::WRITE_OK).err().map(|error| (folder, io::Error::from(error))),
    };
    let (path, source) = refused.filter(|_| is_about_writing)?;
    Some(StoreError::File { path: path.to_owned(), source })
}

async fn read_sqlite(options: &AnyConnectOptions) -> Result<AnyConnection, sqlx::Error> {
    let mut connection: AnyConnection = options.connect().await?;
    connection.execute("SELECT COUNT(*) FROM sqlite_master").await?;
    // As the pool does: when it fails there, it is tried again until the time is up.
    connection.execute("PRAGMA journal_mode = WAL").await?;
    Ok(connection)
}

fn may_be_starting(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == ErrorKind::ConnectionRefused,
        _ => code(error).as_deref() == Some("57P03"),
    }
}

/// `SQLITE_BUSY` and `SQLITE_LOCKED`; the upper bits are details.
fn is_locked(error: &sqlx::Error) -> bool {
    sqlite_code(error).is_some_and(|code| matches!(code & 0xff, 5 | 6))
}

fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    code(error).and_then(|code| code.parse().ok())
}

fn code(error: &sqlx::Error) -> Option<String> {
    Some(error.as_database_error()?.code()?.into_owned())
}

/// The reason in words that contain no user name, host or password.
fn unusable(error: &sqlx::Error) -> StoreError {
    let reason = match (error, code(error).as_deref()) {
        (_, Some("28P01" | "28000")) => "the user name or the password is wrong".to_owned(),
        (_, Some("3D000")) => "PostgreSQL has no database with this name. Create it first".to_owned(),
        (_, Some("57P03")) => "PostgreSQL is starting or stopping. Try again in a minute".to_owned(),
        (_, Some("26")) => "the file is not an SQLite database. Check the path, or restore a backup".to_owned(),
        (sqlx::Error::Tls(error), _) => format!(
            "there is no encrypted connection with a verified certificate: {error}. Name the CA file of the provider with \
             ?sslrootcert=FILE in the URL, or accept less with ?sslmode=require or ?sslmode=disable"
        ),
        (sqlx::Error::Io(error), _) if error.kind() == ErrorKind::ConnectionRefused => {
            "the connection was refused. Check that PostgreSQL is running, and the host and the port".to_owned()
        }
        (sqlx::Error::Io(error), _) if error.to_string().contains("lookup address") => {
            "the name of its host is not known. Check the host in the URL, and the DNS of this machine".to_owned()
        }
        (sqlx::Error::Io(error), _) => format!("it cannot be reached: {error}. Check that it is running"),
        (error, _) => format!("{}. {}", reason(error), advice(error)),
    };
    let may_pass =
        matches!(error, sqlx::Error::Io(_)) || code(error).as_deref() == Some("57P03") || is_about_the_disk(error);
    if may_pass { StoreError::OutOfReach(reason) } else { StoreError::Unusable(reason) }
}
