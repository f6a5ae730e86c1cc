//! The staff desk's API: confirming who is there before dangerous calls, and inviting colleagues.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use clinic_http::services::Settings;
use clinic_rules::staff::{INVITATION_VALID, Role, TotpKey, TotpStep};
use clinic_runtime::clock::Clock;
use serde_json::{Value, json};

use crate::support;
use crate::support::desk_client::{PASSWORD, SessionCookie};
use crate::support::recording_transport::{busy, no_such_user};
use crate::support::test_app::{TestApp, TestResponse};

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

#[tokio::test]
async fn link_for_a_new_password_keeps_two_step_verification() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let key = app.turn_totp_on(&app.sign_in("Ngozi").await).await;
    let link = token(&app.desk_post(&owner, "staff/ngozi/reset-password", Value::Null).await);
    assert_eq!(choose_password(&app, &link, CHOSEN).await.status, StatusCode::OK);
    assert_eq!(app.attempt_sign_in("Ngozi", CHOSEN).await.status_and_code(), rejection(401, "totp_needed"));
    app.clock.advance(Duration::from_mins(1));
    let code = key.code(TotpStep::at(app.clock.now()));
    let login = json!({ "name": "Ngozi", "password": CHOSEN, "totp": code });
    assert_eq!(app.request(None, Method::POST, "/api/desk/login", login).await.status, StatusCode::OK);
}

#[tokio::test]
async fn dangerous_calls_need_a_confirmation_five_minutes_after_the_sign_in() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let (owner, elsewhere) = (app.sign_in_as_owner().await, app.sign_in("Tonye").await);
        app.add_staff("Ngozi", Role::Desk).await;
        let colleague = app.sign_in("Ngozi").await;
        let code = app.issue_code("ada@example.com").await.to_string();
        let by_code = json!({ "query": code, "names": [], "codes": true });
        let calls = [
            (Method::GET, "claims.csv", Value::Null),
            (Method::POST, "people/stored", json!({ "query": code })),
            (Method::POST, "people/export", by_code.clone()),
            (Method::POST, "staff/Ngozi/role", json!({ "role": "desk" })),
            (Method::POST, "staff/Ngozi/reset-password", Value::Null),
            (Method::POST, "staff/Ngozi/disable", Value::Null),
            (Method::POST, "staff/Ngozi/enable", Value::Null),
            (Method::POST, "staff", json!({ "name": "Bola", "role": "desk" })),
            (Method::POST, "staff/Bola/cancel-invitation", Value::Null),
            (Method::POST, "people/erase", by_code.clone()),
        ];
        let call = async |session: &SessionCookie, (method, path, body): &(Method, &str, Value)| {
            app.request(Some(session), method.clone(), &format!("/api/desk/{path}"), body.clone()).await
        };
        app.clock.advance(Duration::from_secs(5 * 60 - 1));
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

        let copy = owner.clone();
        let confirmed = confirm(&app, &owner, json!({ "password": PASSWORD })).await;
        assert_eq!(confirmed.status, StatusCode::NO_CONTENT, "{}", confirmed.text);
        let copied = app.desk_get(&copy, "staff").await.status_and_code();
        assert_eq!(copied, rejection(401, "signed_out"), "a copy of the cookie from before the confirmation");
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
        let key = app.turn_totp_on(&owner).await;
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
        let confirmed = confirm(&app, &owner, code.clone()).await;
        assert_eq!(confirmed.status, StatusCode::NO_CONTENT);
        let owner = confirmed.session_cookie();
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
    app.assert_metrics([
        r#"clinic_sign_ins_total{outcome="wrong_sign_in"} 6"#,
        r#"clinic_sign_ins_total{outcome="delayed"} 2"#,
    ]);
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
    app.turn_totp_on(&session).await;
    let off = json!({ "password": PASSWORD, "totp": "000000" });
    assert_eq!(app.desk_post(&session, "me/totp/off", off).await.status_and_code(), rejection(422, "totp_wrong"));
    let failures = audit_entries(&app, "fail second factor").await;
    assert_eq!(failures, [json!(["Somebody", "fail second factor", "Tonye", 1])]);
}

