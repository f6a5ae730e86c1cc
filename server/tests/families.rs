//! One phone, several people: whoever books for a child or a parent is named beside the patient, on SQLite and on PostgreSQL.

use axum::http::{Method, StatusCode};
use clinic_http::services::Settings;
use clinic_mail::Message;
use clinic_rules::staff::Role;
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};
use crate::support::waiting::eventually;

/// Tuesday. The clock of the tests stands at 9:05 AM on Monday.
const DATE: &str = "2026-03-03";
const PHONE: &str = "0803 123 4567";

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    async fn on(url: &str) -> Self {
        let app = TestApp::on(url, 1, Settings::default(), None).await;
        app.add_staff("Bola", Role::Desk).await;
        let session = app.sign_in("Bola").await;
        Self { app, session }
    }

    async fn get(&self, path: &str) -> Value {
        self.app.desk_get(&self.session, path).await.json()
    }

    async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.app.desk_post(&self.session, path, body).await
    }

    /// Somebody books on the site, for themselves or for somebody else.
    async fn book(&self, time: &str, name: &str, brought_by: Option<&str>) -> TestResponse {
        let mut body = json!({ "service": "frames", "date": DATE, "time": time, "name": name, "phone": PHONE,
                               "email": "ngozi@example.com" });
        if let Some(name) = brought_by {
            body["broughtBy"] = json!(name);
        }
        self.app.request(None, Method::POST, "/api/booking", body).await
    }

    async fn booked(&self, time: &str, name: &str, brought_by: Option<&str>) -> Value {
        let booked = self.book(time, name, brought_by).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
        booked.json()
    }

    async fn shown(&self, booked: &Value) -> TestResponse {
        let token = booked["manage"].as_str().and_then(|link| link.split('#').nth(1)).expect("a link");
        self.app.request(None, Method::POST, "/api/booking/appointment", json!({ "token": token })).await
    }

    async fn find(&self, query: &str) -> Value {
        let found = self.post("patients/find", json!({ "query": query })).await;
        assert_eq!(found.status, StatusCode::OK, "{}", found.text);
        found.json()["appointments"].clone()
    }
}

#[tokio::test]
async fn children_with_one_phone_have_visits_of_their_own_and_each_link_shows_one_of_them() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let ada = desk.booked("09:00", "Ada Obi", Some("Ngozi Obi")).await;
        let chidi = desk.booked("09:30", "Chidi Obi", Some("Ngozi Obi")).await;
        let ngozi = desk.booked("10:00", "Ngozi Obi", None).await;
        for (visit, name, others) in [(&ada, "Ada Obi", "Chidi"), (&chidi, "Chidi Obi", "Ada")] {
            let shown = desk.shown(visit).await;
            assert_eq!((&shown.json()["name"], &shown.json()["broughtBy"]), (&json!(name), &json!("Ngozi Obi")));
            assert!(!shown.text.contains(others), "{}", shown.text);
        }
        let own = desk.shown(&ngozi).await;
        assert_eq!((&own.json()["name"], &own.json()["broughtBy"]), (&json!("Ngozi Obi"), &Value::Null));
        assert!(!own.text.contains("Ada") && !own.text.contains("Chidi"), "{}", own.text);

        // Strangers with one number hold no more than before: the fourth request of the number waits without a time.
        desk.booked("11:00", "Emeka Obi", Some("Ngozi Obi")).await;
        assert_eq!(desk.get("appointments/waiting").await["waiting"], 1);
    })
    .await;
}

