//! The HTML document of the staff desk. It is empty: the desk runs only in the browser.

use std::fmt::Write;

use crate::documents::content_security_policy::{Policy, inline_hash};
use crate::documents::escape::escape;
use crate::documents::page_document::Document;
use crate::front_end::{Chunk, FrontEnd};

pub fn compose(front_end: &FrontEnd, clinic_name: &str, icon: &str) -> Document {
    let Chunk { js, css, imports } = &front_end.desk;
    let mut html = String::with_capacity(2048);
    html.push_str("<!doctype html><html lang=\"en-NG\"><head><meta charset=\"utf-8\">");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    let _ = write!(html, "<title>Desk · {}</title><meta name=\"robots\" content=\"noindex\">", escape(clinic_name));
    let _ = write!(html, "<link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\">", escape(icon));
    for font in &front_end.fonts {
        let _ = write!(html, "<link rel=\"preload\" href=\"{font}\" as=\"font\" type=\"font/woff2\" crossorigin>");
    }
    // Linked, not inlined: this document is never cached, but its style sheets are.
    for path in css {
        let _ = write!(html, "<link rel=\"stylesheet\" href=\"{path}\">");
    }
    let _ = write!(html, "<script>{}</script>", front_end.before_first_paint);
    for path in imports {
        let _ = write!(html, "<link rel=\"modulepreload\" href=\"{path}\">");
    }
    let _ = write!(html, "<script type=\"module\" src=\"{js}\"></script></head><body><div id=\"root\"></div>");
    html.push_str("<noscript>The desk needs JavaScript. Please turn it on in this browser and reload.</noscript>");
    html.push_str("</body></html>");
    Document { html, csp: Policy::desk(&inline_hash(&front_end.before_first_paint)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn front_end() -> FrontEnd {
        let chunk = |name: &str| Chunk {
            js: format!("/assets/{name}.js"),
            css: vec![format!("/assets/{name}.css")],
            imports: vec!["/assets/shared.js".to_owned()],
        };
        FrontEnd {
            build: "1".to_owned(),
            entry: chunk("entry"),
            pages: [].into(),
            desk: chunk("desk"),
            fonts: Vec::new(),
            before_first_paint: "before_first_paint()".to_owned(),
            load_app: "load_app()".to_owned(),
            small: "/assets/small.js".to_owned(),
        }
    }

    #[test]
    fn document_loads_the_desk_and_not_the_public_site() {
        let html = compose(&front_end(), "Eyes & Co", "/icon.svg").html;
        assert!(html.contains("src=\"/assets/desk.js\""), "{html}");
        assert!(html.contains("href=\"/assets/desk.css\"") && html.contains("href=\"/assets/shared.js\""), "{html}");
        assert!(!html.contains("/assets/entry"), "{html}");
        assert!(html.contains("<title>Desk · Eyes &amp; Co</title>"), "{html}");
        assert!(html.contains("<div id=\"root\"></div><noscript>"), "{html}");
    }

    #[test]
    fn policy_allows_its_own_script_the_preview_and_the_editor() {
        let csp = compose(&front_end(), "Eyes", "/icon.svg").csp.to_string();
        assert!(csp.contains("script-src 'self' 'sha256-") && csp.contains("frame-src 'self';"), "{csp}");
        assert!(csp.contains("img-src 'self' data: blob:;"), "{csp}");
        assert!(csp.ends_with("trusted-types clinic ProseMirrorClipboard"), "{csp}");
        assert!(!csp.contains("unsafe"), "{csp}");
    }
}
