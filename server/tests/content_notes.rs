//! Notes to colleagues on documents of the content, on SQLite and on PostgreSQL: written once, done and opened again, and kept when
//! the document gets another address or is deleted.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};

const ARTICLE: &str = "articles/first-aid-for-the-eye.md";
const RENAMED: &str = "articles/first-aid.md";
const DAY: Duration = Duration::from_hours(24);

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    /// The editor Ngozi is signed in.
    async fn open(url: &str) -> Self {
        let app = TestApp::with_content_on(url, None).await;
        app.add_staff("Ngozi", Role::Editor).await;
        let session = app.sign_in("Ngozi").await;
        Self { app, session }
    }

    async fn get(&self, path: &str) -> Value {
        let response = self.app.desk_get(&self.session, path).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.text);
        response.json()
    }

    async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.app.desk_post(&self.session, path, body).await
    }

    async fn write(&self, path: &str, text: &str) -> Value {
        let response = self.post("content/notes", json!({ "path": path, "text": text })).await;
        assert_eq!(response.status, StatusCode::CREATED, "{}", response.text);
        response.json()
    }

    /// As the desk sends it: the key is one of the words that were typed.
    async fn press(&self, key: &str, path: &str, text: &str) -> TestResponse {
        let request = Request::post("/api/desk/content/notes").header("content-type", "application/json");
        let request = request.header("cookie", self.session.value()).header("idempotency-key", key);
        let body = json!({ "path": path, "text": text }).to_string();
        self.app.send(request.body(Body::from(body)).expect("a request")).await
    }

    async fn mark(&self, note: &Value, action: &str) -> Value {
        let id = note["id"].as_str().expect("an id");
        let response = self.post(&format!("content/notes/{id}/{action}"), Value::Null).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.text);
        response.json()
    }

    async fn open_notes(&self) -> Vec<Value> {
        self.get("content/notes").await["notes"].as_array().expect("notes").clone()
    }

    /// The texts of the notes on a document.
    async fn texts_on(&self, path: &str) -> Vec<String> {
        let notes = self.get(&format!("content/document-notes?path={path}")).await;
        let notes = notes["notes"].as_array().expect("notes").clone();
        notes.iter().map(|note| note["text"].as_str().expect("a text").to_owned()).collect()
    }

    async fn change(&self, method: Method, path: &str, version: &str, body: Value) {
        let request = Request::builder().method(method).uri(format!("/api/desk/content/{path}"));
        let request = request.header("content-type", "application/json").header("cookie", self.session.value());
        let request = request.header("if-match", format!("\"{version}\"")).body(Body::from(body.to_string()));
        let response = self.app.send(request.expect("a request")).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.text);
    }

    async fn version(&self, path: &str) -> String {
        self.get(&format!("content/{path}")).await["version"].as_str().expect("a version").to_owned()
    }

    async fn delete(&self, path: &str) {
        self.change(Method::DELETE, path, &self.version(path).await, json!({})).await;
    }

    async fn discard(&self, path: &str) {
        let version = self.version(path).await;
        let discarded = self.post("content/discard", json!({ "path": path, "version": version })).await;
        assert_eq!(discarded.status, StatusCode::OK, "{}", discarded.text);
    }

    async fn rename(&self, from: &str, to: &str) {
        let change = json!({ "path": from, "to": to, "version": self.version(from).await });
        let moved = self.post("content/change-address", change).await;
        assert_eq!(moved.status, StatusCode::NO_CONTENT, "{}", moved.text);
    }

    async fn publish(&self) {
        let published = self.app.publish_all(&self.session, "").await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    }
}

