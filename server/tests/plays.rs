//! The game's API: starting and finishing plays, and attempts to cheat.

use std::time::Duration;

use axum::http::StatusCode;
use clinic_http::services::Settings;
use clinic_rules::game::PlayedGame;
use clinic_rules::rate_limit::Limits;
use serde_json::json;

use crate::support;
use crate::support::test_app::{TestApp, games, levels};

const JSON: &str = "application/json";
const FINISH: &str = "/api/plays/finish";

#[tokio::test]
async fn perfect_game_gets_a_proof() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    let response = app.finish(&play, &levels()).await;
    assert_eq!(response.status, StatusCode::OK);
    let body = response.json();
    assert_eq!((&body["found"], &body["total"], &body["perfect"]), (&11.into(), &11.into(), &true.into()));
    assert!(body["proof"].is_string());
}

fn finish_with(play: &str, found: &[Vec<u32>], game: &PlayedGame) -> String {
    json!({ "play": play, "found": found, "spots": *game.spots, "pictures": game.pictures }).to_string()
}

#[tokio::test]
async fn game_is_counted_against_the_spots_that_it_was_begun_with_when_the_last_picture_is_the_same() {
    let app = TestApp::open().await;
    let [_, earlier]: [PlayedGame; 2] = games().try_into().expect("two games");
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    let too_many = app.post(FINISH, JSON, finish_with(&play, &levels(), &earlier)).await;
    assert_eq!(too_many.error_code(), "too_many_spots");
    let never_shown = PlayedGame { spots: vec![vec![1]].into(), ..earlier.clone() };
    let unknown = app.post(FINISH, JSON, finish_with(&play, &[vec![1]], &never_shown)).await;
    assert_eq!((unknown.status, unknown.error_code().as_str()), (StatusCode::GONE, "expired_play"));
    let perfect = app.post(FINISH, JSON, finish_with(&play, &earlier.spots, &earlier)).await.json();
    assert_eq!((&perfect["total"], &perfect["perfect"]), (&10.into(), &true.into()));
}

#[tokio::test]
async fn result_that_is_sent_again_gets_the_first_answer_when_the_game_is_no_longer_known() {
    let app = TestApp::open().await;
    let [present, earlier]: [PlayedGame; 2] = games().try_into().expect("two games");
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    let send = |found: &[Vec<u32>]| app.post(FINISH, JSON, finish_with(&play, found, &earlier));
    let first = send(&earlier.spots).await;
    assert_eq!((first.status, &first.json()["perfect"]), (StatusCode::OK, &true.into()));
    *app.games.lock().expect("the games") = vec![present].into();
    app.clock.advance(Duration::from_secs(5));
    let again = send(&earlier.spots).await;
    assert_eq!((again.status, again.text), (StatusCode::OK, first.text));
    assert_eq!(send(&levels()).await.status, StatusCode::GONE, "another result");
    // A page that names no spots.
    let again = app.finish(&play, &earlier.spots).await;
    assert_eq!((again.status, &again.json()["perfect"]), (StatusCode::OK, &true.into()));
}

#[tokio::test]
async fn game_with_one_missed_spot_gets_no_proof() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    let response = app.finish(&play, &[vec![1], vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4]]).await;
    assert_eq!(response.text, r#"{"found":10,"total":11,"perfect":false,"proof":null}"#);
}

#[tokio::test]
async fn spot_found_twice_counts_once() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    let response = app.finish(&play, &[vec![1, 1], vec![2, 2, 2], vec![]]).await;
    assert_eq!(response.json()["found"], 2);
}

#[tokio::test]
async fn second_result_for_a_play_is_rejected() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(app.finish(&play, &[vec![], vec![], vec![]]).await.status, StatusCode::OK);
    let again = app.finish(&play, &levels()).await;
    assert_eq!((again.status, again.error_code().as_str()), (StatusCode::CONFLICT, "already_finished"));
}

#[tokio::test]
async fn sending_the_same_result_again_returns_the_same_proof() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    let first = app.finish(&play, &levels()).await;
    app.clock.advance(Duration::from_secs(5));
    let again = app.finish(&play, &levels()).await;
    assert!(again.json()["proof"].is_string());
    assert_eq!((again.status, again.text), (StatusCode::OK, first.text));
}

#[tokio::test]
async fn result_that_came_too_fast_can_be_sent_again_later() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.advance(Duration::from_millis(1_500));
    let fast = app.finish(&play, &levels()).await;
    assert_eq!((fast.status, fast.error_code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "too_fast"));
    assert_eq!(fast.headers["retry-after"], "3");
    app.clock.advance(Duration::from_secs(3));
    assert_eq!(app.finish(&play, &levels()).await.json()["perfect"], true);
}

#[tokio::test]
async fn tokens_are_valid_after_a_restart_and_on_other_instances() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let url = support::databases::sqlite(&folder);
    let first = TestApp::on(&url, 1, Settings::default(), None).await;
    let play = first.start().await;
    let second = TestApp::on(&url, 2, Settings::default(), None).await;
    second.clock.advance(Duration::from_secs(30));
    assert_eq!(second.finish(&play, &levels()).await.status, StatusCode::OK);
    let replayed = first.finish(&play, &levels()).await;
    assert_eq!(
        replayed.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "no time has passed on the clock of the first instance"
    );
    first.clock.advance(Duration::from_secs(30));
    assert_eq!(first.finish(&play, &levels()).await.status, StatusCode::OK, "the same result was sent again");
    let different = first.finish(&play, &[vec![], vec![], vec![]]).await;
    assert_eq!(different.status, StatusCode::CONFLICT, "a different result");
}

