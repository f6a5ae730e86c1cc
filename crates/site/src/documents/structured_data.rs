//! Structured data for search engines (JSON-LD): the clinic, breadcrumbs and articles.
//!
//! It states only what the page shows. Social profiles that are placeholders are left out.

use serde_json::{Value, json};

use crate::page_data::{Page, PageData};
use crate::page_registry::BuiltPage;
use crate::paths;
use clinic_content::model::{Article, Byline, Clinic, Closure, Hours, OpenTimes, Source};

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
        "@type": ["MedicalClinic", "Optician"],
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
    value["openingHoursSpecification"] = clinic.hours.iter().flat_map(opening).collect();
    if !clinic.closures.is_empty() {
        value["specialOpeningHoursSpecification"] = clinic.closures.iter().flat_map(special_hours).collect();
    }
    if !profiles.is_empty() {
        value["sameAs"] = json!(profiles);
    }
    value
}

/// One entry for each part of a day with a break.
fn opening(hours: &Hours) -> Vec<Value> {
    let days: Vec<_> = (hours.first_day..=hours.last_day).map(|day| DAYS[usize::from(day) - 1]).collect();
    let entry = |open: &OpenTimes| {
        json!({
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": days,
            "opens": clock(open.from),
            "closes": clock(open.until),
        })
    };
    hours.open.iter().map(entry).collect()
}

/// Search engines read equal times as closed all day.
fn special_hours(days: &Closure) -> Vec<Value> {
    let entry = |open: &OpenTimes| {
        json!({
            "@type": "OpeningHoursSpecification",
            "validFrom": days.from.to_string(),
            "validThrough": days.until.to_string(),
            "opens": clock(open.from),
            "closes": clock(open.until),
        })
    };
    if days.open.is_empty() {
        vec![entry(&OpenTimes { from: 0, until: 0 })]
    } else {
        days.open.iter().map(entry).collect()
    }
}

fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

fn article(article: &Article, data: &PageData, site_url: &str, share_image: &str) -> Value {
    let clinic = json!({ "@id": format!("{site_url}/#clinic") });
    let author = article.author.as_ref().filter(|author| author.is_confirmed);
    let mut value = json!({
        "@type": if is_medical(article) { json!(["MedicalWebPage", "Article"]) } else { json!("Article") },
        "headline": article.title,
        "description": article.summary,
        "image": share_image,
        "datePublished": article.published.to_string(),
        "dateModified": article.updated.unwrap_or(article.published).to_string(),
        "inLanguage": "en-NG",
        "mainEntityOfPage": format!("{site_url}{}", data.path),
        "author": author.map_or_else(|| clinic.clone(), |author| person(author, &clinic)),
        "publisher": clinic.clone(),
    });
    if let Some(reviewer) = article.reviewed_by.as_ref().filter(|reviewer| reviewer.is_confirmed) {
        value["reviewedBy"] = person(reviewer, &clinic);
    }
    if let Some(date) = article.last_reviewed {
        value["lastReviewed"] = json!(date.to_string());
    }
    if !article.sources.is_empty() {
        value["citation"] = article.sources.iter().map(citation).collect();
    }
    value
}

/// News of the clinic, which gives no advice, is not a medical page.
fn is_medical(article: &Article) -> bool {
    !article.urgent.is_empty() || !article.sources.is_empty() || article.last_reviewed.is_some()
}

fn person(byline: &Byline, clinic: &Value) -> Value {
    json!({ "@type": "Person", "name": byline.name, "jobTitle": byline.role, "worksFor": clinic })
}