#[tokio::test]
async fn desk_shows_and_finds_both_names_and_masks_both_on_later_days() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let body = |date: &str, name: &str, brought_by: Value| {
            json!({ "service": "frames", "date": date, "time": "09:00", "name": name, "phone": PHONE, "source": "phone",
                    "broughtBy": brought_by })
        };
        let added = desk.post("appointments", body(DATE, "Ada Obi", json!("Ngozi Eze"))).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
        let id = added.json()["appointment"]["id"].as_str().expect("an id").to_owned();
        let later = desk.post("appointments", body("2026-03-20", "Ada Obi", json!("Ngozi Eze"))).await;
        assert_eq!(later.status, StatusCode::CREATED, "{}", later.text);

        let plan = desk.get(&format!("appointments?from={DATE}&days=1")).await;
        assert_eq!(plan["appointments"][0]["broughtBy"], "Ngozi Eze", "{plan}");
        for query in ["appointments?from=2026-03-20&days=1", "appointments?from=2026-03-02&days=7"] {
            let masked = desk.get(query).await.to_string();
            assert!(!masked.contains("Ngozi") && !masked.contains("Ada"), "{masked}");
        }
        for name in ["Ada Obi", "ngozi EZE"] {
            assert_eq!(desk.find(name).await.as_array().map(Vec::len), Some(2), "{name}");
        }
        assert_eq!(desk.find("Ada Eze").await, json!([]), "half of either name");

        let opened = desk.post(&format!("appointments/{id}/open"), Value::Null).await.json();
        assert_eq!((&opened["name"], &opened["broughtBy"]), (&json!("Ada Obi"), &json!("Ngozi Eze")));
        let text = opened["message"]["text"].as_str().expect("a text");
        assert!(
            text.starts_with("Hello Ngozi Eze, ") && text.contains("We remind you of Ada Obi's appointment"),
            "{text}"
        );

        // What is left out of a correction stays.
        let path = format!("appointments/{id}/details");
        let noted = desk.post(&path, json!({ "note": "By taxi" })).await.json();
        assert_eq!(noted["broughtBy"], "Ngozi Eze", "{noted}");
        let alone = desk.post(&path, json!({ "broughtBy": "" })).await.json();
        assert_eq!((&alone["broughtBy"], &alone["note"]), (&Value::Null, &json!("By taxi")));
        let again = desk.post(&path, json!({ "broughtBy": "Uche Obi" })).await.json();
        assert_eq!(again["broughtBy"], "Uche Obi", "{again}");
        let refused = desk.post(&path, json!({ "broughtBy": "see www.evil.example" })).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.json()["fields"]["broughtBy"].is_string(), "{}", refused.text);
    })
    .await;
}

#[tokio::test]
async fn emails_and_recalls_of_a_child_are_to_whoever_brings_it() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        desk.booked("09:00", "Ada Obi", Some("Ngozi Obi")).await;
        eventually("the email", async || {
            desk.app.transport.recorded().iter().any(|sent| match &sent.message {
                Message::Appointment(facts) => facts.name == "Ada Obi" && facts.brought_by.as_deref() == Some("Ngozi Obi"),
                _ => false,
            })
        })
        .await;

        let walk_in = json!({ "service": "frames", "date": "2026-03-02", "time": "09:05", "name": "Ada Obi", "phone": PHONE,
                              "source": "walk-in", "broughtBy": "Ngozi Obi" });
        let visit = desk.post("appointments", walk_in).await.json();
        let id = visit["appointment"]["id"].as_str().expect("an id");
        let recall = json!({ "appointment": id, "in": { "weeks": 2 }, "reason": "check", "agreed": true });
        let agreed = desk.post("recalls", recall).await;
        assert_eq!(agreed.status, StatusCode::NO_CONTENT, "{}", agreed.text);
        desk.app.clock.advance(std::time::Duration::from_hours(14 * 24));
        let session = desk.app.sign_in("Bola").await;
        let desk = Desk { session, ..desk };
        let due = desk.get("recalls").await;
        let recall = due["recalls"][0]["id"].as_str().expect("a recall");
        let opened = desk.post(&format!("recalls/{recall}/open"), Value::Null).await.json();
        let text = opened["message"]["text"].as_str().expect("a text");
        assert!(text.starts_with("Hello Ngozi Obi, ") && text.contains("At Ada Obi's last visit we agreed"), "{text}");
        // Another child with the same phone does not end it.
        let booked = |name: &str| {
            json!({ "service": "frames", "date": "2026-03-19", "time": "09:00", "name": name, "phone": PHONE, "source": "phone",
                    "broughtBy": "Ngozi Obi" })
        };
        let added = desk.post("appointments", booked("Chidi Obi")).await;
        assert_eq!(added.status, StatusCode::CREATED, "{}", added.text);
        let still = desk.get("recalls").await;
        assert_eq!(still["recalls"][0]["booked"]["hasSameName"], false, "{still}");
    })
    .await;
}

