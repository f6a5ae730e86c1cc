//! Monitoring: Prometheus metrics and the JSON log.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::Method;

use crate::support::waiting::{LIMIT, eventually};
use crate::test_server::{TestServer, clinic, metrics_address, run};

#[tokio::test]
async fn metrics_are_served_only_on_their_own_listener() {
    let server = TestServer::start(&["--metrics", "127.0.0.1:0"]);
    let metrics = metrics_address(&server).await;
    server.get("/home").await;
    server.get("/home").await;
    server.get("/articles/cataract-before-and-after").await;
    server.get("/wp-login.php").await;
    server.request(Method::POST, "/api/plays").send().await.expect("a response");
    let response = reqwest::get(&metrics).await.expect("a response");
    let content_type = response.headers()["content-type"].to_str().expect("text").to_owned();
    assert!(content_type.starts_with("application/openmetrics-text"), "{content_type}");
    let text = response.text().await.expect("text");
    for line in [
        r#"clinic_http_requests_total{route="/home",method="GET",status="200"} 2"#,
        r#"clinic_http_requests_total{route="(none)",method="GET",status="404"}"#,
        r#"clinic_http_requests_total{route="/api/plays",method="POST",status="201"} 1"#,
        r#"clinic_http_request_seconds_count{route="/api/plays"} 1"#,
        "clinic_outbox_waiting 0",
        "clinic_outbox_oldest_seconds 0.0",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    assert!(!text.contains("wp-login"), "an unknown path is a label:\n{text}");
    assert_eq!(server.get("/metrics").await.status(), 404, "visitors can read the metrics");
}

#[tokio::test]
async fn clients_cannot_create_route_labels() {
    let server = TestServer::start(&["--metrics", "127.0.0.1:0"]);
    let metrics = metrics_address(&server).await;
    for path in ["/", "/HOME", "/hOmE/", "/ARTICLES/cataract-before-and-after", "/wp-login.php", "/wp-ADMIN/x"] {
        server.get(path).await;
        server.request(Method::POST, path).send().await.expect("a response");
    }
    let text = reqwest::get(&metrics).await.expect("a response").text().await.expect("text");
    let redirects = r#"clinic_http_requests_total{route="/home",method="GET",status="308"} 3"#;
    assert!(text.contains(redirects), "{text}");
    let article = r#"clinic_http_requests_total{route="/articles/",method="GET",status="308"} 1"#;
    assert!(text.contains(article), "{text}");
    for typed in ["HOME", "hOmE", "ARTICLES", "wp-login", "wp-ADMIN"] {
        assert!(!text.contains(typed), "{typed} is a label:\n{text}");
    }
}

#[test]
fn metrics_address_in_use_is_reported() {
    let in_use = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = in_use.local_addr().expect("an address").to_string();
    let (code, _, errors) = run(&["serve", "--listen", "127.0.0.1:0", "--metrics", &address]);
    assert_eq!(code, 1);
    assert!(errors.contains(&format!("Cannot listen on {address}")) && errors.contains("--metrics"), "{errors}");
}

#[tokio::test]
async fn pages_are_served_when_nobody_reads_the_log() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let mut process = start(&data, &["--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
    let mut log = BufReader::new(process.stderr.take().expect("standard error"));
    // From here on the log is not read, but it stays open: its pipe fills up.
    let metrics = read_address(&mut log, "/metrics");
    let site = read_address(&mut BufReader::new(process.stdout.take().expect("standard output")), "/");
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().timeout(LIMIT).build().expect("a client");
    let mut dropped = 0.0;
    for _ in 0..100 {
        for _ in 0..500 {
            let response = client.get(format!("{site}home")).send().await.expect("a response");
            assert_eq!(response.status(), 200);
        }
        let text = client.get(&metrics).send().await.expect("a response").text().await.expect("text");
        let value = text.lines().find_map(|line| line.strip_prefix("clinic_log_lines_dropped_total "));
        dropped = value.expect("the counter").parse().expect("a number");
        if dropped > 0.0 {
            break;
        }
    }
    assert!(dropped > 0.0, "no line was dropped");
    terminate(&process);
    let deadline = Instant::now() + LIMIT;
    while process.try_wait().expect("a status").is_none() {
        assert!(Instant::now() < deadline, "the full log keeps the server from stopping");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(log);
}

#[test]
fn log_is_written_to_the_end_when_the_server_stops() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let mut process = start(&data, &["--listen", "127.0.0.1:0"]);
    let mut output = BufReader::new(process.stdout.take().expect("standard output"));
    read_address(&mut output, "/");
    terminate(&process);
    let stopped = process.wait_with_output().expect("the server ends");
    let log = String::from_utf8(stopped.stderr).expect("text");
    assert!(log.trim_end().ends_with("stopped"), "{log}");
}

fn start(data: &tempfile::TempDir, arguments: &[&str]) -> Child {
    let mut command = clinic();
    command.arg("serve").args(arguments).arg("--data").arg(data.path());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the server starts")
}

fn terminate(process: &Child) {
    let status = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().expect("kill runs");
    assert!(status.success());
}

/// The first address in the lines of a stream that ends with `path`.
fn read_address(stream: &mut impl BufRead, path: &str) -> String {
    let mut line = String::new();
    while stream.read_line(&mut line).expect("a line") > 0 {
        if let Some(address) = line.split_whitespace().find(|word| word.starts_with("http://") && word.ends_with(path))
        {
            return address.to_owned();
        }
        line.clear();
    }
    panic!("no address");
}

#[tokio::test]
async fn json_log_has_one_object_per_line() {
    let server = TestServer::start(&["--log-format", "json"]);
    server.get("/home").await;
    assert!(server.logs("/home").await, "{}", server.log());
    let log = server.log();
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}"))).collect();
    let request = lines.iter().find(|line| line["path"] == "/home").expect("a line for the request");
    assert_eq!((&request["message"], &request["status"]), (&"response".into(), &200.into()));
}

/// A path, and what the command line and the content contain, must not be able to add a line of their own.
#[tokio::test]
async fn text_log_has_one_line_per_event() {
    let server = TestServer::start(&[]);
    for path in ["/x%0A2026-01-01T00:00:00Z%20INFO%20forged", "/x%0d%0aforged", "/x%1b[2J", "/home?x=%0Aforged"] {
        server.get(path).await;
    }
    server.get("/last/of/all").await;
    let answered = async || server.log().matches("path=\"(none)\" status=404").count() == 4;
    eventually("a line for each request", answered).await;
    assert!(!server.log().contains("forged") && !server.log().contains("/last"), "no path of a request is logged");
    for line in server.log().lines() {
        let time = line.split_whitespace().next().unwrap_or_default();
        assert!(time.parse::<jiff::Timestamp>().is_ok(), "{line:?} does not begin with its time");
        assert!(!line.contains('\u{1b}'), "{line:?}");
    }
}
