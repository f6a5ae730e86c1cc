//! Content that takes too long or too much memory to be rendered is not published: nothing changes, and the answer says what to do.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use clinic_content::Folder;
use clinic_http::desk::content::editing_state::ContentEditing;
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use clinic_site::render::RenderLimits;
use clinic_site::{Publisher, load_candidate};
use serde_json::{Value, json};

use crate::support::TestClock;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};

const DOCUMENT: &str = "services/frames.md";
/// Longer than any test takes.
const NEVER: Duration = Duration::from_hours(1);

struct Desk {
    app: TestApp,
    session: SessionCookie,
    document: Value,
}

impl Desk {
    /// An editor is signed in. The content of the program is published, so that only a changed page is rendered.
    async fn open(limits: RenderLimits, candidate_time: Duration) -> Self {
        let publisher = Publisher::new("https://clinic.example").expect("a publisher").with_render_limits(limits);
        let (folder, now) = (Folder::embedded(), TestClock::default().now());
        let content = load_candidate(&folder, &folder, now).expect("the content");
        publisher.publish(&content, now).expect("published");
        let publisher = Arc::new(publisher);
        let editing = move |editions| ContentEditing::new(editions, publisher).with_candidate_time(candidate_time);
        let app = TestApp::with_editing(Box::new(editing)).await;
        app.add_staff("Ngozi", Role::Editor).await;
        let session = app.sign_in("Ngozi").await;
        let document = app.desk_get(&session, &format!("content/{DOCUMENT}")).await.json();
        Self { app, session, document }
    }

    /// Saves the published text with this at its end.
    async fn save(&mut self, more: &str) {
        let text = format!("{}\n\n{more}", self.document["published"].as_str().expect("a text"));
        let request = Request::put(format!("/api/desk/content/{DOCUMENT}")).header("cookie", self.session.value());
        let request = request.header("content-type", "application/json");
        let version = self.document["version"].as_str().expect("a version");
        let request = request.header("if-match", format!("\"{version}\""));
        let body = json!({ "text": text }).to_string();
        let saved = self.app.send(request.body(Body::from(body)).expect("a request")).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
        self.document = self.read().await;
    }

    async fn read(&self) -> Value {
        self.app.desk_get(&self.session, &format!("content/{DOCUMENT}")).await.json()
    }

    async fn publish(&self) -> TestResponse {
        let checks = self.app.desk_post(&self.session, "content/checks", json!({ "documents": null })).await.json();
        assert_eq!(checks["errors"], json!([]), "nothing else is wrong with the draft");
        let publication = json!({ "note": "", "drafts": checks["drafts"] });
        self.app.desk_post(&self.session, "content/publish", publication).await
    }

    async fn assert_draft_is_kept_and_nothing_was_published(&self) {
        assert_eq!(self.read().await, self.document);
        let history = self.app.desk_get(&self.session, "content/history").await.json();
        assert_eq!(history["revisions"], json!([]), "the pointer has moved");
    }
}

fn paragraphs(count: usize) -> String {
    "**Wash** *it*.\n\n".repeat(count)
}

#[tokio::test]
async fn page_that_takes_too_long_is_not_published() {
    let mut desk = Desk::open(RenderLimits::default(), Duration::from_millis(100)).await;
    desk.save(&paragraphs(3_000)).await;
    let refused = desk.publish().await;
    assert_eq!(refused.status_and_code(), (503, "busy".to_owned()), "{}", refused.text);
    assert_eq!(refused.headers["retry-after"], "60");
    let message = "The pages were not ready in time, so nothing was published. Your drafts are kept. Please try again in a \
                   minute, and tell the person who runs the site if it happens again.";
    assert_eq!(refused.json()["error"]["message"], message);
    desk.assert_draft_is_kept_and_nothing_was_published().await;
}

#[tokio::test]
async fn page_that_needs_too_much_memory_is_not_published() {
    let limits = RenderLimits { memory_bytes: 32 * 1024 * 1024, page_time: NEVER };
    let mut desk = Desk::open(limits, NEVER).await;
    desk.save(&paragraphs(12_000)).await;
    let refused = desk.publish().await;
    assert_eq!(refused.status_and_code(), (422, "invalid_content".to_owned()), "{}", refused.text);
    let message = refused.json()["error"]["message"].as_str().expect("a sentence").to_owned();
    let advice = "The site cannot be rendered with these changes, so nothing was published. Your drafts are kept. Please undo \
                  the last edit, or show this to the person who runs the site: cannot render /";
    let is_named = message.starts_with(advice) && message.ends_with(": it needs more than 32 MiB of memory.");
    assert!(is_named, "{message}");
    desk.assert_draft_is_kept_and_nothing_was_published().await;

    desk.save(&paragraphs(1)).await;
    let published = desk.publish().await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
}
