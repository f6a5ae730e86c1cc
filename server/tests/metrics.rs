//! Monitoring: Prometheus metrics and the JSON log.

mod test_server;

use std::net::TcpListener;

use reqwest::Method;
use test_server::{TestServer, run};

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
        r#"clinic_http_request_seconds_count{route="/home"} 2"#,
        "clinic_outbox_waiting 0",
        "clinic_outbox_oldest_seconds 0.0",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    assert!(!text.contains("wp-login"), "an unknown path is a label:\n{text}");
    assert_eq!(server.get("/metrics").await.status(), 404, "visitors can read the metrics");
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

async fn metrics_address(server: &TestServer) -> String {
    assert!(server.logs("/metrics").await, "{}", server.log());
    let log = server.log();
    let word = log.split_whitespace().find(|word| word.starts_with("http://") && word.ends_with("/metrics"));
    word.unwrap_or_else(|| panic!("no address in: {log}")).to_owned()
}