#[tokio::test]
async fn changing_the_password_asks_for_the_second_factor_where_one_is_set() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    app.clock.advance(Duration::from_secs(301));
    let without = app.desk_post(&session, "me/password", change(PASSWORD, "five even odder words")).await;
    assert_eq!(without.status, StatusCode::NO_CONTENT, "the old password is enough: {}", without.text);
    let back = app.desk_post(&session, "me/password", change("five even odder words", PASSWORD)).await;
    assert_eq!(back.status, StatusCode::NO_CONTENT, "{}", back.text);

    let key = app.turn_totp_on(&session).await;
    app.clock.advance(Duration::from_secs(301));
    let stolen = app.desk_post(&session, "me/password", change(PASSWORD, "five even odder words")).await;
    assert_eq!(stolen.status_and_code(), rejection(403, "confirmation_needed"));
    let code = key.code(TotpStep::at(app.clock.now()));
    let confirmed = confirm(&app, &session, json!({ "totp": code })).await;
    assert_eq!(confirmed.status, StatusCode::NO_CONTENT);
    let session = confirmed.session_cookie();
    let changed = app.desk_post(&session, "me/password", change(PASSWORD, "five even odder words")).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{}", changed.text);
}

#[tokio::test]
async fn set_up_of_two_step_verification_expires_and_its_codes_cannot_be_guessed() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let session = app.sign_in_as_owner().await;
        let begin = async || {
            let setup = app.desk_post(&session, "me/totp/begin", json!({ "password": PASSWORD })).await.json();
            TotpKey::parse(setup["secret"].as_str().expect("a secret")).expect("a key")
        };
        let confirm = async |code: &str| app.desk_post(&session, "me/totp/confirm", json!({ "code": code })).await;
        let now_code = |key: &TotpKey| key.code(TotpStep::at(app.clock.now()));

        let key = begin().await;
        app.clock.advance(Duration::from_mins(10));
        assert_eq!(confirm(&now_code(&key)).await.status_and_code(), rejection(409, "totp_not_started"), "expired");

        let key = begin().await;
        let mut answers = Vec::new();
        for _ in 0..4 {
            answers.push(confirm("not it").await.error_code());
        }
        assert_eq!(answers, ["totp_wrong", "totp_wrong", "totp_wrong", "too_many_attempts"]);
        assert_eq!(confirm(&now_code(&key)).await.error_code(), "too_many_attempts", "also the right one");
        let failures = audit_entries(&app, "fail second factor").await;
        assert_eq!(failures, [json!(["Somebody", "fail second factor", "Tonye", 3])]);
        app.clock.advance(Duration::from_mins(5));
        assert_eq!(confirm(&now_code(&key)).await.status, StatusCode::OK);
    })
    .await;
}

const CHOSEN: &str = "five even odder words";

/// The token in the link of a response.
fn token(response: &TestResponse) -> String {
    assert_eq!(response.status, StatusCode::CREATED, "{}", response.text);
    let path = response.json()["path"].as_str().expect("a path").to_owned();
    path.strip_prefix("/desk/reset-password#").expect("a link").to_owned()
}

async fn invite(app: &TestApp, owner: &SessionCookie, name: &str, role: &str) -> TestResponse {
    app.desk_post(owner, "staff", json!({ "name": name, "role": role })).await
}

async fn open_link(app: &TestApp, token: &str) -> TestResponse {
    app.request(None, Method::POST, "/api/desk/reset-password/open", json!({ "token": token })).await
}

async fn choose_password(app: &TestApp, token: &str, password: &str) -> TestResponse {
    let body = json!({ "token": token, "password": password });
    app.request(None, Method::POST, "/api/desk/reset-password", body).await
}

