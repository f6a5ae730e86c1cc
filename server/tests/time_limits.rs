//! The time limits of connections, on real sockets. Each test shortens the limit that it is about and makes all others longer
//! than any test takes: what ends the connection is known, and a machine that stands still for seconds changes nothing.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get;
use clinic_http::middleware::client_address::TrustedProxies;
use clinic_http::{Endpoint, Handlers, Listener, TimeLimits, TlsAcceptor, serve};
use hyper::body::{Body as HttpBody, Frame};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::version::TLS13;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_rustls::client::TlsStream;
use tokio_util::sync::CancellationToken;

use crate::support::waiting::LIMIT;
use crate::test_server::http2::{self as raw, Http2Connection, frame};
use crate::test_server::tls::{Pem, TlsClient};

const NO_ERROR: u32 = 0x0;
const SHORT: Duration = Duration::from_millis(200);
/// Longer than `LIMIT`, after which a test fails.
const NEVER: Duration = Duration::from_hours(1);
const UNLIMITED: TimeLimits = TimeLimits {
    headers: NEVER,
    write: NEVER,
    idle: NEVER,
    check_interval: Duration::from_millis(20),
    close: NEVER,
    drain_grace: NEVER,
    drain: NEVER,
};
const UNFINISHED_HEADERS: &[u8] = b"GET /page HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
const ENDLESS: &[u8] = b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Serves `/page`, and `/endless`, whose response never ends.
struct SocketServer {
    host: String,
    tls_host: String,
    stop: CancellationToken,
    served: JoinHandle<()>,
    /// Gets a value whenever the server gives up an endless response.
    given_up: UnboundedReceiver<()>,
}

/// Says when the server gives it up.
struct Endless(UnboundedSender<()>);

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

impl HttpBody for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(vec![b'x'; 65_536])))))
    }
}

impl SocketServer {
    fn start(limits: TimeLimits) -> Self {
        let (sender, given_up) = unbounded_channel();
        let router = Router::new()
            .route("/page", get(|| async { "A page." }))
            .route("/endless", get(move || async move { Body::new(Endless(sender)) }));
        let handlers = Arc::new(Handlers::new(router, None));
        let pem = Pem::new(2099);
        let key = PrivateKeyDer::from_pem_slice(pem.key.as_bytes()).expect("a key");
        let key = any_supported_type(&key).expect("a supported key");
        let certificate = SingleCertAndKey::from(CertifiedKey::new(vec![pem.der], key));
        let tls = TlsAcceptor::new(Arc::new(certificate)).expect("a configuration");
        let listen = || Listener::bind(([127, 0, 0, 1], 0).into()).expect("a port");
        let (plain, secure) = (listen(), listen());
        let address = |listener: &Listener| listener.address().expect("an address").to_string();
        let (host, tls_host) = (address(&plain), address(&secure));
        let endpoints =
            vec![Endpoint::new(plain, Arc::clone(&handlers)), Endpoint::new(secure, handlers).with_tls(tls)];
        let stop = CancellationToken::new();
        let served = tokio::spawn(serve(endpoints, TrustedProxies(Vec::new()), limits, stop.clone()));
        Self { host, tls_host, stop, served, given_up }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.host).await.expect("a connection")
    }

    /// A connection may reach its limit before the handshake is complete, on a machine that stands still.
    async fn connect_tls(&self, protocol: &str) -> TlsStream<TcpStream> {
        loop {
            if let Ok(stream) = TlsClient::new(&[&TLS13], &[protocol]).connect(&self.tls_host).await {
                return stream;
            }
        }
    }

    async fn is_given_up(&mut self) {
        timeout(LIMIT, self.given_up.recv()).await.expect("the response is given up");
    }
}

/// Reads until the server closes the connection.
async fn read_to_end(stream: &mut (impl AsyncRead + Unpin)) -> Vec<u8> {
    let mut received = Vec::new();
    // Whatever the client has sent and the server has not read makes a reset of the end.
    let _ = timeout(LIMIT, stream.read_to_end(&mut received)).await.expect("the connection is closed");
    received
}

