//! Runs the built binary on a free port with a temporary data folder, and stops it at the end of the test.

pub mod editor;
pub mod http2;
pub mod tls;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};

use crate::support::waiting::{LIMIT, eventually};

/// For a server that draws the game's pictures.
pub const DRAW_AT_ONCE: [&str; 2] = ["--drawing-delay", "0s"];

pub struct TestServer {
    process: Child,
    /// `http://127.0.0.1:PORT`
    pub address: String,
    /// `127.0.0.1:PORT` of the HTTPS listener, or empty.
    pub tls_host: String,
    pub data: tempfile::TempDir,
    log: Arc<Mutex<String>>,
    client: Client,
}

impl TestServer {
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().expect("a temporary folder"), arguments)
    }

    /// Starts on a data folder that may already contain a database.
    pub fn start_in(data: tempfile::TempDir, arguments: &[&str]) -> Self {
        let mut process = clinic()
            .env("CLINIC_LISTEN", "127.0.0.1:0")
            // What costs seconds of the processor, and few tests need. They pass `DRAW_AT_ONCE`.
            .env("CLINIC_DRAWING_DELAY", "1h")
            .env("CLINIC_COMPRESSION_DELAY", "1h")
            .args(["serve", "--data"])
            .arg(data.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let log = collect(process.stderr.take().expect("standard error"));
        let mut first_line = String::new();
        BufReader::new(process.stdout.take().expect("standard output")).read_line(&mut first_line).expect("a line");
        let address = first_line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("no address; the log is: {}", log.lock().expect("the log")));
        let address = address.trim_end_matches('/').to_owned();
        let tls_host = first_line.split_whitespace().find_map(|word| word.strip_prefix("https://"));
        let tls_host = tls_host.unwrap_or_default().trim_end_matches(['/', ',']).to_owned();
        let _ = rustls::crypto::ring::default_provider().install_default();
        // A new connection for each request: the server closes one that is idle for ten seconds, and on a machine that
        // stands still this can be the moment in which the next request is written to it.
        let client = Client::builder().redirect(Policy::none()).pool_max_idle_per_host(0).build().expect("a client");
        Self { process, address, tls_host, data, log, client }
    }

    /// Serves HTTPS as well, with the certificate of the folder.
    pub fn start_with_tls(certificate: &tls::CertificateFolder, arguments: &[&str]) -> Self {
        let flags = certificate.flags();
        Self::start(&[&flags.iter().map(String::as_str).collect::<Vec<_>>()[..], arguments].concat())
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.address))
    }

    pub async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.expect("a response")
    }

    pub async fn get_text(&self, path: &str) -> String {
        self.get(path).await.text().await.expect("text")
    }

    /// Plays a perfect game and claims the code, as the page does. The server needs `--min-play 1ms`.
    pub async fn claim(&self, address: &str) {
        let started = read_json(self.request(Method::POST, "/api/plays").send().await.expect("a response")).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        let page = read_json(self.get("/data/visionTest.json").await).await;
        let levels = page["page"]["game"]["levels"].as_array().expect("levels");
        let ids =
            |level: &Value| level["spots"].as_array().expect("spots").iter().map(|spot| spot["id"].clone()).collect();
        let found: Vec<Vec<Value>> = levels.iter().map(ids).collect();
        let finish = json!({ "play": started["play"], "found": found }).to_string();
        let finish = self.request(Method::POST, "/api/plays/finish").body(finish);
        let finished =
            read_json(finish.header("content-type", "application/json").send().await.expect("a response")).await;
        let form = reqwest::multipart::Form::new()
            .text("email", address.to_owned())
            .text("proof", finished["proof"].as_str().expect("a proof").to_owned())
            .text("service_id", "clinic")
            .text("template_id", "discount")
            .text("user_id", "website");
        let sent = self.request(Method::POST, "/api/v1.0/email/send-form").multipart(form).send().await;
        assert_eq!(sent.expect("a response").text().await.expect("text"), "OK");
    }

    /// Standard error so far.
    pub fn log(&self) -> String {
        self.log.lock().expect("the log").clone()
    }

    /// Waits for a text in the log. False when it does not come.
    pub async fn logs(&self, text: &str) -> bool {
        let start = Instant::now();
        while start.elapsed() < LIMIT {
            if self.log().contains(text) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        false
    }

    /// `logs` for tests without a runtime.
    pub fn logs_blocking(&self, text: &str) -> bool {
        let start = Instant::now();
        while start.elapsed() < LIMIT {
            if self.log().contains(text) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// Waits until the database answers the health check, which gives it a second.
    pub async fn wait_until_healthy(&self) {
        eventually("a good health check", async || self.get("/healthz").await.status() == 200).await;
    }

    /// Sends SIGTERM and waits until the server has noticed it: then it accepts no more connections.
    pub fn begin_shutdown(&self) {
        self.signal("TERM");
        let start = Instant::now();
        while std::net::TcpStream::connect(self.host()).is_ok() {
            assert!(start.elapsed() < LIMIT, "the server still accepts connections");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    pub fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    pub fn signal(&self, name: &str) {
        let pid = self.process.id().to_string();
        Command::new("kill").args([&format!("-{name}"), &pid]).status().expect("kill runs");
    }

    /// Sends SIGTERM, waits for the process to end and returns its exit code.
    pub fn stop(self) -> i32 {
        self.stop_and_keep_data().0
    }

    /// Like `stop`. The data folder is deleted when the second value is dropped.
    pub fn stop_and_keep_data(mut self) -> (i32, tempfile::TempDir) {
        self.signal("TERM");
        let code = self.process.wait().expect("an exit status").code().unwrap_or(-1);
        let empty = tempfile::tempdir().expect("a temporary folder");
        (code, std::mem::replace(&mut self.data, empty))
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub async fn read_json(response: Response) -> Value {
    serde_json::from_str(&response.text().await.expect("text")).expect("JSON")
}

/// Reads whole lines in the background: a full pipe would block the server.
fn collect(stream: impl Read + Send + 'static) -> Arc<Mutex<String>> {
    let log = Arc::new(Mutex::new(String::new()));
    let collected = Arc::clone(&log);
    std::thread::spawn(move || {
        let (mut stream, mut line) = (BufReader::new(stream), Vec::new());
        while stream.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            collected.lock().expect("the log").push_str(&String::from_utf8_lossy(&line));
            line.clear();
        }
    });
    log
}

/// The built binary, without `CLINIC_…` variables and /etc/clinic.env of this machine.
pub fn clinic() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clinic"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CLINIC_")) {
        command.env_remove(name);
    }
    command.env("CLINIC_ENV_FILE", "/dev/null");
    command
}

/// Runs a command to its end: exit code, standard output, standard error. A server that starts where an error was expected
/// is killed; the exit code is then -1.
pub fn run(arguments: &[&str]) -> (i32, String, String) {
    let process = clinic().args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let process = process.expect("the command runs");
    let (id, (ended, end)) = (process.id().to_string(), std::sync::mpsc::channel::<()>());
    std::thread::spawn(move || {
        if end.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        }
    });
    let Output { status, stdout, stderr } = process.wait_with_output().expect("the command ends");
    drop(ended);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// A copy of the content folder that a test may change.
pub fn content_copy() -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a temporary folder");
    copy_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content"), copy.path());
    copy
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path: PathBuf = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_all(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

pub async fn metrics_address(server: &TestServer) -> String {
    assert!(server.logs("/metrics").await, "{}", server.log());
    let log = server.log();
    let word = log.split_whitespace().find(|word| word.starts_with("http://") && word.ends_with("/metrics"));
    word.unwrap_or_else(|| panic!("no address in: {log}")).to_owned()
}
