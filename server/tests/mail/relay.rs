//! The SMTP server, in good days and in bad ones.

use std::time::{Duration, Instant};

use clinic::mail::smtp::Relay;
use clinic::mail::{Delivery, Settings};
use mail_parser::MessageParser;
use tempfile::TempDir;

use super::fixture::{composer, deliver, outgoing, told};
use super::smtp::{Fault, SmtpServer};

struct Post {
    server: SmtpServer,
    folder: TempDir,
}

impl Post {
    async fn open() -> Self {
        let server = SmtpServer::start().await;
        let folder = tempfile::tempdir().expect("a folder");
        server.certificate.write_to(&folder.path().join("ca.pem"));
        Self { server, folder }
    }

    async fn with(fault: Fault) -> Self {
        let post = Self::open().await;
        post.server.fail_with(fault);
        post
    }

    fn url(&self, scheme: &str, login: &str, options: &str) -> String {
        let (port, ca) = (self.server.address.port(), self.folder.path().join("ca.pem"));
        format!("{scheme}://{login}127.0.0.1:{port}?ca={}{options}", ca.display())
    }

    fn relay(&self) -> Relay {
        relay(&self.url("smtp", "", ""))
    }
}

fn relay(url: &str) -> Relay {
    match Settings::parse(url) {
        Ok(Settings::Smtp(server)) => Relay::open(&server, composer()).expect("a relay"),
        other => panic!("{url} gave {other:?}"),
    }
}

#[tokio::test]
async fn a_message_arrives_encrypted_with_the_code_that_was_sent() {
    let post = Post::open().await;
    let relay = relay(&post.url("smtp", "ada:s%40fe@", "&tls=required"));
    assert_eq!(deliver(&relay).await, Delivery::Taken);
    let received = post.server.state().received.remove(0);
    assert_eq!((received.from.as_str(), received.to.as_str()), ("hello@clinic.example", "Ada.Obi@example.com"));
    assert!(received.encrypted);
    assert_eq!(received.login.as_deref(), Some("AGFkYQBzQGZl"), "the user and the password, as PLAIN writes them");
    let message = MessageParser::default().parse(&received.message).expect("a message");
    assert_eq!(message.message_id(), Some("7f3a.discount@clinic.example"));
    let code = outgoing().code.to_string();
    assert!(message.body_text(0).expect("a text part").contains(&code));
    assert!(message.body_html(0).expect("an HTML part").contains(&code));
}

#[tokio::test]
async fn smtps_is_encrypted_from_the_first_byte() {
    let post = Post::open().await;
    post.server.state().wrapped = true;
    assert_eq!(deliver(&relay(&post.url("smtps", "", ""))).await, Delivery::Taken);
    assert!(post.server.state().received[0].encrypted);
}

#[tokio::test]
async fn messages_share_a_connection_even_after_a_refusal() {
    let post = Post::open().await;
    let relay = post.relay();
    deliver(&relay).await;
    post.server.fail_with(Fault::Rcpt("550 5.1.1 no such mailbox"));
    deliver(&relay).await;
    post.server.fail_with(Fault::None);
    assert_eq!(deliver(&relay).await, Delivery::Taken);
    let state = post.server.state();
    assert_eq!((state.received.len(), state.connections), (2, 1));
}

#[tokio::test]
async fn each_fault_is_taken_for_what_it_is() {
    for (fault, outcome) in [
        (Fault::Greeting("421 4.3.2 busy"), "later"),
        (Fault::Greeting("554 5.3.2 go away"), "later"),
        (Fault::Garbage, "later"),
        (Fault::Mail("421 4.3.2 closing"), "later"),
        (Fault::Mail("530 5.7.0 must log in first"), "later"),
        (Fault::Mail("552 5.2.3 too large"), "refused"),
        (Fault::Rcpt("451 4.7.1 greylisted"), "later"),
        (Fault::Rcpt("550 5.1.1 no such mailbox"), "refused"),
        (Fault::Rcpt("421 4.3.2 closing"), "later"),
        (Fault::Data("451 4.3.0 disk full"), "later"),
        (Fault::Data("554 5.7.1 not wanted"), "refused"),
        (Fault::Message("451 4.3.0 disk full"), "later"),
        (Fault::Message("550 5.7.1 looks like spam"), "refused"),
        (Fault::DropAfterDot, "later"),
        (Fault::Message("what did you say"), "later"),
    ] {
        let post = Post::with(fault).await;
        let (told, reason) = told(deliver(&post.relay()).await);
        assert_eq!(told, outcome, "{fault:?}: {reason}");
        assert!(!reason.is_empty(), "{fault:?} is told with its reason");
    }
}

