//! Which commands create, update or refuse a database, and how an operator goes back to an earlier release.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use sqlx::AnyPool;
use tempfile::TempDir;

use crate::support::databases::Cluster;
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, clinic, content_copy, metrics_address, run};

const CLAIM: &str = "INSERT INTO claims (code, person, address, issued_at, valid_until)
     VALUES ('EYE5-0000-0001', 'person-1', 'ada@example.com', 1000, 9000000000000);
     CREATE TABLE migrations (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL);
     INSERT INTO migrations VALUES (1, 0), (2, 0);";

/// A data folder with the database of a release that had schema 2.
async fn data_of_schema_2() -> TempDir {
    let data = tempfile::tempdir().expect("a temporary folder");
    let pool = open(&data.path().join("clinic.db"), "rwc").await;
    for statements in [
        include_str!("../../crates/store/migrations/0001_game_and_claims.sql"),
        include_str!("../../crates/store/migrations/0002_desk.sql"),
        CLAIM,
    ] {
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

#[test]
fn data_folder_is_created_for_its_owner_only() {
    let mode = |path: &Path| fs::metadata(path).expect("a folder").permissions().mode() & 0o777;
    let content = content_copy();
    // A site with a content folder writes a copy of it to the data folder before everything else.
    let start = |arguments: &[&str]| {
        let data = tempfile::tempdir().expect("a temporary folder");
        fs::remove_dir(data.path()).expect("removed");
        let server = TestServer::start_in(data, arguments);
        assert_eq!((mode(server.data.path()), mode(&server.data.path().join("mail"))), (0o700, 0o700));
        assert!(!server.log().contains("chmod"), "{}", server.log());
        server
    };
    start(&["--content", text(content.path())]).stop();

    // The mode of a folder that exists is the operator's decision.
    let (_, data) = start(&[]).stop_and_keep_data();
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o755)).expect("changed");
    let server = TestServer::start_in(data, &[]);
    assert_eq!(mode(server.data.path()), 0o755);
    assert!(server.logs_blocking(&format!("chmod 700 {}", server.data.path().display())), "{}", server.log());
}

#[tokio::test]
async fn key_file_is_private_needed_and_in_no_backup() {
    let server = TestServer::start(&["--min-play", "1ms"]);
    let key = server.data.path().join("clinic.key");
    assert_eq!(fs::metadata(&key).expect("a key").permissions().mode() & 0o777, 0o600);
    server.claim("ada@example.com").await;
    let (_, data) = server.stop_and_keep_data();
    let (folder, backup) = (text(data.path()), data.path().join("backup.db"));
    let export = || run(&["export", "--person", "ada@example.com", "--data", folder]);
    assert!(export().1.contains("ada@example.com"));
    assert_eq!(run(&["backup", text(&backup), "--data", folder]).0, 0);
    let bytes = fs::read(&backup).expect("a backup");
    let key_text = fs::read_to_string(&key).expect("a key");
    assert!(!bytes.windows(key_text.trim().len()).any(|window| window == key_text.trim().as_bytes()));

    let serve = || failure(&["serve", "--listen", "127.0.0.1:0", "--data", folder]);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("changed");
    assert!(serve().contains("chmod 600"), "{}", serve());
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).expect("changed");

    let elsewhere = data.path().join("elsewhere.key");
    fs::rename(&key, &elsewhere).expect("moved");
    let errors = serve();
    assert!(errors.contains("is missing") && errors.contains("--key-file"), "{errors}");
    assert!(!key.exists(), "no new key takes the place of the missing one");
    assert!(export().2.contains("there is no key file"), "{}", export().2);
    fs::write(&elsewhere, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n").expect("another key");
    let errors = failure(&["serve", "--listen", "127.0.0.1:0", "--data", folder, "--key-file", text(&elsewhere)]);
    assert!(errors.contains("encrypted with another key"), "{errors}");

    // As systemd gives it to the service with LoadCredential.
    let credentials = data.path().join("credentials");
    fs::create_dir(&credentials).expect("a folder");
    fs::write(credentials.join("clinic.key"), &key_text).expect("a key");
    let output = clinic()
        .args(["export", "--person", "ada@example.com", "--data", folder])
        .env("CREDENTIALS_DIRECTORY", &credentials)
        .output();
    assert!(String::from_utf8_lossy(&output.expect("it runs").stdout).contains("ada@example.com"));
}

