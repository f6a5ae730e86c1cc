//! Days with other hours, published at the desk of a running server: the pages, the times that can be booked, and the visits that were
//! booked before.

use clinic_rules::booking::SlotTime;
use clinic_runtime::clock::{Clock, System};
use jiff::civil::Weekday;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::waiting::eventually;
use crate::test_server::editor::Editor;
use crate::test_server::{TestServer, read_json};

const SERVICE: &str = "frames";

async fn post(server: &TestServer, path: &str, body: Value) -> (StatusCode, Value) {
    let request = server.request(Method::POST, path).header("content-type", "application/json");
    let response = request.body(body.to_string()).send().await.expect("a response");
    (response.status(), read_json(response).await)
}

async fn book(server: &TestServer, date: &str, time: &str) -> (StatusCode, Value) {
    let body = json!({ "service": SERVICE, "date": date, "time": time, "name": "Ada Obi", "phone": "0803 123 4567" });
    post(server, "/api/booking", body).await
}

/// The free times of a day.
async fn free_times(server: &TestServer, date: &str) -> Vec<String> {
    let free = read_json(server.get(&format!("/api/booking/slots?service={SERVICE}&from={date}&days=1")).await).await;
    let times = free["days"][0]["slots"].as_array().expect("times").iter();
    times.map(|time| time.as_str().expect("a time").to_owned()).collect()
}

/// A day in about two weeks that is open in the afternoon.
async fn long_day(server: &TestServer) -> String {
    let free = read_json(server.get(&format!("/api/booking/slots?service={SERVICE}&days=14")).await).await;
    let days = free["days"].as_array().expect("days");
    let is_long = |day: &&Value| day["slots"].as_array().is_some_and(|times| times.contains(&json!("16:00")));
    days.iter().rfind(is_long).expect("a long day")["date"].as_str().expect("a date").to_owned()
}

async fn publish_other_hours(owner: &Editor, date: &str, hours: &str) {
    let document = owner.get("content/clinic.toml").await;
    let (text, version) =
        (document["text"].as_str().expect("a text"), document["version"].as_str().expect("a version"));
    let day = format!("\n[[other_hours]]\ndate = {date}\nhours = \"{hours}\"\nreason = \"Staff party\"\n");
    let draft = json!({ "text": format!("{text}{day}") });
    let saved = owner.call(Method::PUT, "content/clinic.toml", version, &draft).await.expect("an answer");
    assert_eq!(saved.0, 200, "{}", saved.1);
    let published = owner.publish_own().await.expect("an answer");
    assert_eq!(published.0, 200, "{}", published.1);
}

#[tokio::test]
async fn only_published_other_hours_can_be_booked_and_earlier_visits_outside_of_them_are_listed() {
    let owner = Editor::add_with_role(TestServer::start(&[]), &[], "owner").await;
    let server = &owner.server;
    let date = long_day(server).await;
    let (morning, afternoon) = (book(server, &date, "09:00").await, book(server, &date, "16:00").await);
    assert_eq!((morning.0, afternoon.0), (StatusCode::CREATED, StatusCode::CREATED), "{}", afternoon.1);

    publish_other_hours(&owner, &date, "10:15-12:15, 18:00-19:00").await;
    eventually("the page with the other hours", async || {
        server.get_text("/home").await.contains("10:15 AM to 12:15 PM and 6:00 PM to 7:00 PM")
    })
    .await;
    let home = server.get_text("/home").await;
    let special = home.split_once("\"specialOpeningHoursSpecification\":").expect("the structured data").1;
    assert!(special.contains(&format!("\"validFrom\":\"{date}\"")), "{date}");
    assert!(special.contains("\"opens\":\"10:15\"") && special.contains("\"closes\":\"19:00\""), "both times");

    let free = free_times(server, &date).await;
    let (first, last) = (free.first().map(String::as_str), free.last().map(String::as_str));
    assert_eq!((first, last), (Some("10:15"), Some("18:30")), "{free:?}");
    assert!(!free.iter().any(|time| ("12:15".."18:00").contains(&time.as_str())), "{free:?}");

    // Booking, and moving by the patient.
    let (status, refused) = book(server, &date, "14:00").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    assert_eq!(refused["fields"]["time"], "The clinic is closed at this time. Please choose another time.");
    let token = |booked: &Value| {
        let manage = booked["manage"].as_str().expect("an address");
        manage.strip_prefix("/appointment#").expect("the page").to_owned()
    };
    let appointment = "/api/booking/appointment";
    let to = |time: &str| json!({ "token": token(&afternoon.1), "date": date, "time": time });
    assert_eq!(post(server, &format!("{appointment}/move"), to("14:00")).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let own = post(server, appointment, json!({ "token": token(&afternoon.1) })).await.1;
    let closed = "The clinic is closed at this time (Staff party). Please choose another time, or call us.";
    assert_eq!(own["closed"], closed, "{own}");

    // At the desk.
    let plan = owner.get(&format!("appointments?from={date}&days=1")).await;
    let open = json!([{ "from": 615, "until": 735 }, { "from": 1080, "until": 1140 }]);
    assert_eq!((&plan["days"][0]["open"], &plan["days"][0]["closure"]), (&open, &Value::Null), "{plan}");
    let listed = owner.get("appointments/closed").await;
    let times: Vec<_> = listed["days"][0]["visits"]
        .as_array()
        .expect("visits")
        .iter()
        .map(|visit| visit["appointment"]["time"].as_str().expect("a time"))
        .collect();
    assert_eq!((&listed["days"][0]["date"], times), (&json!(date), vec!["09:00", "16:00"]), "{listed}");

    let (status, moved) = post(server, &format!("{appointment}/move"), to("18:00")).await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    assert_eq!(owner.get("appointments/closed").await["total"], 1, "a visit within the hours leaves the list");
}

#[tokio::test]
async fn weekday_on_which_the_clinic_is_closed_can_be_opened_once() {
    let owner = Editor::add_with_role(TestServer::start(&[]), &[], "owner").await;
    let server = &owner.server;
    let today = SlotTime::of(System.now()).date;
    let sunday = today.nth_weekday(2, Weekday::Sunday).expect("a date").to_string();
    let next_sunday = today.nth_weekday(3, Weekday::Sunday).expect("a date").to_string();
    assert_eq!(free_times(server, &sunday).await, [""; 0]);
    assert_eq!(book(server, &sunday, "10:00").await.0, StatusCode::UNPROCESSABLE_ENTITY);

    publish_other_hours(&owner, &sunday, "10:00-13:00").await;
    eventually("the page with the opening", async || server.get_text("/home").await.contains("10:00 AM to 1:00 PM"))
        .await;
    let free = free_times(server, &sunday).await;
    assert_eq!((free.first().map(String::as_str), free.last().map(String::as_str)), (Some("10:00"), Some("12:30")));
    let (status, booked) = book(server, &sunday, "10:00").await;
    assert_eq!(status, StatusCode::CREATED, "{booked}");
    assert_eq!(owner.get("appointments/closed").await["total"], 0, "the visit takes place");
    let plan = owner.get(&format!("appointments?from={sunday}&days=1")).await;
    assert_eq!(plan["days"][0]["open"], json!([{ "from": 600, "until": 780 }]), "{plan}");
    assert_eq!(free_times(server, &next_sunday).await, [""; 0], "only this one");
}
