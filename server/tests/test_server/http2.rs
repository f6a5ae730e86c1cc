//! HTTP/2 frames (RFC 9113) written and read by hand, for what a well-behaved client cannot send.

use std::fmt;

use rustls::version::TLS13;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;

use super::tls::TlsClient;
use crate::support::waiting::LIMIT;

pub const DATA: u8 = 0x0;
pub const HEADERS: u8 = 0x1;
pub const PRIORITY: u8 = 0x2;
pub const RST_STREAM: u8 = 0x3;
pub const SETTINGS: u8 = 0x4;
pub const PUSH_PROMISE: u8 = 0x5;
pub const PING: u8 = 0x6;
pub const GOAWAY: u8 = 0x7;
pub const WINDOW_UPDATE: u8 = 0x8;
pub const CONTINUATION: u8 = 0x9;

pub const END_STREAM: u8 = 0x1;
pub const ACK: u8 = 0x1;
pub const END_HEADERS: u8 = 0x4;

pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    pub kind: u8,
    pub flags: u8,
    pub stream: u32,
    pub payload: Vec<u8>,
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, flags, stream, payload } = self;
        let start = &payload[..payload.len().min(16)];
        write!(f, "[type {kind} flags {flags} stream {stream}, {} bytes: {start:x?}]", payload.len())
    }
}

impl Frame {
    /// The error code of `RST_STREAM` and GOAWAY.
    pub fn error_code(&self) -> u32 {
        let start = if self.kind == GOAWAY { 4 } else { 0 };
        u32::from_be_bytes(self.payload[start..start + 4].try_into().expect("four bytes"))
    }
}

pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a short payload").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The header block of a request (RFC 7541) with entries of the static table and literals that are not compressed.
pub fn header_block(method: &str, path: &str) -> Vec<u8> {
    let (method, kind): (u8, &[u8]) =
        if method == "POST" { (0x83, b"\x0f\x10\x10application/json") } else { (0x82, b"") };
    let literal = |index: u8, value: &str| {
        [&[index, u8::try_from(value.len()).expect("a short value")], value.as_bytes()].concat()
    };
    [&[method, 0x87][..], &literal(0x04, path), &literal(0x01, "localhost"), kind].concat()
}

pub fn get(stream: u32, path: &str) -> Vec<u8> {
    frame(HEADERS, END_HEADERS | END_STREAM, stream, &header_block("GET", path))
}

/// A POST whose body does not follow.
pub fn unfinished_post(stream: u32, path: &str) -> Vec<u8> {
    frame(HEADERS, END_HEADERS, stream, &header_block("POST", path))
}

pub struct Http2Connection(pub TlsStream<TcpStream>);

impl Http2Connection {
    /// After the TLS handshake. Nothing of HTTP/2 has been sent.
    pub async fn connect(tls_host: &str) -> Self {
        let client = TlsClient::new(&[&TLS13], &["h2"]);
        Self(client.connect(tls_host).await.expect("a handshake"))
    }

    /// After the preface and the given settings.
    pub async fn open(tls_host: &str, settings: &[u8]) -> Self {
        let mut connection = Self::connect(tls_host).await;
        connection.send(&[PREFACE, &frame(SETTINGS, 0, 0, settings)].concat()).await;
        connection
    }

    /// The server may have closed the connection already.
    pub async fn send(&mut self, bytes: &[u8]) {
        let _ = self.0.write_all(bytes).await;
        let _ = self.0.flush().await;
    }

    /// `None` at the end of the connection.
    pub async fn receive(&mut self) -> Option<Frame> {
        let mut header = [0; 9];
        self.0.read_exact(&mut header).await.ok()?;
        let mut payload = vec![0; u32::from_be_bytes([0, header[0], header[1], header[2]]) as usize];
        self.0.read_exact(&mut payload).await.ok()?;
        let stream = u32::from_be_bytes(header[5..].try_into().expect("four bytes"));
        Some(Frame { kind: header[3], flags: header[4], stream, payload })
    }

    /// The next frame of this type. Fails the test when the connection ends first.
    pub async fn receive_kind(&mut self, kind: u8) -> Frame {
        let mut others = Vec::new();
        loop {
            let frame = timeout(LIMIT, self.receive()).await.expect("a frame in time");
            let frame = frame.unwrap_or_else(|| panic!("the connection ended after {others:?}"));
            if frame.kind == kind {
                return frame;
            }
            others.push(frame);
        }
    }

    /// All frames until the connection ends.
    pub async fn receive_all(&mut self) -> Vec<Frame> {
        let mut frames = Vec::new();
        let all = async {
            while let Some(frame) = self.receive().await {
                frames.push(frame);
            }
        };
        let end = timeout(LIMIT, all).await;
        assert!(end.is_ok(), "the connection is still open: {frames:?}");
        frames
    }
}
