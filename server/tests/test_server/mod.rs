//! A real server for the journeys: the built program on a free port, with a folder of its own, stopped at the end.

#![allow(dead_code, reason = "each journey uses the part it needs")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response};

pub struct TestServer {
    process: Child,
    pub address: String,
    pub data: tempfile::TempDir,
    said: Arc<Mutex<String>>,
    client: Client,
}

impl TestServer {
    pub fn open(arguments: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a temporary folder");
        let mut process = clinic()
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let said = listen_to(process.stderr.take().expect("standard error"));
        let mut first_line = String::new();
        BufReader::new(process.stdout.take().expect("standard output")).read_line(&mut first_line).expect("a line");
        let address = first_line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("no address; it said: {}", said.lock().expect("said")));
        let address = address.trim_end_matches('/').to_owned();
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().redirect(Policy::none()).build().expect("a client");
        Self { process, address, data, said, client }
    }

    pub fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.address))
    }

    pub async fn get(&self, path: &str) -> Response {
        self.ask(Method::GET, path).send().await.expect("an answer")
    }

    pub async fn words_of(&self, path: &str) -> String {
        self.get(path).await.text().await.expect("text")
    }

    /// What it has written to standard error so far.
    pub fn said(&self) -> String {
        self.said.lock().expect("said").clone()
    }

    /// Whether it writes these words to standard error, now or soon.
    pub async fn says(&self, words: &str) -> bool {
        for _ in 0..500 {
            if self.said().contains(words) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        false
    }

    pub fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    pub fn signal(&self, name: &str) {
        let pid = self.process.id().to_string();
        Command::new("kill").args([&format!("-{name}"), &pid]).status().expect("kill runs");
    }

    /// Sends SIGTERM and waits for the end.
    pub fn stop(mut self) -> i32 {
        self.signal("TERM");
        self.process.wait().expect("it ends").code().unwrap_or(-1)
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn listen_to(mut stream: impl Read + Send + 'static) -> Arc<Mutex<String>> {
    let said = Arc::new(Mutex::new(String::new()));
    let heard = Arc::clone(&said);
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count) = stream.read(&mut buffer) {
            if count == 0 {
                break;
            }
            heard.lock().expect("said").push_str(&String::from_utf8_lossy(&buffer[..count]));
        }
    });
    said
}

/// The built program, untouched by settings of the machine it is tested on.
pub fn clinic() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clinic"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CLINIC_")) {
        command.env_remove(name);
    }
    command
}

pub fn run(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = clinic().args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// A copy of the content folder that a journey may spoil.
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

/// Asks again and again until the answer is yes; a journey that waits in vain says for what.
pub async fn eventually<F: Future<Output = bool>>(what: &str, mut ask: impl FnMut() -> F) {
    let begun = Instant::now();
    while !ask().await {
        assert!(begun.elapsed() < Duration::from_secs(20), "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
