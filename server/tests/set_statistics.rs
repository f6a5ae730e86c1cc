//! How often each difference of a set was found: counted by the addresses of the pictures, and kept without the games.

use std::time::Duration;

use clinic_rules::game::{Month, PlayToken, PuzzleSetId, SpotCounts, count};
use clinic_rules::person::ClientKey;
use clinic_rules::rate_limit::Limits;
use clinic_runtime::clock::Clock;
use clinic_store::Store;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::waiting::eventually;
use crate::support::{SeededRandom, TestClock, encryption_keys};
use crate::test_server::editor::Editor;
use crate::test_server::{DRAW_AT_ONCE, TestServer, content_copy, read_json};

#[tokio::test]
async fn counts_of_a_set_stay_when_its_games_are_deleted_and_no_other_set_has_them() {
    on_both(|url| async move {
        let now = TestClock::default().now();
        let store = Store::open(&url, now).await.expect("opens").with_keys(encryption_keys());
        let secrets = store.secrets(&SeededRandom::new(1), now).await.expect("secrets");
        let client = ClientKey::new([192, 0, 2, 1].into(), &secrets.people);
        let march = Month::at(now);
        let set = PuzzleSetId { month: march, candidate: 3 };
        let play = async |id: u8, found: &[Vec<u32>], set: Option<PuzzleSetId>, now| {
            let token = PlayToken::start(now, [id; 16]);
            let outcome = count(&[vec![1], vec![1, 2]], found).expect("counted");
            store.finish_play(&token, &outcome, set, &client, &Limits::default(), now).await.expect("finished");
        };
        play(1, &[vec![1], vec![1, 2]], Some(set), now).await;
        play(2, &[vec![], vec![2]], Some(set), now).await;
        // Sent again after the answer was lost, with the pictures of the content, and with another set.
        play(2, &[vec![], vec![2]], Some(set), now).await;
        play(3, &[vec![1], vec![1, 2]], None, now).await;
        play(4, &[vec![1], vec![1]], Some(PuzzleSetId { candidate: 4, ..set }), now).await;
        let expected = |games: u64| {
            let mut counts = SpotCounts::default();
            counts.add(&[vec![1], vec![1, 2]], games);
            counts.add(&[vec![], vec![2]], games);
            counts
        };
        let stored = async || store.set_statistics(march, march).await.expect("read");
        assert_eq!(stored().await.get(&set), Some(&expected(1)));
        assert_eq!(stored().await.len(), 2);

        let later = now + Duration::from_hours(26);
        assert_eq!(store.purge(later).await.expect("purged").records("games"), 4);
        assert_eq!(stored().await.get(&set), Some(&expected(1)));
        // The games of another day are added.
        play(5, &[vec![1], vec![1, 2]], Some(set), later).await;
        play(6, &[vec![], vec![2]], Some(set), later).await;
        assert_eq!(stored().await.get(&set), Some(&expected(2)));
        store.purge(later + Duration::from_hours(26)).await.expect("purged");
        assert_eq!(stored().await.get(&set), Some(&expected(2)));
        assert_eq!(store.set_statistics(march.plus(1), march.plus(2)).await.expect("read").len(), 0);
        store.close().await;
    })
    .await;
}

