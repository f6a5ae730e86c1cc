//! HTTP/1.1 on raw sockets: pipelining, requests in pieces, header limits, and draining at shutdown.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::test_server::TestServer;

struct Connection(BufReader<TcpStream>);

#[derive(Debug, PartialEq, Eq)]
struct RawResponse {
    status: String,
    /// Sorted, without those that differ from response to response.
    headers: Vec<String>,
    body: Vec<u8>,
}

impl Connection {
    async fn open(server: &TestServer) -> Self {
        Self(BufReader::new(TcpStream::connect(server.host()).await.expect("a connection")))
    }

    async fn write(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.expect("written");
    }

    async fn read(&mut self) -> RawResponse {
        let mut head = Vec::new();
        while head.last().is_none_or(|line: &String| !line.is_empty()) {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).await.expect("a line") > 0, "connection closed after {head:?}");
            head.push(line.trim_end().to_owned());
        }
        let status = head.remove(0);
        let length = head.iter().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
        let mut body = vec![0; length.parse().expect("a number")];
        self.0.read_exact(&mut body).await.expect("a body");
        let dates = head.iter().filter(|line| line.starts_with("date: ") && line.ends_with(" GMT")).count();
        assert_eq!(dates, 1, "{head:?}");
        head.retain(|line| {
            !line.is_empty() && !["date", "connection", "x-request-id"].contains(&line.split(':').next().unwrap_or(""))
        });
        head.sort();
        RawResponse { status, headers: head, body }
    }

    async fn send(&mut self, text: &str) -> RawResponse {
        self.write(text).await;
        self.read().await
    }
}

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: clinic.example\r\n{headers}\r\n")
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let server = TestServer::start(&[]);
    let mut connection = Connection::open(&server).await;
    connection.write(&[get("/home", ""), get("/team", ""), get("/nothing", ""), get("/privacy", "")].concat()).await;
    let mut responses = Vec::new();
    for _ in 0..4 {
        responses.push(connection.read().await);
    }
    let statuses: Vec<_> = responses.iter().map(|response| response.status.as_str()).collect();
    assert_eq!(statuses, ["HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found", "HTTP/1.1 200 OK"]);
    for (response, text) in responses.iter().zip(["See", "over 30 years", "not", "Nigeria Data Protection"]) {
        assert!(String::from_utf8_lossy(&response.body).contains(text), "{text}");
    }
}

#[tokio::test]
async fn a_request_may_arrive_in_pieces() {
    let server = TestServer::start(&[]);
    let whole = Connection::open(&server).await.send(&get("/home", "")).await;
    let request = get("/home", "Accept: text/html\r\n");
    for cut in [1, 5, 20, request.len() - 1] {
        let mut connection = Connection::open(&server).await;
        assert_eq!(connection.send(&get("/home", "")).await, whole);
        let (first, rest) = request.split_at(cut);
        connection.write(first).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(connection.send(rest).await, whole, "cut after {cut} bytes");
    }
}

#[tokio::test]
async fn request_headers_are_limited_in_size() {
    let server = TestServer::start(&[]);
    let response =
        Connection::open(&server).await.send(&get("/home", &format!("Cookie: {}\r\n", "c".repeat(6000)))).await;
    assert_eq!(response.status, "HTTP/1.1 200 OK");
    let response =
        Connection::open(&server).await.send(&get("/home", &format!("Cookie: {}\r\n", "c".repeat(60_000)))).await;
    assert_eq!(response.status, "HTTP/1.1 431 Request Header Fields Too Large");
}

#[tokio::test]
async fn page_request_needs_exactly_one_host() {
    let server = TestServer::start(&[]);
    for headers in ["", "Host: a\r\nHost: b\r\n"] {
        let response = Connection::open(&server).await.send(&format!("GET /home HTTP/1.1\r\n{headers}\r\n")).await;
        assert_eq!(response.status, "HTTP/1.1 400 Bad Request", "{headers:?}");
    }
}

#[tokio::test]
async fn open_connection_gets_one_more_response_at_shutdown() {
    let server = TestServer::start(&[]);
    let mut connection = Connection::open(&server).await;
    assert_eq!(connection.send(&get("/home", "")).await.status, "HTTP/1.1 200 OK");
    let mut silent = Connection::open(&server).await;
    server.begin_shutdown();
    connection.write(&get("/team", "")).await;
    let mut last = String::new();
    connection.0.read_to_string(&mut last).await.expect("a response and the end");
    assert!(last.starts_with("HTTP/1.1 200 OK"), "{last:.200}");
    assert!(last.contains("\r\nconnection: close\r\n"), "{last:.2000}");
    assert_eq!(silent.0.read(&mut [0]).await.expect("the end"), 0);
    assert_eq!(server.stop(), 0);
}
