//! The staff desk's API: confirming who is there before dangerous calls.

mod support;

use std::time::Duration;

use axum::http::{Method, StatusCode};
use clinic::clock::Clock;
use clinic::http::services::Settings;
use clinic::staff::{Role, TotpKey, TotpStep};
use serde_json::{Value, json};
use support::desk_client::{PASSWORD, SessionCookie};
use support::test_app::{TestApp, TestResponse};

const FIVE_MINUTES: Duration = Duration::from_mins(5);

fn rejection(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

async fn confirm(app: &TestApp, session: &SessionCookie, body: Value) -> TestResponse {
    app.desk_post(session, "me/confirm", body).await
}

/// Actor, action, subject and number of the audit entries whose action begins like this.
async fn audit_entries(app: &TestApp, action: &str) -> Vec<Value> {
    let entries = app.services.store.audit(None, 100).await.expect("entries");
    entries
        .iter()
        .filter(|entry| entry.action.starts_with(action))
        .map(|entry| json!([entry.actor, entry.action, entry.subject, entry.times]))
        .collect()
}

/// Turns two-step verification on and returns its key.
async fn turn_totp_on(app: &TestApp, session: &SessionCookie) -> TotpKey {
    let setup = app.desk_post(session, "me/totp/begin", json!({ "password": PASSWORD })).await.json();
    let key = TotpKey::parse(setup["secret"].as_str().expect("a secret")).expect("a key");
    let code = key.code(TotpStep::at(app.clock.now()));
    let confirmed = app.desk_post(session, "me/totp/confirm", json!({ "code": code })).await;
    assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.text);
    key
}

#[tokio::test]
async fn dangerous_calls_need_a_confirmation_five_minutes_after_the_sign_in() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let (owner, elsewhere) = (app.sign_in_as_owner().await, app.sign_in("Tonye").await);
        app.add_staff("Ngozi", Role::Desk).await;
        let colleague = app.sign_in("Ngozi").await;
        let code = app.issue_code("ada@example.com").await.to_string();
        let by_code = json!({ "code": code });
        let calls = [
            (Method::GET, "claims.csv", Value::Null),
            (Method::POST, "people/export", by_code.clone()),
            (Method::POST, "staff/Ngozi/role", json!({ "role": "desk" })),
            (Method::POST, "staff/Ngozi/reset-password", Value::Null),
            (Method::POST, "staff/Ngozi/disable", Value::Null),
            (Method::POST, "staff/Ngozi/enable", Value::Null),
            (Method::POST, "staff", json!({ "name": "Bola", "role": "desk", "password": PASSWORD })),
            (Method::POST, "people/erase", by_code.clone()),
        ];
        let call = async |session: &SessionCookie, (method, path, body): &(Method, &str, Value)| {
            app.request(Some(session), method.clone(), &format!("/api/desk/{path}"), body.clone()).await
        };
        app.clock.advance(FIVE_MINUTES - Duration::from_secs(1));
        assert_eq!(call(&owner, &calls[0]).await.status, StatusCode::OK, "signing in counts as a confirmation");
        app.clock.advance(Duration::from_secs(1));
        for dangerous in &calls {
            let needed = rejection(403, "confirmation_needed");
            assert_eq!(call(&owner, dangerous).await.status_and_code(), needed, "{}", dangerous.1);
            let refused = call(&colleague, dangerous).await.status_and_code();
            assert_eq!(refused, rejection(403, "not_allowed"), "{}: the role is checked first", dangerous.1);
        }
        for harmless in ["me", "staff", "stats", "stats.csv", "mail", "audit", "me/sessions"] {
            assert_eq!(app.desk_get(&owner, harmless).await.status, StatusCode::OK, "{harmless}");
        }
        assert_eq!(app.find_people(&owner, "").await.status, StatusCode::OK);

        let confirmed = confirm(&app, &owner, json!({ "password": PASSWORD })).await;
        assert_eq!(confirmed.status, StatusCode::NO_CONTENT, "{}", confirmed.text);
        for dangerous in &calls {
            let response = call(&owner, dangerous).await;
            assert!(response.status.is_success(), "{}: {}", dangerous.1, response.text);
        }
        let other = call(&elsewhere, &calls[0]).await.status_and_code();
        assert_eq!(other, rejection(403, "confirmation_needed"), "another session of the account is not confirmed");
        app.clock.advance(FIVE_MINUTES);
        assert_eq!(call(&owner, &calls[0]).await.status_and_code(), rejection(403, "confirmation_needed"));

        assert_eq!(audit_entries(&app, "confirm").await, [json!(["Tonye", "confirm identity", "Tonye", 1])]);
        let forbidden = audit_entries(&app, "forbidden").await;
        assert!(forbidden.iter().all(|entry| entry[0] == "Ngozi"), "asking to confirm is no refusal: {forbidden:?}");
    })
    .await;
}

