//! Structured data for search engines (JSON-LD): the clinic, breadcrumbs and articles.
//!
//! It states only what the page shows. Social profiles that are placeholders are left out.

use serde_json::{Value, json};

use super::page::{Page, PageData};
use super::paths;
use super::registry::BuiltPage;
use crate::content::model::{Article, Clinic, Hours};

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

pub fn json_ld(page: &BuiltPage, site_url: &str, share_image: &str) -> Value {
    let data = &page.data;
    // The whole description only on the pages about the clinic: it would make every document larger.
    let describes_clinic = [paths::HOME, paths::ABOUT_US].contains(&page.entry.path);
    let mut graph = vec![if describes_clinic {
        clinic(&data.clinic, site_url, share_image)
    } else {
        clinic_name(&data.clinic, site_url)
    }];
    if let Page::Article { article: item, .. } = &data.page {
        graph.push(article(item, data, site_url, share_image));
    }
    if page.entry.is_indexed && page.entry.path != paths::HOME {
        graph.push(breadcrumbs(page, site_url));
    }
    json!({ "@context": "https://schema.org", "@graph": graph })
}

/// Names the clinic and the page that describes it.
fn clinic_name(clinic: &Clinic, site_url: &str) -> Value {
    json!({
        "@type": ["Optician", "MedicalClinic"],
        "@id": format!("{site_url}/#clinic"),
        "name": clinic.name,
        "url": format!("{site_url}{}", paths::HOME),
    })
}

fn clinic(clinic: &Clinic, site_url: &str, share_image: &str) -> Value {
    let address = &clinic.address;
    let profiles: Vec<&str> =
        clinic.socials.iter().filter(|social| social.is_confirmed).map(|social| social.url.as_str()).collect();
    let mut value = clinic_name(clinic, site_url);
    value["slogan"] = json!(clinic.tagline);
    value["image"] = json!(share_image);
    value["foundingDate"] = json!(clinic.founded.to_string());
    value["telephone"] = json!(clinic.phone.href.trim_start_matches("tel:"));
    value["hasMap"] = json!(clinic.map.link);
    value["address"] = json!({
        "@type": "PostalAddress",
        "streetAddress": address.street,
        "addressLocality": address.city,
        "addressRegion": address.state,
        "addressCountry": address.country,
    });
    value["openingHoursSpecification"] = clinic.hours.iter().filter_map(opening).collect();
    if !profiles.is_empty() {
        value["sameAs"] = json!(profiles);
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

fn breadcrumbs(page: &BuiltPage, site_url: &str) -> Value {
    let mut steps = vec![("Home", paths::HOME)];
    let parent = page.entry.parent();
    steps.extend(parent.and_then(|parent| parent.header.map(|header| (header.label, parent.path))));
    steps.push((&page.data.meta.title, &page.data.path));
    let items: Vec<_> = (1..)
        .zip(steps)
        .map(|(position, (name, path))| {
            json!({ "@type": "ListItem", "position": position, "name": name, "item": format!("{site_url}{path}") })
        })
        .collect();
    json!({ "@type": "BreadcrumbList", "itemListElement": items })
}

#[cfg(test)]
mod tests {
    use super::super::content_source::ContentSource;
    use super::super::registry::build_pages;
    use super::*;

    fn json_ld_of(path: &str) -> Value {
        let content = ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}"));
        let pages = build_pages(&content, "1", jiff::civil::date(2026, 11, 15));
        let page = pages.iter().find(|page| page.data.path == path).expect("the page");
        json_ld(page, "https://clinic.example", "/share.png")
    }

    fn breadcrumb_urls(path: &str) -> Option<Vec<String>> {
        let json = json_ld_of(path);
        let list = json["@graph"].as_array()?.iter().find(|item| item["@type"] == "BreadcrumbList")?;
        Some(list["itemListElement"].as_array()?.iter().map(|step| step["item"].as_str().unwrap().to_owned()).collect())
    }

    #[test]
    fn clinic_is_described_on_home_and_about_us_and_named_elsewhere() {
        for (path, is_described) in [("/home", true), ("/about-us", true), ("/services", false)] {
            let json = json_ld_of(path);
            let clinic = &json["@graph"][0];
            assert_eq!(clinic["@id"], "https://clinic.example/#clinic", "{path}");
            assert!(clinic["name"].is_string(), "{path}");
            assert_eq!(clinic["openingHoursSpecification"].is_array(), is_described, "{path}");
            assert_eq!(clinic["address"].is_object(), is_described, "{path}");
        }
    }

    #[test]
    fn breadcrumbs_lead_from_home_over_the_parent_to_the_page() {
        let url = |path: &str| format!("https://clinic.example{path}");
        assert_eq!(breadcrumb_urls("/team"), Some(vec![url("/home"), url("/team")]));
        let article = "/articles/first-aid-for-the-eye";
        assert_eq!(breadcrumb_urls(article), Some(vec![url("/home"), url("/articles"), url(article)]));
        assert_eq!(breadcrumb_urls("/home"), None);
        assert_eq!(breadcrumb_urls("/404"), None);
    }
}
