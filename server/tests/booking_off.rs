//! Booking is turned off while there are appointments: nothing more can be booked, and what was booked before still works.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use clinic_rules::booking::SlotTime;
use clinic_runtime::clock::{Clock, System};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::AnyPool;

use crate::support::waiting::eventually;
use crate::test_server::{TestServer, clinic, content_copy, read_json};

const PASSWORD: &str = "lamp river seven paper";

async fn post(server: &TestServer, path: &str, cookie: &str, body: Value) -> reqwest::Response {
    let request = server.request(Method::POST, path).header("content-type", "application/json");
    request.header("cookie", cookie).body(body.to_string()).send().await.expect("a response")
}

/// The token of an appointment in about two weeks.
async fn book(server: &TestServer) -> String {
    let free = read_json(server.get("/api/booking/slots?service=frames&days=14").await).await;
    let days = free["days"].as_array().expect("days");
    let day = days.iter().rfind(|day| day["slots"][0].is_string()).expect("a free day");
    let body = json!({ "service": "frames", "date": day["date"], "time": day["slots"][0], "name": "Ada Obi",
                       "phone": "0803 123 4567", "email": "ada@example.com" });
    let booked = post(server, "/api/booking", "", body).await;
    assert_eq!(booked.status(), StatusCode::CREATED);
    let manage = read_json(booked).await["manage"].as_str().expect("an address").to_owned();
    manage.strip_prefix("/appointment#").expect("the page").to_owned()
}

/// Adds a staff account and signs in. Returns the cookie.
async fn sign_in(server: &TestServer) -> String {
    let data = server.data.path().to_str().expect("a path");
    let mut command = clinic();
    command.args(["staff", "add", "Bola", "--role", "desk", "--password-stdin", "--data", data]);
    let mut added = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the command runs");
    writeln!(added.stdin.take().expect("standard input"), "{PASSWORD}").expect("written");
    assert!(added.wait().expect("an exit status").success());
    let session = post(server, "/api/desk/login", "", json!({ "name": "Bola", "password": PASSWORD })).await;
    assert_eq!(session.status(), StatusCode::OK);
    let cookie = session.headers()["set-cookie"].to_str().expect("text");
    cookie.split(';').next().expect("a value").to_owned()
}

fn turn_off(content: &Path) {
    let file = content.join("clinic.toml");
    let text = fs::read_to_string(&file).expect("the file");
    fs::write(&file, text.split_once("[booking]").expect("the table").0).expect("written");
}

