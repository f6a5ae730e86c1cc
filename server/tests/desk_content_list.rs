//! The list of documents at the desk right after a change, for which the server reads and checks only what changed, and the
//! search in them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_content::Examined;
use clinic_rules::staff::Role;
use clinic_store::Edition;
use jiff::civil::date;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::databases::sqlite;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::TestApp;

const FIRST_AID: &str = "articles/first-aid-for-the-eye.md";
const NEW: &str = "articles/new.md";

async fn list(app: &TestApp, session: &SessionCookie) -> Value {
    let mut list = app.desk_get(session, "content/drafts").await.json();
    list["documents"] = app.documents(session).await.into();
    list
}

async fn document(app: &TestApp, session: &SessionCookie, path: &str) -> Value {
    app.desk_get(session, &format!("content/{path}")).await.json()
}

/// Saves a text, or deletes the document without one.
async fn save(app: &TestApp, session: &SessionCookie, path: &str, text: Option<&str>) {
    let version = document(app, session, path).await["version"].as_str().expect("a version").to_owned();
    let method = if text.is_some() { Method::PUT } else { Method::DELETE };
    let request = Request::builder().method(method).uri(format!("/api/desk/content/{path}"));
    let request = request.header("content-type", "application/json").header("if-match", format!("\"{version}\""));
    let body = Body::from(json!({ "text": text }).to_string());
    let response = app.send(request.header("cookie", session.value()).body(body).expect("a request")).await;
    assert_eq!(response.status, StatusCode::OK, "{path}: {}", response.text);
}

#[tokio::test]
async fn list_after_each_change_is_that_of_a_server_that_was_just_started() {
    let folder = TempDir::new().expect("a temporary folder");
    let url = sqlite(&folder);
    let app = TestApp::with_content_on(&url, None).await;
    app.add_staff("Ngozi", Role::Editor).await;
    let session = app.sign_in("Ngozi").await;
    let original = document(&app, &session, FIRST_AID).await["text"].as_str().expect("a text").to_owned();
    let titled = |title: &str| original.replace("title = \"First aid for the eye\"", &format!("title = \"{title}\""));
    let linking = format!("{original}\n[New](/articles/new) {{levels}}\n");
    let changes = [
        (FIRST_AID, Some(titled("First help"))),
        (FIRST_AID, Some(titled("First help for the eye"))),
        (FIRST_AID, Some(linking)),
        (NEW, Some(titled("New").replace("published = 2026-11-15", "published = 2027-01-01"))),
        (NEW, Some("no keys".to_owned())),
        (NEW, Some(titled("Newer"))),
        ("services/frames.md", None),
        ("redirects.toml", Some("\"/old\" = \"/articles/new\"\n".to_owned())),
        (NEW, None),
        (FIRST_AID, Some(original.clone())),
    ];
    let mut earlier = list(&app, &session).await;
    for (path, text) in changes {
        save(&app, &session, path, text.as_deref()).await;
        let now = list(&app, &session).await;
        assert_ne!(now, earlier, "{path} {text:?}");
        let started = TestApp::with_content_on(&url, None).await;
        assert_eq!(now, list(&started, &session).await, "{path} {text:?}");
        earlier = now;
    }
}

