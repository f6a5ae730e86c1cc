//! Delivery through an SMTP server, with and without faults.

use std::time::Duration;

use clinic_mail::smtp::SmtpTransport;
use clinic_mail::{Delivery, Settings};
use mail_parser::MessageParser;
use tempfile::TempDir;

use super::fixture::{code, composer, deliver, describe};
use crate::smtp::{Fault, SmtpServer};

struct MailServer {
    smtp: SmtpServer,
    folder: TempDir,
}

impl MailServer {
    async fn start() -> Self {
        let smtp = SmtpServer::start().await;
        let folder = tempfile::tempdir().expect("a folder");
        smtp.certificate.write_to(&folder.path().join("ca.pem"));
        Self { smtp, folder }
    }

    async fn with(fault: Fault) -> Self {
        let server = Self::start().await;
        server.smtp.fail_with(fault);
        server
    }

    fn url(&self, scheme: &str, login: &str, options: &str) -> String {
        let (port, ca) = (self.smtp.address.port(), self.folder.path().join("ca.pem"));
        format!("{scheme}://{login}127.0.0.1:{port}?ca={}{options}", ca.display())
    }

    fn transport(&self) -> SmtpTransport {
        transport(&self.url("smtp", "", ""))
    }
}

fn transport(url: &str) -> SmtpTransport {
    match Settings::parse(url) {
        Ok(Settings::Smtp(server)) => SmtpTransport::open(&server, composer()).expect("a transport"),
        other => panic!("{url} gave {other:?}"),
    }
}

#[tokio::test]
async fn message_arrives_encrypted_with_the_code() {
    let server = MailServer::start().await;
    let transport = transport(&server.url("smtp", "ada:s%40fe@", "&tls=required"));
    assert_eq!(deliver(&transport).await, Delivery::Accepted);
    let received = server.smtp.state().received.remove(0);
    assert_eq!((received.from.as_str(), received.to.as_str()), ("hello@clinic.example", "Ada.Obi@example.com"));
    assert!(received.encrypted);
    assert_eq!(received.login.as_deref(), Some("AGFkYQBzQGZl"), "user and password in PLAIN format");
    let message = MessageParser::default().parse(&received.message).expect("a message");
    assert_eq!(message.message_id(), Some("7f3a.discount@clinic.example"));
    let code = code().to_string();
    assert!(message.body_text(0).expect("a text part").contains(&code));
    assert!(message.body_html(0).expect("an HTML part").contains(&code));
}

#[tokio::test]
async fn smtps_uses_tls_from_the_first_byte() {
    let server = MailServer::start().await;
    server.smtp.state().implicit_tls = true;
    assert_eq!(deliver(&transport(&server.url("smtps", "", ""))).await, Delivery::Accepted);
    assert!(server.smtp.state().received[0].encrypted);
}

#[tokio::test]
async fn connection_is_reused_even_after_a_rejection() {
    let server = MailServer::start().await;
    let transport = server.transport();
    deliver(&transport).await;
    server.smtp.fail_with(Fault::Rcpt("550 5.1.1 no such mailbox"));
    deliver(&transport).await;
    server.smtp.fail_with(Fault::None);
    assert_eq!(deliver(&transport).await, Delivery::Accepted);
    let state = server.smtp.state();
    assert_eq!((state.received.len(), state.connections), (2, 1));
}

#[tokio::test]
async fn smtp_faults_are_deferred_or_rejected() {
    for (fault, expected) in [
        (Fault::Greeting("421 4.3.2 busy"), "deferred"),
        (Fault::Greeting("554 5.3.2 go away"), "deferred"),
        (Fault::Garbage, "deferred"),
        (Fault::Mail("421 4.3.2 closing"), "deferred"),
        (Fault::Mail("530 5.7.0 must log in first"), "deferred"),
        (Fault::Mail("552 5.2.3 too large"), "rejected"),
        (Fault::Rcpt("451 4.7.1 greylisted"), "deferred"),
        (Fault::Rcpt("550 5.1.1 no such mailbox"), "rejected"),
        (Fault::Rcpt("421 4.3.2 closing"), "deferred"),
        (Fault::Data("451 4.3.0 disk full"), "deferred"),
        (Fault::Data("554 5.7.1 not wanted"), "rejected"),
        (Fault::Message("451 4.3.0 disk full"), "deferred"),
        (Fault::Message("550 5.7.1 looks like spam"), "rejected"),
        (Fault::DropAfterDot, "deferred"),
        (Fault::Message("not an SMTP reply"), "deferred"),
    ] {
        let server = MailServer::with(fault).await;
        let (outcome, reason) = describe(deliver(&server.transport()).await);
        assert_eq!(outcome, expected, "{fault:?}: {reason}");
        assert!(!reason.is_empty(), "{fault:?} has no reason");
    }
}