#[tokio::test]
async fn booking_can_be_turned_off_and_earlier_appointments_still_work() {
    let content = content_copy();
    let server = TestServer::start(&["--content", content.path().to_str().expect("a path")]);
    let (kept, cancelled) = (book(&server).await, book(&server).await);
    let cookie = sign_in(&server).await;
    assert!(server.get_text("/services").await.contains("/book"));

    turn_off(content.path());
    eventually("the site without booking", async || server.get("/book").await.status() == StatusCode::NOT_FOUND).await;
    for path in ["/data/book.json", "/api/booking/slots?service=frames"] {
        assert_eq!(server.get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/services", "/home", "/sitemap.xml"] {
        assert!(!server.get_text(path).await.contains("/book"), "{path}");
    }
    let body =
        json!({ "service": "frames", "date": "2030-01-07", "time": "10:00", "name": "Ada", "phone": "08031234567" });
    let refused = post(&server, "/api/booking", "", body).await;
    assert_eq!(refused.status(), StatusCode::NOT_FOUND);
    assert_eq!(read_json(refused).await["error"]["code"], "booking_off");

    // The patient's own page.
    assert_eq!(server.get("/appointment").await.status(), StatusCode::OK);
    let own = async |call: &str, token: &str, body: Value| {
        let mut body = body;
        body["token"] = json!(token);
        post(&server, &format!("/api/booking/appointment{call}"), "", body).await
    };
    assert_eq!(own("/calendar", &kept, json!({})).await.status(), StatusCode::OK);
    let shown = read_json(own("", &kept, json!({})).await).await;
    assert!(shown["changeUntil"].is_string() && shown["canMove"] == false, "{shown}");
    let moved = own("/move", &kept, json!({ "date": "2030-01-07", "time": "10:00" })).await;
    assert_eq!(moved.status(), StatusCode::NOT_FOUND, "there are no free times to choose from");
    let ended = own("/cancel", &cancelled, json!({})).await;
    assert_eq!((ended.status(), &read_json(ended).await["state"]), (StatusCode::OK, &json!("cancelled")));

    // The desk.
    let request = server.request(Method::GET, "/api/desk/appointments/requests").header("cookie", &cookie);
    let requests = read_json(request.send().await.expect("a response")).await;
    let id = requests["appointments"][0]["id"].as_str().expect("an id").to_owned();
    let desk = |call: &str| format!("/api/desk/appointments/{id}/{call}");
    let confirmed = post(&server, &desk("confirm"), &cookie, Value::Null).await;
    assert_eq!(confirmed.status(), StatusCode::OK);
    let date = &read_json(confirmed).await["date"];
    let moved = post(&server, &desk("move"), &cookie, json!({ "date": date, "time": "06:00" })).await;
    assert_eq!((moved.status(), &read_json(moved).await["time"]), (StatusCode::OK, &json!("06:00")));
    let ended = post(&server, &desk("cancel"), &cookie, json!({ "reason": "The clinic is closed" })).await;
    assert_eq!((ended.status(), &read_json(ended).await["state"]), (StatusCode::OK, &json!("cancelled")));
}

#[tokio::test]
async fn patients_are_still_reminded_when_booking_is_off() {
    let content = content_copy();
    let folder = content.path().to_str().expect("a path").to_owned();
    let server = TestServer::start(&["--content", &folder]);
    book(&server).await;
    let (_, data) = server.stop_and_keep_data();
    // As if it had been booked a week ago for a visit in two hours.
    sqlx::any::install_default_drivers();
    let database = format!("sqlite:{}", data.path().join("clinic.db").display());
    let pool = AnyPool::connect(&database).await.expect("the database");
    let now = i64::try_from(std::time::UNIX_EPOCH.elapsed().expect("a time").as_millis()).expect("a time");
    let changed = sqlx::query("UPDATE appointments SET state = 'confirmed', starts_at = $1, told_at = $2")
        .bind(now + 7_200_000)
        .bind(now - 604_800_000)
        .execute(&pool)
        .await
        .expect("changed");
    assert_eq!(changed.rows_affected(), 1);
    pool.close().await;

    turn_off(content.path());
    let server = TestServer::start_in(data, &["--content", &folder]);
    let mail = server.data.path().join("mail");
    let is_reminder =
        |file: &Path| fs::read_to_string(file).is_ok_and(|text| text.contains("Subject: Your appointment is today"));
    eventually("the reminder", async || {
        fs::read_dir(&mail).expect("the mail folder").any(|entry| is_reminder(&entry.expect("an entry").path()))
    })
    .await;
}

#[tokio::test]
async fn nobody_is_reminded_to_come_on_a_closed_day_when_booking_is_off() {
    let content = content_copy();
    let folder = content.path().to_str().expect("a path").to_owned();
    let server = TestServer::start(&["--content", &folder]);
    book(&server).await;
    book(&server).await;
    let (_, data) = server.stop_and_keep_data();
    sqlx::any::install_default_drivers();
    let database = format!("sqlite:{}", data.path().join("clinic.db").display());
    let pool = AnyPool::connect(&database).await.expect("the database");
    // One visit in two hours, when the clinic is closed, and one a day later, when it is open.
    let now = System.now();
    let closed = now + Duration::from_hours(2);
    let changed = sqlx::query(
        "UPDATE appointments SET state = 'confirmed', told_at = $1, untold = NULL,
           starts_at = CASE WHEN id = (SELECT MIN(id) FROM appointments) THEN $2 ELSE $3 END",
    )
    .bind((now - Duration::from_hours(168)).as_millisecond())
    .bind(closed.as_millisecond())
    .bind((closed + Duration::from_hours(24)).as_millisecond())
    .execute(&pool)
    .await
    .expect("changed");
    assert_eq!(changed.rows_affected(), 2);
    pool.close().await;

    turn_off(content.path());
    let file = content.path().join("clinic.toml");
    let text = fs::read_to_string(&file).expect("the file");
    let day = SlotTime::of(closed).date;
    fs::write(&file, format!("{text}\n[[closures]]\ndate = {day}\nreason = \"Repairs\"\n")).expect("written");
    let server = TestServer::start_in(data, &["--content", &folder]);
    let mail = server.data.path().join("mail");
    let has_sent = |subject: &str| {
        let mut files = fs::read_dir(&mail).expect("the mail folder");
        files.any(|entry| fs::read_to_string(entry.expect("an entry").path()).is_ok_and(|text| text.contains(subject)))
    };
    eventually("the reminder of the other visit", async || {
        has_sent("Subject: Your appointment is tomorrow") || has_sent("Subject: Your appointment is in two days")
    })
    .await;
    // Reminders are queued in the order of the visits, so that of the earlier visit would be there by now.
    let pool = AnyPool::connect(&database).await.expect("the database");
    let today: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM outbox WHERE payload LIKE '%three-hours-before%'")
        .fetch_one(&pool)
        .await
        .expect("counted");
    assert_eq!(today, 0, "the clinic is closed then");

    let cookie = sign_in(&server).await;
    let request = server.request(Method::GET, "/api/desk/appointments/closed").header("cookie", &cookie);
    let listed = read_json(request.send().await.expect("a response")).await;
    assert_eq!((&listed["total"], &listed["days"][0]["closure"]), (&json!(1), &json!("Repairs")), "{listed}");
}