#[tokio::test]
async fn a_refused_login_is_our_trouble_and_not_the_address() {
    let post = Post::with(Fault::Login("535 5.7.8 wrong password")).await;
    let (told, reason) = told(deliver(&relay(&post.url("smtp", "ada:hunter2@", ""))).await);
    assert_eq!(told, "later");
    assert!(reason.contains("535") && !reason.contains("hunter2"), "{reason}");
}

#[tokio::test]
async fn a_server_that_goes_silent_is_left_within_the_limit_and_its_line_is_not_used_again() {
    for fault in [Fault::Silence, Fault::StallAfterDot] {
        let post = Post::with(fault).await;
        let relay = post.relay().with_limit(Duration::from_millis(700));
        let begun = Instant::now();
        let (told, reason) = told(deliver(&relay).await);
        assert_eq!(told, "later", "{fault:?}");
        assert!(reason.contains("did not finish"), "{reason}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{fault:?}");
        post.server.fail_with(Fault::None);
        assert_eq!(deliver(&relay.with_limit(Duration::from_secs(20))).await, Delivery::Taken);
        assert_eq!(post.server.state().connections, 2, "{fault:?}");
    }
}

#[tokio::test]
async fn a_connection_that_the_server_closed_is_replaced() {
    let post = Post::open().await;
    let relay = post.relay();
    deliver(&relay).await;
    post.server.fail_with(Fault::Mail("421 4.3.2 closing"));
    assert_eq!(told(deliver(&relay).await).0, "later");
    post.server.fail_with(Fault::None);
    assert_eq!(deliver(&relay).await, Delivery::Taken);
    assert_eq!(post.server.state().connections, 2);
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_gets_no_message() {
    let post = Post::open().await;
    let address = post.server.address;
    for options in ["", "?tls=required"] {
        let (told, reason) = told(deliver(&relay(&format!("smtp://{address}{options}"))).await);
        assert_eq!(told, "later", "{reason}");
        assert!(reason.to_lowercase().contains("certificate"), "{reason}");
    }
    assert!(post.server.state().received.is_empty());
}

#[tokio::test]
async fn required_encryption_is_not_waived() {
    let post = Post::with(Fault::NoStartTls).await;
    let (told, reason) = told(deliver(&relay(&post.url("smtp", "", "&tls=required"))).await);
    assert_eq!(told, "later");
    assert!(reason.contains("tls=required"), "{reason}");
    assert!(post.server.state().received.is_empty());
}

#[tokio::test]
async fn a_server_without_encryption_is_used_when_that_was_allowed() {
    let post = Post::with(Fault::NoStartTls).await;
    assert_eq!(deliver(&post.relay()).await, Delivery::Taken);
    assert!(!post.server.state().received[0].encrypted);
}

#[tokio::test]
async fn a_refused_connection_is_tried_again_later() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    assert_eq!(told(deliver(&relay(&format!("smtp://127.0.0.1:{closed}"))).await).0, "later");
}

#[tokio::test]
async fn a_reason_does_not_give_the_address_away() {
    let post = Post::with(Fault::Rcpt("550 5.1.1 <Ada.Obi@example.com> unknown, ask ada.obi herself")).await;
    let (told, reason) = told(deliver(&post.relay()).await);
    assert_eq!(told, "refused");
    assert!(reason.contains("5.1.1") && !reason.to_lowercase().contains("ada"), "{reason}");
}

#[test]
fn a_certificate_file_that_is_not_there_is_refused_at_start() {
    let Ok(Settings::Smtp(server)) = Settings::parse("smtp://mail.example?ca=/nowhere/ca.pem") else {
        panic!("settings")
    };
    let refused = Relay::open(&server, composer()).err().expect("no certificate");
    assert!(refused.to_string().contains("/nowhere/ca.pem"));
}