#[tokio::test]
async fn confirmation_needs_a_code_when_two_step_verification_is_on() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let key = turn_totp_on(&app, &owner).await;
        app.clock.advance(FIVE_MINUTES);
        for without_code in [json!({ "password": PASSWORD }), json!({}), json!({ "totp": " " })] {
            let answer = confirm(&app, &owner, without_code).await.status_and_code();
            assert_eq!(answer, rejection(422, "totp_needed"), "the password alone is not enough");
        }
        let wrong = confirm(&app, &owner, json!({ "totp": "000000" })).await.status_and_code();
        assert_eq!(wrong, rejection(422, "totp_wrong"));
        assert_eq!(audit_entries(&app, "fail").await, [json!(["Somebody", "fail second factor", "Tonye", 1])]);
        assert_eq!(app.desk_get(&owner, "claims.csv").await.status, StatusCode::FORBIDDEN);

        let code = json!({ "totp": key.code(TotpStep::at(app.clock.now())) });
        assert_eq!(confirm(&app, &owner, code.clone()).await.status, StatusCode::NO_CONTENT);
        assert_eq!(app.desk_get(&owner, "claims.csv").await.status, StatusCode::OK);
        assert_eq!(confirm(&app, &owner, code).await.status_and_code(), rejection(422, "totp_wrong"), "it works once");
    })
    .await;
}

#[tokio::test]
async fn guessing_the_password_by_confirming_is_delayed_and_recorded_like_a_sign_in() {
    let app = TestApp::open().await;
    let stolen = app.sign_in_as_owner().await;
    for guess in 0..5 {
        let wrong = confirm(&app, &stolen, json!({ "password": format!("guess number {guess}") })).await;
        assert_eq!(wrong.status_and_code(), rejection(422, "wrong_password"));
    }
    let delayed = rejection(429, "too_many_attempts");
    let right = json!({ "password": PASSWORD });
    assert_eq!(confirm(&app, &stolen, right.clone()).await.status_and_code(), delayed, "even the right password");
    assert_eq!(app.attempt_sign_in("Tonye", PASSWORD).await.status_and_code(), delayed, "the same counter");
    app.clock.advance(Duration::from_secs(2));
    assert_eq!(confirm(&app, &stolen, json!({})).await.status_and_code(), rejection(422, "wrong_password"));
    app.clock.advance(Duration::from_secs(4));
    assert_eq!(confirm(&app, &stolen, right).await.status, StatusCode::NO_CONTENT);

    assert_eq!(audit_entries(&app, "fail").await, [json!(["Somebody", "fail to sign in", "Tonye", 6])]);
    assert_eq!(app.attempt_sign_in("Tonye", PASSWORD).await.json()["failedSignIns"], 6);
    let metrics = app.services.metrics.encode();
    for line in [r#"clinic_sign_ins_total{outcome="wrong_login"} 6"#, r#"clinic_sign_ins_total{outcome="delayed"} 2"#] {
        assert!(metrics.lines().any(|found| found == line), "{line} is missing in\n{metrics}");
    }
}

#[tokio::test]
async fn wrong_passwords_and_codes_in_account_changes_are_recorded_as_failed_sign_ins() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let change = json!({ "old": "not it at all", "new": "five even odder words" });
    for (path, body) in [("me/password", change), ("me/totp/begin", json!({ "password": "not it at all" }))] {
        let wrong = app.desk_post(&session, path, body).await;
        assert_eq!(wrong.status_and_code(), rejection(422, "wrong_password"), "{path}");
    }
    assert_eq!(audit_entries(&app, "fail").await, [json!(["Somebody", "fail to sign in", "Tonye", 2])]);
    turn_totp_on(&app, &session).await;
    let off = json!({ "password": PASSWORD, "totp": "000000" });
    assert_eq!(app.desk_post(&session, "me/totp/off", off).await.status_and_code(), rejection(422, "totp_wrong"));
    let failures = audit_entries(&app, "fail second factor").await;
    assert_eq!(failures, [json!(["Somebody", "fail second factor", "Tonye", 1])]);
}
