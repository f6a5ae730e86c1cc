//! Uploading pictures at the desk, where they are used, and deleting them.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::request::Builder;
use axum::http::{Method, Request, StatusCode};
use bytes::Bytes;
use clinic_content::ContentFile;
use clinic_http::middleware::response_timeout::ResponseLimits;
use clinic_rules::staff::Role;
use clinic_runtime::clock::{Clock, System};
use clinic_store::{Actor, PublishedContent};
use hyper::body::Frame;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::picture_files::{GPS_PLACE, contains, phone_photo, plain_png, png};
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

const DESCRIPTIONS: &str = "pictures/descriptions.toml";

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
        self.send_form(Request::post("/api/desk/pictures"), description, Some(file)).await
    }

    /// `picture` is what the person has seen.
    async fn replace(&self, picture: &Value, description: &str, file: Option<&[u8]>) -> TestResponse {
        self.send_form(replacement(picture), &replacement_fields(picture, description), file).await
    }

    async fn send_form(&self, request: Builder, description: &str, file: Option<&[u8]>) -> TestResponse {
        let body = Body::from(form(description, file));
        self.app.send(self.with_form(request).body(body).expect("a request")).await
    }

    fn with_form(&self, request: Builder) -> Builder {
        request.header("content-type", "multipart/form-data; boundary=X").header("cookie", self.session.value())
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

/// The words of a form that replaces a picture. The first is the description.
fn replacement(picture: &Value) -> Builder {
    let (path, version) = (picture["path"].as_str(), picture["version"].as_str());
    let request = Request::put(format!("/api/desk/pictures/{}", path.expect("a path")));
    request.header("if-match", format!("\"{}\"", version.expect("a version")))
}

fn replacement_fields(picture: &Value, description: &str) -> String {
    let seen = picture["descriptionVersion"].as_str().unwrap_or("none");
    format!("{description}\r\n--X\r\nContent-Disposition: form-data; name=\"descriptionVersion\"\r\n\r\n{seen}")
}

fn form(description: &str, file: Option<&[u8]>) -> Vec<u8> {
    let field = format!("--X\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\n{description}\r\n");
    let start = "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n";
    let file = file.map(|file| [start.as_bytes(), file, b"\r\n"].concat()).unwrap_or_default();
    [field.as_bytes(), &file, b"--X--\r\n"].concat()
}

/// What a refused change says is saved now.
fn conflict(response: &TestResponse) -> Value {
    assert_eq!((response.status.as_u16(), response.error_code().as_str()), (412, "stale"), "{}", response.text);
    response.json()["error"]["picture"].clone()
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
    assert_eq!(shown.headers["content-type"], "image/svg+xml; charset=utf-8");
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

    let published = desk.app.publish_all(&desk.session, "").await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    let old = desk.picture("pictures/team-director.svg").await;
    assert_eq!(old["usedIn"], json!([]));
    let deleted = desk.send(Method::DELETE, "pictures/team-director.svg", &old["version"], &json!({})).await;
    assert_eq!(deleted.status, StatusCode::OK, "{}", deleted.text);
}

/// As the content of an earlier release has it: no form offers to take it out.
#[tokio::test]
async fn picture_that_only_a_page_without_pictures_names_is_unused_and_can_be_deleted() {
    let desk = Desk::open().await;
    let picture = desk.upload("A lens", &png(600, 300)).await.json();
    let path = picture["path"].as_str().expect("a path").to_owned();
    let document = desk.app.desk_get(&desk.session, "content/pages/book.md").await.json();
    let named = format!("picture = \"{}\"\nheading = ", path.trim_start_matches("pictures/"));
    let edited = json!({ "text": document["text"].as_str().expect("a text").replacen("heading = ", &named, 1) });
    let saved = desk.send(Method::PUT, "pages/book.md", &document["version"], &edited).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    assert_eq!(desk.picture(&path).await["usedIn"], json!([]));
    let deleted = desk.send(Method::DELETE, &path, &picture["version"], &json!({})).await;
    assert_eq!(deleted.status, StatusCode::OK, "{}", deleted.text);
    let published = desk.app.publish_all(&desk.session, "").await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
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
async fn second_description_of_one_picture_is_refused_with_the_first_one() {
    let desk = Desk::open().await;
    let seen = desk.upload("A lens", &png(600, 300)).await.json();
    let path = seen["path"].as_str().expect("a path");
    let first = desk.replace(&seen, "A lens in a hand", None).await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.text);
    let saved = desk.picture(path).await;

    let now = conflict(&desk.replace(&seen, "A lens on a table", None).await);
    assert_eq!(now["description"], "A lens in a hand");
    assert_eq!((&now["version"], &now["descriptionVersion"]), (&seen["version"], &saved["descriptionVersion"]));
    assert_eq!(desk.picture(path).await, saved);
    // A new file is not stored without its description either.
    let now = conflict(&desk.replace(&seen, "Two lenses", Some(&png(300, 600))).await);
    assert_eq!(now["description"], "A lens in a hand");
    assert_eq!(desk.picture(path).await, saved);

    let chosen = desk.replace(&saved, "A lens in a hand, on a table", None).await;
    assert_eq!(chosen.json()["description"], "A lens in a hand, on a table", "{}", chosen.text);
}

#[tokio::test]
async fn description_that_names_no_version_is_refused() {
    let desk = Desk::open().await;
    let seen = desk.upload("A lens", &png(600, 300)).await.json();
    let request = Request::put(format!("/api/desk/pictures/{}", seen["path"].as_str().expect("a path")));
    let request = request.header("if-match", format!("\"{}\"", seen["version"].as_str().expect("a version")));
    let refused = desk.send_form(request, "Two lenses", None).await;
    assert_eq!(refused.status_and_code(), (428, "version_needed".to_owned()), "{}", refused.text);
}

#[tokio::test]
async fn description_that_arrives_twice_is_saved_once_and_not_over_a_newer_one() {
    let desk = Desk::open().await;
    let seen = desk.upload("A lens", &png(600, 300)).await.json();
    let other = desk.upload("A frame", &png(60, 30)).await.json();
    let path = seen["path"].as_str().expect("a path");
    // A description of another picture has another version of all of them, and says what this one has.
    let now = conflict(&desk.replace(&seen, "A round lens", None).await);
    assert_eq!((&now["description"], &now["version"]), (&json!("A lens"), &seen["version"]));
    let seen = desk.picture(path).await;
    for _ in 0..2 {
        let saved = desk.replace(&seen, "A round lens", None).await;
        assert_eq!(saved.json()["description"], "A round lens", "{}", saved.text);
    }
    let back = desk.replace(&desk.picture(path).await, "A lens", None).await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.text);
    // The words are again those that the delayed change was based on.
    assert_eq!(conflict(&desk.replace(&seen, "A round lens", None).await)["description"], "A lens");
    assert_eq!(desk.picture(other["path"].as_str().expect("a path")).await["description"], "A frame");
}

