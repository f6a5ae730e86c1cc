//! Opens the database: connects, configures SQLite for durability, rejects versions that can lose data, migrates.

use std::env;
use std::fs::OpenOptions;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Executor};
use url::Url;

use super::group_commit::Writer;
use super::integrity::check_integrity;
use super::url::Location;
use super::{connection_check, migrate};
use crate::{Dialect, Store, StoreError, TimeLimits};

/// Older versions can corrupt the write-ahead log.
const MIN_SQLITE_VERSION: (u32, u32, u32) = (3, 51, 3);
const SQLITE_READERS: u32 = 4;
/// How long PostgreSQL may take to give a connection, unless the URL says otherwise (`connect_timeout=SECONDS`). A database that
/// hangs must not keep visitors waiting; a healthy one has a free connection long before.
const POSTGRES_CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How often the first connection is tried, each time for as long.
const START_ATTEMPTS: usize = 5;
const POSTGRES_CONNECTIONS: u32 = 10;

/// `secure_delete` overwrites deleted rows, so that an erased address is not left in a free page of the file.
const SQLITE_PRAGMAS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;";

/// PostgreSQL ends the session of a server that died in the middle of a transaction, which would keep its locks.
const POSTGRES_SETTINGS: &str = "SET idle_in_transaction_session_timeout = '15s'; \
     SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";

impl Store {
    /// Opens `sqlite:PATH` or `postgres://…`, creates the file and the tables when they are missing, and updates the
    /// schema of an earlier release.
    ///
    /// # Errors
    /// When the URL is neither, the database does not answer, or its version is not supported.
    pub async fn open(database: &str, now: Timestamp) -> Result<Self, StoreError> {
        Self::open_with_limits(database, now, TimeLimits::default()).await
    }

    /// # Errors
    /// As `open`.
    pub async fn open_with_limits(database: &str, now: Timestamp, limits: TimeLimits) -> Result<Self, StoreError> {
        let location = Location::parse(database)?;
        if let Location::Sqlite(file) = location {
            create_private(file)?;
        }
        let store = connect(&location, limits).await?;
        migrate::run(&store, location.file(), now).await?;
        Ok(store)
    }

    /// Opens a database to read the content from it, also one that an earlier version of the program has written. Creates
    /// and changes nothing. `None` when there is no content in it.
    ///
    /// # Errors
    /// As `open`.
    pub async fn open_content(database: &str) -> Result<Option<Self>, StoreError> {
        let location = Location::parse(database)?;
        if let Location::Sqlite(file) = location
            && !exists(file)?
        {
            return Ok(None);
        }
        if let Location::Sqlite(file) = location {
            // It exists: this only finds out whether it can be written, because SQLite does not say why it cannot open it.
            create_private(file)?;
        }
        let store = connect(&location, TimeLimits::default()).await?;
        if migrate::has_content(&store).await? {
            return Ok(Some(store));
        }
        store.close().await;
        Ok(None)
    }

    /// Opens an SQLite file to read the content from it while its disk is full or read-only, where its log cannot be used: what
    /// was stored last may be missing. `None` when there is no content in it, or on PostgreSQL.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn open_content_without_log(database: &str) -> Result<Option<Self>, StoreError> {
        let Location::Sqlite(file) = Location::parse(database)? else { return Ok(None) };
        install_default_drivers();
        let url = format!("sqlite:{}?mode=ro&immutable=true", escape(&file.to_string_lossy()));
        let options: AnyConnectOptions = url.parse()?;
        let pool: AnyPool = AnyPoolOptions::new().max_connections(1).connect_with(options).await?;
        let store = Self {
            writer: Writer::Single { pool: pool.clone(), limits: Arc::default() },
            reader: pool,
            dialect: Dialect::Sqlite,
            erased_people: None,
            keys: None,
            limits: Arc::default(),
            booking_turn: Arc::default(),
        };
        Ok(if migrate::has_content(&store).await? { Some(store) } else { None })
    }

    /// Opens a copy of a backup, checks that it is whole and not newer than this program, and updates its schema.
    ///
    /// # Errors
    /// As `open`, and when the file is damaged or has no tables of this program.
    pub async fn open_backup(file: &Path, now: Timestamp) -> Result<Self, StoreError> {
        let store = connect(&Location::Sqlite(file), TimeLimits::default()).await?;
        check_integrity(&mut *store.reader.acquire().await?).await?;
        if !migrate::has_tables(&store).await? {
            return Err(StoreError::OtherDatabase);
        }
        migrate::run(&store, None, now).await?;
        Ok(store)
    }

    /// Opens a database that `open` has created and updated. Creates and changes nothing.
    ///
    /// # Errors
    /// As `open`, and when there is no such database or its schema is not the one of this program.
    pub async fn open_existing(database: &str) -> Result<Self, StoreError> {
        let location = Location::parse(database)?;
        if let Location::Sqlite(file) = location
            && !exists(file)?
        {
            return Err(StoreError::NoFile { path: file.to_owned() });
        }
        let store = connect(&location, TimeLimits::default()).await?;
        migrate::check(&store).await?;
        Ok(store)
    }
}

