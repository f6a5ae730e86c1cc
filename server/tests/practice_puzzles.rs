//! A puzzle for practice every day: drawn once, stored for some days, and the same on every instance.

use std::collections::BTreeMap;
use std::fs;

use clinic_rules::game::PracticePuzzle;
use clinic_runtime::clock::Clock;
use clinic_store::Store;
use jiff::civil::Date;
use jiff::{Span, Timestamp, tz};
use serde_json::Value;

use crate::support::TestClock;
use crate::support::databases::{Cluster, on_both};
use crate::support::waiting::eventually;
use crate::test_server::{DRAW_AT_ONCE, TestServer, content_copy, read_json};

const PAGE: &str = "/visionTest/today";

fn puzzle(date: Date, candidate: u32) -> PracticePuzzle {
    let files = BTreeMap::from([("game.toml".to_owned(), format!("candidate {candidate}"))]);
    PracticePuzzle { date, candidate, seed: u32::MAX, files }
}

fn days(number: i64) -> Span {
    Span::new().days(number)
}

fn date(now: Timestamp) -> Date {
    now.to_zoned(tz::TimeZone::fixed(tz::offset(1))).date()
}

#[tokio::test]
async fn day_keeps_the_puzzle_that_was_stored_first() {
    on_both(|url| async move {
        let now = TestClock::default().now();
        let (one, other) = (Store::open(&url, now).await.expect("opens"), Store::open(&url, now).await.expect("opens"));
        let today = date(now);
        let tomorrow = today + days(1);
        assert_eq!(one.days_without_practice(today, tomorrow).await.expect("read"), [today, tomorrow]);
        let before = one.puzzle_changes().await.expect("read");

        one.offer_practice_puzzle(&puzzle(today, 2), now).await.expect("stored");
        let after = other.puzzle_changes().await.expect("read");
        assert_ne!(before, after, "the other instance does not see it");
        other.offer_practice_puzzle(&puzzle(today, 0), now).await.expect("ignored");
        assert_eq!(other.puzzle_changes().await.expect("read"), after);
        assert_eq!(other.days_without_practice(today, tomorrow).await.expect("read"), [tomorrow]);
        for store in [&one, &other] {
            let shown = async |day: Date| {
                let puzzles = store.practice_puzzles(day - days(1), day + days(1)).await.expect("read");
                puzzles.shown_on(day).map(|puzzle| PracticePuzzle::clone(puzzle))
            };
            assert_eq!(shown(today).await, Some(puzzle(today, 2)));
            // Nothing could be drawn for weeks: the last one stays.
            assert_eq!(shown(today + days(40)).await, Some(puzzle(today, 2)));
            assert_eq!(shown(today - days(1)).await, None);
        }
        one.close().await;
        other.close().await;
    })
    .await;
}

#[tokio::test]
async fn old_puzzles_are_deleted_but_not_the_last_one_that_could_be_drawn() {
    on_both(|url| async move {
        let now = TestClock::default().now();
        let store = Store::open(&url, now).await.expect("opens");
        let first = date(now);
        let stored = async |from: i64, to: i64| {
            let missing = store.days_without_practice(first + days(from), first + days(to)).await.expect("read");
            to - from + 1 - i64::try_from(missing.len()).expect("small")
        };
        let offer = async |day: Date, at: Timestamp| {
            store.offer_practice_puzzle(&puzzle(day, 0), at).await.expect("stored");
        };
        let delete = async |at: Timestamp| store.delete_other_practice_puzzles(at).await.expect("deleted");
        for day in 0..100 {
            let at = now + Span::new().hours(24 * day);
            offer(date(at), at).await;
            delete(at).await;
        }
        assert_eq!(stored(-400, 400).await, 8, "the puzzles of a week and of today");

        // After 60 days without any, one is drawn for the next day: today still shows the old one.
        let later = now + Span::new().hours(24 * 159);
        offer(date(later) + days(1), later).await;
        delete(later).await;
        assert_eq!((stored(99, 99).await, stored(-400, 400).await), (1, 2));

        // The clock was a year ahead, when nothing was deleted, and is right again.
        let wrong = later + Span::new().hours(24 * 365);
        offer(date(wrong), wrong).await;
        assert_eq!((stored(99, 99).await, stored(160, 160).await, stored(400, 600).await), (1, 1, 1));
        offer(date(later), later).await;
        delete(later).await;
        assert_eq!((stored(400, 600).await, stored(159, 160).await), (0, 2));
        store.close().await;
    })
    .await;
}

