//! A phone as the remote of a sight self-check: on both databases with two instances, and over HTTP.

use std::fs;
use std::time::Duration;

use clinic_rules::person::ClientKey;
use clinic_rules::secret::Secret;
use clinic_runtime::clock::Clock;
use clinic_store::{AnswerOutcome, RemoteError, Store};
use jiff::Timestamp;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use sqlx::AnyPool;
use tempfile::TempDir;

use crate::support::databases::{on_both, sqlite};
use crate::support::{TestClock, encryption_keys};
use crate::test_server::{TestServer, content_copy, read_json};

async fn open(url: &str, now: Timestamp) -> Store {
    Store::open(url, now).await.expect("the store opens").with_keys(encryption_keys())
}

fn client(last: u8) -> ClientKey {
    ClientKey::new([192, 0, 2, last].into(), &Secret::new([7; 32]))
}

/// A screen with the key "s" that listens and a phone with the key "p", on two instances.
async fn pair(url: &str, now: Timestamp) -> (Store, Store, i64) {
    let (screen, phone) = (open(url, now).await, open(url, now).await);
    screen.add_sight_remote("s", "c", &client(1), now).await.expect("added");
    let listener = screen.start_sight_listener("s", now).await.expect("a connection");
    phone.join_sight_remote("c", "p", &client(2), now).await.expect("joined");
    (screen, phone, listener)
}

#[tokio::test]
async fn answers_reach_the_screen_on_another_instance_once_and_are_not_kept() {
    on_both(async |url| {
        let now = TestClock::default().now();
        let (screen, phone, listener) = pair(&url, now).await;
        let again = phone.join_sight_remote("c", "q", &client(3), now).await;
        assert!(matches!(again, Err(RemoteError::Ended)), "a code was used twice: {again:?}");

        assert_eq!(phone.add_sight_answer("p", 1, "up", now).await.expect("sent"), AnswerOutcome::Waiting);
        let repeated = phone.add_sight_answer("p", 1, "down", now).await.expect("the same answer, sent again");
        assert_eq!(repeated, AnswerOutcome::Waiting);
        let view = screen.look_for_sight_answer("s", listener, now).await.expect("a connection");
        assert_eq!((view.has_phone, view.answer), (true, Some((1, "up".to_owned()))));
        screen.take_sight_answer("s", 1, true, now).await.expect("taken");
        screen.take_sight_answer("s", 1, true, now).await.expect("taken, said twice");
        assert_eq!(phone.sight_answer_outcome("p", 1, now).await.expect("an outcome"), AnswerOutcome::Counted);
        let late = phone.add_sight_answer("p", 1, "up", now).await.expect("sent again after it was counted");
        assert_eq!(late, AnswerOutcome::Counted);
        let view = screen.look_for_sight_answer("s", listener, now).await.expect("a connection");
        assert_eq!(view.answer, None, "a counted answer is not kept");

        phone.add_sight_answer("p", 2, "left", now).await.expect("sent");
        screen.take_sight_answer("s", 2, false, now).await.expect("the screen showed no letter");
        assert_eq!(phone.sight_answer_outcome("p", 2, now).await.expect("an outcome"), AnswerOutcome::Ignored);

        screen.end_sight_remote("s").await.expect("ended");
        assert!(matches!(screen.look_for_sight_answer("s", listener, now).await, Err(RemoteError::Ended)));
        assert!(matches!(phone.add_sight_answer("p", 3, "up", now).await, Err(RemoteError::Ended)));
    })
    .await;
}

#[tokio::test]
async fn an_answer_is_either_taken_or_withdrawn() {
    on_both(async |url| {
        let now = TestClock::default().now();
        let (screen, phone, _) = pair(&url, now).await;
        phone.add_sight_answer("p", 1, "up", now).await.expect("sent");
        let outcome = phone.withdraw_sight_answer("p", 1, now).await.expect("an outcome");
        assert_eq!(outcome, AnswerOutcome::Withdrawn);
        let late = screen.take_sight_answer("s", 1, true, now).await;
        assert!(matches!(late, Err(RemoteError::Withdrawn)), "the phone was told otherwise: {late:?}");
        let again = phone.add_sight_answer("p", 1, "up", now).await.expect("sent again");
        assert_eq!(again, AnswerOutcome::Withdrawn, "what was withdrawn never counts");

        phone.add_sight_answer("p", 2, "left", now).await.expect("sent");
        screen.take_sight_answer("s", 2, true, now).await.expect("taken");
        let outcome = phone.withdraw_sight_answer("p", 2, now).await.expect("an outcome");
        assert_eq!(outcome, AnswerOutcome::Counted, "the screen was faster");
    })
    .await;
}