#[tokio::test]
async fn offer_of_an_earlier_time_is_to_whoever_brings_the_patient() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let body = json!({ "service": "frames", "date": "2026-03-09", "time": "09:00", "name": "Ada Obi", "phone": PHONE,
                           "source": "phone", "broughtBy": "Ngozi Obi" });
        let visit = desk.post("appointments", body).await.json()["appointment"].clone();
        let id = visit["id"].as_str().expect("an id");
        let wish = json!({ "wanted": true, "date": visit["date"], "time": visit["time"] });
        let asked = desk.post(&format!("appointments/{id}/earlier"), wish).await;
        assert_eq!(asked.status, StatusCode::NO_CONTENT, "{}", asked.text);
        let offer = desk.get("earlier-times").await["patients"][0]["offer"].clone();
        let opened = desk.post(&format!("earlier-times/{id}/open"), offer).await.json();
        assert_eq!((&opened["name"], &opened["broughtBy"]), (&json!("Ada Obi"), &json!("Ngozi Obi")), "{opened}");
        let text = opened["message"]["text"].as_str().expect("a text");
        for words in ["Hello Ngozi Obi, ", "An earlier time has become free for Ada Obi: ", "Ada Obi's appointment stays"] {
            assert!(text.contains(words), "{words}: {text}");
        }
    })
    .await;
}

#[tokio::test]
async fn child_without_a_time_is_offered_one_by_the_name_of_who_brings_it() {
    on_both(|url| async move {
        let desk = Desk::on(&url).await;
        let add = async |name: &str, brought_by: &str| {
            let body = json!({ "service": "frames", "name": name, "phone": PHONE, "until": "2026-03-20", "broughtBy": brought_by });
            desk.post("earlier-times", body).await
        };
        let refused = add("Ada Obi", "see www.evil.example").await;
        assert!(refused.json()["fields"]["broughtBy"].is_string(), "{}", refused.text);
        assert_eq!(add("Ada Obi", "Ngozi Eze").await.status, StatusCode::NO_CONTENT);
        let row = desk.get("earlier-times").await["patients"][0].clone();
        assert_eq!((&row["name"], &row["broughtBy"]), (&json!("Ada Obi"), &json!("Ngozi Eze")), "{row}");
        let id = row["id"].as_str().expect("an id").to_owned();
        let offer = row["offer"].clone();
        let opened = desk.post(&format!("earlier-times/{id}/open"), offer.clone()).await.json();
        assert_eq!((&opened["name"], &opened["broughtBy"]), (&json!("Ada Obi"), &json!("Ngozi Eze")), "{opened}");
        let text = opened["message"]["text"].as_str().expect("a text");
        for words in ["Hello Ngozi Eze, ", "A time has become free for Ada Obi: "] {
            assert!(text.contains(words), "{words}: {text}");
        }
        let booked = desk.post(&format!("earlier-times/{id}/book"), offer).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
        let visit = booked.json()["id"].as_str().expect("an id").to_owned();
        let opened = desk.post(&format!("appointments/{visit}/open"), Value::Null).await.json();
        assert_eq!(opened["broughtBy"], "Ngozi Eze", "{opened}");
        // A correction of the visit is one of the row, in case the visit is cancelled.
        let corrected = desk.post(&format!("appointments/{visit}/details"), json!({ "broughtBy": "Uche Obi" })).await;
        assert_eq!(corrected.status, StatusCode::OK, "{}", corrected.text);
        let cancel = json!({ "reason": "The patient called", "date": booked.json()["date"], "time": booked.json()["time"] });
        assert_eq!(desk.post(&format!("appointments/{visit}/cancel"), cancel).await.status, StatusCode::OK);
        assert_eq!(desk.get("earlier-times").await["patients"][0]["broughtBy"], "Uche Obi");
    })
    .await;
}
