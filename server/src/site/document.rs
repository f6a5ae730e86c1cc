//! The HTML document around what React rendered: the head with all that a page needs before any script arrives,
//! and the policy that lets exactly this document run and nothing else.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::assets::{self, AssetError, FrontEnd};
use super::markup::{escape, script_json};
use super::page::{Page, PageData};
use super::structured;

#[derive(Debug)]
pub struct Document {
    pub html: String,
    pub csp: String,
}

/// What the head needs besides the page's own data.
pub struct Frame<'a> {
    pub front_end: &'a FrontEnd,
    pub site_url: &'a str,
    pub share_image: &'a str,
    pub icon: &'a str,
}

pub fn compose(frame: &Frame<'_>, data: &PageData, json: &str, body: &str) -> Result<Document, AssetError> {
    let kind = data.page.kind();
    let css = inline_css(frame.front_end, kind)?;
    let (boot, entry) = (&frame.front_end.boot, frame.front_end.entry.js.as_str());
    let mut html = String::with_capacity(body.len() + json.len() + css.len() + 8192);
    html.push_str("<!doctype html><html lang=\"en-NG\"><head><meta charset=\"utf-8\">");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    push_meta(&mut html, frame, data);
    for font in &frame.front_end.fonts {
        let _ = write!(html, "<link rel=\"preload\" href=\"{font}\" as=\"font\" type=\"font/woff2\" crossorigin>");
    }
    let _ = write!(html, "<style>{css}</style>");
    // The styles are here already. A disabled link is not fetched, and the page's loader, finding it, does not
    // fetch the same file a second time.
    for address in frame.front_end.css_of(kind) {
        let _ = write!(html, "<link rel=\"stylesheet\" href=\"{address}\" disabled>");
    }
    let _ = write!(html, "<script>{boot}</script>");
    let linked = structured::json_ld(data, frame.site_url, frame.share_image).to_string();
    let _ = write!(html, "<script type=\"application/ld+json\">{}</script></head>", script_json(&linked));
    let _ = write!(html, "<body><div id=\"root\">{body}</div>");
    let _ = write!(html, "<script type=\"application/json\" id=\"page-data\">{}</script>", script_json(json));
    // PathParam last, so that on a thin line the scripts do not come between the visitor and the words.
    for address in frame.front_end.scripts_of(kind).into_iter().chain([entry]) {
        let _ = write!(html, "<link rel=\"modulepreload\" href=\"{address}\">");
    }
    let start = start_after_first_paint(entry);
    let _ = write!(html, "<script>{start}</script></body></html>");
    let scripts = format!("{} {}", hash(boot), hash(&start));
    let csp = policy(&scripts, &hash(&css), data.clinic.map.embed.as_deref());
    Ok(Document { html, csp })
}

/// The scripts are small enough to be there before a slow phone has drawn its first frame, and would then run before
/// it. What is readable is shown first. Without the script the page stays as it was drawn, and its links work.
fn start_after_first_paint(entry: &str) -> String {
    format!(
        "{{const go=()=>import(\"{entry}\").catch(()=>{{}});\
         document.hidden?go():requestAnimationFrame(()=>setTimeout(go))}}"
    )
}

fn push_meta(html: &mut String, frame: &Frame<'_>, data: &PageData) {
    let clinic = &data.clinic.name;
    let title = escape(&format!("{} · {clinic}", data.meta.title));
    let description = escape(&data.meta.description);
    let url = escape(&format!("{}{}", frame.site_url, data.path));
    let image = escape(frame.share_image);
    let _ = write!(html, "<title>{title}</title><meta name=\"description\" content=\"{description}\">");
    if matches!(data.page, Page::NotFound { .. }) {
        html.push_str("<meta name=\"robots\" content=\"noindex\">");
    } else {
        let _ = write!(html, "<link rel=\"canonical\" href=\"{url}\"><meta property=\"og:url\" content=\"{url}\">");
    }
    let kind = if let Page::Article { article, .. } = &data.page {
        let _ = write!(html, "<meta property=\"article:published_time\" content=\"{}\">", article.published);
        "article"
    } else {
        "website"
    };
    let _ = write!(
        html,
        "<meta property=\"og:type\" content=\"{kind}\"><meta property=\"og:title\" content=\"{title}\">\
         <meta property=\"og:description\" content=\"{description}\"><meta property=\"og:image\" content=\"{image}\">\
         <meta property=\"og:image:width\" content=\"1200\"><meta property=\"og:image:height\" content=\"630\">\
         <meta property=\"og:site_name\" content=\"{}\"><meta property=\"og:locale\" content=\"en_NG\">\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\
         <link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\"><link rel=\"apple-touch-icon\" href=\"/icon-180.png\">\
         <link rel=\"manifest\" href=\"/manifest.webmanifest\">\
         <link rel=\"alternate\" type=\"application/atom+xml\" href=\"/articles.atom\" title=\"Articles\">\
         <meta name=\"theme-color\" content=\"#FFFCF5\" media=\"(prefers-color-scheme: light)\">\
         <meta name=\"theme-color\" content=\"#0A1A27\" media=\"(prefers-color-scheme: dark)\">",
        escape(clinic),
        frame.icon,
    );
}

fn inline_css(front_end: &FrontEnd, kind: &str) -> Result<String, AssetError> {
    front_end.css_of(kind).into_iter().map(|address| Ok(assets::text(address)?.trim_end().to_owned())).collect()
}

pub(super) fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// Moving about inside the app keeps the first document's policy, so every document must allow what any page
/// needs: the map's frame is the one thing from elsewhere.
pub(super) fn policy(scripts: &str, css: &str, map: Option<&str>) -> String {
    let frames = map.and_then(origin).unwrap_or_else(|| "'none'".to_owned());
    format!(
        "default-src 'none'; script-src 'self' {scripts}; style-src 'self' {css}; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src {frames}; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types clinic"
    )
}

/// `https://maps.example/embed?x` → `https://maps.example`
fn origin(url: &str) -> Option<String> {
    let host = url.strip_prefix("https://")?.split(['/', '?', '#']).next()?;
    Some(format!("https://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_names_the_maps_origin_and_nothing_unsafe() {
        let policy = policy("'sha256-a'", "'sha256-b'", Some("https://maps.example/embed?pb=1"));
        assert!(policy.contains("frame-src https://maps.example;"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }

    #[test]
    fn without_a_map_no_frame_is_allowed() {
        assert!(super::policy("a", "b", None).contains("frame-src 'none';"));
    }
}
