//! The staff desk's API: signing in, permissions, codes, people, emails, statistics and staff accounts.

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use clinic_http::services::Settings;
use clinic_rules::staff::{RESET_LINK_VALID, Role, TotpKey, TotpStep};
use clinic_runtime::clock::Clock;
use serde_json::{Value, json};

use crate::support;
use crate::support::desk_client::{PASSWORD, SessionCookie};
use crate::support::recording_transport::{busy, discount_code, no_such_user};
use crate::support::test_app::{TestApp, levels};

fn rejection(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// The code that an authenticator app with this key shows.
fn totp_code(secret: &str, now: jiff::Timestamp) -> String {
    TotpKey::parse(secret).expect("a key").code(TotpStep::at(now))
}

#[tokio::test]
async fn desk_is_hidden_until_there_is_a_staff_account() {
    let app = TestApp::open().await;
    for (method, path) in [(Method::POST, "login"), (Method::GET, "me"), (Method::POST, "people/find")] {
        let response = app.request(None, method, &format!("/api/desk/{path}"), json!({})).await;
        assert_eq!(response.status_and_code(), rejection(404, "not_found"), "{path}");
    }
    app.add_staff("Ngozi", Role::Desk).await;
    let response = app.request(None, Method::GET, "/api/desk/staff", Value::Null).await;
    assert_eq!(response.status_and_code(), rejection(401, "signed_out"));
}

#[tokio::test]
async fn asking_who_is_signed_in_is_not_an_error_when_nobody_is() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let response = app.request(None, Method::GET, "/api/desk/me", Value::Null).await;
    assert_eq!((response.status, response.text.as_str()), (StatusCode::NO_CONTENT, ""));
    assert_eq!(app.desk_get(&owner, "me").await.json()["name"], "Tonye");
}

#[tokio::test]
async fn signing_in_returns_the_session_and_sets_the_cookie() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi Obi", Role::Desk).await;
    let response = app.attempt_sign_in(" ngozi  OBI ", PASSWORD).await;
    let me = json!({ "name": "Ngozi Obi", "role": "desk", "totp": false, "requiredTwoStep": null, "mailTransport": "smtp",
        "clinicName": "The Eye Clinic", "discountPercent": 5, "endsInSeconds": 28_800, "failedSignIns": 0, "contentNotice": null, "contentProblems": [] });
    assert_eq!((response.status, response.json()), (StatusCode::OK, me.clone()));
    assert_eq!(response.headers["cache-control"], "no-store");
    let cookie = response.headers["set-cookie"].to_str().expect("text");
    assert!(cookie.starts_with("desk=") && cookie.contains("; HttpOnly"), "{cookie}");
    assert!(cookie.contains("; SameSite=Strict") && !cookie.contains("; Secure"), "{cookie}");
    assert_eq!(app.desk_get(&response.session_cookie(), "me").await.json(), me);
}

#[tokio::test]
async fn session_cookie_is_invalid_after_signing_out() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let stolen = session.clone();
    let out = app.desk_post(&session, "logout", Value::Null).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    assert!(out.headers["set-cookie"].to_str().expect("text").contains("Max-Age=0"));
    for path in ["audit", "claims.csv", "staff", "stats"] {
        assert_eq!(app.desk_get(&stolen, path).await.status_and_code(), rejection(401, "signed_out"), "{path}");
    }
}

#[tokio::test]
async fn signing_out_everywhere_ends_all_sessions_of_that_account_only() {
    let app = TestApp::open().await;
    let (phone, laptop) = (app.sign_in_as_owner().await, app.sign_in("Tonye").await);
    app.add_staff("Ngozi", Role::Desk).await;
    let colleague = app.sign_in("Ngozi").await;
    assert_eq!(app.desk_post(&phone, "logout-everywhere", Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&laptop, "me").await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&colleague, "me").await.status, StatusCode::OK);
}

#[tokio::test]
async fn signing_in_again_ends_the_session_that_the_browser_had() {
    let app = TestApp::open().await;
    let (before, elsewhere) = (app.sign_in_as_owner().await, app.sign_in("Tonye").await);
    let again = app.attempt_sign_in_from("192.0.2.1", &before.value(), "Tonye", PASSWORD).await.session_cookie();
    assert_eq!(app.desk_get(&before, "me").await.status, StatusCode::NO_CONTENT);
    for session in [again, elsewhere] {
        assert_eq!(app.desk_get(&session, "me").await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn sessions_are_listed_and_signed_out_one_by_one() {
    let app = TestApp::open().await;
    let here = app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let ngozi = app.sign_in("Ngozi").await;
    app.clock.advance(Duration::from_mins(1));
    let login = json!({ "name": "Tonye", "password": PASSWORD }).to_string();
    let request = axum::http::Request::post("/api/desk/login").header("content-type", "application/json");
    let request = request.header("user-agent", "Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0 Safari/537.36");
    let phone = app.send(request.body(login.into()).expect("a request")).await.session_cookie();

    let sessions = app.desk_get(&here, "me/sessions").await.json()["sessions"].clone();
    let listed: Vec<_> =
        sessions.as_array().expect("a list").iter().map(|session| (&session["browser"], &session["current"])).collect();
    assert_eq!(listed, [(&json!("Chrome on Android"), &json!(false)), (&json!("Unknown browser"), &json!(true))]);
    let sign_out = format!("me/sessions/{}/sign-out", sessions[0]["id"].as_str().expect("an id"));
    let of_another = app.desk_post(&ngozi, &sign_out, Value::Null).await;
    assert_eq!(of_another.status_and_code(), rejection(404, "not_found"));
    assert_eq!(app.desk_get(&phone, "me").await.status, StatusCode::OK);
    assert_eq!(app.desk_post(&here, &sign_out, Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&phone, "me").await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&here, "me").await.status, StatusCode::OK);
}

#[tokio::test]
async fn session_ends_after_eight_idle_hours_and_after_one_week() {
    let app = TestApp::open().await;
    let idle = app.sign_in_as_owner().await;
    app.clock.advance(Duration::from_hours(8));
    assert_eq!(app.desk_get(&idle, "me").await.status, StatusCode::NO_CONTENT);
    let busy = app.sign_in("Tonye").await;
    for _ in 0..23 {
        app.clock.advance(Duration::from_hours(7));
        assert_eq!(app.desk_get(&busy, "me").await.status, StatusCode::OK);
    }
    app.clock.advance(Duration::from_hours(7));
    assert_eq!(app.desk_get(&busy, "me").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn wrong_name_and_wrong_password_get_the_same_response() {
    let app = TestApp::open().await;
    app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let tonye = app.sign_in("Tonye").await;
    app.desk_post(&tonye, "staff/Ngozi/disable", Value::Null).await;
    let wrong = app.attempt_sign_in("Tonye", "not the password").await;
    assert_eq!(wrong.status_and_code(), rejection(401, "wrong_login"));
    for (name, password) in [("Nobody", PASSWORD), ("Ngozi", PASSWORD), ("<script>", ""), ("", "")] {
        let response = app.attempt_sign_in(name, password).await;
        assert_eq!((response.status, &response.text), (wrong.status, &wrong.text), "{name}");
        assert!(!response.headers.contains_key("set-cookie"));
    }
}

/// Compares the parameters instead of the time, which depends on the load of the machine.
#[test]
fn unknown_name_costs_as_much_hashing_as_a_known_one() {
    let cost = clinic_rules::staff::Cost { memory_kib: 4 * 1024, passes: 8 };
    let name = clinic_rules::staff::StaffName::parse("Tonye").expect("a name");
    let memory = &mut clinic_rules::staff::HashMemory::default();
    let real = clinic_rules::staff::Password::choose(PASSWORD, &name, &clinic_rules::staff::ClinicWords::default());
    let real = real.expect("a password").hash(cost, [1; 16], memory);
    let decoy = clinic_rules::staff::PasswordHash::decoy(cost, [2; 32], memory);
    let work = |hash: &clinic_rules::staff::PasswordHash| {
        let parts: Vec<String> = hash.as_str().split('$').map(str::to_owned).collect();
        (parts[..4].to_vec(), parts[4].len(), parts[5].len())
    };
    assert_eq!(work(&decoy), work(&real));
    assert!(!decoy.matches(PASSWORD, memory));
}

#[tokio::test]
async fn failed_sign_ins_are_delayed_but_never_locked_out() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    for _ in 0..5 {
        assert_eq!(app.attempt_sign_in("Ngozi", "a wrong attempt").await.status, StatusCode::UNAUTHORIZED);
    }
    let delayed = app.attempt_sign_in("Ngozi", PASSWORD).await;
    assert_eq!(delayed.status_and_code(), rejection(429, "too_many_attempts"));
    assert_eq!(delayed.headers["retry-after"], "2");
    app.clock.advance(Duration::from_secs(2));
    assert_eq!(app.attempt_sign_in("Ngozi", "a wrong attempt").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.attempt_sign_in("Ngozi", PASSWORD).await.headers["retry-after"], "4");
    for _ in 0..50 {
        app.clock.advance(Duration::from_mins(15));
        app.attempt_sign_in("Ngozi", "a wrong attempt").await;
    }
    app.clock.advance(Duration::from_mins(15));
    app.sign_in("Ngozi").await;
    assert_eq!(
        app.attempt_sign_in("Ngozi", "a wrong attempt").await.status,
        StatusCode::UNAUTHORIZED,
        "the failures are forgotten"
    );
}

#[tokio::test]
async fn guesses_from_neighbouring_ipv6_networks_are_delayed_together() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let checked = async |networks: &mut dyn Iterator<Item = String>| {
        let mut checked = 0;
        for network in networks {
            let answer = app.attempt_sign_in_from(&format!("{network}::1"), "", "Ngozi", "a wrong attempt").await;
            checked += usize::from(answer.status == StatusCode::UNAUTHORIZED);
        }
        checked
    };
    assert_eq!(checked(&mut (0..20).map(|n| format!("2001:db8:1:{n:x}"))).await, 7, "in one /56");
    assert_eq!(checked(&mut (1..20).map(|n| format!("2001:db8:1:{n:x}00"))).await, 3, "ten in one /48");
    assert_eq!(checked(&mut (2..7).map(|n| format!("2001:db8:{n}:0"))).await, 5, "other customers are not delayed");
}

#[tokio::test]
async fn known_browser_signs_in_while_strangers_guess_the_password() {
    let app = TestApp::open().await;
    app.add_staff("Tonye", Role::Owner).await;
    let device = app.attempt_sign_in("Tonye", PASSWORD).await.device_cookie();
    for n in 0..100 {
        app.attempt_sign_in_from(&format!("2001:db8:{n:x}::1"), "", "Tonye", "a wrong attempt").await;
    }
    let elsewhere = "198.51.100.9";
    let unknown = app.attempt_sign_in_from(elsewhere, "", "Tonye", PASSWORD).await;
    assert_eq!(unknown.status_and_code(), rejection(429, "too_many_attempts"));
    let known = app.attempt_sign_in_from(elsewhere, &device, "Tonye", PASSWORD).await;
    assert_eq!(known.status, StatusCode::OK, "{}", known.text);
    assert_eq!(known.json()["failedSignIns"], 30);

    let forged = app.attempt_sign_in_from(elsewhere, &format!("{device}A"), "Tonye", PASSWORD).await;
    assert_eq!(forged.status_and_code(), rejection(429, "too_many_attempts"));
    for _ in 0..10 {
        let guess = app.attempt_sign_in_from(elsewhere, &device, "Tonye", "a wrong attempt").await;
        assert_eq!(guess.status, StatusCode::UNAUTHORIZED);
    }
    let delayed = app.attempt_sign_in_from(elsewhere, &device, "Tonye", PASSWORD).await;
    assert_eq!(delayed.status_and_code(), rejection(429, "too_many_attempts"), "a known browser has a limit too");
}

/// The audit entries of failed sign-ins, as [actor, action, subject, times].
async fn failed_sign_ins(app: &TestApp) -> Vec<Value> {
    let entries = app.services.store.audit(None, 1_000).await.expect("entries");
    entries
        .iter()
        .filter(|entry| entry.action.starts_with("fail"))
        .map(|entry| json!([entry.actor, entry.action, entry.subject, entry.times]))
        .collect()
}

#[tokio::test]
async fn failed_sign_ins_are_recorded_per_account_and_shown_at_the_next_sign_in() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    for name in ["Ngozi", "ngozi", "NGOZI", "my password by mistake"] {
        app.attempt_sign_in(name, "a wrong attempt").await;
    }
    let entries = failed_sign_ins(&app).await;
    assert_eq!(entries.len(), 2, "{entries:?}");
    assert!(entries.contains(&json!(["Somebody", "fail to sign in", "Ngozi", 3])), "{entries:?}");
    assert!(entries.contains(&json!(["Somebody", "fail to sign in", "an unknown name", 1])), "{entries:?}");

    let signed_in = app.attempt_sign_in("Ngozi", PASSWORD).await;
    assert_eq!(signed_in.json()["failedSignIns"], 3);
    let session = signed_in.session_cookie();
    assert_eq!(app.desk_get(&session, "me").await.json()["failedSignIns"], 3, "also after a reload");
    app.desk_post(&session, "me/failed-sign-ins/dismiss", Value::Null).await;
    assert_eq!(app.desk_get(&session, "me").await.json()["failedSignIns"], 0);
    assert_eq!(app.attempt_sign_in("Ngozi", PASSWORD).await.json()["failedSignIns"], 0);
    app.assert_metrics([
        r#"clinic_sign_ins_total{outcome="wrong_sign_in"} 4"#,
        r#"clinic_sign_ins_total{outcome="signed_in"} 2"#,
    ]);
}

#[tokio::test]
async fn wrong_second_factor_after_the_right_password_is_recorded() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let key = app.turn_totp_on(&session).await;
    let sign_in = async |totp: Value| {
        let login = json!({ "name": "Tonye", "password": PASSWORD, "totp": totp });
        app.request(None, Method::POST, "/api/desk/login", login).await
    };
    assert_eq!(sign_in(Value::Null).await.status_and_code(), rejection(401, "totp_needed"));
    assert_eq!(failed_sign_ins(&app).await, [Value::Null; 0], "a missing code is not a failure");
    for _ in 0..2 {
        assert_eq!(sign_in(json!("000000")).await.status_and_code(), rejection(401, "totp_wrong"));
    }
    assert_eq!(failed_sign_ins(&app).await, [json!(["Somebody", "fail second factor", "Tonye", 2])]);
    app.clock.advance(Duration::from_mins(1));
    let signed_in = sign_in(json!(key.code(TotpStep::at(app.clock.now())))).await;
    assert_eq!(signed_in.json()["failedSignIns"], 2);
    app.assert_metrics([
        r#"clinic_sign_ins_total{outcome="code_needed"} 1"#,
        r#"clinic_sign_ins_total{outcome="wrong_code"} 2"#,
    ]);
}

