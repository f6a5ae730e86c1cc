//! Another address of a page: one call, all of it or nothing, and safe to repeat.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use clinic_rules::staff::Role;
use serde_json::{Value, json};

use crate::support::databases::on_both;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};

const OLD: &str = "articles/first-aid-for-the-eye.md";
const NEW: &str = "articles/first-aid.md";
const REDIRECTS: &str = "redirects.toml";
const URGENT: &str = "urgent.toml";

struct Editor<'a> {
    app: &'a TestApp,
    session: SessionCookie,
}

impl<'a> Editor<'a> {
    async fn sign_in(app: &'a TestApp, name: &str) -> Self {
        app.add_staff(name, Role::Editor).await;
        Self { app, session: app.sign_in(name).await }
    }

    async fn document(&self, path: &str) -> Value {
        self.app.desk_get(&self.session, &format!("content/{path}")).await.json()
    }

    async fn version(&self, path: &str) -> String {
        self.document(path).await["version"].as_str().expect("a version").to_owned()
    }

    async fn text(&self, path: &str) -> String {
        self.document(path).await["text"].as_str().unwrap_or_default().to_owned()
    }

    async fn save(&self, path: &str, text: &str) {
        let request = Request::put(format!("/api/desk/content/{path}"))
            .header("content-type", "application/json")
            .header("cookie", self.session.value())
            .header("if-match", format!("\"{}\"", self.version(path).await));
        let saved =
            self.app.send(request.body(Body::from(json!({ "text": text }).to_string())).expect("a request")).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    }

    async fn change(&self, path: &str, to: &str, version: &str) -> TestResponse {
        let change = json!({ "path": path, "to": to, "version": version });
        self.app.desk_post(&self.session, "content/change-address", change).await
    }

    /// The drafts with their versions.
    async fn drafts(&self) -> Vec<(String, String)> {
        let list = self.app.desk_get(&self.session, "content/drafts").await.json();
        let mut drafts = Vec::new();
        for draft in list["drafts"].as_array().expect("a list") {
            let path = draft["path"].as_str().expect("a path").to_owned();
            let version = self.version(&path).await;
            drafts.push((path, version));
        }
        drafts
    }
}

#[tokio::test]
async fn page_moves_with_its_redirect_and_every_link_and_repeating_the_call_changes_nothing() {
    on_both(|url| async move {
        let app = TestApp::with_content_on(&url, None).await;
        let editor = Editor::sign_in(&app, "Ngozi").await;
        // On the day of this test it has appeared.
        editor.save(OLD, &editor.text(OLD).await.replacen("published = 2026", "published = 2025", 1)).await;
        let published = app.publish_all(&editor.session, "Earlier").await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.text);
        let (text, version) = (editor.text(OLD).await, editor.version(OLD).await);
        let answer = editor.change(OLD, NEW, &version).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);

        assert_eq!(editor.text(NEW).await, text);
        assert_eq!(editor.document(OLD).await["state"], "deleted");
        let redirect = "\"/articles/first-aid-for-the-eye\" = \"/articles/first-aid\"\n";
        assert!(editor.text(REDIRECTS).await.contains(redirect));
        assert!(editor.text("clinic.toml").await.contains("link = \"/articles/first-aid\""));
        assert!(!editor.text(URGENT).await.contains("\"first-aid-for-the-eye\""));
        let list = app.desk_get(&editor.session, "content/drafts").await.json();
        assert_eq!(list["problems"], json!([]), "no link leads to the old address");

        // The answer was lost: the person presses again.
        let drafts = editor.drafts().await;
        let repeated = editor.change(OLD, NEW, &version).await;
        assert_eq!(repeated.status, StatusCode::NO_CONTENT, "{}", repeated.text);
        assert_eq!(editor.drafts().await, drafts);

        // A second tab, which still shows the old page, gives it a third address.
        let second = editor.change(OLD, "articles/third.md", &version).await;
        assert_eq!(second.status_and_code(), (409, "changed_meanwhile".to_owned()));
        assert_eq!(editor.drafts().await, drafts);

        let published = app.publish_all(&editor.session, "Moved").await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.text);
        assert_eq!(editor.change(OLD, NEW, &version).await.status, StatusCode::NO_CONTENT, "also when it is published");
        assert_eq!(editor.drafts().await, []);

        // And back again.
        let back = editor.change(NEW, OLD, &editor.version(NEW).await).await;
        assert_eq!(back.status, StatusCode::NO_CONTENT, "{}", back.text);
        let published = app.publish_all(&editor.session, "Back").await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.text);
        assert_eq!(editor.text(OLD).await, text);
        assert!(!editor.text(REDIRECTS).await.contains(redirect));
    })
    .await;
}

#[tokio::test]
async fn refused_change_of_an_address_saves_nothing() {
    let app = TestApp::with_content().await;
    let editor = Editor::sign_in(&app, "Ngozi").await;
    let colleague = Editor::sign_in(&app, "Chidi").await;
    let version = editor.version(OLD).await;
    let taken = app.documents(&editor.session).await;
    let taken = taken.iter().filter(|document| document["kind"] == "article" && document["path"] != OLD);
    let taken = taken.map(|document| document["path"].as_str().expect("a path")).next().expect("another article");
    assert_eq!(editor.change(OLD, taken, &version).await.status_and_code(), (409, "name_taken".to_owned()));
    for other in ["info/first-aid.md", "articles/First Aid.md", OLD, "clinic.toml"] {
        assert_eq!(editor.change(OLD, other, &version).await.status, StatusCode::UNPROCESSABLE_ENTITY, "{other}");
    }
    assert_eq!(editor.change(URGENT, NEW, &version).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(editor.drafts().await, []);

    editor.save(REDIRECTS, "\"/a\" = ").await;
    let drafts = editor.drafts().await;
    assert_eq!(editor.change(OLD, NEW, &version).await.status_and_code(), (422, "invalid_document".to_owned()));
    assert_eq!(editor.drafts().await, drafts);

    colleague.save(OLD, &format!("{}\nMore.\n", colleague.text(OLD).await)).await;
    let drafts = editor.drafts().await;
    assert_eq!(editor.change(OLD, NEW, &version).await.status_and_code(), (409, "changed_meanwhile".to_owned()));
    assert_eq!(editor.drafts().await, drafts);
}

#[tokio::test]
async fn page_that_was_never_published_moves_without_a_redirect() {
    let app = TestApp::with_content().await;
    let editor = Editor::sign_in(&app, "Ngozi").await;
    let article = editor.text(OLD).await;
    let text = format!("{article}\n[Above](/articles/first#top)\n");
    editor.save("articles/first.md", &text).await;
    let version = editor.version("articles/first.md").await;
    for _ in ["the first time", "after a lost answer"] {
        let answer = editor.change("articles/first.md", NEW, &version).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
        let paths: Vec<_> = editor.drafts().await.into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, [NEW]);
        assert!(editor.text(NEW).await.ends_with("[Above](/articles/first-aid#top)\n"));
    }
}
