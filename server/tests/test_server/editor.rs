//! An editor who is signed in at the desk of a running server.

use std::io::Write;
use std::process::Stdio;

use reqwest::Method;
use serde_json::{Value, json};

use super::{TestServer, clinic};

const PASSWORD: &str = "four odd words here";

pub struct Editor {
    pub server: TestServer,
    cookie: String,
}

impl Editor {
    /// Adds the account of an editor and signs in. `database` are the flags of the server that name the database.
    pub async fn add_to(server: TestServer, database: &[&str]) -> Self {
        Self::add_with_role(server, database, "editor").await
    }

    pub async fn add_with_role(server: TestServer, database: &[&str], role: &str) -> Self {
        add_account(&server, database, role);
        let cookie = sign_in(&server).await;
        Self { server, cookie }
    }

    /// `None` when the server does not answer any more.
    pub async fn call(&self, method: Method, path: &str, version: &str, body: &Value) -> Option<(u16, Value)> {
        let request = self.server.request(method, &format!("/api/desk/{path}")).header("cookie", &self.cookie);
        let request = request.header("content-type", "application/json").header("if-match", format!("\"{version}\""));
        let response = request.body(body.to_string()).send().await.ok()?;
        let status = response.status().as_u16();
        Some((status, serde_json::from_str(&response.text().await.ok()?).ok()?))
    }

    /// Publishes the drafts that the editor saved last. `None` when the server does not answer any more.
    pub async fn publish_own(&self) -> Option<(u16, Value)> {
        let (_, checks) = self.call(Method::POST, "content/checks", "", &json!({ "documents": null })).await?;
        let publication = json!({ "note": "", "drafts": checks["drafts"] });
        self.call(Method::POST, "content/publish", "", &publication).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.call(Method::GET, path, "", &Value::Null).await.expect("an answer").1
    }
}

fn add_account(server: &TestServer, database: &[&str], role: &str) {
    let mut command = clinic();
    command.args(["staff", "add", "Ngozi", "--role", role, "--password-stdin", "--data"]);
    command.arg(server.data.path()).args(database).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("standard input").write_all(PASSWORD.as_bytes()).expect("written");
    assert!(child.wait().expect("the program ends").success());
}

async fn sign_in(server: &TestServer) -> String {
    let login = json!({ "name": "Ngozi", "password": PASSWORD }).to_string();
    let request = server.request(Method::POST, "/api/desk/login").header("content-type", "application/json");
    let response = request.body(login).send().await.expect("a response");
    assert_eq!(response.status().as_u16(), 200);
    let cookie = response.headers()["set-cookie"].to_str().expect("text");
    cookie.split(';').next().expect("a pair").to_owned()
}