#[tokio::test]
async fn key_is_replaced_and_a_lost_one_given_up() {
    let server = TestServer::start(&["--min-play", "1ms"]);
    server.claim("ada@example.com").await;
    let (_, data) = server.stop_and_keep_data();
    let (folder, key) = (text(data.path()).to_owned(), data.path().join("clinic.key"));
    let export = || run(&["export", "--person", "ada@example.com", "--data", &folder]).1;
    let old = fs::read_to_string(&key).expect("a key");
    let (code, output, errors) = run(&["rotate-key", "--data", &folder]);
    assert_eq!(code, 0, "{errors}");
    assert!(output.starts_with("Encrypted 2 secrets with a new key"), "{output}");
    let new = fs::read_to_string(&key).expect("a key");
    assert_eq!((new.lines().count(), new == old), (1, false));
    assert_eq!(fs::metadata(&key).expect("a key").permissions().mode() & 0o777, 0o600);
    assert!(export().contains("ada@example.com"));

    // Interrupted after the new key was written: both are in the file.
    fs::write(&key, format!("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n{new}")).expect("two keys");
    let (_, data) = TestServer::start_in(data, &[]).stop_and_keep_data();
    fs::write(&key, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n").expect("the new key only");
    assert!(export().contains("ada@example.com"));

    let errors = failure(&["rotate-key", "--lost", "--data", &folder]);
    assert!(errors.contains("Nothing was deleted"), "{errors}");
    let mistyped =
        failure(&["rotate-key", "--lost", "--data", &folder, "--key-file", &format!("{folder}/mistyped.key")]);
    assert!(mistyped.contains("clinic.key is there"), "{mistyped}");

    // The key file of another database stays as it is.
    let (own, other) = (fs::read(&key).expect("a key"), "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA\n");
    fs::write(&key, other).expect("another key");
    failure(&["rotate-key", "--data", &folder]);
    assert_eq!(fs::read_to_string(&key).expect("a key"), other);
    fs::write(&key, own).expect("the key again");
    fs::remove_file(&key).expect("lost");
    assert_eq!(run(&["rotate-key", "--lost", "--data", &folder]).0, 0);
    let (_, data) = TestServer::start_in(data, &[]).stop_and_keep_data();
    assert!(key.exists());
    assert_eq!(export(), "Nothing is stored about this person.\n", "she is not recognised any more");
    drop(data);
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

#[test]
fn commands_without_a_database_fail_and_create_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (data, backup) = (folder.path().join("typo"), folder.path().join("backup.db"));
    for command in [
        &["backup", text(&backup)][..],
        &["export"],
        &["forget", "ada@example.com"],
        &["staff", "list"],
        &["staff", "disable", "Ada"],
    ] {
        let (code, output, errors) = run(&[command, &["--data", text(&data)]].concat());
        assert_eq!((code, output.as_str()), (1, ""), "{command:?}");
        assert!(errors.contains(&format!("the file {} does not exist", data.join("clinic.db").display())), "{errors}");
    }
    assert!(!data.exists() && !backup.exists());
}

#[test]
fn empty_database_is_refused_by_commands() {
    let data = tempfile::tempdir().expect("a temporary folder");
    fs::write(data.path().join("clinic.db"), "").expect("a file");
    let (code, _, errors) = run(&["export", "--data", text(data.path())]);
    assert_eq!(code, 1);
    assert!(errors.contains("no tables of this program"), "{errors}");
}

#[test]
fn commands_name_the_database_on_standard_error() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let database = data.path().join("clinic.db");
    for command in [&["export"][..], &["staff", "list"], &["forget", "ada@example.com"]] {
        let (code, output, errors) = run(&[command, &["--data", text(data.path())]].concat());
        assert_eq!(code, 0, "{errors}");
        assert_eq!(errors, format!("Database: {}\n", database.display()));
        assert!(!output.contains("Database:"), "{output}");
    }
}

