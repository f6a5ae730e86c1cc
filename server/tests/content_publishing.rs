//! Publishing some of the drafts, the history of one document, and visits that a publication would leave without a time.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_rules::staff::Role;
use clinic_store::PublishedContent;
use serde_json::{Value, json};

use crate::picture_files::plain_png;
use crate::support::desk_client::{PASSWORD, SessionCookie};
use crate::support::test_app::{TestApp, TestResponse};

const FRAMES: &str = "services/frames.md";
const EXAMS: &str = "services/eye-exams.md";

/// One of several people at the desk.
struct Person<'a> {
    app: &'a TestApp,
    session: SessionCookie,
}

impl<'a> Person<'a> {
    async fn sign_in(app: &'a TestApp, name: &str, role: Role) -> Self {
        app.add_staff(name, role).await;
        Self { app, session: app.sign_in(name).await }
    }

    async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.app.desk_post(&self.session, path, body).await
    }

    async fn document(&self, path: &str) -> Value {
        self.app.desk_get(&self.session, &format!("content/{path}")).await.json()
    }

    async fn save(&self, path: &str, text: &str) {
        let version = self.document(path).await["version"].as_str().unwrap_or("none").to_owned();
        let request = Request::put(format!("/api/desk/content/{path}"))
            .header("content-type", "application/json")
            .header("cookie", self.session.value())
            .header("if-match", format!("\"{version}\""));
        let saved =
            self.app.send(request.body(Body::from(json!({ "text": text }).to_string())).expect("a request")).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    }

    async fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.document(path).await["text"].as_str().expect("a text").to_owned();
        assert!(text.contains(from), "{from} is not in {text}");
        self.save(path, &text.replacen(from, to, 1)).await;
    }

    async fn replace_drawing(&self, picture: &str, description: &str, width: u32) {
        let list = self.app.desk_get(&self.session, "pictures").await.json();
        let seen = list["pictures"].as_array().expect("a list").iter().find(|it| it["path"] == picture);
        let version = |name: &str| seen.expect("the picture")[name].as_str().expect("a version").to_owned();
        let drawing =
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 3'><path d='M0 0h{width}'/></svg>");
        let field = |name: &str, value: &str| {
            format!("--X\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let form = [
            field("description", description),
            field("descriptionVersion", &version("descriptionVersion")),
            field("file\"; filename=\"drawing.svg", &drawing),
            "--X--\r\n".to_owned(),
        ];
        let request = Request::put(format!("/api/desk/pictures/{picture}"))
            .header("content-type", "multipart/form-data; boundary=X")
            .header("cookie", self.session.value())
            .header("if-match", format!("\"{}\"", version("version")));
        let saved = self.app.send(request.body(Body::from(form.concat())).expect("a request")).await;
        assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    }

    /// Of a file that is on the site.
    async fn published_hash(&self, path: &str) -> String {
        let published = PublishedContent::new(self.app.services.store.clone()).read().await.expect("a revision");
        published.files[path].hash.clone()
    }

    /// Null for one's own drafts.
    async fn check(&self, documents: Value) -> Value {
        let checks = self.post("content/checks", json!({ "documents": documents })).await;
        assert_eq!(checks.status, StatusCode::OK, "{}", checks.text);
        checks.json()
    }

    async fn publish(&self, drafts: &Value) -> TestResponse {
        self.post("content/publish", json!({ "note": "", "drafts": drafts })).await
    }

    async fn publish_own(&self) {
        let published = self.publish(&self.check(Value::Null).await["drafts"]).await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    }

    async fn published(&self, path: &str) -> String {
        self.document(path).await["published"].as_str().unwrap_or_default().to_owned()
    }
}

fn paths(drafts: &Value) -> Vec<&str> {
    drafts.as_array().expect("a list").iter().map(|draft| draft["path"].as_str().expect("a path")).collect()
}

