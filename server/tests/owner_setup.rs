//! The link with which the first owner creates the account. `clinic serve` prints it while there is no owner.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use clinic_rules::staff::{ResetToken, Role};
use clinic_runtime::clock::Clock;
use serde_json::{Value, json};

use crate::support::desk_client::PASSWORD;
use crate::support::test_app::{TestApp, TestResponse};
use crate::test_server::{TestServer, clinic};

async fn offer(app: &TestApp, random: u8) -> (Option<jiff::Timestamp>, String) {
    let token = ResetToken::new([random; 32]);
    let expires = app.services.store.offer_owner_setup(&token, app.clock.now()).await.expect("stored");
    (expires, token.setup_path().split('#').next_back().expect("a fragment").to_owned())
}

async fn create(app: &TestApp, token: &str, name: &str) -> TestResponse {
    let body = json!({ "token": token, "name": name, "password": PASSWORD });
    app.request(None, Method::POST, "/api/desk/setup", body).await
}

#[tokio::test]
async fn link_creates_the_owner_once() {
    let app = TestApp::open().await;
    assert_eq!(create(&app, "x", "Tonye").await.error_code(), "not_found");
    let (expires, token) = offer(&app, 1).await;
    assert_eq!(expires, Some(app.clock.now() + Duration::from_hours(1)));
    // The rest of the desk stays hidden.
    assert_eq!(app.attempt_sign_in("Tonye", PASSWORD).await.error_code(), "not_found");
    let open = json!({ "token": token });
    assert_eq!(app.request(None, Method::POST, "/api/desk/setup/open", open.clone()).await.status, 204);
    let weak = json!({ "token": token, "name": "Tonye", "password": "password" });
    assert_eq!(app.request(None, Method::POST, "/api/desk/setup", weak).await.error_code(), "weak_password");
    assert_eq!(create(&app, &token, "!").await.error_code(), "invalid_name");

    let created = create(&app, &token, "Tonye").await;
    assert_eq!((created.status, &created.json()["name"]), (StatusCode::CREATED, &json!("Tonye")));
    let session = app.sign_in("Tonye").await;
    assert_eq!(app.desk_get(&session, "me").await.json()["role"], "owner");
    for response in
        [create(&app, &token, "Mallory").await, app.request(None, Method::POST, "/api/desk/setup/open", open).await]
    {
        assert_eq!((response.status, response.error_code().as_str()), (StatusCode::GONE, "invalid_link"));
    }
    assert_eq!(offer(&app, 2).await.0, None, "there is an owner already");
}

#[tokio::test]
async fn link_expires_is_replaced_and_is_useless_when_there_is_an_owner() {
    let app = TestApp::open().await;
    let (_, first) = offer(&app, 1).await;
    let (_, second) = offer(&app, 2).await;
    assert_eq!(create(&app, &first, "Tonye").await.error_code(), "invalid_link");
    app.clock.advance(Duration::from_secs(3601));
    assert_eq!(create(&app, &second, "Tonye").await.error_code(), "invalid_link", "the page says that it has expired");
    assert_eq!(app.attempt_sign_in("Tonye", PASSWORD).await.error_code(), "not_found", "the desk stays hidden");
    let (_, third) = offer(&app, 3).await;
    app.add_staff("Ada", Role::Owner).await;
    assert_eq!(create(&app, &third, "Tonye").await.error_code(), "invalid_link");
}

#[tokio::test]
async fn accounts_without_an_owner_do_not_stop_the_link() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let (_, token) = offer(&app, 1).await;
    assert_eq!(create(&app, &token, "Ngozi").await.error_code(), "name_taken");
    assert_eq!(create(&app, &token, "Tonye").await.status, StatusCode::CREATED);
}

/// Starts the server on a data folder and returns what it prints until the link.
fn printed_link(data: &std::path::Path) -> String {
    let mut server = clinic()
        .env("CLINIC_LISTEN", "127.0.0.1:0")
        .args(["serve", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let lines = BufReader::new(server.stdout.take().expect("standard output")).lines();
    let lines: Vec<String> = lines.take(3).map(|line| line.expect("a line")).collect();
    server.kill().expect("killed");
    server.wait().expect("ended");
    assert!(lines[0].starts_with("Serving the site at http://"), "{lines:?}");
    assert!(lines[1].starts_with("There is no owner yet.") && lines[1].contains("It works once, until "), "{lines:?}");
    lines[2].clone()
}

#[tokio::test]
async fn link_is_in_a_private_file_instead_of_the_journal() {
    let data = tempfile::tempdir().expect("a folder");
    let file = data.path().join("owner-setup-link.txt");
    let mut server = clinic()
        .env("CLINIC_LISTEN", "127.0.0.1:0")
        .env("JOURNAL_STREAM", "9:12345")
        .args(["serve", "--data"])
        .arg(data.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut output = BufReader::new(server.stdout.take().expect("standard output"));
    let (mut address, mut hint) = (String::new(), String::new());
    output.read_line(&mut address).expect("a line");
    output.read_line(&mut hint).expect("a line");
    assert_eq!(
        hint,
        format!(
            "There is no owner yet. The link to create the account is in a file. Run: sudo cat {}\n",
            file.display()
        )
    );
    let link = fs::read_to_string(&file).expect("the file");
    assert!(link.contains("/desk/setup#") && link.contains("It works once, until "), "{link}");
    assert_eq!(fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o600);
    server.kill().expect("killed");
    let ended = server.wait_with_output().expect("ended");
    let (mut rest, log) = (String::new(), String::from_utf8_lossy(&ended.stderr));
    output.read_to_string(&mut rest).expect("text");
    assert!(!format!("{address}{rest}{log}").contains("setup#"), "{rest}{log}");

    let server = TestServer::start_in(data, &[]);
    assert!(!file.exists(), "this link is on the terminal");
    drop(server);
}

#[tokio::test]
async fn server_prints_a_new_link_at_every_start_until_there_is_an_owner() {
    let data = tempfile::tempdir().expect("a folder");
    let (first, second) = (printed_link(data.path()), printed_link(data.path()));
    assert!(first.starts_with("http://127.0.0.1:") && first.contains("/desk/setup#"), "{first}");
    assert_ne!(first, second);

    let server = TestServer::start_in(data, &[]);
    assert_eq!(server.get("/desk").await.status().as_u16(), 404);
    assert_eq!(server.get("/desk/setup").await.status().as_u16(), 200);
    // This start has replaced the link.
    let token = second.split('#').next_back().expect("a fragment");
    let request = server.request(reqwest::Method::POST, "/api/desk/setup/open");
    let body = json!({ "token": token }).to_string();
    let response = request.header("content-type", "application/json").body(body).send().await.expect("a response");
    assert_eq!(response.status().as_u16(), 410);
    let error: Value = serde_json::from_str(&response.text().await.expect("text")).expect("JSON");
    assert!(error["error"]["message"].as_str().is_some_and(|text| text.contains("Restart the server")), "{error}");
}