#[tokio::test]
async fn second_factor_is_delayed_after_three_wrong_codes_from_any_network() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let key = app.turn_totp_on(&session).await;
    app.clock.advance(Duration::from_mins(1));
    let sign_in = async |network: u32, totp: &str| {
        let request = axum::http::Request::post("/api/desk/login").header("content-type", "application/json");
        let login = json!({ "name": "Tonye", "password": PASSWORD, "totp": totp }).to_string();
        app.send_from(&format!("198.51.100.{network}"), request.body(login.into()).expect("a request")).await
    };
    for network in 1..=3 {
        assert_eq!(sign_in(network, "000000").await.status_and_code(), rejection(401, "totp_wrong"));
    }
    let right = key.code(TotpStep::at(app.clock.now()));
    assert_eq!(sign_in(4, &right).await.status_and_code(), rejection(429, "too_many_attempts"));
    app.clock.advance(Duration::from_secs(2));
    assert_eq!(sign_in(4, &right).await.status, StatusCode::OK);
}

#[tokio::test]
async fn sign_out_and_forbidden_calls_are_in_the_audit_log() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let session = app.sign_in("Ngozi").await;
    for name in ["Ngozi", "Tonye"] {
        let refused = app.desk_post(&session, &format!("staff/{name}/disable"), Value::Null).await;
        assert_eq!(refused.status_and_code(), rejection(403, "not_allowed"));
    }
    app.desk_post(&session, "logout", Value::Null).await;
    let entries = app.services.store.audit(None, 100).await.expect("entries");
    let entry = |action: &str| entries.iter().find(|entry| entry.action == action).expect("an entry");
    let forbidden = entry("forbidden");
    assert_eq!((forbidden.actor.as_str(), forbidden.times), ("Ngozi", 2));
    assert_eq!(forbidden.subject, "POST /api/desk/staff/{name}/disable");
    assert_eq!(entry("sign out").actor, "Ngozi");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_sign_in_attempts_are_limited_to_five() {
    let app = Arc::new(TestApp::open().await);
    app.add_staff("Ngozi", Role::Desk).await;
    let attempts: Vec<_> = (0..100)
        .map(|n| {
            let app = Arc::clone(&app);
            tokio::spawn(async move { app.attempt_sign_in("Ngozi", &format!("attempt number {n}")).await.status })
        })
        .collect();
    let mut checked = 0;
    for attempt in attempts {
        checked += usize::from(attempt.await.expect("it ran") == StatusCode::UNAUTHORIZED);
    }
    assert_eq!(checked, 5);
}

#[tokio::test]
async fn two_step_verification_accepts_each_code_and_recovery_code_once() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let setup = app.desk_post(&session, "me/totp/begin", json!({ "password": PASSWORD })).await.json();
    let secret = setup["secret"].as_str().expect("a secret").to_owned();
    assert!(setup["uri"].as_str().expect("a link").starts_with("otpauth://totp/The%20Eye%20Clinic:Tonye?"));
    let wrong = app.desk_post(&session, "me/totp/confirm", json!({ "code": "not it" })).await;
    assert_eq!(wrong.status_and_code(), rejection(422, "totp_wrong"));
    let code = totp_code(&secret, app.clock.now());
    let recovery = app.desk_post(&session, "me/totp/confirm", json!({ "code": code })).await.json();
    let recovery_codes: Vec<String> = serde_json::from_value(recovery["recovery"].clone()).expect("recovery codes");
    assert_eq!(recovery_codes.len(), 10);

    let sign_in = async |totp: Value| {
        let login = json!({ "name": "Tonye", "password": PASSWORD, "totp": totp });
        app.request(None, Method::POST, "/api/desk/login", login).await
    };
    for _ in 0..10 {
        assert_eq!(
            sign_in(Value::Null).await.status_and_code(),
            rejection(401, "totp_needed"),
            "asking for the code is not a failed attempt"
        );
    }
    assert_eq!(
        sign_in(json!(code)).await.status_and_code(),
        rejection(401, "totp_wrong"),
        "the code was used for the set-up"
    );
    app.clock.advance(Duration::from_mins(1));
    let code = totp_code(&secret, app.clock.now());
    assert_eq!(sign_in(json!(code)).await.status, StatusCode::OK);
    assert_eq!(sign_in(json!(code)).await.status_and_code(), rejection(401, "totp_wrong"), "the code was used");
    assert_eq!(sign_in(json!(recovery_codes[0].to_lowercase())).await.json()["totp"], true);
    assert_eq!(
        sign_in(json!(recovery_codes[0])).await.status_and_code(),
        rejection(401, "totp_wrong"),
        "the recovery code was used"
    );

    let off = json!({ "password": "not the password", "totp": recovery_codes[1] });
    assert_eq!(app.desk_post(&session, "me/totp/off", off).await.status_and_code(), rejection(422, "wrong_password"));
    let off = app.desk_post(&session, "me/totp/off", json!({ "password": PASSWORD })).await;
    assert_eq!(off.status_and_code(), rejection(422, "totp_needed"));
    let off = app.desk_post(&session, "me/totp/off", json!({ "password": PASSWORD, "totp": recovery_codes[1] })).await;
    assert_eq!(off.status, StatusCode::NO_CONTENT);
    assert_eq!(sign_in(Value::Null).await.json()["totp"], false);
    let not_started = app.desk_post(&session, "me/totp/confirm", json!({ "code": "123456" })).await;
    assert_eq!(not_started.status_and_code(), rejection(409, "totp_not_started"));
}

#[tokio::test]
async fn turning_two_step_verification_on_or_off_ends_the_other_sessions() {
    let app = TestApp::open().await;
    let (here, elsewhere) = (app.sign_in_as_owner().await, app.sign_in("Tonye").await);
    let setup = app.desk_post(&here, "me/totp/begin", json!({ "password": PASSWORD })).await.json();
    let code = totp_code(setup["secret"].as_str().expect("a secret"), app.clock.now());
    let confirmed = app.desk_post(&here, "me/totp/confirm", json!({ "code": code })).await.json();
    assert_eq!(app.desk_get(&elsewhere, "me").await.status, StatusCode::NO_CONTENT);
    let login = json!({ "name": "Tonye", "password": PASSWORD, "totp": confirmed["recovery"][0] });
    let elsewhere = app.request(None, Method::POST, "/api/desk/login", login).await.session_cookie();
    let off = json!({ "password": PASSWORD, "totp": confirmed["recovery"][1] });
    assert_eq!(app.desk_post(&here, "me/totp/off", off).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&elsewhere, "me").await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&here, "me").await.status, StatusCode::OK);
}