#[tokio::test]
async fn own_drafts_are_published_and_those_of_others_stay_drafts() {
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    editor.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    owner.edit(EXAMS, "title = ", "# half-written\ntitle = ").await;

    let checks = editor.check(Value::Null).await;
    assert_eq!(paths(&checks["drafts"]), [FRAMES]);
    let authors: Vec<_> = checks["allDrafts"].as_array().expect("a list").iter().map(|it| &it["savedBy"]).collect();
    assert_eq!(authors, ["Tonye", "Ngozi"], "{checks}");

    assert_eq!(editor.publish(&checks["drafts"]).await.status, StatusCode::OK);
    assert!(editor.published(FRAMES).await.contains("Lenses"));
    assert!(!editor.published(EXAMS).await.contains("half-written"));
    let draft = owner.document(EXAMS).await;
    assert!(draft["text"].as_str().expect("a text").contains("half-written"), "{draft}");
    assert_eq!((&draft["state"], &draft["isOutdated"]), (&json!("changed"), &json!(false)));
}

#[tokio::test]
async fn draft_of_two_people_names_both_and_is_offered_to_neither() {
    let app = TestApp::with_content().await;
    let ngozi = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let chidi = Person::sign_in(&app, "Chidi", Role::Editor).await;
    let authors = async |person: &Person<'_>| person.check(Value::Null).await["allDrafts"][0]["authors"].clone();
    ngozi.edit(FRAMES, "title = \"Frames\"", "title = \"Half a\"").await;
    assert_eq!(authors(&ngozi).await, json!(["Ngozi"]));
    chidi.edit(FRAMES, "title = \"Half a\"", "title = \"Half a title\"").await;
    for person in [&ngozi, &chidi] {
        let checks = person.check(Value::Null).await;
        assert_eq!(checks["allDrafts"][0]["authors"], json!(["Ngozi", "Chidi"]));
        assert_eq!(checks["drafts"], json!([]), "it is ticked only by hand");
    }
    ngozi.edit(FRAMES, "Half a title", "Half of a title").await;
    assert_eq!(authors(&ngozi).await, json!(["Chidi", "Ngozi"]), "who saved it last is the last one");

    let published = chidi.publish(&chidi.check(json!([FRAMES])).await["drafts"]).await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    chidi.edit(FRAMES, "Half of a title", "A title").await;
    assert_eq!(authors(&chidi).await, json!(["Chidi"]), "what was published is nobody's draft any more");
    let version = chidi.document(FRAMES).await["version"].clone();
    let discarded = chidi.post("content/discard", json!({ "path": FRAMES, "version": version })).await;
    assert_eq!(discarded.status, StatusCode::OK, "{}", discarded.text);
    ngozi.edit(FRAMES, "Half of a title", "Another title").await;
    assert_eq!(authors(&ngozi).await, json!(["Ngozi"]));
}

#[tokio::test]
async fn broken_draft_refuses_only_its_own_publication_and_that_of_what_links_to_it() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let article = |title: &str, text: &str| {
        format!(
            "+++\ntitle = {title}\nsummary = \"News.\"\npublished = 2026-01-05\npicture = \"hero-articles.svg\"\n+++\n{text}\n"
        )
    };
    editor.save("articles/broken.md", &article("", "Words.")).await;
    editor.save("articles/linking.md", &article("\"Links\"", "Read [the other article](/articles/broken).")).await;
    editor.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;

    let checks = editor.check(json!(["articles/linking.md"])).await;
    assert_eq!(checks["errors"][0]["file"], "articles/linking.md", "{checks}");
    let refused = editor.publish(&checks["drafts"]).await;
    assert_eq!(refused.status_and_code(), (422, "invalid_content".to_owned()));
    let checks = editor.check(json!([FRAMES])).await;
    assert_eq!(checks["errors"], json!([]), "{checks}");
    assert_eq!(editor.publish(&checks["drafts"]).await.status, StatusCode::OK);
    assert!(editor.published(FRAMES).await.contains("Lenses"));
}

#[tokio::test]
async fn draft_that_was_saved_again_is_not_published() {
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    editor.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    let seen = editor.check(Value::Null).await["drafts"].clone();
    owner.edit(FRAMES, "title = \"Lenses\"", "title = \"Frames and lenses\"").await;
    assert_eq!(editor.publish(&seen).await.status_and_code(), (409, "changed_meanwhile".to_owned()));
    // It is the owner's now.
    assert_eq!(paths(&editor.check(Value::Null).await["drafts"]), [""; 0]);
    let seen = editor.check(json!([FRAMES])).await["drafts"].clone();
    assert_eq!(editor.publish(&seen).await.status, StatusCode::OK);
}