#[tokio::test]
async fn repeated_upload_keeps_the_description_that_somebody_wrote_since() {
    let desk = Desk::open().await;
    let begin = "Two nurses examine the eyes of a child in a school";
    let first = desk.upload(&format!("{begin} in Aba"), &png(600, 300)).await.json();
    let changed = desk.replace(&first, "Two nurses and a child", None).await.json();
    assert_eq!(desk.upload(&format!("{begin} in Aba"), &png(600, 300)).await.json(), changed);
    // The names of both begin with the same words.
    let second = desk.upload(&format!("{begin} in Lagos"), &png(600, 300)).await.json();
    assert_eq!(second["description"], format!("{begin} in Lagos"));
    let first = desk.picture(first["path"].as_str().expect("a path")).await;
    assert_eq!(first["description"], "Two nurses and a child");
}

#[tokio::test]
async fn descriptions_that_cannot_be_read_are_not_overwritten() {
    let desk = Desk::open().await;
    let seen = desk.upload("A lens", &png(600, 300)).await.json();
    let (store, editions) = (&desk.app.services.store, PublishedContent::new(desk.app.services.store.clone()));
    let published = editions.read().await.expect("a revision");
    let version = store.stored_document(DESCRIPTIONS).await.expect("read").version(None);
    let broken = ContentFile::new("\"a.webp\" = \"A lens");
    let actor = Actor { name: "Ngozi", random: &System, now: System.now() };
    store.save_draft(&published, DESCRIPTIONS, Some(&broken), &version, actor).await.expect("saved");
    let seen = json!({ "path": seen["path"], "version": seen["version"], "descriptionVersion": "any" });
    let refused = desk.replace(&seen, "Two lenses", None).await;
    assert_eq!(refused.status_and_code(), (422, "invalid_content".to_owned()), "{}", refused.text);
    let stored = store.stored_document(DESCRIPTIONS).await.expect("read").draft.expect("a draft").file;
    assert_eq!(stored, Some(broken));
}

