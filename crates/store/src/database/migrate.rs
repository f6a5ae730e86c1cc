//! Runs the schema migrations, and checks the schema for commands that must not change it. Several instances may start at
//! the same time: one takes a lock, the others wait and then find nothing to do.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe, Executor};

use crate::{Dialect, Store, StoreError, clock_record};

const MIGRATIONS: &[(i64, &str)] = &[
    (1, include_str!("../../migrations/0001_game_and_claims.sql")),
    (2, include_str!("../../migrations/0002_desk.sql")),
    (3, include_str!("../../migrations/0003_general_outbox.sql")),
    (4, include_str!("../../migrations/0004_commit_markers.sql")),
    (5, include_str!("../../migrations/0005_password_reset.sql")),
    (6, include_str!("../../migrations/0006_pending_erasures.sql")),
    (7, include_str!("../../migrations/0007_indexes_for_large_tables.sql")),
    (8, include_str!("../../migrations/0008_address_change.sql")),
    (9, include_str!("../../migrations/0009_failed_sign_ins.sql")),
    (10, include_str!("../../migrations/0010_session_list.sql")),
    (11, include_str!("../../migrations/0011_game_counts.sql")),
    (12, include_str!("../../migrations/0012_sealed_secrets.sql")),
    (13, include_str!("../../migrations/0013_two_step_deadline.sql")),
    (14, include_str!("../../migrations/0014_confirmed_sessions.sql")),
    (15, include_str!("../../migrations/0015_certificates.sql")),
    (16, include_str!("../../migrations/0016_content.sql")),
    (17, include_str!("../../migrations/0017_appointments.sql")),
    (18, include_str!("../../migrations/0018_content_versions.sql")),
    (19, include_str!("../../migrations/0019_totp_setup_expires.sql")),
    (20, include_str!("../../migrations/0020_outbox_states.sql")),
    (21, include_str!("../../migrations/0021_recalls_follow_visits.sql")),
    (22, include_str!("../../migrations/0022_patient_records.sql")),
    (23, include_str!("../../migrations/0023_appointment_links.sql")),
    (24, include_str!("../../migrations/0024_waiting_requests.sql")),
    (25, include_str!("../../migrations/0025_clock.sql")),
    (26, include_str!("../../migrations/0026_content_removals.sql")),
    (27, include_str!("../../migrations/0027_mail_hold.sql")),
    (28, include_str!("../../migrations/0028_sight_remotes.sql")),
    (29, include_str!("../../migrations/0029_repeated_erasures.sql")),
    (30, include_str!("../../migrations/0030_sight_remotes_acknowledged.sql")),
    (31, include_str!("../../migrations/0031_puzzle_sets.sql")),
    (32, include_str!("../../migrations/0032_to_tell.sql")),
    (33, include_str!("../../migrations/0033_undo_state.sql")),
    (34, include_str!("../../migrations/0034_email_correction.sql")),
    (35, include_str!("../../migrations/0035_practice_and_set_counts.sql")),
    (36, include_str!("../../migrations/0036_undo_move.sql")),
    (37, include_str!("../../migrations/0037_closed_times.sql")),
    (38, include_str!("../../migrations/0038_content_not_shown.sql")),
    (39, include_str!("../../migrations/0039_unpinned_puzzles.sql")),
    (40, include_str!("../../migrations/0040_undo_closed.sql")),
    (41, include_str!("../../migrations/0041_known_times.sql")),
    (42, include_str!("../../migrations/0042_content_notes.sql")),
    (43, include_str!("../../migrations/0043_open_documents.sql")),
    (44, include_str!("../../migrations/0044_returned_emails.sql")),
    (46, include_str!("../../migrations/0046_earlier_times.sql")),
    (47, include_str!("../../migrations/0047_families.sql")),
    (48, include_str!("../../migrations/0048_series.sql")),
    (49, include_str!("../../migrations/0049_kept_chair.sql")),
    (50, include_str!("../../migrations/0050_draft_authors.sql")),
    (51, include_str!("../../migrations/0051_undo_at_reception.sql")),
];

/// The migration that creates the tables of the content. Later ones have not changed those that are read at start.
const FIRST_WITH_CONTENT: i64 = 16;

/// The migration that creates the tables of the game's sets of pictures.
const FIRST_WITH_PUZZLE_SETS: i64 = 31;

/// The migration after which it is known when a set was unpinned.
const FIRST_WITH_UNPINNED_SETS: i64 = 39;

/// The migration that creates the table of the puzzles for practice.
const FIRST_WITH_PRACTICE_PUZZLES: i64 = 35;

/// Migrations are the same for both databases except for this: SQLite always compares bytes and has no such name for it,
/// and it calls the type for bytes differently.
const BYTE_ORDER: &str = " COLLATE \"C\"";
const BYTES: (&str, &str) = (" BYTEA", " BLOB");

/// The lock is an arbitrary number that nothing else on the same database uses. Waiting for it, and creating an index on
/// a large table, may take longer than other statements.
const LOCK: &str = "SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(7309940825)";