#[tokio::test]
async fn publication_that_is_repeated_because_its_answer_was_lost_succeeds_once() {
    const MEMBER: &str = "team/director.md";
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    editor.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    let version = editor.document(MEMBER).await["version"].as_str().expect("a version").to_owned();
    let request = Request::delete(format!("/api/desk/content/{MEMBER}"))
        .header("cookie", editor.session.value())
        .header("if-match", format!("\"{version}\""));
    let deleted = app.send(request.body(Body::empty()).expect("a request")).await;
    assert_eq!(deleted.status, StatusCode::OK, "{}", deleted.text);
    let seen = editor.check(Value::Null).await["drafts"].clone();
    assert_eq!(paths(&seen), [FRAMES, MEMBER]);

    // Twice at the same time, only one renders, and the other one may wait in vain.
    let (first, second) = tokio::join!(editor.publish(&seen), editor.publish(&seen));
    for published in [first, second] {
        assert!(published.status == StatusCode::OK || published.error_code() == "busy", "{}", published.text);
    }
    let again = editor.publish(&seen).await;
    assert_eq!((again.status, &again.json()["revision"]), (StatusCode::OK, &json!(1)), "{}", again.text);
    // A colleague has written another note, which is in no history.
    let refused = owner.post("content/publish", json!({ "note": "Lenses", "drafts": seen })).await;
    assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()), "{}", refused.text);
    owner.edit(EXAMS, "title = ", "# Read twice\ntitle = ").await;
    owner.publish_own().await;
    assert_eq!(editor.publish(&seen).await.json()["revision"], 2, "it is still on the site");
    owner.edit(FRAMES, "title = \"Lenses\"", "title = \"Frames and lenses\"").await;
    assert_eq!(editor.publish(&seen).await.status_and_code(), (409, "changed_meanwhile".to_owned()));
    owner.publish_own().await;
    assert_eq!(editor.publish(&seen).await.status_and_code(), (409, "changed_meanwhile".to_owned()));
}

#[tokio::test]
async fn restoring_is_refused_when_something_was_published_since_the_list_of_changes() {
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    let list = async || app.desk_get(&editor.session, "content/history/0").await.json();
    let restore = async |list: &Value| {
        editor.post("content/restore", json!({ "revision": 0, "published": list["published"] })).await
    };
    editor.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    editor.publish_own().await;
    let seen = list().await;
    assert_eq!((&seen["changedSince"], &seen["published"]), (&json!([FRAMES]), &json!(1)));
    owner.edit(EXAMS, "title = ", "# Read twice\ntitle = ").await;
    owner.publish_own().await;

    let refused = restore(&seen).await;
    assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()), "{}", refused.text);
    assert!(editor.published(EXAMS).await.contains("Read twice"));
    let seen = list().await;
    assert_eq!((&seen["changedSince"], &seen["published"]), (&json!([EXAMS, FRAMES]), &json!(2)));
    let restored = restore(&seen).await;
    assert_eq!(restored.json()["revision"], 3, "{}", restored.text);
}

#[tokio::test]
async fn restoring_that_is_repeated_because_its_answer_was_lost_succeeds_once() {
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    editor.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    editor.publish_own().await;
    let request = json!({ "revision": 0, "published": 1 });
    let restore = async |person: &Person| person.post("content/restore", request.clone()).await;
    // Twice at the same time. Only one renders, and the other one may wait in vain.
    let (first, second) = tokio::join!(restore(&editor), restore(&editor));
    for restored in [first, second] {
        assert!(restored.status == StatusCode::OK || restored.error_code() == "busy", "{}", restored.text);
    }
    // Later again, and by a colleague who wants the same.
    for restored in [restore(&editor).await, restore(&owner).await] {
        assert_eq!((restored.status, &restored.json()["revision"]), (StatusCode::OK, &json!(2)), "{}", restored.text);
    }
    let history = app.desk_get(&editor.session, "content/history").await.json();
    assert_eq!(history["revisions"].as_array().map(Vec::len), Some(3), "{history}");

    owner.edit(EXAMS, "title = ", "# Read twice\ntitle = ").await;
    owner.publish_own().await;
    let refused = restore(&editor).await;
    assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()), "{}", refused.text);
    assert!(refused.text.contains("Revision 0 was restored as revision 2, and another one was published"));
    assert!(editor.published(EXAMS).await.contains("Read twice"), "a colleague's publication was undone");
    // When that one is undone as well, the site shows what the request wanted.
    let undone = owner.post("content/restore", json!({ "revision": 2, "published": 3 })).await;
    assert_eq!(undone.json()["revision"], 4, "{}", undone.text);
    assert_eq!(restore(&editor).await.json()["revision"], 4);
}

