//! The Content-Security-Policy of documents: only the scripts and styles that we wrote into them may run.

use std::fmt::{self, Display, Formatter};

use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use url::Url;

/// A source expression that allows an inline script or style with exactly this text.
pub fn inline_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text)))
}

/// The policy of a document, as the sources that each directive allows. Its text is the value of the header.
#[derive(Debug, Clone)]
pub struct Policy {
    scripts: String,
    styles: String,
    images: &'static str,
    frames: String,
    frame_ancestors: &'static str,
    /// The last directive, or nothing.
    sandbox: &'static str,
    trusted_types: &'static str,
}

impl Policy {
    /// Navigation inside the app keeps the policy of the first document, so every page allows what any page needs, such as
    /// the frame of the embedded map.
    pub fn page(script_hashes: &str, style_hash: &str, map_url: Option<&str>) -> Self {
        Self {
            scripts: format!("'self' {script_hashes}"),
            styles: format!("'self' {style_hash}"),
            images: "'self' data:",
            frames: map_url.and_then(https_origin).unwrap_or_else(|| "'none'".to_owned()),
            frame_ancestors: "'none'",
            sandbox: "",
            trusted_types: "clinic",
        }
    }

    /// Unlike the public pages, the desk shows previews of pages in a frame, and a photo before it is uploaded. Its text
    /// editor, `ProseMirror`, parses pasted HTML in a document where no script runs; for that it creates a Trusted Types
    /// policy with this fixed name.
    pub fn desk(script_hash: &str) -> Self {
        Self {
            scripts: format!("'self' {script_hash}"),
            styles: "'self'".to_owned(),
            images: "'self' data: blob:",
            frames: "'self'".to_owned(),
            frame_ancestors: "'none'",
            sandbox: "",
            trusted_types: "clinic ProseMirrorClipboard",
        }
    }

    /// For a preview, which the desk shows in a frame. Nothing in it can run a script or send a form in the name of the editor;
    /// only its own origin is left, because pictures that are not published need the session.
    #[must_use]
    pub fn for_preview(self) -> Self {
        Self { frame_ancestors: "'self'", sandbox: "; sandbox allow-same-origin", ..self }
    }
}

impl Display for Policy {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { scripts, styles, images, frames, frame_ancestors, sandbox, trusted_types } = self;
        write!(
            f,
            "default-src 'none'; script-src {scripts}; style-src {styles}; img-src {images}; font-src 'self'; \
             connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src {frames}; base-uri 'none'; \
             form-action 'self'; frame-ancestors {frame_ancestors}; require-trusted-types-for 'script'; \
             trusted-types {trusted_types}{sandbox}"
        )
    }
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
        let policy = Policy::page("'sha256-a'", "'sha256-b'", Some("https://maps.example/embed?pb=1")).to_string();
        assert!(policy.contains("frame-src https://maps.example;"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }

    #[test]
    fn frames_are_forbidden_without_an_https_map() {
        for map_url in [None, Some("http://maps.example/"), Some("maps.example"), Some("https://;script-src *")] {
            let policy = Policy::page("a", "b", map_url).to_string();
            assert!(policy.contains("frame-src 'none';"), "{map_url:?}: {policy}");
        }
    }

    #[test]
    fn only_a_preview_may_be_shown_in_a_frame_and_it_is_sandboxed() {
        let page = Policy::page("a", "b", None);
        assert!(page.to_string().contains("frame-ancestors 'none';"), "{page}");
        assert!(!page.to_string().contains("sandbox"), "{page}");
        let preview = page.for_preview().to_string();
        assert!(
            preview.contains("frame-ancestors 'self';") && preview.ends_with("; sandbox allow-same-origin"),
            "{preview}"
        );
    }

    #[test]
    fn inline_hash_is_the_sha256_of_the_text() {
        assert_eq!(inline_hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }
}