#[tokio::test]
async fn invited_colleague_chooses_the_password_and_cannot_sign_in_before() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let invited = invite(&app, &owner, "Ngozi", "desk").await;
        let expires_at = app.clock.now() + INVITATION_VALID;
        assert_eq!(invited.json()["expiresAt"], json!(expires_at));
        let link = token(&invited);
        for password in ["", PASSWORD, CHOSEN] {
            let refused = app.attempt_sign_in("Ngozi", password).await.status_and_code();
            assert_eq!(refused, rejection(401, "wrong_login"), "{password:?}");
        }
        let staff = app.desk_get(&owner, "staff").await.json()["staff"].clone();
        let account = json!({ "name": "Ngozi", "role": "desk", "disabled": false, "totp": false, "lastSeen": null,
            "invitation": { "validUntil": expires_at, "email": null } });
        assert_eq!(staff[0], account);

        let opened = json!({ "name": "Ngozi", "invitation": true });
        assert_eq!(open_link(&app, &link).await.json(), opened);
        assert_eq!(open_link(&app, &link).await.json(), opened, "opening does not use the link");
        let weak = choose_password(&app, &link, "short").await.status_and_code();
        assert_eq!(weak, rejection(422, "weak_password"));
        app.clock.advance(Duration::from_hours(71));
        assert_eq!(choose_password(&app, &link, CHOSEN).await.json(), json!({ "name": "Ngozi" }));
        assert_eq!(app.attempt_sign_in("Ngozi", CHOSEN).await.json()["role"], "desk", "without a delay");
        for answer in [open_link(&app, &link).await, choose_password(&app, &link, PASSWORD).await] {
            assert_eq!(answer.status_and_code(), rejection(410, "invalid_link"), "it works once");
            assert!(answer.text.contains("Please ask an owner for a new link."), "{}", answer.text);
        }
        let recorded = [audit_entries(&app, "invite").await, audit_entries(&app, "accept").await].concat();
        let expected = [json!(["Tonye", "invite desk", "Ngozi", 1]), json!(["Ngozi", "accept invitation", "Ngozi", 1])];
        assert_eq!(recorded, expected);
    })
    .await;
}

#[tokio::test]
async fn invalid_invitations_are_rejected() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    assert_eq!(invite(&app, &owner, "Ngozi", "desk").await.status, StatusCode::CREATED);
    for (name, role, expected) in [
        ("NGOZI", "desk", rejection(409, "name_taken")),
        ("N", "desk", rejection(422, "invalid_name")),
        ("Bola", "boss", rejection(422, "invalid_role")),
    ] {
        assert_eq!(invite(&app, &owner, name, role).await.status_and_code(), expected, "{name} {role}");
    }
    let malformed = app.desk_post(&owner, "staff", json!({ "name": "Bola" })).await;
    assert_eq!(malformed.status_and_code(), rejection(400, "malformed"));
    for changed in ["", "x", "AAAA"] {
        let answer = open_link(&app, changed).await;
        assert_eq!(answer.status_and_code(), rejection(410, "invalid_link"), "{changed:?}");
        assert!(answer.text.contains("not complete"), "{}", answer.text);
    }
}

#[tokio::test]
async fn expired_invitation_gets_a_new_link_that_replaces_the_old_one() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let before = app.sign_in_as_owner().await;
        let late = token(&invite(&app, &before, "Ngozi", "desk").await);
        app.clock.advance(INVITATION_VALID);
        let owner = app.sign_in("Tonye").await;
        assert_eq!(open_link(&app, &late).await.status_and_code(), rejection(410, "invalid_link"), "expired");
        assert_eq!(choose_password(&app, &late, CHOSEN).await.status_and_code(), rejection(410, "invalid_link"));
        let invitation = async || app.desk_get(&owner, "staff").await.json()["staff"][0]["invitation"].clone();
        assert_eq!(invitation().await, json!({ "validUntil": null, "email": null }));
        app.services.store.purge(app.clock.now()).await.expect("purged");
        assert_eq!(invitation().await, json!({ "validUntil": null, "email": null }), "also after the purge");

        let new_link = async || app.desk_post(&owner, "staff/ngozi/reset-password", Value::Null).await;
        let (replaced, renewed) = (token(&new_link().await), new_link().await);
        assert_eq!(renewed.json()["expiresAt"], json!(app.clock.now() + INVITATION_VALID));
        assert_eq!(open_link(&app, &replaced).await.status_and_code(), rejection(410, "invalid_link"), "replaced");
        assert_eq!(choose_password(&app, &token(&renewed), CHOSEN).await.status, StatusCode::OK);
        assert_eq!(app.attempt_sign_in("Ngozi", CHOSEN).await.status, StatusCode::OK);
        let renewals = audit_entries(&app, "renew").await;
        assert_eq!(renewals, vec![json!(["Tonye", "renew invitation", "Ngozi", 1]); 2]);
    })
    .await;
}