#[tokio::test]
async fn what_one_has_published_is_listed_newest_first_and_nothing_of_colleagues() {
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    editor.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    editor.publish_own().await;
    owner.edit(FRAMES, "title = \"Lenses\"", "title = \"Glasses\"").await;
    owner.publish_own().await;
    editor.edit(EXAMS, "title = ", "# Read\ntitle = ").await;
    editor.publish_own().await;
    // A draft that nobody has published.
    editor.edit(FRAMES, "title = \"Glasses\"", "title = \"Frames\"").await;
    let recent = async |person: &Person| {
        let list = app.desk_get(&person.session, "content/recent").await.json();
        let documents = list["documents"].as_array().expect("a list").clone();
        documents.iter().map(|it| it["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(recent(&editor).await, [EXAMS, FRAMES]);
    assert_eq!(recent(&owner).await, [FRAMES]);
}

#[tokio::test]
async fn draft_that_was_begun_before_a_restore_says_so_and_is_not_published_unseen() {
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    editor.edit(FRAMES, "title = \"Frames\"", "title = \"Lenses\"").await;
    editor.publish_own().await;
    owner.edit(FRAMES, "\n+++\n", "\n# New\n+++\n").await;
    owner.edit(EXAMS, "title = ", "# New\ntitle = ").await;
    let seen = owner.check(Value::Null).await;
    assert_eq!(paths(&seen["drafts"]), [EXAMS, FRAMES]);
    assert_eq!(seen["allDrafts"][1]["isOutdated"], false);

    let restored = editor.post("content/restore", json!({ "revision": 0, "published": 1 })).await;
    assert_eq!(restored.status, StatusCode::OK, "{}", restored.text);
    let refused = owner.publish(&seen["drafts"]).await;
    assert_eq!(refused.status_and_code(), (409, "changed_meanwhile".to_owned()), "{}", refused.text);
    assert!(!owner.published(FRAMES).await.contains("Lenses"));

    let offered = owner.check(Value::Null).await;
    assert_eq!(paths(&offered["drafts"]), [EXAMS]);
    let outdated: Vec<_> =
        offered["allDrafts"].as_array().expect("a list").iter().map(|it| &it["isOutdated"]).collect();
    assert_eq!(outdated, [&json!(false), &json!(true)]);
    let chosen = owner.check(json!([FRAMES])).await;
    let published = owner.publish(&chosen["drafts"]).await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    assert!(owner.published(FRAMES).await.contains("Lenses"));
    assert_eq!(paths(&owner.check(Value::Null).await["drafts"]), [EXAMS]);
}

#[tokio::test]
async fn picture_is_published_with_the_document_that_uses_it() {
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    let form = [
        b"--X\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\nA lens\r\n--X\r\nContent-Disposition: form-data; \
          name=\"file\"; filename=\"lens.png\"\r\nContent-Type: image/png\r\n\r\n"
            .as_slice(),
        &plain_png(40, 30),
        b"\r\n--X--\r\n",
    ]
    .concat();
    let request = Request::post("/api/desk/pictures")
        .header("content-type", "multipart/form-data; boundary=X")
        .header("cookie", owner.session.value());
    let uploaded = app.send(request.body(Body::from(form)).expect("a request")).await;
    assert_eq!(uploaded.status, StatusCode::CREATED, "{}", uploaded.text);
    let picture = uploaded.json()["path"].as_str().expect("a path").to_owned();
    let name = picture.strip_prefix("pictures/").expect("a picture");
    editor.edit(FRAMES, "\n+++\n", &format!("\n+++\n\n![A lens]({name})\n\n")).await;

    let seen = editor.check(Value::Null).await;
    assert_eq!(seen["errors"], json!([]), "{seen}");
    assert_eq!(paths(&seen["drafts"]), [picture.as_str(), "pictures/descriptions.toml", FRAMES], "{seen}");
    // Only what was shown is published.
    let unseen = json!([seen["drafts"][2]]);
    assert_eq!(editor.publish(&unseen).await.status_and_code(), (409, "changed_meanwhile".to_owned()));
    let published = editor.publish(&seen["drafts"]).await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    assert_eq!(editor.check(Value::Null).await["allDrafts"], json!([]));
}

#[tokio::test]
async fn picture_that_was_begun_before_a_restore_is_not_published_with_the_document_that_uses_it() {
    const MEMBER: &str = "team/director.md";
    const PICTURE: &str = "pictures/team-director.svg";
    const DESCRIPTIONS: &str = "pictures/descriptions.toml";
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    let shown = editor.published_hash(PICTURE).await;
    owner.replace_drawing(PICTURE, "The director at work", 2).await;
    owner.publish_own().await;
    owner.replace_drawing(PICTURE, "The director at home", 3).await;
    let restored = editor.post("content/restore", json!({ "revision": 0, "published": 1 })).await;
    assert_eq!(restored.status, StatusCode::OK, "{}", restored.text);

    let left_out = |checks: &Value| {
        let all = checks["allDrafts"].as_array().expect("a list").clone();
        let left_out = all.iter().filter(|draft| draft["isLeftOut"] == true);
        left_out.map(|draft| draft["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>()
    };
    editor.edit(MEMBER, "\n+++\n", "\n# New\n+++\n").await;
    let offered = editor.check(Value::Null).await;
    assert_eq!((paths(&offered["drafts"]), left_out(&offered)), (vec![MEMBER], vec![PICTURE.to_owned()]), "{offered}");
    let published = editor.publish(&offered["drafts"]).await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    assert_eq!(editor.published_hash(PICTURE).await, shown, "the restored picture was undone");

    // The description of the picture is of the same age.
    let chosen = editor.check(json!([PICTURE])).await;
    assert_eq!((paths(&chosen["drafts"]), left_out(&chosen)), (vec![PICTURE], vec![DESCRIPTIONS.to_owned()]));
    let chosen = editor.check(json!([PICTURE, DESCRIPTIONS])).await;
    assert_eq!((paths(&chosen["drafts"]), left_out(&chosen)), (vec![DESCRIPTIONS, PICTURE], vec![]));
    let published = editor.publish(&chosen["drafts"]).await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    assert_ne!(editor.published_hash(PICTURE).await, shown);
    assert!(editor.published(DESCRIPTIONS).await.contains("The director at home"));
}

/// The spots of a level fit only the drawing that they were placed on.
#[tokio::test]
async fn drawing_of_a_level_and_its_spots_are_only_published_together() {
    const SPOTS: &str = "game/game.toml";
    const DRAWING: &str = "game/level-1.svg";
    let app = TestApp::with_content().await;
    let (editor, owner) =
        (Person::sign_in(&app, "Ngozi", Role::Editor).await, Person::sign_in(&app, "Tonye", Role::Owner).await);
    let shown = editor.published_hash(DRAWING).await;
    owner.replace_drawing(DRAWING, "Smileys", 2).await;
    owner.publish_own().await;
    owner.replace_drawing(DRAWING, "Smileys", 3).await;
    let is_refused = async |person: &Person<'_>, chosen: Value, missing: &str| {
        let checks = person.check(chosen).await;
        let refused_for: Vec<_> =
            checks["errors"].as_array().expect("a list").iter().map(|error| &error["file"]).collect();
        assert_eq!(refused_for, [missing], "{checks}");
        let refused = person.publish(&checks["drafts"]).await;
        assert_eq!(refused.status_and_code(), (422, "invalid_content".to_owned()), "{}", refused.text);
    };

    // The drawing without the spots of a colleague.
    editor.edit(SPOTS, "top = \"54.62%\"", "top = \"50%\"").await;
    is_refused(&owner, Value::Null, SPOTS).await;

    // The spots without a drawing that is older than a restore.
    let restored = editor.post("content/restore", json!({ "revision": 0, "published": 1 })).await;
    assert_eq!(restored.status, StatusCode::OK, "{}", restored.text);
    is_refused(&editor, json!([SPOTS]), DRAWING).await;
    assert_eq!(editor.published_hash(DRAWING).await, shown);

    let together = editor.check(json!([SPOTS, DRAWING])).await;
    assert_eq!(together["errors"], json!([]), "{together}");
    let published = editor.publish(&together["drafts"]).await;
    assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    assert_ne!(editor.published_hash(DRAWING).await, shown);
    assert!(editor.published(SPOTS).await.contains("top = \"50%\""));
}

#[tokio::test]
async fn one_document_is_brought_back_and_the_others_stay() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let publish = async |from: &str, to: &str| {
        editor.edit(FRAMES, from, to).await;
        let published = app.publish_all(&editor.session, to).await;
        published.json()["revision"].as_i64().expect("a number")
    };
    let first = publish("title = \"Frames\"", "title = \"Forty frames\"").await;
    publish("title = \"Forty frames\"", "title = \"Fourty frames\"").await;
    editor.edit("clinic.toml", "+234 800 000 0000", "+234 800 000 0001").await;
    let last = app.publish_all(&editor.session, "Phone").await;
    assert_eq!(last.status, StatusCode::OK, "{}", last.text);

    let history = app.desk_get(&editor.session, &format!("content/history?path={FRAMES}")).await.json();
    let notes: Vec<_> = history["revisions"].as_array().expect("a list").iter().map(|it| &it["note"]).collect();
    assert_eq!(
        notes,
        ["title = \"Fourty frames\"", "title = \"Forty frames\"", "The content that came with the program"],
        "{history}"
    );
    let changed = app.desk_get(&editor.session, &format!("content/history/{first}")).await.json();
    assert_eq!(changed["changedSince"], json!(["clinic.toml", FRAMES]), "what restoring the whole site would change");

    let version = editor.document(FRAMES).await["version"].clone();
    let restore = |revision: i64, version: &Value| {
        editor.post("content/restore-document", json!({ "path": FRAMES, "revision": revision, "version": version }))
    };
    assert_eq!(restore(first, &json!("another")).await.status, StatusCode::PRECONDITION_FAILED);
    assert_eq!(restore(99, &version).await.status_and_code(), (404, "unknown_revision".to_owned()));
    assert_eq!(restore(first, &version).await.status, StatusCode::OK);
    let seen = editor.check(json!([FRAMES])).await["drafts"].clone();
    assert_eq!(editor.publish(&seen).await.status, StatusCode::OK);
    assert!(editor.published(FRAMES).await.contains("Forty frames"));
    assert!(editor.published("clinic.toml").await.contains("+234 800 000 0001"), "the new phone number");
}

#[tokio::test]
async fn text_of_an_earlier_address_is_brought_back_at_the_new_one() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let (old, new) = ("articles/first-words.md", "articles/other-words.md");
    let restore = |path: &str, from: &str| {
        let body = json!({ "path": path, "revision": 1, "version": "none", "from": from });
        editor.post("content/restore-document", body)
    };
    let article =
        editor.document("articles/first-aid-for-the-eye.md").await["text"].as_str().expect("a text").to_owned();
    editor.save(old, &article).await;
    editor.publish_own().await;
    assert_eq!(restore("info/other-words.md", old).await.status, StatusCode::UNPROCESSABLE_ENTITY, "another kind");
    assert_eq!(restore(new, old).await.status, StatusCode::OK);
    assert_eq!(editor.document(new).await["text"], json!(article));
}

#[tokio::test]
async fn shorter_day_names_the_visits_after_its_end() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let book = async |time: &str| {
        let visit = json!({ "service": "eye-exams", "date": "2026-03-03", "time": time, "name": "Ada Obi",
                            "phone": "0803 123 4567", "email": null, "note": "" });
        app.request(None, Method::POST, "/api/booking", visit).await.status
    };
    assert_eq!((book("09:00").await, book("14:00").await), (StatusCode::CREATED, StatusCode::CREATED));
    let text = editor.document("clinic.toml").await["text"].as_str().expect("a text").to_owned();
    let short = "\n[[other_hours]]\ndate = 2026-03-03\nhours = \"08:00-12:00\"\n";
    editor.save("clinic.toml", &format!("{text}{short}")).await;
    let checks = editor.check(Value::Null).await;
    assert_eq!(checks["visits"], json!([{ "date": "2026-03-03", "visits": 1 }]), "{checks}");
}

#[tokio::test]
async fn closure_names_the_days_on_which_patients_have_appointments() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    for (date, time) in [("2026-03-03", "10:00"), ("2026-03-03", "11:00"), ("2026-03-04", "10:00")] {
        let visit = json!({ "service": "eye-exams", "date": date, "time": time, "name": "Ada Obi",
                            "phone": "0803 123 4567", "email": null, "note": "" });
        let booked = app.request(None, Method::POST, "/api/booking", visit).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
    }
    let text = editor.document("clinic.toml").await["text"].as_str().expect("a text").to_owned();
    let closure = "\n[[closures]]\ndate = 2026-03-03\nreason = \"Public holiday\"\n";
    editor.save("clinic.toml", &format!("{text}{closure}")).await;
    let checks = editor.check(Value::Null).await;
    assert_eq!(checks["visits"], json!([{ "date": "2026-03-03", "visits": 2 }]), "{checks}");
    assert_eq!(editor.publish(&checks["drafts"]).await.status, StatusCode::OK);
    editor.edit("clinic.toml", "Public holiday", "Holiday").await;
    assert_eq!(editor.check(Value::Null).await["visits"], json!([]), "they are known already");
}

