//! A patient's or a colleague's link is in no line of the log, at the most talkative level and whatever a visitor sends.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::AnyPool;

use crate::smtp::SmtpServer;
use crate::support::databases::on_both;
use crate::support::waiting::eventually;
use crate::test_server::http2::{DATA, END_STREAM, Frame, HEADERS, Http2Connection, frame, get, unfinished_post};
use crate::test_server::tls::CertificateFolder;
use crate::test_server::{TestServer, clinic, metrics_address, read_json};

const PASSWORD: &str = "lamp river seven paper";

async fn post(server: &TestServer, path: &str, cookie: &str, body: &str) -> reqwest::Response {
    let request = server.request(Method::POST, path).header("content-type", "application/json");
    request.header("cookie", cookie).body(body.to_owned()).send().await.expect("a response")
}

/// Books an appointment. Returns the token.
async fn book(server: &TestServer) -> String {
    let free = read_json(server.get("/api/booking/slots?service=frames&days=14").await).await;
    let days = free["days"].as_array().expect("days");
    let day = days.iter().rfind(|day| day["slots"][0].is_string()).expect("a free day");
    let body = json!({ "service": "frames", "date": day["date"], "time": day["slots"][0], "name": "Ada Obi",
                       "phone": "0803 123 4567", "email": "ada@example.com" });
    let booked = read_json(post(server, "/api/booking", "", &body.to_string()).await).await;
    let (_, token) = booked["manage"].as_str().expect("an address").split_once('#').expect("a token");
    token.to_owned()
}

async fn sign_in(server: &TestServer, database: &str, name: &str, role: &str) -> String {
    use std::io::Write;
    let mut command = clinic();
    command.args(["staff", "add", name, "--role", role, "--password-stdin", "--database", database, "--data"]);
    command.arg(server.data.path()).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null());
    let mut added = command.spawn().expect("the command runs");
    writeln!(added.stdin.take().expect("standard input"), "{PASSWORD}").expect("written");
    assert!(added.wait().expect("an exit status").success());
    let body = json!({ "name": name, "password": PASSWORD }).to_string();
    let session = post(server, "/api/desk/login", "", &body).await;
    session.headers()["set-cookie"].to_str().expect("text").split(';').next().expect("a value").to_owned()
}

