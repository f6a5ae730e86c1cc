//! A phone as the remote of a sight self-check: on both databases with two instances, and over HTTP.

use std::fs;
use std::time::Duration;

use clinic::clock::Clock;
use clinic::person::ClientKey;
use clinic::secret::Secret;
use clinic::store::{RemoteError, Store};
use jiff::Timestamp;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::{TestClock, sealing_keys};
use crate::test_server::{TestServer, content_copy, read_json};

async fn open(url: &str, now: Timestamp) -> Store {
    Store::open(url, now).await.expect("the store opens").with_keys(sealing_keys())
}

fn client(last: u8) -> ClientKey {
    ClientKey::new([192, 0, 2, last].into(), &Secret::new([7; 32]))
}

#[tokio::test]
async fn answers_reach_the_screen_on_another_instance_once_and_are_not_kept() {
    on_both(async |url| {
        let now = TestClock::default().now();
        let (screen, phone) = (open(&url, now).await, open(&url, now).await);
        screen.add_sight_remote("s", "c", &client(1), now).await.expect("added");
        assert!(!screen.take_sight_answers("s", now).await.expect("a connection").has_phone);
        phone.join_sight_remote("c", "p", &client(2), now).await.expect("joined");
        let again = phone.join_sight_remote("c", "q", &client(3), now).await;
        assert!(matches!(again, Err(RemoteError::Ended)), "a code was used twice: {again:?}");

        phone.add_sight_answer("p", 1, "up", now).await.expect("sent");
        phone.add_sight_answer("p", 1, "down", now).await.expect("the same answer, sent again");
        phone.add_sight_answer("p", 2, "left", now).await.expect("sent");
        let waiting = screen.take_sight_answers("s", now).await.expect("a connection");
        assert_eq!((waiting.has_phone, waiting.answers), (true, vec!["up".to_owned(), "left".to_owned()]));
        phone.add_sight_answer("p", 2, "left", now).await.expect("sent again after it was passed on");
        assert_eq!(screen.take_sight_answers("s", now).await.expect("a connection").answers, Vec::<String>::new());

        screen.end_sight_remote("s").await.expect("ended");
        assert!(matches!(screen.take_sight_answers("s", now).await, Err(RemoteError::Ended)));
        assert!(matches!(phone.add_sight_answer("p", 3, "up", now).await, Err(RemoteError::Ended)));
    })
    .await;
}

#[tokio::test]
async fn nothing_is_accepted_for_a_screen_that_is_gone_or_after_half_an_hour() {
    on_both(async |url| {
        let now = TestClock::default().now();
        let store = open(&url, now).await;
        store.add_sight_remote("s", "c", &client(1), now).await.expect("added");
        store.join_sight_remote("c", "p", &client(1), now).await.expect("joined");
        let early = store.add_sight_answer("p", 1, "up", now).await;
        assert!(matches!(early, Err(RemoteError::NotListening)), "the screen never listened: {early:?}");
        store.take_sight_answers("s", now).await.expect("a connection");
        store.add_sight_answer("p", 1, "up", now).await.expect("the same number works after a refusal");
        let later = now + Duration::from_secs(20);
        assert!(matches!(store.add_sight_answer("p", 2, "up", later).await, Err(RemoteError::NotListening)));
        let expired = now + Duration::from_mins(30);
        assert!(matches!(store.add_sight_answer("p", 2, "up", expired).await, Err(RemoteError::Ended)));
        assert!(matches!(store.take_sight_answers("s", expired).await, Err(RemoteError::Ended)));
        let purged = store.purge(expired + Duration::from_secs(1)).await.expect("purged");
        assert_eq!(purged.records("phones connected to a sight self-check"), 1);
    })
    .await;
}

#[tokio::test]
async fn one_network_cannot_try_codes_without_end() {
    on_both(async |url| {
        let now = TestClock::default().now();
        let store = open(&url, now).await;
        let mut refused = None;
        for attempt in 0..=300 {
            if let Err(RemoteError::TooMany(_)) = store.join_sight_remote("guess", "p", &client(1), now).await {
                refused = Some(attempt);
                break;
            }
        }
        assert_eq!(refused, Some(300));
    })
    .await;
}

async fn post(server: &TestServer, path: &str, body: &Value) -> Response {
    let request = server.request(Method::POST, &format!("/api/sight-check/remotes{path}"));
    request.header("content-type", "application/json").body(body.to_string()).send().await.expect("a response")
}

/// The text of the stream until it contains this.
async fn receive(stream: &mut Response, wanted: &str) -> String {
    let mut text = String::new();
    while !text.contains(wanted) {
        let bytes = stream.chunk().await.expect("the stream").expect("it ended too early");
        text.push_str(std::str::from_utf8(&bytes).expect("text"));
    }
    text
}

#[tokio::test]
async fn screen_receives_answers_as_events() {
    let server = TestServer::start(&[]);
    let added = post(&server, "", &json!({})).await;
    assert_eq!(added.status(), StatusCode::CREATED);
    assert_eq!(added.headers()["cache-control"], "no-store");
    let keys = read_json(added).await;
    let screen = json!({ "screen": keys["screen"] });
    let mut events = post(&server, "/listen", &screen).await;
    assert_eq!(events.headers()["content-type"], "text/event-stream");

    let joined = read_json(post(&server, "/join", &json!({ "code": keys["code"] })).await).await;
    receive(&mut events, "event: joined\n").await;
    for (number, answer) in [(1, "up"), (2, "unseen"), (3, "undo")] {
        let body = json!({ "phone": joined["phone"], "number": number, "answer": answer });
        assert_eq!(post(&server, "/answer", &body).await.status(), StatusCode::NO_CONTENT);
        receive(&mut events, &format!("data: {answer}\n\n")).await;
    }
    let invalid = json!({ "phone": joined["phone"], "number": 4, "answer": "sideways" });
    assert_eq!(post(&server, "/answer", &invalid).await.status(), StatusCode::BAD_REQUEST);

    assert_eq!(post(&server, "/join", &json!({ "code": keys["code"] })).await.status(), StatusCode::GONE);
    assert_eq!(post(&server, "/end", &screen).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(post(&server, "/listen", &screen).await.status(), StatusCode::GONE);
    let log = server.log();
    for key in [&keys["screen"], &keys["code"], &joined["phone"]] {
        assert!(!log.contains(key.as_str().expect("a key")), "a key is in the log");
    }
}

#[tokio::test]
async fn without_the_sight_check_there_is_no_page_and_no_remote() {
    let content = content_copy();
    let file = content.path().join("clinic.toml");
    let text = fs::read_to_string(&file).expect("the file");
    fs::write(&file, text.replace("sight_check = { placeholder = \"on\" }", "sight_check = \"off\"")).expect("written");
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    assert_eq!(server.get("/sight-check").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(server.get("/data/sight-check.json").await.status(), StatusCode::NOT_FOUND);
    assert!(!server.get_text("/sitemap.xml").await.contains("sight-check"));
    assert!(!server.get_text("/visionTest").await.contains("sight-check\""));
    assert_eq!(post(&server, "", &json!({})).await.status(), StatusCode::NOT_FOUND);
}