#[tokio::test]
async fn cancelled_invitation_ends_the_link_and_frees_the_name() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let link = token(&invite(&app, &owner, "Ngozi", "owner").await);
        let cancel =
            async |name: &str| app.desk_post(&owner, &format!("staff/{name}/cancel-invitation"), Value::Null).await;
        assert_eq!(cancel("ngozi").await.status, StatusCode::NO_CONTENT);
        assert_eq!(choose_password(&app, &link, CHOSEN).await.status_and_code(), rejection(410, "invalid_link"));
        assert_eq!(app.desk_get(&owner, "staff").await.json()["staff"].as_array().map(Vec::len), Some(1));
        assert_eq!(cancel("Ngozi").await.status_and_code(), rejection(404, "unknown_account"));
        assert_eq!(cancel("Tonye").await.status_and_code(), rejection(409, "not_invited"));
        assert_eq!(invite(&app, &owner, "Ngozi", "desk").await.status, StatusCode::CREATED);
        let cancelled = audit_entries(&app, "cancel invitation").await;
        assert_eq!(cancelled, [json!(["Tonye", "cancel invitation", "ngozi", 1])]);
    })
    .await;
}

#[tokio::test]
async fn invited_owner_does_not_count_as_an_owner_who_can_sign_in() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let link = token(&invite(&app, &owner, "Ngozi", "owner").await);
    let step_down = async || app.desk_post(&owner, "staff/Tonye/role", json!({ "role": "desk" })).await;
    assert_eq!(step_down().await.status_and_code(), rejection(409, "last_owner"));
    choose_password(&app, &link, CHOSEN).await;
    assert_eq!(step_down().await.status, StatusCode::NO_CONTENT);
}

async fn send(app: &TestApp, owner: &SessionCookie, token: &str, address: &str) -> TestResponse {
    app.desk_post(owner, "staff/ngozi/send-invitation", json!({ "token": token, "address": address })).await
}

/// The tokens of the invitations that were sent, each with its address.
fn sent_invitations(app: &TestApp) -> Vec<(String, String)> {
    let sent = app.transport.recorded().into_iter();
    sent.map(|sent| {
        let path = sent.invitation.expect("a link").link_path();
        let token = path.strip_prefix("/desk/reset-password#").expect("a link").to_owned();
        (sent.to.as_typed().to_owned(), token)
    })
    .collect()
}

#[tokio::test]
async fn invitation_is_sent_once_to_one_address_and_its_email_is_deleted_with_the_link() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let link = token(&invite(&app, &owner, "Ngozi", "desk").await);
        let invitation = async || app.desk_get(&owner, "staff").await.json()["staff"][0]["invitation"].clone();
        assert_eq!(invitation().await["email"], Value::Null);
        for (address, expected) in [
            ("", rejection(422, "invalid_address")),
            ("ngozi", rejection(422, "invalid_address")),
            ("ngozi@example.com\r\nBcc: eve@example.com", rejection(422, "invalid_address")),
            ("ngozi@example.com, eve@example.com", rejection(422, "invalid_address")),
        ] {
            assert_eq!(send(&app, &owner, &link, address).await.status_and_code(), expected, "{address:?}");
        }
        for changed in ["", "x", &link[1..]] {
            let refused = send(&app, &owner, changed, "ngozi@example.com").await;
            assert_eq!(refused.status_and_code(), rejection(410, "invalid_link"), "{changed:?}");
        }
        assert_eq!(sent_invitations(&app), []);

        let (one, other) = tokio::join!(
            send(&app, &owner, &link, "ngozi@example.com"),
            send(&app, &owner, &link, "ngozi@example.com")
        );
        for answer in [one, other, send(&app, &owner, &link, "Ngozi@Example.com").await] {
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
            assert_eq!(answer.json()["to"].as_str().map(str::to_lowercase).as_deref(), Some("n•••@example.com"));
        }
        assert_eq!(sent_invitations(&app), [("ngozi@example.com".to_owned(), link.clone())]);
        assert_eq!(invitation().await["email"], json!({ "to": "n•••@example.com", "state": "sent" }));
        let elsewhere = send(&app, &owner, &link, "bola@example.com").await;
        assert_eq!(elsewhere.status_and_code(), rejection(409, "already_sent"));
        let recorded = audit_entries(&app, "send invitation").await;
        assert_eq!(recorded, [json!(["Tonye", "send invitation", "Ngozi", 1])], "without the address");

        app.services.store.purge(app.clock.now()).await.expect("purged");
        assert_eq!(app.services.store.outbox_entries(None).await.expect("entries").len(), 1, "its link still works");
        assert_eq!(choose_password(&app, &link, CHOSEN).await.status, StatusCode::OK);
        app.clock.advance(Duration::from_mins(3));
        app.services.store.purge(app.clock.now()).await.expect("purged");
        assert_eq!(app.services.store.outbox_entries(None).await.expect("entries"), []);
        let used = send(&app, &owner, &link, "ngozi@example.com").await;
        assert_eq!(used.status_and_code(), rejection(410, "invalid_link"), "used");
        let reset = token(&app.desk_post(&owner, "staff/ngozi/reset-password", Value::Null).await);
        let refused = send(&app, &owner, &reset, "ngozi@example.com").await.status_and_code();
        assert_eq!(refused, rejection(409, "not_invited"), "the link for a new password of an account in use");
    })
    .await;
}