#[tokio::test]
async fn forged_and_expired_tokens_are_rejected() {
    let app = TestApp::open().await;
    let play = app.start().await;
    let proof = app.win().await;
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let other_site = TestApp::on(&support::databases::sqlite(&folder), 77, Settings::default(), None).await;
    app.clock.advance(Duration::from_secs(30));
    for (token, status, code) in [
        ("", StatusCode::BAD_REQUEST, "malformed_token"),
        ("v1.nonsense", StatusCode::BAD_REQUEST, "malformed_token"),
        (proof.as_str(), StatusCode::BAD_REQUEST, "invalid_signature"),
        (&format!("v1.AAAA{}", &play[7..]), StatusCode::BAD_REQUEST, "invalid_signature"),
        (&other_site.start().await, StatusCode::BAD_REQUEST, "invalid_signature"),
    ] {
        let response = app.finish(token, &levels()).await;
        assert_eq!((response.status, response.error_code().as_str()), (status, code), "{token}");
    }
    app.clock.advance(Duration::from_hours(24));
    let expired = app.finish(&play, &levels()).await;
    assert_eq!((expired.status, expired.error_code().as_str()), (StatusCode::GONE, "expired_play"));
}

#[tokio::test]
async fn results_that_do_not_fit_the_levels_are_rejected_and_not_stored() {
    let app = TestApp::open().await;
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    for (found, code) in [
        (vec![vec![1]], "wrong_level_count"),
        (vec![vec![1], vec![], vec![], vec![]], "wrong_level_count"),
        (vec![vec![1, 2], vec![], vec![]], "too_many_spots"),
        (vec![vec![], vec![77], vec![]], "unknown_spot"),
    ] {
        let response = app.finish(&play, &found).await;
        assert_eq!((response.status, response.error_code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, code));
    }
    assert_eq!(app.finish(&play, &levels()).await.status, StatusCode::OK, "the play was still unused");
}

#[tokio::test]
async fn large_and_malformed_json_is_rejected() {
    let app = TestApp::open().await;
    for body in ["", "null", "{", "[]", r#"{"play":1,"found":[]}"#, r#"{"play":"x","found":[[-1]]}"#, r#"{"play":"x"}"#]
    {
        let response = app.post(FINISH, JSON, body).await;
        assert_eq!((response.status, response.error_code().as_str()), (StatusCode::BAD_REQUEST, "malformed"), "{body}");
    }
    let deep = "[".repeat(10_000);
    assert_eq!(app.post(FINISH, JSON, deep).await.status, StatusCode::BAD_REQUEST);
    let large = app.post(FINISH, JSON, vec![b' '; 20_000]).await;
    assert_eq!((large.status, large.error_code().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    let text = app.post(FINISH, "text/plain", "{}").await;
    assert_eq!((text.status, text.error_code().as_str()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json"));
}

#[tokio::test]
async fn too_many_games_from_one_network_are_rate_limited() {
    let limits = Limits { plays_per_client_hour: 1, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    app.start().await;
    let response = app.post("/api/plays", JSON, "").await;
    assert_eq!((response.status, response.error_code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "rate_limited"));
    assert_eq!(response.headers["retry-after"], "3300");
}

#[tokio::test]
async fn too_many_results_from_one_network_are_rate_limited() {
    let limits = Limits { finishes_per_client_hour: 2, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    let play = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(app.finish(&play, &levels()).await.status, StatusCode::OK);
    assert_eq!(app.finish(&play, &levels()).await.status, StatusCode::OK, "the same result again");
    let response = app.finish(&play, &levels()).await;
    assert_eq!((response.status, response.error_code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "rate_limited"));
    assert!(response.headers.contains_key("retry-after"));
    assert!(response.text.contains("Too many results were sent from your network."), "{}", response.text);
    app.clock.advance(Duration::from_hours(1));
    assert_eq!(app.finish(&play, &levels()).await.status, StatusCode::OK, "the limit ends with the hour");
}

#[tokio::test]
async fn finished_games_of_all_clients_are_limited_and_none_is_lost() {
    let limits = Limits { finished_games_per_hour: 1, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    let (first, second) = (app.start().await, app.start().await);
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(app.finish(&first, &levels()).await.status, StatusCode::OK);
    let response = app.finish(&second, &levels()).await;
    assert_eq!((response.status, response.error_code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "rate_limited"));
    assert!(response.headers.contains_key("retry-after"));
    assert!(response.text.contains("Please send your result again in 55 minutes."), "{}", response.text);
    assert_eq!(app.finish(&first, &levels()).await.status, StatusCode::OK, "a result that is stored needs no place");
    app.clock.advance(Duration::from_hours(1));
    assert_eq!(app.finish(&second, &levels()).await.status, StatusCode::OK, "the limit ends with the hour");
}
