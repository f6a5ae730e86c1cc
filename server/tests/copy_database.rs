//! `clinic copy-database`: moving the site from SQLite to PostgreSQL.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use clinic_rules::secret::EncryptionKeys;
use clinic_runtime::clock::{Clock, System};
use clinic_store::{CertificateId, ORDER_LEASE, Store, StoredCertificate};
use reqwest::{Method, StatusCode};
use serde_json::json;
use sqlx::{AnyPool, AssertSqlSafe, Row};
use tempfile::TempDir;

use crate::support::databases::Cluster;
use crate::test_server::{TestServer, clinic, content_copy, read_json, run};

const FAST_GAME: &[&str] = &["--min-play", "1ms"];
const PASSWORD: &str = "four odd words here";
const AUTHORITY: &str = "https://authority.example/directory";

/// Rows for the tables that using the site has left empty. A new table needs a row here too.
const MORE_ROWS: &str = "
    INSERT INTO recovery_codes (fingerprint, staff) VALUES ('fingerprint', 'tonye');
    INSERT INTO login_attempts (who, n, last_at, wait_until) VALUES ('hash', 1, 2, 3);
    INSERT INTO erased_claims (day, claimed, redeemed) VALUES (20000, 3, 2);
    INSERT INTO commit_markers (id, at, committed) VALUES ('marker', 1, 1);
    INSERT INTO pending_file_erasures (message_id) VALUES ('<1@clinic.example>');
    INSERT INTO pending_scrub (id, requests) VALUES (1, 4);
    INSERT INTO game_counts (day, finished, perfect) VALUES (20000, 9, 3);
    INSERT INTO level_counts (day, level, plays) VALUES (20000, 0, 9);
    INSERT INTO spot_counts (day, level, spot, found) VALUES (20000, 0, 1, 5);
    INSERT INTO acme_challenges (token, domain, names, directory, key_authorization)
        VALUES ('token', 'www.example.ng', 'www.example.ng', 'https://authority.example/directory', 'answer');
    INSERT INTO owner_setup (id, token_hash, expires_at) VALUES (1, 'hash', 1)
        ON CONFLICT (id) DO UPDATE SET token_hash = 'hash';
    INSERT INTO appointments (id, reference, request, service, title, chair, starts_at, day, minutes, buffer, state, source,
        name, phone, note, phone_person, sequence, created_at, changed_at, told_at, reminder, email_failed, from_recall)
      VALUES ('AAAAAAAAAAAAAAAAAAAAAA', 'K7Q-4XM', 'request', 'frames', 'Frames', 1, 4102444800000, 47482, 30, 0, 'requested',
        'online', 'Ada', '+2348031234567', '', 'person', 0, 1, 1, 1, 0, 0, 0);
    INSERT INTO chair_ticks (tick, chair, held_by) VALUES (13674816, 1, 'AAAAAAAAAAAAAAAAAAAAAA');
    INSERT INTO booking_days (day, service, requests) VALUES (47482, 'frames', 1);
    INSERT INTO blocked_times (id, chair, starts_at, ends_at, reason, created_by, created_at)
      VALUES ('block', 2, 1, 2, 'Cleaning', 'tonye', 1);
    INSERT INTO recalls (id, service, name, phone, phone_person, reason, due_day, agreed_at, agreed_with)
      VALUES ('recall', 'frames', 'Ada', '+2348031234567', 'person', 'check', 47482, 1, 'tonye');
    INSERT INTO earlier_times (id, added_at, last_day, service, title, name, name_key, phone, note, phone_person)
      VALUES ('earlier', 1, 47482, 'frames', 'Frames', 'Ada', 'ada', '+2348031234567', '', 'person');
    INSERT INTO recall_counts (day, outcome, n) VALUES (20000, 'agreed', 1);
    INSERT INTO opened_records (staff, record, opened_at) VALUES ('tonye', 'appointment AAAAAAAAAAAAAAAAAAAAAA', 1);
    INSERT INTO open_documents (staff, tab, path, part, seen_at) VALUES ('tonye', 'tab', 'clinic.toml', 'hours', 1);
    INSERT INTO two_step_roles (role, required) VALUES ('desk', 1);
";

type Tables = BTreeMap<String, Vec<Vec<Option<String>>>>;