#[tokio::test]
async fn a_new_listener_replaces_a_dead_one_and_receives_what_it_did_not_take() {
    on_both(async |url| {
        let now = TestClock::default().now();
        let (screen, phone, dead) = pair(&url, now).await;
        phone.add_sight_answer("p", 1, "up", now).await.expect("sent");
        screen.look_for_sight_answer("s", dead, now).await.expect("sent to a connection that is dead");
        let listener = phone.start_sight_listener("s", now).await.expect("a connection");
        let view = phone.look_for_sight_answer("s", listener, now).await.expect("a connection");
        assert_eq!(view.answer, Some((1, "up".to_owned())));
        assert!(matches!(screen.look_for_sight_answer("s", dead, now).await, Err(RemoteError::Replaced)));
    })
    .await;
}

#[tokio::test]
async fn a_phone_that_has_left_is_missed_and_cannot_answer() {
    on_both(async |url| {
        let now = TestClock::default().now();
        let (screen, phone, listener) = pair(&url, now).await;
        phone.add_sight_answer("p", 1, "up", now).await.expect("sent");
        phone.leave_sight_remote("p").await.expect("left");
        let view = screen.look_for_sight_answer("s", listener, now).await.expect("a connection");
        assert_eq!((view.has_phone, view.is_code_used, view.answer), (false, true, None));
        assert!(matches!(phone.add_sight_answer("p", 2, "up", now).await, Err(RemoteError::Ended)));
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
        let listener = store.start_sight_listener("s", now).await.expect("a connection");
        store.add_sight_answer("p", 1, "up", now).await.expect("the same number works after a refusal");
        let later = now + Duration::from_secs(20);
        assert!(matches!(store.add_sight_answer("p", 2, "up", later).await, Err(RemoteError::NotListening)));
        store.look_for_sight_answer("s", listener, later).await.expect("a connection");
        store.add_sight_answer("p", 2, "up", later).await.expect("whoever looks listens");
        let expired = now + Duration::from_mins(30);
        assert!(matches!(store.add_sight_answer("p", 3, "up", expired).await, Err(RemoteError::Ended)));
        assert!(matches!(store.take_sight_answer("s", 2, true, expired).await, Err(RemoteError::Ended)));
        assert!(matches!(store.look_for_sight_answer("s", listener, expired).await, Err(RemoteError::Ended)));
        assert!(matches!(store.start_sight_listener("s", expired).await, Err(RemoteError::Ended)));
        let purged = store.purge(expired + Duration::from_secs(1)).await.expect("purged");
        assert_eq!(purged.records("phones connected to a sight self-check"), 1);
    })
    .await;
}

#[tokio::test]
async fn one_network_cannot_try_codes_or_ask_for_them_without_end() {
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
        for number in 0..300 {
            let (screen, code) = (format!("s{number}"), format!("c{number}"));
            store.add_sight_remote(&screen, &code, &client(1), now).await.expect("its screens are counted apart");
        }
        let beyond = store.add_sight_remote("s", "c", &client(1), now).await;
        assert!(matches!(beyond, Err(RemoteError::TooMany(_))), "{beyond:?}");
        store.add_sight_remote("s", "c", &client(2), now).await.expect("another network");
    })
    .await;
}

