//! Requires exactly one host name per request. With none or two, a proxy and this server could disagree about which
//! site is meant. Requests for another name of the site are redirected.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::AppState;
use crate::api_error::ErrorCode;
use crate::error_response::error_response;

pub async fn require_host(request: Request, next: Next) -> Response {
    if names_one_host(&request) {
        return next.run(request).await;
    }
    let message = "The request must name exactly one host.";
    error_response(request.uri().path(), StatusCode::BAD_REQUEST, ErrorCode::InvalidHost, message)
}

/// HTTP/1.1 has a `Host` header (RFC 9112, 3.2), HTTP/2 the `:authority` pseudo-header (RFC 9113, 8.3.1), which hyper
/// puts into the URI. If an HTTP/2 request has both, they must agree. HTTP/1.0 needs neither.
pub fn names_one_host<B>(request: &axum::http::Request<B>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let (host, second) = (hosts.next(), hosts.next());
    if second.is_some() {
        return false;
    }
    match (request.version(), request.uri().authority(), host) {
        (Version::HTTP_2, Some(authority), Some(host)) => host.as_bytes() == authority.as_str().as_bytes(),
        (Version::HTTP_2, Some(_), None) | (Version::HTTP_10, _, _) | (_, _, Some(_)) => true,
        (_, _, None) => false,
    }
}

/// The names of the site beside its canonical one.
#[derive(Debug, Clone, Default)]
pub struct OtherNames(pub Vec<String>);

impl OtherNames {
    pub fn contain_host_of<B>(&self, request: &axum::http::Request<B>) -> bool {
        // Most sites have one name, and this is asked for every request.
        !self.0.is_empty()
            && host(request).is_some_and(|host| self.0.iter().any(|name| host.eq_ignore_ascii_case(name)))
    }
}

/// The host of the request, without its port.
fn host<B>(request: &axum::http::Request<B>) -> Option<&str> {
    if let Some(authority) = request.uri().authority() {
        return Some(authority.host());
    }
    let host = request.headers().get(header::HOST)?.to_str().ok()?;
    Some(host.split(':').next().unwrap_or(host))
}

pub async fn redirect_other_names(State(state): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    if state.other_names.contain_host_of(&request) {
        return redirect_to_site(&state.site_url, request.uri());
    }
    next.run(request).await
}

/// To the site's own address rather than to the `Host` of the request, which anyone can choose.
pub fn redirect_to_site(site_url: &str, uri: &Uri) -> Response {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let location = HeaderValue::from_bytes(format!("{site_url}{path}").as_bytes());
    match location {
        Ok(location) => (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)]).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{Request, request::Builder};

    fn accepted(version: Version, uri: &str, hosts: &[&str]) -> bool {
        let request: Builder = Request::builder().version(version).uri(uri);
        let request = hosts.iter().fold(request, |request, host| request.header("host", *host));
        names_one_host(&request.body(()).expect("a request"))
    }

    #[test]
    fn http1_needs_exactly_one_host_header() {
        assert!(accepted(Version::HTTP_11, "/home", &["clinic.example"]));
        assert!(!accepted(Version::HTTP_11, "/home", &[]));
        assert!(!accepted(Version::HTTP_11, "/home", &["clinic.example", "evil.example"]));
        assert!(accepted(Version::HTTP_10, "/home", &[]));
    }

    #[test]
    fn http2_names_the_host_in_its_authority() {
        assert!(accepted(Version::HTTP_2, "https://clinic.example/home", &[]));
        assert!(accepted(Version::HTTP_2, "https://clinic.example/home", &["clinic.example"]));
        assert!(accepted(Version::HTTP_2, "/home", &["clinic.example"]));
        assert!(!accepted(Version::HTTP_2, "/home", &[]));
        assert!(!accepted(Version::HTTP_2, "https://clinic.example/home", &["evil.example"]));
    }

    #[test]
    fn other_names_are_found_with_any_capitals_and_port() {
        let names = OtherNames(vec!["www.clinic.example".to_owned()]);
        let is_other = |uri: &str, host: Option<&str>| {
            let request = host.iter().fold(Request::builder().uri(uri), |request, host| request.header("host", *host));
            names.contain_host_of(&request.body(()).expect("a request"))
        };
        assert!(is_other("/home", Some("www.clinic.example")));
        assert!(is_other("/home", Some("WWW.Clinic.example:443")));
        assert!(is_other("https://www.clinic.example/home", None));
        assert!(!is_other("/home", Some("clinic.example")));
        assert!(!is_other("/home", None));
        assert!(!is_other("https://clinic.example/home", Some("www.clinic.example")));
    }
}