#[tokio::test]
async fn colleague_sees_a_note_and_says_that_it_is_done() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        let owner = desk.app.sign_in_as_owner().await;
        let note = desk.write(ARTICLE, "  Please check the dose.\r\nPage 3. ").await;
        assert_eq!((&note["author"], &note["resolved"]), (&json!("Ngozi"), &Value::Null));
        assert_eq!(note["text"], "Please check the dose.\nPage 3.");

        let open = desk.app.desk_get(&owner, "content/notes").await.json();
        assert_eq!(open, json!({ "notes": [note], "total": 1 }));
        assert_eq!(open["notes"][0]["title"], "First aid for the eye");

        let id = note["id"].as_str().expect("an id");
        let resolve = format!("content/notes/{id}/resolve");
        let done = desk.app.desk_post(&owner, &resolve, Value::Null).await.json();
        assert_eq!(done["resolved"]["by"], "Tonye");
        assert_eq!(desk.get("content/notes").await, json!({ "notes": [], "total": 0 }));
        assert_eq!(desk.texts_on(ARTICLE).await.len(), 1, "it still stands on the document");

        // Somebody else presses a moment later: it stays with who did it.
        desk.app.clock.advance(Duration::from_mins(1));
        assert_eq!(desk.mark(&note, "resolve").await, done);
        assert_eq!(desk.mark(&note, "reopen").await["resolved"], Value::Null);
        assert_eq!(desk.mark(&note, "reopen").await["resolved"], Value::Null);
        assert_eq!(desk.open_notes().await, [note]);

        let audit = desk.app.desk_get(&owner, "audit").await.json();
        let entries = audit["entries"].as_array().expect("entries").iter();
        let about = entries.filter(|entry| entry["subject"] == ARTICLE).filter_map(|entry| entry["action"].as_str());
        let mut about: Vec<&str> = about.collect();
        about.sort_unstable();
        assert_eq!(about, ["reopen note", "resolve note", "write note"], "each once");
    })
    .await;
}

#[tokio::test]
async fn button_pressed_twice_writes_one_note() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        let (first, second) = tokio::join!(desk.press("k", ARTICLE, "Dose?"), desk.press("k", ARTICLE, "Dose?"));
        assert_eq!((first.status, second.status), (StatusCode::CREATED, StatusCode::CREATED), "{}", first.text);
        assert_eq!(first.json(), second.json());
        // The answer was lost, somebody has dealt with it, and the browser sends it again.
        let done = desk.mark(&first.json(), "resolve").await;
        assert_eq!(desk.press("k", ARTICLE, "Dose?").await.json(), done);
        assert_eq!(desk.texts_on(ARTICLE).await, ["Dose?"]);
        // Other words are another note, and so are the same words later.
        desk.press("k", ARTICLE, "Dose!").await;
        desk.press("l", ARTICLE, "Dose?").await;
        assert_eq!(desk.texts_on(ARTICLE).await.len(), 3);
        assert_eq!(desk.open_notes().await.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn notes_follow_a_document_to_another_address_and_back() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        desk.write(ARTICLE, "Dose?").await;
        desk.rename(ARTICLE, RENAMED).await;
        assert_eq!((desk.texts_on(ARTICLE).await, desk.texts_on(RENAMED).await.len()), (vec![], 1));
        assert_eq!(desk.open_notes().await[0]["path"], RENAMED);

        // The change of the address is discarded before it is published.
        desk.discard(RENAMED).await;
        desk.discard(ARTICLE).await;
        assert_eq!((desk.texts_on(ARTICLE).await.len(), desk.texts_on(RENAMED).await), (1, vec![]));
        assert_eq!(desk.open_notes().await[0]["path"], ARTICLE);

        // Twice before it is published: the second draft takes the place of the first.
        desk.rename(ARTICLE, "articles/second.md").await;
        desk.rename("articles/second.md", RENAMED).await;
        assert_eq!(desk.texts_on(RENAMED).await, ["Dose?"]);
        desk.discard(RENAMED).await;
        assert_eq!(desk.texts_on(ARTICLE).await, ["Dose?"]);
    })
    .await;
}

