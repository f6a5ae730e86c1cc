//! Claiming a code: the form, the email, limits and invalid input.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use clinic_http::services::{Services, Settings};
use clinic_mail::Message;
use clinic_rules::rate_limit::Limits;

use crate::support::recording_transport::{busy, discount_code, no_such_user};
use crate::support::test_app::{FORM, SEND_FORM, TestApp, TestResponse, form};
use crate::support::waiting::eventually;

const IDS: [(&str, &str); 3] = [("service_id", "clinic"), ("template_id", "discount"), ("user_id", "website")];

fn assert_ok(response: &TestResponse) {
    assert_eq!((response.status, response.text.as_str()), (StatusCode::OK, "OK"));
    assert_eq!(response.headers["content-type"], "text/plain; charset=utf-8");
}

fn assert_rejected(response: &TestResponse, status: StatusCode) {
    assert_eq!(response.status, status, "{}", response.text);
    assert_eq!(response.headers["content-type"], "text/plain; charset=utf-8");
    assert!(response.text.ends_with('.') && response.text.len() > 20, "not a sentence: {}", response.text);
}

async fn assert_nothing_stored_or_sent(app: &TestApp) {
    assert_eq!(app.codes().await, 0, "something was stored");
    assert!(app.transport.recorded().is_empty(), "something was sent");
}

#[tokio::test]
async fn winner_gets_the_stored_code_by_email() {
    let app = TestApp::open().await;
    assert_ok(&app.claim(&app.win().await, "Ada.Obi@gmail.com").await);
    let sent = app.transport.recorded();
    let stored = app.services.store.claims_page(None).await.expect("exported");
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].to.as_typed(), "Ada.Obi@gmail.com");
    let Message::DiscountCode { code, valid_until, .. } = &sent[0].message else { panic!("{:?}", sent[0]) };
    assert_eq!((code.to_string(), *valid_until), (stored[0].code.clone(), stored[0].valid_until));
}

#[tokio::test]
async fn repeated_claim_gets_the_same_response_and_the_code_is_resent_after_ten_minutes() {
    let app = TestApp::open().await;
    let first = app.claim(&app.win().await, "adaobi@gmail.com").await;
    let second = app.claim(&app.win().await, "ada.obi+again@googlemail.com").await;
    app.clock.advance(Duration::from_mins(10));
    let third = app.claim(&app.win().await, "ADAOBI@gmail.com").await;
    for response in [&first, &second, &third] {
        assert_ok(response);
        assert_eq!(response.headers, first.headers);
    }
    let sent = app.transport.recorded();
    assert_eq!(sent.len(), 2);
    assert_eq!(discount_code(&sent[0].message), discount_code(&sent[1].message));
    assert_eq!(app.codes().await, 1);
}

#[tokio::test]
async fn claim_after_the_code_was_used_gets_the_same_response() {
    let app = TestApp::open().await;
    let first = app.claim(&app.win().await, "ada@example.com").await;
    let code = discount_code(&app.transport.recorded()[0].message);
    let Services { store, random, clock, .. } = &*app.services;
    store.redeem(code, "Ngozi", &**random, clock.now()).await.expect("redeemed");
    app.clock.advance(Duration::from_mins(10));
    let second = app.claim(&app.win().await, "ada@example.com").await;
    assert_ok(&second);
    assert_eq!(second.headers, first.headers);
    let sent = app.transport.recorded();
    assert!(matches!(&sent[1].message, Message::CodeUsed { code: named, .. } if *named == code), "{:?}", sent[1]);
}

#[tokio::test]
async fn response_time_is_the_same_with_and_without_an_email() {
    let app = TestApp::open().await;
    app.transport.hold();
    let proof = app.win().await;
    let answer_later = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        app.transport.release();
    };
    let (first, ()) = tokio::join!(app.claim(&proof, "ada@example.com"), answer_later);
    assert_ok(&first);
    let proof = app.win().await;
    let start = Instant::now();
    assert_ok(&app.claim(&proof, "ada@example.com").await);
    assert!(start.elapsed() >= Duration::from_millis(290), "response after {:?}", start.elapsed());
    assert_eq!(app.transport.recorded().len(), 1);
}

