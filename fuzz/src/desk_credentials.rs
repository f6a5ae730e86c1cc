//! What staff send to sign in: session cookie, TOTP key and code, recovery code, staff name.

use axum::http::{HeaderMap, HeaderValue, header};
use clinic_http::desk::session_cookie;
use clinic_rules::staff::{RecoveryCode, SessionToken, StaffName, TotpKey, TotpStep};
use jiff::Timestamp;

pub fn check(data: &[u8]) {
    if let Ok(value) = HeaderValue::from_bytes(data) {
        check_cookie(&value);
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    check_totp_key(text);
    check_totp_code(text);
    if let Some(code) = RecoveryCode::parse(text) {
        assert_eq!(RecoveryCode::parse(&code.to_string()), Some(code));
    }
    if let Ok(name) = StaffName::parse(text) {
        assert_eq!(StaffName::parse(name.as_str()).as_ref(), Ok(&name));
        assert!(!name.as_str().contains(char::is_control), "{name:?}");
    }
}

fn check_cookie(sent: &HeaderValue) {
    for https in [false, true] {
        let headers = |value: HeaderValue| HeaderMap::from_iter([(header::COOKIE, value)]);
        let Some(token) = session_cookie::read(&headers(sent.clone()), https) else { continue };
        assert!(
            sent.to_str().is_ok_and(|sent| sent.contains(token.expose())),
            "{sent:?} does not contain this session"
        );
        let key = token.key();
        assert_eq!(SessionToken::parse(token.expose()).map(|token| token.key()), Some(key.clone()));
        assert_ne!(key.as_str(), token.expose(), "the stored key must not be the token");
        let read_back = session_cookie::read(&headers(session_cookie::set(&token, https)), https);
        assert_eq!(read_back.map(|token| token.key()), Some(key));
    }
}

fn check_totp_key(text: &str) {
    if let Some(key) = TotpKey::parse(text) {
        let base32 = key.to_base32();
        assert_eq!(TotpKey::parse(&base32).map(|key| key.to_base32()), Some(base32));
    }
}

/// The time is fixed, so that the corpus can contain valid codes.
fn check_totp_code(text: &str) {
    let key = TotpKey::new(*b"12345678901234567890");
    let now = Timestamp::from_second(59).expect("in range");
    let Some(step) = key.check(text, now, None) else { return };
    assert!((step.0 - TotpStep::at(now).0).abs() <= 1, "{step:?} is not the current step or a neighbour");
    assert_eq!(key.code(step), text.split_whitespace().collect::<String>());
    assert_eq!(key.check(text, now, Some(step)), None, "a code must work only once");
}
