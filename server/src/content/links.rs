//! The check that every link of the words leads somewhere, so that no visitor meets a dead end of our making.

use std::collections::HashSet;

use super::markdown::LinkUse;
use super::model::Content;
use super::report::Report;

pub fn check(links: &[LinkUse], content: &Content, report: &Report) {
    let known = targets(content);
    for link in links {
        if let Some(message) = complaint(&link.href, &known) {
            report.problem(&link.file, link.line, message);
        }
    }
}

fn targets(content: &Content) -> HashSet<String> {
    let pages = ["home", "services", "outreaches", "articles", "about-us", "team", "visionTest", "privacy"];
    let mut known: HashSet<String> = pages.iter().map(|page| format!("/{page}")).collect();
    known.insert("/about-us#contact".to_owned());
    known.extend(content.services.iter().map(|service| format!("/services#{}", service.slug)));
    known.extend(content.outreaches.iter().map(|outreach| format!("/outreaches#{}", outreach.slug)));
    known.extend(content.articles.iter().map(|article| format!("/articles/{}", article.slug)));
    known
}

fn complaint(href: &str, known: &HashSet<String>) -> Option<String> {
    let outward = ["https://", "tel:", "mailto:"];
    if outward.iter().any(|scheme| href.starts_with(scheme)) || known.contains(href) {
        return None;
    }
    if href.starts_with('/') {
        return Some(format!(
            "The link {href} leads nowhere on this site. Use a page such as /services, /services#eye-exams or /articles/…"
        ));
    }
    Some(format!("The link {href} is not understood. Begin it with / for a page of this site, or with https://"))
}