#[tokio::test]
async fn invitation_that_waits_is_not_sent_when_its_link_has_ended() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let waiting = async |link: &str| {
            app.transport.set_next_result(busy());
            let answer = send(&app, &owner, link, "ngozi@example.com").await;
            assert_eq!(answer.json()["state"], "queued", "{}", answer.text);
        };
        let attempts = async || {
            app.clock.advance(Duration::from_mins(1));
            app.services.outbox.deliver_next().await.expect("the database answers");
            app.transport.recorded().len()
        };
        let replaced = token(&invite(&app, &owner, "Ngozi", "desk").await);
        waiting(&replaced).await;
        assert_eq!(attempts().await, 2, "it is tried again while the link works");
        assert_eq!(sent_invitations(&app)[1].1, replaced, "with the same link");

        let renewed = token(&app.desk_post(&owner, "staff/ngozi/reset-password", Value::Null).await);
        waiting(&renewed).await;
        let other = token(&app.desk_post(&owner, "staff/ngozi/reset-password", Value::Null).await);
        assert_eq!(attempts().await, 3, "replaced");
        waiting(&other).await;
        let cancelled = app.desk_post(&owner, "staff/ngozi/cancel-invitation", Value::Null).await;
        assert_eq!(cancelled.status, StatusCode::NO_CONTENT);
        assert_eq!(attempts().await, 4, "cancelled");
        let gone = send(&app, &owner, &other, "ngozi@example.com").await.status_and_code();
        assert_eq!(gone, rejection(410, "invalid_link"), "the account was deleted");

        let late = token(&invite(&app, &owner, "Ngozi", "desk").await);
        waiting(&late).await;
        app.clock.advance(INVITATION_VALID);
        assert_eq!(attempts().await, 5, "expired");
        app.services.store.purge(app.clock.now() + Duration::from_mins(3)).await.expect("purged");
        assert_eq!(app.services.store.outbox_entries(None).await.expect("entries"), []);
    })
    .await;
}

#[tokio::test]
async fn address_that_the_mail_server_rejects_can_be_corrected() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let link = token(&invite(&app, &owner, "Ngozi", "desk").await);
    app.transport.set_next_result(no_such_user());
    let rejected = send(&app, &owner, &link, "ngozi@exmaple.com").await;
    assert_eq!(rejected.status_and_code(), rejection(422, "invalid_address"));
    let staff = app.desk_get(&owner, "staff").await.json()["staff"][0]["invitation"]["email"].clone();
    assert_eq!(staff, json!({ "to": "n•••@exmaple.com", "state": "rejected" }));
    assert_eq!(send(&app, &owner, &link, "ngozi@example.com").await.status, StatusCode::OK);
    let staff = app.desk_get(&owner, "staff").await.json()["staff"][0]["invitation"]["email"].clone();
    assert_eq!(staff, json!({ "to": "n•••@example.com", "state": "sent" }));
    let emails = app.desk_get(&owner, "mail").await.json()["mail"].as_array().expect("a list").clone();
    let wrong = emails.iter().find(|email| email["to"] == "n•••@exmaple.com").expect("the first email");
    let retry = format!("mail/{}/retry", wrong["id"].as_str().expect("an id"));
    let refused = app.desk_post(&owner, &retry, Value::Null).await.status_and_code();
    assert_eq!(refused, rejection(409, "out_of_date"), "the link is at another address");
}

