//! The patient's link to an appointment: the same in every message, stored nowhere, valid until 30 days after the visit or until
//! staff send a new one.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use clinic_http::outbox::{DeliveryStatus, Outbox};
use clinic_mail::message::AppointmentNotice;
use clinic_mail::{Delivery, Message};
use clinic_rules::booking::{AppointmentToken, LinkGeneration, SlotTime};
use clinic_rules::staff::Role;
use clinic_store::Lease;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::desk_client::SessionCookie;
use crate::support::recording_transport::RecordingTransport;
use crate::support::test_app::{TestApp, TestResponse};
use crate::support::test_clinic::ClinicStore;
use crate::support::waiting::eventually;
use crate::test_server::{TestServer, read_json, run};

struct MailingClinic {
    clinic: ClinicStore,
    transport: Arc<RecordingTransport>,
    outbox: Outbox,
}

impl MailingClinic {
    async fn open(url: &str) -> Self {
        let clinic = ClinicStore::open(url, 1).await;
        let transport = Arc::new(RecordingTransport::default());
        let (clock, random) = (clinic.clock.clone(), clinic.random.clone());
        let signing = clinic.secrets.signing.clone();
        let outbox = Outbox::new(clinic.store.clone(), transport.clone(), clock, random, signing);
        Self { clinic, transport, outbox }
    }

    async fn deliver(&self, lease: Option<Lease>) {
        let status = self.outbox.deliver_now(lease.expect("an email"), Duration::from_mins(1)).await;
        assert_eq!(status, DeliveryStatus::Sent);
    }

    /// The links of all emails, in the order in which they were sent.
    fn links(&self) -> Vec<AppointmentToken> {
        self.transport.recorded().into_iter().map(|sent| sent.link.expect("a link")).collect()
    }

    /// All of the outbox that is text.
    async fn outbox_rows(&self) -> Vec<String> {
        let query = "SELECT id || kind || payload || record_key || address || message_id || COALESCE(last_error, '') FROM outbox";
        sqlx::query_scalar(query).fetch_all(&self.clinic.rows).await.expect("rows")
    }
}

/// A visit on Tuesday, 10 March.
fn visit(minute: u16) -> SlotTime {
    SlotTime { date: date(2026, 3, 10), minute }
}

#[tokio::test]
async fn every_email_has_the_same_link_and_the_outbox_has_none() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let MailingClinic { clinic, .. } = &mailing;
        let booked = clinic.book(0, visit(540)).await.expect("booked");
        let id = booked.appointment.id;
        mailing.deliver(booked.lease).await;
        clinic.confirm(&id).await.expect("confirmed");
        mailing.deliver(clinic.lease_after_wait().await).await;
        clinic.move_at_desk(&id, visit(600), None).await.expect("moved");
        mailing.deliver(clinic.lease_after_wait().await).await;
        clinic.clock.set("2026-03-08T10:00:00Z".parse().expect("a time"));
        let reminders = clinic.store.queue_reminders(&clinic.settings, clinic.context()).await.expect("queued");
        mailing.deliver(reminders.into_iter().next()).await;
        mailing.deliver(clinic.cancel(&id).await.expect("cancelled").1).await;

        let links = mailing.links();
        let expected = AppointmentToken::new(&id, LinkGeneration::default(), &clinic.secrets.signing);
        assert_eq!(links, vec![expected.clone(); 5], "received, confirmed, moved, reminder, cancelled");
        let signature = &expected.as_str()[22..];
        let rows = mailing.outbox_rows().await;
        assert!(rows.len() == 5 && rows.iter().all(|row| !row.contains(signature)), "{rows:?}");
    })
    .await;
}

#[tokio::test]
async fn emails_that_wait_are_sent_with_the_link_that_is_valid_when_they_are_sent() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let MailingClinic { clinic, .. } = &mailing;
        let booked = clinic.book(0, visit(540)).await.expect("booked");
        let id = booked.appointment.id;
        let (_, new_link) = clinic.store.send_new_link(&id, clinic.actor(), clinic.context()).await.expect("sent");
        mailing.deliver(booked.lease).await;
        mailing.deliver(new_link).await;
        let second = AppointmentToken::new(&id, LinkGeneration::new(1), &clinic.secrets.signing);
        assert_eq!(mailing.links(), [second.clone(), second]);
    })
    .await;
}

/// As releases up to 0.2.0 stored it.
const STORED_LINK: &str = r#""manage":"/appointment/"#;

