//! How mistakes of an HTTP/2 client are answered (RFC 9113). The error codes are not compared: h2 answers most mistakes with
//! `PROTOCOL_ERROR`, which is more general than the code that the standard names.

use std::time::Duration;

use tokio::time::timeout;

use crate::test_server::TestServer;
use crate::test_server::http2::{
    ACK, CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, Http2Connection, PING, PRIORITY, PUSH_PROMISE,
    RST_STREAM, SETTINGS, WINDOW_UPDATE, frame, get, header_block,
};
use crate::test_server::tls::CertificateFolder;

/// A frame type that no standard defines.
const UNKNOWN: u8 = 0x42;
const STATUS_200: u8 = 0x88;
const STATUS_400: u8 = 0x8c;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    ConnectionError,
    StreamError,
    /// The first byte of the response headers.
    Response(u8),
    /// The connection ended without an answer.
    Nothing,
}

/// The section of the standard with the mistake, and what a client sends after its settings.
type Case = (&'static str, Vec<u8>);

async fn answer(server: &TestServer, bytes: &[u8]) -> Answer {
    let mut connection = Http2Connection::open(&server.tls_host, &[]).await;
    connection.send(bytes).await;
    let mut status = 0;
    while let Some(frame) = connection.receive().await {
        match frame.kind {
            GOAWAY => return Answer::ConnectionError,
            RST_STREAM => return Answer::StreamError,
            HEADERS => status = frame.payload[0],
            _ => {}
        }
        if [HEADERS, DATA].contains(&frame.kind) && frame.flags & END_STREAM != 0 {
            return Answer::Response(status);
        }
    }
    Answer::Nothing
}

async fn check(cases: Vec<Case>, accepted: &[Answer]) {
    let server = TestServer::start_with_tls(&CertificateFolder::new(), &[]);
    let mut wrong = Vec::new();
    for (section, bytes) in cases {
        let answer = timeout(Duration::from_mins(1), answer(&server, &bytes)).await;
        if !answer.as_ref().is_ok_and(|answer| accepted.contains(answer)) {
            wrong.push(format!("{section}: {answer:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn home() -> Vec<u8> {
    header_block("GET", "/home")
}

fn post(more_headers: &[u8], content: &[&[u8]]) -> Vec<u8> {
    let block = [&header_block("POST", "/api/plays/finish")[..], more_headers].concat();
    let content = content.iter().flat_map(|content| frame(DATA, END_STREAM, 1, content));
    frame(HEADERS, END_HEADERS, 1, &block).into_iter().chain(content).collect()
}

#[tokio::test]
async fn mistakes_in_frames_end_the_connection() {
    let cases = vec![
        ("4.2 a frame larger than allowed", frame(UNKNOWN, 0, 0, &vec![0; 16_385])),
        ("4.3 an invalid header block", frame(HEADERS, END_HEADERS | END_STREAM, 1, &[0xff; 40])),
        ("5.1 DATA on an idle stream", frame(DATA, END_STREAM, 1, b"x")),
        ("5.1 RST_STREAM on an idle stream", frame(RST_STREAM, 0, 1, &[0, 0, 0, 8])),
        ("5.1 WINDOW_UPDATE on an idle stream", frame(WINDOW_UPDATE, 0, 1, &[0, 0, 0, 1])),
        ("5.1.1 an even stream number", get(2, "/home")),
        ("5.1.1 a smaller stream number", [get(5, "/healthz"), get(3, "/healthz")].concat()),
        ("6.1 DATA on stream 0", frame(DATA, 0, 0, b"x")),
        ("6.1 padding longer than the frame", [post(b"", &[]), frame(DATA, 0x8, 1, &[200, 1, 2])].concat()),
        ("6.2 HEADERS on stream 0", get(0, "/home")),
        ("6.3 PRIORITY on stream 0", frame(PRIORITY, 0, 0, &[0; 5])),
        ("6.4 RST_STREAM of a wrong size", [post(b"", &[]), frame(RST_STREAM, 0, 1, &[0; 3])].concat()),
        ("6.5 SETTINGS on a stream", frame(SETTINGS, 0, 1, &[])),
        ("6.5 an acknowledgement with a payload", frame(SETTINGS, ACK, 0, &[0; 6])),
        ("6.5 SETTINGS of a wrong size", frame(SETTINGS, 0, 0, &[0; 5])),
        ("6.5.2 an invalid window", frame(SETTINGS, 0, 0, &[0, 4, 0xff, 0xff, 0xff, 0xff])),
        ("6.5.2 an invalid frame size", frame(SETTINGS, 0, 0, &[0, 5, 0, 0, 0, 1])),
        ("6.6 PUSH_PROMISE of a client", frame(PUSH_PROMISE, END_HEADERS, 1, &[0, 0, 0, 2])),
        ("6.7 PING on a stream", frame(PING, 0, 1, &[0; 8])),
        ("6.7 PING of a wrong size", frame(PING, 0, 0, &[0; 7])),
        ("6.8 GOAWAY on a stream", frame(GOAWAY, 0, 1, &[0; 8])),
        ("6.9 WINDOW_UPDATE of zero", frame(WINDOW_UPDATE, 0, 0, &[0; 4])),
        ("6.9.1 a window that is too large", frame(WINDOW_UPDATE, 0, 0, &[0x7f, 0xff, 0xff, 0xff])),
        ("6.10 CONTINUATION without HEADERS", frame(CONTINUATION, END_HEADERS, 1, &home())),
        (
            "6.10 a frame between HEADERS and CONTINUATION",
            [frame(HEADERS, END_STREAM, 1, &home()), frame(PING, 0, 0, &[0; 8])].concat(),
        ),
    ];
    check(cases, &[Answer::ConnectionError]).await;
}

/// Section 5.4.2 allows to end the connection instead of the stream, and 8.1.1 a response.
#[tokio::test]
async fn malformed_requests_are_refused() {
    let request = |block: &[&[u8]]| frame(HEADERS, END_HEADERS | END_STREAM, 1, &block.concat());
    let cases = vec![
        ("5.1 DATA after the end of the request", post(b"", &[b"{", b"}"])),
        ("8.1.1 content longer than its length", post(b"\x0f\x0d\x011", &[b"{}"])),
        ("8.1.1 content shorter than its length", post(b"\x0f\x0d\x019", &[b"{}"])),
        ("8.2.1 capital letters in a name", request(&[&home(), b"\x00\x01A\x01b"])),
        ("8.2.1 a line break in a value", request(&[&home(), b"\x00\x01a\x03b\r\n"])),
        ("8.2.2 a Connection header", request(&[&home(), b"\x00\x0aconnection\x05close"])),
        ("8.2.2 a Transfer-Encoding header", request(&[&home(), b"\x00\x11transfer-encoding\x07chunked"])),
        ("8.3 an unknown pseudo-header", request(&[&home(), b"\x00\x05:what\x01x"])),
        ("8.3 a pseudo-header after a header", request(&[b"\x00\x01a\x01b", &home()])),
        ("8.3.1 no path", request(&[b"\x82\x87\x01\x09localhost"])),
        ("8.3.1 an empty path", request(&[b"\x82\x87\x04\x00\x01\x09localhost"])),
        ("8.3.1 no method", request(&[b"\x87\x84\x01\x09localhost"])),
        ("8.3.1 two methods", request(&[&home(), b"\x82"])),
        ("8.3.1 no host", request(&[b"\x82\x87\x84"])),
    ];
    check(cases, &[Answer::StreamError, Answer::ConnectionError, Answer::Response(STATUS_400)]).await;
}

#[tokio::test]
async fn unusual_frames_are_no_mistake() {
    let file = || get(1, "/robots.txt");
    let cases = vec![
        ("5.5 an unknown frame type", [frame(UNKNOWN, 0xff, 0, &[0; 16_384]), file()].concat()),
        ("6.2 headers in two frames", {
            let (first, rest) = (home(), header_block("GET", "/home").split_off(3));
            let first = &first[..3];
            [frame(HEADERS, END_STREAM, 1, first), frame(CONTINUATION, END_HEADERS, 1, &rest)].concat()
        }),
        ("6.3 PRIORITY on an idle stream", [frame(PRIORITY, 0, 9, &[0, 0, 0, 1, 5]), file()].concat()),
        ("6.5.2 an unknown setting", [frame(SETTINGS, 0, 0, &[0xff, 0xff, 0, 0, 0, 1]), file()].concat()),
        ("6.7 a PING with an acknowledgement", [frame(PING, ACK, 0, &[0; 8]), file()].concat()),
        (
            "6.9 a window that is opened byte by byte",
            [
                frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0]),
                file(),
                frame(WINDOW_UPDATE, 0, 1, &[0, 0, 0, 1]),
                frame(WINDOW_UPDATE, 0, 1, &[0, 0, 4, 0]),
            ]
            .concat(),
        ),
    ];
    check(cases, &[Answer::Response(STATUS_200)]).await;
}