#[tokio::test]
async fn notes_stay_with_a_renamed_document_when_it_is_published() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        let article = desk.get(&format!("content/{ARTICLE}")).await;
        let lines = article["text"].as_str().expect("a text").lines();
        let lines = lines.filter(|line| !line.starts_with("home = "));
        let text = lines.collect::<Vec<_>>().join("\n").replacen("First aid for the eye", "Dry eyes", 1);
        desk.change(Method::PUT, "articles/dry-eyes.md", "none", json!({ "text": text })).await;
        desk.write("articles/dry-eyes.md", "Dose?").await;
        desk.publish().await;
        desk.rename("articles/dry-eyes.md", "articles/dry.md").await;
        desk.publish().await;
        assert_eq!(desk.texts_on("articles/dry.md").await, ["Dose?"]);

        // Deleted, and that is published: the note is still to be dealt with.
        desk.delete("articles/dry.md").await;
        assert_eq!(desk.open_notes().await[0]["hasDocument"], true, "the deletion is a draft");
        let redirects = desk.get("content/redirects.toml").await;
        let without =
            redirects["text"].as_str().expect("a text").replace("\"/articles/dry-eyes\" = \"/articles/dry\"", "");
        let version = redirects["version"].as_str().expect("a version");
        desk.change(Method::PUT, "redirects.toml", version, json!({ "text": without })).await;
        desk.publish().await;
        let [note] = &desk.open_notes().await[..] else { panic!("one note") };
        assert_eq!((&note["title"], &note["hasDocument"]), (&json!("Dry eyes"), &json!(false)));
        assert_eq!(desk.texts_on("articles/dry.md").await, ["Dose?"]);
        let refused = desk.post("content/notes", json!({ "path": "articles/dry.md", "text": "And?" })).await;
        assert_eq!(refused.status_and_code(), (404, "unknown_document".to_owned()));
        desk.mark(note, "resolve").await;
        assert_eq!(desk.open_notes().await, [] as [Value; 0]);
    })
    .await;
}

#[tokio::test]
async fn done_notes_are_purged_after_90_days_and_open_ones_stay() {
    on_both(|url| async move {
        let desk = Desk::open(&url).await;
        let done = desk.write(ARTICLE, "Done").await;
        desk.write(ARTICLE, "Open").await;
        desk.mark(&done, "resolve").await;
        let purge = async || desk.app.services.store.purge(desk.app.clock.now()).await.expect("purged");
        desk.app.clock.advance(90 * DAY);
        assert_eq!(purge().await.records("notes to colleagues"), 0);
        desk.app.clock.advance(Duration::from_secs(1));
        assert_eq!(purge().await.records("notes to colleagues"), 1);
        // The session has ended, and the time in which the account could set up two-step verification.
        desk.app.add_staff("Bola", Role::Editor).await;
        let session = desk.app.sign_in("Bola").await;
        let desk = Desk { session, ..desk };
        assert_eq!(desk.texts_on(ARTICLE).await, ["Open"]);
        let id = done["id"].as_str().expect("an id");
        let gone = desk.post(&format!("content/notes/{id}/reopen"), Value::Null).await;
        assert_eq!(gone.status_and_code(), (404, "not_found".to_owned()));
    })
    .await;
}

#[tokio::test]
async fn notes_that_are_empty_or_too_long_are_refused_with_a_sentence() {
    let desk = Desk { session: SessionCookie::new(""), app: TestApp::with_content().await };
    desk.app.add_staff("Ngozi", Role::Editor).await;
    let desk = Desk { session: desk.app.sign_in("Ngozi").await, ..desk };
    let refused = desk.post("content/notes", json!({ "path": ARTICLE, "text": "ọ".repeat(1_002) })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains("A note can have 1,000 characters, and this one has 2 more."), "{}", refused.text);
    // Also far more than the usual body.
    let refused = desk.post("content/notes", json!({ "path": ARTICLE, "text": "a".repeat(50_000) })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    let refused = desk.post("content/notes", json!({ "path": ARTICLE, "text": " \n" })).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let refused = desk.post("content/notes", json!({ "path": "articles/none.md", "text": "Dose?" })).await;
    assert_eq!(refused.status_and_code(), (404, "unknown_document".to_owned()));
    assert_eq!(desk.write(ARTICLE, &"ọ".repeat(1_000)).await["text"], "ọ".repeat(1_000));
    assert_eq!(desk.open_notes().await.len(), 1);
}