const CREATE_MIGRATIONS: &str =
    "CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)";

/// Creates all tables in an empty PostgreSQL database, in the transaction of the caller and without rows. The caller
/// copies the rows of `migrations` too.
pub async fn create_tables(connection: &mut AnyConnection) -> Result<(), StoreError> {
    connection.execute(LOCK).await?;
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()")
        .fetch_one(&mut *connection)
        .await?;
    if tables > 0 {
        return Err(StoreError::TargetNotEmpty);
    }
    connection.execute(CREATE_MIGRATIONS).await?;
    for (_, statements) in MIGRATIONS {
        connection.execute(sqlx::raw_sql(*statements)).await?;
    }
    Ok(())
}

/// Updates the schema. Before an existing SQLite file is changed, a copy is written beside it.
pub async fn run(store: &Store, file: Option<&Path>, now: Timestamp) -> Result<(), StoreError> {
    let mut tx = store.begin().await?;
    if store.dialect == Dialect::Postgres {
        tx.execute(LOCK).await?;
    }
    tx.execute(CREATE_MIGRATIONS).await?;
    let (found, known) = (version(&mut tx).await?, newest());
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    if let Some(file) = file
        && (1..known).contains(&found)
    {
        // While this transaction holds the write lock, the copy cannot contain a migration of another process.
        let copy = copy_path(file, known);
        store.replace_copy(&copy).await?;
        tracing::info!(
            "updating the database from schema {found} to {known}; wrote a copy of the old one to {}. Delete it when \
             you will not go back: it contains personal data",
            copy.display()
        );
    }
    for &(version, statements) in MIGRATIONS.iter().filter(|(version, _)| *version > found) {
        let statements = match store.dialect {
            Dialect::Sqlite => statements.replace(BYTE_ORDER, "").replace(BYTES.0, BYTES.1),
            Dialect::Postgres => statements.to_owned(),
        };
        tx.execute(sqlx::raw_sql(AssertSqlSafe(statements))).await?;
        sqlx::query("INSERT INTO migrations (version, applied_at) VALUES ($1, $2)")
            .bind(version)
            .bind(now.as_millisecond())
            .execute(&mut *tx)
            .await?;
    }
    if found < known {
        clock_record::store_last_activity(&mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Refuses any schema but the one of this program, and changes nothing.
pub async fn check(store: &Store) -> Result<(), StoreError> {
    let found = version_or_zero(store).await?;
    match newest() {
        _ if found == 0 => Err(StoreError::NoTables),
        known if found < known => Err(StoreError::OlderSchema { found, known }),
        known if found > known => Err(StoreError::NewerSchema { found, known }),
        _ => Ok(()),
    }
}

/// Whether the schema has the tables of the content. Refuses one that is newer than this program, and changes nothing.
pub async fn has_content(store: &Store) -> Result<bool, StoreError> {
    Ok(has_tables(store).await? && version_or_zero(store).await? >= FIRST_WITH_CONTENT)
}

/// Whether the schema has the tables of the game's sets of pictures. Changes nothing.
pub async fn has_puzzle_sets(store: &Store) -> Result<bool, StoreError> {
    Ok(version_or_zero(store).await? >= FIRST_WITH_PUZZLE_SETS)
}

pub async fn has_unpinned_sets(store: &Store) -> Result<bool, StoreError> {
    Ok(version_or_zero(store).await? >= FIRST_WITH_UNPINNED_SETS)
}

pub async fn has_practice_puzzles(store: &Store) -> Result<bool, StoreError> {
    Ok(version_or_zero(store).await? >= FIRST_WITH_PRACTICE_PUZZLES)
}

/// Whether this program or an earlier version of it has written the database. Refuses one of a newer version.
pub async fn has_tables(store: &Store) -> Result<bool, StoreError> {
    let (found, known) = (version_or_zero(store).await?, newest());
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    Ok(found > 0)
}

/// The schema of the database, and the one of this program.
pub async fn schemas(store: &Store) -> Result<(i64, i64), StoreError> {
    Ok((version_or_zero(store).await?, newest()))
}

/// 0 when there are no tables yet.
async fn version_or_zero(store: &Store) -> Result<i64, StoreError> {
    let mut connection = store.reader.acquire().await?;
    let table = match store.dialect {
        Dialect::Sqlite => "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'migrations'",
        Dialect::Postgres => "SELECT COUNT(*) FROM pg_tables WHERE tablename = 'migrations'",
    };
    let tables: i64 = sqlx::query_scalar(table).fetch_one(&mut *connection).await?;
    if tables == 0 { Ok(0) } else { version(&mut connection).await }
}

async fn version(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM migrations").fetch_one(connection).await?)
}

/// The schema of this program.
#[must_use]
pub fn newest() -> i64 {
    MIGRATIONS.last().map_or(0, |(version, _)| *version)
}

fn copy_path(file: &Path, version: i64) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(format!(".before-schema-{version}"));
    path.into()
}
