//! A game, from its start to its proof, and every way of cheating at it.

mod support;

use axum::http::StatusCode;
use clinic::http::services::Settings;
use clinic::rate_limit::Limits;
use std::time::Duration;
use support::test_app::{TestApp, levels};

const JSON: &str = "application/json";
const FINISH: &str = "/api/plays/finish";

#[tokio::test]
async fn a_perfect_game_earns_a_proof() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.pass(Duration::from_secs(30));
    let answer = app.finish(&play, &levels()).await;
    assert_eq!(answer.status, StatusCode::OK);
    let body = answer.json();
    assert_eq!((&body["found"], &body["total"], &body["perfect"]), (&11.into(), &11.into(), &true.into()));
    assert!(body["proof"].is_string());
}

#[tokio::test]
async fn a_game_with_one_spot_missed_earns_no_proof() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.pass(Duration::from_secs(30));
    let answer = app.finish(&play, &[vec![1], vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4]]).await;
    assert_eq!(answer.text, r#"{"found":10,"total":11,"perfect":false,"proof":null}"#);
}

#[tokio::test]
async fn a_spot_found_twice_counts_once() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.pass(Duration::from_secs(30));
    let answer = app.finish(&play, &[vec![1, 1], vec![2, 2, 2], vec![]]).await;
    assert_eq!(answer.json()["found"], 2);
}

#[tokio::test]
async fn a_result_is_taken_once() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.pass(Duration::from_secs(30));
    assert_eq!(app.finish(&play, &[vec![], vec![], vec![]]).await.status, StatusCode::OK);
    let again = app.finish(&play, &levels()).await;
    assert_eq!((again.status, again.error().as_str()), (StatusCode::CONFLICT, "already_finished"));
}

#[tokio::test]
async fn a_winner_whose_answer_was_lost_asks_again_and_gets_the_same_proof() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.pass(Duration::from_secs(30));
    let lost = app.finish(&play, &levels()).await;
    app.clock.pass(Duration::from_secs(5));
    let again = app.finish(&play, &levels()).await;
    assert!(again.json()["proof"].is_string());
    assert_eq!((again.status, again.text), (StatusCode::OK, lost.text));
}

#[tokio::test]
async fn a_game_too_fast_to_be_true_may_be_sent_again_a_little_later() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.pass(Duration::from_millis(1_500));
    let fast = app.finish(&play, &levels()).await;
    assert_eq!((fast.status, fast.error().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "too_fast"));
    assert_eq!(fast.headers["retry-after"], "3");
    app.clock.pass(Duration::from_secs(3));
    assert_eq!(app.finish(&play, &levels()).await.json()["perfect"], true);
}

#[tokio::test]
async fn tokens_survive_a_restart_and_are_shared_by_instances() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let url = support::databases::sqlite(&folder);
    let first = TestApp::on(&url, 1, Settings::default(), None).await;
    let play = first.start().await;
    let second = TestApp::on(&url, 2, Settings::default(), None).await;
    second.clock.pass(Duration::from_secs(30));
    assert_eq!(second.finish(&play, &levels()).await.status, StatusCode::OK);
    let replayed = first.finish(&play, &levels()).await;
    assert_eq!(replayed.status, StatusCode::UNPROCESSABLE_ENTITY, "its own clock says that no time has passed");
    first.clock.pass(Duration::from_secs(30));
    assert_eq!(first.finish(&play, &levels()).await.status, StatusCode::OK, "the same result, told again");
    let other = first.finish(&play, &[vec![], vec![], vec![]]).await;
    assert_eq!(other.status, StatusCode::CONFLICT, "another result");
}

#[tokio::test]
async fn forged_foreign_and_expired_tokens_are_refused() {
    let app = TestApp::open().await;
    let play = app.start().await;
    let proof = app.win().await;
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let elsewhere = TestApp::on(&support::databases::sqlite(&folder), 77, Settings::default(), None).await;
    app.clock.pass(Duration::from_secs(30));
    for (token, status, code) in [
        ("", StatusCode::BAD_REQUEST, "not_a_play"),
        ("v1.nonsense", StatusCode::BAD_REQUEST, "not_a_play"),
        (proof.as_str(), StatusCode::BAD_REQUEST, "foreign_play"),
        (&format!("v1.AAAA{}", &play[7..]), StatusCode::BAD_REQUEST, "foreign_play"),
        (&elsewhere.start().await, StatusCode::BAD_REQUEST, "foreign_play"),
    ] {
        let answer = app.finish(token, &levels()).await;
        assert_eq!((answer.status, answer.error().as_str()), (status, code), "{token}");
    }
    app.clock.pass(Duration::from_hours(24));
    let old = app.finish(&play, &levels()).await;
    assert_eq!((old.status, old.error().as_str()), (StatusCode::GONE, "expired_play"));
}

#[tokio::test]
async fn results_that_do_not_fit_the_levels_are_refused_and_not_stored() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.pass(Duration::from_secs(30));
    for (found, code) in [
        (vec![vec![1]], "wrong_levels"),
        (vec![vec![1], vec![], vec![], vec![]], "wrong_levels"),
        (vec![vec![1, 2], vec![], vec![]], "more_than_exist"),
        (vec![vec![], vec![77], vec![]], "unknown_spot"),
    ] {
        let answer = app.finish(&play, &found).await;
        assert_eq!((answer.status, answer.error().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, code));
    }
    assert_eq!(app.finish(&play, &levels()).await.status, StatusCode::OK, "the play was still unused");
}

#[tokio::test]
async fn huge_and_malformed_json_is_refused() {
    let app = TestApp::open().await;
    for body in ["", "null", "{", "[]", r#"{"play":1,"found":[]}"#, r#"{"play":"x","found":[[-1]]}"#, r#"{"play":"x"}"#]
    {
        let answer = app.post(FINISH, JSON, body).await;
        assert_eq!((answer.status, answer.error().as_str()), (StatusCode::BAD_REQUEST, "malformed"), "{body}");
    }
    let deep = "[".repeat(10_000);
    assert_eq!(app.post(FINISH, JSON, deep).await.status, StatusCode::BAD_REQUEST);
    let huge = app.post(FINISH, JSON, vec![b' '; 20_000]).await;
    assert_eq!((huge.status, huge.error().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    let text = app.post(FINISH, "text/plain", "{}").await;
    assert_eq!((text.status, text.error().as_str()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json"));
}

#[tokio::test]
async fn too_many_games_from_one_network_are_asked_to_wait() {
    let limits = Limits { plays_per_client_hour: 1, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    app.start().await;
    let answer = app.post("/api/plays", JSON, "").await;
    assert_eq!((answer.status, answer.error().as_str()), (StatusCode::TOO_MANY_REQUESTS, "too_many"));
    assert_eq!(answer.headers["retry-after"], "3300");
}
