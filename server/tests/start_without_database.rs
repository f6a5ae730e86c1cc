//! A start while the database cannot be used: the pages are served, and the rest follows by itself.

use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use reqwest::Method;

use crate::support::databases::Cluster;
use crate::test_server::{TestServer, clinic, eventually, read_json, run};

const SOCKET: &str = ".s.PGSQL.5432";

#[tokio::test]
async fn pages_are_served_until_postgresql_is_there_and_then_everything_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("postgres://postgres@localhost/postgres?host={}", folder.path().display());
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
    let url = format!("postgres://postgres@localhost/postgres?host={}", folder.path().display());
    let (status, _) = TestServer::start(&["--database", &url]).stop_and_keep_data();
    assert_eq!(status, 0);
}

/// SQLite cannot make the index of its log, as on a full disk. The published content can be read all the same.
#[tokio::test]
async fn published_content_is_shown_while_the_disk_is_full() {
    let (_, data) = TestServer::start(&[]).stop_and_keep_data();
    let folder = data.path().to_str().expect("text").to_owned();
    let content = crate::test_server::content_copy();
    let page = content.path().join("services/frames.md");
    let text = std::fs::read_to_string(&page).expect("a file");
    std::fs::write(&page, format!("{text}\nPublished before the disk was full.\n")).expect("saved");
    let from = content.path().to_str().expect("text");
    let (code, _, errors) = run(&["content", "import", from, "--publish", "--data", &folder]);
    assert_eq!(code, 0, "{errors}");
    let mut process = Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-P", &format!("{folder}/clinic.db-shm")])
        .args(["-e", "trace=ftruncate,pwrite64,fallocate", "-e", "inject=ftruncate,pwrite64,fallocate:error=ENOSPC"])
        .arg(clinic().get_program())
        .args(["serve", "--listen", "127.0.0.1:0", "--data", &folder])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("strace runs");
    let mut line = String::new();
    let output = process.stdout.take().expect("standard output");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).expect("a line");
    let address = line.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    let address = address.trim_end_matches(['/', ',']);
    let page = reqwest::get(format!("{address}/services")).await.expect("a response");
    let (status, body) = (page.status().as_u16(), page.text().await.expect("text"));
    let health = reqwest::get(format!("{address}/healthz")).await.expect("a response").status().as_u16();
    Command::new("pkill").args(["-TERM", "-P", &process.id().to_string()]).status().expect("stopped");
    process.wait().expect("ended");
    assert_eq!((status, health), (200, 503), "{line}");
    assert!(body.contains("Published before the disk was full."), "{body:.300}");
}