/// Every desk call that needs a session, from the API description.
fn calls_with_a_session() -> Vec<(Method, String)> {
    let document = serde_json::to_value(clinic_http::api::document()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths").iter();
    let operations = paths.flat_map(|(path, item)| {
        item.as_object().expect("operations").iter().map(move |(method, operation)| (path, method, operation))
    });
    operations
        .filter(|(path, _, operation)| path.starts_with("/api/desk/") && operation["security"].is_array())
        .map(|(path, method, _)| (method.to_uppercase().parse().expect("a method"), path.replace(['{', '}'], "")))
        .collect()
}

#[tokio::test]
async fn owner_without_two_step_verification_can_only_set_it_up_after_a_week() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let rule = async |session: &SessionCookie| app.desk_get(session, "me").await.json()["requiredTwoStep"].clone();
    let required_from = app.clock.now() + Duration::from_hours(7 * 24);
    let expected = |is_required: bool, days_left: u32| json!({ "requiredFrom": required_from, "isRequired": is_required, "daysLeft": days_left });
    assert_eq!(rule(&owner).await, expected(false, 7));
    app.clock.advance(Duration::from_hours(7 * 24 - 1));
    let owner = app.sign_in("Tonye").await;
    assert_eq!(rule(&owner).await, expected(false, 0));
    assert_eq!(app.desk_get(&owner, "staff").await.status, StatusCode::OK);

    app.clock.advance(Duration::from_hours(1));
    assert_eq!(rule(&owner).await, expected(true, 0), "a session that is open");
    let owner = app.sign_in("Tonye").await;
    let allowed = ["me", "logout", "logout-everywhere", "me/totp/begin", "me/totp/confirm"];
    let calls = calls_with_a_session();
    assert!(calls.len() > 30, "{calls:?}");
    for (method, path) in calls.iter().filter(|(_, path)| !allowed.contains(&&path["/api/desk/".len()..])) {
        let response = app.request(Some(&owner), method.clone(), path, Value::Null).await;
        assert_eq!(response.status_and_code(), rejection(403, "two_step_required"), "{method} {path}");
    }
    assert_eq!(app.desk_post(&owner, "logout", Value::Null).await.status, StatusCode::NO_CONTENT);

    let owner = app.sign_in("Tonye").await;
    let setup = app.desk_post(&owner, "me/totp/begin", json!({ "password": PASSWORD })).await.json();
    let code = totp_code(setup["secret"].as_str().expect("a secret"), app.clock.now());
    let confirmed = app.desk_post(&owner, "me/totp/confirm", json!({ "code": code })).await.json();
    let audit = app.desk_get(&owner, "audit").await;
    assert!(audit.text.contains("POST /api/desk/people/find"), "refused calls are recorded: {}", audit.text);
    let off = json!({ "password": PASSWORD, "totp": confirmed["recovery"][0] });
    let off = app.desk_post(&owner, "me/totp/off", off).await;
    assert_eq!(off.status_and_code(), rejection(409, "two_step_required"));
}

#[tokio::test]
async fn accounts_of_the_desk_role_need_no_two_step_verification_by_default() {
    let app = TestApp::open().await;
    app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Desk).await;
    app.clock.advance(Duration::from_hours(24));
    let owner = app.sign_in("Tonye").await;
    app.desk_post(&owner, "staff/Ngozi/role", json!({ "role": "owner" })).await;
    let days_left =
        async |session: &SessionCookie| app.desk_get(session, "me").await.json()["requiredTwoStep"]["daysLeft"].clone();
    let ngozi = app.sign_in("Ngozi").await;
    assert_eq!((days_left(&ngozi).await, days_left(&owner).await), (json!(7), json!(6)));
    app.desk_post(&owner, "staff/Ngozi/role", json!({ "role": "desk" })).await;
    app.clock.advance(Duration::from_hours(30 * 24));
    let ngozi = app.sign_in("Ngozi").await;
    assert_eq!(days_left(&ngozi).await, Value::Null);
    assert_eq!(app.desk_get(&ngozi, "me/sessions").await.status, StatusCode::OK);
}

#[tokio::test]
async fn turning_two_step_verification_on_requires_the_password() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let begin = async |body: Value| app.desk_post(&session, "me/totp/begin", body).await;
    assert_eq!(begin(Value::Null).await.status_and_code(), rejection(400, "malformed"));
    assert_eq!(begin(json!({ "password": "not it at all" })).await.status_and_code(), rejection(422, "wrong_password"));
    let confirm = app.desk_post(&session, "me/totp/confirm", json!({ "code": "123456" })).await;
    assert_eq!(confirm.status_and_code(), rejection(409, "totp_not_started"));
    assert_eq!(begin(json!({ "password": PASSWORD })).await.status, StatusCode::OK);
}

#[tokio::test]
async fn replacing_two_step_verification_requires_the_password_and_a_code() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let begin = async |body: Value| app.desk_post(&session, "me/totp/begin", body).await;
    let setup = begin(json!({ "password": PASSWORD })).await.json();
    let secret = setup["secret"].as_str().expect("a secret").to_owned();
    let used = totp_code(&secret, app.clock.now());
    let confirmed = app.desk_post(&session, "me/totp/confirm", json!({ "code": used })).await.json();
    let recovery_code = confirmed["recovery"][0].clone();

    for (body, expected) in [
        (json!({ "password": PASSWORD }), "totp_needed"),
        (json!({ "password": PASSWORD, "totp": " " }), "totp_needed"),
        (json!({ "password": PASSWORD, "totp": used }), "totp_wrong"),
        (json!({ "password": "not it at all", "totp": recovery_code }), "wrong_password"),
    ] {
        assert_eq!(begin(body.clone()).await.status_and_code(), rejection(422, expected), "{body}");
    }
    let not_started = app.desk_post(&session, "me/totp/confirm", json!({ "code": used })).await;
    assert_eq!(not_started.status_and_code(), rejection(409, "totp_not_started"));

    let replace = json!({ "password": PASSWORD, "totp": recovery_code });
    assert_eq!(begin(replace.clone()).await.status, StatusCode::OK);
    assert_eq!(begin(replace).await.status_and_code(), rejection(422, "totp_wrong"), "a recovery code works once");
    app.clock.advance(Duration::from_mins(1));
    let code = totp_code(&secret, app.clock.now());
    let setup = begin(json!({ "password": PASSWORD, "totp": code })).await.json();
    let new_secret = setup["secret"].as_str().expect("a secret");
    let new_code = totp_code(new_secret, app.clock.now());
    let confirmed = app.desk_post(&session, "me/totp/confirm", json!({ "code": new_code })).await;
    assert_eq!(confirmed.status, StatusCode::OK);
}

#[tokio::test]
async fn wrong_codes_for_replacing_two_step_verification_are_delayed() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    app.turn_totp_on(&session).await;
    let guess = json!({ "password": PASSWORD, "totp": "not it" });
    let mut answers = Vec::new();
    for _ in 0..6 {
        answers.push(app.desk_post(&session, "me/totp/begin", guess.clone()).await.error_code());
    }
    assert_eq!(
        answers,
        ["totp_wrong", "totp_wrong", "totp_wrong", "too_many_attempts", "too_many_attempts", "too_many_attempts"]
    );
}

#[tokio::test]
async fn copy_of_the_cookie_does_not_survive_a_change_of_two_step_verification() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let is_signed_in = async |session: &SessionCookie| app.desk_get(session, "me").await.status == StatusCode::OK;
    let setup = app.desk_post(&session, "me/totp/begin", json!({ "password": PASSWORD })).await.json();
    let code = totp_code(setup["secret"].as_str().expect("a secret"), app.clock.now());
    let copy = session.clone();
    let confirmed = app.desk_post(&session, "me/totp/confirm", json!({ "code": code })).await.json();
    assert!(is_signed_in(&session).await && !is_signed_in(&copy).await, "turned on");
    let copy = session.clone();
    let off = json!({ "password": PASSWORD, "totp": confirmed["recovery"][0] });
    assert_eq!(app.desk_post(&session, "me/totp/off", off).await.status, StatusCode::NO_CONTENT);
    assert!(is_signed_in(&session).await && !is_signed_in(&copy).await, "turned off");
}

#[tokio::test]
async fn browsers_that_became_known_before_two_step_verification_share_the_limit_of_wrong_codes() {
    let app = TestApp::open().await;
    let session = app.sign_in_as_owner().await;
    let mut devices = Vec::new();
    for _ in 0..10 {
        devices.push(app.attempt_sign_in("Tonye", PASSWORD).await.device_cookie());
    }
    app.turn_totp_on(&session).await;
    let mut wrong = 0;
    for device in devices.iter().flat_map(|device| [device; 3]) {
        let guess = json!({ "name": "Tonye", "password": PASSWORD, "totp": "not it" });
        let request = axum::http::Request::post("/api/desk/login").header("content-type", "application/json");
        let request =
            request.header("cookie", device).body(axum::body::Body::from(guess.to_string())).expect("a request");
        match app.send(request).await.error_code().as_str() {
            "totp_wrong" => wrong += 1,
            other => assert_eq!(other, "too_many_attempts"),
        }
    }
    assert_eq!(wrong, 20);
}

#[tokio::test]
async fn changing_the_password_ends_the_other_sessions() {
    let app = TestApp::open().await;
    let (here, elsewhere) = (app.sign_in_as_owner().await, app.sign_in("Tonye").await);
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    let weak = app.desk_post(&here, "me/password", change(PASSWORD, "short")).await;
    assert_eq!(weak.status_and_code(), rejection(422, "weak_password"));
    for guessable in ["123456789012", "password1234", "The Eye Clinic 2026", "portharcourt2026", "Tonye2026Tonye"] {
        let weak = app.desk_post(&here, "me/password", change(PASSWORD, guessable)).await;
        assert_eq!(weak.status_and_code(), rejection(422, "weak_password"), "{guessable}");
        assert!(weak.text.contains("Please use four unrelated words."), "{}", weak.text);
    }
    let wrong = app.desk_post(&here, "me/password", change("not it at all", "five even odder words")).await;
    assert_eq!(wrong.status_and_code(), rejection(422, "wrong_password"));
    let copy = here.clone();
    let changed = app.desk_post(&here, "me/password", change(PASSWORD, "five even odder words")).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&here, "me").await.status, StatusCode::OK);
    assert_eq!(app.desk_get(&elsewhere, "me").await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&copy, "me").await.status, StatusCode::NO_CONTENT, "somebody has copied the cookie");
    assert_eq!(app.attempt_sign_in("Tonye", PASSWORD).await.status_and_code(), rejection(401, "wrong_login"));
    assert_eq!(app.attempt_sign_in("Tonye", "five even odder words").await.status, StatusCode::OK);
}