async fn connect(url: &str) -> AnyPool {
    sqlx::any::install_default_drivers();
    AnyPool::connect(url).await.expect("the database opens")
}

fn sqlite(data: &Path) -> String {
    format!("sqlite:{}", data.join("clinic.db").display())
}

async fn execute(url: &str, statements: &str) {
    let pool = connect(url).await;
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&pool).await.expect("executed");
    pool.close().await;
}

async fn table_names(pool: &AnyPool, is_postgres: bool) -> Vec<String> {
    let statement = if is_postgres {
        "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = 'public'"
    } else {
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    };
    sqlx::query_scalar(statement).fetch_all(pool).await.expect("tables")
}

/// Every row of every table of the SQLite database as text, and the same columns from `other`.
async fn all_rows(source: &str, other: &str) -> (Tables, Tables) {
    let (source, other) = (connect(source).await, connect(other).await);
    let mut tables = (Tables::new(), Tables::new());
    for table in table_names(&source, false).await {
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info($1)")
            .bind(&table)
            .fetch_all(&source)
            .await
            .expect("columns");
        for (pool, rows_of, hex) in
            [(&source, &mut tables.0, "LOWER(HEX(bytes))"), (&other, &mut tables.1, "ENCODE(bytes, 'hex')")]
        {
            let cast = |column: &String| match column.as_str() {
                "bytes" => format!("CASE WHEN bytes IS NOT NULL THEN {hex} END"),
                column => format!("CAST({column} AS TEXT)"),
            };
            let casts: Vec<String> = columns.iter().map(cast).collect();
            let statement = format!("SELECT {} FROM {table}", casts.join(", "));
            let rows = sqlx::query(AssertSqlSafe(statement)).fetch_all(pool).await.expect("rows");
            let mut rows: Vec<Vec<Option<String>>> = rows
                .iter()
                .map(|row| (0..columns.len()).map(|index| row.try_get(index).expect("text")).collect())
                .collect();
            rows.sort();
            rows_of.insert(table.clone(), rows);
        }
    }
    source.close().await;
    other.close().await;
    tables
}