#[tokio::test]
async fn description_alone_is_listed_and_published() {
    let desk = Desk::open().await;
    let seen = desk.picture("pictures/team-director.svg").await;
    let described = desk.replace(&seen, "The director at her desk", None).await;
    assert_eq!(described.status, StatusCode::OK, "{}", described.text);
    let listed = async || desk.app.document_summary(&desk.session, DESCRIPTIONS).await;
    let document = listed().await;
    assert_eq!((&document["kind"], &document["state"]), (&json!("descriptions"), &json!("new")), "{document}");
    let changes = desk.app.desk_get(&desk.session, &format!("content/{DESCRIPTIONS}")).await.json();
    assert!(changes["text"].as_str().is_some_and(|text| text.contains("The director at her desk")), "{changes}");

    let checks = desk.app.desk_post(&desk.session, "content/checks", json!({ "documents": null })).await.json();
    assert_eq!(checks["drafts"][0]["path"], DESCRIPTIONS, "{checks}");
    let publish = json!({ "note": "", "drafts": checks["drafts"] });
    let published = desk.app.desk_post(&desk.session, "content/publish", publish).await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    assert_eq!(listed().await["state"], "published");
    assert_eq!(desk.picture("pictures/team-director.svg").await["description"], "The director at her desk");

    // Its lines belong to the pictures, so it is not written as a text, nor deleted.
    let version = &changes["version"];
    let refused = desk.send(Method::PUT, DESCRIPTIONS, version, &json!({ "text": "" })).await;
    assert_eq!(refused.status_and_code(), (422, "invalid_document".to_owned()), "{}", refused.text);
    let refused = desk.send(Method::DELETE, DESCRIPTIONS, version, &json!({})).await;
    assert_eq!(refused.status_and_code(), (422, "invalid_document".to_owned()), "{}", refused.text);
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

/// A body that never arrives. Says when somebody reads it.
struct SlowBody {
    read: Arc<AtomicU32>,
    is_read: bool,
}

impl HttpBody for SlowBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if !std::mem::replace(&mut self.is_read, true) {
            self.read.fetch_add(1, Ordering::SeqCst);
        }
        Poll::Pending
    }
}

/// A body that arrives when the test sends it.
struct HeldBody(oneshot::Receiver<Vec<u8>>);

impl HttpBody for HeldBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.0.is_terminated() {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.0).poll(context).map(|body| Some(Ok(Frame::data(body.expect("the body").into()))))
    }
}

const NEVER: Duration = Duration::from_hours(1);
const SHORT: Duration = Duration::from_millis(200);

