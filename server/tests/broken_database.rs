//! A database that loses a table while the site runs: what cannot be decided is refused, and the reason is in the log.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::test_server::TestServer;
use crate::test_server::editor::Editor;

/// Renames a table, or gives it its name back.
async fn rename(server: &TestServer, table: &str, to: &str) {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite:{}", server.data.path().join("clinic.db").display());
    let mut database = AnyConnection::connect(&url).await.expect("a database");
    let statement = format!("ALTER TABLE {table} RENAME TO {to}");
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut database).await.expect("renamed");
}

#[tokio::test]
async fn call_whose_session_cannot_be_read_is_refused_and_the_reason_is_logged() {
    let owner = Editor::add_with_role(TestServer::start(&[]), &[], "owner").await;
    let calls = [(Method::GET, "staff"), (Method::GET, "audit"), (Method::GET, "health")];
    for table in ["sessions", "staff"] {
        rename(&owner.server, table, "elsewhere").await;
        for (method, path) in calls.clone() {
            let (status, body) = owner.call(method, path, "", &Value::Null).await.expect("an answer");
            assert!(status >= 500, "{path} without {table}: {status} {body}");
            assert!(body["error"].is_object() && body.as_object().is_some_and(|body| body.len() == 1), "{body}");
            assert!(!body.to_string().contains(table), "the answer names no table: {body}");
        }
        let login = json!({ "name": "Ngozi", "password": "four odd words here" });
        let (status, _) = owner.call(Method::POST, "login", "", &login).await.expect("an answer");
        assert!(status >= 500, "sign-in without {table}: {status}");
        rename(&owner.server, "elsewhere", table).await;
    }
    let (status, _) = owner.call(Method::GET, "staff", "", &Value::Null).await.expect("an answer");
    assert_eq!(status, 200, "the same session works again");
    // At most one failure a second is logged, so the second table may be left out.
    assert!(owner.server.logs("request failed cause=the database reported an error: no such table: sessions").await);
}