#[tokio::test]
async fn calls_require_a_session_and_owner_calls_the_owner_role() {
    let app = TestApp::open().await;
    app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let desk = app.sign_in("Ngozi").await;
    let forged = SessionCookie::new("desk=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    let staff_calls = [
        (Method::POST, "logout".to_owned()),
        (Method::POST, "logout-everywhere".to_owned()),
        (Method::GET, "me/sessions".to_owned()),
        (Method::POST, "me/sessions/x/sign-out".to_owned()),
        (Method::POST, "me/confirm".to_owned()),
        (Method::POST, "me/password".to_owned()),
        (Method::POST, "me/totp/begin".to_owned()),
        (Method::POST, "me/totp/confirm".to_owned()),
        (Method::POST, "me/totp/off".to_owned()),
        (Method::POST, "codes/look-up".to_owned()),
        (Method::POST, "codes/redeem".to_owned()),
        (Method::POST, "codes/undo".to_owned()),
        (Method::POST, "addresses/look-up".to_owned()),
        (Method::POST, "addresses/resend".to_owned()),
    ];
    let owner_calls = [
        (Method::POST, "people/find".to_owned()),
        (Method::POST, "addresses/correct".to_owned()),
        (Method::POST, "staff/Ngozi/reset-password".to_owned()),
        (Method::POST, "people/open".to_owned()),
        (Method::POST, "people/resend".to_owned()),
        (Method::POST, "people/extend".to_owned()),
        (Method::POST, "people/cancel".to_owned()),
        (Method::POST, "people/erase".to_owned()),
        (Method::POST, "people/export".to_owned()),
        (Method::POST, "people/stored".to_owned()),
        (Method::GET, "stats".to_owned()),
        (Method::GET, "stats.csv".to_owned()),
        (Method::GET, "claims.csv".to_owned()),
        (Method::GET, "mail".to_owned()),
        (Method::POST, "mail/test".to_owned()),
        (Method::POST, "mail/x/retry".to_owned()),
        (Method::POST, "mail/x/discard".to_owned()),
        (Method::GET, "mail/x/message".to_owned()),
        (Method::GET, "staff".to_owned()),
        (Method::POST, "staff".to_owned()),
        (Method::POST, "staff/Tonye/disable".to_owned()),
        (Method::POST, "staff/Tonye/role".to_owned()),
        (Method::POST, "staff/Tonye/enable".to_owned()),
        (Method::POST, "staff/Tonye/cancel-invitation".to_owned()),
        (Method::GET, "audit".to_owned()),
    ];
    for (method, path) in staff_calls.iter().chain(&owner_calls) {
        for session in [None, Some(&forged)] {
            let response = app.request(session, method.clone(), &format!("/api/desk/{path}"), Value::Null).await;
            assert_eq!(response.status_and_code(), rejection(401, "signed_out"), "{method} {path}");
        }
    }
    for (method, path) in owner_calls {
        let response = app.request(Some(&desk), method.clone(), &format!("/api/desk/{path}"), Value::Null).await;
        assert_eq!(response.status_and_code(), rejection(403, "not_allowed"), "{method} {path}");
    }
}

#[tokio::test]
async fn code_is_redeemed_once_and_can_be_undone_for_ten_minutes() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let desk = app.sign_in("Ngozi").await;
    let code = app.claim_code("ada@example.com").await;
    let typed = code.to_lowercase().replace('-', " ");
    let valid = app.desk_post(&desk, "codes/look-up", json!({ "code": typed })).await.json();
    assert_eq!((&valid["code"], &valid["state"], &valid["percent"]), (&json!(code), &json!("valid"), &json!(5)));
    assert_eq!(valid["validUntil"], "2026-05-31T22:59:59.999Z");
    assert_eq!((&valid["usedAt"], &valid["usedBy"], &valid["undoUntil"]), (&Value::Null, &Value::Null, &Value::Null));

    let used = app.desk_post(&desk, "codes/redeem", json!({ "code": typed })).await.json();
    let now = app.clock.now();
    assert_eq!((&used["state"], &used["usedBy"]), (&json!("used"), &json!("Ngozi")));
    assert_eq!((&used["usedAt"], &used["undoUntil"]), (&json!(now), &json!(now + Duration::from_mins(10))));

    let again = app.desk_post(&desk, "codes/redeem", json!({ "code": code })).await;
    assert_eq!(again.status_and_code(), rejection(409, "used"));
    let error = again.json()["error"].clone();
    assert_eq!((&error["usedAt"], &error["usedBy"]), (&json!(now), &json!("Ngozi")));
    let message = error["message"].as_str().expect("a sentence");
    assert!(message.contains("2 March 2026 at 9:05 AM") && message.contains("Ngozi"), "{message}");

    app.clock.advance(Duration::from_mins(9));
    let undone = app.desk_post(&desk, "codes/undo", json!({ "code": code })).await.json();
    assert_eq!((&undone["state"], &undone["undoUntil"]), (&json!("valid"), &Value::Null));
    let undo = app.desk_post(&desk, "codes/undo", json!({ "code": code })).await;
    assert_eq!(undo.status_and_code(), rejection(409, "not_used"));
    app.desk_post(&desk, "codes/redeem", json!({ "code": code })).await;
    app.clock.advance(Duration::from_mins(11));
    let undo = app.desk_post(&desk, "codes/undo", json!({ "code": code })).await;
    assert_eq!(undo.status_and_code(), rejection(410, "too_late"));
    let seen = app.desk_post(&desk, "codes/look-up", json!({ "code": code })).await.json();
    assert_eq!(seen["undoUntil"], Value::Null, "it can no longer be undone");
}

#[tokio::test]
async fn redemption_can_be_undone_by_whoever_redeemed_it_and_by_owners() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    for name in ["Ngozi", "Bola"] {
        app.add_staff(name, Role::Desk).await;
    }
    let (ngozi, bola) = (app.sign_in("Ngozi").await, app.sign_in("Bola").await);
    let code = app.claim_code("ada@example.com").await;
    app.desk_post(&ngozi, "codes/redeem", json!({ "code": code })).await;
    let undo_until = async |session| {
        app.desk_post(session, "codes/look-up", json!({ "code": code })).await.json()["undoUntil"].clone()
    };
    assert_eq!(undo_until(&bola).await, Value::Null);
    assert_eq!(undo_until(&ngozi).await, undo_until(&owner).await);
    assert_ne!(undo_until(&owner).await, Value::Null);

    let undo = async |session| app.desk_post(session, "codes/undo", json!({ "code": code })).await;
    let refused = undo(&bola).await;
    assert_eq!(refused.status_and_code(), rejection(403, "not_allowed"));
    assert!(refused.text.contains("Only Ngozi or an owner"), "{}", refused.text);
    assert_eq!(undo(&owner).await.json()["state"], "valid");
    app.desk_post(&ngozi, "codes/redeem", json!({ "code": code })).await;
    assert_eq!(undo(&ngozi).await.json()["state"], "valid");
}

#[tokio::test]
async fn invalid_codes_are_rejected_with_the_reason() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let code = app.claim_code("ada@example.com").await;
    let last = if code.ends_with('7') { '8' } else { '7' };
    let mistyped = format!("{}{last}", &code[..13]);
    for (typed, expected) in [
        (mistyped.as_str(), rejection(422, "mistyped")),
        ("hello", rejection(422, "not_a_code")),
        ("EYE5-0000-0000", rejection(404, "unknown_code")),
    ] {
        assert_eq!(
            app.desk_post(&owner, "codes/look-up", json!({ "code": typed })).await.status_and_code(),
            expected,
            "{typed}"
        );
        let redeem = app.desk_post(&owner, "codes/redeem", json!({ "code": typed })).await;
        assert_eq!(redeem.status_and_code(), expected, "{typed}");
    }
    let cancelled = app.claim_code("bola@example.com").await;
    app.desk_post(&owner, "people/cancel", json!({ "code": cancelled })).await;
    assert_eq!(app.desk_post(&owner, "codes/look-up", json!({ "code": cancelled })).await.json()["state"], "cancelled");
    let redeem = app.desk_post(&owner, "codes/redeem", json!({ "code": cancelled })).await;
    assert_eq!(redeem.status_and_code(), rejection(410, "cancelled"));
    app.clock.advance(Duration::from_hours(91 * 24));
    app.add_staff("Bola", Role::Owner).await;
    let owner = app.sign_in("Bola").await;
    assert_eq!(app.desk_post(&owner, "codes/look-up", json!({ "code": code })).await.json()["state"], "expired");
    let redeem = app.desk_post(&owner, "codes/redeem", json!({ "code": code })).await;
    assert_eq!(redeem.status_and_code(), rejection(410, "expired"));
}

#[tokio::test]
async fn code_lookups_are_rate_limited_per_account() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    for _ in 0..100 {
        assert_eq!(
            app.desk_post(&owner, "codes/look-up", json!({ "code": "EYE5-0000-0000" })).await.status,
            StatusCode::NOT_FOUND
        );
    }
    let again = app.sign_in("Tonye").await;
    let response = app.desk_post(&again, "codes/look-up", json!({ "code": "EYE5-0000-0000" })).await;
    assert_eq!(
        response.status_and_code(),
        rejection(429, "too_many_attempts"),
        "the limit is per account, not per session"
    );
    assert_eq!(response.headers["retry-after"], "3300");
}

