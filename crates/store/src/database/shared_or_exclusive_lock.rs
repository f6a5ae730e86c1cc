//! Who uses a database. Every running instance shares a lock; a command that needs the database for itself takes it alone.
//! The operating system or PostgreSQL releases it when the process ends, also after SIGKILL.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, ConnectOptions, Connection};
use tokio::time::{sleep, timeout};

use super::connection_check;
use super::lock_holders;
use super::open::{postgres_options, set_up_postgres};
use super::url::Location;
use crate::{Store, StoreError, TimeLimits};

/// How often an instance looks whether PostgreSQL still knows its lock, and tries to take it again.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Two arbitrary numbers that nothing else on the same database uses for an advisory lock.
const SHARE: &str = "SELECT pg_try_advisory_lock_shared(7309940, 826)";
const TAKE_ALONE: &str = "SELECT pg_try_advisory_lock(7309940, 826)";
/// Each session has the name of its instance.
const HOLDERS: &str = "SELECT CAST(application_name AS TEXT) FROM pg_locks JOIN pg_stat_activity USING (pid) \
     WHERE locktype = 'advisory' AND classid = 7309940 AND objid = 826 AND granted \
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY 1";

#[derive(Debug)]
pub struct InstanceLock {
    database: String,
    /// For the message of whoever wants the lock as well.
    holder: String,
    held_by: HeldBy,
}

#[derive(Debug)]
enum HeldBy {
    /// A file beside the SQLite database. SQLite's own locks last only as long as a transaction.
    File {
        _open: File,
    },
    Session(AnyConnection),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Shared,
    Alone,
}

impl InstanceLock {
    /// For an instance of the site.
    ///
    /// # Errors
    /// When a command uses the database alone, or the database does not answer.
    pub async fn share(database: &str, holder: &str) -> Result<Self, StoreError> {
        Self::take(database, holder, Kind::Shared).await
    }

    /// For a command that no instance may run beside.
    ///
    /// # Errors
    /// When an instance runs, with its name, or the database does not answer.
    pub async fn take_alone(database: &str, holder: &str) -> Result<Self, StoreError> {
        Self::take(database, holder, Kind::Alone).await
    }

    async fn take(database: &str, holder: &str, kind: Kind) -> Result<Self, StoreError> {
        let held_by = match Location::parse(database)? {
            Location::Sqlite(file) => HeldBy::File { _open: lock_file(file, holder, kind)? },
            Location::Postgres(url) => HeldBy::Session(lock_session(url, holder, kind).await?),
        };
        Ok(Self { database: database.to_owned(), holder: holder.to_owned(), held_by })
    }

    /// Takes a shared lock again when the connection to PostgreSQL was lost. Ends only when the key was replaced meanwhile:
    /// an instance that went on would encrypt secrets with the old one.
    pub async fn keep(&mut self, store: &Store) {
        loop {
            sleep(CHECK_INTERVAL).await;
            match &mut self.held_by {
                HeldBy::File { .. } => return std::future::pending().await,
                HeldBy::Session(session) => {
                    if matches!(timeout(ANSWER_TIMEOUT, session.ping()).await, Ok(Ok(()))) {
                        continue;
                    }
                }
            }
            match Self::share(&self.database, &self.holder).await {
                Ok(lock) => *self = lock,
                // Other parts report that the database does not answer.
                Err(error) => {
                    tracing::debug!(%error, "cannot take the lock of the database again");
                    continue;
                }
            }
            if let Err(StoreError::Sealed(_)) = store.check_keys().await {
                return;
            }
        }
    }
}

fn lock_file(database: &Path, holder: &str, kind: Kind) -> Result<File, StoreError> {
    let path = PathBuf::from(format!("{}.lock", database.display()));
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600);
    let unusable = |source| StoreError::File { path: path.clone(), source };
    let mut file = options.open(&path).map_err(unusable)?;
    give_to_owner(database, &path).map_err(unusable)?;
    let locked = if kind == Kind::Shared { file.try_lock_shared() } else { file.try_lock() };
    match locked {
        Ok(()) => {}
        Err(TryLockError::Error(source)) => return Err(unusable(source)),
        Err(TryLockError::WouldBlock) => {
            let last = last_holder(&mut file).map_err(unusable)?;
            let by = lock_holders::describe(&last, &lock_holders::processes(&file, &last));
            return Err(refused(kind, by));
        }
    }
    if kind == Kind::Shared {
        let last = last_holder(&mut file).map_err(unusable)?;
        let others = lock_holders::processes(&file, &last);
        if !others.is_empty() {
            tracing::warn!(
                "another instance uses the same SQLite database: {}. Stop one of them, or use PostgreSQL for several instances",
                lock_holders::describe(&last, &others)
            );
        }
    }
    // Only for a message, so a full disk is no reason to stop. Of several instances, the one that started last is named.
    let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(holder.as_bytes()));
    Ok(file)
}

fn last_holder(file: &mut File) -> io::Result<String> {
    let mut holder = String::new();
    file.read_to_string(&mut holder)?;
    Ok(holder)
}

/// The service must be able to open the file after root has created it.
fn give_to_owner(database: &Path, lock: &Path) -> io::Result<()> {
    // Before there is a database, its folder says whose it is.
    let Ok(owner) = fs::metadata(database).or_else(|_| fs::metadata(lock.parent().unwrap_or(database))) else {
        return Ok(());
    };
    if owner.uid() == fs::metadata(lock)?.uid() { Ok(()) } else { chown(lock, Some(owner.uid()), Some(owner.gid())) }
}

async fn lock_session(url: &str, holder: &str, kind: Kind) -> Result<AnyConnection, StoreError> {
    install_default_drivers();
    let (options, connect_timeout) = postgres_options(url)?;
    connection_check::postgres_at_start(&options, connect_timeout).await?;
    let mut session: AnyConnection = options.connect().await?;
    set_up_postgres(&mut session, TimeLimits::default().statement).await?;
    sqlx::query("SELECT set_config('application_name', $1, false)").bind(holder).execute(&mut session).await?;
    let statement = if kind == Kind::Shared { SHARE } else { TAKE_ALONE };
    let is_taken: bool = sqlx::query_scalar(statement).fetch_one(&mut session).await?;
    if is_taken {
        return Ok(session);
    }
    let holders: Vec<String> = sqlx::query_scalar(HOLDERS).fetch_all(&mut session).await?;
    Err(refused(kind, holders.join("; ")))
}

fn refused(kind: Kind, by: String) -> StoreError {
    let by = if by.is_empty() { "another process".to_owned() } else { by };
    match kind {
        Kind::Shared => StoreError::UsedAlone { by },
        Kind::Alone => StoreError::InUse { by },
    }
}
