//! The staff desk of the running program: accounts from the command line, the page, cookies, and emails in a folder.

use std::io::Write;
use std::process::Stdio;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::support::waiting::eventually;
use crate::test_server::{TestServer, clinic, read_json, run};

const PASSWORD: &str = "four odd words here";

fn add_staff(data: &str, name: &str, role: &str, password: &str) -> (i32, String, String) {
    let mut child = clinic()
        .args(["staff", "add", name, "--role", role, "--password-stdin", "--data", data])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("standard input").write_all(format!("{password}\n").as_bytes()).expect("written");
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn data(server: &TestServer) -> &str {
    server.data.path().to_str().expect("a path")
}

async fn sign_in(server: &TestServer) -> String {
    let login = json!({ "name": "Tonye", "password": PASSWORD });
    let response = server
        .request(Method::POST, "/api/desk/login")
        .body(login.to_string())
        .header("content-type", "application/json")
        .send()
        .await
        .expect("a response");
    assert_eq!(response.status(), StatusCode::OK);
    let cookie = response.headers()["set-cookie"].to_str().expect("text");
    cookie.split(';').next().expect("a pair").to_owned()
}

#[test]
fn command_line_adds_lists_and_disables_accounts() {
    let (_, folder) = TestServer::start(&[]).stop_and_keep_data();
    let data = folder.path().to_str().expect("a path");
    let list = || run(&["staff", "list", "--data", data]).1;
    assert!(list().contains("clinic staff add NAME --role owner"));
    let (code, stdout, _) = add_staff(data, "Tonye", "owner", PASSWORD);
    assert_eq!((code, stdout.as_str()), (0, "Tonye can now sign in at /desk as owner.\n"));
    let (code, _, stderr) = add_staff(data, "TONYE", "desk", PASSWORD);
    assert_eq!(code, 1);
    assert!(stderr.contains("already exists"), "{stderr}");
    for (weak, reason) in [
        ("short", "at least 12 characters"),
        ("password1234", "easy to guess: many people use it"),
        ("The Eye Clinic 2026", "easy to guess: it contains a name that belongs to the clinic"),
    ] {
        let (code, stdout, stderr) = add_staff(data, "Ngozi", "desk", weak);
        assert_eq!((code, stdout.as_str()), (2, ""), "{weak}");
        assert!(stderr.contains(reason), "{stderr}");
    }
    let (code, _, stderr) = run(&["staff", "add", "Ngozi", "--role", "boss", "--data", data]);
    assert_eq!(code, 2);
    assert!(stderr.contains("The role must be desk"), "{stderr}");
    add_staff(data, "Ngozi", "desk", PASSWORD);
    let listed = list();
    assert!(listed.starts_with("Ngozi (desk): never signed in\nTonye (owner, must set up two-step verification by "));
    assert!(listed.ends_with("M Nigerian time): never signed in\n"), "{listed}");
    let (code, stdout, _) = run(&["staff", "reset-two-step", "tonye", "--data", data]);
    assert!(code == 0 && stdout.contains("has to set up two-step verification by "), "{stdout}");
    let (code, _, stderr) = run(&["staff", "reset-two-step", "Nobody", "--data", data]);
    assert!(code == 1 && stderr.contains("There is no account with this name"), "{stderr}");
    assert_eq!(run(&["staff", "disable", "ngozi", "--data", data]).0, 0);
    assert!(list().contains("Ngozi (desk, disabled)"));
    let (code, _, stderr) = run(&["staff", "disable", "Tonye", "--data", data]);
    assert_eq!(code, 1);
    assert!(stderr.contains("last owner"), "{stderr}");
}

#[tokio::test]
async fn command_line_resets_a_password_by_link_or_directly() {
    let server = TestServer::start(&[]);
    add_staff(data(&server), "Tonye", "owner", "lamp river seven paper");
    let reset = |arguments: &[&str]| {
        let mut command = clinic();
        command.args(["staff", "reset-password"]).args(arguments).args(["--data", data(&server)]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let output = reset(&["tonye", "--site-url", "https://clinic.example"]).wait_with_output().expect("it ends");
    let stdout = String::from_utf8(output.stdout).expect("text");
    let link = stdout.lines().next().expect("a line");
    let token = link.strip_prefix("https://clinic.example/desk/reset-password#").expect("a link");
    assert!(stdout.contains("It works once, until "), "{stdout}");
    let response = server
        .request(Method::POST, "/api/desk/reset-password")
        .body(json!({ "token": token, "password": PASSWORD }).to_string())
        .header("content-type", "application/json")
        .send()
        .await
        .expect("a response");
    assert_eq!(response.status(), StatusCode::OK);
    let cookie = sign_in(&server).await;
    assert!(!server.log().contains(token), "the log must not contain the token: {}", server.log());

    let mut child = reset(&["Tonye", "--password-stdin"]);
    child.stdin.take().expect("standard input").write_all(b"window garden eleven blue\n").expect("written");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut child = reset(&["Tonye", "--password-stdin"]);
    child.stdin.take().expect("standard input").write_all(b"port harcourt 2026\n").expect("written");
    assert_eq!(child.wait().expect("it ends").code(), Some(2), "easy to guess");
    let me = server.request(Method::GET, "/api/desk/me").header("cookie", cookie).send().await.expect("a response");
    assert_eq!(me.status(), StatusCode::NO_CONTENT, "the sessions have ended");

    let output = reset(&["Nobody"]).wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("There is no account with this name"));
}

#[tokio::test]
async fn reset_of_a_lost_second_factor_on_the_machine_ends_the_sessions() {
    let server = TestServer::start(&[]);
    add_staff(data(&server), "Tonye", "owner", PASSWORD);
    let cookie = sign_in(&server).await;
    let (code, _, stderr) = run(&["staff", "reset-two-step", "Tonye", "--data", data(&server)]);
    assert_eq!(code, 0, "{stderr}");
    let me = server.request(Method::GET, "/api/desk/me").header("cookie", cookie).send().await.expect("a response");
    assert_eq!(me.status(), StatusCode::NO_CONTENT);
    sign_in(&server).await;
}

#[tokio::test]
async fn command_line_invites_a_colleague_with_a_link() {
    let server = TestServer::start(&[]);
    let invite = ["staff", "add", "Tonye", "--role", "owner", "--invite", "--data", data(&server)];
    let (code, stdout, stderr) = run(&[&invite[..], &["--site-url", "https://clinic.example"]].concat());
    assert_eq!(code, 0, "{stderr}");
    let link = stdout.lines().next().expect("a line");
    let token = link.strip_prefix("https://clinic.example/desk/reset-password#").expect("a link");
    assert!(stdout.contains("It works once, until "), "{stdout}");
    let (_, list, _) = run(&["staff", "list", "--data", data(&server)]);
    assert_eq!(list, "Tonye (owner): invited, has not chosen a password\n");
    let response = server
        .request(Method::POST, "/api/desk/reset-password")
        .body(json!({ "token": token, "password": PASSWORD }).to_string())
        .header("content-type", "application/json")
        .send()
        .await
        .expect("a response");
    assert_eq!(response.status(), StatusCode::OK);
    sign_in(&server).await;
    let (code, _, stderr) = run(&[&invite[..], &["--password-stdin"]].concat());
    assert_eq!(code, 2, "{stderr}");
}

#[test]
fn adding_an_account_without_a_terminal_requires_password_stdin() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().to_str().expect("a path");
    let (code, _, stderr) = run(&["staff", "add", "Ngozi", "--role", "desk", "--data", data]);
    assert_eq!(code, 1);
    assert!(stderr.contains("--password-stdin"), "{stderr}");
}

#[tokio::test]
async fn desk_is_available_after_the_first_account_without_a_restart() {
    let server = TestServer::start(&[]);
    for path in ["/desk", "/desk/", "/desk/people", "/api/desk/me"] {
        assert_eq!(server.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let hidden = server.get("/api/desk/me").await.text().await.expect("text");
    let unknown = server.get("/api/unknown").await.text().await.expect("text");
    assert_eq!(hidden, unknown, "the hidden desk answers like a call that does not exist");
    add_staff(data(&server), "Tonye", "owner", PASSWORD);
    for path in ["/desk", "/desk/", "/desk/people", "/desk/emails/failed"] {
        let response = server.get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let headers = response.headers().clone();
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers["x-robots-tag"], "noindex");
        assert_eq!(headers["x-frame-options"], "DENY");
        assert!(headers["permissions-policy"].to_str().expect("text").starts_with("camera=(self),"));
        let policy = headers["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        let html = response.text().await.expect("text");
        assert!(html.contains("<div id=\"root\"></div><noscript>") && html.contains("noindex"), "{html}");
        let script = html.split("type=\"module\" src=\"").nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!(server.get(script.expect("a script")).await.status(), StatusCode::OK);
    }
    assert_eq!(server.get("/api/desk/staff").await.status(), StatusCode::UNAUTHORIZED);
    let home = server.get("/home").await;
    assert!(home.headers()["permissions-policy"].to_str().expect("text").contains("camera=()"));
    assert!(!home.text().await.expect("text").contains("/desk"), "public pages do not link to the desk");
}

#[tokio::test]
async fn cross_origin_calls_are_rejected() {
    let server = TestServer::start(&[]);
    add_staff(data(&server), "Tonye", "owner", PASSWORD);
    let cookie = sign_in(&server).await;
    for path in ["/api/desk/login", "/api/desk/codes/redeem", "/api/desk/logout"] {
        for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
            let ask = server.request(Method::POST, path).header(name, value).header("cookie", &cookie);
            let response = ask.send().await.expect("a response");
            assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path} {name}");
            let error = read_json(response).await;
            assert_eq!(error["error"]["code"], "cross_origin");
        }
    }
    let me = server.request(Method::GET, "/api/desk/me").header("cookie", &cookie).send().await.expect("a response");
    assert_eq!(me.status(), StatusCode::OK, "still signed in");
}

#[tokio::test]
async fn cookies_are_bound_to_the_host_over_https() {
    let server = TestServer::start(&["--site-url", "https://clinic.example"]);
    add_staff(data(&server), "Tonye", "owner", PASSWORD);
    let login = json!({ "name": "Tonye", "password": PASSWORD });
    let response = server
        .request(Method::POST, "/api/desk/login")
        .body(login.to_string())
        .header("content-type", "application/json")
        .send()
        .await
        .expect("a response");
    let cookies: Vec<&str> =
        response.headers().get_all("set-cookie").iter().map(|cookie| cookie.to_str().expect("text")).collect();
    let [session, device] = cookies[..] else { panic!("{cookies:?}") };
    assert!(session.starts_with("__Host-desk=") && device.starts_with("__Host-desk-device-"), "{cookies:?}");
    for cookie in [session, device] {
        for attribute in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/"] {
            assert!(cookie.split("; ").any(|part| part == attribute), "{attribute} is missing in {cookie}");
        }
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
}

#[tokio::test]
async fn claim_is_shown_redeemed_and_erased_with_its_email_file() {
    let server = TestServer::start(&["--min-play", "1ms"]);
    add_staff(data(&server), "Tonye", "owner", PASSWORD);
    let cookie = sign_in(&server).await;
    let ask = |method: Method, path: &str| {
        let ask = server.request(method, &format!("/api/desk/{path}")).header("cookie", &cookie);
        async move { ask.send().await.expect("a response") }
    };
    server.claim("ada@example.com").await;

    let me = read_json(ask(Method::GET, "me").await).await;
    assert_eq!(me["mailTransport"], "file");
    let mail = read_json(ask(Method::GET, "mail?state=sent").await).await;
    let id = mail["mail"][0]["id"].as_str().expect("a mail").to_owned();
    let message = ask(Method::GET, &format!("mail/{id}/message")).await;
    assert_eq!(message.headers()["content-type"], "text/plain; charset=utf-8");
    let message = message.text().await.expect("text");
    assert!(message.contains("To: ada@example.com"), "{message}");
    assert_eq!(ask(Method::GET, "mail/nothing/message").await.status(), StatusCode::NOT_FOUND);
    let audit = read_json(ask(Method::GET, "audit").await).await;
    let newest = &audit["entries"][0];
    assert_eq!([&newest["actor"], &newest["action"], &newest["subject"]], ["Tonye", "open mail", id.as_str()]);

    let post = |path: &str, body: serde_json::Value| {
        let request = server.request(Method::POST, &format!("/api/desk/{path}")).header("cookie", &cookie);
        let request = request.header("content-type", "application/json").body(body.to_string());
        async move { request.send().await.expect("a response") }
    };
    let people = read_json(post("people/find", json!({ "query": "" })).await).await;
    let code = people["people"][0]["code"].as_str().expect("a code").to_owned();
    assert!(message.contains(&code), "the email contains the code");
    let used = read_json(post("codes/redeem", json!({ "code": code })).await).await;
    assert_eq!(used["usedBy"], "Tonye");

    let files = || std::fs::read_dir(server.data.path().join("mail")).expect("a folder").count();
    assert_eq!(files(), 1);
    assert_eq!(
        post("people/erase", json!({ "query": code, "names": [], "codes": true })).await.status(),
        StatusCode::NO_CONTENT
    );
    eventually("the file in the mail folder is deleted", || async { files() == 0 }).await;
    assert!(!server.log().contains(&code), "the log must not contain codes: {}", server.log());
}
