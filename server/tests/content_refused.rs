//! Content in the store that an earlier version of the program has accepted and this one refuses: the site starts, says so
//! and can be repaired.

use clinic_content::Folder;
use clinic_runtime::clock::{Clock, System};
use clinic_store::{Actor, NewRevision, PublishedContent, Store};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};

use crate::picture_files;
use crate::support::databases::Cluster;
use crate::support::waiting::eventually;
use crate::test_server::editor::Editor;
use crate::test_server::{TestServer, metrics_address, read_json, run};

const FRAMES: &str = "services/frames.md";
const REFUSED: &str = "services/frames.md:2: `colour` is not";

/// The frames service with another title, or with a key that this program does not know.
fn with_frames(title: &str, more: &str) -> Folder {
    let mut files = Folder::embedded();
    let text = String::from_utf8(files[FRAMES].bytes.to_vec()).expect("text");
    let text = text.replacen("title = \"Frames\"", &format!("{more}title = \"{title}\""), 1);
    files.insert(FRAMES, text);
    files
}

fn refused(title: &str) -> Folder {
    with_frames(title, "colour = \"blue\"\n")
}

/// Publishes sets of files without looking at them, as a program with other rules would.
async fn store_revisions(url: &str, revisions: &[Folder]) {
    let store = Store::open(url, System.now()).await.expect("a store");
    let published = PublishedContent::new(store.clone());
    for files in revisions {
        let base = published.read().await.expect("a revision");
        let new = NewRevision { base: &base, files, drafts: &[], note: "" };
        let actor = Actor { name: "Ngozi", random: &System, now: System.now() };
        store.publish_content(new, "publish content", actor).await.expect("stored");
    }
    store.close().await;
}

async fn data_with(revisions: &[Folder]) -> tempfile::TempDir {
    let data = tempfile::tempdir().expect("a folder");
    store_revisions(&format!("sqlite:{}", data.path().join("clinic.db").display()), revisions).await;
    data
}

async fn health(server: &TestServer) -> Value {
    let address = metrics_address(server).await.replace("/metrics", "/healthz");
    read_json(reqwest::get(address).await.expect("a response")).await["checks"][0].clone()
}

async fn metric(server: &TestServer, name: &str) -> Option<String> {
    let text = reqwest::get(metrics_address(server).await).await.expect("a response").text().await.expect("text");
    text.lines().find_map(|line| line.strip_prefix(&format!("clinic_{name} "))).map(str::to_owned)
}

const METRICS: [&str; 2] = ["--metrics", "127.0.0.1:0"];

#[tokio::test]
async fn site_starts_with_the_newest_revision_that_it_can_show_and_an_editor_repairs_it() {
    let revisions = [with_frames("First frames", ""), with_frames("Good frames", ""), refused("A"), refused("B")];
    let server = TestServer::start_in(data_with(&revisions).await, &METRICS);
    assert!(server.get_text("/services").await.contains("Good frames"), "{}", server.log());
    // The load balancer must not remove the instance.
    server.wait_until_healthy().await;

    // The log, the details of the health check and the metrics say so.
    for expected in [REFUSED, "The site shows revision 2.", "clinic content import FOLDER --publish", "screen Content"]
    {
        assert!(server.logs(expected).await, "{expected} is not in {}", server.log());
    }
    let content = health(&server).await;
    assert_eq!((&content["subject"], &content["isGood"]), (&json!("content"), &json!(false)));
    assert!(content["message"].as_str().is_some_and(|text| text.contains("revision 4")), "{content}");
    assert!(content["details"][0].as_str().is_some_and(|text| text.starts_with(REFUSED)), "{content}");
    eventually("the metrics", || async { metric(&server, "content_broken").await.as_deref() == Some("1") }).await;
    assert_eq!(metric(&server, "content_revision_published").await.as_deref(), Some("4"));
    assert_eq!(metric(&server, "content_revision_shown").await.as_deref(), Some("2"));

    // So does the desk, also to an editor, who corrects the document and publishes it.
    let editor = Editor::add_to(server, &[]).await;
    let me = editor.get("me").await;
    assert!(me["contentNotice"].as_str().is_some_and(|text| text.contains("The site shows revision 2.")), "{me}");
    assert!(me["contentProblems"][0].as_str().is_some_and(|text| text.starts_with(REFUSED)), "{me}");
    let document = editor.get(&format!("content/{FRAMES}")).await;
    let text = document["text"].as_str().expect("the refused text").replace("colour = \"blue\"\n", "");
    let version = document["version"].as_str().expect("a version");
    let saved = editor.call(Method::PUT, &format!("content/{FRAMES}"), version, &json!({ "text": text })).await;
    assert_eq!(saved.expect("an answer").0, 200);
    let published = editor.publish_own().await;
    assert_eq!(published, Some((200, json!({ "revision": 5 }))));
    let server = &editor.server;
    eventually("the repaired page", || async { server.get_text("/services").await.contains(">B<") }).await;
    eventually("the metrics", || async { metric(server, "content_broken").await.as_deref() == Some("0") }).await;
    eventually("the health", || async { health(server).await["isGood"] == true }).await;
    assert_eq!(editor.get("me").await["contentNotice"], Value::Null);
}

