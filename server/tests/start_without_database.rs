//! A start while the database cannot be used: the pages are served, and the rest follows by itself.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use reqwest::Method;

use crate::support::databases::Cluster;
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, clinic, metrics_address, read_json, run};

const SOCKET: &str = ".s.PGSQL.5432";

/// A PostgreSQL server that is there when its socket is linked into this folder.
fn postgres_in(folder: &tempfile::TempDir) -> String {
    format!("postgres://postgres@localhost/postgres?host={}", folder.path().display())
}

#[tokio::test]
async fn pages_are_served_until_postgresql_is_there_and_then_everything_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = postgres_in(&folder);
    let server = TestServer::start(&["--database", &url]);
    assert_eq!(server.get("/home").await.status(), 200);
    assert_eq!(server.get("/nothing").await.status(), 404);
    let health = server.get("/healthz").await;
    assert_eq!((health.status().as_u16(), health.headers()["retry-after"].to_str().ok()), (503, Some("60")));
    assert!(health.text().await.expect("text").contains("the database cannot be used yet"));
    let play = server.request(Method::POST, "/api/plays").header("content-type", "application/json").send().await;
    let play = play.expect("a response");
    assert_eq!((play.status().as_u16(), play.headers()["cache-control"].to_str().ok()), (503, Some("no-store")));
    let sentence = "Something is wrong on our side. Please try again in a minute.";
    assert_eq!(read_json(play).await["error"]["message"], sentence);
    assert_eq!(server.get("/desk/setup").await.status(), 503);
    assert!(server.logs("Trying again in 2 seconds").await, "it waits longer: {}", server.log());

    let cluster = Cluster::start();
    symlink(cluster.folder().join(SOCKET), folder.path().join(SOCKET)).expect("linked");
    eventually("the whole site", || async { server.get("/healthz").await.status() == 200 }).await;
    let play = server.request(Method::POST, "/api/plays").header("content-type", "application/json").send().await;
    assert_eq!(play.expect("a response").status(), 201);
    assert_eq!(server.get("/desk/setup").await.status(), 200);
    assert_eq!(server.get("/home").await.status(), 200);
}

#[tokio::test]
async fn site_that_waits_for_its_database_can_be_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = postgres_in(&folder);
    let (status, _) = TestServer::start(&["--database", &url]).stop_and_keep_data();
    assert_eq!(status, 0);
}

/// Runs the server on a data folder in which SQLite cannot make the index of its log, as on a full disk.
pub async fn with_full_disk<T>(data: &Path, flags: &[&str], look: impl AsyncFnOnce(&str) -> T) -> T {
    let index = data.join("clinic.db-shm");
    let mut process = Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-P"])
        .arg(index)
        .args(["-e", "trace=ftruncate,pwrite64,fallocate", "-e", "inject=ftruncate,pwrite64,fallocate:error=ENOSPC"])
        .arg(clinic().get_program())
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .args(flags)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("strace runs");
    let mut line = String::new();
    let output = process.stdout.take().expect("standard output");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).expect("a line");
    let address = line.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    let address = address.trim_end_matches(['/', ',']);
    let seen = look(address).await;
    let health = reqwest::get(format!("{address}/healthz")).await.expect("a response").status().as_u16();
    Command::new("pkill").args(["-TERM", "-P", &process.id().to_string()]).status().expect("stopped");
    process.wait().expect("ended");
    assert_eq!(health, 503, "the disk is not full: {line}");
    seen
}

#[tokio::test]
async fn published_content_is_shown_while_the_disk_is_full() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let content = content_with("Published before the disk was full.");
    let (from, folder) = (content.path().to_str().expect("text"), data.path().to_str().expect("text"));
    let (code, _, errors) = run(&["content", "import", from, "--publish", "--data", folder]);
    assert_eq!(code, 0, "{errors}");
    let page = with_full_disk(data.path(), &[], async |address| {
        let page = reqwest::get(format!("{address}/services")).await.expect("a response");
        assert_eq!(page.status(), 200);
        page.text().await.expect("text")
    });
    let body = page.await;
    assert!(body.contains("Published before the disk was full."), "{body:.300}");
}

/// The same content with a sentence of its own.
fn content_with(sentence: &str) -> tempfile::TempDir {
    let content = crate::test_server::content_copy();
    let page = content.path().join("services/frames.md");
    let text = std::fs::read_to_string(&page).expect("a file");
    std::fs::write(&page, format!("{text}\n{sentence}\n")).expect("saved");
    content
}

