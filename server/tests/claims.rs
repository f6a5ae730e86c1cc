//! A claim, from the form to the mail, and everything that can be wrong with it.

mod support;

use axum::http::StatusCode;
use clinic::http::services::Settings;
use clinic::mail::Message;
use clinic::rate_limit::Limits;
use std::time::{Duration, Instant};
use support::recording_transport::{busy, discount_code, no_such_user};
use support::test_app::{Answer, FORM, SEND_FORM, TestApp, form};

const IDS: [(&str, &str); 3] = [("service_id", "clinic"), ("template_id", "discount"), ("user_id", "website")];

fn assert_ok(answer: &Answer) {
    assert_eq!((answer.status, answer.text.as_str()), (StatusCode::OK, "OK"));
    assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
}

fn assert_refused(answer: &Answer, status: StatusCode) {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
    assert!(answer.text.ends_with('.') && answer.text.len() > 20, "no sentence: {}", answer.text);
}

async fn assert_untouched(app: &TestApp) {
    assert_eq!(app.codes().await, 0, "something was stored");
    assert!(app.transport.recorded().is_empty(), "something was sent");
}

#[tokio::test]
async fn a_winner_gets_the_stored_code_by_mail() {
    let app = TestApp::open().await;
    assert_ok(&app.claim(&app.win().await, "Ada.Obi@gmail.com").await);
    let carried = app.transport.recorded();
    let stored = app.services.store.export_claims().await.expect("exported");
    assert_eq!(carried.len(), 1);
    assert_eq!(carried[0].to.as_typed(), "Ada.Obi@gmail.com");
    let Message::DiscountCode { code, valid_until, .. } = &carried[0].message;
    assert_eq!((code.to_string(), *valid_until), (stored[0].code.clone(), stored[0].valid_until));
}

#[tokio::test]
async fn a_second_claim_answers_alike_and_sends_the_same_code_again_when_it_is_time() {
    let app = TestApp::open().await;
    let first = app.claim(&app.win().await, "adaobi@gmail.com").await;
    let second = app.claim(&app.win().await, "ada.obi+again@googlemail.com").await;
    app.clock.pass(Duration::from_mins(10));
    let third = app.claim(&app.win().await, "ADAOBI@gmail.com").await;
    for answer in [&first, &second, &third] {
        assert_ok(answer);
        assert_eq!(answer.headers, first.headers);
    }
    let carried = app.transport.recorded();
    assert_eq!(carried.len(), 2);
    assert_eq!(discount_code(&carried[0].message), discount_code(&carried[1].message));
    assert_eq!(app.codes().await, 1);
}

#[tokio::test]
async fn an_answer_without_a_mail_takes_as_long_as_one_with_it() {
    let app = TestApp::open().await;
    app.transport.set_delay(Duration::from_millis(300));
    assert_ok(&app.claim(&app.win().await, "ada@example.com").await);
    let proof = app.win().await;
    let asked = Instant::now();
    assert_ok(&app.claim(&proof, "ada@example.com").await);
    assert!(asked.elapsed() >= Duration::from_millis(290), "answered after {:?}", asked.elapsed());
    assert_eq!(app.transport.recorded().len(), 1);
}