#[tokio::test]
async fn one_client_changes_the_counts_of_a_set_by_few_games_an_hour_and_keeps_its_prizes() {
    on_both(|url| async move {
        let now = TestClock::default().now();
        let store = Store::open(&url, now).await.expect("opens").with_keys(encryption_keys());
        let secrets = store.secrets(&SeededRandom::new(1), now).await.expect("secrets");
        let set = PuzzleSetId { month: Month::at(now), candidate: 0 };
        let limits = Limits { set_games_per_client_hour: 2, ..Limits::default() };
        let play = async |id: u8, address: &str, now| {
            let client = ClientKey::new(address.parse().expect("an address"), &secrets.people);
            let outcome = count(&[vec![1]], &[vec![1]]).expect("counted");
            let token = PlayToken::start(now, [id; 16]);
            let finished = store.finish_play(&token, &outcome, Some(set), &client, &limits, now).await;
            assert!(finished.expect("finished").perfect, "no prize for game {id}");
        };
        let games = async || store.set_statistics(set.month, set.month).await.expect("read")[&set].plays[&0];
        play(1, "192.0.2.1", now).await;
        // Sent again after the answer was lost: still one game.
        play(1, "192.0.2.1", now).await;
        for id in 2..6 {
            play(id, "192.0.2.1", now).await;
        }
        assert_eq!(games().await, 2);
        play(6, "198.51.100.1", now).await;
        assert_eq!(games().await, 3, "another client is not counted");
        // The addresses of one customer, each of another network: twice as many as one of them.
        for id in 10..20 {
            play(id, &format!("2001:db8:1:{id}::1"), now).await;
        }
        assert!(games().await <= 3 + 4, "one customer has changed the counts by {}", games().await - 3);
        let before = games().await;
        play(30, "192.0.2.1", now + Duration::from_hours(1)).await;
        assert_eq!(games().await, before + 1, "the limit does not end with the hour");
        // The games themselves are all counted.
        let purged = store.purge(now + Duration::from_hours(27)).await.expect("purged");
        assert_eq!(purged.records("games"), 5 + 1 + 10 + 1);
        assert_eq!(games().await, before + 1);
        store.close().await;
    })
    .await;
}

async fn finish(server: &TestServer, found: &Value, pictures: Option<&Value>) {
    let post = async |path: &str, body: Value| {
        let request = server.request(Method::POST, path).header("content-type", "application/json");
        request.body(body.to_string()).send().await.expect("a response")
    };
    let play = read_json(post("/api/plays", json!({})).await).await["play"].clone();
    let spots = json!([[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]);
    let body = json!({ "play": play, "found": found, "spots": spots, "pictures": pictures });
    assert_eq!(post("/api/plays/finish", body).await.status(), 200);
}

#[tokio::test]
async fn game_is_counted_for_the_set_whose_pictures_the_page_showed() {
    let content = content_copy();
    let file = content.path().join("clinic.toml");
    let text = std::fs::read_to_string(&file).expect("the file");
    std::fs::write(&file, text.replace("puzzles = \"fixed\"", "puzzles = \"monthly\"")).expect("saved");
    let flags = ["--content", content.path().to_str().expect("a path"), "--min-play", "0s"];
    let server = TestServer::start(&[&flags[..], &DRAW_AT_ONCE].concat());
    let editor = Editor::add_to(server, &[]).await;
    let shown = async || editor.get("puzzles").await["months"][0]["sets"][0].clone();
    let pictures = async || {
        let page = read_json(editor.server.get("/data/visionTest.json").await).await;
        let levels = page["page"]["game"]["levels"].as_array().expect("levels");
        levels.iter().map(|level| level["image"]["src"].clone()).collect::<Value>()
    };
    let own = pictures().await;
    eventually("the set of the month", || async { pictures().await != own }).await;
    let of_the_set = pictures().await;

    finish(&editor.server, &json!([[1], [1, 2, 3], []]), Some(&of_the_set)).await;
    finish(&editor.server, &json!([[], [3], [5]]), Some(&of_the_set)).await;
    // The pictures of the content, none, and some of both.
    let mixed = json!([own[0], own[1], of_the_set[2]]);
    for other in [Some(&own), None, Some(&mixed)] {
        finish(&editor.server, &json!([[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]), other).await;
    }
    let set = shown().await;
    assert_eq!(set["finished"], 2);
    let found = |level: usize| -> Vec<u64> {
        let spots = set["levels"][level]["spots"].as_array().expect("spots");
        spots.iter().map(|spot| spot["found"].as_u64().expect("a number")).collect()
    };
    assert_eq!((found(0), found(1), found(2)), (vec![1], vec![1, 1, 2, 0, 0], vec![0, 0, 0, 0, 1]));
}
