//! Who else has a document open now: who is named, until when, and what asking must not do.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_rules::staff::Role;
use clinic_runtime::clock::Clock;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::databases::{on_both, sqlite};
use crate::support::desk_client::SessionCookie;
use crate::support::test_app::TestApp;

const ARTICLE: &str = "articles/first-aid-for-the-eye.md";
const FRAMES: &str = "services/frames.md";
const ALONE: [&str; 0] = [];

async fn open() -> (TestApp, SessionCookie, SessionCookie) {
    let app = TestApp::with_content().await;
    let (ngozi, emeka) = sign_in_two(&app).await;
    (app, ngozi, emeka)
}

async fn sign_in_two(app: &TestApp) -> (SessionCookie, SessionCookie) {
    app.add_staff("Ngozi", Role::Editor).await;
    app.add_staff("Emeka", Role::Owner).await;
    (app.sign_in("Ngozi").await, app.sign_in("Emeka").await)
}

/// A tab shows a document. Returns who else has it open.
async fn keep(app: &TestApp, session: &SessionCookie, tab: &str, path: &str) -> Vec<String> {
    let response = app.desk_post(session, "content/open-documents", json!({ "path": path, "tab": tab })).await;
    assert_eq!(response.status, StatusCode::OK, "{}", response.text);
    serde_json::from_value(response.json()["names"].clone()).expect("names")
}

async fn leave(app: &TestApp, session: &SessionCookie, tab: &str, path: &str) {
    let response = app.desk_post(session, "content/open-documents/leave", json!({ "path": path, "tab": tab })).await;
    assert_eq!(response.status, StatusCode::NO_CONTENT, "{}", response.text);
}

async fn rows(url: &str) -> i64 {
    let pool = sqlx::AnyPool::connect(url).await.expect("the database opens");
    let rows = sqlx::query_scalar("SELECT COUNT(*) FROM open_documents").fetch_one(&pool).await.expect("a number");
    pool.close().await;
    rows
}

#[tokio::test]
async fn two_people_see_each_other_until_one_leaves() {
    let (app, ngozi, emeka) = open().await;
    assert_eq!(keep(&app, &ngozi, "n1", ARTICLE).await, ALONE);
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ["Ngozi"]);
    assert_eq!(keep(&app, &ngozi, "n1", ARTICLE).await, ["Emeka"]);
    assert_eq!(keep(&app, &ngozi, "n2", FRAMES).await, ALONE, "another document");
    leave(&app, &emeka, "e1", ARTICLE).await;
    assert_eq!(keep(&app, &ngozi, "n1", ARTICLE).await, ALONE);
}

#[tokio::test]
async fn tabs_of_one_person_are_nobody_else_and_each_leaves_for_itself() {
    let (app, ngozi, emeka) = open().await;
    assert_eq!(keep(&app, &ngozi, "n1", ARTICLE).await, ALONE);
    assert_eq!(keep(&app, &ngozi, "n2", ARTICLE).await, ALONE);
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ["Ngozi"], "named once");
    leave(&app, &ngozi, "n1", ARTICLE).await;
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ["Ngozi"]);
    leave(&app, &ngozi, "n2", ARTICLE).await;
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ALONE);
    // The names of tabs are those of an account: nobody can end the tab of somebody else.
    leave(&app, &ngozi, "e1", ARTICLE).await;
    assert_eq!(keep(&app, &ngozi, "n1", ARTICLE).await, ["Emeka"]);
}

#[tokio::test]
async fn tab_that_goes_on_to_another_document_has_only_that_one_open() {
    let (app, ngozi, emeka) = open().await;
    keep(&app, &ngozi, "n1", ARTICLE).await;
    keep(&app, &ngozi, "n1", FRAMES).await;
    // The words that the first document is left may arrive late.
    leave(&app, &ngozi, "n1", ARTICLE).await;
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ALONE);
    assert_eq!(keep(&app, &emeka, "e2", FRAMES).await, ["Ngozi"]);
}

#[tokio::test]
async fn parts_of_a_document_with_several_screens_are_apart() {
    let (app, ngozi, emeka) = open().await;
    let keep = async |session: &SessionCookie, part: Value| {
        let body = json!({ "path": "clinic.toml", "part": part, "tab": "tab" });
        app.desk_post(session, "content/open-documents", body).await.json()["names"].clone()
    };
    assert_eq!(keep(&ngozi, json!("hours")).await, json!([]));
    assert_eq!(keep(&emeka, json!("notice")).await, json!([]));
    assert_eq!(keep(&emeka, json!("hours")).await, json!(["Ngozi"]));
    assert_eq!(keep(&emeka, Value::Null).await, json!(["Ngozi"]), "all of it has the hours too");
    assert_eq!(keep(&ngozi, json!("notice")).await, json!(["Emeka"]));
}

#[tokio::test]
async fn tab_that_crashed_is_gone_after_a_minute_and_purged() {
    let (app, ngozi, emeka) = open().await;
    keep(&app, &ngozi, "n1", ARTICLE).await;
    app.clock.advance(Duration::from_mins(1));
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ["Ngozi"]);
    app.clock.advance(Duration::from_millis(1));
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ALONE);
    // Also when nobody edits any more.
    app.clock.advance(Duration::from_secs(61));
    let purged = app.services.store.purge(app.clock.now()).await.expect("purged");
    assert_eq!(purged.records("documents open on the screens of staff"), 1, "Emeka's; Ngozi's was deleted before");
}

