//! What search engines are told, as JSON-LD: the clinic, the trail to a page, an article.
//!
//! Says only what the page itself says. A social profile that is still a placeholder is nobody's, so it is left out.

use serde_json::{Value, json};

use super::page::{Page, PageData};
use crate::content::model::{Article, Clinic, Hours};

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

pub fn json_ld(data: &PageData, site_url: &str, share_image: &str) -> Value {
    let mut graph = vec![clinic(&data.clinic, site_url, share_image)];
    match &data.page {
        Page::Home { .. } | Page::NotFound { .. } => {}
        Page::Article { article: it, .. } => {
            graph.push(article(it, data, site_url, share_image));
            graph.push(trail(&[("Home", "/home"), ("Articles", "/articles"), (&it.title, &data.path)], site_url));
        }
        _ => graph.push(trail(&[("Home", "/home"), (&data.meta.title, &data.path)], site_url)),
    }
    json!({ "@context": "https://schema.org", "@graph": graph })
}

fn clinic(clinic: &Clinic, site_url: &str, share_image: &str) -> Value {
    let address = &clinic.address;
    let ours: Vec<&str> =
        clinic.socials.iter().filter(|social| social.ours).map(|social| social.url.as_str()).collect();
    let mut value = json!({
        "@type": ["Optician", "MedicalClinic"],
        "@id": format!("{site_url}/#clinic"),
        "name": clinic.name,
        "slogan": clinic.tagline,
        "url": format!("{site_url}/home"),
        "image": share_image,
        "foundingDate": clinic.founded.to_string(),
        "telephone": clinic.phone.href.trim_start_matches("tel:"),
        "hasMap": clinic.map.link,
        "address": {
            "@type": "PostalAddress",
            "streetAddress": address.street,
            "addressLocality": address.city,
            "addressRegion": address.state,
            "addressCountry": address.country,
        },
        "openingHoursSpecification": clinic.hours.iter().filter_map(opening).collect::<Vec<_>>(),
    });
    if !ours.is_empty() {
        value["sameAs"] = json!(ours);
    }
    value
}

fn opening(hours: &Hours) -> Option<Value> {
    let open = hours.open?;
    let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let days: Vec<_> = (hours.first_day..=hours.last_day).map(|day| DAYS[usize::from(day) - 1]).collect();
    Some(json!({
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": days,
        "opens": clock(open.from),
        "closes": clock(open.until),
    }))
}

fn article(article: &Article, data: &PageData, site_url: &str, share_image: &str) -> Value {
    json!({
        "@type": "Article",
        "headline": article.title,
        "description": article.summary,
        "image": share_image,
        "datePublished": article.published.to_string(),
        "dateModified": article.updated.unwrap_or(article.published).to_string(),
        "inLanguage": "en-NG",
        "mainEntityOfPage": format!("{site_url}{}", data.path),
        "author": { "@id": format!("{site_url}/#clinic") },
        "publisher": { "@id": format!("{site_url}/#clinic") },
    })
}

fn trail(steps: &[(&str, &str)], site_url: &str) -> Value {
    let items: Vec<_> = (1..)
        .zip(steps)
        .map(|(position, (name, path))| {
            json!({ "@type": "ListItem", "position": position, "name": name, "item": format!("{site_url}{path}") })
        })
        .collect();
    json!({ "@type": "BreadcrumbList", "itemListElement": items })
}
