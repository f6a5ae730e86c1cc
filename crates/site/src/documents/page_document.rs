//! The HTML document around a rendered page: head, styles, data and scripts.

use std::fmt::Write;

use crate::documents::content_security_policy::{Policy, inline_hash};
use crate::documents::escape::{escape, escape_script_json};
use crate::documents::structured_data;
use crate::front_end::{self, FrontEnd, FrontEndError};
use crate::page_data::Page;
use crate::page_registry::BuiltPage;

#[derive(Debug)]
pub struct Document {
    pub html: String,
    pub csp: Policy,
}

/// What a document needs besides the page's data.
pub struct DocumentAssets<'a> {
    pub front_end: &'a FrontEnd,
    pub site_url: &'a str,
    pub share_image: &'a str,
    pub icon: &'a str,
    /// Besides that of the front end.
    pub css: &'a str,
}

/// `json` is the page's data as JSON, `body` the HTML that React rendered from it.
pub fn compose(
    assets: &DocumentAssets<'_>,
    page: &BuiltPage,
    json: &str,
    body: &str,
) -> Result<Document, FrontEndError> {
    let (front_end, kind) = (assets.front_end, page.entry.kind);
    let css = inline_css(front_end, kind)? + assets.css;
    let (before_first_paint, entry) = (&front_end.before_first_paint, front_end.entry.js.as_str());
    let mut html = String::with_capacity(body.len() + json.len() + css.len() + 8192);
    html.push_str("<!doctype html><html lang=\"en-NG\"><head><meta charset=\"utf-8\">");
    // Without viewport-fit=cover, phones report safe-area insets of zero.
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">");
    push_meta(&mut html, assets, page);
    for font in &front_end.fonts {
        let _ = write!(html, "<link rel=\"preload\" href=\"{font}\" as=\"font\" type=\"font/woff2\" crossorigin>");
    }
    let _ = write!(html, "<style>{css}</style>");
    // The styles are inlined above. A disabled link is not fetched, but it stops the page's loader from fetching the
    // same file again.
    for path in front_end.css_of(kind) {
        let _ = write!(html, "<link rel=\"stylesheet\" href=\"{path}\" disabled>");
    }
    let _ = write!(html, "<script>{before_first_paint}</script>");
    let json_ld = structured_data::json_ld(page, assets.site_url, assets.share_image).to_string();
    let _ = write!(html, "<script type=\"application/ld+json\">{}</script></head>", escape_script_json(&json_ld));
    let _ = write!(html, "<body><div id=\"root\">{body}</div>");
    let _ = write!(html, "<script type=\"application/json\" id=\"page-data\">{}</script>", escape_script_json(json));
    // At the end, so that on a slow connection the scripts do not delay the text. The script decides by the connection
    // which files it loads.
    let load_app = &front_end.load_app;
    let preload = front_end.scripts_of(kind).join(" ");
    let _ = write!(html, "<script data-entry=\"{entry}\" data-preload=\"{preload}\"");
    if page.entry.is_readable_without_app {
        let attribute = if page.entry.needs_app { "fallback" } else { "small" };
        let _ = write!(html, " data-{attribute}=\"{}\"", front_end.small);
    }
    let _ = write!(html, ">{load_app}</script></body></html>");
    let script_hashes = format!("{} {}", inline_hash(before_first_paint), inline_hash(load_app));
    let csp = Policy::page(&script_hashes, &inline_hash(&css), page.map_embed.as_deref());
    Ok(Document { html, csp })
}

fn push_meta(html: &mut String, assets: &DocumentAssets<'_>, page: &BuiltPage) {
    let data = &page.data;
    let clinic = &data.clinic.name;
    let title = escape(&format!("{} · {clinic}", data.meta.title));
    let description = escape(&data.meta.description);
    let url = escape(&format!("{}{}", assets.site_url, data.path));
    let image = escape(assets.share_image);
    let _ = write!(html, "<title>{title}</title><meta name=\"description\" content=\"{description}\">");
    if page.entry.is_indexed {
        let _ = write!(html, "<link rel=\"canonical\" href=\"{url}\"><meta property=\"og:url\" content=\"{url}\">");
    } else {
        html.push_str("<meta name=\"robots\" content=\"noindex\">");
    }
    let og_type = if let Page::Article { article, .. } = &data.page {
        let _ = write!(html, "<meta property=\"article:published_time\" content=\"{}\">", article.published);
        "article"
    } else {
        "website"
    };
    let _ = write!(
        html,
        "<meta property=\"og:type\" content=\"{og_type}\"><meta property=\"og:title\" content=\"{title}\">\
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
        assets.icon,
    );
}

fn inline_css(front_end: &FrontEnd, kind: &str) -> Result<String, FrontEndError> {
    front_end.css_of(kind).into_iter().map(|path| Ok(front_end::file_text(path)?.trim_end().to_owned())).collect()
}