/// The day and the picture of the page. `None` while there is no such page.
async fn shown(server: &TestServer) -> Option<(String, String)> {
    let response = server.get(&format!("/data{PAGE}.json")).await;
    if response.status() == 404 {
        return None;
    }
    let page = read_json(response).await;
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let puzzle = &page["page"]["puzzle"];
    assert_eq!(puzzle["level"]["spots"].as_array().expect("spots").len(), 5);
    Some((text(&puzzle["date"]), text(&puzzle["level"]["image"]["src"])))
}

fn set_practice(content: &std::path::Path, practice: &str) {
    let file = content.join("clinic.toml");
    let text = fs::read_to_string(&file).expect("the file");
    let (before, rest) = text.split_once("\npractice = ").expect("the setting");
    let (_, after) = rest.split_once('\n').expect("its end");
    fs::write(&file, format!("{before}\npractice = \"{practice}\"\n{after}")).expect("saved");
}

#[tokio::test]
async fn puzzle_of_the_day_is_drawn_in_the_background_and_shown_at_once_after_a_restart() {
    let content = content_copy();
    set_practice(content.path(), "daily");
    let path = content.path().to_str().expect("a path");
    let server = TestServer::start(&[&["--content", path], &DRAW_AT_ONCE[..]].concat());
    eventually("the puzzle of the day", || async { shown(&server).await.is_some() }).await;
    let drawn = shown(&server).await.expect("a puzzle");
    assert_eq!(server.get(&drawn.1).await.status(), 200);
    assert!(server.get_text(PAGE).await.contains(&drawn.1), "the page shows another picture");
    assert!(server.get_text("/home").await.contains("href=\"/visionTest/today\""), "the home page has no link");
    assert!(server.get_text("/sitemap.xml").await.contains("/visionTest/today</loc>"));
    let game = read_json(server.get("/data/visionTest.json").await).await;
    assert_eq!(game["page"]["hasPractice"], true);
    // The picture of the prize is another one.
    assert_ne!(game["page"]["game"]["levels"][2]["image"]["src"], drawn.1.as_str());

    let (code, data) = server.stop_and_keep_data();
    assert_eq!(code, 0);
    // It does not draw.
    let restarted = TestServer::start_in(data, &["--content", path]);
    assert_eq!(shown(&restarted).await, Some(drawn));

    set_practice(content.path(), "off");
    eventually("no page", || async { shown(&restarted).await.is_none() }).await;
    for address in [PAGE, "/visionTest/today/"] {
        let response = restarted.get(address).await;
        assert_eq!(response.status(), 307, "{address}");
        assert_eq!(response.headers()["location"], "/visionTest");
        assert_eq!(response.headers()["cache-control"], "max-age=300");
    }
    assert!(!restarted.get_text("/home").await.contains(PAGE), "the home page links to nothing");
}

#[tokio::test]
async fn instances_on_one_database_show_the_same_puzzle() {
    let content = content_copy();
    set_practice(content.path(), "daily");
    let cluster = Cluster::start();
    let url = cluster.create_database_of_the_site();
    let keys = tempfile::tempdir().expect("a temporary folder");
    let key = keys.path().join("clinic.key");
    let (path, key) = (content.path().to_str().expect("a path"), key.to_str().expect("a path"));
    let flags = ["--content", path, "--database", url.as_str(), "--key-file", key];
    let flags = [&flags[..], &DRAW_AT_ONCE].concat();
    let instances = [TestServer::start(&flags), TestServer::start(&flags)];
    for server in &instances {
        eventually("the puzzle of the day", || async { shown(server).await.is_some() }).await;
    }
    assert_eq!(shown(&instances[0]).await, shown(&instances[1]).await);
}