#[tokio::test]
async fn export_is_recorded_in_the_audit_log_without_the_address() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    for command in [&["export"][..], &["export", "--person", "ada@example.com"]] {
        let (code, _, errors) = run(&[command, &["--data", text(data.path())]].concat());
        assert_eq!(code, 0, "{errors}");
    }
    let pool = open(&data.path().join("clinic.db"), "rw").await;
    let entries: Vec<(String, String, String)> =
        sqlx::query_as("SELECT actor, action, subject FROM audit ORDER BY subject")
            .fetch_all(&pool)
            .await
            .expect("read");
    pool.close().await;
    let expected = [("command line", "export person", "a person"), ("command line", "export", "all claims")];
    assert_eq!(entries.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect::<Vec<_>>(), expected);
}

#[test]
fn commands_take_the_settings_of_the_service_from_a_file() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("clinic.env");
    fs::write(&file, format!("# The service\nCLINIC_DATA=\"{}\"\n", data.path().display())).expect("saved");
    let database =
        |errors: String| errors.lines().next().unwrap_or_default().trim_start_matches("Database: ").to_owned();

    let (code, _, errors) = run(&["staff", "list", "--env-file", text(&file)]);
    assert_eq!(code, 0, "{errors}");
    assert_eq!(database(errors), text(&data.path().join("clinic.db")));

    let (_, _, errors) = run(&["staff", "list", "--env-file", text(&file), "--data", "/flag"]);
    assert_eq!(database(errors), "/flag/clinic.db");

    let output = clinic().args(["staff", "list", "--env-file", text(&file)]).env("CLINIC_DATA", "/variable").output();
    let errors = String::from_utf8(output.expect("the command runs").stderr).expect("text");
    assert_eq!(database(errors), "/variable/clinic.db");
}

#[test]
fn settings_file_that_cannot_be_used_exits_with_code_2() {
    let (code, _, errors) = run(&["staff", "list", "--env-file", "/no/such.env"]);
    assert_eq!(code, 2);
    assert!(errors.contains("Cannot read the settings in /no/such.env"), "{errors}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("clinic.env");
    fs::write(&file, "A=1\nnonsense\n").expect("saved");
    let (code, _, errors) = run(&["staff", "list", "--env-file", text(&file)]);
    assert_eq!(code, 2);
    assert!(errors.contains("clinic.env:2: Write NAME=value"), "{errors}");
}

/// Runs a command that must fail. Each reason is given by the probe, whose time limits are shorter than those of the pool, which
/// only says that it has waited.
fn failure(arguments: &[&str]) -> String {
    let (code, output, errors) = run(arguments);
    assert_eq!((code, output.as_str()), (1, ""), "{arguments:?}: {errors}");
    errors
}

#[test]
fn file_that_is_not_a_database_is_reported() {
    let data = tempfile::tempdir().expect("a temporary folder");
    fs::write(data.path().join("clinic.db"), "These are my notes about the clinic. ".repeat(100)).expect("saved");
    for command in [&["export"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let errors = failure(&[command, &["--data", text(data.path())]].concat());
        assert!(errors.contains("the file is not an SQLite database"), "{errors}");
    }
}

#[tokio::test]
async fn refused_and_silent_connections_are_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let silent = format!("postgres://clinic:hunter2@{}/clinic", listener.local_addr().expect("an address"));
    // Not 127.0.0.1, where another test could listen on the same port in the meantime.
    let closed = TcpListener::bind("127.0.0.2:0").expect("a port").local_addr().expect("an address");
    let refused = format!("postgres://clinic:hunter2@{closed}/clinic");
    let data = tempfile::tempdir().expect("a temporary folder");
    for (url, reason) in [(&silent, "there is no answer"), (&refused, "the connection was refused")] {
        let errors = failure(&["staff", "list", "--data", text(data.path()), "--database", url]);
        assert!(errors.contains(reason) && !errors.contains("hunter2"), "{errors}");
        // The site waits for it.
        let server = TestServer::start(&["--database", url]);
        assert!(server.logs(reason).await && !server.log().contains("hunter2"), "{}", server.log());
    }
}

#[test]
fn postgresql_on_another_host_without_encryption_is_refused() {
    // Not a loopback address, but the system connects it to this machine.
    const HOST: &str = "0.0.0.0";
    let in_the_url = |port| (format!("postgres://clinic:hunter2@{HOST}:{port}/clinic"), "");
    let in_the_environment = |port| (format!("postgres:///clinic?user=clinic&password=hunter2&port={port}"), HOST);
    for setting in [&in_the_url as &dyn Fn(u16) -> _, &in_the_environment] {
        let (port, after_reply) = postgresql_without_tls();
        let (url, environment_host): (String, &str) = setting(port);
        let mut command = clinic();
        command.args(["export", "--database", &url]).env_remove("PGHOSTADDR").env_remove("PGHOST");
        if !environment_host.is_empty() {
            command.env("PGHOST", environment_host);
        }
        let output = command.output().expect("the command runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("server does not support TLS") && errors.contains("?sslrootcert=FILE"), "{errors}");
        assert_eq!(after_reply.join().expect("no panic"), Vec::<u8>::new(), "{url}");
    }
}

/// Gives the reply of a PostgreSQL without TLS to the request for it. Returns what it receives after that: it must not be a
/// password.
fn postgresql_without_tls() -> (u16, JoinHandle<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let after_reply = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        stream.read_exact(&mut [0; 8]).expect("a request for TLS");
        stream.write_all(b"N").expect("sent");
        stream.set_read_timeout(Some(Duration::from_secs(2))).expect("set");
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        rest
    });
    (port, after_reply)
}

