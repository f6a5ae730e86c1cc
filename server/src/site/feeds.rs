//! Files for programs: sitemap, robots.txt, the Atom feed of articles, the web app manifest and security.txt.

use std::fmt::Write;

use jiff::civil::Date;
use serde_json::json;

use super::escape::escape;
use super::page::Page;
use super::page_builders::CONTACT_SECTION;
use super::paths;
use super::registry::BuiltPage;
use crate::content::model::Content;

pub fn sitemap(pages: &[BuiltPage], site_url: &str) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in pages.iter().filter(|page| page.entry.is_indexed).map(|page| &page.data) {
        let _ = write!(xml, "<url><loc>{}</loc>", escape(&format!("{site_url}{}", page.path)));
        if let Page::Article { article, .. } = &page.page {
            let _ = write!(xml, "<lastmod>{}</lastmod>", article.updated.unwrap_or(article.published));
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

pub fn robots(site_url: &str) -> String {
    format!("User-agent: *\nDisallow: /api/\nDisallow: /desk\n\nSitemap: {site_url}/sitemap.xml\n")
}

pub fn atom(content: &Content, site_url: &str) -> String {
    let name = escape(&content.clinic.name);
    let articles_title = content.page_texts.get("articles").map_or("Articles", |text| &text.title);
    let articles_url = format!("{site_url}{}", paths::ARTICLES);
    let updated = content.articles.iter().map(|article| article.updated.unwrap_or(article.published)).max();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en-NG\">\n\
         <title>{}</title>\n<id>{articles_url}</id>\n<link href=\"{articles_url}\"/>\n\
         <link rel=\"self\" href=\"{site_url}/articles.atom\"/>\n<updated>{}</updated>\n<author><name>{name}</name></author>\n",
        escape(&format!("{} · {}", articles_title, content.clinic.name)),
        start_of_day(updated.unwrap_or(jiff::civil::date(content.clinic.founded, 1, 1))),
    );
    for article in &content.articles {
        let url = format!("{site_url}{}", paths::with_slug(paths::ARTICLE, &article.slug));
        let _ = writeln!(
            xml,
            "<entry><title>{}</title><id>{url}</id><link href=\"{url}\"/><published>{}</published>\
             <updated>{}</updated><summary>{}</summary></entry>",
            escape(&article.title),
            start_of_day(article.published),
            start_of_day(article.updated.unwrap_or(article.published)),
            escape(&article.summary),
        );
    }
    xml.push_str("</feed>\n");
    xml
}

/// Midnight in Nigeria, which is one hour ahead of UTC all year.
fn start_of_day(date: Date) -> String {
    format!("{date}T00:00:00+01:00")
}

pub fn manifest(content: &Content, icon: &str) -> String {
    let icon_png = |size: u32, purpose: &str| json!({ "src": format!("/icon-{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose });
    json!({
        "name": content.clinic.name,
        "short_name": content.clinic.name,
        "description": content.page_texts.get("home").map(|text| &text.description),
        "start_url": paths::HOME,
        "scope": "/",
        "display": "minimal-ui",
        "lang": "en-NG",
        "background_color": "#FFFCF5",
        "theme_color": "#084752",
        "icons": [
            { "src": icon, "sizes": "any", "type": "image/svg+xml" },
            icon_png(192, "any"),
            icon_png(512, "any"),
            icon_png(512, "maskable"),
        ],
    })
    .to_string()
}

/// RFC 9116 recommends an expiry date less than a year ahead.
pub fn security_txt(content: &Content, site_url: &str, today: Date) -> String {
    let expires = today.checked_add(jiff::Span::new().days(300)).unwrap_or(today);
    let contact = paths::with_section(paths::ABOUT_US, CONTACT_SECTION);
    format!(
        "Contact: {}\nContact: {site_url}{contact}\nExpires: {expires}T00:00:00Z\nPreferred-Languages: en\n\
         Canonical: {site_url}/.well-known/security.txt\n",
        content.clinic.phone.href,
    )
}
