//! The staff desk in the real program: accounts from the command line, the document, cookies, and mail in a folder.

mod test_server;

use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use test_server::{TestServer, clinic, run};

const PASSWORD: &str = "four odd words here";

fn add(data: &str, name: &str, role: &str, password: &str) -> (i32, String, String) {
    let mut adding = clinic()
        .args(["staff", "add", name, "--role", role, "--password-stdin", "--data", data])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    adding.stdin.take().expect("standard input").write_all(format!("{password}\n").as_bytes()).expect("written");
    let done = adding.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (done.status.code().unwrap_or(-1), text(done.stdout), text(done.stderr))
}

fn data(server: &TestServer) -> &str {
    server.data.path().to_str().expect("a path")
}

async fn sign_in(server: &TestServer) -> String {
    let login = json!({ "name": "Tonye", "password": PASSWORD });
    let answer = server
        .request(Method::POST, "/api/desk/login")
        .body(login.to_string())
        .header("content-type", "application/json")
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    let cookie = answer.headers()["set-cookie"].to_str().expect("text");
    cookie.split(';').next().expect("a pair").to_owned()
}

async fn json_of(answer: Response) -> Value {
    serde_json::from_str(&answer.text().await.expect("text")).expect("JSON")
}

#[test]
fn accounts_are_added_listed_and_disabled_from_the_command_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().to_str().expect("a path");
    let list = || run(&["staff", "list", "--data", data]).1;
    assert!(list().contains("clinic staff add NAME --role owner"));
    let (code, said, _) = add(data, "Tonye", "owner", PASSWORD);
    assert_eq!((code, said.as_str()), (0, "Tonye can now sign in at /desk as owner.\n"));
    let (code, _, complaint) = add(data, "TONYE", "desk", PASSWORD);
    assert_eq!(code, 1);
    assert!(complaint.contains("already exists"), "{complaint}");
    let (code, _, complaint) = add(data, "Ngozi", "desk", "short");
    assert_eq!(code, 1);
    assert!(complaint.contains("at least 12 characters"), "{complaint}");
    let (code, _, complaint) = run(&["staff", "add", "Ngozi", "--role", "boss", "--data", data]);
    assert_eq!(code, 2);
    assert!(complaint.contains("There are two roles"), "{complaint}");
    add(data, "Ngozi", "desk", PASSWORD);
    assert_eq!(list(), "Ngozi (desk): never signed in\nTonye (owner): never signed in\n");
    assert_eq!(run(&["staff", "disable", "ngozi", "--data", data]).0, 0);
    assert!(list().contains("Ngozi (desk, disabled)"));
    let (code, _, complaint) = run(&["staff", "disable", "Tonye", "--data", data]);
    assert_eq!(code, 1);
    assert!(complaint.contains("last owner"), "{complaint}");
}

#[test]
fn a_password_is_not_asked_for_where_nobody_can_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().to_str().expect("a path");
    let (code, _, complaint) = run(&["staff", "add", "Ngozi", "--role", "desk", "--data", data]);
    assert_eq!(code, 1);
    assert!(complaint.contains("--password-stdin"), "{complaint}");
}

