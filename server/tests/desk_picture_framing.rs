//! Choosing at the desk which part of a picture is shown, and which point of it stays visible.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use clinic_rules::staff::Role;
use serde_json::{Value, json};

use crate::picture_files::png;
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};

const DESCRIPTIONS: &str = "pictures/descriptions.toml";
const DRAWING: &str = "pictures/team-director.svg";

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    async fn open() -> Self {
        let app = TestApp::with_content().await;
        app.add_staff("Ngozi", Role::Editor).await;
        let session = app.sign_in("Ngozi").await;
        Self { app, session }
    }

    /// The path of a photo of 1000 by 500 pixels.
    async fn upload(&self, description: &str) -> String {
        let request = Request::post("/api/desk/pictures");
        let uploaded = self.send_form(request, &[("description", description)], Some(&png(1000, 500))).await;
        assert_eq!(uploaded.status, StatusCode::CREATED, "{}", uploaded.text);
        uploaded.json()["path"].as_str().expect("a path").to_owned()
    }

    async fn change(&self, seen: &Value, description: &str, file: Option<&[u8]>) -> TestResponse {
        let request = Request::put(format!("/api/desk/pictures/{}", text(&seen["path"])));
        let request = request.header("if-match", format!("\"{}\"", text(&seen["version"])));
        let version = text(&seen["descriptionVersion"]);
        self.send_form(request, &[("description", description), ("descriptionVersion", version)], file).await
    }

    async fn send_form(
        &self,
        request: axum::http::request::Builder,
        fields: &[(&str, &str)],
        file: Option<&[u8]>,
    ) -> TestResponse {
        let mut body = Vec::new();
        for (name, value) in fields {
            let field = format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(field.as_bytes());
        }
        if let Some(file) = file {
            body.extend_from_slice(b"--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n");
            body.extend_from_slice(file);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--X--\r\n");
        let request = request.header("content-type", "multipart/form-data; boundary=X");
        self.app.send(request.header("cookie", self.session.value()).body(Body::from(body)).expect("a request")).await
    }

    async fn picture(&self, path: &str) -> Value {
        let list = self.app.desk_get(&self.session, "pictures").await.json();
        let pictures = list["pictures"].as_array().expect("pictures").clone();
        pictures.into_iter().find(|picture| picture["path"] == path).unwrap_or_default()
    }

    /// `seen` is what the person has seen.
    async fn frame(&self, seen: &Value, framing: &Value) -> TestResponse {
        let request = Request::put(format!("/api/desk/picture-framing/{}", text(&seen["path"])))
            .header("content-type", "application/json")
            .header("cookie", self.session.value())
            .header("if-match", format!("\"{}\"", text(&seen["version"])));
        let body = json!({ "framing": framing, "descriptionVersion": seen["descriptionVersion"] });
        self.app.send(request.body(Body::from(body.to_string())).expect("a request")).await
    }

    async fn publish(&self) {
        let published = self.app.publish_all(&self.session, "").await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn right_half() -> Value {
    json!({
        "crop": { "left": 50.0, "top": 0.0, "width": 50.0, "height": 100.0 },
        "focalPoint": { "left": 60.0, "top": 20.0 },
    })
}

fn nothing_chosen() -> Value {
    json!({ "crop": null, "focalPoint": null })
}

fn conflict(response: &TestResponse) -> Value {
    assert_eq!((response.status.as_u16(), response.error_code().as_str()), (412, "stale"), "{}", response.text);
    response.json()["error"]["picture"].clone()
}

#[tokio::test]
async fn part_is_a_draft_and_published_and_comes_back_from_the_history() {
    let desk = Desk::open().await;
    let path = desk.upload("A lens").await;
    let seen = desk.picture(&path).await;
    assert_eq!(seen["framing"], nothing_chosen());
    let framed = desk.frame(&seen, &right_half()).await;
    assert_eq!(framed.status, StatusCode::OK, "{}", framed.text);
    let saved = desk.picture(&path).await;
    assert_eq!((&framed.json(), &saved["framing"]), (&saved, &right_half()));
    // The file is the same one.
    assert_eq!((&saved["version"], &saved["width"], &saved["bytes"]), (&seen["version"], &json!(1000), &seen["bytes"]));
    desk.publish().await;
    assert_eq!(desk.app.document_summary(&desk.session, DESCRIPTIONS).await["state"], "published");

    let reset = desk.frame(&desk.picture(&path).await, &nothing_chosen()).await;
    assert_eq!(reset.json()["framing"], nothing_chosen(), "{}", reset.text);
    desk.publish().await;
    let document = desk.app.desk_get(&desk.session, &format!("content/{DESCRIPTIONS}")).await.json();
    assert!(!text(&document["text"]).contains("crop"), "{document}");
    let history = desk.app.desk_get(&desk.session, "content/history").await.json();
    let revision = history["revisions"][1]["number"].clone();
    let restore = json!({ "path": DESCRIPTIONS, "revision": revision, "version": document["version"] });
    let restored = desk.app.desk_post(&desk.session, "content/restore-document", restore).await;
    assert_eq!(restored.status, StatusCode::OK, "{} of {history}", restored.text);
    assert_eq!(desk.picture(&path).await["framing"], right_half());
}

#[tokio::test]
async fn second_part_of_one_picture_is_refused_with_the_first_one() {
    let desk = Desk::open().await;
    let path = desk.upload("A lens").await;
    let seen = desk.picture(&path).await;
    assert_eq!(desk.frame(&seen, &right_half()).await.status, StatusCode::OK);
    // The answer was lost, and it is sent again.
    assert_eq!(desk.frame(&seen, &right_half()).await.status, StatusCode::OK);
    let saved = desk.picture(&path).await;
    let other = json!({ "crop": null, "focalPoint": { "left": 1.0, "top": 2.0 } });
    let now = conflict(&desk.frame(&seen, &other).await);
    assert_eq!(now["framing"], right_half());
    assert_eq!((&now["version"], &now["descriptionVersion"]), (&saved["version"], &saved["descriptionVersion"]));
    assert_eq!(desk.picture(&path).await, saved);
    assert_eq!(desk.frame(&saved, &other).await.json()["framing"], other);
    // It is reset to what the delayed change was based on.
    assert_eq!(desk.frame(&desk.picture(&path).await, &nothing_chosen()).await.status, StatusCode::OK);
    assert_eq!(conflict(&desk.frame(&seen, &other).await)["framing"], nothing_chosen());
}

#[tokio::test]
async fn description_and_part_are_changed_without_each_other() {
    let desk = Desk::open().await;
    let path = desk.upload("A lens").await;
    desk.frame(&desk.picture(&path).await, &right_half()).await;
    let described = desk.change(&desk.picture(&path).await, "A lens in a hand", None).await.json();
    assert_eq!((&described["description"], &described["framing"]), (&json!("A lens in a hand"), &right_half()));
    let reset = desk.frame(&described, &nothing_chosen()).await.json();
    assert_eq!((&reset["description"], &reset["framing"]), (&json!("A lens in a hand"), &nothing_chosen()));
}

#[tokio::test]
async fn part_of_a_replaced_picture_is_not_shown_of_the_new_one() {
    let desk = Desk::open().await;
    let path = desk.upload("A lens").await;
    desk.frame(&desk.picture(&path).await, &right_half()).await;
    desk.publish().await;
    let seen = desk.picture(&path).await;
    let replaced = desk.change(&seen, "Two lenses", Some(&png(300, 600))).await;
    assert_eq!(replaced.json()["framing"], nothing_chosen(), "{}", replaced.text);
    // Somebody still looks at the old one.
    assert_ne!(conflict(&desk.frame(&seen, &nothing_chosen()).await)["version"], seen["version"]);

    // The descriptions come back from the history without the picture.
    let document = desk.app.desk_get(&desk.session, &format!("content/{DESCRIPTIONS}")).await.json();
    let history = desk.app.desk_get(&desk.session, "content/history").await.json();
    let revision = history["revisions"][0]["number"].clone();
    let restore = json!({ "path": DESCRIPTIONS, "revision": revision, "version": document["version"] });
    let restored = desk.app.desk_post(&desk.session, "content/restore-document", restore).await;
    assert_eq!(restored.status, StatusCode::OK, "{}", restored.text);
    let now = desk.picture(&path).await;
    assert_eq!((&now["description"], &now["framing"]), (&json!("A lens"), &nothing_chosen()));
}

#[tokio::test]
async fn what_cannot_be_shown_is_refused_with_a_sentence() {
    let desk = Desk::open().await;
    let path = desk.upload("A lens").await;
    let photo = desk.picture(&path).await;
    let drawing = desk.picture(DRAWING).await;
    let level = desk.picture("game/level-1.svg").await;
    let crop =
        |left: f64| json!({ "crop": { "left": left, "top": 0, "width": 50, "height": 100 }, "focalPoint": null });
    let point = json!({ "crop": null, "focalPoint": { "left": 20.0, "top": 30.0 } });
    for (picture, framing, sentence) in [
        (&photo, crop(51.0), "The part to show extends beyond the picture."),
        (&photo, json!({ "crop": null, "focalPoint": { "left": 0, "top": 101 } }), "is outside of the part"),
        (&drawing, crop(0.0), "A drawing (SVG) is always shown whole."),
        (&level, point.clone(), "The pictures of the game are always shown whole"),
    ] {
        let refused = desk.frame(picture, &framing).await;
        assert_eq!(refused.status_and_code(), (422, "unusable_picture".to_owned()), "{framing}: {}", refused.text);
        assert!(refused.text.contains(sentence), "{}", refused.text);
    }
    assert_eq!(desk.frame(&drawing, &point).await.json()["framing"], point);
    let unknown = json!({ "path": "pictures/none.webp", "version": "none", "descriptionVersion": "none" });
    assert_eq!(desk.frame(&unknown, &point).await.status_and_code(), (404, "unknown_document".to_owned()));
    let text = json!({ "path": "team/director.md", "version": "none", "descriptionVersion": "none" });
    assert_eq!(desk.frame(&text, &point).await.status_and_code(), (404, "unknown_document".to_owned()));
}

#[tokio::test]
async fn preview_shows_a_part_that_is_not_published() {
    let desk = Desk::open().await;
    let path = desk.upload("A lens").await;
    desk.frame(&desk.picture(&path).await, &right_half()).await;
    let document = desk.app.desk_get(&desk.session, "content/articles/first-aid-for-the-eye.md").await.json();
    let article = text(&document["text"]).lines().map(|line| match line.split_once(" = ") {
        Some(("picture", _)) => format!("picture = \"{}\"", path.trim_start_matches("pictures/")),
        _ => line.to_owned(),
    });
    let article = article.collect::<Vec<_>>().join("\n");
    let preview = json!({
        "page": "/articles/first-aid-for-the-eye",
        "document": { "path": "articles/first-aid-for-the-eye.md", "text": article },
    });
    let html = desk.app.desk_post(&desk.session, "content/preview", preview).await.text;
    let address = format!("/api/desk/pictures/{path}");
    assert!(html.contains(&format!("src=\"{address}?view=page\"")), "{html}");
    assert!(html.contains(&format!("img[src=\"{address}?view=page\"]{{object-position:20% 20%}}")), "{html}");
    assert!(html.contains(&format!("{address}?view=card\"><meta property=\"og:image:width\"")), "{html}");
    for (view, format) in [("page", "image/webp"), ("card", "image/jpeg")] {
        let shown = desk.app.desk_get(&desk.session, &format!("pictures/{path}?view={view}")).await;
        assert_eq!((shown.status, &shown.headers["content-type"]), (StatusCode::OK, &format.parse().expect("a value")));
    }
}