#[tokio::test]
async fn stolen_session_sends_twenty_invitations_in_an_hour_and_reads_no_link() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    for number in 0..20 {
        let invited = invite(&app, &owner, &format!("Colleague{number}"), "desk").await;
        let body = json!({ "token": token(&invited), "address": format!("stranger{number}@example.com") });
        let sent = app.desk_post(&owner, &format!("staff/colleague{number}/send-invitation"), body).await;
        assert_eq!(sent.status, StatusCode::OK, "{}", sent.text);
    }
    let link = token(&invite(&app, &owner, "Ngozi", "desk").await);
    let refused = send(&app, &owner, &link, "ngozi@example.com").await;
    assert_eq!(refused.status_and_code(), rejection(429, "too_many_attempts"));
    assert_eq!(app.transport.recorded().len(), 20);

    let emails = app.desk_get(&owner, "mail").await.json();
    let id = emails["mail"][0]["id"].as_str().expect("an email").to_owned();
    let email = app.services.store.message_id(&id).await;
    assert!(email.is_err_and(|error| error.to_string().contains("cannot be read here")), "nor from a mail folder");
    app.clock.advance(FIVE_MINUTES);
    let unconfirmed = send(&app, &owner, &link, "ngozi@example.com").await;
    assert_eq!(unconfirmed.status_and_code(), rejection(403, "confirmation_needed"));
}

#[tokio::test]
async fn link_is_used_once_by_two_at_the_same_moment() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let link = token(&invite(&app, &owner, "Ngozi", "desk").await);
        let (one, other) =
            tokio::join!(choose_password(&app, &link, CHOSEN), choose_password(&app, &link, "six even odder words"));
        let statuses = [one.status.as_u16(), other.status.as_u16()];
        assert!(statuses == [200, 410] || statuses == [410, 200], "{statuses:?}");
        let works = if statuses[0] == 200 { CHOSEN } else { "six even odder words" };
        assert_eq!(app.attempt_sign_in("Ngozi", works).await.status, StatusCode::OK);
    })
    .await;
}

/// The account that a page of the desk shows is a header; browsers add the origin.
async fn call_as(
    app: &TestApp,
    session: &SessionCookie,
    call: (Method, &str),
    headers: &[(&str, &str)],
) -> TestResponse {
    let (method, path) = call;
    let mut request = Request::builder().method(method).uri(path).header("cookie", session.value());
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    app.send(request.body(Body::empty()).expect("a request")).await
}

#[tokio::test]
async fn no_call_is_made_in_the_name_of_another_account() {
    let app = TestApp::with_content().await;
    let session = app.sign_in_as_owner().await;
    let description = app.request(None, Method::GET, "/api/openapi.json", Value::Null).await.json();
    let mut writes = 0;
    for (path, calls) in description["paths"].as_object().expect("paths") {
        for (method, call) in calls.as_object().expect("calls") {
            if !path.starts_with("/api/desk/") || call["security"].is_null() || path == "/api/desk/me" {
                continue;
            }
            let method: Method = method.to_uppercase().parse().expect("a method");
            let path = path.replace("{*path}", "services/frames.md").replace(['{', '}'], "");
            let refused = call_as(&app, &session, (method.clone(), &path), &[("x-desk-account", "Ada")]).await;
            assert_eq!(refused.status_and_code(), rejection(403, "other_account"), "{method} {path}");
            if method == Method::GET {
                continue;
            }
            writes += 1;
            // A page of a release that did not name the account.
            let old = call_as(&app, &session, (method.clone(), &path), &[("sec-fetch-site", "same-origin")]).await;
            assert_eq!(old.status_and_code(), rejection(403, "account_needed"), "{method} {path}");
        }
    }
    assert!(writes > 40, "{writes}");
    assert_eq!(audit_entries(&app, "forbidden").await, [] as [Value; 0], "the account itself did nothing forbidden");
}

#[tokio::test]
async fn calls_that_name_the_account_of_the_session_are_made() {
    let app = TestApp::open().await;
    app.add_staff("Adé Ọla", Role::Desk).await;
    let session = app.sign_in("Adé Ọla").await;
    let dismiss = (Method::POST, "/api/desk/me/failed-sign-ins/dismiss");
    let named = ("x-desk-account", "Ad%C3%A9%20%E1%BB%8Cla");
    for headers in [&[named, ("sec-fetch-site", "same-origin")][..], &[named], &[]] {
        let done = call_as(&app, &session, dismiss.clone(), headers).await;
        assert_eq!(done.status, StatusCode::NO_CONTENT, "{headers:?}: {}", done.text);
    }
    let read = call_as(&app, &session, (Method::GET, "/api/desk/me"), &[("x-desk-account", "Ada")]).await;
    assert_eq!(read.status, StatusCode::OK, "asking who is signed in is how a page notices");
}