#[tokio::test]
async fn the_desk_opens_with_the_first_account_and_without_a_restart() {
    let server = TestServer::start(&[]);
    for path in ["/desk", "/desk/", "/desk/people", "/api/desk/me"] {
        assert_eq!(server.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    add(data(&server), "Tonye", "owner", PASSWORD);
    for path in ["/desk", "/desk/", "/desk/people", "/desk/mail/room"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let headers = answer.headers().clone();
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers["x-robots-tag"], "noindex");
        assert_eq!(headers["x-frame-options"], "DENY");
        assert!(headers["permissions-policy"].to_str().expect("text").starts_with("camera=(self),"));
        let policy = headers["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        let html = answer.text().await.expect("text");
        assert!(html.contains("<div id=\"root\"></div><noscript>") && html.contains("noindex"), "{html}");
        let script = html.split("type=\"module\" src=\"").nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!(server.get(script.expect("a script")).await.status(), StatusCode::OK);
    }
    assert_eq!(server.get("/api/desk/me").await.status(), StatusCode::UNAUTHORIZED);
    let home = server.get("/home").await;
    assert!(home.headers()["permissions-policy"].to_str().expect("text").contains("camera=()"));
    assert!(!home.text().await.expect("text").contains("/desk"), "nothing public leads there");
}

#[tokio::test]
async fn another_sites_page_can_neither_sign_in_nor_redeem() {
    let server = TestServer::start(&[]);
    add(data(&server), "Tonye", "owner", PASSWORD);
    let cookie = sign_in(&server).await;
    for path in ["/api/desk/login", "/api/desk/codes/EYE5-0000-0000/redeem", "/api/desk/logout"] {
        for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
            let ask = server.request(Method::POST, path).header(name, value).header("cookie", &cookie);
            let answer = ask.send().await.expect("an answer");
            assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{path} {name}");
            let error = json_of(answer).await;
            assert_eq!(error["error"]["code"], "foreign_origin");
        }
    }
    let me = server.request(Method::GET, "/api/desk/me").header("cookie", &cookie).send().await.expect("an answer");
    assert_eq!(me.status(), StatusCode::OK, "still signed in");
}

#[tokio::test]
async fn over_https_the_cookie_is_bound_to_the_host() {
    let server = TestServer::start(&["--site-url", "https://clinic.example"]);
    add(data(&server), "Tonye", "owner", PASSWORD);
    let login = json!({ "name": "Tonye", "password": PASSWORD });
    let answer = server
        .request(Method::POST, "/api/desk/login")
        .body(login.to_string())
        .header("content-type", "application/json")
        .send()
        .await
        .expect("an answer");
    let cookie = answer.headers()["set-cookie"].to_str().expect("text");
    assert!(cookie.starts_with("__Host-desk="), "{cookie}");
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict; Secure"), "{cookie}");
}

#[tokio::test]
async fn a_claim_is_read_in_the_mail_room_redeemed_and_erased_to_the_last_file() {
    let server = TestServer::start(&["--min-play", "1ms"]);
    add(data(&server), "Tonye", "owner", PASSWORD);
    let cookie = sign_in(&server).await;
    let ask = |method: Method, path: &str| {
        let ask = server.request(method, &format!("/api/desk/{path}")).header("cookie", &cookie);
        async move { ask.send().await.expect("an answer") }
    };
    claim(&server, "ada@example.com").await;

    let me = json_of(ask(Method::GET, "me").await).await;
    assert_eq!(me["mailTransport"], "file");
    let mail = json_of(ask(Method::GET, "mail?state=sent").await).await;
    let id = mail["mail"][0]["id"].as_str().expect("a mail").to_owned();
    let message = ask(Method::GET, &format!("mail/{id}/message")).await;
    assert_eq!(message.headers()["content-type"], "text/plain; charset=utf-8");
    let message = message.text().await.expect("text");
    assert!(message.contains("To: ada@example.com"), "{message}");

    let people = json_of(ask(Method::GET, "people").await).await;
    let code = people["people"][0]["code"].as_str().expect("a code").to_owned();
    assert!(message.contains(&code), "the mail carries the code");
    let used = json_of(ask(Method::POST, &format!("codes/{code}/redeem")).await).await;
    assert_eq!(used["usedBy"], "Tonye");

    let files = || std::fs::read_dir(server.data.path().join("mail")).expect("a folder").count();
    assert_eq!(files(), 1);
    assert_eq!(ask(Method::DELETE, &format!("people/{code}")).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(files(), 0, "the copy in the folder is gone too");
    assert!(!server.log().contains(&code), "a code is money and no word for a log: {}", server.log());
}

/// Plays a perfect game and claims, as the page does.
async fn claim(server: &TestServer, address: &str) {
    let started = json_of(server.request(Method::POST, "/api/plays").send().await.expect("begun")).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    let page = json_of(server.get("/data/visionTest.json").await).await;
    let levels = page["page"]["game"]["levels"].as_array().expect("levels");
    let ids = |level: &Value| level["spots"].as_array().expect("spots").iter().map(|spot| spot["id"].clone()).collect();
    let found: Vec<Vec<Value>> = levels.iter().map(ids).collect();
    let finish = json!({ "play": started["play"], "found": found });
    let finished = server
        .request(Method::POST, "/api/plays/finish")
        .body(finish.to_string())
        .header("content-type", "application/json")
        .send()
        .await
        .expect("an answer");
    let finished = json_of(finished).await;
    let proof = finished["proof"].as_str().expect("a proof").to_owned();
    let form = reqwest::multipart::Form::new()
        .text("email", address.to_owned())
        .text("proof", proof)
        .text("service_id", "clinic")
        .text("template_id", "discount")
        .text("user_id", "website");
    let sent =
        server.request(Method::POST, "/api/v1.0/email/send-form").multipart(form).send().await.expect("an answer");
    assert_eq!(sent.text().await.expect("text"), "OK");
}
