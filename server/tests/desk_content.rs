//! Editing the content at the desk: documents, drafts, preview, publishing, history.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_content::ContentFile;
use clinic_rules::staff::Role;
use clinic_store::{NO_DOCUMENT, NewRevision, PublishedContent};
use serde_json::{Value, json};

use crate::support::desk_client::SessionCookie;
use crate::support::test_app::{TestApp, TestResponse};

const FRAMES: &str = "services/frames.md";
const ARTICLE: &str = "articles/first-aid-for-the-eye.md";

struct Desk {
    app: TestApp,
    session: SessionCookie,
}

impl Desk {
    /// An editor is signed in.
    async fn open() -> Self {
        let app = TestApp::with_content().await;
        app.add_staff("Ngozi", Role::Editor).await;
        let session = app.sign_in("Ngozi").await;
        Self { app, session }
    }

    async fn get(&self, path: &str) -> TestResponse {
        self.app.desk_get(&self.session, path).await
    }

    async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.app.desk_post(&self.session, path, body).await
    }

    async fn document(&self, path: &str) -> Value {
        let response = self.get(&format!("content/{path}")).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.text);
        response.json()
    }

    async fn send(&self, method: Method, path: &str, version: Option<&str>, body: &Value) -> TestResponse {
        send(&self.app, &self.session, method, path, version, body).await
    }

    async fn save(&self, path: &str, version: &str, text: &str) -> TestResponse {
        self.send(Method::PUT, path, Some(version), &json!({ "text": text })).await
    }

    /// Saves the current text with a replacement and returns the new version.
    async fn edit(&self, path: &str, from: &str, to: &str) -> String {
        let document = self.document(path).await;
        let text = document["text"].as_str().expect("a text");
        assert!(text.contains(from), "{from} is not in {text}");
        let saved = self.save(path, version(&document), &text.replacen(from, to, 1)).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
        saved.json()["version"].as_str().expect("a version").to_owned()
    }

    async fn publish(&self, note: &str) -> i64 {
        let response = self.publish_all(note).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.text);
        response.json()["revision"].as_i64().expect("a number")
    }

    async fn publish_all(&self, note: &str) -> TestResponse {
        self.app.publish_all(&self.session, note).await
    }

    async fn summary(&self, path: &str) -> Value {
        self.app.document_summary(&self.session, path).await
    }
}

async fn send(
    app: &TestApp,
    session: &SessionCookie,
    method: Method,
    path: &str,
    version: Option<&str>,
    body: &Value,
) -> TestResponse {
    let request = Request::builder().method(method).uri(format!("/api/desk/content/{path}"));
    let mut request = request.header("content-type", "application/json").header("cookie", session.value());
    if let Some(version) = version {
        request = request.header("if-match", format!("\"{version}\""));
    }
    app.send(request.body(Body::from(body.to_string())).expect("a request")).await
}

fn version(document: &Value) -> &str {
    document["version"].as_str().expect("a version")
}

#[tokio::test]
async fn list_is_sent_compressed_to_who_accepts_it() {
    let desk = Desk::open().await;
    let name = desk.get("content/drafts").await.json()["published"].as_str().expect("a name").to_owned();
    let list = async |accepted: &str| {
        let request = Request::get(format!("/api/desk/content/published/{name}"));
        let request = request.header("cookie", desk.session.value());
        let request = request.header("accept-encoding", accepted).body(Body::empty()).expect("a request");
        let response = desk.app.send(request).await;
        let coding = response.headers.get("content-encoding").map(|coding| coding.to_str().expect("text").to_owned());
        (coding, response.json())
    };
    let (coding, plain) = list("").await;
    assert_eq!(coding, None);
    assert!(plain["documents"].as_array().expect("documents").len() > 10);
    for accepted in ["gzip", "gzip, deflate, br, zstd"] {
        assert_eq!(list(accepted).await, (Some("gzip".to_owned()), plain.clone()));
    }
}