#[tokio::test]
async fn rejected_address_can_be_corrected_with_the_same_proof() {
    let app = TestApp::open().await;
    app.transport.set_next_result(no_such_user());
    let proof = app.win().await;
    assert_rejected(&app.claim(&proof, "ada@gmial.example").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_rejected(&app.claim(&proof, "ada@gmial.example").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(app.transport.recorded().len(), 1, "the mail server was not asked again");
    assert_ok(&app.claim(&proof, "ada@gmail.example").await);
    assert_eq!(app.transport.recorded()[1].to.as_typed(), "ada@gmail.example");
}

#[tokio::test]
async fn slow_or_busy_mail_server_does_not_delay_the_response() {
    let app = TestApp::with(Settings { delivery_wait: Duration::from_millis(50), ..Settings::default() }).await;
    app.transport.set_next_result(busy());
    assert_ok(&app.claim(&app.win().await, "ada@example.com").await);
    eventually("the first attempt", async || app.transport.recorded().len() == 1).await;
    app.transport.hold();
    assert_ok(&app.claim(&app.win().await, "bola@example.com").await);
    assert_eq!(app.transport.recorded().len(), 1, "the mail server has not answered yet");
    app.transport.release();
    eventually("the delivery after the response", async || app.transport.recorded().len() == 2).await;
}

#[tokio::test]
async fn fields_are_accepted_in_any_order_repeated_and_with_unknown_ones() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    let mut fields = vec![
        ("user_id", "website"),
        ("email", "wrong"),
        ("proof", &proof),
        ("g-recaptcha", "x"),
        ("email", "ada@example.com"),
    ];
    fields.extend([
        ("template_id", "discount"),
        ("service_id", "other"),
        ("service_id", "clinic"),
        ("lib_version", "3.12.1"),
    ]);
    assert_ok(&app.send_form(&fields).await);
}

#[tokio::test]
async fn missing_and_unknown_ids_are_rejected() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    for missing in IDS {
        for value in [None, Some(""), Some("somebody else's")] {
            let mut fields = vec![("email", "ada@example.com"), ("proof", proof.as_str())];
            fields.extend(IDS.iter().filter(|id| **id != missing));
            fields.extend(value.map(|value| (missing.0, value)));
            let response = app.send_form(&fields).await;
            assert_rejected(&response, StatusCode::BAD_REQUEST);
            assert!(response.text.contains(missing.0), "{}", response.text);
        }
    }
    assert_nothing_stored_or_sent(&app).await;
}

#[tokio::test]
async fn ids_are_configurable() {
    let settings = Settings { service_id: "service_7".to_owned(), ..Settings::default() };
    let app = TestApp::with(settings).await;
    let proof = app.win().await;
    assert_rejected(&app.claim(&proof, "ada@example.com").await, StatusCode::BAD_REQUEST);
    let fields = [("email", "ada@example.com"), ("proof", &proof), ("service_id", "service_7"), IDS[1], IDS[2]];
    assert_ok(&app.send_form(&fields).await);
}

#[tokio::test]
async fn claim_without_a_valid_proof_is_rejected() {
    let app = TestApp::open().await;
    let play = app.start().await;
    for proof in ["", "nonsense", play.as_str()] {
        assert_rejected(&app.claim(proof, "ada@example.com").await, StatusCode::PRECONDITION_FAILED);
    }
    let expired = app.win().await;
    app.clock.advance(Duration::from_hours(24));
    assert_rejected(&app.claim(&expired, "ada@example.com").await, StatusCode::PRECONDITION_FAILED);
    assert_nothing_stored_or_sent(&app).await;
}

#[tokio::test]
async fn proof_can_be_used_by_one_person_only() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    assert_ok(&app.claim(&proof, "ada@example.com").await);
    assert_rejected(&app.claim(&proof, "bola@example.com").await, StatusCode::PRECONDITION_FAILED);
    assert_ok(&app.claim(&proof, "ADA@example.com").await);
    assert_eq!(app.codes().await, 1);
}

#[tokio::test]
async fn invalid_addresses_are_rejected() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    let long = format!("{}@example.com", "a".repeat(248));
    for address in [
        "",
        "ada",
        "ada@localhost",
        "ada@example.com\r\nBcc: everyone@example.com",
        "ada@example.com\nSubject: hello",
        "ada%0d%0a@",
        "\"ada\"@example.com",
        "ada@[127.0.0.1]",
        "ada@example.com,bola@example.com",
        "Ada <ada@example.com>",
        "ada@mailinator.com",
        long.as_str(),
    ] {
        assert_rejected(&app.claim(&proof, address).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_nothing_stored_or_sent(&app).await;
}

#[tokio::test]
async fn line_breaks_in_other_fields_cannot_inject_headers() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    let injection = "clinic\r\nBcc: everyone@example.com";
    for field in ["service_id", "template_id", "user_id"] {
        let mut fields = vec![("email", "ada@example.com"), ("proof", proof.as_str())];
        fields.extend(IDS);
        fields.push((field, injection));
        assert_rejected(&app.send_form(&fields).await, StatusCode::BAD_REQUEST);
    }
    let extended = format!("{proof}\r\nX: y");
    assert_rejected(&app.claim(&extended, "ada@example.com").await, StatusCode::PRECONDITION_FAILED);
    assert_nothing_stored_or_sent(&app).await;
    let mut fields = vec![("email", "ada@example.com"), ("proof", proof.as_str()), ("lib_version", injection)];
    fields.extend(IDS);
    assert_ok(&app.send_form(&fields).await);
}

