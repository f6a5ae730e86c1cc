//! HTTP/2 over TLS: limits on streams, headers, frames and time, attacks on them, and the end of the server.

use axum::http;
use bytes::Bytes;
use h2::client::SendRequest;
use rustls::version::{TLS12, TLS13};

use crate::test_server::TestServer;
use crate::test_server::http2::{self as raw, Http2Connection, frame};
use crate::test_server::tls::{CertificateFolder, TlsClient};

const REFUSED_STREAM: u32 = 0x7;
const ENHANCE_YOUR_CALM: u32 = 0xb;
const NO_ERROR: u32 = 0x0;

fn start() -> TestServer {
    TestServer::start_with_tls(&CertificateFolder::new(), &[])
}

async fn client(server: &TestServer) -> SendRequest<Bytes> {
    let stream = TlsClient::new(&[&TLS13], &["h2"]).connect(&server.tls_host).await.expect("a handshake");
    let (client, connection) = h2::client::handshake(stream).await.expect("HTTP/2");
    tokio::spawn(connection);
    client.ready().await.expect("ready")
}

fn request(method: &str, path: &str) -> http::request::Builder {
    http::Request::builder().method(method).uri(format!("https://localhost{path}")).version(http::Version::HTTP_2)
}

async fn respond(response: h2::client::ResponseFuture) -> (http::response::Parts, Vec<u8>) {
    let (head, mut body) = response.await.expect("a response").into_parts();
    let mut bytes = Vec::new();
    while let Some(chunk) = body.data().await {
        let chunk = chunk.expect("a part of the body");
        let _ = body.flow_control().release_capacity(chunk.len());
        bytes.extend_from_slice(&chunk);
    }
    (head, bytes)
}

async fn get(client: &mut SendRequest<Bytes>, path: &str) -> (http::response::Parts, Vec<u8>) {
    let request = request("GET", path).body(()).expect("a request");
    let (response, _) = client.send_request(request, true).expect("sent");
    respond(response).await
}

#[tokio::test]
async fn client_chooses_the_protocol() {
    let server = start();
    for version in [&TLS12, &TLS13] {
        for (offered, expected) in
            [(&["h2", "http/1.1"][..], "h2"), (&["http/1.1", "h2"], "h2"), (&["http/1.1"], "http/1.1")]
        {
            let stream = TlsClient::new(&[version], offered).connect(&server.tls_host).await.expect("a handshake");
            assert_eq!(stream.get_ref().1.alpn_protocol(), Some(expected.as_bytes()), "{version:?} {offered:?}");
        }
    }
}