#[tokio::test]
async fn rejected_login_defers_the_message() {
    let server = MailServer::with(Fault::Login("535 5.7.8 wrong password")).await;
    let (outcome, reason) = describe(deliver(&transport(&server.url("smtp", "ada:hunter2@", ""))).await);
    assert_eq!(outcome, "deferred");
    assert!(reason.contains("535") && !reason.contains("hunter2"), "{reason}");
}

#[tokio::test]
async fn silent_server_times_out_and_its_connection_is_not_reused() {
    for fault in [Fault::Silence, Fault::StallAfterDot] {
        let server = MailServer::with(fault).await;
        let transport = server.transport().with_time_limit(Duration::from_millis(700));
        let (outcome, reason) = describe(deliver(&transport).await);
        assert_eq!(outcome, "deferred", "{fault:?}");
        assert!(reason.contains("did not finish"), "{reason}");
        server.smtp.fail_with(Fault::None);
        assert_eq!(deliver(&transport.with_time_limit(Duration::from_secs(20))).await, Delivery::Accepted);
        assert_eq!(server.smtp.state().connections, 2, "{fault:?}");
    }
}

#[tokio::test]
async fn connection_closed_by_the_server_is_replaced() {
    let server = MailServer::start().await;
    let transport = server.transport();
    deliver(&transport).await;
    server.smtp.fail_with(Fault::Mail("421 4.3.2 closing"));
    assert_eq!(describe(deliver(&transport).await).0, "deferred");
    server.smtp.fail_with(Fault::None);
    assert_eq!(deliver(&transport).await, Delivery::Accepted);
    assert_eq!(server.smtp.state().connections, 2);
}

#[tokio::test]
async fn untrusted_certificate_gets_no_message() {
    let server = MailServer::start().await;
    let address = server.smtp.address;
    for options in ["", "?tls=required"] {
        let (outcome, reason) = describe(deliver(&transport(&format!("smtp://{address}{options}"))).await);
        assert_eq!(outcome, "deferred", "{reason}");
        assert!(reason.to_lowercase().contains("certificate"), "{reason}");
    }
    assert!(server.smtp.state().received.is_empty());
}

#[tokio::test]
async fn required_tls_is_enforced() {
    let server = MailServer::with(Fault::NoStartTls).await;
    let (outcome, reason) = describe(deliver(&transport(&server.url("smtp", "", "&tls=required"))).await);
    assert_eq!(outcome, "deferred");
    assert!(reason.contains("does not offer STARTTLS"), "{reason}");
    assert!(server.smtp.state().received.is_empty());
}

#[tokio::test]
async fn server_without_tls_is_used_on_loopback() {
    let server = MailServer::with(Fault::NoStartTls).await;
    assert_eq!(deliver(&server.transport()).await, Delivery::Accepted);
    assert!(!server.smtp.state().received[0].encrypted);
}

#[tokio::test]
async fn server_without_tls_elsewhere_needs_tls_opportunistic() {
    let server = MailServer::with(Fault::NoStartTls).await;
    // Not a loopback address, but the system connects it to this machine.
    let url = format!("smtp://0.0.0.0:{}", server.smtp.address.port());
    let (outcome, reason) = describe(deliver(&transport(&url)).await);
    assert_eq!(outcome, "deferred");
    assert!(reason.contains("so nothing was sent") && reason.contains("?tls=opportunistic"), "{reason}");
    assert!(server.smtp.state().received.is_empty());
    assert_eq!(deliver(&transport(&format!("{url}?tls=opportunistic"))).await, Delivery::Accepted);
}

#[tokio::test]
async fn refused_connection_defers_the_message() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    assert_eq!(describe(deliver(&transport(&format!("smtp://127.0.0.1:{closed}"))).await).0, "deferred");
}

#[tokio::test]
async fn reason_does_not_contain_the_address() {
    let server = MailServer::with(Fault::Rcpt("550 5.1.1 <Ada.Obi@example.com> unknown, ask ada.obi herself")).await;
    let (outcome, reason) = describe(deliver(&server.transport()).await);
    assert_eq!(outcome, "rejected");
    assert!(reason.contains("5.1.1") && !reason.to_lowercase().contains("ada"), "{reason}");
}

#[test]
fn missing_certificate_file_is_an_error_at_start() {
    let Ok(Settings::Smtp(server)) = Settings::parse("smtp://mail.example?ca=/nowhere/ca.pem") else {
        panic!("settings")
    };
    let error = SmtpTransport::open(&server, composer()).err().expect("no certificate");
    assert!(error.to_string().contains("/nowhere/ca.pem"));
}
