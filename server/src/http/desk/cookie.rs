//! The cookie that holds a session: unreadable to scripts, never sent along from another site, and over https bound to
//! this very host.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::staff::SessionToken;

/// Browsers take the first name only from https and only without a domain; over http they would drop it.
fn name(https: bool) -> &'static str {
    if https { "__Host-desk" } else { "desk" }
}

pub fn read(headers: &HeaderMap, https: bool) -> Option<SessionToken> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(found, _)| *found == name(https))
        .and_then(|(_, value)| SessionToken::parse(value))
}

/// Without an age: it goes when the browser is closed, or earlier by the limits of a session.
pub fn give(token: &SessionToken, https: bool) -> HeaderValue {
    written(token.reveal(), "", https)
}

pub fn take_back(https: bool) -> HeaderValue {
    written("", "; Max-Age=0", https)
}

fn written(value: &str, age: &str, https: bool) -> HeaderValue {
    let secure = if https { "; Secure" } else { "" };
    let text = format!("{}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{age}", name(https));
    HeaderValue::from_str(&text).expect("a token is plain ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(text: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(text).expect("a value"))])
    }

    #[test]
    fn a_cookie_is_found_among_others_under_the_name_of_its_scheme() {
        let token = SessionToken::new([7; 32]);
        let (plain, bound) = (format!("a=b; desk={}", token.reveal()), format!("__Host-desk={}", token.reveal()));
        assert_eq!(read(&sent(&plain), false), Some(token.clone()));
        assert_eq!(read(&sent(&bound), true), Some(token));
        assert_eq!(read(&sent(&plain), true), None, "over https only the bound cookie counts");
    }

    #[test]
    fn nonsense_in_a_cookie_is_no_session() {
        for text in ["", "desk", "desk=", "desk=abc", "desk=\"; x", ";;;=;"] {
            assert_eq!(read(&sent(text), false), None, "{text}");
        }
    }

    #[test]
    fn scripts_and_other_sites_never_get_it() {
        let given = give(&SessionToken::new([7; 32]), true);
        let given = given.to_str().expect("text");
        assert!(given.starts_with("__Host-desk="));
        assert!(given.ends_with("; Path=/; HttpOnly; SameSite=Strict; Secure"), "{given}");
        assert_eq!(take_back(false), "desk=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    }
}