#[tokio::test]
async fn pages_files_and_calls_are_answered_on_one_connection() {
    let server = start();
    let mut client = client(&server).await;
    let (home, body) = get(&mut client, "/home").await;
    assert_eq!((home.status.as_u16(), home.version), (200, http::Version::HTTP_2));
    assert!(String::from_utf8_lossy(&body).contains("</html>"));
    assert!(home.headers.contains_key("strict-transport-security"), "{home:?}");
    assert!(!home.headers.contains_key("connection") && !home.headers.contains_key("transfer-encoding"), "{home:?}");
    assert_eq!(get(&mut client, "/").await.0.headers["location"], "/home");
    assert_eq!(get(&mut client, "/nothing").await.0.status, 404);
    assert_eq!(get(&mut client, "/team").await.0.status, 200);
    let mut responses = Vec::new();
    for _ in 0..90 {
        let request = request("GET", "/team").body(()).expect("a request");
        // Read at the same time: unread responses would fill the window of the connection.
        responses.push(tokio::spawn(respond(client.send_request(request, true).expect("sent").0)));
    }
    let mut lengths = Vec::new();
    for response in responses {
        lengths.push(response.await.expect("a response").1.len());
    }
    assert!(lengths[0] > 1000 && lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
    let play = request("POST", "/api/plays").body(()).expect("a request");
    let (response, _) = client.send_request(play, true).expect("sent");
    assert_eq!(respond(response).await.0.status, 201);
}

#[tokio::test]
async fn host_has_to_agree_with_the_authority() {
    let server = start();
    let mut client = client(&server).await;
    for (host, status) in [("localhost", 200), ("evil.example", 400)] {
        let request = request("GET", "/home").header("host", host).body(()).expect("a request");
        let (response, _) = client.send_request(request, true).expect("sent");
        assert_eq!(respond(response).await.0.status, status, "{host}");
    }
}

#[tokio::test]
async fn limits_are_announced() {
    let server = start();
    let mut connection = Http2Connection::open(&server.tls_host, &[]).await;
    let settings = connection.receive_kind(raw::SETTINGS).await.payload;
    let announced = |id: u8| {
        let entry = settings.chunks(6).find(|entry| entry[..2] == [0, id]);
        entry.map(|entry| u32::from_be_bytes(entry[2..].try_into().expect("four bytes")))
    };
    assert_eq!(announced(3), Some(100), "concurrent streams");
    assert_eq!(announced(4), Some(64 * 1024), "the window of a stream");
    assert_eq!(announced(6), Some(16 * 1024), "the header list");
}

#[tokio::test]
async fn streams_beyond_the_limit_are_refused() {
    let server = start();
    let mut connection = Http2Connection::open(&server.tls_host, &[]).await;
    // Before the server's settings are acknowledged it must not enforce them.
    connection.receive_kind(raw::SETTINGS).await;
    connection.send(&frame(raw::SETTINGS, raw::ACK, 0, &[])).await;
    for number in 0..101 {
        connection.send(&raw::unfinished_post(1 + 2 * number, "/api/plays/finish")).await;
    }
    let refused = connection.receive_kind(raw::RST_STREAM).await;
    assert_eq!((refused.stream, refused.error_code()), (201, REFUSED_STREAM));
    connection.send(&[frame(raw::RST_STREAM, 0, 1, &[0, 0, 0, 8]), raw::get(203, "/home")].concat()).await;
    assert_eq!(connection.receive_kind(raw::HEADERS).await.stream, 203, "other streams are answered");
}

#[tokio::test]
async fn header_list_is_limited_in_size() {
    let server = start();
    let mut client = client(&server).await;
    for (size, status) in [(6_000, 200), (20_000, 431)] {
        let request = request("GET", "/home").header("cookie", "c".repeat(size)).body(()).expect("a request");
        let (response, _) = client.send_request(request, true).expect("sent");
        assert_eq!(respond(response).await.0.status, status, "{size} bytes");
    }
    assert_eq!(get(&mut client, "/home").await.0.status, 200, "the connection is still usable");
}

#[tokio::test]
async fn unfinished_body_gets_408() {
    let server = start();
    let mut client = client(&server).await;
    let request = request("POST", "/api/plays/finish").header("content-type", "application/json");
    let request = request.body(()).expect("a request");
    let (response, mut body) = client.send_request(request, false).expect("sent");
    body.send_data(Bytes::from_static(b"{"), false).expect("sent");
    assert_eq!(respond(response).await.0.status, 408);
}

#[tokio::test]
async fn rapid_reset_is_answered_with_goaway() {
    let server = start();
    let mut connection = Http2Connection::open(&server.tls_host, &[]).await;
    let reset = |number: u32| {
        let stream = 1 + 2 * number;
        [raw::get(stream, "/healthz"), frame(raw::RST_STREAM, 0, stream, &[0, 0, 0, 8])].concat()
    };
    connection.send(&(0..200).flat_map(reset).collect::<Vec<u8>>()).await;
    assert_eq!(connection.receive_kind(raw::GOAWAY).await.error_code(), ENHANCE_YOUR_CALM);
}

#[tokio::test]
async fn response_in_progress_is_finished_after_goaway() {
    let server = start();
    let mut connection = Http2Connection::open(&server.tls_host, &[]).await;
    connection.send(&raw::unfinished_post(1, "/api/plays/finish")).await;
    let mut idle = Http2Connection::open(&server.tls_host, &[]).await;
    // Frames are read in order: with the answer to a PING, the server has read everything before it.
    for open in [&mut connection, &mut idle] {
        open.send(&frame(raw::PING, 0, 0, &[7; 8])).await;
        open.receive_kind(raw::PING).await;
    }
    server.signal("TERM");
    assert_eq!(connection.receive_kind(raw::GOAWAY).await.error_code(), NO_ERROR);
    // A request that crossed the GOAWAY on its way is answered as well.
    connection.send(&raw::get(3, "/home")).await;
    let ping = connection.receive_kind(raw::PING).await;
    connection.send(&frame(raw::PING, raw::ACK, 0, &ping.payload)).await;
    let mut answered = vec![connection.receive_kind(raw::HEADERS).await.stream];
    connection.send(&frame(raw::DATA, raw::END_STREAM, 1, b"{}")).await;
    answered.push(connection.receive_kind(raw::HEADERS).await.stream);
    assert_eq!(answered, [3, 1]);
    connection.receive_all().await;
    idle.receive_kind(raw::GOAWAY).await;
    drop(idle);
    assert_eq!(server.stop(), 0);
}