#[tokio::test]
async fn undoing_is_rate_limited_like_a_lookup() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let session = app.sign_in("Ngozi").await;
    let code = app.issue_code("ada@example.com").await;
    let undo =
        async || app.desk_post(&session, "codes/undo", json!({ "code": code.to_string() })).await.status_and_code();
    for _ in 0..100 {
        assert_eq!(undo().await, rejection(409, "not_used"));
    }
    assert_eq!(undo().await, rejection(429, "too_many_attempts"));
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_concurrent_redemptions_succeed_once() {
    let app = Arc::new(TestApp::open().await);
    let owner = app.sign_in_as_owner().await;
    let code = app.claim_code("ada@example.com").await;
    let redemptions: Vec<_> = (0..50)
        .map(|_| {
            let (app, owner, body) = (Arc::clone(&app), owner.clone(), json!({ "code": code }));
            tokio::spawn(async move { app.desk_post(&owner, "codes/redeem", body).await.status })
        })
        .collect();
    let mut statuses = Vec::new();
    for redemption in redemptions {
        statuses.push(redemption.await.expect("the task ran"));
    }
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::OK).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == StatusCode::CONFLICT).count(), 49);
}

#[tokio::test]
async fn people_are_found_by_code_or_address_with_masked_addresses() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let ada = app.claim_code("ada.obi@gmail.com").await;
    app.clock.advance(Duration::from_mins(1));
    let bola = app.claim_code("bola@example.com").await;
    let found = async |query: &str| {
        let response = app.find_people(&owner, query).await;
        assert!(!response.text.contains("ada.obi") && !response.text.contains("bola@"), "{}", response.text);
        let codes: Vec<Value> = response.json()["people"].as_array().expect("people").clone();
        codes.iter().map(|person| person["code"].as_str().expect("a code").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("").await, [bola.clone(), ada.clone()], "newest first");
    assert_eq!(found("AdaObi@googlemail.com").await, [ada.as_str()]);
    assert_eq!(found("ada.").await, [ada.as_str()], "the beginning of the address");
    for other in ["obi@gmail.com", "example.com", "@gmail", "ada@", "%ada", "___.obi"] {
        assert_eq!(found(other).await, Vec::<String>::new(), "{other}");
    }
    assert_eq!(found(&ada[5..].to_lowercase()).await, [ada.as_str()]);
    assert_eq!(found(&ada[..9]).await, [ada.as_str()], "the beginning");
    assert_eq!(found(&ada[5..8]).await, [ada.as_str()], "the beginning without the prefix");
    assert_eq!(found(&ada[10..]).await, [ada.as_str()], "the last four characters");
    assert_eq!(found("eye5-").await.len(), 2, "the prefix of all codes");
    for short in ["%", "a", "da", "a.@", &ada[5..7], &ada[..7]] {
        let refused = app.find_people(&owner, short).await.status_and_code();
        assert_eq!(refused, rejection(422, "search_too_short"), "{short}");
    }

    let person = app.find_people(&owner, &ada).await.json()["people"][0].clone();
    assert_eq!(
        (&person["address"], &person["state"], &person["mail"]),
        (&json!("a•••@gmail.com"), &json!("valid"), &json!("sent"))
    );
    // After the searches, which are in the audit log as well.
    app.clock.advance(Duration::from_secs(1));
    let opened = app.desk_post(&owner, "people/open", json!({ "code": ada })).await.json();
    assert_eq!(opened["address"], "ada.obi@gmail.com");
    let audit = app.desk_get(&owner, "audit?limit=1").await;
    let entry = audit.json()["entries"][0].clone();
    assert_eq!(
        (&entry["actor"], &entry["action"], &entry["subject"]),
        (&json!("Tonye"), &json!("open address"), &json!(ada))
    );
    assert!(!audit.text.contains('@'), "{}", audit.text);
}

/// Otherwise the masked addresses of everybody could be found out letter by letter.
#[tokio::test]
async fn people_who_are_found_count_as_opened_records_and_pages_after_the_first_need_a_confirmation() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    for number in 0..60 {
        app.issue_code(&format!("visitor{number}@example.com")).await;
    }
    let found = app.find_people(&owner, "visitor").await.json();
    assert_eq!((found["people"].as_array().map(Vec::len), &found["more"]), (Some(5), &json!(true)));
    // Those five, and nobody counts as well.
    for number in 5..30 {
        assert_eq!(app.find_people(&owner, &format!("nobody{number}")).await.status, StatusCode::OK, "{number}");
    }
    let refused = app.find_people(&owner, "nobody30").await;
    assert_eq!(refused.status_and_code(), rejection(403, "confirmation_needed"));
    let latest = app.find_people(&owner, "").await.json();
    assert_eq!((latest["people"].as_array().map(Vec::len), &latest["more"]), (Some(50), &json!(true)));

    let last = &latest["people"][49];
    let next = json!({ "query": "", "after": { "issuedAt": last["issuedAt"], "code": last["code"] } });
    let page = app.desk_post(&owner, "people/find", next.clone()).await.json();
    assert_eq!(page["people"].as_array().map(Vec::len), Some(10));
    app.clock.advance(Duration::from_mins(5));
    let page = app.desk_post(&owner, "people/find", next).await;
    assert_eq!(page.status_and_code(), rejection(403, "confirmation_needed"), "as the download of all claims");
}

#[tokio::test]
async fn code_can_be_resent_extended_cancelled_and_erased() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let code = app.claim_code("ada@example.com").await;
    let post = async |action: &str| app.desk_post(&owner, &format!("people/{action}"), json!({ "code": code })).await;
    let extend = async |days: u32| app.desk_post(&owner, "people/extend", json!({ "code": code, "days": days })).await;

    assert_eq!(post("resend").await.status, StatusCode::NO_CONTENT);
    let emails = app.transport.recorded();
    assert_eq!((emails.len(), discount_code(&emails[1].message).to_string()), (2, code.clone()));
    assert_ne!(emails[0].message_id, emails[1].message_id);

    let extended = extend(30).await.json();
    assert_eq!(extended["validUntil"], "2026-06-30T22:59:59.999Z");
    for days in [0, 366] {
        assert_eq!(extend(days).await.status_and_code(), rejection(422, "invalid_days"));
    }
    assert_eq!(post("cancel").await.json()["state"], "cancelled");
    assert_eq!(post("cancel").await.json()["state"], "cancelled", "cancelling twice changes nothing");
    assert_eq!(post("resend").await.status_and_code(), rejection(410, "cancelled"));
    assert_eq!(extend(1).await.status_and_code(), rejection(410, "cancelled"));

    let chosen = json!({ "query": code, "names": [], "codes": true });
    assert_eq!(app.desk_post(&owner, "people/erase", chosen).await.status, StatusCode::NO_CONTENT);
    assert_eq!(post("open").await.status_and_code(), rejection(404, "unknown_code"));
    assert_eq!(app.codes().await, 0);
    assert_eq!(app.desk_get(&owner, "mail").await.json()["mail"], json!([]));
}

#[tokio::test]
async fn used_code_cannot_be_cancelled_extended_or_resent() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let code = app.claim_code("ada@example.com").await;
    app.desk_post(&owner, "codes/redeem", json!({ "code": code })).await;
    for action in ["cancel", "extend", "resend"] {
        let body = json!({ "code": code, "days": 1 });
        let response = app.desk_post(&owner, &format!("people/{action}"), body).await;
        assert_eq!(response.status_and_code(), rejection(409, "used"), "{action}");
    }
}

#[tokio::test]
async fn claims_download_is_csv_and_recorded_in_the_audit_log() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let code = app.claim_code("ada@example.com").await;
    let response = app.desk_get(&owner, "claims.csv").await;
    assert_eq!(response.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(response.headers["content-disposition"], "attachment; filename=\"claims.csv\"");
    assert!(response.text.contains(&format!("{code},ada@example.com,")), "{}", response.text);
    assert_eq!(app.desk_get(&owner, "audit").await.json()["entries"][0]["action"], "export");
}

/// The holder of a code who has no appointments.
fn by_code(code: &str) -> Value {
    json!({ "query": code, "names": [], "codes": true })
}

#[tokio::test]
async fn owner_downloads_everything_about_a_person_and_it_is_recorded() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let code = app.claim_code("ada@example.com").await;
    app.claim_code("bola@example.com").await;
    let response = app.desk_post(&owner, "people/export", by_code(&code)).await;
    let export = response.json();
    assert_eq!(export["discount codes"][0]["address"], "ada@example.com");
    assert_eq!((&export["emails"][0]["state"], &export["games"][0]["found"]), (&json!("sent"), &json!(11)));
    assert!(!response.text.contains("bola"), "{}", response.text);
    let audit = app.desk_get(&owner, "audit").await.json();
    let newest = &audit["entries"][0];
    assert_eq!((&newest["action"], &newest["subject"]), (&json!("export person"), &json!(code)));

    let unknown = app.desk_post(&owner, "people/export", by_code("EYE5-0000-0000")).await;
    assert_eq!(unknown.status_and_code(), rejection(404, "unknown_code"));
    assert_eq!(app.desk_get(&owner, "audit").await.json()["entries"][0], *newest, "nothing to record");
}

#[tokio::test]
async fn statistics_keep_daily_counts_after_erasure_and_purge() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.start().await;
    let lost = app.start().await;
    app.clock.advance(Duration::from_secs(30));
    app.finish(&lost, &[vec![1], vec![2, 3], vec![]]).await;
    let ada = app.claim_code("ada@example.com").await;
    app.claim_code("bola@example.com").await;
    app.clock.advance(Duration::from_hours(4));
    app.desk_post(&owner, "codes/redeem", json!({ "code": ada })).await;

    let stats = app.desk_get(&owner, "stats").await.json();
    assert_eq!((&stats["from"], &stats["to"]), (&json!("2026-02-03"), &json!("2026-03-02")));
    let days = stats["days"].as_array().expect("days");
    assert_eq!((days.len(), &days[27]["day"]), (28, &json!("2026-03-02")));
    let totals = json!({ "started": 4, "finished": 3, "perfect": 2, "claimed": 2, "redeemed": 1 });
    assert_eq!(stats["totals"], totals);
    for (column, total) in totals.as_object().expect("totals") {
        let sum: u64 = days.iter().map(|day| day[column].as_u64().expect("a count")).sum();
        assert_eq!(Some(sum), total.as_u64(), "{column}");
    }
    assert_eq!(
        stats["levels"][0],
        json!({ "level": 1, "plays": 3, "spots": [{ "id": 1, "label": "the first", "found": 3 }] })
    );
    let found: Vec<u64> = stats["levels"][1]["spots"]
        .as_array()
        .expect("spots")
        .iter()
        .map(|spot| spot["found"].as_u64().expect("a count"))
        .collect();
    assert_eq!(found, [2, 3, 3, 2, 2]);
    assert_eq!(stats["levels"].as_array().map(Vec::len), Some(levels().len()));

    app.desk_post(&owner, "people/erase", by_code(&ada)).await;
    assert_eq!(
        app.desk_get(&owner, "stats").await.json()["totals"],
        totals,
        "erasing a person does not change the daily counts"
    );
    app.clock.advance(Duration::from_hours(200 * 24));
    app.services.store.purge(app.clock.now()).await.expect("purged");
    assert_eq!(app.codes().await, 0);
    app.add_staff("Bola", Role::Owner).await;
    let owner = app.sign_in("Bola").await;
    let after_purge = app.desk_get(&owner, "stats?from=2026-03-01&to=2026-03-03").await.json();
    assert_eq!(after_purge["totals"], totals);
    assert_eq!(after_purge["levels"], stats["levels"], "the purge keeps the counts of each spot");
    let csv = app.desk_get(&owner, "stats.csv?from=2026-03-01&to=2026-03-02").await;
    assert_eq!(csv.headers["content-disposition"], "attachment; filename=\"statistics-2026-03-01-2026-03-02.csv\"");
    let lines: Vec<&str> = csv.text.lines().collect();
    assert_eq!(
        lines,
        ["day,started,finished,perfect,claimed,redeemed", "2026-03-01,0,0,0,0,0", "2026-03-02,4,3,2,2,1"]
    );
}