fn command(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = clinic();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("standard input").write_all(input.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

async fn sign_in(server: &TestServer) -> String {
    let login = json!({ "name": "Tonye", "password": PASSWORD }).to_string();
    let request = server.request(Method::POST, "/api/desk/login").header("content-type", "application/json");
    let response = request.body(login).send().await.expect("a response");
    assert_eq!(response.status(), StatusCode::OK);
    let cookie = response.headers()["set-cookie"].to_str().expect("text");
    cookie.split(';').next().expect("a pair").to_owned()
}

async fn redeem(server: &TestServer, cookie: &str, code: &str) -> StatusCode {
    let request = server.request(Method::POST, "/api/desk/codes/redeem").header("cookie", cookie);
    let request = request.header("content-type", "application/json").body(json!({ "code": code }).to_string());
    request.send().await.expect("a response").status()
}

async fn codes(server: &TestServer, cookie: &str) -> Vec<String> {
    let request = server.request(Method::POST, "/api/desk/people/find").header("cookie", cookie);
    let request = request.header("content-type", "application/json").body(json!({ "query": "" }).to_string());
    let people = read_json(request.send().await.expect("a response")).await;
    let people = people["people"].as_array().expect("people");
    people.iter().map(|person| person["code"].as_str().expect("a code").to_owned()).collect()
}

/// A SQLite database of a site in use, with a row in every table, and the cookie of a staff session.
async fn used_site() -> (TempDir, String) {
    let server = TestServer::start(FAST_GAME);
    let data = server.data.path().to_str().expect("a path").to_owned();
    let add = ["staff", "add", "Tonye", "--role", "owner", "--password-stdin", "--data", &data];
    assert_eq!(command(&add, &format!("{PASSWORD}\n")).0, 0);
    let cookie = sign_in(&server).await;
    server.claim("ada@example.com").await;
    server.claim("bola@example.com").await;
    let first = codes(&server, &cookie).await.remove(0);
    assert_eq!(redeem(&server, &cookie, &first).await, StatusCode::OK);
    assert_eq!(run(&["staff", "reset-password", "Tonye", "--data", &data]).0, 0);
    import_content(&data);
    let (_, data) = server.stop_and_keep_data();
    store_certificate(data.path()).await;
    execute(&sqlite(data.path()), MORE_ROWS).await;
    (data, cookie)
}

/// Through the store, because the server refuses keys that it cannot decrypt.
async fn store_certificate(data: &Path) {
    let key_file = std::fs::read_to_string(data.join("clinic.key")).expect("the key file");
    let keys = EncryptionKeys::parse(&key_file).expect("a key");
    let now = System.now();
    let store = Store::open(&sqlite(data), now).await.expect("the store opens").with_keys(keys);
    let id = CertificateId { names: "www.example.ng".to_owned(), directory: AUTHORITY.to_owned() };
    store.acme_account(AUTHORITY, b"key").await.expect("stored");
    let lease = store.lease_order(&id, now, ORDER_LEASE).await.expect("read").expect("a lease");
    let certificate =
        StoredCertificate { chain: "chain".to_owned(), key: "key".to_owned(), issued_at: now, expires_at: now };
    assert!(store.save_certificate(&lease, &certificate, &lease.order).await.expect("stored"));
}

/// Publishes an edit, and leaves drafts: one that changes a file and one that deletes one.
fn import_content(data: &str) {
    let content = content_copy();
    let folder = content.path().to_str().expect("a path");
    let edit = |file: &str| {
        let text = fs::read_to_string(content.path().join(file)).expect("a file");
        fs::write(content.path().join(file), format!("{text}\nOne more line.\n")).expect("saved");
    };
    edit("services/frames.md");
    let (code, _, errors) = run(&["content", "import", folder, "--publish", "--data", data]);
    assert_eq!(code, 0, "{errors}");
    edit("team/director.md");
    fs::remove_file(content.path().join("outreaches/workplaces.md")).expect("removed");
    let (code, _, errors) = run(&["content", "import", folder, "--data", data]);
    assert_eq!(code, 0, "{errors}");
}

#[tokio::test]
async fn site_goes_on_with_all_its_data_on_postgresql() {
    let cluster = Cluster::start();
    let target = cluster.create_database_of_the_site();
    let (data, cookie) = used_site().await;
    let source = sqlite(data.path());
    let pool = sqlx::AnyPool::connect(&source).await.expect("opened");
    // On a slow machine the site has drawn a practice puzzle by now.
    for statement in [
        "INSERT INTO content_removals VALUES (1, 'passage', 'Tonye', 0)",
        "INSERT INTO content_removed_files SELECT 1, MAX(number), 'articles/a.md' FROM content_revisions",
        "INSERT INTO content_not_shown VALUES ('a', 1, 'An earlier revision.', 'a', 0, 0)",
        "INSERT INTO content_notes VALUES ('a', 'articles/b.md', 'articles/a.md', 'B', 'Tonye', 'Check the dose', 0, 'Ngozi', 1)",
        "INSERT INTO sight_remotes (screen, expires_at) VALUES ('a', 0)",
        "INSERT INTO repeated_erasures (entry, erased_at) VALUES ('a', 0)",
        "INSERT INTO puzzle_sets (month, candidate, seed, files, drawn_at, unpinned_at) VALUES (24313, 0, 1, '{}', 0, 1)",
        "INSERT INTO puzzle_months (month, candidate) VALUES (24313, 0)",
        "INSERT INTO puzzle_state (id, changes) VALUES (1, 1) ON CONFLICT DO NOTHING",
        "INSERT INTO puzzle_level_counts (month, candidate, level, plays) VALUES (24313, 0, 0, 3)",
        "INSERT INTO puzzle_spot_counts (month, candidate, level, spot, found) VALUES (24313, 0, 0, 1, 2)",
        "INSERT INTO practice_puzzles (day, candidate, seed, files, drawn_at) VALUES (20774, 0, 1, '{}', 0) ON CONFLICT DO NOTHING",
    ] {
        sqlx::query(statement).execute(&pool).await.expect("stored");
    }
    pool.close().await;

    let (code, output, errors) = run(&["copy-database", "--from", &source, "--to", &target]);
    assert_eq!(code, 0, "{errors}");
    assert!(errors.starts_with(&format!("From: {}\nTo: postgres://clinic@localhost/clinic", &source[7..])), "{errors}");
    assert!(!output.contains("hunter2") && !errors.contains("hunter2"), "{output}{errors}");
    let (before, mut after) = all_rows(&source, &target).await;
    for (table, rows) in &before {
        // A site whose emails are held would not send those that the test waits for.
        assert!(!rows.is_empty() || table == "mail_hold", "the test needs a row in the table {table}");
        assert!(output.lines().any(|line| line.split_whitespace().eq([table, &rows.len().to_string()])), "{output}");
    }
    // The marker of the copying transaction.
    after.get_mut("commit_markers").expect("a table").retain(|row| row[0].as_deref() == Some("marker"));
    assert_eq!(before, after);

    let server = TestServer::start_in(data, &[FAST_GAME, &["--database", &target]].concat());
    let codes_before = codes(&server, &cookie).await;
    assert_eq!(codes_before.len(), 2, "the session is still valid");
    // Both people are known, so they get no second code.
    server.claim("ada@example.com").await;
    server.claim("Bola@example.com").await;
    let cookie = sign_in(&server).await;
    assert_eq!(codes(&server, &cookie).await, codes_before);
    assert_eq!(redeem(&server, &cookie, &codes_before[0]).await, StatusCode::CONFLICT);
    assert_eq!(redeem(&server, &cookie, &codes_before[1]).await, StatusCode::OK);
    server.claim("chidi@example.com").await;
    assert_eq!(codes(&server, &cookie).await.len(), 3);

    // A second copy would mix two databases.
    let (code, _, errors) = run(&["copy-database", "--from", &source, "--to", &target]);
    assert_eq!(code, 1);
    assert!(errors.contains("Cannot copy the database: the target already has tables"), "{errors}");
    assert_eq!(codes(&server, &cookie).await.len(), 3);
}

#[tokio::test]
async fn failed_copy_leaves_the_target_empty() {
    let cluster = Cluster::start();
    let target = cluster.create_database_of_the_site();
    let (data, _) = used_site().await;
    let source = sqlite(data.path());
    let fails_with = async |message: &str| {
        let (code, output, errors) = run(&["copy-database", "--from", &source, "--to", &target]);
        assert_eq!((code, output.as_str()), (1, ""), "{errors}");
        assert!(errors.contains(message) && !errors.contains("hunter2"), "{errors}");
        let pool = connect(&target).await;
        assert_eq!(table_names(&pool, true).await, Vec::<String>::new());
        pool.close().await;
    };
    execute(&source, "CREATE TABLE notes (text TEXT)").await;
    fails_with("the table notes cannot be copied").await;
    execute(&source, "DROP TABLE notes; UPDATE sessions SET seen_at = 'yesterday'").await;
    fails_with("the table sessions cannot be copied: a value in its column seen_at").await;
    execute(&source, "UPDATE sessions SET seen_at = 1; DELETE FROM migrations WHERE version > 5").await;
    fails_with("Start `clinic serve` once to update it").await;
}

#[tokio::test]
async fn copying_needs_a_sqlite_source_and_a_postgresql_target() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let (source, missing) = (sqlite(data.path()), sqlite(&data.path().join("typo")));
    let (code, _, errors) = run(&["copy-database", "--from", &source, "--to", "sqlite:/tmp/other.db"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--to (CLINIC_DATABASE) is an empty PostgreSQL database"), "{errors}");
    let (code, _, errors) = run(&["copy-database", "--from", &missing, "--to", "postgres://localhost/clinic"]);
    assert_eq!(code, 2);
    assert!(errors.contains("There is no file") && errors.contains("typo/clinic.db"), "{errors}");
    let (code, _, errors) = run(&["copy-database", "--from", &source]);
    assert_eq!(code, 2);
    assert!(errors.contains("--to <URL>"), "{errors}");
}

#[tokio::test]
async fn schema_has_no_sequences_that_a_copy_would_have_to_set() {
    let cluster = Cluster::start();
    drop(TestServer::start(&["--database", &cluster.url()]));
    let pool = connect(&cluster.url()).await;
    let sequences: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM pg_sequences").fetch_one(&pool).await.expect("a count");
    assert_eq!(sequences, 0, "set the sequences in store/database/copy_to_postgres.rs");
}