#[tokio::test]
async fn other_chairs_name_the_visits_that_they_cannot_take_and_those_that_get_another_name() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let book = async |service: &str, time: &str, phone: &str| {
        let visit = json!({ "service": service, "date": "2026-03-03", "time": time, "name": "Ada Obi", "phone": phone,
                            "email": null, "note": "" });
        let booked = app.request(None, Method::POST, "/api/booking", visit).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
    };
    // In chairs 1 and 2, and a later one in chair 1.
    book("eye-exams", "09:00", "0803 123 4561").await;
    book("eye-exams", "09:00", "0803 123 4562").await;
    book("frames", "14:00", "0803 123 4563").await;
    let text = editor.document("clinic.toml").await["text"].as_str().expect("a text").to_owned();
    let named = |number: u16, more: &str| {
        let chairs = format!(
            "\n[[booking.named_chairs]]\nname = \"Dr. Amadi\"\nnumber = {number}\n{more}\n\
             [[booking.named_chairs]]\nname = \"Chair 1\"\nnumber = 1\n"
        );
        format!("{}{chairs}", text.replace("chairs = 2\n", ""))
    };
    let visits = |count: u32| json!([{ "date": "2026-03-03", "visits": count }]);
    let checked = async |text: &str| {
        editor.save("clinic.toml", text).await;
        let checks = editor.check(Value::Null).await;
        assert_eq!(checks["errors"], json!([]), "{checks}");
        (checks["visits"].clone(), checks["renamedChairs"].clone())
    };
    let renamed = json!([{ "before": "Chair 2", "after": "Dr. Amadi", "visits": 1 }]);
    assert_eq!(checked(&named(2, "")).await, (json!([]), renamed.clone()), "the order changes nothing");
    assert_eq!(checked(&named(3, "")).await, (visits(1), json!([])), "chair 2 is gone");
    let other_services = named(2, "services = [\"frames\"]\n");
    assert_eq!(checked(&other_services).await, (visits(1), renamed.clone()));
    let shorter = named(2, "[booking.named_chairs.hours]\ntuesday = \"12:00-18:00\"\n");
    assert_eq!(checked(&shorter).await, (visits(1), renamed));
}