#[tokio::test]
async fn monitoring_says_that_the_database_is_missing_until_it_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(&["--database", &postgres_in(&folder), "--metrics", "127.0.0.1:0"]);
    let metrics = metrics_address(&server).await;
    let details = metrics.replace("/metrics", "/healthz");
    let text = async || reqwest::get(&metrics).await.expect("a response").text().await.expect("text");
    server.get("/home").await;
    let missing = text().await;
    for line in [
        "clinic_database_up 0",
        "clinic_database_writable 0",
        "clinic_content_broken 1",
        r#"clinic_http_requests_total{route="/home",method="GET",status="200"} 1"#,
    ] {
        assert!(missing.lines().any(|found| found == line), "{line} is not in: {missing}");
    }
    assert!(missing.contains("clinic_disk_free_bytes ") && !missing.contains("clinic_clock_trusted 0"), "{missing}");
    let response = reqwest::get(&details).await.expect("a response");
    assert_eq!(response.status(), 503);
    let health = read_json(response).await;
    let check = |subject: &str| {
        let checks = health["checks"].as_array().expect("checks");
        checks.iter().find(|check| check["subject"] == subject).unwrap_or_else(|| panic!("{health}")).clone()
    };
    let database = check("database");
    let message = database["message"].as_str().expect("a sentence");
    assert!(message.starts_with("Cannot use the database: ") && !message.contains("os error"), "{message}");
    assert_eq!(database["isGood"], false);
    assert!(database["advice"].as_str().expect("advice").contains("goes on by itself"), "{database}");
    assert!(check("content")["message"].as_str().expect("text").contains("came with the program"), "{health}");
    assert_eq!(check("disk")["isGood"], true);

    let cluster = Cluster::start();
    symlink(cluster.folder().join(SOCKET), folder.path().join(SOCKET)).expect("linked");
    eventually("the database", async || text().await.contains("clinic_database_up 1\n")).await;
    let found = text().await;
    assert!(found.contains("clinic_database_writable 1\n") && found.contains("clinic_content_broken 0\n"), "{found}");
    assert!(found.contains(r#"route="/home",method="GET",status="200"} 1"#), "what was counted before: {found}");
    assert_eq!(reqwest::get(&details).await.expect("a response").status(), 200);

    // It goes away again while the site runs.
    drop(cluster);
    eventually("the loss of the database", async || text().await.contains("clinic_database_up 0\n")).await;
    let response = reqwest::get(&details).await.expect("a response");
    assert_eq!(response.status(), 503);
    let health = read_json(response).await;
    assert!(health["checks"].to_string().contains("The database does not answer"), "{health}");
}

/// The clinic's own hours and phone number are better than those that came with the program.
#[tokio::test]
async fn content_that_was_published_last_is_shown_while_postgresql_is_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = postgres_in(&folder);
    let cluster = Cluster::start();
    let socket = folder.path().join(SOCKET);
    symlink(cluster.folder().join(SOCKET), &socket).expect("linked");
    let server = TestServer::start(&["--database", &url]);
    let publish = |sentence: &str| {
        let content = content_with(sentence);
        let from = content.path().to_str().expect("text");
        let data = server.data.path().to_str().expect("text");
        let arguments = ["content", "import", from, "--publish", "--database", &url, "--data", data];
        let (code, _, errors) = run(&arguments);
        assert_eq!(code, 0, "{errors}");
    };
    for sentence in ["Published first.", "Published last."] {
        publish(sentence);
        eventually("the new page", async || server.get_text("/services").await.contains(sentence)).await;
    }
    let copy = server.data.path().join("last-published-content/services/frames.md");
    eventually("the copy", async || std::fs::read_to_string(&copy).is_ok_and(|it| it.contains("Published last.")))
        .await;
    let (_, data) = server.stop_and_keep_data();

    std::fs::remove_file(&socket).expect("unlinked");
    let server = TestServer::start_in(data, &["--database", &url, "--metrics", "127.0.0.1:0"]);
    assert_eq!(server.get("/healthz").await.status(), 503);
    let page = server.get_text("/services").await;
    assert!(page.contains("Published last.") && !page.contains("Published first."), "{page:.300}");
    let details = metrics_address(&server).await.replace("/metrics", "/healthz");
    let health = read_json(reqwest::get(&details).await.expect("a response")).await.to_string();
    assert!(health.contains("The site shows the content that it showed last."), "{health}");

    symlink(cluster.folder().join(SOCKET), &socket).expect("linked");
    eventually("the whole site", || async { server.get("/healthz").await.status() == 200 }).await;
    assert!(server.get_text("/services").await.contains("Published last."));
    assert!(!server.data.path().join("last-published-content.old").exists());
}

/// The numbers of the operating system help nobody.
#[tokio::test]
async fn log_has_the_words_of_the_system_without_its_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in ["text", "json"] {
        let server = TestServer::start(&["--database", &postgres_in(&folder), "--log-format", format]);
        assert!(server.logs("No such file or directory").await, "{}", server.log());
        assert!(server.logs("Trying again in 1 seconds").await, "{}", server.log());
        assert!(!server.log().contains("os error"), "{}", server.log());
    }
}