async fn connect(location: &Location<'_>, limits: TimeLimits) -> Result<Store, StoreError> {
    install_default_drivers();
    match location {
        Location::Sqlite(file) => open_sqlite(file, limits).await,
        Location::Postgres(url) => open_postgres(url, limits).await,
    }
}

async fn open_sqlite(file: &Path, limits: TimeLimits) -> Result<Store, StoreError> {
    let options: AnyConnectOptions = format!("sqlite:{}?mode=rw", escape(&file.to_string_lossy())).parse()?;
    let probe = connection_check::sqlite(&options, file).await?;
    let writer = sqlite_pool(1, limits).connect_with(options.clone()).await?;
    drop(probe);
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&writer).await?;
    if parse_version(&version) < Some(MIN_SQLITE_VERSION) {
        return Err(StoreError::OldSqlite { found: version });
    }
    let reader = sqlite_pool(SQLITE_READERS, limits).connect_lazy_with(options);
    Ok(Store {
        writer: Writer::grouped(writer, limits.turn),
        reader,
        dialect: Dialect::Sqlite,
        erased_people: None,
        keys: None,
        limits: Arc::new(limits),
        booking_turn: Arc::default(),
    })
}

pub(super) async fn open_postgres(database: &str, limits: TimeLimits) -> Result<Store, StoreError> {
    install_default_drivers();
    let (options, connect_timeout) = postgres_options(database)?;
    connection_check::postgres_at_start(&options, connect_timeout).await?;
    let pool_options = AnyPoolOptions::new()
        .max_connections(POSTGRES_CONNECTIONS)
        .acquire_timeout(connect_timeout)
        .after_connect(move |connection: &mut AnyConnection, _| {
            Box::pin(async move { set_up_postgres(connection, limits.statement).await })
        });
    let pool = connect_pool(pool_options, options).await?;
    Ok(Store {
        writer: Writer::Single { pool: pool.clone(), limits: Arc::new(limits) },
        reader: pool,
        dialect: Dialect::Postgres,
        erased_people: None,
        keys: None,
        limits: Arc::new(limits),
        booking_turn: Arc::default(),
    })
}

/// PostgreSQL also ends a statement that waits too long for a lock.
pub(super) async fn set_up_postgres(
    connection: &mut AnyConnection,
    statement_limit: Duration,
) -> Result<(), sqlx::Error> {
    let settings = format!("SET statement_timeout = {}; {POSTGRES_SETTINGS}", statement_limit.as_millis());
    connection.execute(AssertSqlSafe(settings)).await.map(|_| ())
}

/// The limit of the pool is for visitors who wait. At the start nobody does, and a busy machine may need longer.
async fn connect_pool(pool: AnyPoolOptions, options: AnyConnectOptions) -> Result<AnyPool, StoreError> {
    for _ in 1..START_ATTEMPTS {
        match pool.clone().connect_with(options.clone()).await {
            Err(sqlx::Error::PoolTimedOut) => {}
            connected => return Ok(connected?),
        }
    }
    Ok(pool.connect_with(options).await?)
}

/// How to connect, and how long that may take.
pub(super) fn postgres_options(database: &str) -> Result<(AnyConnectOptions, Duration), StoreError> {
    let mut options: AnyConnectOptions =
        database.parse().map_err(|_| StoreError::InvalidUrl("the URL is not valid".to_owned()))?;
    let connect_timeout = take_connect_timeout(&mut options.database_url)?;
    let environment_host = ["PGHOSTADDR", "PGHOST"].iter().find_map(|name| env::var(name).ok());
    verify_certificate_by_default(&mut options.database_url, environment_host);
    Ok((options, connect_timeout))
}

/// The driver does not know this parameter of PostgreSQL's own programs.
fn take_connect_timeout(url: &mut Url) -> Result<Duration, StoreError> {
    const NAME: &str = "connect_timeout";
    let (found, others): (Vec<_>, Vec<_>) = url.query_pairs().into_owned().partition(|(name, _)| name == NAME);
    let Some((_, value)) = found.last() else { return Ok(POSTGRES_CONNECT_TIMEOUT) };
    let seconds = value.parse().ok().filter(|seconds| (1..=600).contains(seconds));
    let seconds =
        seconds.ok_or_else(|| StoreError::InvalidUrl(format!("{NAME} is a number of seconds from 1 to 600")))?;
    url.query_pairs_mut().clear().extend_pairs(others);
    Ok(Duration::from_secs(seconds))
}

