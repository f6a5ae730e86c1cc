//! The Content-Security-Policy of documents: only the scripts and styles that we wrote into them may run.

use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use url::Url;

/// A source expression that allows an inline script or style with exactly this text.
pub fn inline_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text)))
}

/// Navigation inside the app keeps the policy of the first document, so every document allows what any page needs,
/// such as the frame of the embedded map.
pub fn document_policy(script_hashes: &str, style_hashes: &str, map_url: Option<&str>) -> String {
    let frames = map_url.and_then(https_origin).unwrap_or_else(|| "'none'".to_owned());
    format!(
        "default-src 'none'; script-src 'self' {script_hashes}; style-src 'self' {style_hashes}; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
         frame-src {frames}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types clinic"
    )
}

/// `https://maps.example/embed?x` becomes `https://maps.example`.
fn https_origin(url: &str) -> Option<String> {
    let url = Url::parse(url).ok().filter(|url| url.scheme() == "https")?;
    Some(url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_origin_is_allowed_as_frame_and_nothing_unsafe() {
        let policy = document_policy("'sha256-a'", "'sha256-b'", Some("https://maps.example/embed?pb=1"));
        assert!(policy.contains("frame-src https://maps.example;"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }

    #[test]
    fn frames_are_forbidden_without_an_https_map() {
        for map_url in [None, Some("http://maps.example/"), Some("maps.example"), Some("https://;script-src *")] {
            assert!(document_policy("a", "b", map_url).contains("frame-src 'none';"), "{map_url:?}");
        }
    }

    #[test]
    fn inline_hash_is_the_sha256_of_the_text() {
        assert_eq!(inline_hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }
}