#[tokio::test]
async fn restoring_the_site_names_the_visits_without_a_place_and_those_whose_chair_gets_another_name() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let text = editor.document("clinic.toml").await["text"].as_str().expect("a text").to_owned();
    let published = async |text: &str, note: &str| {
        editor.save("clinic.toml", text).await;
        let published = app.publish_all(&editor.session, note).await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.text);
    };
    let book = async |time: &str, phone: &str| {
        let visit = json!({ "service": "eye-exams", "date": "2026-03-03", "time": time, "name": "Ada Obi",
                            "phone": phone, "email": null, "note": "" });
        let booked = app.request(None, Method::POST, "/api/booking", visit).await;
        assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.text);
    };
    let short = text.replace("tuesday = \"08:00-18:00\"", "tuesday = \"08:00-12:00\"");
    published(&short, "Short Tuesdays").await;
    let named = |name: &str| {
        let chairs = [(name, 1), ("Room 2", 2)]
            .map(|(name, number)| format!("\n[[booking.named_chairs]]\nname = \"{name}\"\nnumber = {number}\n"));
        format!("{}{}", text.replace("chairs = 2\n", ""), chairs.concat())
    };
    published(&named("Dr. Amadi"), "Dr. Amadi").await;
    published(&named("Dr. Bello"), "Dr. Bello").await;
    book("09:00", "0803 123 4561").await;
    book("14:00", "0803 123 4562").await;

    let shown = async |revision: i64| {
        let changes = app.desk_get(&editor.session, &format!("content/history/{revision}")).await.json();
        (changes["visits"].clone(), changes["renamedChairs"].clone())
    };
    let renamed = |after: &str| json!([{ "before": "Dr. Bello", "after": after, "visits": 2 }]);
    assert_eq!(shown(1).await, (json!([{ "date": "2026-03-03", "visits": 1 }]), renamed("Chair 1")));
    assert_eq!(shown(2).await, (json!([]), renamed("Dr. Amadi")));
    assert_eq!(shown(3).await, (json!([]), json!([])), "it is published");
}