/// Cleaning a picture takes seconds, and so does a publication.
#[tokio::test]
async fn lists_and_documents_do_not_wait_for_an_upload_and_a_list_is_made_once_between_two_changes() {
    let app = TestApp::with_content().await;
    app.add_staff("Ngozi", Role::Editor).await;
    let session = app.sign_in("Ngozi").await;
    let editing = app.desk.content.as_ref().expect("editing is on");
    let _turn = editing.wait_for_turn().await.unwrap_or_else(|_| panic!("nothing else is being made"));
    let document = format!("content/{FIRST_AID}");
    for call in ["content/drafts", &document, "content/history", "pictures", "pictures/pictures/mark.svg"] {
        let response = app.desk_get(&session, call).await;
        assert_eq!(response.status, StatusCode::OK, "{call}: {}", response.text);
    }
    assert!(!app.documents(&session).await.is_empty());

    let edition = editing.editions.read().await.expect("an edition");
    let made = Arc::new(AtomicU32::new(0));
    for _ in 0..2 {
        let made = Arc::clone(&made);
        let write = move |_: &Edition, _: &Examined<'_>| {
            made.fetch_add(1, Ordering::SeqCst);
            Vec::new()
        };
        let list = editing.lists.drafts(Arc::clone(&edition), date(2030, 1, 1).at(0, 0, 0, 0), write).await;
        assert!(list.is_ok());
    }
    assert_eq!(made.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn published_list_has_another_name_after_a_publication_and_at_midnight_but_not_after_a_save() {
    let app = TestApp::with_content().await;
    app.clock.set("2026-11-16T22:00:00Z".parse().expect("a time"));
    app.add_staff("Ngozi", Role::Editor).await;
    let session = app.sign_in("Ngozi").await;
    let name = async || {
        app.desk_get(&session, "content/drafts").await.json()["published"].as_str().expect("a name").to_owned()
    };
    let load = async |name: &str| app.desk_get(&session, &format!("content/published/{name}")).await;
    let refused = async |name: &str| {
        let response = load(name).await;
        (response.status, response.error_code()) == (StatusCode::CONFLICT, "out_of_date".to_owned())
    };
    let first = name().await;
    let documents = load(&first).await.json();
    let text = document(&app, &session, FIRST_AID).await["text"].as_str().expect("a text").to_owned();
    save(&app, &session, FIRST_AID, Some(&text.replace("First aid for the eye", "First help"))).await;
    assert_eq!((name().await, load(&first).await.json()), (first.clone(), documents));

    assert_eq!(app.publish_all(&session, "").await.status, StatusCode::OK);
    let second = name().await;
    assert!(refused(&first).await && load(&second).await.status == StatusCode::OK);

    // Midnight in the clinic.
    app.clock.advance(Duration::from_hours(1));
    let third = name().await;
    assert!(refused(&second).await && load(&third).await.status == StatusCode::OK);
}

#[tokio::test]
async fn search_finds_drafts_texts_and_descriptions_of_pictures() {
    let app = TestApp::with_content().await;
    app.add_staff("Ngozi", Role::Editor).await;
    let session = app.sign_in("Ngozi").await;
    let search = async |words: &str| app.desk_post(&session, "content/search", json!({ "words": words })).await.json();
    let found = search("FIRST aid").await;
    let first = &found["documents"][0];
    assert_eq!((&first["path"], &first["title"]), (&json!(FIRST_AID), &json!("First aid for the eye")));
    assert!(found["total"].as_u64().expect("a number") >= 1, "{found}");

    assert_eq!(search("zebrafish lantern").await, json!({ "documents": [], "total": 0 }));
    let text = document(&app, &session, FIRST_AID).await["text"].as_str().expect("a text").to_owned();
    save(&app, &session, FIRST_AID, Some(&format!("{text}\nA zebrafish with a **lantern**.\n"))).await;
    let found = search("lantern zebrafish").await;
    assert_eq!((&found["total"], &found["documents"][0]["path"]), (&json!(1), &json!(FIRST_AID)));
    let excerpt = found["documents"][0]["excerpt"].as_str().expect("an excerpt");
    assert!(excerpt.ends_with("A zebrafish with a lantern."), "{excerpt}");

    let pictures = search("hero-services").await;
    let paths: Vec<&Value> = pictures["documents"].as_array().expect("a list").iter().map(|it| &it["path"]).collect();
    assert!(paths.contains(&&json!("pictures/hero-services.svg")), "{pictures}");
    assert_eq!(search("  ").await, json!({ "documents": [], "total": 0 }));
}

#[tokio::test]
async fn list_shows_what_another_instance_did_and_an_article_on_its_day() {
    let folder = TempDir::new().expect("a temporary folder");
    let url = sqlite(&folder);
    let [app, other] = [TestApp::with_content_on(&url, None).await, TestApp::with_content_on(&url, None).await];
    for app in [&app, &other] {
        app.clock.set("2026-11-16T09:00:00Z".parse().expect("a time"));
    }
    app.add_staff("Ngozi", Role::Editor).await;
    let session = app.sign_in("Ngozi").await;
    let seen = async |session: &SessionCookie| {
        let list = list(&app, session).await;
        let entry = |path| list["documents"].as_array().expect("a list").iter().find(|entry| entry["path"] == path);
        let keys = ["title", "state", "appearsOn", "savedBy"];
        let shown = |path| entry(path).map(|entry| keys.map(|key| entry[key].clone()));
        [shown(FIRST_AID), shown(NEW)]
    };
    let published = |title, day: Option<&str>| Some([json!(title), json!("published"), json!(day), Value::Null]);
    let first = [published("First aid for the eye", None), None];
    assert_eq!(seen(&session).await, first);

    let text = document(&other, &session, FIRST_AID).await["text"].as_str().expect("a text").to_owned();
    let titled = |title: &str| text.replace("First aid for the eye", title);
    let tomorrow = "2026-11-17";
    save(&other, &session, FIRST_AID, Some(&titled("First help"))).await;
    save(&other, &session, NEW, Some(&titled("New").replace("published = 2026-11-15", "published = 2026-11-17"))).await;
    let drafts = [("First help", "changed", None), ("New", "new", Some(tomorrow))];
    let drafts = drafts.map(|(title, state, day)| Some([json!(title), json!(state), json!(day), json!("Ngozi")]));
    assert_eq!(seen(&session).await, drafts);

    let response = other.publish_all(&session, "").await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.text);
    assert_eq!(seen(&session).await, [published("First help", None), published("New", Some(tomorrow))]);

    app.clock.advance(Duration::from_hours(24));
    let next_day = app.sign_in("Ngozi").await;
    assert_eq!(seen(&next_day).await, [published("First help", None), published("New", None)]);

    let response = other.desk_post(&session, "content/restore", json!({ "revision": 0, "published": 1 })).await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.text);
    assert_eq!(seen(&next_day).await, first);
}