#[tokio::test]
async fn links_that_an_earlier_release_stored_are_removed_and_its_emails_are_sent_with_the_same_link() {
    on_both(async |url| {
        let mailing = MailingClinic::open(&url).await;
        let MailingClinic { clinic, .. } = &mailing;
        let booked = clinic.book(0, visit(540)).await.expect("booked");
        let token = AppointmentToken::new(&booked.appointment.id, LinkGeneration::default(), &clinic.secrets.signing);
        let payload: String =
            sqlx::query_scalar("SELECT payload FROM outbox").fetch_one(&clinic.rows).await.expect("one");
        let old = payload.replacen('{', &format!("{{{STORED_LINK}{}\",", token.as_str()), 1);
        let stored =
            sqlx::query("UPDATE outbox SET payload = $1").bind(&old).execute(&clinic.rows).await.expect("stored");
        assert_eq!(stored.rows_affected(), 1);

        assert_eq!(clinic.store.remove_stored_links().await.expect("removed"), 1);
        assert_eq!(clinic.store.remove_stored_links().await.expect("nothing to do"), 0);
        let rows = mailing.outbox_rows().await;
        assert!(rows.iter().all(|row| !row.contains(&token.as_str()[22..])), "{rows:?}");
        clinic.clock.advance(Duration::from_mins(5));
        assert_eq!(mailing.outbox.deliver_next().await.expect("delivered"), Some(DeliveryStatus::Sent));
        assert_eq!(mailing.links(), [token]);
    })
    .await;
}

#[tokio::test]
async fn new_link_does_not_replace_an_email_that_is_queued() {
    let app = TestApp::open().await;
    app.transport.set_next_result(Delivery::Deferred { reason: "451 busy".to_owned() });
    let desk = Desk::open(app).await;
    let (_, id) = desk.book(Some("ada@example.com")).await;
    desk.send_link(&id).await;
    desk.app.clock.advance(Duration::from_mins(5));
    while desk.app.services.outbox.deliver_next().await.expect("delivered").is_some() {}
    eventually("both emails", async || {
        let sent = desk.app.transport.recorded();
        let has = |notice| sent.iter().any(|it| matches!(&it.message, Message::Appointment(it) if it.notice == notice));
        has(AppointmentNotice::Received) && has(AppointmentNotice::NewLink)
    })
    .await;
}

/// The desk, and the calls of a patient.
struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    async fn open(app: TestApp) -> Self {
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        Self { app, session }
    }

    /// Books as a patient does. Returns the token and the id.
    async fn book(&self, email: Option<&str>) -> (String, String) {
        let body = json!({ "service": "eye-exams", "date": "2026-03-03", "time": "09:00", "name": "Ada Obi",
                           "phone": "0803 123 4567", "email": email });
        let booked = self.app.request(None, Method::POST, "/api/booking", body).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
        let manage = booked.json()["manage"].as_str().expect("an address").to_owned();
        let token = manage.strip_prefix("/appointment#").expect("the page").to_owned();
        let id = token[..22].to_owned();
        (token, id)
    }

    async fn send_link(&self, id: &str) -> TestResponse {
        let sent = self.app.desk_post(&self.session, &format!("appointments/{id}/link"), Value::Null).await;
        assert_eq!(sent.status, StatusCode::OK, "{}", sent.text);
        sent
    }

    async fn show(&self, token: &str) -> TestResponse {
        self.app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": token })).await
    }

    async fn newest_link(&self, notice: AppointmentNotice) -> String {
        let find = || {
            let sent = self.app.transport.recorded();
            let is_it = |message: &Message| matches!(message, Message::Appointment(facts) if facts.notice == notice);
            let found = sent.into_iter().rev().find(|sent| is_it(&sent.message));
            found.map(|sent| sent.link.expect("a link").as_str().to_owned())
        };
        eventually("the email", async || find().is_some()).await;
        find().expect("the email")
    }
}

#[tokio::test]
async fn new_link_ends_the_old_one_and_staff_do_not_see_it() {
    let desk = Desk::open(TestApp::open().await).await;
    let (first, id) = desk.book(Some("ada@example.com")).await;
    assert_eq!(desk.newest_link(AppointmentNotice::Received).await, first);
    let sent = desk.send_link(&id).await;
    assert_eq!(sent.json(), json!({ "emailed": true, "message": null }));
    let second = desk.newest_link(AppointmentNotice::NewLink).await;
    assert_eq!(desk.show(&second).await.status, StatusCode::OK);
    for path in ["", "/cancel", "/calendar", "/move"] {
        let body = json!({ "token": first, "date": "2026-03-04", "time": "09:00" });
        let refused = desk.app.request(None, Method::POST, &format!("/api/booking/appointment{path}"), body).await;
        assert_eq!(refused.status_and_code(), (410, "link_ended".to_owned()), "{path}");
        assert!(refused.text.contains("We have sent you a newer link"), "{}", refused.text);
    }
    let actions = desk.app.services.store.audit(None, 50).await.expect("audit");
    assert!(actions.iter().any(|entry| entry.action == "send appointment link" && entry.subject.len() == 7));
    // Changes keep the link.
    desk.app.desk_post(&desk.session, &format!("appointments/{id}/confirm"), Value::Null).await;
    desk.app.clock.advance(clinic_store::WAIT_FOR_UNDO);
    desk.app.services.outbox.deliver_next().await.expect("delivered");
    assert_eq!(desk.newest_link(AppointmentNotice::Confirmed).await, second);
}