#[tokio::test]
async fn closure_names_its_visits_also_while_booking_is_off() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let visit = json!({ "service": "eye-exams", "date": "2026-03-03", "time": "10:00", "name": "Ada Obi",
                        "phone": "0803 123 4567", "email": null, "note": "" });
    assert_eq!(app.request(None, Method::POST, "/api/booking", visit).await.status, StatusCode::CREATED);
    let text = editor.document("clinic.toml").await["text"].as_str().expect("a text").to_owned();
    let off = text.split_once("[booking]").expect("the table").0;
    let closed = format!("{off}\n[[closures]]\ndate = 2026-03-03\nreason = \"Public holiday\"\n");
    let expected = json!([{ "date": "2026-03-03", "visits": 1 }]);
    editor.save("clinic.toml", &closed).await;
    assert_eq!(editor.check(Value::Null).await["visits"], expected, "booking is turned off with the closure");
    editor.save("clinic.toml", off).await;
    let checks = editor.check(Value::Null).await;
    assert_eq!(checks["visits"], json!([]), "without booking the weekly hours are not known");
    assert_eq!(editor.publish(&checks["drafts"]).await.status, StatusCode::OK);
    editor.save("clinic.toml", &closed).await;
    assert_eq!(editor.check(Value::Null).await["visits"], expected, "booking was off before");
}

