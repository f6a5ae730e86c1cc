//! What the desk reads from a browser or a hurried hand: the cookie, the second factor, the tickets, the name.

use axum::http::{HeaderMap, HeaderValue, header};
use clinic::http::desk::cookie;
use clinic::staff::{RecoveryCode, SessionToken, StaffName, TotpKey, TotpStep};
use jiff::Timestamp;

pub fn judge(data: &[u8]) {
    if let Ok(value) = HeaderValue::from_bytes(data) {
        judge_cookie(&value);
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    judge_totp_key(text);
    judge_totp_code(text);
    if let Some(ticket) = RecoveryCode::parse(text) {
        assert_eq!(RecoveryCode::parse(&ticket.to_string()), Some(ticket));
    }
    if let Ok(name) = StaffName::parse(text) {
        assert_eq!(StaffName::parse(name.as_str()).as_ref(), Ok(&name));
        assert!(!name.as_str().contains(char::is_control), "{name:?}");
    }
}

fn judge_cookie(sent: &HeaderValue) {
    for https in [false, true] {
        let headers = |value: HeaderValue| HeaderMap::from_iter([(header::COOKIE, value)]);
        let Some(token) = cookie::read(&headers(sent.clone()), https) else { continue };
        let name = if https { "__Host-desk=" } else { "desk=" };
        let pair = format!("{name}{}", token.reveal());
        assert!(sent.to_str().is_ok_and(|sent| sent.contains(&pair)), "{sent:?} holds no such session");
        assert_eq!(SessionToken::parse(token.reveal()), Some(token.clone()));
        assert_ne!(token.key().as_str(), token.reveal(), "the store must not know what signs in");
        assert_eq!(cookie::read(&headers(cookie::give(&token, https)), https), Some(token));
    }
}

fn judge_totp_key(text: &str) {
    if let Some(key) = TotpKey::parse(text) {
        assert_eq!(TotpKey::parse(&key.reveal()), Some(key));
    }
}

/// A fixed half minute, so that its codes can lie in the corpus.
fn judge_totp_code(text: &str) {
    let key = TotpKey::new(*b"12345678901234567890");
    let now = Timestamp::from_second(59).expect("in range");
    let Some(step) = key.check(text, now, None) else { return };
    assert!((step.0 - TotpStep::at(now).0).abs() <= 1, "{step:?} is not now");
    assert_eq!(key.code(step), text.split_whitespace().collect::<String>());
    assert_eq!(key.check(text, now, Some(step)), None, "a code is good once");
}