#[tokio::test]
async fn wrong_login_and_missing_database_are_reported() {
    let cluster = Cluster::start();
    let errors = failure(&["export", "--database", &cluster.url().replace("/postgres?", "/nothing?")]);
    assert!(errors.contains("PostgreSQL has no database with this name"), "{errors}");
    let errors = failure(&["export", "--database", &cluster.url()]);
    assert!(errors.contains("no tables of this program"), "{errors}");

    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&cluster.url()).await.expect("a connection");
    sqlx::raw_sql("ALTER ROLE postgres PASSWORD 'right'").execute(&pool).await.expect("changed");
    fs::write(cluster.data().join("pg_hba.conf"), "local all all scram-sha-256\n").expect("saved");
    sqlx::raw_sql("SELECT pg_reload_conf()").execute(&pool).await.expect("loaded");
    pool.close().await;
    eventually("the new settings", async || AnyPool::connect(&cluster.url()).await.is_err()).await;
    let errors = failure(&["export", "--database", &cluster.url().replace("postgres@", "postgres:hunter2@")]);
    assert!(errors.contains("the user name or the password is wrong"), "{errors}");
    assert!(!errors.contains("hunter2"), "{errors}");
}

#[tokio::test]
async fn health_check_answers_before_the_pool_gives_up_and_only_the_log_and_the_operator_learn_why() {
    let cluster = Cluster::start();
    let server = TestServer::start(&["--database", &cluster.url_with_usual_limits(), "--metrics", "127.0.0.1:0"]);
    server.wait_until_healthy().await;
    let details = metrics_address(&server).await.replace("/metrics", "/healthz");

    cluster.signal("STOP");
    let paused = health(&server).await;
    cluster.signal("CONT");
    assert!(paused.starts_with("503 Service Unavailable"), "{paused}");
    assert!(paused.contains("The database does not answer. The log says why."), "{paused}");
    assert!(server.logs("there is no answer").await, "{}", server.log());
    server.wait_until_healthy().await;

    drop(cluster);
    let stopped = health(&server).await;
    assert!(stopped.starts_with("503 Service Unavailable"), "{stopped}");
    assert!(!stopped.contains("cannot be reached"), "anybody can read it: {stopped}");
    assert!(server.logs("it cannot be reached").await, "{}", server.log());
    let details = reqwest::get(&details).await.expect("a response").text().await.expect("text");
    assert!(details.contains("The database does not answer: it cannot be reached"), "{details}");
}

/// The caller checks it after the database runs again, because a paused one cannot be stopped.
async fn health(server: &TestServer) -> String {
    let response = server.get("/healthz").await;
    format!("{} {}", response.status(), response.text().await.expect("text"))
}