#[tokio::test]
async fn bodies_that_are_not_a_form_are_rejected() {
    let app = TestApp::open().await;
    for content_type in ["application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data"] {
        assert_rejected(&app.post(SEND_FORM, content_type, "x").await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    let complete = form(&[("email", "ada@example.com")]);
    assert_rejected(
        &app.post(SEND_FORM, FORM, complete[..complete.len() - 20].to_owned()).await,
        StatusCode::BAD_REQUEST,
    );
    let (before, after) = complete.split_once("ada").expect("the address");
    let not_utf8 = [before.as_bytes(), b"\xff\xfe", after.as_bytes()].concat();
    assert_rejected(&app.post(SEND_FORM, FORM, not_utf8).await, StatusCode::BAD_REQUEST);
    assert_nothing_stored_or_sent(&app).await;
}

#[tokio::test]
async fn bodies_that_are_too_large_are_rejected() {
    let app = TestApp::open().await;
    let huge = "x".repeat(10 * 1024 * 1024);
    assert_rejected(&app.post(SEND_FORM, FORM, form(&[("email", &huge)])).await, StatusCode::PAYLOAD_TOO_LARGE);
    let fields = vec![("a", "b"); 10_000];
    assert_rejected(&app.send_form(&fields).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert_rejected(&app.send_form(&fields[..100]).await, StatusCode::BAD_REQUEST);
    assert_nothing_stored_or_sent(&app).await;
}

#[tokio::test]
async fn claims_of_neighbouring_ipv6_networks_are_limited_together() {
    let limits = Limits { claims_per_client_hour: 4, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    let mut accepted = 0;
    for n in 0..12 {
        let (network, proof) = (format!("2001:db8:1:{n:x}00::1"), app.win().await);
        let claim = app.claim_from(&network, &proof, &format!("ada{n}@example.com")).await;
        accepted += usize::from(claim.status == StatusCode::OK);
    }
    assert_eq!(accepted, 8, "a /48 gets twice what one client gets");
    assert_ok(&app.claim_from("2001:db8:2::1", &app.win().await, "bola@example.com").await);
}

#[tokio::test]
async fn too_many_claims_are_rate_limited() {
    let limits = Limits { claims_per_client_hour: 1, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    assert_ok(&app.claim(&app.win().await, "ada@example.com").await);
    let response = app.claim(&app.win().await, "bola@example.com").await;
    assert_rejected(&response, StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = response.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=3_600).contains(&wait));
}

#[tokio::test]
async fn claim_answers_503_when_the_database_is_not_available() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    app.services.store.close().await;
    assert_rejected(&app.claim(&proof, "ada@example.com").await, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn mistyped_address_can_be_corrected_with_the_same_proof() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    let first = app.claim(&proof, "ola@gmial.com").await;
    let changed = app.change_address(&proof, "ola@gmail.com").await;
    assert_ok(&changed);
    assert_eq!(changed.headers, first.headers);
    let sent = app.transport.recorded();
    assert_eq!(sent[1].to.as_typed(), "ola@gmail.com");
    assert_eq!(discount_code(&sent[0].message), discount_code(&sent[1].message));
    assert_eq!(app.codes().await, 1);
    assert_rejected(&app.change_address(&proof, "ola@yahoo.com").await, StatusCode::CONFLICT);
}

#[tokio::test]
async fn address_change_gets_the_same_response_whoever_has_a_code() {
    let app = TestApp::open().await;
    assert_ok(&app.claim(&app.win().await, "has-a-code@example.com").await);
    let mut responses = Vec::new();
    for (mistyped, corrected) in [
        ("new@example.com", "also-new@example.com"),
        ("another@example.com", "has-a-code@example.com"),
        ("has-a-code@example.com", "third@example.com"),
    ] {
        let proof = app.win().await;
        assert_ok(&app.claim(&proof, mistyped).await);
        responses.push(app.change_address(&proof, corrected).await);
    }
    for response in &responses {
        assert_ok(response);
        assert_eq!(response.headers, responses[0].headers);
    }
}

#[tokio::test]
async fn address_change_needs_a_proof_that_was_used_and_a_usable_address() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    assert_rejected(&app.change_address(&proof, "ola@gmail.com").await, StatusCode::PRECONDITION_FAILED);
    assert_rejected(&app.change_address("forged", "ola@gmail.com").await, StatusCode::PRECONDITION_FAILED);
    assert_nothing_stored_or_sent(&app).await;
    assert_ok(&app.claim(&proof, "ola@gmial.com").await);
    for address in ["", "ola", "ola@mailinator.com"] {
        assert_rejected(&app.change_address(&proof, address).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    app.clock.advance(Duration::from_mins(31));
    assert_rejected(&app.change_address(&proof, "ola@gmail.com").await, StatusCode::CONFLICT);
}

#[tokio::test]
async fn address_changes_count_towards_the_limit_on_claims() {
    let limits = Limits { claims_per_client_hour: 1, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    let proof = app.win().await;
    assert_ok(&app.claim(&proof, "ola@gmial.com").await);
    let response = app.change_address(&proof, "ola@gmail.com").await;
    assert_rejected(&response, StatusCode::TOO_MANY_REQUESTS);
    assert!(response.headers.contains_key("retry-after"));
}