#[tokio::test]
async fn texts_are_published_for_an_hour_after_a_confirmation_and_facts_of_the_clinic_for_five_minutes() {
    let app = TestApp::with_content().await;
    let editor = Person::sign_in(&app, "Ngozi", Role::Editor).await;
    let needed = (403, "confirmation_needed".to_owned());
    let text = async |from: &str, to: &str| {
        editor.edit(FRAMES, from, to).await;
        editor.publish(&editor.check(json!([FRAMES])).await["drafts"]).await
    };
    app.clock.advance(Duration::from_mins(5));
    assert_eq!(text("title = \"Frames\"", "title = \"Lenses\"").await.status, StatusCode::OK, "an ordinary document");
    editor.edit("clinic.toml", "discount_percent = 5", "discount_percent = 50").await;
    editor.edit(FRAMES, "title = \"Lenses\"", "title = \"Frames and lenses\"").await;
    let with_facts = editor.check(json!([FRAMES, "clinic.toml"])).await["drafts"].clone();
    assert_eq!(editor.publish(&with_facts).await.status_and_code(), needed, "one of two has facts");
    let list = app.desk_get(&editor.session, "content/history/0").await.json();
    let restored = json!({ "revision": 0, "published": list["published"] });
    assert_eq!(editor.post("content/restore", restored).await.status_and_code(), needed, "all of the site");
    app.clock.advance(Duration::from_mins(54));
    let texts = editor.check(json!([FRAMES])).await["drafts"].clone();
    assert_eq!(editor.publish(&texts).await.status, StatusCode::OK, "59 minutes after the sign-in");
    app.clock.advance(Duration::from_mins(1));
    assert_eq!(
        text("title = \"Frames and lenses\"", "title = \"Glasses\"").await.status_and_code(),
        needed,
        "an hour after the sign-in"
    );

    let confirmed = editor.post("me/confirm", json!({ "password": PASSWORD })).await;
    assert_eq!(confirmed.status, StatusCode::NO_CONTENT, "{}", confirmed.text);
    let facts = editor.check(json!([FRAMES, "clinic.toml"])).await["drafts"].clone();
    assert_eq!(editor.publish(&facts).await.status, StatusCode::OK);
    assert!(editor.published("clinic.toml").await.contains("discount_percent = 50"));
}
