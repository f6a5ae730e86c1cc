//! What the person who watches over the server sees: counts for a monitoring system, and a log that a program can read.

mod test_server;

use std::net::TcpListener;

use reqwest::Method;
use test_server::{TestServer, run};

#[tokio::test]
async fn the_counts_are_told_on_a_door_of_their_own() {
    let server = TestServer::open(&["--metrics", "127.0.0.1:0"]);
    let metrics = address_of_metrics(&server).await;
    server.get("/home").await;
    server.get("/home").await;
    server.get("/articles/cataract-before-and-after").await;
    server.get("/wp-login.php").await;
    server.ask(Method::POST, "/api/plays").send().await.expect("an answer");
    let answer = reqwest::get(&metrics).await.expect("an answer");
    let kind = answer.headers()["content-type"].to_str().expect("text").to_owned();
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    let told = answer.text().await.expect("text");
    for line in [
        r#"clinic_http_requests_total{route="/home",method="GET",status="200"} 2"#,
        r#"clinic_http_requests_total{route="(none)",method="GET",status="404"}"#,
        r#"clinic_http_requests_total{route="/api/plays",method="POST",status="201"} 1"#,
        r#"clinic_http_request_seconds_count{route="/home"} 2"#,
        "clinic_outbox_waiting 0",
        "clinic_outbox_oldest_seconds 0.0",
    ] {
        assert!(told.contains(line), "{line} is missing in\n{told}");
    }
    assert!(!told.contains("wp-login"), "a stranger's invention is remembered:\n{told}");
    assert_eq!(server.get("/metrics").await.status(), 404, "visitors are told the counts too");
}

#[test]
fn a_taken_door_for_the_counts_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let (code, _, complaint) = run(&["serve", "--listen", "127.0.0.1:0", "--metrics", &address]);
    assert_eq!(code, 1);
    assert!(complaint.contains(&format!("Cannot listen on {address} for /metrics")), "{complaint}");
}

#[tokio::test]
async fn the_log_can_be_read_by_a_program() {
    let server = TestServer::open(&["--log-format", "json"]);
    server.get("/home").await;
    assert!(server.says("/home").await, "{}", server.said());
    let said = server.said();
    let lines: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"))).collect();
    let answered = lines.iter().find(|line| line["path"] == "/home").expect("a line for the request");
    assert_eq!((&answered["message"], &answered["status"]), (&"response".into(), &200.into()));
}

async fn address_of_metrics(server: &TestServer) -> String {
    assert!(server.says("/metrics").await, "{}", server.said());
    let said = server.said();
    let word = said.split_whitespace().find(|word| word.starts_with("http://") && word.ends_with("/metrics"));
    word.unwrap_or_else(|| panic!("no address in: {said}")).to_owned()
}
