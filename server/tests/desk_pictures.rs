//! Uploading pictures at the desk, where they are used, and deleting them.

use axum::body::Body;
use axum::http::request::Builder;
use axum::http::{Method, Request, StatusCode};
use clinic::staff::Role;
use serde_json::{Value, json};

use crate::picture_files::{GPS_PLACE, contains, phone_photo, plain_png, png};
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    /// An editor is signed in.
    async fn open() -> Self {
        Self::open_as(Role::Editor).await
    }

    async fn open_as(role: Role) -> Self {
        let app = TestApp::with_content().await;
        app.add_staff("Ngozi", role).await;
        let session = app.sign_in("Ngozi").await;
        Self { app, session }
    }

    async fn upload(&self, description: &str, file: &[u8]) -> TestResponse {
        let request = Request::post("/api/desk/pictures");
        self.send_form(request, description, Some(file)).await
    }

    async fn replace(&self, picture: &Value, description: &str, file: Option<&[u8]>) -> TestResponse {
        let (path, version) = (picture["path"].as_str(), picture["version"].as_str());
        let request = Request::put(format!("/api/desk/pictures/{}", path.expect("a path")));
        let request = request.header("if-match", format!("\"{}\"", version.expect("a version")));
        self.send_form(request, description, file).await
    }

    async fn send_form(&self, request: Builder, description: &str, file: Option<&[u8]>) -> TestResponse {
        let field = format!("--X\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\n{description}\r\n");
        let start = "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n";
        let file = file.map(|file| [start.as_bytes(), file, b"\r\n"].concat()).unwrap_or_default();
        let body = [field.as_bytes(), &file, b"--X--\r\n"].concat();
        let request =
            request.header("content-type", "multipart/form-data; boundary=X").header("cookie", self.session.value());
        self.app.send(request.body(Body::from(body)).expect("a request")).await
    }

    async fn picture(&self, path: &str) -> Value {
        let list = self.app.desk_get(&self.session, "pictures").await.json();
        let pictures = list["pictures"].as_array().expect("pictures").clone();
        pictures.into_iter().find(|picture| picture["path"] == path).unwrap_or_default()
    }

    async fn send(&self, method: Method, path: &str, version: &Value, body: &Value) -> TestResponse {
        let version = format!("\"{}\"", version.as_str().expect("a version"));
        let request = Request::builder().method(method).uri(format!("/api/desk/content/{path}"));
        let request = request.header("content-type", "application/json").header("cookie", self.session.value());
        let request = request.header("if-match", version).body(Body::from(body.to_string()));
        self.app.send(request.expect("a request")).await
    }
}

fn sentence(response: &TestResponse) -> String {
    response.json()["error"]["message"].as_str().expect("a sentence").to_owned()
}

#[tokio::test]
async fn uploaded_photo_is_upright_without_metadata_and_listed_with_its_description() {
    let desk = Desk::open().await;
    let response = desk.upload("  Two nurses at a   school ", &phone_photo()).await;
    assert_eq!(response.status, StatusCode::CREATED, "{}", response.text);
    let picture = response.json();
    let path = picture["path"].as_str().expect("a path");
    assert!(path.starts_with("pictures/two-nurses-at-a-school-") && path.rsplit('.').next() == Some("webp"), "{path}");
    assert_eq!((&picture["width"], &picture["height"]), (&json!(1440), &json!(1920)));
    assert_eq!(desk.picture(path).await, picture);
    assert_eq!((&picture["description"], &picture["usedIn"]), (&json!("Two nurses at a school"), &json!([])));

    let stored = desk
        .app
        .services
        .store
        .stored_document(path)
        .await
        .expect("the store")
        .draft
        .expect("a draft")
        .file
        .expect("a file");
    assert!(stored.bytes.starts_with(b"RIFF") && !contains(&stored.bytes, GPS_PLACE));
}

#[tokio::test]
async fn unusable_uploads_are_refused_with_a_sentence_and_store_nothing() {
    let desk = Desk::open().await;
    let too_large = vec![0; 13 * 1024 * 1024];
    for (description, file, status, expected) in [
        ("", png(60, 30), 422, "Please describe what the picture shows"),
        ("A lens", b"<html><script>alert(1)</script></html>".to_vec(), 422, "not a picture that browsers can show"),
        ("A lens", phone_photo()[..100_000].to_vec(), 422, "its end is missing"),
        ("A lens", plain_png(8200, 5000), 422, "At most 40 million pixels"),
        ("A lens", too_large, 413, "larger than 12 MB"),
        ("A lens", Vec::new(), 422, "did not arrive completely"),
    ] {
        let response = desk.upload(description, &file).await;
        assert_eq!(response.status.as_u16(), status, "{expected}: {}", response.text);
        assert!(sentence(&response).contains(expected), "{}", response.text);
    }
    assert!(desk.app.services.store.drafts().await.expect("the store").is_empty());
}

