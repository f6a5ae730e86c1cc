//! Files for programs: sitemap, robots.txt, the Atom feed of articles, the web app manifest, security.txt, and the text for
//! emergencies that the service worker keeps.

use std::fmt::Write;

use jiff::civil::Date;
use serde_json::json;

use crate::documents::escape::escape;
use crate::page_builders::CONTACT_SECTION;
use crate::page_data::Page;
use crate::page_registry::BuiltPage;
use crate::paths;
use clinic_content::model::{Content, Destination, Urgency};

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

/// "Is it urgent?" as text, most urgent first. Every device keeps it for when there is no network (`service-worker.ts`), so it is
/// small. Blocks are separated by empty lines; `# ` begins a heading, `## ` a smaller one.
pub fn urgent_text(content: &Content) -> String {
    let urgent = &content.urgent;
    let mut text = urgent.always.clone();
    for hospital in &content.clinic.hospitals {
        let details = [hospital.area.as_deref(), hospital.phone.as_ref().map(|phone| phone.display.as_str())];
        let details: String = details.into_iter().flatten().map(|detail| format!(", {detail}")).collect();
        let _ = write!(text, "\n\n{}{details}", hospital.name);
    }
    for (urgency, heading) in [
        (Urgency::Now, "Go to hospital now"),
        (Urgency::Day, "Within 24 hours: the clinic while it is open, otherwise a hospital with an eye department"),
        (Urgency::Week, "Come to the clinic within a week"),
        (Urgency::Routine, "Book a visit"),
    ] {
        let _ = write!(text, "\n\n# {heading}");
        if matches!(urgency, Urgency::Week | Urgency::Routine) {
            let _ = write!(text, "\n\nCome sooner if {}.", urgent.sooner);
        }
        for row in urgent.rows.iter().filter(|row| row.urgency == urgency) {
            let go = match row.go {
                Destination::Eye if urgency == Urgency::Now => " Go to a hospital with an eye department.",
                Destination::Eye | Destination::Clinic => "",
                Destination::General => " Go to a general hospital.",
                Destination::Maternity => " Go to the maternity hospital.",
                Destination::Children => " Go to a hospital with children’s doctors.",
                Destination::Operated => " Go to the hospital that operated on the eye.",
            };
            let _ = write!(text, "\n\n## {}\n\n{}{go}", row.symptom, row.before);
        }
    }
    text
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publication::content_source::valid_content;
    use clinic_content::Folder;

    #[test]
    fn urgent_text_has_every_row_with_the_most_urgent_first() {
        let content = valid_content(&Folder::embedded());
        let text = urgent_text(&content);
        assert!(text.starts_with(&content.urgent.always), "{text}");
        let rank = |urgency: Urgency| {
            [Urgency::Now, Urgency::Day, Urgency::Week, Urgency::Routine].iter().position(|it| *it == urgency)
        };
        let place = |symptom: &str| text.find(symptom).unwrap_or_else(|| panic!("{symptom} is missing"));
        for a in &content.urgent.rows {
            assert!(text.contains(&a.before), "{}", a.id);
            for b in content.urgent.rows.iter().filter(|b| rank(a.urgency) < rank(b.urgency)) {
                assert!(
                    place(&format!("## {}", a.symptom)) < place(&format!("## {}", b.symptom)),
                    "{} and {}",
                    a.id,
                    b.id
                );
            }
        }
    }
}
