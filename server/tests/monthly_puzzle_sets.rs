//! A new set of the game's pictures every month: drawn once, stored, and the same on every instance.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clinic_rules::game::{Month, PuzzleSet, PuzzleSetId};
use clinic_runtime::clock::{Clock, System};
use clinic_site::draw_puzzle_set;
use clinic_store::{Actor, Store};
use reqwest::Response;
use serde_json::Value;
use tempfile::TempDir;

use crate::start_without_database::with_full_disk;
use crate::support::TestClock;
use crate::support::databases::on_both;
use crate::support::waiting::eventually;
use crate::test_server::{DRAW_AT_ONCE, TestServer, content_copy, read_json};

const GAME_DATA: &str = "/data/visionTest.json";

fn set(month: Month, candidate: u32, text: &str) -> PuzzleSet {
    let files = BTreeMap::from([("game.toml".to_owned(), text.to_owned())]);
    PuzzleSet { id: PuzzleSetId { month, candidate }, seed: u32::MAX, files }
}

#[tokio::test]
async fn month_keeps_the_set_that_was_stored_first() {
    on_both(|url| async move {
        let now = TestClock::default().now();
        let (one, other) = (Store::open(&url, now).await.expect("opens"), Store::open(&url, now).await.expect("opens"));
        let march = Month::at(now);
        let read = async |store: &Store, months: i64| {
            let month = march.plus(months);
            let sets = store.monthly_sets(month.plus(-1), month.plus(1)).await.expect("read");
            sets.shown_in(month).map(|set| PuzzleSet::clone(set))
        };
        assert_eq!(read(&one, 0).await, None);
        assert_eq!(one.months_without_set(march, march.plus(1)).await.expect("read"), [march, march.plus(1)]);
        let before = one.puzzle_changes().await.expect("read");

        one.offer_puzzle_set(&set(march, 2, "first"), now).await.expect("stored");
        let after = other.puzzle_changes().await.expect("read");
        assert_ne!(before, after, "the other instance does not see it");
        // Another instance was slower, and a later release draws the same candidate otherwise and prefers another one.
        for late in [set(march, 2, "drawn otherwise"), set(march, 0, "another candidate")] {
            other.offer_puzzle_set(&late, now).await.expect("ignored");
        }
        assert_eq!(other.puzzle_changes().await.expect("read"), after);
        assert_eq!(other.months_without_set(march, march.plus(1)).await.expect("read"), [march.plus(1)]);
        for store in [&one, &other] {
            assert_eq!(read(store, 0).await, Some(set(march, 2, "first")));
            // Months later nothing could be drawn: the last set stays.
            assert_eq!(read(store, 8).await, Some(set(march, 2, "first")));
            assert_eq!(read(store, -1).await, None);
        }
        one.close().await;
        other.close().await;
    })
    .await;
}

fn monthly_content() -> TempDir {
    let content = content_copy();
    set_puzzles(content.path(), "fixed", "monthly");
    content
}

fn set_puzzles(content: &Path, before: &str, after: &str) {
    let file = content.join("clinic.toml");
    let text = fs::read_to_string(&file).expect("the file");
    let (before, after) = (format!("puzzles = \"{before}\""), format!("puzzles = \"{after}\""));
    assert!(text.contains(&before), "{before} is not in the file");
    fs::write(&file, text.replace(&before, &after)).expect("saved");
}

async fn pictures(server: &TestServer) -> Vec<String> {
    pictures_in(server.get(GAME_DATA).await).await
}

async fn pictures_in(data: Response) -> Vec<String> {
    let page = read_json(data).await;
    let levels = page["page"]["game"]["levels"].as_array().expect("levels").clone();
    let picture = |level: &Value| level["image"]["src"].as_str().expect("a picture").to_owned();
    levels.iter().map(picture).collect()
}

/// The pictures of the shipped content.
async fn shipped() -> Vec<String> {
    pictures(&TestServer::start(&[])).await
}

/// As staff do at the desk of a site without a content folder.
async fn pin_another_set(data: &Path) {
    let now = System.now();
    let store = Store::open(&format!("sqlite:{}", data.join("clinic.db").display()), now).await.expect("opens");
    let month = Month::at(now);
    let stored = store.monthly_sets(month, month).await.expect("read");
    let shown = stored.shown_in(month).expect("a set").id.candidate;
    let other = draw_puzzle_set(month, shown + 1).expect("a set");
    let actor = Actor { name: "Ngozi", random: &System, now };
    store.choose_puzzle_set(&other, shown, actor).await.expect("chosen");
    store.pin_puzzle_set(Some(other.id), actor).await.expect("pinned");
    store.close().await;
}

