//! The staff desk, through its real handlers: who gets in, what they may do, and that a code is used once.

mod support;

use axum::http::{Method, StatusCode};
use clinic::clock::Clock;
use clinic::http::services::Settings;
use clinic::staff::{Role, TotpKey, TotpStep};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use support::desk_client::{Browser, PASSWORD};
use support::recording_transport::{busy, discount_code, no_such_user};
use support::test_app::{TestApp, levels};

fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// What a phone that holds the key shows.
fn totp_now(secret: &str, now: jiff::Timestamp) -> String {
    TotpKey::parse(secret).expect("a key").code(TotpStep::at(now))
}

#[tokio::test]
async fn there_is_no_desk_until_somebody_works_there() {
    let app = TestApp::open().await;
    for (method, path) in [(Method::POST, "login"), (Method::GET, "me"), (Method::GET, "people")] {
        let answer = app.ask(None, method, &format!("/api/desk/{path}"), json!({})).await;
        assert_eq!(answer.refusal(), refused(404, "not_found"), "{path}");
    }
    app.hire("Ngozi", Role::Desk).await;
    let answer = app.ask(None, Method::GET, "/api/desk/me", Value::Null).await;
    assert_eq!(answer.refusal(), refused(401, "signed_out"));
}

#[tokio::test]
async fn a_receptionist_signs_in_and_is_told_who_they_are() {
    let app = TestApp::open().await;
    app.hire("Ngozi Obi", Role::Desk).await;
    let answer = app.try_password(" ngozi  OBI ", PASSWORD).await;
    let me = json!({ "name": "Ngozi Obi", "role": "desk", "totp": false, "mailTransport": "smtp",
        "clinicName": "The Eye Clinic" });
    assert_eq!((answer.status, answer.json()), (StatusCode::OK, me.clone()));
    assert_eq!(answer.headers["cache-control"], "no-store");
    let cookie = answer.headers["set-cookie"].to_str().expect("text");
    assert!(cookie.starts_with("desk=") && cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict"), "{cookie}");
    assert_eq!(app.read(&answer.browser(), "me").await.json(), me);
}

#[tokio::test]
async fn a_stolen_cookie_is_useless_after_sign_out() {
    let app = TestApp::open().await;
    let browser = app.owner().await;
    let stolen = browser.clone();
    let out = app.post_json(&browser, "logout", Value::Null).await;
    assert_eq!(out.status, StatusCode::NO_CONTENT);
    assert!(out.headers["set-cookie"].to_str().expect("text").contains("Max-Age=0"));
    for path in ["me", "people", "staff", "stats"] {
        assert_eq!(app.read(&stolen, path).await.refusal(), refused(401, "signed_out"), "{path}");
    }
}

#[tokio::test]
async fn signing_out_everywhere_ends_every_session_of_one_person_only() {
    let app = TestApp::open().await;
    let (phone, laptop) = (app.owner().await, app.sign_in("Tonye").await);
    app.hire("Ngozi", Role::Desk).await;
    let colleague = app.sign_in("Ngozi").await;
    assert_eq!(app.post_json(&phone, "logout-everywhere", Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.read(&laptop, "me").await.refusal(), refused(401, "signed_out"));
    assert_eq!(app.read(&colleague, "me").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_session_ends_after_eight_idle_hours_and_after_a_week_in_any_case() {
    let app = TestApp::open().await;
    let idle = app.owner().await;
    app.clock.pass(Duration::from_hours(8));
    assert_eq!(app.read(&idle, "me").await.refusal(), refused(401, "signed_out"));
    let busy = app.sign_in("Tonye").await;
    for _ in 0..23 {
        app.clock.pass(Duration::from_hours(7));
        assert_eq!(app.read(&busy, "me").await.status, StatusCode::OK);
    }
    app.clock.pass(Duration::from_hours(7));
    assert_eq!(app.read(&busy, "me").await.refusal(), refused(401, "signed_out"));
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_are_answered_alike() {
    let app = TestApp::open().await;
    app.owner().await;
    app.hire("Ngozi", Role::Desk).await;
    let tonye = app.sign_in("Tonye").await;
    app.post_json(&tonye, "staff/Ngozi/disable", Value::Null).await;
    let wrong = app.try_password("Tonye", "not the password").await;
    assert_eq!(wrong.refusal(), refused(401, "wrong_login"));
    for (name, password) in [("Nobody", PASSWORD), ("Ngozi", PASSWORD), ("<script>", ""), ("", "")] {
        let answer = app.try_password(name, password).await;
        assert_eq!((answer.status, &answer.text), (wrong.status, &wrong.text), "{name}");
        assert!(!answer.headers.contains_key("set-cookie"));
    }
}

/// Equal parameters are equal work; a stopwatch would only measure what else the machine is doing.
#[test]
fn a_name_that_nobody_has_costs_as_much_work_as_one_that_somebody_has() {
    let cost = clinic::staff::Cost { memory_kib: 4 * 1024, passes: 8 };
    let name = clinic::staff::StaffName::parse("Tonye").expect("a name");
    let real = clinic::staff::Password::choose(PASSWORD, &name).expect("a password").hash(cost, [1; 16]);
    let decoy = clinic::staff::PasswordHash::decoy(cost, [2; 32]);
    let work = |hash: &clinic::staff::PasswordHash| {
        let parts: Vec<String> = hash.as_str().split('$').map(str::to_owned).collect();
        (parts[..4].to_vec(), parts[4].len(), parts[5].len())
    };
    assert_eq!(work(&decoy), work(&real));
    assert!(!decoy.matches(PASSWORD));
}

#[tokio::test]
async fn guessing_is_slowed_down_and_never_locked_out_for_good() {
    let app = TestApp::open().await;
    app.hire("Ngozi", Role::Desk).await;
    for _ in 0..5 {
        assert_eq!(app.try_password("Ngozi", "a wrong attempt").await.status, StatusCode::UNAUTHORIZED);
    }
    let slowed = app.try_password("Ngozi", PASSWORD).await;
    assert_eq!(slowed.refusal(), refused(429, "login_delay"));
    assert_eq!(slowed.headers["retry-after"], "2");
    app.clock.pass(Duration::from_secs(2));
    assert_eq!(app.try_password("Ngozi", "a wrong attempt").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.try_password("Ngozi", PASSWORD).await.headers["retry-after"], "4");
    for _ in 0..50 {
        app.clock.pass(Duration::from_mins(15));
        app.try_password("Ngozi", "a wrong attempt").await;
    }
    app.clock.pass(Duration::from_mins(15));
    app.sign_in("Ngozi").await;
    assert_eq!(app.try_password("Ngozi", "a wrong attempt").await.status, StatusCode::UNAUTHORIZED, "forgiven");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_guesses_sent_at_once_are_not_a_hundred_guesses() {
    let app = Arc::new(TestApp::open().await);
    app.hire("Ngozi", Role::Desk).await;
    let guesses: Vec<_> = (0..100)
        .map(|n| {
            let app = Arc::clone(&app);
            tokio::spawn(async move { app.try_password("Ngozi", &format!("attempt number {n}")).await.status })
        })
        .collect();
    let mut looked_at = 0;
    for attempt in guesses {
        looked_at += usize::from(attempt.await.expect("it ran") == StatusCode::UNAUTHORIZED);
    }
    assert_eq!(looked_at, 5);
}

#[tokio::test]
async fn a_second_factor_is_asked_for_taken_once_and_replaced_by_a_recovery_code() {
    let app = TestApp::open().await;
    let browser = app.owner().await;
    let offer = app.post_json(&browser, "me/totp/begin", Value::Null).await.json();
    let secret = offer["secret"].as_str().expect("a secret").to_owned();
    assert!(offer["uri"].as_str().expect("a link").starts_with("otpauth://totp/The%20Eye%20Clinic:Tonye?"));
    let wrong = app.post_json(&browser, "me/totp/confirm", json!({ "code": "not it" })).await;
    assert_eq!(wrong.refusal(), refused(422, "totp_wrong"));
    let code = totp_now(&secret, app.clock.now());
    let recovery = app.post_json(&browser, "me/totp/confirm", json!({ "code": code })).await.json();
    let tickets: Vec<String> = serde_json::from_value(recovery["recovery"].clone()).expect("tickets");
    assert_eq!(tickets.len(), 10);

    let sign_in = async |totp: Value| {
        let login = json!({ "name": "Tonye", "password": PASSWORD, "totp": totp });
        app.ask(None, Method::POST, "/api/desk/login", login).await
    };
    for _ in 0..10 {
        assert_eq!(sign_in(Value::Null).await.refusal(), refused(401, "totp_needed"), "asking costs nothing");
    }
    assert_eq!(sign_in(json!(code)).await.refusal(), refused(401, "totp_wrong"), "it was used to confirm");
    app.clock.pass(Duration::from_mins(1));
    let code = totp_now(&secret, app.clock.now());
    assert_eq!(sign_in(json!(code)).await.status, StatusCode::OK);
    assert_eq!(sign_in(json!(code)).await.refusal(), refused(401, "totp_wrong"), "a code is good once");
    assert_eq!(sign_in(json!(tickets[0].to_lowercase())).await.json()["totp"], true);
    assert_eq!(sign_in(json!(tickets[0])).await.refusal(), refused(401, "totp_wrong"), "a ticket is good once");

    let off = json!({ "password": "not the password" });
    assert_eq!(app.post_json(&browser, "me/totp/off", off).await.refusal(), refused(422, "wrong_password"));
    let off = app.post_json(&browser, "me/totp/off", json!({ "password": PASSWORD })).await;
    assert_eq!(off.status, StatusCode::NO_CONTENT);
    assert_eq!(sign_in(Value::Null).await.json()["totp"], false);
    let again = app.post_json(&browser, "me/totp/confirm", json!({ "code": "123456" })).await;
    assert_eq!(again.refusal(), refused(409, "not_begun"));
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let app = TestApp::open().await;
    let (here, elsewhere) = (app.owner().await, app.sign_in("Tonye").await);
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    let weak = app.post_json(&here, "me/password", change(PASSWORD, "short")).await;
    assert_eq!(weak.refusal(), refused(422, "weak_password"));
    let wrong = app.post_json(&here, "me/password", change("not it at all", "five even odder words")).await;
    assert_eq!(wrong.refusal(), refused(422, "wrong_password"));
    let changed = app.post_json(&here, "me/password", change(PASSWORD, "five even odder words")).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    assert_eq!(app.read(&here, "me").await.status, StatusCode::OK);
    assert_eq!(app.read(&elsewhere, "me").await.refusal(), refused(401, "signed_out"));
    assert_eq!(app.try_password("Tonye", PASSWORD).await.refusal(), refused(401, "wrong_login"));
    assert_eq!(app.try_password("Tonye", "five even odder words").await.status, StatusCode::OK);
}

#[tokio::test]
async fn nothing_but_signing_in_is_possible_without_a_session_and_little_with_the_desks_role() {
    let app = TestApp::open().await;
    app.owner().await;
    app.hire("Ngozi", Role::Desk).await;
    let desk = app.sign_in("Ngozi").await;
    let forged = Browser("desk=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned());
    let code = "EYE5-0000-0000";
    let for_everyone = [
        (Method::POST, "logout".to_owned()),
        (Method::POST, "logout-everywhere".to_owned()),
        (Method::GET, "me".to_owned()),
        (Method::POST, "me/password".to_owned()),
        (Method::POST, "me/totp/begin".to_owned()),
        (Method::POST, "me/totp/confirm".to_owned()),
        (Method::POST, "me/totp/off".to_owned()),
        (Method::GET, format!("codes/{code}")),
        (Method::POST, format!("codes/{code}/redeem")),
        (Method::POST, format!("codes/{code}/undo")),
    ];
    let for_owners = [
        (Method::GET, "people".to_owned()),
        (Method::POST, format!("people/{code}/open")),
        (Method::POST, format!("people/{code}/resend")),
        (Method::POST, format!("people/{code}/extend")),
        (Method::POST, format!("people/{code}/void")),
        (Method::DELETE, format!("people/{code}")),
        (Method::GET, "stats".to_owned()),
        (Method::GET, "stats.csv".to_owned()),
        (Method::GET, "claims.csv".to_owned()),
        (Method::GET, "mail".to_owned()),
        (Method::POST, "mail/test".to_owned()),
        (Method::POST, "mail/x/retry".to_owned()),
        (Method::POST, "mail/x/drop".to_owned()),
        (Method::GET, "mail/x/message".to_owned()),
        (Method::GET, "staff".to_owned()),
        (Method::POST, "staff".to_owned()),
        (Method::POST, "staff/Tonye/disable".to_owned()),
        (Method::POST, "staff/Tonye/enable".to_owned()),
        (Method::GET, "audit".to_owned()),
    ];
    for (method, path) in for_everyone.iter().chain(&for_owners) {
        for browser in [None, Some(&forged)] {
            let answer = app.ask(browser, method.clone(), &format!("/api/desk/{path}"), Value::Null).await;
            assert_eq!(answer.refusal(), refused(401, "signed_out"), "{method} {path}");
        }
    }
    for (method, path) in for_owners {
        let answer = app.ask(Some(&desk), method.clone(), &format!("/api/desk/{path}"), Value::Null).await;
        assert_eq!(answer.refusal(), refused(403, "not_allowed"), "{method} {path}");
    }
}

#[tokio::test]
async fn a_code_is_redeemed_tried_again_and_undone() {
    let app = TestApp::open().await;
    app.hire("Ngozi", Role::Desk).await;
    let desk = app.sign_in("Ngozi").await;
    let code = app.earn_code("ada@example.com").await;
    let typed = code.to_lowercase().replace('-', "%20");
    let good = app.read(&desk, &format!("codes/{typed}")).await.json();
    assert_eq!((&good["code"], &good["state"]), (&json!(code), &json!("good")));
    assert_eq!(good["validUntil"], "2026-05-31T22:59:59.999Z");
    assert_eq!((&good["usedAt"], &good["usedBy"], &good["undoUntil"]), (&Value::Null, &Value::Null, &Value::Null));

    let used = app.post_json(&desk, &format!("codes/{typed}/redeem"), Value::Null).await.json();
    let now = app.clock.now();
    assert_eq!((&used["state"], &used["usedBy"]), (&json!("used"), &json!("Ngozi")));
    assert_eq!((&used["usedAt"], &used["undoUntil"]), (&json!(now), &json!(now + Duration::from_mins(10))));

    let again = app.post_json(&desk, &format!("codes/{code}/redeem"), Value::Null).await;
    assert_eq!(again.refusal(), refused(409, "used"));
    let error = again.json()["error"].clone();
    assert_eq!((&error["usedAt"], &error["usedBy"]), (&json!(now), &json!("Ngozi")));
    let message = error["message"].as_str().expect("a sentence");
    assert!(message.contains("2 March 2026 at 09:05") && message.contains("Ngozi"), "{message}");

    app.clock.pass(Duration::from_mins(9));
    let undone = app.post_json(&desk, &format!("codes/{code}/undo"), Value::Null).await.json();
    assert_eq!((&undone["state"], &undone["undoUntil"]), (&json!("good"), &Value::Null));
    let undo = app.post_json(&desk, &format!("codes/{code}/undo"), Value::Null).await;
    assert_eq!(undo.refusal(), refused(409, "not_used"));
    app.post_json(&desk, &format!("codes/{code}/redeem"), Value::Null).await;
    app.clock.pass(Duration::from_mins(11));
    let undo = app.post_json(&desk, &format!("codes/{code}/undo"), Value::Null).await;
    assert_eq!(undo.refusal(), refused(410, "too_late"));
    let seen = app.read(&desk, &format!("codes/{code}")).await.json();
    assert_eq!(seen["undoUntil"], Value::Null, "there is nothing left to press");
}

#[tokio::test]
async fn what_is_not_good_is_refused_by_name() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    let code = app.earn_code("ada@example.com").await;
    let last = if code.ends_with('7') { '8' } else { '7' };
    let slipped = format!("{}{last}", &code[..13]);
    for (typed, expected) in [
        (slipped.as_str(), refused(422, "slip")),
        ("hello", refused(422, "not_a_code")),
        ("EYE5-0000-0000", refused(404, "unknown_code")),
    ] {
        assert_eq!(app.read(&owner, &format!("codes/{typed}")).await.refusal(), expected, "{typed}");
        let press = app.post_json(&owner, &format!("codes/{typed}/redeem"), Value::Null).await;
        assert_eq!(press.refusal(), expected, "{typed}");
    }
    let withdrawn = app.earn_code("bola@example.com").await;
    app.post_json(&owner, &format!("people/{withdrawn}/void"), Value::Null).await;
    assert_eq!(app.read(&owner, &format!("codes/{withdrawn}")).await.json()["state"], "void");
    let press = app.post_json(&owner, &format!("codes/{withdrawn}/redeem"), Value::Null).await;
    assert_eq!(press.refusal(), refused(410, "void"));
    app.clock.pass(Duration::from_hours(91 * 24));
    let owner = app.sign_in("Tonye").await;
    assert_eq!(app.read(&owner, &format!("codes/{code}")).await.json()["state"], "expired");
    let press = app.post_json(&owner, &format!("codes/{code}/redeem"), Value::Null).await;
    assert_eq!(press.refusal(), refused(410, "expired"));
}

#[tokio::test]
async fn looking_at_codes_without_end_is_throttled() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    for _ in 0..100 {
        assert_eq!(app.read(&owner, "codes/EYE5-0000-0000").await.status, StatusCode::NOT_FOUND);
    }
    let again = app.sign_in("Tonye").await;
    let answer = app.read(&again, "codes/EYE5-0000-0000").await;
    assert_eq!(answer.refusal(), refused(429, "login_delay"), "a new session is no new budget");
    assert_eq!(answer.headers["retry-after"], "3300");
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_presses_at_once_redeem_once() {
    let app = Arc::new(TestApp::open().await);
    let owner = app.owner().await;
    let code = app.earn_code("ada@example.com").await;
    let presses: Vec<_> = (0..50)
        .map(|_| {
            let (app, owner, path) = (Arc::clone(&app), owner.clone(), format!("codes/{code}/redeem"));
            tokio::spawn(async move { app.post_json(&owner, &path, Value::Null).await.status })
        })
        .collect();
    let mut answers = Vec::new();
    for press in presses {
        answers.push(press.await.expect("it ran"));
    }
    assert_eq!(answers.iter().filter(|status| **status == StatusCode::OK).count(), 1);
    assert_eq!(answers.iter().filter(|status| **status == StatusCode::CONFLICT).count(), 49);
}

#[tokio::test]
async fn people_are_found_by_code_or_address_and_masked_until_opened() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    let ada = app.earn_code("ada.obi@gmail.com").await;
    app.clock.pass(Duration::from_mins(1));
    let bola = app.earn_code("bola@example.com").await;
    let found = async |query: &str| {
        let answer = app.read(&owner, &format!("people?query={query}")).await;
        assert!(!answer.text.contains("ada.obi") && !answer.text.contains("bola@"), "{}", answer.text);
        let codes: Vec<Value> = answer.json()["people"].as_array().expect("people").clone();
        codes.iter().map(|person| person["code"].as_str().expect("a code").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("").await, [bola.clone(), ada.clone()], "newest first");
    assert_eq!(found("AdaObi%40googlemail.com").await, [ada.as_str()]);
    assert_eq!(found("ada%40").await, Vec::<String>::new());
    assert_eq!(found(&ada[5..].to_lowercase()).await, [ada.as_str()]);
    assert_eq!(found(&ada[7..12]).await, [ada.as_str()]);
    assert_eq!(found("%25").await, Vec::<String>::new(), "a wildcard finds nobody");

    let person = app.read(&owner, &format!("people?query={ada}")).await.json()["people"][0].clone();
    assert_eq!(
        (&person["address"], &person["state"], &person["mail"]),
        (&json!("a•••@gmail.com"), &json!("good"), &json!("sent"))
    );
    let opened = app.post_json(&owner, &format!("people/{ada}/open"), Value::Null).await.json();
    assert_eq!(opened["address"], "ada.obi@gmail.com");
    let audit = app.read(&owner, "audit?limit=1").await;
    let entry = audit.json()["entries"][0].clone();
    assert_eq!(
        (&entry["actor"], &entry["action"], &entry["subject"]),
        (&json!("Tonye"), &json!("open address"), &json!(ada))
    );
    assert!(!audit.text.contains('@'), "{}", audit.text);
}

#[tokio::test]
async fn a_code_is_sent_again_extended_withdrawn_and_erased() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    let code = app.earn_code("ada@example.com").await;
    let press = async |record: &str, body: Value| app.post_json(&owner, &format!("people/{code}/{record}"), body).await;

    assert_eq!(press("resend", Value::Null).await.status, StatusCode::NO_CONTENT);
    let mails = app.transport.recorded();
    assert_eq!((mails.len(), discount_code(&mails[1].message).to_string()), (2, code.clone()));
    assert_ne!(mails[0].message_id, mails[1].message_id);

    let extended = press("extend", json!({ "days": 30 })).await.json();
    assert_eq!(extended["validUntil"], "2026-06-30T22:59:59.999Z");
    for days in [json!(0), json!(366)] {
        assert_eq!(press("extend", json!({ "days": days })).await.refusal(), refused(422, "bad_days"));
    }
    assert_eq!(press("void", Value::Null).await.json()["state"], "void");
    assert_eq!(press("void", Value::Null).await.json()["state"], "void", "twice is once");
    assert_eq!(press("resend", Value::Null).await.refusal(), refused(410, "void"));
    assert_eq!(press("extend", json!({ "days": 1 })).await.refusal(), refused(410, "void"));

    let erase = app.ask(Some(&owner), Method::DELETE, &format!("/api/desk/people/{code}"), Value::Null).await;
    assert_eq!(erase.status, StatusCode::NO_CONTENT);
    assert_eq!(press("open", Value::Null).await.refusal(), refused(404, "unknown_code"));
    assert_eq!(app.codes().await, 0);
    assert_eq!(app.read(&owner, "mail").await.json()["mail"], json!([]));
}

#[tokio::test]
async fn a_used_code_can_be_neither_withdrawn_nor_extended() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    let code = app.earn_code("ada@example.com").await;
    app.post_json(&owner, &format!("codes/{code}/redeem"), Value::Null).await;
    for (record, body) in [("void", Value::Null), ("extend", json!({ "days": 1 })), ("resend", Value::Null)] {
        let answer = app.post_json(&owner, &format!("people/{code}/{record}"), body).await;
        assert_eq!(answer.refusal(), refused(409, "used"), "{record}");
    }
}

#[tokio::test]
async fn claims_leave_as_a_table_and_that_is_written_down() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    let code = app.earn_code("ada@example.com").await;
    let answer = app.read(&owner, "claims.csv").await;
    assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"claims.csv\"");
    assert!(answer.text.contains(&format!("{code},ada@example.com,")), "{}", answer.text);
    assert_eq!(app.read(&owner, "audit").await.json()["entries"][0]["action"], "export");
}

#[tokio::test]
async fn the_funnel_adds_up_and_forgets_people_but_not_days() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    app.start().await;
    let lost = app.start().await;
    app.clock.pass(Duration::from_secs(30));
    app.finish(&lost, &[vec![1], vec![2, 3], vec![]]).await;
    let ada = app.earn_code("ada@example.com").await;
    app.earn_code("bola@example.com").await;
    app.clock.pass(Duration::from_hours(4));
    app.post_json(&owner, &format!("codes/{ada}/redeem"), Value::Null).await;

    let stats = app.read(&owner, "stats").await.json();
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

    app.ask(Some(&owner), Method::DELETE, &format!("/api/desk/people/{ada}"), Value::Null).await;
    assert_eq!(app.read(&owner, "stats").await.json()["totals"], totals, "erasing a person is not erasing a day");
    app.clock.pass(Duration::from_hours(200 * 24));
    app.services.store.purge(app.clock.now()).await.expect("purged");
    assert_eq!(app.codes().await, 0);
    let owner = app.sign_in("Tonye").await;
    let then = app.read(&owner, "stats?from=2026-03-01&to=2026-03-03").await.json();
    assert_eq!(then["totals"], totals);
    let csv = app.read(&owner, "stats.csv?from=2026-03-01&to=2026-03-02").await;
    assert_eq!(csv.headers["content-disposition"], "attachment; filename=\"funnel-2026-03-01-2026-03-02.csv\"");
    let lines: Vec<&str> = csv.text.lines().collect();
    assert_eq!(
        lines,
        ["day,started,finished,perfect,claimed,redeemed", "2026-03-01,0,0,0,0,0", "2026-03-02,4,3,2,2,1"]
    );
}

#[tokio::test]
async fn a_day_ends_at_midnight_in_lagos() {
    let app = TestApp::open().await;
    app.owner().await;
    app.clock.pass(Duration::from_mins(14 * 60 + 53));
    app.start().await;
    app.clock.pass(Duration::from_mins(3));
    app.start().await;
    let owner = app.sign_in("Tonye").await;
    let stats = app.read(&owner, "stats?from=2026-03-02").await.json();
    let started: Vec<&Value> = stats["days"].as_array().expect("days").iter().map(|day| &day["started"]).collect();
    assert_eq!(started, [&json!(1), &json!(1)]);
}

#[tokio::test]
async fn spans_that_make_no_sense_are_refused() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    for query in ["from=yesterday", "from=2026-03-02&to=2026-03-01", "from=2020-01-01&to=2026-01-01", "to=9999-99-99"] {
        let answer = app.read(&owner, &format!("stats?{query}")).await;
        assert_eq!(answer.refusal(), refused(422, "bad_range"), "{query}");
    }
    let twice = app.read(&owner, "stats?from=2026-03-02&from=2026-03-01").await;
    assert_eq!(twice.refusal(), refused(400, "malformed"));
}

