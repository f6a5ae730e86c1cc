//! The cookies of the desk: not readable by scripts, not sent with requests from other sites, and bound to this host when
//! the site uses https.

use axum::http::{HeaderMap, HeaderValue, header};
use cookie::{Cookie, SameSite};

use clinic_rules::staff::{DEVICE_VALID, SessionToken};

const NAME: &str = "desk";

/// The name with the prefix that binds a cookie to this host. Browsers accept it only over https and with the path `/`
/// (RFC 6265bis, 4.1.3.2).
pub fn host_name(name: &str, https: bool) -> String {
    if https { format!("__Host-{name}") } else { name.to_owned() }
}

pub fn read(headers: &HeaderMap, https: bool) -> Option<SessionToken> {
    SessionToken::parse(&value(headers, &host_name(NAME, https))?)
}

/// The value of a cookie.
pub fn value(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .find(|cookie| cookie.name() == name)
        .map(|cookie| cookie.value().to_owned())
}

/// Without `Max-Age`: the browser deletes the cookie when it is closed, and the server ends the session by its own limits.
pub fn set(token: &SessionToken, https: bool) -> HeaderValue {
    to_header(&cookie(host_name(NAME, https), token.expose(), https))
}

/// A cookie that the browser keeps when it is closed. `name` has the prefix already.
pub fn set_persistent(name: String, value: &str, https: bool) -> HeaderValue {
    let mut cookie = cookie(name, value, https);
    cookie.set_max_age(cookie::time::Duration::try_from(DEVICE_VALID).ok());
    to_header(&cookie)
}

pub fn remove(https: bool) -> HeaderValue {
    let mut cookie = cookie(host_name(NAME, https), "", https);
    cookie.make_removal();
    to_header(&cookie)
}

fn cookie(name: String, value: &str, https: bool) -> Cookie<'_> {
    Cookie::build((name, value)).path("/").http_only(true).same_site(SameSite::Strict).secure(https).build()
}

fn to_header(cookie: &Cookie<'_>) -> HeaderValue {
    HeaderValue::from_str(&cookie.to_string()).expect("the cookie is ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request_with(cookies: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(cookies).expect("a value"))])
    }

    fn read_key(cookies: &str, https: bool) -> Option<String> {
        read(&request_with(cookies), https).map(|token| token.key().as_str().to_owned())
    }

    #[test]
    fn cookie_is_found_among_others_under_the_name_for_the_scheme() {
        let token = SessionToken::new([7; 32]);
        let key = Some(token.key().as_str().to_owned());
        let (http, https) = (format!("a=b; desk={}", token.expose()), format!("__Host-desk={}", token.expose()));
        assert_eq!(read_key(&http, false), key);
        assert_eq!(read_key(&https, true), key);
        assert_eq!(read_key(&http, true), None, "https accepts only the __Host- cookie");
    }

    #[test]
    fn invalid_cookies_are_ignored() {
        for text in ["", "desk", "desk=", "desk=abc", "desk=\"; x", ";;;=;"] {
            assert_eq!(read_key(text, false), None, "{text}");
        }
    }

    #[test]
    fn cookie_is_hidden_from_scripts_and_other_sites() {
        let header = set(&SessionToken::new([7; 32]), true);
        let text = header.to_str().expect("text");
        assert!(text.starts_with("__Host-desk="), "{text}");
        for attribute in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/"] {
            assert!(text.split("; ").any(|part| part == attribute), "{attribute} is missing in {text}");
        }
        assert!(!text.contains("Max-Age") && !text.contains("Domain"), "{text}");
    }

    #[test]
    fn removing_the_cookie_makes_it_expire() {
        let header = remove(false);
        let text = header.to_str().expect("text");
        assert!(text.starts_with("desk=;") && text.contains("Max-Age=0"), "{text}");
    }
}
