//! The Content-Security-Policy of documents: only the scripts and styles that we wrote into them may run.

use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use url::Url;

/// A source expression that allows an inline script or style with exactly this text.
pub fn inline_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text)))
}

/// What differs between the policies: the value of each directive.
struct Sources<'a> {
    scripts: &'a str,
    styles: &'a str,
    images: &'a str,
    frames: &'a str,
    trusted_types: &'a str,
}

/// Navigation inside the app keeps the policy of the first document, so every page allows what any page needs, such as the
/// frame of the embedded map.
pub fn page_policy(script_hashes: &str, style_hashes: &str, map_url: Option<&str>) -> String {
    let map_origin = map_url.and_then(https_origin);
    policy(&Sources {
        scripts: &format!("'self' {script_hashes}"),
        styles: &format!("'self' {style_hashes}"),
        images: "'self' data:",
        frames: map_origin.as_deref().unwrap_or("'none'"),
        trusted_types: "clinic",
    })
}

/// Unlike the public pages, the desk shows previews of pages in a frame, and a photo before it is uploaded. Its text editor,
/// `ProseMirror`, parses pasted HTML in a document where no script runs; for that it creates a Trusted Types policy with this
/// fixed name.
pub fn desk_policy(script_hash: &str) -> String {
    policy(&Sources {
        scripts: &format!("'self' {script_hash}"),
        styles: "'self'",
        images: "'self' data: blob:",
        frames: "'self'",
        trusted_types: "clinic ProseMirrorClipboard",
    })
}

fn policy(Sources { scripts, styles, images, frames, trusted_types }: &Sources<'_>) -> String {
    format!(
        "default-src 'none'; script-src {scripts}; style-src {styles}; img-src {images}; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src {frames}; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types {trusted_types}"
    )
}

/// The policy of a document that the desk shows in a frame.
pub fn allow_own_frame(policy: &str) -> String {
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
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
        let policy = page_policy("'sha256-a'", "'sha256-b'", Some("https://maps.example/embed?pb=1"));
        assert!(policy.contains("frame-src https://maps.example;"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }

    #[test]
    fn frames_are_forbidden_without_an_https_map() {
        for map_url in [None, Some("http://maps.example/"), Some("maps.example"), Some("https://;script-src *")] {
            assert!(page_policy("a", "b", map_url).contains("frame-src 'none';"), "{map_url:?}");
        }
    }

    #[test]
    fn inline_hash_is_the_sha256_of_the_text() {
        assert_eq!(inline_hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }
}