#[tokio::test]
async fn link_for_a_patient_without_a_working_email_address_is_in_the_message_that_staff_send() {
    let desk = Desk::open(TestApp::open().await).await;
    let (first, id) = desk.book(None).await;
    let sent = desk.send_link(&id).await.json();
    assert_eq!(sent["emailed"], false);
    let text = sent["message"]["text"].as_str().expect("a text").to_owned();
    let (_, second) = text.rsplit_once("/appointment#").expect("the link");
    assert_eq!(desk.show(second).await.status, StatusCode::OK);
    assert_eq!(desk.show(&first).await.status, StatusCode::GONE);
    let unknown = desk.app.desk_post(&desk.session, "appointments/AAECAwQFBgcICQoLDA0ODw/link", Value::Null).await;
    assert_eq!(unknown.status_and_code(), (404, "unknown_appointment".to_owned()));
}

#[tokio::test]
async fn link_of_a_visit_that_is_over_can_be_ended_and_nothing_is_sent() {
    let desk = Desk::open(TestApp::open().await).await;
    let (first, id) = desk.book(Some("ada@example.com")).await;
    desk.app.clock.set("2026-03-03T12:00:00Z".parse().expect("a time"));
    // The session of the desk has ended in the meantime.
    let desk = Desk { session: desk.app.sign_in("Bola").await, ..desk };
    assert_eq!(desk.send_link(&id).await.json(), json!({ "emailed": false, "message": null }));
    assert_eq!(desk.show(&first).await.status, StatusCode::GONE);
}

#[tokio::test]
async fn link_ends_30_days_after_the_visit() {
    let desk = Desk::open(TestApp::open().await).await;
    let (token, _) = desk.book(None).await;
    desk.app.clock.set("2026-04-02T08:00:00Z".parse().expect("a time"));
    assert_eq!(desk.show(&token).await.status, StatusCode::OK);
    desk.app.clock.advance(Duration::from_secs(1));
    let ended = desk.show(&token).await;
    assert_eq!(ended.status_and_code(), (410, "link_ended".to_owned()));
    assert!(ended.text.contains("the visit was more than 30 days ago. Please call us."), "{}", ended.text);
}

#[tokio::test]
async fn token_in_the_path_of_a_call_is_not_accepted() {
    let desk = Desk::open(TestApp::open().await).await;
    let (token, _) = desk.book(None).await;
    for (method, path) in [(Method::GET, ""), (Method::POST, "/cancel"), (Method::POST, "/move")] {
        let refused = desk.app.request(None, method, &format!("/api/booking/{token}{path}"), Value::Null).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn links_survive_a_new_key_file() {
    let server = TestServer::start(&[]);
    let free = read_json(server.get("/api/booking/slots?service=frames&days=14").await).await;
    let day = free["days"].as_array().expect("days").iter().rfind(|day| day["slots"][0].is_string()).expect("a day");
    let body = json!({ "service": "frames", "date": day["date"], "time": day["slots"][0], "name": "Ada Obi",
                       "phone": "0803 123 4567" });
    let post = async |server: &TestServer, path: &str, body: Value| {
        let request = server.request(Method::POST, path).header("content-type", "application/json");
        request.body(body.to_string()).send().await.expect("a response")
    };
    let booked = read_json(post(&server, "/api/booking", body).await).await;
    let (_, token) = booked["manage"].as_str().expect("an address").split_once('#').expect("a token");
    let (code, data) = server.stop_and_keep_data();
    assert_eq!(code, 0);
    let (code, _, errors) = run(&["rotate-key", "--data", data.path().to_str().expect("a path")]);
    assert_eq!(code, 0, "{errors}");
    let server = TestServer::start_in(data, &[]);
    let shown = post(&server, "/api/booking/appointment", json!({ "token": token })).await;
    assert_eq!(shown.status(), StatusCode::OK);
    assert_eq!(server.get(&format!("/appointment/{token}")).await.status(), StatusCode::TEMPORARY_REDIRECT);
}