#[tokio::test]
async fn bytes_decide_the_format_and_a_script_does_not_survive() {
    let desk = Desk::open().await;
    let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><script>alert(1)</script><path d='M0 0h1'/></svg>";
    let picture = desk.upload("A line", drawing.as_bytes()).await.json();
    let path = picture["path"].as_str().expect("a path");
    assert_eq!(path.rsplit('.').next(), Some("svg"), "{path}");
    let shown = desk.app.desk_get(&desk.session, &format!("pictures/{path}")).await;
    assert_eq!(shown.headers["content-type"], "image/svg+xml");
    assert!(shown.text.contains("<path") && !shown.text.contains("script"), "{}", shown.text);
}

#[tokio::test]
async fn picture_in_use_cannot_be_deleted_and_an_unused_one_can() {
    let desk = Desk::open().await;
    let picture = desk.upload("A lens", &png(600, 300)).await.json();
    let path = picture["path"].as_str().expect("a path").to_owned();
    let document = desk.app.desk_get(&desk.session, "content/team/director.md").await.json();
    let text = document["text"].as_str().expect("a text");
    let name = path.trim_start_matches("pictures/");
    let edited = json!({ "text": text.replace("team-director.svg", name) });
    let saved = desk.send(Method::PUT, "team/director.md", &document["version"], &edited).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    assert_eq!(desk.picture(&path).await["usedIn"], json!(["team/director.md"]));

    let refused = desk.send(Method::DELETE, &path, &picture["version"], &json!({})).await;
    assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
    assert!(sentence(&refused).contains("team/director.md"), "{}", refused.text);

    let published = desk.app.desk_post(&desk.session, "content/publish", json!({ "note": "" })).await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    let old = desk.picture("pictures/team-director.svg").await;
    assert_eq!(old["usedIn"], json!([]));
    let deleted = desk.send(Method::DELETE, "pictures/team-director.svg", &old["version"], &json!({})).await;
    assert_eq!(deleted.status, StatusCode::OK, "{}", deleted.text);
}

#[tokio::test]
async fn replaced_picture_keeps_its_name_and_gets_the_new_description() {
    let desk = Desk::open().await;
    let picture = desk.upload("A lens", &png(600, 300)).await.json();
    let replaced = desk.replace(&picture, "Two lenses", Some(&png(300, 600))).await;
    assert_eq!(replaced.status, StatusCode::OK, "{}", replaced.text);
    let changed = replaced.json();
    assert_eq!((&changed["path"], &changed["description"]), (&picture["path"], &json!("Two lenses")));
    assert_eq!((&changed["width"], &changed["height"]), (&json!(300), &json!(600)));
    assert_eq!(desk.picture(picture["path"].as_str().expect("a path")).await, changed);

    let stale = desk.replace(&picture, "Three lenses", Some(&png(60, 30))).await;
    assert_eq!((stale.status.as_u16(), stale.error_code().as_str()), (412, "stale"));
    // The description of the picture that was there before, by somebody who has not seen the new one.
    let stale = desk.replace(&picture, "One lens", None).await;
    assert_eq!((stale.status.as_u16(), stale.error_code().as_str()), (412, "stale"));
    assert_eq!(desk.picture(picture["path"].as_str().expect("a path")).await, changed);
    let described = desk.replace(&changed, "Four lenses", None).await.json();
    assert_eq!((&described["width"], &described["description"]), (&json!(300), &json!("Four lenses")));
    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><path d='M0 0h1'/></svg>";
    let refused = desk.replace(&described, "A drawing", Some(drawing)).await;
    assert_eq!((refused.status.as_u16(), refused.error_code().as_str()), (422, "unusable_picture"));
    assert_eq!(desk.replace(&described, " ", None).await.error_code(), "description_needed");
    let unknown = json!({ "path": "pictures/none.webp", "version": "1" });
    assert_eq!(desk.replace(&unknown, "A lens", None).await.error_code(), "unknown_document");
}

#[tokio::test]
async fn preview_shows_a_picture_that_is_not_published() {
    let desk = Desk::open().await;
    let picture = desk.upload("A lens", &png(1000, 500)).await.json();
    let path = picture["path"].as_str().expect("a path");
    let document = desk.app.desk_get(&desk.session, "content/team/director.md").await.json();
    let text =
        document["text"].as_str().expect("a text").replace("team-director.svg", path.trim_start_matches("pictures/"));
    let preview = json!({ "page": "/team", "document": { "path": "team/director.md", "text": text } });
    let html = desk.app.desk_post(&desk.session, "content/preview", preview).await.text;
    assert!(html.contains(&format!("src=\"/api/desk/pictures/{path}\"")), "{html}");
}

#[tokio::test]
async fn only_editors_may_upload() {
    let desk = Desk::open_as(Role::Desk).await;
    assert_eq!(desk.upload("A lens", &png(60, 30)).await.status, StatusCode::FORBIDDEN);
}