#[tokio::test]
async fn only_editors_and_owners_see_and_change_the_content() {
    let app = TestApp::with_content().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let receptionist = app.sign_in("Ngozi").await;
    let owner = app.sign_in_as_owner().await;
    for path in ["content/drafts", "content/services/frames.md", "content/history", "content/preview?page=/home"] {
        assert_eq!(app.desk_get(&receptionist, path).await.status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(app.desk_get(&owner, path).await.status, StatusCode::OK, "{path}");
        let nobody = app.request(None, Method::GET, &format!("/api/desk/{path}"), Value::Null).await;
        assert_eq!(nobody.status, StatusCode::UNAUTHORIZED, "{path}");
    }
    for path in ["content/publish", "content/restore", "content/preview", "content/discard"] {
        assert_eq!(app.desk_post(&receptionist, path, json!({})).await.error_code(), "not_allowed", "{path}");
    }
    for method in [Method::PUT, Method::DELETE] {
        let refused = send(&app, &receptionist, method, FRAMES, Some("none"), &json!({ "text": "" })).await;
        assert_eq!(refused.error_code(), "not_allowed");
    }
    // What only owners may do stays theirs.
    app.add_staff("Bola", Role::Editor).await;
    let editor = app.sign_in("Bola").await;
    assert_eq!(app.desk_get(&editor, "staff").await.error_code(), "not_allowed");
    assert_eq!(app.desk_get(&editor, "me").await.json()["role"], "editor");
}

#[tokio::test]
async fn documents_are_listed_with_kind_title_and_draft() {
    let desk = Desk::open().await;
    let list = desk.get("content/drafts").await.json();
    assert_eq!((&list["readOnlyReason"], &list["revision"]), (&Value::Null, &json!(0)));
    assert_eq!(list["problems"], json!([]));
    assert!(list["placeholders"].as_array().expect("a list").len() > 3, "{list}");
    let frames = desk.summary(FRAMES).await;
    assert_eq!(
        (&frames["kind"], &frames["title"], &frames["state"]),
        (&json!("service"), &json!("Frames"), &json!("published"))
    );
    assert_eq!(desk.summary("clinic.toml").await["kind"], "clinic");
    assert_eq!(desk.summary("pictures/mark.svg").await["kind"], "picture");

    desk.edit(FRAMES, "title = \"Frames\"", "title = \"Frames and lenses\"").await;
    let frames = desk.summary(FRAMES).await;
    assert_eq!(
        (&frames["title"], &frames["state"], &frames["savedBy"]),
        (&json!("Frames and lenses"), &json!("changed"), &json!("Ngozi"))
    );
    // A mistake is listed with its file and line.
    desk.edit(FRAMES, "title = \"Frames and lenses\"", "title = ").await;
    let problems = desk.get("content/drafts").await.json()["problems"].clone();
    assert_eq!((&problems[0]["file"], &problems[0]["line"]), (&json!(FRAMES), &json!(2)), "{problems}");
}

#[tokio::test]
async fn document_comes_with_the_definition_of_its_form() {
    let desk = Desk::open().await;
    let groups = |document: &Value| {
        let groups = document["definition"]["groups"].as_array().expect("groups").clone();
        groups.iter().map(|group| group["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    let clinic = desk.document("clinic.toml").await;
    assert_eq!(
        groups(&clinic),
        ["facts", "hours", "closures", "other-hours", "notice", "booking", "sight-check", "game"]
    );
    let name = &clinic["definition"]["groups"][0]["fields"][0];
    assert_eq!((&name["key"], &name["mayBePlaceholder"]), (&json!("name"), &json!(true)));
    assert_eq!(groups(&desk.document("pages/home.md").await), ["details", "sections"]);
    assert_eq!(desk.document("pages/home.md").await["tree"], Value::Null, "no page shows it");
    assert!(desk.document("pages/privacy.md").await["tree"].is_array());
    assert_eq!(groups(&desk.document("urgent.toml").await), ["words", "rows", "sources"]);
    // A document that does not exist yet has a form too.
    assert_eq!(groups(&desk.document("articles/new.md").await), ["details"]);
}

#[tokio::test]
async fn stale_save_gets_the_text_of_the_other_editor() {
    let desk = Desk::open().await;
    desk.app.add_staff("Bola", Role::Editor).await;
    let bola = desk.app.sign_in("Bola").await;
    let document = desk.document(FRAMES).await;
    let text = document["text"].as_str().expect("a text");
    let mine = format!("{text}\nMine.\n");
    assert_eq!(desk.save(FRAMES, version(&document), &mine).await.status, StatusCode::OK);

    let theirs = json!({ "text": format!("{text}\nTheirs.\n") });
    let refused = send(&desk.app, &bola, Method::PUT, FRAMES, Some(version(&document)), &theirs).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (StatusCode::PRECONDITION_FAILED, "stale"));
    let conflict = &refused.json()["error"]["conflict"];
    assert_eq!((&conflict["text"], &conflict["savedBy"]), (&json!(mine), &json!("Ngozi")));
    let saved = send(&desk.app, &bola, Method::PUT, FRAMES, conflict["version"].as_str(), &theirs).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    assert_eq!(desk.document(FRAMES).await["text"], theirs["text"]);

    // The answer to the first save was lost and it is sent again: their text must not be overwritten.
    let again = desk.save(FRAMES, version(&document), &mine).await;
    assert_eq!(again.status, StatusCode::PRECONDITION_FAILED);
    let missing = desk.send(Method::PUT, FRAMES, None, &json!({ "text": "x" })).await;
    assert_eq!((missing.status, missing.error_code().as_str()), (StatusCode::PRECONDITION_REQUIRED, "version_needed"));
}

#[tokio::test]
async fn save_is_refused_when_the_server_reads_another_tree_than_the_editor_showed() {
    let desk = Desk::open().await;
    let document = desk.document(ARTICLE).await;
    let (text, tree) = (document["text"].as_str().expect("a text"), &document["tree"]);
    assert!(tree.as_array().is_some_and(|tree| tree.len() > 5), "{tree}");
    let text = format!("{text}\nOne **strong** word.\n");
    let run = |text: &str, strong: bool| json!({ "text": text, "strong": strong, "emphasis": false, "href": null });
    let mut shown = tree.clone();
    let paragraph =
        json!({ "type": "paragraph", "content": [run("One ", false), run("strong", true), run(" word.", false)] });
    shown.as_array_mut().expect("a list").push(paragraph);
    let mut plain = tree.clone();
    plain
        .as_array_mut()
        .expect("a list")
        .push(json!({ "type": "paragraph", "content": [run("One strong word.", false)] }));
    for (tree, status) in [(tree.clone(), 422), (plain, 422), (shown, 200)] {
        let body = json!({ "text": text, "tree": tree });
        let saved = desk.send(Method::PUT, ARTICLE, Some(version(&document)), &body).await;
        assert_eq!(saved.status.as_u16(), status, "{}", saved.text);
        assert!(status == 200 || saved.error_code() == "tree_differs");
        // As the desk calls it.
        assert!(status == 200 || saved.text.contains("look at it under “Unformatted”."), "{}", saved.text);
    }
    // A text that is edited as Markdown has no tree, and mistakes in it are saved too.
    let current = desk.document(ARTICLE).await;
    let saved = desk.save(ARTICLE, version(&current), &format!("{text}\n<b>HTML</b>\n")).await;
    assert!(saved.json()["problems"][0]["message"].as_str().is_some_and(|it| it.contains("HTML")), "{}", saved.text);
}

#[tokio::test]
async fn names_sizes_and_kinds_that_are_no_documents_are_refused() {
    let desk = Desk::open().await;
    for path in ["articles/Bad.md", "notes.txt", "pages/new.md", "articles/%2e%2e/a.md", "a/b/c.md"] {
        let refused = desk.save(path, "none", "text").await;
        assert_eq!((refused.status.as_u16(), refused.error_code().as_str()), (404, "unknown_document"), "{path}");
    }
    assert_eq!(desk.save("pictures/mark.svg", "none", "<svg>").await.error_code(), "invalid_document");
    let long = "a".repeat(256 * 1024 + 1);
    assert_eq!(desk.save("articles/long.md", "none", &long).await.error_code(), "invalid_document");
    assert_eq!(desk.save("articles/long.md", "none", &long.repeat(5)).await.error_code(), "too_large");
    let page = desk.document("pages/home.md").await;
    let refused = desk.send(Method::DELETE, "pages/home.md", Some(version(&page)), &Value::Null).await;
    assert_eq!(refused.error_code(), "invalid_document");
    assert_eq!(desk.get("content/drafts").await.json()["revision"], 0);
}

#[tokio::test]
async fn drafts_are_published_together_and_restored() {
    let desk = Desk::open().await;
    desk.edit(FRAMES, "title = \"Frames\"", "title = \"Frames and lenses\"").await;
    let article = desk.document(ARTICLE).await["text"].as_str().expect("a text").to_owned();
    let new = desk.document("articles/new-one.md").await;
    assert_eq!((version(&new), &new["text"]), ("none", &Value::Null));
    assert_eq!(desk.save("articles/new-one.md", "none", &article).await.status, StatusCode::OK);
    let member = desk.document("team/director.md").await;
    let deleted = desk.send(Method::DELETE, "team/director.md", Some(version(&member)), &Value::Null).await;
    assert_eq!(deleted.json()["version"], "none");
    assert_eq!(desk.summary("team/director.md").await["state"], "deleted");
    assert_eq!(desk.summary("articles/new-one.md").await["state"], "new");

    assert_eq!(desk.publish("  Lenses too ").await, 1);
    assert_eq!(desk.summary(FRAMES).await["state"], "published");
    assert_eq!(desk.summary("team/director.md").await, Value::Null);
    let nothing = desk.publish_all("").await;
    assert_eq!((nothing.status, nothing.error_code().as_str()), (StatusCode::CONFLICT, "nothing_to_publish"));

    let history = desk.get("content/history").await.json();
    assert_eq!(history["more"], false);
    let first = &history["revisions"][0];
    assert_eq!(
        (&first["number"], &first["author"], &first["note"]),
        (&json!(1), &json!("Ngozi"), &json!("Lenses too"))
    );
    assert_eq!(first["documents"], json!(["articles/new-one.md", FRAMES, "team/director.md"]));
    assert_eq!(history["revisions"][1]["documents"], json!([]), "all of them");
    let changes = desk.get("content/history/1").await.json()["changes"].clone();
    let shown: Vec<_> = changes.as_array().expect("a list").iter().map(|change| &change["path"]).collect();
    assert_eq!(shown, ["articles/new-one.md", FRAMES, "team/director.md"]);
    assert_eq!((&changes[0]["isNew"], &changes[0]["before"]), (&json!(true), &Value::Null));
    assert!(changes[1]["after"].as_str().is_some_and(|text| text.contains("Frames and lenses")), "{changes}");
    assert_eq!(desk.get("content/history/7").await.error_code(), "unknown_revision");
    assert_eq!(desk.get("content/history/x").await.error_code(), "unknown_revision");

    let restored = desk.post("content/restore", json!({ "revision": 0, "published": 1 })).await;
    assert_eq!(restored.json()["revision"], 2, "{}", restored.text);
    assert_eq!(desk.summary("team/director.md").await["state"], "published");
    let unknown = desk.post("content/restore", json!({ "revision": 9, "published": 2 })).await;
    assert_eq!(unknown.error_code(), "unknown_revision");
    let owner = desk.app.sign_in_as_owner().await;
    let audit = desk.app.desk_get(&owner, "audit").await.text;
    for action in ["edit content", "publish content", "restore content"] {
        assert!(audit.contains(action), "{action} is not in {audit}");
    }
}

#[tokio::test]
async fn delayed_save_of_a_text_that_was_changed_back_gets_the_current_text() {
    let desk = Desk::open().await;
    let first = desk.document(FRAMES).await;
    let text = first["text"].as_str().expect("a text");
    desk.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    desk.edit(FRAMES, "title = \"Lenses\"", "title = \"Frames\"").await;
    let delayed = desk.save(FRAMES, version(&first), &format!("{text}\nToo late.\n")).await;
    assert_eq!((delayed.status.as_u16(), delayed.error_code().as_str()), (412, "stale"));
    let conflict = &delayed.json()["error"]["conflict"];
    assert_eq!(conflict["text"], first["text"]);
    assert_eq!(conflict["version"], desk.document(FRAMES).await["version"]);
}

#[tokio::test]
async fn publication_that_names_no_drafts_is_refused() {
    let desk = Desk::open().await;
    desk.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    for request in [json!({ "note": "" }), json!({ "note": "", "drafts": null })] {
        let refused = desk.post("content/publish", request).await;
        assert_eq!(refused.status_and_code(), (400, "malformed".to_owned()), "{}", refused.text);
        assert!(refused.text.contains("does not name the drafts"), "{}", refused.text);
    }
    assert_eq!(desk.get("content/drafts").await.json()["revision"], 0);
}

#[tokio::test]
async fn content_with_mistakes_is_not_published() {
    let desk = Desk::open().await;
    desk.edit(FRAMES, "title = \"Frames\"", "title = ").await;
    let refused = desk.publish_all("").await;
    assert_eq!((refused.status.as_u16(), refused.error_code().as_str()), (422, "invalid_content"));
    let problem = &refused.json()["error"]["problems"][0];
    assert_eq!((&problem["file"], &problem["line"]), (&json!(FRAMES), &json!(2)), "{problem}");
    assert_eq!(desk.get("content/drafts").await.json()["revision"], 0);
    let draft = desk.document(FRAMES).await;
    let discarded = desk.post("content/discard", json!({ "path": FRAMES, "version": version(&draft) })).await;
    assert_eq!(discarded.status, StatusCode::OK, "{}", discarded.text);
    assert_eq!(desk.document(FRAMES).await["state"], "published");
    let long = json!({ "note": "x".repeat(501) });
    assert_eq!(desk.post("content/publish", long).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn checks_name_mistakes_and_warnings_and_keep_unchanged_documents_apart() {
    let desk = Desk::open().await;
    let quiet = desk.post("content/checks", json!({ "documents": null })).await.json();
    assert_eq!((&quiet["errors"], &quiet["warnings"]), (&json!([]), &json!([])), "{quiet}");
    let article = "+++\ntitle = \"News\"\nsummary = \"News of the clinic.\"\npublished = 2026-11-01\n\
                   picture = \"hero-articles.svg\"\n+++\nRead [more](/services).\n";
    assert_eq!(desk.save("articles/news.md", "none", article).await.status, StatusCode::OK);
    let checks = desk.post("content/checks", json!({ "documents": null })).await.json();
    let found: Vec<_> = checks["warnings"].as_array().expect("a list").iter().collect();
    let kinds: Vec<_> =
        found.iter().map(|it| (it["file"].as_str(), it["line"].as_i64(), it["kind"].as_str())).collect();
    let news = Some("articles/news.md");
    assert_eq!(kinds, [(news, Some(1), Some("no-source")), (news, Some(7), Some("link-text"))], "{checks}");
    desk.publish("With warnings").await;
    let after = desk.post("content/checks", json!({ "documents": null })).await.json();
    assert_eq!(after["warnings"], json!([]), "{after}");
    assert_eq!(after["unchangedWarnings"], checks["warnings"], "{after}");

    desk.edit("articles/news.md", "2026-11-01", "2062-11-01").await;
    let errors = desk.post("content/checks", json!({ "documents": null })).await.json()["errors"].clone();
    assert_eq!((&errors[0]["file"], &errors[0]["line"]), (&json!("articles/news.md"), &json!(4)), "{errors}");
    let refused = desk.publish_all("").await;
    assert_eq!(refused.error_code(), "invalid_content", "a date that `clinic check` refuses was published");
}

#[tokio::test]
async fn preview_is_the_page_with_the_draft_and_changes_nothing() {
    let desk = Desk::open().await;
    desk.edit(FRAMES, "title = \"Frames\"", "title = \"Frames and lenses\"").await;
    let saved = desk.get("content/preview?page=/services").await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    assert!(saved.text.starts_with("<!doctype html>") && saved.text.contains("Frames and lenses"));
    let policy = saved.headers["content-security-policy"].to_str().expect("text");
    assert!(policy.contains("frame-ancestors 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(saved.headers["cache-control"], "no-store");

    let text = desk.document(FRAMES).await["text"].as_str().expect("a text").replace("and lenses", "and sunglasses");
    let document = json!({ "path": FRAMES, "text": text });
    let typed = desk.post("content/preview", json!({ "page": "/services", "document": document })).await;
    assert!(typed.text.contains("Frames and sunglasses"), "{}", typed.text);
    assert!(typed.text.contains("<script type=\"text/css\">") && !typed.text.contains("<style"), "{}", typed.text);
    assert!(desk.document(FRAMES).await["text"].as_str().is_some_and(|text| text.contains("and lenses")));

    assert_eq!(desk.post("content/preview", json!({ "page": "/nowhere" })).await.error_code(), "unknown_document");
    let broken = json!({ "path": FRAMES, "text": "no keys" });
    let refused = desk.post("content/preview", json!({ "page": "/services", "document": broken })).await;
    assert_eq!(refused.error_code(), "invalid_content");
    assert_eq!(desk.get("content/drafts").await.json()["revision"], 0);
}

#[tokio::test]
async fn mistakes_in_another_draft_do_not_hide_the_preview() {
    let desk = Desk::open().await;
    desk.edit("team/director.md", "name = ", "name = 1 # ").await;
    let text = desk.document(FRAMES).await["text"].as_str().expect("a text").replace("\"Frames\"", "\"Sunglasses\"");
    let document = json!({ "path": FRAMES, "text": text });
    let typed = desk.post("content/preview", json!({ "page": "/services", "document": document })).await;
    assert!(typed.status == StatusCode::OK && typed.text.contains("Sunglasses"), "{}", typed.text);
    let broken = json!({ "path": FRAMES, "text": "no keys" });
    let refused = desk.post("content/preview", json!({ "page": "/services", "document": broken })).await.json();
    let problems = refused["error"]["problems"].as_array().expect("problems");
    assert!(problems.iter().any(|problem| problem["file"] == FRAMES), "{problems:?}");
    assert!(problems.iter().all(|problem| problem["file"] != "team/director.md"), "{problems:?}");
}

#[tokio::test]
async fn an_article_that_is_not_finished_is_saved_and_previewed_but_not_published() {
    let desk = Desk::open().await;
    let (path, page) = ("articles/new-one.md", "/articles/new-one");
    let text = "+++\ntitle = \"A new one\"\nsummary = \"\"\npublished = 2026-11-01\npicture = \"\"\n+++\n";
    let saved = desk.save(path, NO_DOCUMENT, text).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    assert_eq!(desk.document(path).await["tree"], json!([]));

    let document = json!({ "path": path, "text": text });
    let shown = desk.post("content/preview", json!({ "page": page, "document": document })).await;
    assert!(shown.status == StatusCode::OK && shown.text.contains("A new one"), "{}", shown.text);
    assert_eq!(desk.get(&format!("content/preview?page={page}")).await.status, StatusCode::OK);

    let refused = desk.publish_all("").await;
    assert_eq!(refused.error_code(), "invalid_content");
    let body = refused.json();
    let problems = body["error"]["problems"].as_array().expect("problems");
    let lines: Vec<_> = problems.iter().map(|problem| problem["line"].as_u64().expect("a line")).collect();
    assert_eq!(lines, [3, 5, 6], "the summary, the picture and the text: {problems:?}");
}

#[tokio::test]
async fn list_of_documents_has_the_positions_of_the_drafts() {
    let desk = Desk::open().await;
    let before = desk.summary(FRAMES).await["position"].clone();
    desk.edit(FRAMES, &format!("order = {before}\n"), "order = 42\n").await;
    assert_eq!(desk.summary(FRAMES).await["position"], 42);
    assert_eq!(desk.summary("articles/glaucoma-the-quiet-thief.md").await["position"], 1);
    assert_eq!(desk.summary("articles/dry-eyes-and-screens.md").await["position"], Value::Null);
}

#[tokio::test]
async fn a_link_to_an_article_whose_day_has_not_come_is_refused_unless_it_appears_later() {
    let desk = Desk::open().await;
    let article = |title: &str, day: &str, text: &str| {
        let keys = format!(
            "title = \"{title}\"\nsummary = \"S.\"\npublished = {day}\npicture = \"article-dry-eyes-and-screens.svg\"\n"
        );
        format!("+++\n{keys}+++\n{text}\n")
    };
    let (target, link) = ("articles/eye-week.md", "Read [about the week](/articles/eye-week).");
    desk.save(target, NO_DOCUMENT, &article("Eye week", "2026-09-07", "Text.")).await;
    assert_eq!(desk.summary(target).await["appearsOn"], "2026-09-07");
    desk.edit(target, "published = 2026-09-07\n", "published = 2026-09-07\ntime = \"14:30\"\n").await;
    assert_eq!(desk.summary(target).await["appearsOn"], "2026-09-07T14:30");
    desk.save("articles/past.md", NO_DOCUMENT, &article("Past", "2026-02-01", "Text.")).await;
    assert_eq!(desk.summary("articles/past.md").await["appearsOn"], Value::Null);

    // Later than the article that it links to, and the list of a service, which shows it from its day on.
    desk.save("articles/after.md", NO_DOCUMENT, &article("After", "2026-09-08", link)).await;
    desk.edit(FRAMES, "articles = [", "articles = [\"eye-week\", ").await;
    assert_eq!(desk.get("content/drafts").await.json()["problems"], json!([]));

    desk.save("articles/before.md", NO_DOCUMENT, &article("Before", "2026-09-06", link)).await;
    let refused = desk.publish_all("").await;
    assert_eq!(refused.error_code(), "invalid_content");
    let problems = refused.json()["error"]["problems"].clone();
    assert_eq!(problems.as_array().map(Vec::len), Some(1), "{problems}");
    assert_eq!(problems[0]["file"], "articles/before.md");
    let message = problems[0]["message"].as_str().expect("a message");
    assert!(
        message.starts_with("This links to “Eye week”, which appears on 7 September 2026 at 2:30 PM."),
        "{message}"
    );
}

#[tokio::test]
async fn a_notice_that_links_to_an_article_whose_day_has_not_come_is_refused() {
    let desk = Desk::open().await;
    let keys = "title = \"Eye week\"\nsummary = \"S.\"\npublished = 2026-09-07\npicture = \"article-dry-eyes-and-screens.svg\"\n";
    desk.save("articles/eye-week.md", NO_DOCUMENT, &format!("+++\n{keys}+++\nText.\n")).await;
    let notice = "[notice]\ntext = \"Free checks\"\nlink = \"/articles/eye-week\"\nuntil = 2026-09-30\n\n[booking]\n";
    desk.edit("clinic.toml", "[booking]\n", notice).await;
    let refused = desk.publish_all("").await;
    assert_eq!(refused.error_code(), "invalid_content");
    let problems = refused.json()["error"]["problems"].clone();
    assert_eq!(
        (problems.as_array().map(Vec::len), &problems[0]["file"]),
        (Some(1), &json!("clinic.toml")),
        "{problems}"
    );
    let message = problems[0]["message"].as_str().expect("a message");
    assert!(message.starts_with("This links to “Eye week”, which appears on 7 September 2026."), "{message}");
    // Its day has come.
    desk.edit("articles/eye-week.md", "2026-09-07", "2026-03-01").await;
    assert_eq!(desk.publish_all("").await.status, StatusCode::OK);
}

#[tokio::test]
async fn one_wrong_value_does_not_hide_what_is_still_missing() {
    let desk = Desk::open().await;
    let before = desk.get("content/drafts").await.json()["placeholders"].as_array().expect("a list").len();
    assert!(before > 3, "{before}");
    desk.edit("clinic.toml", "founded = ", "founded = \"long ago\" # ").await;
    let list = desk.get("content/drafts").await.json();
    assert_eq!(list["problems"].as_array().map(Vec::len), Some(1), "{}", list["problems"]);
    assert_eq!(list["placeholders"].as_array().map(Vec::len), Some(before));
}

#[tokio::test]
async fn preview_is_bounded_in_size_and_number() {
    let desk = Desk::open().await;
    let huge = json!({ "page": "/services", "document": { "path": FRAMES, "text": "x".repeat(600 * 1024) } });
    let refused = desk.post("content/preview", huge).await;
    assert_eq!((refused.status.as_u16(), refused.error_code().as_str()), (413, "too_large"));

    // Another preview is being made, and does not end.
    let editing = desk.app.desk.content.as_ref().expect("editing is on");
    let turn = editing.wait_for_turn().await.unwrap_or_else(|_| panic!("nothing else is being made"));
    let busy = desk.post("content/preview", json!({ "page": "/services" })).await;
    assert_eq!((busy.status.as_u16(), busy.error_code().as_str()), (503, "busy"));
    assert!(busy.headers.contains_key("retry-after"));
    drop(turn);
    assert_eq!(desk.post("content/preview", json!({ "page": "/services" })).await.status, StatusCode::OK);
}

#[tokio::test]
async fn desk_says_that_editing_is_off_when_the_content_comes_from_a_folder() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Editor).await;
    let session = app.sign_in("Ngozi").await;
    let list = app.desk_get(&session, "content/drafts").await.json();
    assert!(list["readOnlyReason"].as_str().is_some_and(|reason| reason.contains("--content")), "{list}");
    for path in ["content/services/frames.md", "content/history", "content/published/0-0", "content/preview?page=/home"]
    {
        let refused = app.desk_get(&session, path).await;
        assert_eq!((refused.status, refused.error_code().as_str()), (StatusCode::CONFLICT, "editing_off"), "{path}");
    }
    let refused = send(&app, &session, Method::PUT, FRAMES, Some("none"), &json!({ "text": "x" })).await;
    assert_eq!(refused.error_code(), "editing_off");
    assert_eq!(app.desk_post(&session, "content/publish", json!({ "note": "" })).await.error_code(), "editing_off");
}

/// A photo whose header can be read and whose pixels cannot.
fn damaged_photo() -> ContentFile {
    let mut photo = crate::picture_files::png(600, 300);
    let middle = photo.len() / 2;
    photo[middle..middle + 20].fill(0xaa);
    ContentFile::new(photo)
}

#[tokio::test]
async fn content_that_cannot_be_rendered_is_not_published_and_its_drafts_stay() {
    let desk = Desk::open().await;
    desk.edit(FRAMES, "title = \"Frames\"", "title = \"Glasses\"").await;
    let store = &desk.app.services.store;
    let published = PublishedContent::new(store.clone()).read().await.expect("a revision");
    let actor = desk.app.desk.actor("Ngozi");
    let picture = "pictures/damaged.png";
    store.save_draft(&published, picture, Some(&damaged_photo()), NO_DOCUMENT, actor).await.expect("saved");
    let before = store.drafts().await.expect("drafts");

    let refused = desk.publish_all("").await;
    assert_eq!(refused.status_and_code(), (422, "invalid_content".to_owned()), "{}", refused.text);
    assert!(refused.text.contains("pictures/damaged.png") && refused.text.contains("This picture is damaged"));
    assert_eq!(store.published_revision().await.expect("the pointer"), 0);
    assert_eq!(store.drafts().await.expect("drafts"), before);
    assert_eq!(store.content_history(None, None, 5).await.expect("a history"), []);

    store.discard_drafts(&before[..1], actor).await.expect("discarded");
    assert_eq!(before[0].path, picture);
    assert_eq!(desk.publish("").await, 1);
}

#[tokio::test]
async fn revision_that_cannot_be_rendered_is_not_restored() {
    let desk = Desk::open().await;
    let store = &desk.app.services.store;
    let published = PublishedContent::new(store.clone());
    let mut files = published.read().await.expect("a revision").files.clone();
    let good = files.clone();
    files.insert("pictures/damaged.png", damaged_photo());
    for files in [&files, &good] {
        let base = published.read().await.expect("a revision");
        let new = NewRevision { base: &base, files, drafts: &[], note: "" };
        store.publish_content(new, "publish content", desk.app.desk.actor("Ngozi")).await.expect("stored");
    }
    let refused = desk.post("content/restore", json!({ "revision": 1, "published": 2 })).await;
    assert_eq!(refused.status_and_code(), (422, "invalid_content".to_owned()), "{}", refused.text);
    assert_eq!(store.published_revision().await.expect("the pointer"), 2);
}

/// Saves while the site is rendered stay drafts, and of two publications at the same time one is told that it came second.
#[tokio::test]
async fn what_happens_while_the_site_is_rendered_is_not_lost() {
    let desk = Desk::open().await;
    desk.edit(FRAMES, "title = \"Frames\"", "title = \"Glasses\"").await;
    let seen = desk.post("content/checks", json!({ "documents": [FRAMES] })).await.json();
    let publications = async {
        tokio::join!(
            desk.post("content/publish", json!({ "note": "a", "drafts": seen["drafts"] })),
            desk.post("content/publish", json!({ "note": "b", "drafts": seen["drafts"] }))
        )
    };
    let saves = async {
        let mut number = 0;
        while desk.app.services.store.published_revision().await.expect("the pointer") == 0 {
            number += 1;
            let document = desk.document(ARTICLE).await;
            let text = format!("{}\n\nSave {number}.\n", document["published"].as_str().expect("a text"));
            let saved = desk.save(ARTICLE, version(&document), &text).await;
            assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
        }
        number
    };
    let ((first, second), number) = tokio::join!(publications, saves);
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    // On a busy machine it waits in vain for its turn.
    assert!(statuses == [200, 409] || statuses == [200, 503], "{} {}", first.text, second.text);
    let article = desk.document(ARTICLE).await;
    assert!(article["text"].as_str().is_some_and(|text| text.contains(&format!("Save {number}."))), "{article}");
    assert!(desk.document(FRAMES).await["published"].as_str().is_some_and(|text| text.contains("Glasses")));
}