#[tokio::test]
async fn set_of_the_month_is_drawn_in_the_background_and_shown_at_once_after_a_restart() {
    let own = shipped().await;
    let content = monthly_content();
    let path = content.path().to_str().expect("a path");
    let server = TestServer::start(&[&["--content", path], &DRAW_AT_ONCE[..]].concat());
    eventually("the set of the month", || async { pictures(&server).await != own }).await;
    let drawn = pictures(&server).await;
    for picture in own.iter().chain(&drawn) {
        assert_eq!(server.get(picture).await.status(), 200, "{picture}");
    }
    assert!(server.get_text("/visionTest").await.contains(&drawn[0]), "the page shows another picture");
    assert!(server.logs("drew the game's pictures for ").await, "{}", server.log());

    let (code, data) = server.stop_and_keep_data();
    assert_eq!(code, 0);
    pin_another_set(data.path()).await;
    // It does not draw. With a folder, what was chosen at the desk is not in force.
    let restarted = TestServer::start_in(data, &["--content", path]);
    assert_eq!(pictures(&restarted).await, drawn);

    set_puzzles(content.path(), "monthly", "fixed");
    eventually("the pictures of the content", || async { pictures(&restarted).await == own }).await;
    set_puzzles(content.path(), "fixed", "monthly");
    eventually("the same set again", || async { pictures(&restarted).await == drawn }).await;
}

/// A data folder in which the set of this month is stored.
async fn data_with_set() -> TempDir {
    let data = tempfile::tempdir().expect("a temporary folder");
    let now = System.now();
    let store = Store::open(&format!("sqlite:{}", data.path().join("clinic.db").display()), now).await.expect("opens");
    let set = draw_puzzle_set(Month::at(now), 0).expect("a set");
    store.offer_puzzle_set(&set, now).await.expect("stored");
    store.close().await;
    data
}

#[tokio::test]
async fn stored_set_is_there_at_once_after_a_restart_with_a_mistake_in_the_settings_or_with_other_settings() {
    let content = monthly_content();
    let flags = ["--content", content.path().to_str().expect("a path")];
    let server = TestServer::start_in(data_with_set().await, &flags);
    let set = pictures(&server).await;
    let (_, data) = server.stop_and_keep_data();

    // What was published last is shown, and it asks for a set every month.
    let settings = content.path().join("clinic.toml");
    let good = fs::read_to_string(&settings).expect("the file");
    fs::write(&settings, "[game").expect("saved");
    let server = TestServer::start_in(data, &flags);
    assert_eq!(pictures(&server).await, set);
    let (_, data) = server.stop_and_keep_data();

    // Somebody may be playing it.
    let without = good.replace("\"monthly\"", "\"fixed\"").replace("practice = \"daily\"", "practice = \"off\"");
    fs::write(&settings, without).expect("saved");
    let server = TestServer::start_in(data, &flags);
    for picture in &set {
        assert_eq!(server.get(picture).await.status(), 200, "{picture}");
    }
    assert_ne!(pictures(&server).await, set);
}

#[tokio::test]
async fn set_of_the_month_is_shown_while_the_disk_is_full() {
    let content = monthly_content();
    let flags = ["--content", content.path().to_str().expect("a path")];
    let server = TestServer::start_in(data_with_set().await, &flags);
    let (set, (_, data)) = (pictures(&server).await, server.stop_and_keep_data());
    let while_full = with_full_disk(data.path(), &flags, async |address| {
        pictures_in(reqwest::get(format!("{address}{GAME_DATA}")).await.expect("a response")).await
    });
    assert_eq!(while_full.await, set);
}

#[tokio::test]
async fn instances_on_one_database_show_the_same_set() {
    let content = monthly_content();
    let own = shipped().await;
    let cluster = crate::support::databases::Cluster::start();
    let url = cluster.create_database_of_the_site();
    let path = content.path().to_str().expect("a path");
    let keys = tempfile::tempdir().expect("a temporary folder");
    let key = keys.path().join("clinic.key");
    let key = key.to_str().expect("a path");
    let flags = ["--content", path, "--database", url.as_str(), "--key-file", key];
    let flags = [&flags[..], &DRAW_AT_ONCE].concat();
    let instances = [TestServer::start(&flags), TestServer::start(&flags)];
    for server in &instances {
        eventually("the set of the month", || async { pictures(server).await != own }).await;
    }
    assert_eq!(pictures(&instances[0]).await, pictures(&instances[1]).await);
}