/// Anybody can send keys that they made up. SQLite has one writer, which bookings need.
#[tokio::test]
async fn unknown_keys_and_answers_that_are_taken_do_not_wait_for_the_writer() {
    let folder = TempDir::new().expect("a temporary folder");
    let (url, now) = (sqlite(&folder), TestClock::default().now());
    let (screen, phone, _) = pair(&url, now).await;
    phone.add_sight_answer("p", 1, "up", now).await.expect("sent");
    screen.take_sight_answer("s", 1, true, now).await.expect("taken");
    let rows = AnyPool::connect(&url).await.expect("a connection");
    let _writer = rows.begin_with("BEGIN IMMEDIATE").await.expect("the only writer");
    screen.take_sight_answer("s", 1, true, now).await.expect("said again");
    assert!(matches!(screen.take_sight_answer("s", 2, true, now).await, Err(RemoteError::Withdrawn)));
    assert!(matches!(screen.take_sight_answer("guess", 1, true, now).await, Err(RemoteError::Ended)));
    assert!(matches!(phone.add_sight_answer("guess", 1, "up", now).await, Err(RemoteError::Ended)));
    assert!(matches!(screen.start_sight_listener("guess", now).await, Err(RemoteError::Ended)));
    phone.leave_sight_remote("guess").await.expect("nothing to leave");
    screen.end_sight_remote("guess").await.expect("nothing to end");
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
async fn screen_receives_answers_as_events_and_the_phone_is_told_what_became_of_them() {
    let server = TestServer::start(&[]);
    let added = post(&server, "", &json!({})).await;
    assert_eq!(added.status(), StatusCode::CREATED);
    assert_eq!(added.headers()["cache-control"], "no-store");
    let keys = read_json(added).await;
    let code = keys["code"].as_str().expect("a code");
    let screen = json!({ "screen": keys["screen"] });
    let mut events = post(&server, "/listen", &screen).await;
    assert_eq!(events.headers()["content-type"], "text/event-stream; charset=utf-8");

    let typed = format!(" {} ", code.to_lowercase());
    let joined = read_json(post(&server, "/join", &json!({ "code": typed })).await).await;
    for key in [&keys["screen"], &joined["phone"]] {
        assert_eq!(key.as_str().expect("a key").len(), 32, "160 bits");
    }
    receive(&mut events, "event: joined\n").await;
    let answer = |number: u32, answer: &str| json!({ "phone": joined["phone"], "number": number, "answer": answer });
    for (number, given, counts) in [(1, "up", true), (2, "unseen", false), (3, "undo", true)] {
        let take = async {
            receive(&mut events, &format!("id: {number}\ndata: {given}\n\n")).await;
            let taken = json!({ "screen": keys["screen"], "number": number, "counts": counts });
            assert_eq!(post(&server, "/take", &taken).await.status(), StatusCode::NO_CONTENT);
        };
        let body = answer(number, given);
        let (sent, ()) = tokio::join!(post(&server, "/answer", &body), take);
        assert_eq!(sent.status(), StatusCode::OK);
        assert_eq!(read_json(sent).await["counted"], counts);
    }
    assert_eq!(post(&server, "/answer", &answer(4, "sideways")).await.status(), StatusCode::BAD_REQUEST);
    // The screen reads, but does not take it.
    assert_eq!(post(&server, "/answer", &answer(4, "up")).await.status(), StatusCode::CONFLICT);
    let late = json!({ "screen": keys["screen"], "number": 4, "counts": true });
    assert_eq!(post(&server, "/take", &late).await.status(), StatusCode::CONFLICT);

    assert_eq!(post(&server, "/join", &json!({ "code": code })).await.status(), StatusCode::GONE);
    // The first one ends by itself after some seconds.
    let mut events = post(&server, "/listen", &screen).await;
    assert_eq!(post(&server, "/leave", &json!({ "phone": joined["phone"] })).await.status(), StatusCode::NO_CONTENT);
    receive(&mut events, "event: left\n").await;
    assert_eq!(post(&server, "/end", &screen).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(post(&server, "/listen", &screen).await.status(), StatusCode::GONE);
    let log = server.log();
    for key in [&keys["screen"], &keys["code"], &joined["phone"]] {
        assert!(!log.contains(key.as_str().expect("a key")), "a key is in the log");
    }
}

#[tokio::test]
async fn an_answer_on_its_way_when_the_screen_ends_is_refused() {
    let server = TestServer::start(&[]);
    let keys = read_json(post(&server, "", &json!({})).await).await;
    let screen = json!({ "screen": keys["screen"] });
    let mut events = post(&server, "/listen", &screen).await;
    let joined = read_json(post(&server, "/join", &json!({ "code": keys["code"] })).await).await;
    let body = json!({ "phone": joined["phone"], "number": 1, "answer": "up" });
    let end = async {
        receive(&mut events, "data: up").await;
        assert_eq!(post(&server, "/end", &screen).await.status(), StatusCode::NO_CONTENT);
    };
    let (sent, ()) = tokio::join!(post(&server, "/answer", &body), end);
    assert_eq!(sent.status(), StatusCode::GONE);
}

#[tokio::test]
async fn one_client_cannot_hold_every_listener() {
    let server = TestServer::start(&["--trust-proxy", "127.0.0.0/8"]);
    let request = async |address: &str, path: &str, body: &Value| {
        let request = server.request(Method::POST, &format!("/api/sight-check/remotes{path}"));
        let request = request.header("content-type", "application/json").header("x-forwarded-for", address);
        request.body(body.to_string()).send().await.expect("a response")
    };
    let screen = async |address: &str| {
        let keys = read_json(request(address, "", &json!({})).await).await;
        json!({ "screen": keys["screen"] })
    };
    let mut screens = Vec::new();
    for _ in 0..51 {
        screens.push(screen("192.0.2.1").await);
    }
    let mut held = Vec::new();
    for screen in &screens[..50] {
        let stream = request("192.0.2.1", "/listen", screen).await;
        assert_eq!(stream.status(), StatusCode::OK);
        held.push(stream);
    }
    assert_eq!(request("192.0.2.1", "/listen", &screens[50]).await.status(), StatusCode::SERVICE_UNAVAILABLE);
    let other = screen("192.0.2.2").await;
    assert_eq!(request("192.0.2.2", "/listen", &other).await.status(), StatusCode::OK, "others are not affected");
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
    let (screen, phone) = (json!({ "screen": "S" }), json!({ "phone": "P" }));
    for (path, body) in [
        ("", &json!({})),
        ("/join", &json!({ "code": "C" })),
        ("/listen", &screen),
        ("/answer", &json!({ "phone": "P", "number": 1, "answer": "up" })),
        ("/take", &json!({ "screen": "S", "number": 1, "counts": true })),
        ("/leave", &phone),
        ("/end", &screen),
    ] {
        assert_eq!(post(&server, path, body).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}