#[tokio::test]
async fn statistics_days_end_at_midnight_in_lagos() {
    let app = TestApp::open().await;
    app.sign_in_as_owner().await;
    app.clock.advance(Duration::from_mins(14 * 60 + 53));
    app.start().await;
    app.clock.advance(Duration::from_mins(3));
    app.start().await;
    let owner = app.sign_in("Tonye").await;
    let stats = app.desk_get(&owner, "stats?from=2026-03-02").await.json();
    let started: Vec<&Value> = stats["days"].as_array().expect("days").iter().map(|day| &day["started"]).collect();
    assert_eq!(started, [&json!(1), &json!(1)]);
}

#[tokio::test]
async fn invalid_date_ranges_are_rejected() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    for query in ["from=yesterday", "from=2026-03-02&to=2026-03-01", "from=2020-01-01&to=2026-01-01", "to=9999-99-99"] {
        let response = app.desk_get(&owner, &format!("stats?{query}")).await;
        assert_eq!(response.status_and_code(), rejection(422, "invalid_date_range"), "{query}");
    }
    let twice = app.desk_get(&owner, "stats?from=2026-03-02&from=2026-03-01").await;
    assert_eq!(twice.status_and_code(), rejection(400, "malformed"));
}

#[tokio::test]
async fn undelivered_email_shows_the_reason_and_can_be_retried_or_discarded() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.transport.set_next_result(busy());
    app.transport.set_next_result(busy());
    let code = app.claim_code("ada@example.com").await;
    let list = async |state: &str| app.desk_get(&owner, &format!("mail?state={state}")).await.json()["mail"].clone();
    let waiting = list("queued").await[0].clone();
    assert_eq!((&waiting["to"], &waiting["attempts"]), (&json!("a•••@example.com"), &json!(1)));
    assert!(waiting["reason"].as_str().expect("a reason").ends_with("Last answer: 451 busy"), "{waiting}");
    assert!(waiting["nextAt"].is_string() && waiting["settledAt"].is_null(), "{waiting}");
    let id = waiting["id"].as_str().expect("an id").to_owned();

    assert_eq!(app.desk_post(&owner, &format!("mail/{id}/retry"), Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(list("queued").await[0]["attempts"], 2);
    assert_eq!(app.desk_post(&owner, &format!("mail/{id}/discard"), Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(list("queued").await, json!([]));
    let discarded = list("rejected").await[0].clone();
    assert_eq!(discarded["reason"], "Discarded by Tonye.");
    assert!(discarded["nextAt"].is_null() && discarded["settledAt"].is_string(), "{discarded}");
    assert_eq!(app.find_people(&owner, &code).await.json()["people"][0]["mail"], "rejected");

    assert_eq!(app.desk_post(&owner, &format!("mail/{id}/retry"), Value::Null).await.status, StatusCode::NO_CONTENT);
    let sent = list("sent").await[0].clone();
    assert_eq!((&sent["id"], &sent["reason"], &sent["attempts"]), (&json!(id), &Value::Null, &json!(1)));
    for action in ["retry", "discard"] {
        let response = app.desk_post(&owner, &format!("mail/{id}/{action}"), Value::Null).await;
        assert_eq!(response.status_and_code(), rejection(409, "already_sent"), "{action}");
        let response = app.desk_post(&owner, &format!("mail/nothing/{action}"), Value::Null).await;
        assert_eq!(response.status_and_code(), rejection(404, "unknown_email"), "{action}");
    }
    let ids: Vec<String> = app.transport.recorded().into_iter().map(|email| email.message_id).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(app.desk_get(&owner, "mail?state=lost").await.status_and_code(), rejection(422, "invalid_state"));
    let message = app.desk_get(&owner, &format!("mail/{id}/message")).await;
    assert_eq!(
        message.status_and_code(),
        rejection(404, "message_not_available"),
        "messages sent by SMTP are not kept"
    );
}

#[tokio::test]
async fn test_email_is_sent_directly_and_not_stored() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.transport.set_next_result(busy());
    app.transport.set_next_result(no_such_user());
    let test = async || app.desk_post(&owner, "mail/test", json!({ "to": "owner@example.com" })).await.json();
    assert_eq!(test().await, json!({ "outcome": "deferred", "reason": "451 busy" }));
    assert_eq!(test().await, json!({ "outcome": "rejected", "reason": "550 no such user" }));
    assert_eq!(test().await, json!({ "outcome": "accepted", "reason": null }));
    let sample = app.transport.recorded().pop().expect("an email");
    let lookup =
        app.desk_post(&owner, "codes/look-up", json!({ "code": discount_code(&sample.message).to_string() })).await;
    assert_eq!(lookup.status_and_code(), rejection(404, "unknown_code"), "the sample code is not a real one");
    assert_eq!(app.desk_get(&owner, "mail").await.json()["mail"], json!([]));
    let invalid = app.desk_post(&owner, "mail/test", json!({ "to": "nobody" })).await;
    assert_eq!(invalid.status_and_code(), rejection(422, "invalid_address"));
    let send = async || app.desk_post(&owner, "mail/test", json!({ "to": "owner@example.com" })).await;
    for number in 3..10 {
        assert_eq!(send().await.status, StatusCode::OK, "{number}");
    }
    assert_eq!(send().await.status_and_code(), rejection(429, "too_many_attempts"), "10 in an hour");
    app.clock.advance(Duration::from_hours(1));
    assert_eq!(send().await.status, StatusCode::OK);
}

#[tokio::test]
async fn owner_disables_and_enables_a_staff_account() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let ngozi = app.sign_in("Ngozi").await;
    let staff = app.desk_get(&owner, "staff").await.json()["staff"].clone();
    assert_eq!(
        staff[0],
        json!({ "name": "Ngozi", "role": "desk", "disabled": false, "totp": false, "lastSeen": app.clock.now(),
            "invitation": null })
    );
    assert_eq!(app.desk_post(&owner, "staff/ngozi/disable", Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_get(&ngozi, "me").await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.desk_post(&owner, "staff/Ngozi/enable", Value::Null).await.status, StatusCode::NO_CONTENT);
    app.sign_in("Ngozi").await;
    assert_eq!(app.desk_get(&ngozi, "me").await.status, StatusCode::NO_CONTENT, "old sessions stay ended");
    let last = app.desk_post(&owner, "staff/Tonye/disable", Value::Null).await;
    assert_eq!(last.status_and_code(), rejection(409, "last_owner"));
    let nobody = app.desk_post(&owner, "staff/Nobody/disable", Value::Null).await;
    assert_eq!(nobody.status_and_code(), rejection(404, "unknown_account"));
    let actions: Vec<String> = app.desk_get(&owner, "audit").await.json()["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|entry| entry["action"].as_str().expect("an action").to_owned())
        .collect();
    for action in ["add desk", "disable", "enable", "sign in"] {
        assert!(actions.contains(&action.to_owned()), "{action} is not in {actions:?}");
    }
}

#[tokio::test]
async fn owner_changes_the_role_of_a_colleague_but_never_of_the_last_owner() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        app.add_staff("Ngozi", Role::Desk).await;
        let ngozi = app.sign_in("Ngozi").await;
        let change = async |session, name: &str, role: &str| {
            app.desk_post(session, &format!("staff/{name}/role"), json!({ "role": role })).await
        };
        assert_eq!(change(&owner, "Tonye", "desk").await.status_and_code(), rejection(409, "last_owner"));
        assert_eq!(change(&owner, "Nobody", "desk").await.status_and_code(), rejection(404, "unknown_account"));
        assert_eq!(change(&owner, "Ngozi", "boss").await.status_and_code(), rejection(422, "invalid_role"));
        assert_eq!(change(&owner, "ngozi", "owner").await.status, StatusCode::NO_CONTENT);
        assert_eq!(app.desk_get(&ngozi, "me").await.json()["role"], "owner", "without signing in again");
        assert_eq!(change(&ngozi, "Tonye", "desk").await.status, StatusCode::NO_CONTENT);
        assert_eq!(app.desk_get(&owner, "staff").await.status_and_code(), rejection(403, "not_allowed"));
        let entries = app.desk_get(&ngozi, "audit").await.json()["entries"].clone();
        let changes: Vec<Value> = entries
            .as_array()
            .expect("entries")
            .iter()
            .filter(|entry| entry["action"].as_str().is_some_and(|action| action.starts_with("make")))
            .map(|entry| json!([entry["actor"], entry["action"], entry["subject"]]))
            .collect();
        assert_eq!(changes.len(), 2, "{changes:?}");
        assert!(changes.contains(&json!(["Tonye", "make owner", "ngozi"])), "{changes:?}");
        assert!(changes.contains(&json!(["Ngozi", "make desk", "Tonye"])), "{changes:?}");
    })
    .await;
}

