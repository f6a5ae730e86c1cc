//! Requires exactly one host name per request. With none or two, a proxy and this server could disagree about which
//! site is meant.

use axum::extract::Request;
use axum::http::{StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::http::error_response::error_response;
use crate::http::problem::ErrorCode;

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
}
