//! Which commands create, update or refuse a database, and how an operator goes back to an earlier release.

mod test_server;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use sqlx::AnyPool;
use tempfile::TempDir;
use test_server::{TestServer, run};

const CLAIM: &str = "INSERT INTO claims (code, person, address, issued_at, valid_until)
     VALUES ('EYE5-0000-0001', 'person-1', 'ada@example.com', 1000, 9000000000000);
     CREATE TABLE migrations (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL);
     INSERT INTO migrations VALUES (1, 0), (2, 0);";

/// A data folder with the database of a release that had schema 2.
async fn data_of_schema_2() -> TempDir {
    let data = tempfile::tempdir().expect("a temporary folder");
    let pool = open(&data.path().join("clinic.db"), "rwc").await;
    for statements in
        [include_str!("../migrations/0001_game_and_claims.sql"), include_str!("../migrations/0002_desk.sql"), CLAIM]
    {
        sqlx::raw_sql(statements).execute(&pool).await.expect("written");
    }
    pool.close().await;
    data
}

async fn open(file: &Path, mode: &str) -> AnyPool {
    sqlx::any::install_default_drivers();
    AnyPool::connect(&format!("sqlite:{}?mode={mode}", file.display())).await.expect("the database opens")
}

/// The schema version and the addresses with a claim.
async fn schema_and_claims(file: &Path) -> (i64, Vec<String>) {
    let pool = open(file, "rw").await;
    let version = sqlx::query_scalar("SELECT MAX(version) FROM migrations").fetch_one(&pool).await.expect("a version");
    let claims = sqlx::query_scalar("SELECT address FROM claims").fetch_all(&pool).await.expect("claims");
    pool.close().await;
    (version, claims)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in Unicode")
}

#[tokio::test]
async fn copy_made_before_a_migration_allows_to_go_back() {
    let data = data_of_schema_2().await;
    let server = TestServer::start_in(data, &[]);
    let (code, data) = server.stop_and_keep_data();
    assert_eq!(code, 0);
    let database = data.path().join("clinic.db");
    let (version, claims) = schema_and_claims(&database).await;
    assert!(version > 2);
    assert_eq!(claims, ["ada@example.com"]);

    let copy = data.path().join(format!("clinic.db.before-schema-{version}"));
    assert_eq!(fs::metadata(&copy).expect("a copy").permissions().mode() & 0o777, 0o600);
    // The commands of docs/operations.md.
    fs::rename(&copy, &database).expect("restored");
    for name in ["clinic.db-wal", "clinic.db-shm"] {
        let _ = fs::remove_file(data.path().join(name));
    }
    assert_eq!(schema_and_claims(&database).await, (2, vec!["ada@example.com".to_owned()]));

    // The next upgrade works as the first one did.
    let (_, data) = TestServer::start_in(data, &[]).stop_and_keep_data();
    assert_eq!(schema_and_claims(&database).await.0, version);
    assert_eq!(schema_and_claims(&copy).await.0, 2);
    drop(data);
}

#[test]
fn start_without_a_migration_writes_no_copy() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let (_, data) = TestServer::start_in(data, &[]).stop_and_keep_data();
    let names = fs::read_dir(data.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let copies: Vec<_> = names.filter(|name| name.to_string_lossy().contains("before-schema")).collect();
    assert!(copies.is_empty(), "{copies:?}");
}

#[tokio::test]
async fn only_serve_updates_an_older_schema() {
    let data = data_of_schema_2().await;
    let (folder, backup) = (text(data.path()), data.path().join("backup.db"));
    for command in [
        &["backup", text(&backup)][..],
        &["export"],
        &["forget", "ada@example.com"],
        &["staff", "list"],
        &["staff", "disable", "Ada"],
    ] {
        let (code, _, errors) = run(&[command, &["--data", folder]].concat());
        assert_eq!(code, 1, "{command:?}");
        assert!(errors.contains("Start `clinic serve` once to update it"), "{command:?}: {errors}");
    }
    assert!(!backup.exists());
    assert_eq!(schema_and_claims(&data.path().join("clinic.db")).await.0, 2);
}