#[tokio::test]
async fn site_shows_the_content_of_the_program_when_no_revision_can_be_shown_and_the_commands_repair_it() {
    // The stored revision 0 is refused too.
    let data = data_with(&[refused("A")]).await;
    let url = format!("sqlite:{}?mode=rw", data.path().join("clinic.db").display());
    sqlx::any::install_default_drivers();
    let mut database = AnyConnection::connect(&url).await.expect("the database");
    let same = "UPDATE content_files SET hash = (SELECT hash FROM content_files WHERE revision = 1 AND path = $1)
         WHERE revision = 0 AND path = $1";
    sqlx::query(same).bind(FRAMES).execute(&mut database).await.expect("changed");
    database.close().await.expect("closed");

    let server = TestServer::start_in(data, &METRICS);
    assert!(server.get_text("/services").await.contains("Frames"));
    assert!(server.logs("The site shows the content that came with the program.").await, "{}", server.log());
    assert_eq!(health(&server).await["isGood"], false);

    let (folder, data) = (tempfile::tempdir().expect("a folder"), server.data.path().to_str().expect("a path"));
    let path = folder.path().to_str().expect("a path");
    assert_eq!(run(&["content", "export", path, "--data", data]).0, 0);
    let (code, _, errors) = run(&["content", "import", path, "--publish", "--data", data]);
    assert!(code == 1 && errors.contains(REFUSED), "{errors}");
    let text = std::fs::read_to_string(folder.path().join(FRAMES)).expect("the file");
    std::fs::write(folder.path().join(FRAMES), text.replace("colour = \"blue\"\n", "")).expect("saved");
    let (code, _, errors) = run(&["content", "import", path, "--publish", "--data", data]);
    assert_eq!(code, 0, "{errors}");
    eventually("the repaired content", || async { server.get_text("/services").await.contains(">A<") }).await;
    eventually("the health", || async { health(&server).await["isGood"] == true }).await;
}

#[tokio::test]
async fn instances_keep_the_last_good_revision_and_report_one_that_they_cannot_render() {
    let cluster = Cluster::start();
    let folder = tempfile::tempdir().expect("a folder");
    let (url, key) = (cluster.url(), folder.path().join("clinic.key"));
    let arguments = ["--database", &url, "--key-file", key.to_str().expect("a path"), METRICS[0], METRICS[1]];
    let (first, second) = (TestServer::start(&arguments), TestServer::start(&arguments));
    // It loads, but the picture cannot be decoded.
    let mut damaged = picture_files::png(600, 300);
    let middle = damaged.len() / 2;
    damaged[middle..middle + 20].fill(0xaa);
    let mut unrenderable = with_frames("Unrenderable", "");
    unrenderable.insert("pictures/damaged.png", damaged);
    store_revisions(&url, &[with_frames("Good frames", ""), unrenderable]).await;
    for server in [&first, &second] {
        // Not the metric, which has the same value while an instance serves the pages because it could not open the database yet.
        eventually("the report", || async {
            let details = health(server).await["details"].clone();
            details[0].as_str().is_some_and(|text| text.contains("pictures/damaged.png:1:"))
        })
        .await;
        eventually("the metric", || async { metric(server, "content_broken").await.as_deref() == Some("1") }).await;
        assert!(!server.get_text("/services").await.contains("Unrenderable"));
        server.wait_until_healthy().await;
    }
    // An instance that starts now shows the revision before.
    let third = TestServer::start(&arguments);
    eventually("the revision before", || async { third.get_text("/services").await.contains("Good frames") }).await;
    // The desk of one names all of them, and why.
    let editor = Editor::add_to(first, &arguments[..4]).await;
    let not_shown = async || editor.get("content/instances").await["notShown"].as_array().cloned();
    let is_named = |reports: &[Value], server: &TestServer| {
        let name = format!("{}, process {}", server.host(), server.process_id());
        let has = |value: &Value, expected: &str| value.as_str().is_some_and(|text| text.contains(expected));
        reports.iter().any(|report| {
            report["instance"].as_str().is_some_and(|instance| instance.starts_with(&name))
                && report["revision"] == 2
                && has(&report["explanation"], "cannot show revision 2 ")
                && has(&report["problems"][0], "pictures/damaged.png:1:")
        })
    };
    eventually("the reports of all instances", || async {
        let reports = not_shown().await.unwrap_or_default();
        reports.len() == 3 && [&editor.server, &second, &third].iter().all(|server| is_named(&reports, server))
    })
    .await;
    store_revisions(&url, &[with_frames("Repaired frames", "")]).await;
    for server in [&editor.server, &second, &third] {
        eventually("the next revision", || async { server.get_text("/services").await.contains("Repaired frames") })
            .await;
        eventually("the report", || async { metric(server, "content_broken").await.as_deref() == Some("0") }).await;
    }
    eventually("no report", || async { not_shown().await.is_some_and(|reports| reports.is_empty()) }).await;
}