#[tokio::test]
async fn a_refused_address_is_told_and_may_be_corrected_with_the_same_game() {
    let app = TestApp::open().await;
    app.transport.set_next_result(no_such_user());
    let proof = app.win().await;
    assert_refused(&app.claim(&proof, "ada@gmial.example").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_refused(&app.claim(&proof, "ada@gmial.example").await, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(app.transport.recorded().len(), 1, "the refusing server was not asked again");
    assert_ok(&app.claim(&proof, "ada@gmail.example").await);
    assert_eq!(app.transport.recorded()[1].to.as_typed(), "ada@gmail.example");
}

#[tokio::test]
async fn a_slow_or_busy_mail_server_is_not_felt() {
    let app = TestApp::with(Settings { delivery_wait: Duration::from_millis(50), ..Settings::default() }).await;
    app.transport.set_next_result(busy());
    assert_ok(&app.claim(&app.win().await, "ada@example.com").await);
    app.transport.set_delay(Duration::from_millis(400));
    let proof = app.win().await;
    let asked = Instant::now();
    assert_ok(&app.claim(&proof, "bola@example.com").await);
    assert!(asked.elapsed() < Duration::from_millis(350), "answered after {:?}", asked.elapsed());
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(app.transport.recorded().len(), 2, "the attempt went on without the visitor");
}

#[tokio::test]
async fn fields_may_come_in_any_order_repeated_and_among_others() {
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
async fn missing_and_unknown_ids_are_refused() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    for missing in IDS {
        for value in [None, Some(""), Some("somebody else's")] {
            let mut fields = vec![("email", "ada@example.com"), ("proof", proof.as_str())];
            fields.extend(IDS.iter().filter(|id| **id != missing));
            fields.extend(value.map(|value| (missing.0, value)));
            let answer = app.send_form(&fields).await;
            assert_refused(&answer, StatusCode::BAD_REQUEST);
            assert!(answer.text.contains(missing.0), "{}", answer.text);
        }
    }
    assert_untouched(&app).await;
}

#[tokio::test]
async fn the_ids_are_configuration() {
    let settings = Settings { service_id: "service_7".to_owned(), ..Settings::default() };
    let app = TestApp::with(settings).await;
    let proof = app.win().await;
    assert_refused(&app.claim(&proof, "ada@example.com").await, StatusCode::BAD_REQUEST);
    let fields = [("email", "ada@example.com"), ("proof", &proof), ("service_id", "service_7"), IDS[1], IDS[2]];
    assert_ok(&app.send_form(&fields).await);
}

#[tokio::test]
async fn no_code_without_a_proof_of_a_perfect_game() {
    let app = TestApp::open().await;
    let play = app.start().await;
    for proof in ["", "nonsense", play.as_str()] {
        assert_refused(&app.claim(proof, "ada@example.com").await, StatusCode::PRECONDITION_FAILED);
    }
    let old = app.win().await;
    app.clock.pass(Duration::from_hours(24));
    assert_refused(&app.claim(&old, "ada@example.com").await, StatusCode::PRECONDITION_FAILED);
    assert_untouched(&app).await;
}

#[tokio::test]
async fn one_game_is_good_for_one_person() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    assert_ok(&app.claim(&proof, "ada@example.com").await);
    assert_refused(&app.claim(&proof, "bola@example.com").await, StatusCode::PRECONDITION_FAILED);
    assert_ok(&app.claim(&proof, "ADA@example.com").await);
    assert_eq!(app.codes().await, 1);
}

#[tokio::test]
async fn unusable_addresses_are_refused() {
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
        assert_refused(&app.claim(&proof, address).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_untouched(&app).await;
}

#[tokio::test]
async fn line_breaks_in_the_other_fields_change_nothing() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    let trick = "clinic\r\nBcc: everyone@example.com";
    for field in ["service_id", "template_id", "user_id"] {
        let mut fields = vec![("email", "ada@example.com"), ("proof", proof.as_str())];
        fields.extend(IDS);
        fields.push((field, trick));
        assert_refused(&app.send_form(&fields).await, StatusCode::BAD_REQUEST);
    }
    let bent = format!("{proof}\r\nX: y");
    assert_refused(&app.claim(&bent, "ada@example.com").await, StatusCode::PRECONDITION_FAILED);
    assert_untouched(&app).await;
    let mut fields = vec![("email", "ada@example.com"), ("proof", proof.as_str()), ("lib_version", trick)];
    fields.extend(IDS);
    assert_ok(&app.send_form(&fields).await);
}

#[tokio::test]
async fn bodies_that_are_no_form_are_refused() {
    let app = TestApp::open().await;
    for content_type in ["application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data"] {
        assert_refused(&app.post(SEND_FORM, content_type, "x").await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    let whole = form(&[("email", "ada@example.com")]);
    assert_refused(&app.post(SEND_FORM, FORM, whole[..whole.len() - 20].to_owned()).await, StatusCode::BAD_REQUEST);
    let (before, after) = whole.split_once("ada").expect("the address");
    let garbled = [before.as_bytes(), b"\xff\xfe", after.as_bytes()].concat();
    assert_refused(&app.post(SEND_FORM, FORM, garbled).await, StatusCode::BAD_REQUEST);
    assert_untouched(&app).await;
}

#[tokio::test]
async fn bodies_that_are_too_much_are_refused() {
    let app = TestApp::open().await;
    let huge = "x".repeat(10 * 1024 * 1024);
    assert_refused(&app.post(SEND_FORM, FORM, form(&[("email", &huge)])).await, StatusCode::PAYLOAD_TOO_LARGE);
    let fields = vec![("a", "b"); 10_000];
    assert_refused(&app.send_form(&fields).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert_refused(&app.send_form(&fields[..100]).await, StatusCode::BAD_REQUEST);
    assert_untouched(&app).await;
}

#[tokio::test]
async fn too_many_claims_are_asked_to_wait() {
    let limits = Limits { claims_per_client_hour: 1, ..Limits::default() };
    let app = TestApp::with(Settings { limits, ..Settings::default() }).await;
    assert_ok(&app.claim(&app.win().await, "ada@example.com").await);
    let answer = app.claim(&app.win().await, "bola@example.com").await;
    assert_refused(&answer, StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = answer.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=3_600).contains(&wait));
}

#[tokio::test]
async fn a_database_that_is_gone_is_our_trouble_and_said_so() {
    let app = TestApp::open().await;
    let proof = app.win().await;
    app.services.store.close().await;
    assert_refused(&app.claim(&proof, "ada@example.com").await, StatusCode::SERVICE_UNAVAILABLE);
}