/// The emails so far, with lines joined that quoted-printable and calendar files have broken.
fn mailed(smtp: &SmtpServer) -> String {
    let state = smtp.state();
    let text = |message: &[u8]| String::from_utf8_lossy(message).replace("=\r\n", "").replace("\r\n ", "");
    state.received.iter().map(|received| text(&received.message)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_line_of_the_log_and_no_row_of_the_outbox_has_a_link() {
    on_both(async |database| {
        let smtp = SmtpServer::start().await;
        let folder = tempfile::tempdir().expect("a folder");
        smtp.certificate.write_to(&folder.path().join("ca.pem"));
        let ca = folder.path().join("ca.pem");
        let mail = format!(
            "smtp://{}/?tls=required&ca={}",
            smtp.address.to_string().replace("127.0.0.1", "localhost"),
            ca.display()
        );
        let arguments = ["--log", "trace", "--database", &database, "--mail", &mail, "--metrics", "127.0.0.1:0"];
        let server = TestServer::start(&arguments);
        let token = book(&server).await;
        eventually("the first email", async || mailed(&smtp).contains(&token)).await;

        // The patient, with links of this release and of earlier ones, and whatever goes wrong with them.
        for path in [
            format!("/appointment/{token}"),
            format!("/appointment/{token}?from=mail"),
            format!("/appointment/{token}.ics"),
            format!("/appointment/{token}/"),
            format!("/Appointment/{token}"),
            format!("//appointment/{token}"),
            format!("/appointment%2F{token}"),
            format!("/data/appointment/{token}.json"),
            format!("/api/booking/{token}"),
            format!("/api/booking/slots?token={token}"),
            format!("/{token}"),
        ] {
            for method in [Method::GET, Method::HEAD, Method::POST, Method::DELETE] {
                server.request(method, &path).send().await.expect("a response");
            }
        }
        let own = json!({ "token": token }).to_string();
        for call in ["", "/calendar", "/cancel", "/move", "/other"] {
            post(&server, &format!("/api/booking/appointment{call}"), "", &own).await;
            post(&server, &format!("/api/booking/appointment{call}"), "", &own[..own.len() - 1]).await;
        }

        // A new link from the desk. The appointment was cancelled above.
        let second = book(&server).await;
        let cookie = sign_in(&server, &database, "Bola", "desk").await;
        for call in ["open", "confirm", "link"] {
            let done = post(&server, &format!("/api/desk/appointments/{}/{call}", &second[..22]), &cookie, "").await;
            assert_eq!(done.status(), 200, "{call}");
        }
        eventually("the new link", async || mailed(&smtp).contains("no longer work")).await;
        let mailed = mailed(&smtp);
        let id = &second[..22];
        let link = format!("/appointment#{id}");
        let after_link = |at: usize| mailed[at + link.len()..][..22].to_owned();
        let mut signatures: Vec<String> = mailed.match_indices(&link).map(|(at, _)| after_link(at)).collect();
        signatures.extend([token[22..].to_owned(), second[22..].to_owned()]);
        signatures.sort();
        signatures.dedup();
        assert_eq!(signatures.len(), 3, "{signatures:?}");

        // An owner invites a colleague by email.
        let owner = sign_in(&server, &database, "Tonye", "owner").await;
        let invited = json!({ "name": "Chidi", "role": "desk" }).to_string();
        let invited = read_json(post(&server, "/api/desk/staff", &owner, &invited).await).await;
        let (_, invitation) = invited["path"].as_str().expect("a path").split_once('#').expect("a token");
        let by_email = json!({ "token": invitation, "address": "chidi@example.com" }).to_string();
        let sent = post(&server, "/api/desk/staff/Chidi/send-invitation", &owner, &by_email).await;
        assert_eq!(sent.status(), 200, "{sent:?}");
        eventually("the invitation", async || self::mailed(&smtp).contains(invitation)).await;
        assert!(smtp.state().received.iter().any(|received| received.to == "chidi@example.com" && received.encrypted));
        // What a mail program's preview asks for does not use the link.
        for path in ["/desk/reset-password", "/desk/reset-password?preview=1"] {
            for method in [Method::GET, Method::HEAD] {
                server.request(method, path).send().await.expect("a response");
            }
        }
        let opened =
            post(&server, "/api/desk/reset-password/open", "", &json!({ "token": invitation }).to_string()).await;
        assert_eq!(read_json(opened).await, json!({ "name": "Chidi", "invitation": true }));
        signatures.push(invitation[22..].to_owned());

        // Lines are written in order: when the last ones are there, all are.
        eventually("a line for each email", async || {
            server.log().matches("email sent").count() == smtp.state().received.len()
        })
        .await;
        server.get("/team").await;
        assert!(server.logs("path=\"/team\"").await);
        let metrics = reqwest::get(metrics_address(&server).await).await.expect("metrics").text().await.expect("text");
        assert!(metrics.contains("clinic_log_lines_dropped_total 0"), "the log is not whole: {metrics}");
        let log = server.log();
        assert!(log.contains(" TRACE ") && log.contains("path=\"/appointment/{token}\""), "{}", log.len());
        for signature in &signatures {
            let found = log.lines().find(|line| line.contains(signature.as_str()));
            assert_eq!(found, None, "a link is in the log");
        }

        sqlx::any::install_default_drivers();
        let rows = AnyPool::connect(&database).await.expect("a connection");
        let stored: Vec<String> = sqlx::query_scalar("SELECT payload || COALESCE(last_error, '') FROM outbox")
            .fetch_all(&rows)
            .await
            .expect("rows");
        assert!(stored.len() >= 4, "{}", stored.len());
        for row in stored {
            assert!(signatures.iter().all(|signature| !row.contains(signature.as_str())), "{row}");
            assert!(serde_json::from_str::<Value>(&row).is_ok_and(|row| row.get("manage").is_none()), "{row}");
        }
    })
    .await;
}

/// Reads the response to the end of its stream.
async fn response(connection: &mut Http2Connection) -> Vec<u8> {
    let is_last = |frame: &Frame| matches!(frame.kind, HEADERS | DATA) && frame.flags & END_STREAM != 0;
    let mut body = Vec::new();
    loop {
        let frame = connection.receive().await.expect("a frame");
        let last = is_last(&frame);
        if frame.kind == DATA {
            body.extend(frame.payload);
        }
        if last {
            return body;
        }
    }
}

async fn post_on_http2(connection: &mut Http2Connection, stream: u32, path: &str, body: &Value) -> Value {
    connection.send(&unfinished_post(stream, path)).await;
    connection.send(&frame(DATA, END_STREAM, stream, body.to_string().as_bytes())).await;
    serde_json::from_slice(&response(connection).await).expect("JSON")
}

#[tokio::test]
async fn no_line_of_the_log_has_a_link_that_came_over_http2() {
    let certificate = CertificateFolder::new();
    let server = TestServer::start_with_tls(&certificate, &["--log", "trace"]);
    let mut connection = Http2Connection::open(&server.tls_host, b"").await;
    connection.send(&get(1, "/api/booking/slots?service=frames&days=14")).await;
    let free: Value = serde_json::from_slice(&response(&mut connection).await).expect("JSON");
    let days = free["days"].as_array().expect("days");
    let day = days.iter().rfind(|day| day["slots"][0].is_string()).expect("a free day");
    let body = json!({ "service": "frames", "date": day["date"], "time": day["slots"][0], "name": "Ada Obi",
                       "phone": "0803 123 4567" });
    let booked = post_on_http2(&mut connection, 3, "/api/booking", &body).await;
    let (_, token) = booked["manage"].as_str().expect("an address").split_once('#').expect("a token");
    let shown = post_on_http2(&mut connection, 5, "/api/booking/appointment", &json!({ "token": token })).await;
    assert_eq!(shown["reference"], booked["reference"]);
    for (stream, path) in [(7, "/appointment/"), (9, "/nowhere/"), (11, "/api/booking/")] {
        connection.send(&get(stream, &format!("{path}{token}"))).await;
        response(&mut connection).await;
    }
    connection.send(&get(13, "/healthz")).await;
    response(&mut connection).await;
    assert!(server.logs("path=\"/healthz\"").await);
    let log = server.log();
    assert!(log.contains("TRACE") && log.contains("path=\"/appointment/{token}\""), "{}", log.len());
    assert_eq!(log.lines().find(|line| line.contains(&token[22..])), None, "a link is in the log");
}