/// A photo of a phone takes minutes over a slow connection, whether it is new or replaces another.
#[tokio::test]
async fn picture_of_an_earlier_revision_is_shown_beside_the_one_of_today() {
    let desk = Desk::open().await;
    let path = "pictures/team-director.svg";
    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><path d='M0 0h1'/></svg>";
    let replaced = desk.replace(&desk.picture(path).await, "A line", Some(drawing)).await;
    assert_eq!(replaced.status, StatusCode::OK, "{}", replaced.text);
    let shown = async |revision: i64| {
        let address = format!("pictures/{path}?revision={revision}");
        desk.app.desk_get(&desk.session, &address).await
    };
    let first = shown(0).await;
    assert!(
        first.status == StatusCode::OK && !first.text.contains("0 0 4 3"),
        "nothing is published yet: {}",
        first.text
    );
    let published = desk.app.publish_all(&desk.session, "").await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    let (before, now) = (shown(0).await, shown(1).await);
    assert_eq!((before.status, now.status), (StatusCode::OK, StatusCode::OK), "{}", before.text);
    assert!(now.text.contains("0 0 4 3") && !before.text.contains("0 0 4 3"), "{}", now.text);
    assert_eq!(shown(7).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn replacing_a_picture_has_the_time_limit_of_an_upload() {
    let desk = Desk::open().await;
    let picture = desk.upload("A lens", &png(600, 300)).await.json();
    let limits = ResponseLimits { publication: NEVER, upload: NEVER, other: SHORT };
    let desk = Desk { app: desk.app.with_response_limits(limits), ..desk };
    let never = || Body::new(SlowBody { read: Arc::default(), is_read: false });
    let (arrive, body) = oneshot::channel();
    let request = desk.with_form(replacement(&picture)).body(Body::new(HeldBody(body))).expect("a request");
    let others = async {
        // The first limit may pass in the same moment as one of the picture.
        for _ in 0..2 {
            let request = Request::put(format!("/api/desk/content/{DESCRIPTIONS}"));
            let request = request.header("content-type", "application/json").header("if-match", "\"none\"");
            let request = request.header("cookie", desk.session.value()).body(never()).expect("a request");
            assert_eq!(desk.app.send(request).await.status, StatusCode::SERVICE_UNAVAILABLE);
        }
        arrive.send(form(&replacement_fields(&picture, "Two lenses"), Some(&png(300, 300)))).expect("it is awaited");
    };
    let (replaced, ()) = tokio::join!(desk.app.send(request), others);
    assert_eq!(replaced.status, StatusCode::OK, "{}", replaced.text);

    let limits = ResponseLimits { publication: NEVER, upload: SHORT, other: NEVER };
    let desk = Desk { app: Desk::open().await.app.with_response_limits(limits), ..desk };
    desk.app.add_staff("Tonye", Role::Editor).await;
    let desk = Desk { session: desk.app.sign_in("Tonye").await, ..desk };
    let late = desk.app.send(desk.with_form(replacement(&picture)).body(never()).expect("a request")).await;
    assert_eq!(late.status, StatusCode::SERVICE_UNAVAILABLE, "{}", late.text);
}

#[tokio::test]
async fn few_uploads_are_read_at_once_some_wait_unread_and_more_are_refused() {
    let desk = Arc::new(Desk::open().await);
    let read = Arc::new(AtomicU32::new(0));
    let mut uploads = JoinSet::new();
    for _ in 0..12 {
        let (desk, read) = (Arc::clone(&desk), Arc::clone(&read));
        uploads.spawn(async move {
            let request = Request::post("/api/desk/pictures").header("cookie", desk.session.value());
            let request = request.header("content-type", "multipart/form-data; boundary=X");
            let body = Body::new(SlowBody { read, is_read: false });
            desk.app.send(request.body(body).expect("a request")).await
        });
    }
    let refused = uploads.join_next().await.expect("an answer").expect("no panic");
    assert_eq!((refused.status.as_u16(), refused.error_code().as_str()), (503, "busy"), "{}", refused.text);
    assert!(sentence(&refused).contains("Please try again in a few seconds."), "{}", refused.text);
    assert!(read.load(Ordering::SeqCst) <= 3, "the others wait unread");
    // Whoever hangs up makes room.
    uploads.shutdown().await;
    assert_eq!(desk.upload("A lens", &png(600, 300)).await.status, StatusCode::CREATED);
}