#[tokio::test]
async fn who_signs_out_or_is_disabled_has_nothing_open() {
    let (app, ngozi, emeka) = open().await;
    keep(&app, &ngozi, "n1", ARTICLE).await;
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ["Ngozi"]);
    app.desk_post(&ngozi, "logout", Value::Null).await;
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ALONE);

    let ngozi = app.sign_in("Ngozi").await;
    keep(&app, &ngozi, "n1", ARTICLE).await;
    let disabled = app.desk_post(&emeka, "staff/Ngozi/disable", Value::Null).await;
    assert_eq!(disabled.status, StatusCode::NO_CONTENT, "{}", disabled.text);
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ALONE);
}

#[tokio::test]
async fn page_that_only_asks_does_not_keep_its_session_alive() {
    let (app, ngozi, _) = open().await;
    for _ in 0..95 {
        app.clock.advance(Duration::from_mins(5));
        keep(&app, &ngozi, "n1", ARTICLE).await;
        leave(&app, &ngozi, "n1", ARTICLE).await;
    }
    app.clock.advance(Duration::from_mins(5));
    let asked = app.desk_post(&ngozi, "content/open-documents", json!({ "path": ARTICLE, "tab": "n1" })).await;
    assert_eq!(asked.status_and_code(), (401, "signed_out".to_owned()), "after 8 hours");
    assert_eq!(app.desk_get(&ngozi, "me").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn asking_changes_neither_the_content_nor_the_audit_log() {
    let (app, ngozi, emeka) = open().await;
    let editing = app.desk.content.as_ref().expect("editing");
    let before = editing.editions.read().await.expect("an edition");
    let audit = app.desk_get(&emeka, "audit").await.text;
    for _ in 0..3 {
        keep(&app, &ngozi, "n1", ARTICLE).await;
        keep(&app, &emeka, "e1", ARTICLE).await;
    }
    leave(&app, &ngozi, "n1", ARTICLE).await;
    let after = editing.editions.read().await.expect("an edition");
    assert!(Arc::ptr_eq(&before, &after), "the edition in memory is still the current one");
    assert_eq!(app.desk_get(&emeka, "audit").await.text, audit);
}

#[tokio::test]
async fn only_known_documents_and_a_bounded_number_of_tabs_are_stored() {
    let folder = TempDir::new().expect("a temporary folder");
    let url = sqlite(&folder);
    let app = TestApp::with_content_on(&url, None).await;
    let (ngozi, emeka) = sign_in_two(&app).await;
    for path in ["articles/not-there.md", "no document", "", "../../etc/passwd"] {
        assert_eq!(keep(&app, &ngozi, "n1", path).await, ALONE);
    }
    assert_eq!(rows(&url).await, 0);
    for name in ["", "with space", "a/b", &"a".repeat(33)] {
        for call in ["content/open-documents", "content/open-documents/leave"] {
            for body in
                [json!({ "path": ARTICLE, "tab": name }), json!({ "path": "clinic.toml", "tab": "n1", "part": name })]
            {
                let refused = app.desk_post(&ngozi, call, body).await;
                assert_eq!(refused.status_and_code(), (422, "invalid_document".to_owned()), "{name}");
            }
        }
    }

    for number in 0..30 {
        keep(&app, &ngozi, &format!("n{number}"), ARTICLE).await;
    }
    assert_eq!(rows(&url).await, 20);
    keep(&app, &ngozi, "n3", ARTICLE).await;
    assert_eq!(keep(&app, &emeka, "e1", ARTICLE).await, ["Ngozi"], "the limit is that of one account");
    assert_eq!(rows(&url).await, 21);

    // A document that only a draft has.
    let new = "articles/new.md";
    let request = Request::builder().method(Method::PUT).uri(format!("/api/desk/content/{new}"));
    let request = request.header("content-type", "application/json").header("if-match", "\"none\"");
    let body = Body::from(json!({ "text": "+++\ntitle = \"New\"\n+++\n" }).to_string());
    let saved = app.send(request.header("cookie", emeka.value()).body(body).expect("a request")).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text);
    keep(&app, &emeka, "e2", new).await;
    assert_eq!(rows(&url).await, 22);
}

#[tokio::test]
async fn people_at_two_instances_of_the_site_see_each_other() {
    on_both(async |url| {
        let [here, there] = [TestApp::with_content_on(&url, None).await, TestApp::with_content_on(&url, None).await];
        let (ngozi, emeka) = sign_in_two(&here).await;
        assert_eq!(keep(&here, &ngozi, "n1", ARTICLE).await, ALONE);
        assert_eq!(keep(&there, &emeka, "e1", ARTICLE).await, ["Ngozi"]);
        assert_eq!(keep(&here, &ngozi, "n1", ARTICLE).await, ["Emeka"]);
        leave(&there, &ngozi, "n1", ARTICLE).await;
        assert_eq!(keep(&there, &emeka, "e1", ARTICLE).await, ALONE);
    })
    .await;
}