#[tokio::test]
async fn a_mail_that_is_stuck_says_why_and_is_retried_or_dropped() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    app.transport.set_next_result(busy());
    app.transport.set_next_result(busy());
    let code = app.earn_code("ada@example.com").await;
    let list = async |state: &str| app.read(&owner, &format!("mail?state={state}")).await.json()["mail"].clone();
    let waiting = list("queued").await[0].clone();
    assert_eq!((&waiting["to"], &waiting["attempts"]), (&json!("a•••@example.com"), &json!(1)));
    assert!(waiting["reason"].as_str().expect("words").ends_with("The last answer was: 451 busy"), "{waiting}");
    assert!(waiting["nextAt"].is_string() && waiting["settledAt"].is_null(), "{waiting}");
    let id = waiting["id"].as_str().expect("an id").to_owned();

    assert_eq!(app.post_json(&owner, &format!("mail/{id}/retry"), Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(list("queued").await[0]["attempts"], 2);
    assert_eq!(app.post_json(&owner, &format!("mail/{id}/drop"), Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(list("queued").await, json!([]));
    let dropped = list("rejected").await[0].clone();
    assert_eq!(dropped["reason"], "Tonye gave this mail up at the desk.");
    assert!(dropped["nextAt"].is_null() && dropped["settledAt"].is_string(), "{dropped}");
    assert_eq!(app.read(&owner, &format!("people?query={code}")).await.json()["people"][0]["mail"], "rejected");

    assert_eq!(app.post_json(&owner, &format!("mail/{id}/retry"), Value::Null).await.status, StatusCode::NO_CONTENT);
    let sent = list("sent").await[0].clone();
    assert_eq!((&sent["id"], &sent["reason"], &sent["attempts"]), (&json!(id), &Value::Null, &json!(1)));
    for record in ["retry", "drop"] {
        let answer = app.post_json(&owner, &format!("mail/{id}/{record}"), Value::Null).await;
        assert_eq!(answer.refusal(), refused(409, "already_sent"), "{record}");
        let answer = app.post_json(&owner, &format!("mail/nothing/{record}"), Value::Null).await;
        assert_eq!(answer.refusal(), refused(404, "unknown_mail"), "{record}");
    }
    let ids: Vec<String> = app.transport.recorded().into_iter().map(|mail| mail.message_id).collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(app.read(&owner, "mail?state=lost").await.refusal(), refused(422, "bad_state"));
    let message = app.read(&owner, &format!("mail/{id}/message")).await;
    assert_eq!(message.refusal(), refused(404, "not_kept"), "a mail server keeps no files");
}

#[tokio::test]
async fn the_mail_settings_are_tried_without_owing_anybody_a_mail() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    app.transport.set_next_result(busy());
    app.transport.set_next_result(no_such_user());
    let test = async || app.post_json(&owner, "mail/test", json!({ "to": "owner@example.com" })).await.json();
    assert_eq!(test().await, json!({ "outcome": "later", "reason": "451 busy" }));
    assert_eq!(test().await, json!({ "outcome": "refused", "reason": "550 no such user" }));
    assert_eq!(test().await, json!({ "outcome": "taken", "reason": null }));
    let sample = app.transport.recorded().pop().expect("a mail");
    let look = app.read(&owner, &format!("codes/{}", discount_code(&sample.message))).await;
    assert_eq!(look.refusal(), refused(404, "unknown_code"), "the sample is worth nothing");
    assert_eq!(app.read(&owner, "mail").await.json()["mail"], json!([]));
    let bad = app.post_json(&owner, "mail/test", json!({ "to": "nobody" })).await;
    assert_eq!(bad.refusal(), refused(422, "bad_address"));
}

#[tokio::test]
async fn an_owner_adds_disables_and_enables_a_colleague() {
    let app = TestApp::open().await;
    let owner = app.owner().await;
    let new = |name: &str, role: &str, password: &str| json!({ "name": name, "role": role, "password": password });
    let added = app.post_json(&owner, "staff", new("Ngozi", "desk", PASSWORD)).await;
    assert_eq!(added.status, StatusCode::CREATED);
    for (body, expected) in [
        (new("NGOZI", "desk", PASSWORD), refused(409, "name_taken")),
        (new("N", "desk", PASSWORD), refused(422, "bad_name")),
        (new("Bola", "boss", PASSWORD), refused(422, "bad_role")),
        (new("Bola", "desk", "short"), refused(422, "weak_password")),
        (json!({ "name": "Bola" }), refused(400, "malformed")),
    ] {
        assert_eq!(app.post_json(&owner, "staff", body.clone()).await.refusal(), expected, "{body}");
    }
    let ngozi = app.sign_in("Ngozi").await;
    let staff = app.read(&owner, "staff").await.json()["staff"].clone();
    assert_eq!(
        staff[0],
        json!({ "name": "Ngozi", "role": "desk", "disabled": false, "totp": false, "lastSeen": app.clock.now() })
    );
    assert_eq!(app.post_json(&owner, "staff/ngozi/disable", Value::Null).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.read(&ngozi, "me").await.refusal(), refused(401, "signed_out"));
    assert_eq!(app.post_json(&owner, "staff/Ngozi/enable", Value::Null).await.status, StatusCode::NO_CONTENT);
    app.sign_in("Ngozi").await;
    assert_eq!(app.read(&ngozi, "me").await.refusal(), refused(401, "signed_out"), "old sessions stay closed");
    let last = app.post_json(&owner, "staff/Tonye/disable", Value::Null).await;
    assert_eq!(last.refusal(), refused(409, "last_owner"));
    let nobody = app.post_json(&owner, "staff/Nobody/disable", Value::Null).await;
    assert_eq!(nobody.refusal(), refused(404, "unknown_name"));
    let deeds: Vec<String> = app.read(&owner, "audit").await.json()["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|entry| entry["action"].as_str().expect("an action").to_owned())
        .collect();
    for record in ["add desk", "disable", "enable", "sign in"] {
        assert!(deeds.iter().any(|done| done == record), "{record} is not in {deeds:?}");
    }
}

/// The rarest journeys of SQL, told to each database: what one accepts the other may not.
#[tokio::test]
async fn the_desk_works_on_both_databases() {
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let owner = app.owner().await;
        let (ada, bola) = (app.earn_code("ada@example.com").await, app.earn_code("bola@example.com").await);
        app.post_json(&owner, &format!("codes/{ada}/redeem"), Value::Null).await;
        assert_eq!(app.read(&owner, "people").await.json()["people"].as_array().map(Vec::len), Some(2));
        assert_eq!(app.read(&owner, &format!("people?query={}", &bola[5..])).await.json()["people"][0]["code"], bola);
        assert_eq!(
            app.post_json(&owner, &format!("people/{bola}/resend"), Value::Null).await.status,
            StatusCode::NO_CONTENT
        );
        let extended = app.post_json(&owner, &format!("people/{bola}/extend"), json!({ "days": 1 })).await;
        assert_eq!(extended.json()["validUntil"], "2026-06-01T22:59:59.999Z");
        let erase = app.ask(Some(&owner), Method::DELETE, &format!("/api/desk/people/{ada}"), Value::Null).await;
        assert_eq!(erase.status, StatusCode::NO_CONTENT);
        let totals = json!({ "started": 2, "finished": 2, "perfect": 2, "claimed": 2, "redeemed": 1 });
        assert_eq!(app.read(&owner, "stats").await.json()["totals"], totals);
        app.hire("Ngozi", Role::Owner).await;
        assert_eq!(app.post_json(&owner, "staff/Ngozi/disable", Value::Null).await.status, StatusCode::NO_CONTENT);
        assert_eq!(
            app.post_json(&owner, "staff/Tonye/disable", Value::Null).await.refusal(),
            refused(409, "last_owner")
        );
        let offer = app.post_json(&owner, "me/totp/begin", Value::Null).await.json();
        let code = totp_now(offer["secret"].as_str().expect("a secret"), app.clock.now());
        let confirmed = app.post_json(&owner, "me/totp/confirm", json!({ "code": code })).await;
        assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.text);
        app.clock.pass(Duration::from_hours(200 * 24));
        let purged = app.services.store.purge(app.clock.now()).await.expect("purged");
        assert_eq!(purged.records("discount codes"), 1);
        assert_eq!(app.read(&owner, "me").await.refusal(), refused(401, "signed_out"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_codes_pressed_twenty_times_each_are_used_a_thousand_times() {
    const CODES: usize = 1_000;
    const PRESSES: usize = 20;
    support::databases::on_both(|url| async move {
        let app = TestApp::on(&url, 1, Settings::default(), None).await;
        let mut codes = Vec::new();
        for person in 0..CODES {
            codes.push(app.issue(&format!("person{person}@example.com")).await);
        }
        let (store, random, now) = (&app.services.store, &app.services.random, app.clock.now());
        let mut successes = 0;
        // A few codes at a time keep every connection busy without a queue that outlives its patience.
        for codes in codes.chunks(10) {
            let presses: Vec<_> = (0..PRESSES)
                .flat_map(|press| codes.iter().map(move |code| (*code, format!("Desk {press}"))))
                .map(|(code, by)| {
                    let (store, random) = (store.clone(), Arc::clone(random));
                    tokio::spawn(async move { store.redeem(code, &by, &*random, now).await.is_ok() })
                })
                .collect();
            for press in presses {
                successes += usize::from(press.await.expect("it ran"));
            }
        }
        let used =
            store.export_claims().await.expect("exported").iter().filter(|claim| claim.redeemed_at.is_some()).count();
        assert_eq!((successes, used), (CODES, CODES));
        let deeds = store.audit(5_000).await.expect("an answer");
        assert_eq!(deeds.iter().filter(|record| record.action == "redeem").count(), CODES, "one entry a redemption");
    })
    .await;
}

#[tokio::test]
async fn what_the_store_keeps_signs_nobody_in() {
    let app = TestApp::open().await;
    let Browser(cookie) = app.owner().await;
    let token = cookie.trim_start_matches("desk=").to_owned();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copy = folder.path().join("copy.db");
    app.services.store.backup(&copy).await.expect("copied");
    let bytes = String::from_utf8_lossy(&std::fs::read(copy).expect("a file")).into_owned();
    assert!(bytes.contains("$argon2id$"), "this is the right file");
    assert!(!bytes.contains(&token) && !bytes.contains(PASSWORD));
}
