//! Editing while the process is killed (SIGKILL): what was answered with success is stored, there is one published revision,
//! and another instance shows the same.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::support::databases::Cluster;
use crate::support::waiting::eventually;
use crate::test_server::editor::Editor;
use crate::test_server::{TestServer, read_json};

const FRAMES: &str = "services/frames.md";

/// The number in the last line `Save N.` of a text.
fn save_number(text: &Value) -> u64 {
    let text = text.as_str().unwrap_or_default();
    let last = text.rsplit("Save ").next().filter(|_| text.contains("Save "));
    last.and_then(|rest| rest.split('.').next()?.parse().ok()).unwrap_or(0)
}

/// What was answered with success. The next higher numbers may be stored too: their answers were lost.
#[derive(Debug, Default, Clone, Copy)]
struct Acknowledged {
    tried: u64,
    saved: u64,
    published: u64,
    revision: i64,
}

/// When the process is killed.
#[derive(Debug, Clone, Copy)]
enum Kill {
    /// Also in the middle of rendering the site for a publication.
    After(Duration),
    /// As soon as a publication was answered with success.
    WhenPublished,
}

/// Saves and publishes as fast as it can until the server is gone.
async fn edit_until_killed(
    editor: &Editor,
    document: &Value,
    mut done: Acknowledged,
    answered: &Notify,
) -> Acknowledged {
    let text = document["text"].as_str().expect("a text").split("\nSave ").next().expect("the text").to_owned();
    let mut version = document["version"].as_str().expect("a version").to_owned();
    loop {
        done.tried += 1;
        let body = json!({ "text": format!("{text}\nSave {}.\n", done.tried) });
        match editor.call(Method::PUT, &format!("content/{FRAMES}"), &version, &body).await {
            Some((200, saved)) => saved["version"].as_str().expect("a version").clone_into(&mut version),
            Some((status, answer)) => panic!("{status}: {answer}"),
            None => return done,
        }
        done.saved = done.tried;
        if done.tried.is_multiple_of(3) {
            match editor.publish_own().await {
                Some((200, published)) => {
                    done.published = done.tried;
                    answered.notify_one();
                    done.revision = published["revision"].as_i64().expect("a number");
                }
                Some((status, answer)) => panic!("{status}: {answer}"),
                None => return done,
            }
        }
    }
}

async fn check(editor: &Editor, done: Acknowledged) {
    let document = editor.get(&format!("content/{FRAMES}")).await;
    let saved = save_number(&document["text"]);
    assert!((done.saved..=done.tried).contains(&saved), "save {saved} is stored, {done:?}");
    let published = save_number(&document["published"]);
    assert!((done.published..=done.tried).contains(&published), "save {published} is published, {done:?}");
    let list = editor.get("content/drafts").await;
    let history = editor.get("content/history").await;
    let numbers: Vec<i64> =
        history["revisions"].as_array().expect("a list").iter().filter_map(|it| it["number"].as_i64()).collect();
    assert_eq!(list["revision"].as_i64(), numbers.first().copied().or(Some(0)), "the pointer names another revision");
    assert!(list["revision"].as_i64() >= Some(done.revision), "{list} {done:?}");
    assert!(numbers.windows(2).all(|pair| pair[0] == pair[1] + 1), "{numbers:?}");
    let expected = format!("Save {published}.");
    if published > 0 {
        assert!(editor.server.get_text("/services").await.contains(&expected), "the site does not show {expected}");
    }
}

async fn survives_kills(database: &[&str]) -> Editor {
    let server = TestServer::start(database);
    let mut editor = Editor::add_to(server, database).await;
    let mut done = Acknowledged::default();
    let times = [130, 260, 420, 610, 850, 1200].map(|milliseconds| Kill::After(Duration::from_millis(milliseconds)));
    for time in [&times[..], &[Kill::WhenPublished, Kill::WhenPublished]].concat() {
        let answered = Notify::new();
        let document = editor.get(&format!("content/{FRAMES}")).await;
        let kill = async {
            match time {
                Kill::After(time) => tokio::time::sleep(time).await,
                Kill::WhenPublished => answered.notified().await,
            }
            editor.server.signal("KILL");
        };
        (done, ()) = tokio::join!(edit_until_killed(&editor, &document, done, &answered), kill);
        let (_, data) = editor.server.stop_and_keep_data();
        editor.server = TestServer::start_in(data, database);
        check(&editor, done).await;
    }
    assert!(done.published > 0, "nothing was published between the kills: {done:?}");
    editor
}

#[tokio::test]
async fn acknowledged_edits_survive_kills_on_sqlite() {
    survives_kills(&[]).await;
}

#[tokio::test]
async fn acknowledged_edits_survive_kills_on_postgresql_and_both_instances_show_the_same() {
    let cluster = Cluster::start();
    let folder = tempfile::tempdir().expect("a folder");
    let (url, key) = (cluster.url(), folder.path().join("clinic.key"));
    let database = ["--database", &url, "--key-file", key.to_str().expect("a path")];
    let other = TestServer::start(&database);
    let editor = survives_kills(&database).await;
    let published = read_json(editor.server.get("/data/services.json").await).await;
    eventually("the other instance", || async { read_json(other.get("/data/services.json").await).await == published })
        .await;
}