fn citation(source: &Source) -> Value {
    let mut value = json!({ "@type": "CreativeWork", "name": source.title, "url": source.url });
    if let Some(publisher) = &source.publisher {
        value["publisher"] = json!({ "@type": "Organization", "name": publisher });
    }
    value
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
    use super::*;
    use crate::page_registry::build_pages;
    use crate::publication::content_source::ContentSource;
    use clinic_content::model::Content;

    fn json_ld_of(path: &str) -> Value {
        json_ld_in(&ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}")), path)
    }

    fn json_ld_in(content: &Content, path: &str) -> Value {
        let pages = build_pages(content, "1", jiff::civil::date(2026, 11, 15));
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
            assert_eq!(clinic["@type"], json!(["MedicalClinic", "Optician"]), "{path}");
            assert!(clinic["name"].is_string(), "{path}");
            assert_eq!(clinic["openingHoursSpecification"].is_array(), is_described, "{path}");
            assert_eq!(clinic["address"].is_object(), is_described, "{path}");
        }
    }

    #[test]
    fn article_names_its_author_reviewer_and_sources() {
        let mut content = ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}"));
        let byline = |name: &str, is_confirmed| {
            Some(Byline { name: name.to_owned(), role: "Optometrist".to_owned(), is_confirmed })
        };
        let article = &mut content.articles[0];
        article.author = byline("A. Writer", true);
        article.reviewed_by = byline("B. Reader", true);
        article.last_reviewed = Some(jiff::civil::date(2026, 11, 14));
        article.sources[0] =
            Source { publisher: None, title: "Glaucoma".to_owned(), url: "https://who.int/g".to_owned() };
        let path = paths::with_slug(paths::ARTICLE, &article.slug);
        let json = json_ld_in(&content, &path);
        let page = &json["@graph"][1];
        assert_eq!(page["@type"], json!(["MedicalWebPage", "Article"]));
        let clinic = json!({ "@id": "https://clinic.example/#clinic" });
        let person =
            |name: &str| json!({ "@type": "Person", "name": name, "jobTitle": "Optometrist", "worksFor": clinic });
        assert_eq!((&page["author"], &page["reviewedBy"]), (&person("A. Writer"), &person("B. Reader")));
        assert_eq!(page["lastReviewed"], "2026-11-14");
        assert_eq!(
            page["citation"][0],
            json!({ "@type": "CreativeWork", "name": "Glaucoma", "url": "https://who.int/g" })
        );
        assert!(page["citation"][1]["publisher"]["name"].is_string(), "{page}");

        let article = &mut content.articles[0];
        article.author = byline("Our Director", false);
        article.reviewed_by = byline("Our Director", false);
        let json = json_ld_in(&content, &path);
        let page = &json["@graph"][1];
        assert_eq!(page["author"], clinic, "a placeholder is stated as the author");
        assert!(page.get("reviewedBy").is_none(), "a placeholder is stated as the reviewer");
    }

    #[test]
    fn news_is_not_a_medical_page() {
        let mut content = ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}"));
        let article = &mut content.articles[0];
        (article.urgent, article.sources) = (Vec::new(), Vec::new());
        let path = paths::with_slug(paths::ARTICLE, &article.slug);
        assert_eq!(json_ld_in(&content, &path)["@graph"][1]["@type"], "Article");
    }

    #[test]
    fn closures_that_are_not_over_are_special_opening_hours() {
        let mut content = ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}"));
        let date = jiff::civil::date;
        content.clinic.closures = vec![
            Closure::new(date(2026, 10, 1), date(2026, 10, 1), "Independence Day".to_owned()),
            Closure::new(date(2026, 12, 24), date(2027, 1, 2), "Christmas".to_owned()),
            Closure::new(date(2027, 1, 8), date(2027, 1, 8), String::new())
                .with_hours(vec![OpenTimes { from: 480, until: 720 }]),
        ];
        let pages = build_pages(&content, "1", date(2026, 11, 15));
        let home = pages.iter().find(|page| page.data.path == "/home").expect("the page");
        let json = json_ld(home, "https://clinic.example", "/share.png");
        let special = &json["@graph"][0]["specialOpeningHoursSpecification"];
        assert_eq!(special.as_array().map(Vec::len), Some(2), "{special}");
        assert_eq!((&special[1]["opens"], &special[1]["closes"]), (&json!("08:00"), &json!("12:00")));
        assert_eq!(
            (&special[0]["validFrom"], &special[0]["validThrough"]),
            (&json!("2026-12-24"), &json!("2027-01-02"))
        );
        assert_eq!((&special[0]["opens"], &special[0]["closes"]), (&json!("00:00"), &json!("00:00")));
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