#[tokio::test]
async fn owner_gives_a_colleague_a_link_for_a_new_password() {
    const NEW: &str = "five even odder words";
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let ngozi = app.sign_in("Ngozi").await;
    for _ in 0..6 {
        app.attempt_sign_in("Ngozi", "forgotten it").await;
    }
    let offer = async || app.desk_post(&owner, "staff/ngozi/reset-password", Value::Null).await;
    let reset = async |token: &str, password: &str| {
        let body = json!({ "token": token, "password": password });
        app.request(None, Method::POST, "/api/desk/reset-password", body).await
    };
    let (replaced, offered) = (offer().await.json(), offer().await);
    assert_eq!(offered.status, StatusCode::CREATED);
    let token = |offer: &Value| offer["path"].as_str().expect("a path").split_once('#').expect("a token").1.to_owned();
    let link = token(&offered.json());
    assert_eq!(app.desk_get(&ngozi, "me").await.status, StatusCode::OK, "the link alone changes nothing");

    assert_eq!(reset(&token(&replaced), NEW).await.status_and_code(), rejection(410, "invalid_link"), "replaced");
    assert_eq!(reset("not a token", NEW).await.status_and_code(), rejection(410, "invalid_link"));
    for weak in ["short", "password1234", "theeyeclinic2026"] {
        assert_eq!(reset(&link, weak).await.status_and_code(), rejection(422, "weak_password"), "{weak}");
    }
    assert_eq!(reset(&link, NEW).await.json(), json!({ "name": "Ngozi" }));
    assert_eq!(reset(&link, NEW).await.status_and_code(), rejection(410, "invalid_link"), "the link works once");
    assert_eq!(app.desk_get(&ngozi, "me").await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.attempt_sign_in("Ngozi", NEW).await.status, StatusCode::OK, "without a delay");

    let late = token(&offer().await.json());
    app.clock.advance(RESET_LINK_VALID);
    assert_eq!(reset(&late, PASSWORD).await.status_and_code(), rejection(410, "invalid_link"), "expired");
    let actions: Vec<Value> = app
        .services
        .store
        .audit(None, 100)
        .await
        .expect("entries")
        .into_iter()
        .map(|entry| json!([entry.actor, entry.action, entry.subject]))
        .collect();
    assert!(actions.contains(&json!(["Tonye", "offer password reset", "Ngozi"])), "{actions:?}");
    assert!(actions.contains(&json!(["Ngozi", "reset password", "Ngozi"])), "{actions:?}");
}

#[tokio::test]
async fn links_for_a_new_password_are_limited_to_active_accounts_of_others() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let offer = async |name: &str| app.desk_post(&owner, &format!("staff/{name}/reset-password"), Value::Null).await;
    assert_eq!(offer("tonye").await.status_and_code(), rejection(409, "own_account"));
    assert_eq!(offer("Nobody").await.status_and_code(), rejection(404, "unknown_account"));
    let offered = offer("Ngozi").await.json();
    let token = offered["path"].as_str().expect("a path").split_once('#').expect("a token").1;
    app.desk_post(&owner, "staff/Ngozi/disable", Value::Null).await;
    assert_eq!(offer("Ngozi").await.status_and_code(), rejection(409, "disabled_account"));
    app.desk_post(&owner, "staff/Ngozi/enable", Value::Null).await;
    let body = json!({ "token": token, "password": "five even odder words" });
    let reset = app.request(None, Method::POST, "/api/desk/reset-password", body).await;
    assert_eq!(reset.status_and_code(), rejection(410, "invalid_link"), "disabling the account ends its link");
}

#[tokio::test]
async fn name_of_a_disabled_account_can_be_used_again() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    app.add_staff("Ngozi", Role::Owner).await;
    let ngozi = app.sign_in("Ngozi").await;
    app.turn_totp_on(&ngozi).await;
    let new = json!({ "name": "NGOZI", "role": "desk" });
    let refused = app.desk_post(&owner, "staff", new.clone()).await;
    assert_eq!(refused.status_and_code(), rejection(409, "name_taken"), "the account is in use");
    app.desk_post(&owner, "staff/ngozi/disable", Value::Null).await;
    let link = app.desk_post(&owner, "staff", new).await.json();
    assert_eq!(app.attempt_sign_in("Ngozi", PASSWORD).await.status_and_code(), rejection(401, "wrong_login"));
    let token = link["path"].as_str().expect("a path").split_once('#').expect("a token").1;
    let body = json!({ "token": token, "password": "five even odder words" });
    app.request(None, Method::POST, "/api/desk/reset-password", body).await;

    let staff = app.desk_get(&owner, "staff").await.json()["staff"].clone();
    let account = json!({ "name": "NGOZI", "role": "desk", "disabled": false, "totp": false, "lastSeen": null,
        "invitation": null });
    assert_eq!(staff[0], account, "{staff}");
    assert_eq!(app.attempt_sign_in("Ngozi", PASSWORD).await.status_and_code(), rejection(401, "wrong_login"));
    assert_eq!(app.attempt_sign_in("Ngozi", "five even odder words").await.json()["role"], "desk");
    assert_eq!(app.desk_get(&ngozi, "me").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn people_and_audit_entries_are_listed_page_by_page_without_gaps() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let mut issued = Vec::new();
        for person in 0..103 {
            // Several codes of the same moment: the code itself decides their order.
            if person % 40 == 0 {
                app.clock.advance(Duration::from_secs(1));
            }
            issued.push(app.issue_code(&format!("person{person}@example.com")).await.to_string());
        }
        let (mut seen, mut sizes, mut after) = (Vec::new(), Vec::new(), Value::Null);
        loop {
            let page = app.desk_post(&owner, "people/find", json!({ "query": "", "after": after })).await.json();
            let people = page["people"].as_array().expect("people").clone();
            sizes.push(people.len());
            seen.extend(people.iter().map(|person| person["code"].as_str().expect("a code").to_owned()));
            if page["more"] == false {
                break;
            }
            // A newer code does not move the next page.
            app.clock.advance(Duration::from_secs(1));
            app.issue_code(&format!("later{}@example.com", seen.len())).await;
            let last = people.last().expect("a person");
            after = json!({ "issuedAt": last["issuedAt"], "code": last["code"] });
        }
        assert_eq!(sizes, [50, 50, 3]);
        issued.sort();
        seen.sort();
        assert_eq!(seen, issued);

        let whole = app.desk_get(&owner, "audit?limit=1000").await.json()["entries"].clone();
        let first = app.desk_get(&owner, "audit?limit=1").await.json();
        assert_eq!((&first["entries"][0], &first["more"]), (&whole[0], &json!(true)));
        let (at, id) = (first["entries"][0]["at"].as_str().expect("a time"), &first["entries"][0]["id"]);
        let path = format!("audit?afterAt={at}&afterId={}", id.as_str().expect("an id"));
        let rest = app.desk_get(&owner, &path).await.json();
        assert_eq!((&rest["entries"][0], &rest["more"]), (&whole[1], &json!(false)));
    })
    .await;
}

#[tokio::test]
async fn desk_role_looks_up_a_complete_address_and_sends_the_email_again() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let desk = app.sign_in("Ngozi").await;
    let code = app.claim_code("ada.obi@gmail.com").await;
    let call = async |path: &str, address: &str| {
        app.desk_post(&desk, &format!("addresses/{path}"), json!({ "address": address })).await
    };
    let found = call("look-up", "AdaObi@gmail.com").await;
    let holder = found.json()["holder"].clone();
    assert_eq!((&holder["state"], &holder["mail"]), (&json!("valid"), &json!("sent")));
    assert!(!found.text.contains(&code) && !found.text.contains("ada.obi"), "{}", found.text);
    assert_eq!(call("look-up", "bola@example.com").await.json()["holder"], Value::Null);
    assert_eq!(call("look-up", "ada.obi").await.status_and_code(), rejection(422, "invalid_address"), "not complete");

    let sent = || app.transport.recorded().len();
    assert_eq!(call("resend", "ada.obi@gmail.com").await.status_and_code(), rejection(429, "too_many_attempts"));
    assert_eq!(sent(), 1, "the email was sent a moment ago");
    app.clock.advance(Duration::from_mins(11));
    assert_eq!(call("resend", "adaobi@gmail.com").await.status, StatusCode::NO_CONTENT);
    assert_eq!(sent(), 2);
    let resent = app.transport.recorded().pop().expect("an email");
    assert_eq!(discount_code(&resent.message).to_string(), code);
    assert_eq!(call("resend", "bola@example.com").await.status_and_code(), rejection(404, "unknown_address"));
    app.desk_post(&desk, "codes/redeem", json!({ "code": code })).await;
    assert_eq!(call("resend", "ada.obi@gmail.com").await.status_and_code(), rejection(409, "used"));

    let entries = app.services.store.audit(None, 100).await.expect("entries");
    let subjects = |action: &str| {
        let mut subjects: Vec<String> =
            entries.iter().filter(|entry| entry.action == action).map(|entry| entry.subject.clone()).collect();
        subjects.sort();
        subjects
    };
    assert_eq!(subjects("look up address"), [code.clone(), "an unknown address".to_owned()]);
    assert_eq!(subjects("send again"), [code]);
}

#[tokio::test]
async fn address_lookups_are_rate_limited_per_account() {
    let app = TestApp::open().await;
    app.add_staff("Ngozi", Role::Desk).await;
    let desk = app.sign_in("Ngozi").await;
    let look_up = async || app.desk_post(&desk, "addresses/look-up", json!({ "address": "ada@example.com" })).await;
    for _ in 0..60 {
        assert_eq!(look_up().await.status, StatusCode::OK);
    }
    assert_eq!(look_up().await.status_and_code(), rejection(429, "too_many_attempts"));
    let code = app.desk_post(&desk, "codes/look-up", json!({ "code": "EYE5-0000-0000" })).await;
    assert_eq!(code.status_and_code(), rejection(404, "unknown_code"), "codes are counted separately");
}