#[tokio::test]
async fn connection_without_a_request_or_with_unfinished_headers_is_closed() {
    let server = SocketServer::start(TimeLimits { headers: SHORT, ..UNLIMITED });
    for sent in [&b""[..], UNFINISHED_HEADERS] {
        let (start, mut stream) = (Instant::now(), server.connect().await);
        stream.write_all(sent).await.expect("sent");
        assert!(!read_to_end(&mut stream).await.starts_with(b"HTTP/1.1 200"));
        assert!(start.elapsed() >= SHORT, "closed after {:?}", start.elapsed());
    }
}

#[tokio::test]
async fn idle_connection_is_closed_after_a_response() {
    let server = SocketServer::start(TimeLimits { headers: SHORT, ..UNLIMITED });
    let mut stream = server.connect().await;
    stream.write_all(b"GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("sent");
    let received = read_to_end(&mut stream).await;
    assert!(received.starts_with(b"HTTP/1.1 200") && received.ends_with(b"A page."));
}

#[tokio::test]
async fn handshake_is_part_of_the_time_for_the_first_headers() {
    let server = SocketServer::start(TimeLimits { headers: SHORT, ..UNLIMITED });
    let mut silent = TcpStream::connect(&server.tls_host).await.expect("a connection");
    assert_eq!(read_to_end(&mut silent).await, b"");
    let mut slow = server.connect_tls("http/1.1").await;
    let _ = slow.write_all(UNFINISHED_HEADERS).await;
    assert!(!read_to_end(&mut slow).await.starts_with(b"HTTP/1.1 200"));
}

#[tokio::test]
async fn client_that_reads_nothing_is_disconnected() {
    let mut server = SocketServer::start(TimeLimits { write: SHORT, ..UNLIMITED });
    let mut plain = server.connect().await;
    plain.write_all(ENDLESS).await.expect("sent");
    server.is_given_up().await;
    let mut secure = server.connect_tls("http/1.1").await;
    secure.write_all(ENDLESS).await.expect("sent");
    server.is_given_up().await;
    // The largest windows, so that only the sockets are full.
    let window = 0x7fff_ffffu32.to_be_bytes();
    let mut http2 = Http2Connection::open(&server.tls_host, &[&[0, 4][..], &window].concat()).await;
    http2.send(&frame(raw::WINDOW_UPDATE, 0, 0, &(0x7fff_ffffu32 - 65_535).to_be_bytes())).await;
    http2.send(&raw::get(1, "/endless")).await;
    server.is_given_up().await;
    drop((plain, secure, http2));
}

/// A window of zero bytes stops responses at the level of HTTP/2. The socket still accepts what is written to it.
#[tokio::test]
async fn client_that_opens_no_window_is_disconnected() {
    let mut server = SocketServer::start(TimeLimits { write: SHORT, ..UNLIMITED });
    let mut connection = Http2Connection::open(&server.tls_host, &[0, 4, 0, 0, 0, 0]).await;
    connection.send(&raw::get(1, "/endless")).await;
    connection.receive_kind(raw::HEADERS).await;
    let frames = connection.receive_all().await;
    assert!(frames.iter().all(|frame| frame.kind != raw::DATA), "{frames:?}");
    server.is_given_up().await;
}

#[tokio::test]
async fn http2_connection_without_a_preface_or_a_request_is_closed() {
    let limit = 10 * SHORT;
    let server = SocketServer::start(TimeLimits { headers: limit, close: SHORT, ..UNLIMITED });
    let start = Instant::now();
    Http2Connection(server.connect_tls("h2").await).receive_all().await;
    assert!(start.elapsed() >= limit, "closed after {:?}", start.elapsed());
    let mut connection = Http2Connection(server.connect_tls("h2").await);
    connection.send(&[raw::PREFACE, &frame(raw::SETTINGS, 0, 0, &[])].concat()).await;
    let frames = connection.receive_all().await;
    assert!(frames.iter().any(|frame| frame.kind == raw::GOAWAY && frame.error_code() == NO_ERROR), "{frames:?}");
}

#[tokio::test]
async fn http2_connection_with_unfinished_headers_is_closed() {
    let server = SocketServer::start(TimeLimits { headers: SHORT, ..UNLIMITED });
    let mut connection = Http2Connection(server.connect_tls("h2").await);
    connection.send(&[raw::PREFACE, &frame(raw::SETTINGS, 0, 0, &[])].concat()).await;
    connection.send(&frame(raw::HEADERS, raw::END_STREAM, 1, &raw::header_block("GET", "/page"))).await;
    let frames = connection.receive_all().await;
    assert!(frames.iter().all(|frame| frame.kind != raw::HEADERS), "{frames:?}");
}

#[tokio::test]
async fn idle_http2_connection_is_closed_with_goaway() {
    let server = SocketServer::start(TimeLimits { idle: SHORT, close: SHORT, ..UNLIMITED });
    let mut connection = Http2Connection::open(&server.tls_host, &[]).await;
    connection.send(&raw::get(1, "/page")).await;
    let start = Instant::now();
    connection.receive_kind(raw::DATA).await;
    assert_eq!(connection.receive_kind(raw::GOAWAY).await.error_code(), NO_ERROR);
    assert!(start.elapsed() >= SHORT, "closed after {:?}", start.elapsed());
    connection.receive_all().await;
}

/// Without any time limit, only the flood itself can end the connection.
#[tokio::test]
async fn floods_end_the_connection() {
    let server = SocketServer::start(UNLIMITED);
    let reset = |number: u32| {
        let stream = 1 + 2 * number;
        [raw::get(stream, "/page"), frame(raw::RST_STREAM, 0, stream, &[0, 0, 0, 8])].concat()
    };
    let unfinished = frame(raw::HEADERS, raw::END_STREAM, 1, &raw::header_block("GET", "/page"));
    let floods: [(&str, Vec<u8>); 7] = [
        ("rapid reset", (0..3000).flat_map(reset).collect()),
        ("PING", frame(raw::PING, 0, 0, &[1; 8]).repeat(3000)),
        ("SETTINGS", frame(raw::SETTINGS, 0, 0, &[0, 3, 0, 0, 0, 9]).repeat(3000)),
        ("PRIORITY", frame(raw::PRIORITY, 0, 1, &[0, 0, 0, 0, 9]).repeat(3000)),
        ("WINDOW_UPDATE", frame(raw::WINDOW_UPDATE, 0, 0, &[0, 0, 0, 1]).repeat(3000)),
        ("CONTINUATION", [unfinished, frame(raw::CONTINUATION, 0, 1, &[]).repeat(3000)].concat()),
        ("empty DATA", [raw::unfinished_post(1, "/page"), frame(raw::DATA, 0, 1, &[]).repeat(3000)].concat()),
    ];
    for (name, bytes) in floods {
        let mut connection = Http2Connection::open(&server.tls_host, &[]).await;
        let flood = async {
            connection.send(&bytes).await;
            connection.receive_all().await
        };
        assert!(timeout(LIMIT, flood).await.is_ok(), "{name} did not end the connection");
    }
    let mut connection = Http2Connection::open(&server.tls_host, &[]).await;
    connection.send(&raw::get(1, "/page")).await;
    connection.receive_kind(raw::DATA).await;
}

#[tokio::test]
async fn idle_connections_are_closed_after_the_grace_and_responses_after_the_drain() {
    let server = SocketServer::start(TimeLimits { drain_grace: SHORT, drain: SHORT, ..UNLIMITED });
    let (mut idle, mut busy) = (server.connect().await, server.connect().await);
    idle.write_all(b"GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("sent");
    busy.write_all(ENDLESS).await.expect("sent");
    for stream in [&mut idle, &mut busy] {
        stream.read_exact(&mut [0; 12]).await.expect("a response has begun");
    }
    let start = Instant::now();
    server.stop.cancel();
    read_to_end(&mut idle).await;
    assert!(start.elapsed() >= SHORT, "the idle connection was closed after {:?}", start.elapsed());
    timeout(LIMIT, server.served).await.expect("the server stops").expect("no panic");
    assert!(start.elapsed() >= 2 * SHORT, "stopped after {:?}", start.elapsed());
}