/// The driver's default accepts any certificate, and none: whoever is between this host and the database could read and
/// change everything. `sslmode` in the URL asks for less. Nobody can listen on a loopback address or a socket.
fn verify_certificate_by_default(url: &mut Url, environment_host: Option<String>) {
    let parameter = |names: &[&str]| {
        url.query_pairs().filter(|(name, _)| names.contains(&&**name)).last().map(|(_, value)| value.into_owned())
    };
    if parameter(&["sslmode", "ssl-mode"]).is_some() {
        return;
    }
    // As the driver reads it: a parameter overrides the host of the URL, the environment is asked when there is neither, and
    // the default is this host.
    let named = parameter(&["host", "hostaddr"]).or_else(|| url.host_str().map(str::to_owned));
    let host = named.filter(|host| !host.is_empty()).or(environment_host).unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_socket = host.starts_with('/') || host.to_ascii_lowercase().starts_with("%2f");
    let is_loopback = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    if !(host.is_empty() || is_socket || is_loopback) {
        url.query_pairs_mut().append_pair("sslmode", "verify-full");
    }
}

fn sqlite_pool(connections: u32, limits: TimeLimits) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(limits.turn)
        // Reopening idle connections would slow down the next request.
        .idle_timeout(None)
        .max_lifetime(None)
        // A file cannot disconnect, and a test before every use would cost a round trip to the SQLite thread.
        .test_before_acquire(false)
        .after_connect(move |connection: &mut AnyConnection, _| {
            let pragmas = format!("PRAGMA busy_timeout = {}; {SQLITE_PRAGMAS}", limits.statement.as_millis());
            Box::pin(async move { connection.execute(AssertSqlSafe(pragmas)).await.map(|_| ()) })
        })
}

/// A file in a folder that this user may not enter is not known to be missing.
fn exists(file: &Path) -> Result<bool, StoreError> {
    file.try_exists().map_err(|source| StoreError::File { path: file.to_owned(), source })
}

/// The file contains email addresses, so only its owner may read it. SQLite copies the permissions to its log.
fn create_private(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|source| StoreError::File { path: path.to_owned(), source })?;
    Ok(())
}

/// A path may contain characters with a meaning in a URL.
pub fn escape(path: &str) -> String {
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
        assert!(parse_version("3.51.2") < Some(MIN_SQLITE_VERSION));
        assert!(parse_version("3.9.12") < Some(MIN_SQLITE_VERSION));
        assert!(parse_version("3.51.3") >= Some(MIN_SQLITE_VERSION));
        assert!(parse_version("3.100.0") >= Some(MIN_SQLITE_VERSION));
        assert!(parse_version("unknown") < Some(MIN_SQLITE_VERSION));
    }

    #[test]
    fn connect_timeout_is_read_from_the_url_and_not_passed_on() {
        let read = |query: &str| postgres_options(&format!("postgres://clinic@localhost/clinic{query}"));
        let (options, limit) = read("?host=/run/a%20b&connect_timeout=30&sslmode=disable").expect("valid");
        assert_eq!(limit, Duration::from_secs(30));
        assert_eq!(options.database_url.query(), Some("host=%2Frun%2Fa+b&sslmode=disable"));
        assert_eq!(read("").expect("valid").1, POSTGRES_CONNECT_TIMEOUT);
        for wrong in ["0", "601", "-1", "soon", ""] {
            let error = read(&format!("?connect_timeout={wrong}")).expect_err("refused").to_string();
            assert!(error.contains("connect_timeout is a number of seconds from 1 to 600"), "{error}");
        }
    }

    #[test]
    fn certificate_of_postgresql_is_verified_except_on_loopback_and_sockets() {
        let mode_with = |environment_host: Option<&str>, text: &str| {
            let mut url = Url::parse(text).expect("a URL");
            verify_certificate_by_default(&mut url, environment_host.map(str::to_owned));
            url.query_pairs().find(|(name, _)| name.starts_with("ssl")).map(|(_, value)| value.into_owned())
        };
        let mode = |text: &str| mode_with(None, text);
        for text in [
            "postgres://clinic@db.example/clinic",
            "postgres://clinic:pw@192.0.2.1:5432/clinic?application_name=x",
            "postgres://clinic@[2001:db8::1]/clinic",
            "postgres://clinic@localhost/clinic?host=db.example",
            "postgres://clinic@localhost/clinic?hostaddr=192.0.2.1",
        ] {
            assert_eq!(mode(text).as_deref(), Some("verify-full"), "{text}");
        }
        for text in [
            "postgres://clinic@localhost/clinic",
            "postgres://clinic@127.0.0.1:5000/clinic",
            "postgres://clinic@[::1]/clinic",
            "postgres:///clinic",
            "postgres://clinic@%2Frun%2Fpostgresql/clinic",
            "postgres://clinic@db.example/clinic?host=/run/postgresql",
        ] {
            assert_eq!(mode(text), None, "{text}");
        }
        assert_eq!(mode("postgres://clinic@db.example/clinic?sslmode=require").as_deref(), Some("require"));
        assert_eq!(mode("postgres://clinic@db.example/clinic?ssl-mode=disable").as_deref(), Some("disable"));
        assert_eq!(mode_with(Some("db.example"), "postgres:///clinic").as_deref(), Some("verify-full"));
        assert_eq!(mode_with(Some("/run/postgresql"), "postgres:///clinic"), None);
        assert_eq!(mode_with(Some("db.example"), "postgres://clinic@localhost/clinic"), None);
    }
}
