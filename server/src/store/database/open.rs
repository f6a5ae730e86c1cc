//! Opens the database: connects, sets SQLite up for durability, refuses versions that can lose data, migrates.

use super::group_commit::{ACQUIRE_WITHIN, Writer};
use super::{Dialect, Store, StoreError, migrate};
use jiff::Timestamp;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AnyPool, Executor};
use std::path::Path;

const OLDEST_SQLITE: (u32, u32, u32) = (3, 51, 3);
const READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 10;

/// Deleted data is overwritten, so that a forgotten address is not left in a free page of the file.
const SQLITE_SETUP: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;";

impl Store {
    /// Opens `sqlite:PATH` or `postgres://…`, creating the file or the tables when they are missing.
    ///
    /// # Errors
    /// When the address is neither, the database does not answer, or it is too old or too new to be trusted.
    pub async fn open(database: &str, now: Timestamp) -> Result<Self, StoreError> {
        install_default_drivers();
        let store = match database.split_once(':') {
            Some(("sqlite", path)) => open_sqlite(path.trim_start_matches("//")).await?,
            Some(("postgres" | "postgresql", _)) => open_postgres(database).await?,
            other => {
                let scheme = other.map_or("", |(scheme, _)| scheme).to_owned();
                return Err(StoreError::UnknownScheme { scheme });
            }
        };
        migrate::run(&store, now).await?;
        Ok(store)
    }
}

async fn open_sqlite(path: &str) -> Result<Store, StoreError> {
    create_private(Path::new(path))?;
    let options: AnyConnectOptions = format!("sqlite:{}?mode=rw", escape(path)).parse()?;
    let writer = sqlite_pool(1).connect_with(options.clone()).await?;
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&writer).await?;
    if parse_version(&version) < Some(OLDEST_SQLITE) {
        return Err(StoreError::OldSqlite { found: version });
    }
    let reader = sqlite_pool(READERS).connect_lazy_with(options);
    Ok(Store { writer: Writer::in_groups(writer), reader, dialect: Dialect::Sqlite })
}

async fn open_postgres(database: &str) -> Result<Store, StoreError> {
    let options = AnyPoolOptions::new().max_connections(POSTGRES_CONNECTIONS).acquire_timeout(ACQUIRE_WITHIN);
    let pool: AnyPool = options.connect(database).await?;
    Ok(Store { writer: Writer::Alone(pool.clone()), reader: pool, dialect: Dialect::Postgres })
}

fn sqlite_pool(connections: u32) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_WITHIN)
        // A connection that is closed for being idle would cost the next visitor its set-up.
        .idle_timeout(None)
        .max_lifetime(None)
        // A file does not hang up; asking it before every use would cost a round trip to its thread.
        .test_before_acquire(false)
        .after_connect(|connection: &mut AnyConnection, _| {
            Box::pin(async move { connection.execute(SQLITE_SETUP).await.map(|_| ()) })
        })
}

/// The file holds addresses: only the account that serves the site may read it. SQLite gives its log the same rights.
fn create_private(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?;
    Ok(())
}

/// A path may hold what means something in a URL.
fn escape(path: &str) -> String {
    path.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}

fn parse_version(text: &str) -> Option<(u32, u32, u32)> {
    let mut parts = text.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?, parts.next().unwrap_or(Ok(0)).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_versions_are_compared_by_number() {
        assert!(parse_version("3.51.2") < Some(OLDEST_SQLITE));
        assert!(parse_version("3.9.12") < Some(OLDEST_SQLITE));
        assert!(parse_version("3.51.3") >= Some(OLDEST_SQLITE));
        assert!(parse_version("3.100.0") >= Some(OLDEST_SQLITE));
        assert!(parse_version("unheard of") < Some(OLDEST_SQLITE));
    }

    #[tokio::test]
    async fn an_unknown_database_is_refused_without_showing_its_password() {
        let refused = Store::open("mysql://root:hunter2@host/db", Timestamp::UNIX_EPOCH).await.expect_err("refused");
        assert!(refused.to_string().contains("mysql:…"));
        assert!(!refused.to_string().contains("hunter2"));
    }
}