#[tokio::test]
async fn owner_finds_a_mistyped_address_by_its_beginning_and_corrects_it() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let bola = app.claim_code("bola@example.com").await;
        let proof = app.win().await;
        assert_eq!(app.claim(&proof, "Ada_Obi@gmial.com").await.text, "OK");
        let ada = discount_code(&app.transport.recorded().last().expect("an email").message).to_string();
        let found = async |query: &str| {
            let people = app.find_people(&owner, query).await.json()["people"].as_array().expect("people").clone();
            people.into_iter().map(|person| person["code"].as_str().expect("a code").to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(found("ADA_obi").await, [ada.as_str()]);
        assert_eq!(found("gmial").await, Vec::<String>::new(), "a part would list everybody at a provider");
        assert_eq!(found("ada%").await, Vec::<String>::new(), "only the text itself matches");
        assert_eq!(found("b_la").await, Vec::<String>::new(), "an underscore is not a wildcard");

        let correct = async |code: &str, address: &str| {
            app.desk_post(&owner, "addresses/correct", json!({ "code": code, "address": address })).await
        };
        assert_eq!(correct(&ada, "nobody").await.status_and_code(), rejection(422, "invalid_address"));
        assert_eq!(correct(&ada, "Bola@example.com").await.status_and_code(), rejection(409, "address_taken"));
        let corrected = correct(&ada, "ada.obi@gmail.com").await;
        assert_eq!((&corrected.json()["code"], &corrected.json()["state"]), (&json!(ada), &json!("valid")));
        let email = app.transport.recorded().pop().expect("an email");
        assert_eq!(email.to.as_typed(), "ada.obi@gmail.com");
        assert_eq!(discount_code(&email.message).to_string(), ada);
        assert_eq!(found("ada_obi@gmial").await, Vec::<String>::new());
        assert_eq!(found("adaobi@gmail.com").await, [ada.as_str()], "the person moved with the address");

        let refused = app.claim(&proof, "chidi@example.com").await;
        assert_eq!(refused.status.as_u16(), 412, "the proof earned this code: {}", refused.text);
        let again = app.win().await;
        assert_eq!(app.claim(&again, "adaobi@gmail.com").await.text, "OK");
        assert_eq!(found("").await.len(), 2, "still one code per person");

        app.desk_post(&owner, "codes/redeem", json!({ "code": bola })).await;
        assert_eq!(correct(&bola, "bo@example.com").await.status_and_code(), rejection(409, "used"));
        let entries = app.services.store.audit(None, 100).await.expect("entries");
        let corrections: Vec<&str> = entries
            .iter()
            .filter(|entry| entry.action == "correct address")
            .map(|entry| entry.subject.as_str())
            .collect();
        assert_eq!(corrections, [ada.as_str()]);
        assert!(entries.iter().any(|entry| entry.action == "search people"));
        assert!(entries.iter().all(|entry| !entry.subject.contains('@')), "{entries:?}");
        let erase = app.desk_post(&owner, "people/erase", by_code(&ada)).await;
        assert_eq!(erase.status, StatusCode::NO_CONTENT);
        let left = app.desk_get(&owner, "mail?state=sent").await.text;
        assert!(!left.contains("gmail") && !left.contains("gmial"), "emails to both addresses are erased: {left}");
    })
    .await;
}

/// Covers the queries that only the desk uses: SQLite and PostgreSQL accept different SQL.
#[tokio::test]
async fn desk_works_on_both_databases() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.sign_in_as_owner().await;
        let (ada, bola) = (app.claim_code("ada@example.com").await, app.claim_code("bola@example.com").await);
        app.desk_post(&owner, "codes/redeem", json!({ "code": ada })).await;
        assert_eq!(app.find_people(&owner, "").await.json()["people"].as_array().map(Vec::len), Some(2));
        assert_eq!(app.find_people(&owner, &bola[5..]).await.json()["people"][0]["code"], bola);
        assert_eq!(
            app.desk_post(&owner, "people/resend", json!({ "code": bola })).await.status,
            StatusCode::NO_CONTENT
        );
        let extended = app.desk_post(&owner, "people/extend", json!({ "code": bola, "days": 1 })).await;
        assert_eq!(extended.json()["validUntil"], "2026-06-01T22:59:59.999Z");
        let erase = app.desk_post(&owner, "people/erase", by_code(&ada)).await;
        assert_eq!(erase.status, StatusCode::NO_CONTENT);
        let totals = json!({ "started": 2, "finished": 2, "perfect": 2, "claimed": 2, "redeemed": 1 });
        assert_eq!(app.desk_get(&owner, "stats").await.json()["totals"], totals);
        app.add_staff("Ngozi", Role::Owner).await;
        assert_eq!(app.desk_post(&owner, "staff/Ngozi/disable", Value::Null).await.status, StatusCode::NO_CONTENT);
        assert_eq!(
            app.desk_post(&owner, "staff/Tonye/disable", Value::Null).await.status_and_code(),
            rejection(409, "last_owner")
        );
        app.turn_totp_on(&owner).await;
        let invited = json!({ "name": "Ngozi", "role": "desk" });
        assert_eq!(app.desk_post(&owner, "staff", invited).await.status, StatusCode::CREATED);
        let link = app.desk_post(&owner, "staff/Ngozi/reset-password", Value::Null).await.json();
        let token = link["path"].as_str().expect("a path").split_once('#').expect("a token").1;
        let reset = json!({ "token": token, "password": "five even odder words" });
        let reset = app.request(None, Method::POST, "/api/desk/reset-password", reset).await;
        assert_eq!(reset.status, StatusCode::OK, "{}", reset.text);
        app.clock.advance(Duration::from_hours(200 * 24));
        let purged = app.services.store.purge(app.clock.now()).await.expect("purged");
        assert_eq!(purged.records("discount codes"), 1);
        assert_eq!(app.desk_get(&owner, "me").await.status, StatusCode::NO_CONTENT);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_a_thousand_codes_is_redeemed_once_under_concurrency() {
    const CODES: usize = 1_000;
    const ATTEMPTS: usize = 20;
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let mut codes = Vec::new();
        for person in 0..CODES {
            codes.push(app.issue_code(&format!("person{person}@example.com")).await);
        }
        let (store, random, now) = (&app.services.store, &app.services.random, app.clock.now());
        let mut successes = 0;
        // A few codes at a time keep all connections busy without waiting longer than the pool's timeout.
        for codes in codes.chunks(10) {
            let redemptions: Vec<_> = (0..ATTEMPTS)
                .flat_map(|attempt| codes.iter().map(move |code| (*code, format!("Desk {attempt}"))))
                .map(|(code, by)| {
                    let (store, random) = (store.clone(), Arc::clone(random));
                    tokio::spawn(async move { store.redeem(code, &by, &*random, now).await.is_ok() })
                })
                .collect();
            for redemption in redemptions {
                successes += usize::from(redemption.await.expect("the task ran"));
            }
        }
        let used =
            store.claims_page(None).await.expect("exported").iter().filter(|claim| claim.redeemed_at.is_some()).count();
        assert_eq!((successes, used), (CODES, CODES));
        let entries = store.audit(None, 5_000).await.expect("entries");
        assert_eq!(entries.iter().filter(|entry| entry.action == "redeem").count(), CODES, "one entry per redemption");
    })
    .await;
}

#[tokio::test]
async fn database_contains_neither_session_tokens_nor_passwords() {
    let app = TestApp::open().await;
    let cookie = app.sign_in_as_owner().await.value();
    let token = cookie.trim_start_matches("desk=").to_owned();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copy = folder.path().join("copy.db");
    app.services.store.backup(&copy).await.expect("copied");
    let bytes = String::from_utf8_lossy(&std::fs::read(copy).expect("a file")).into_owned();
    assert!(bytes.contains("$argon2id$"), "the file is a copy of the database");
    assert!(!bytes.contains(&token) && !bytes.contains(PASSWORD));
}

#[tokio::test]
async fn problems_of_the_content_are_shown_to_owners_and_editors() {
    let app = TestApp::open().await;
    app.add_staff("Bola", Role::Editor).await;
    app.add_staff("Ngozi", Role::Desk).await;
    let owner = app.sign_in_as_owner().await;
    for session in [&owner, &app.sign_in("Bola").await] {
        let me = app.desk_get(session, "me").await.json();
        assert_eq!(me["contentProblems"], json!(["pages/home.md:2: `title` is missing."]));
        let notice = me["contentNotice"].as_str().expect("a notice");
        assert!(
            notice.starts_with("The content folder has errors.") && notice.contains("Correct the files"),
            "{notice}"
        );
    }
    let receptionist = app.sign_in("Ngozi").await;
    let me = app.desk_get(&receptionist, "me").await.json();
    assert_eq!((&me["contentProblems"], &me["contentNotice"]), (&json!([]), &Value::Null));
}

#[tokio::test]
async fn health_of_the_site_is_for_owners() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let checks = app.desk_get(&owner, "health").await.json()["checks"].clone();
    assert_eq!((&checks[0]["subject"], &checks[0]["isGood"]), (&json!("content"), &json!(false)), "{checks}");
    assert_eq!(checks[0]["details"], json!(["pages/home.md:2: `title` is missing."]));
    app.add_staff("Bola", Role::Editor).await;
    let editor = app.sign_in("Bola").await;
    assert_eq!(app.desk_get(&editor, "health").await.error_code(), "not_allowed");
}

#[tokio::test]
async fn owner_sends_emails_that_a_restored_backup_holds() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    let actor = app.desk.actor("command line");
    app.services.store.hold_mail(actor).await.expect("held");
    app.issue_code("ada@example.com").await;
    let queued = app.services.store.outbox_backlog(app.clock.now()).await.expect("a backlog").waiting;
    assert!(queued > 0);
    assert_eq!(app.services.outbox.deliver_next().await.expect("no error"), None);
    let mail = |health: &Value| {
        let checks = health["checks"].as_array().expect("checks").clone();
        checks.into_iter().find(|check| check["subject"] == "mail").expect("a check")
    };
    let held = mail(&app.desk_get(&owner, "health").await.json());
    assert_eq!((&held["isGood"], &held["action"]), (&json!(false), &json!("releaseMail")), "{held}");
    let released = mail(&app.desk_post(&owner, "health/mail", Value::Null).await.json());
    assert_eq!((&released["isGood"], &released["action"]), (&json!(true), &Value::Null), "{released}");
    // The request that queued it has a lease.
    app.clock.advance(Duration::from_mins(3));
    assert!(app.services.outbox.deliver_next().await.expect("no error").is_some());
}

#[tokio::test]
async fn codes_of_an_earlier_and_of_the_current_discount_are_redeemed() {
    let app = TestApp::open().await;
    let owner = app.sign_in_as_owner().await;
    for (percent, prefix) in [(10, "EYE10-"), (5, "EYE5-")] {
        let code = app.issue_code_worth(percent, &format!("ada{percent}@example.com")).await.to_string();
        assert!(code.starts_with(prefix), "{code}");
        let response = app.desk_post(&owner, "codes/redeem", json!({ "code": code.to_lowercase() })).await;
        assert_eq!((response.status, &response.json()["code"]), (StatusCode::OK, &json!(code)));
    }
    // Without a prefix the current discount is assumed, which is 5 % here.
    let code = app.issue_code("bola@example.com").await.to_string();
    let typed = code.trim_start_matches("EYE5-");
    assert_eq!(app.desk_post(&owner, "codes/look-up", json!({ "code": typed })).await.json()["code"], json!(code));
}
