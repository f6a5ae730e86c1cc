//! Delivery through the `EmailJS` API, with a socket in place of the provider.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use clinic_mail::{Delivery, MailTransport, Message, OutgoingMessage, Settings};
use http_body_util::{BodyDataStream, Full};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::fixture::{code, composer, deliver, describe, outgoing};

struct Request {
    first_line: String,
    content_type: String,
    body: Vec<u8>,
}

/// Answers one request and returns it.
async fn provider(answer: &'static str) -> (u16, oneshot::Receiver<Request>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (sender, receiver) = oneshot::channel();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a caller");
        let mut bytes = Vec::new();
        let head_end = loop {
            stream.read_buf(&mut bytes).await.expect("a request");
            if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
        };
        let head = String::from_utf8(bytes[..head_end].to_vec()).expect("a head");
        let header = |name: &str| {
            let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with(name)).expect("a header");
            line[name.len()..].trim().to_owned()
        };
        let length: usize = header("content-length:").parse().expect("a length");
        while bytes.len() < head_end + length {
            stream.read_buf(&mut bytes).await.expect("a body");
        }
        stream.write_all(answer.as_bytes()).await.expect("a listener");
        let first_line = head.lines().next().unwrap_or_default().to_owned();
        let body = bytes.split_off(head_end);
        let _ = sender.send(Request { first_line, content_type: header("content-type:"), body });
    });
    (port, receiver)
}

fn transport(port: u16) -> Arc<dyn MailTransport> {
    let url =
        format!("emailjs+http://127.0.0.1:{port}?service_id=s1&template_id=t1&user_id=u1&access_token=private-key");
    clinic_mail::transport(&Settings::parse(&url).expect("settings"), composer()).expect("a transport")
}

async fn fields(request: Request) -> HashMap<String, String> {
    let boundary = multer::parse_boundary(&request.content_type).expect("a multipart form");
    let body = BodyDataStream::new(Full::new(Bytes::from(request.body)));
    let mut form = multer::Multipart::new(body, boundary);
    let mut fields = HashMap::new();
    while let Some(field) = form.next_field().await.expect("a field") {
        let name = field.name().expect("a name").to_owned();
        fields.insert(name, field.text().await.expect("text"));
    }
    fields
}

#[tokio::test]
async fn provider_gets_its_ids_the_address_and_the_facts() {
    let (port, request) = provider("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nOK").await;
    assert_eq!(deliver(&*transport(port)).await, Delivery::Accepted);
    let request = request.await.expect("a call");
    assert!(request.first_line.starts_with("POST /api/v1.0/email/send-form "), "{}", request.first_line);
    let fields = fields(request).await;
    let code = code().to_string();
    for (name, value) in [
        ("service_id", "s1"),
        ("template_id", "t1"),
        ("user_id", "u1"),
        ("accessToken", "private-key"),
        ("email", "Ada.Obi@example.com"),
        ("code", &code),
        ("percent", "5"),
        ("valid_until", "Saturday 13 February 2027"),
    ] {
        assert_eq!(fields.get(name).map(String::as_str), Some(value), "{name}");
    }
    assert!(fields.contains_key("lib_version") && fields["message"].contains(&code));
}

#[tokio::test]
async fn template_variables_of_every_email_are_documented() {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operations.md");
    let manual = std::fs::read_to_string(manual).expect("the manual");
    let used_at = "2026-11-10T11:00:00Z".parse().expect("a time");
    let code_used = OutgoingMessage { message: Message::CodeUsed { code: code(), used_at, play: None }, ..outgoing() };
    for (heading, message) in [("code issued", outgoing()), ("code used", code_used)] {
        let (port, request) = provider("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nOK").await;
        assert_eq!(transport(port).deliver(&message).await, Delivery::Accepted);
        let row = manual.lines().find(|line| line.starts_with(&format!("| {heading} |"))).expect("a row of the table");
        let documented: BTreeSet<&str> = row.split('`').skip(1).step_by(2).collect();
        let fields = fields(request.await.expect("a call")).await;
        let ids = ["lib_version", "service_id", "template_id", "user_id", "accessToken"];
        let sent = fields.keys().map(String::as_str).filter(|name| !ids.contains(name)).collect();
        assert_eq!(documented, sent, "{heading}");
    }
}

#[tokio::test]
async fn only_a_rejected_recipient_is_final() {
    for (answer, expected) in [
        ("HTTP/1.1 422 X\r\ncontent-length: 35\r\n\r\nThe recipients address is corrupted", "rejected"),
        ("HTTP/1.1 429 X\r\ncontent-length: 0\r\n\r\n", "deferred"),
        ("HTTP/1.1 500 X\r\ncontent-length: 4\r\n\r\noops", "deferred"),
        ("HTTP/1.1 302 X\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n", "deferred"),
        ("nonsense", "deferred"),
    ] {
        let (port, _request) = provider(answer).await;
        let (outcome, reason) = describe(deliver(&*transport(port)).await);
        assert_eq!(outcome, expected, "{answer}: {reason}");
    }
}

#[tokio::test]
async fn redirect_of_the_provider_is_not_followed() {
    let elsewhere = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    elsewhere.set_nonblocking(true).expect("set");
    let target = elsewhere.local_addr().expect("an address");
    for status in [302, 307, 308] {
        let answer = format!("HTTP/1.1 {status} X\r\nlocation: http://{target}/\r\ncontent-length: 0\r\n\r\n");
        let (port, _request) = provider(answer.leak()).await;
        assert_eq!(describe(deliver(&*transport(port)).await).0, "deferred");
        assert!(
            elsewhere.accept().is_err(),
            "the message with the key of the account was sent elsewhere after {status}"
        );
    }
}

#[tokio::test]
async fn unreachable_provider_defers_the_message() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let (outcome, reason) = describe(deliver(&*transport(closed)).await);
    assert_eq!(outcome, "deferred");
    assert!(!reason.contains("private-key"), "{reason}");
}
