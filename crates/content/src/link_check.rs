//! Checks that every link in the content leads to an existing page or section.

use std::collections::{BTreeMap, HashSet};

use super::load_context::Link;
use super::problems::Report;

const EXTERNAL_SCHEMES: [&str; 3] = ["https://", "tel:", "mailto:"];

/// `targets` are the paths of this site that can be linked to, with `#section` where a page has sections.
pub fn check<'a>(
    links: impl IntoIterator<Item = &'a Link>,
    targets: &HashSet<String>,
    redirects: &BTreeMap<String, String>,
    report: &Report,
) {
    for link in links {
        if let Some(message) = problem(&link.href, targets, redirects) {
            report.problem(&link.file, link.line, message);
        }
    }
}

fn problem(href: &str, targets: &HashSet<String>, redirects: &BTreeMap<String, String>) -> Option<String> {
    if EXTERNAL_SCHEMES.iter().any(|scheme| href.starts_with(scheme)) || targets.contains(href) {
        return None;
    }
    if let Some(to) = redirects.get(href) {
        return Some(format!("The page {href} was moved to {to}. Change this link to {to}"));
    }
    if href.starts_with("/articles/") {
        return Some(format!(
            "There is no article {href} on this site. If it was removed or renamed, change this link, and add a \
             redirect for visitors who come from elsewhere."
        ));
    }
    if href.starts_with('/') {
        return Some(format!(
            "There is no page {href} on this site. Use a link such as /services, /services#eye-exams or /articles/…"
        ));
    }
    Some(format!("The link {href} is not valid. Start it with / for a page of this site, or with https://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_links_must_exist_and_external_links_need_a_known_scheme() {
        let targets = HashSet::from(["/services".to_owned()]);
        let redirects = BTreeMap::from([("/prices".to_owned(), "/services".to_owned())]);
        let problem = |href: &str, targets| problem(href, targets, &redirects);
        for valid in ["/services", "https://who.int/", "tel:+2348000000000", "mailto:a@example.org"] {
            assert_eq!(problem(valid, &targets), None);
        }
        assert!(problem("/nowhere", &targets).is_some_and(|message| message.starts_with("There is no page /nowhere")));
        assert_eq!(
            problem("/prices", &targets).as_deref(),
            Some("The page /prices was moved to /services. Change this link to /services")
        );
        assert!(problem("/articles/gone", &targets).is_some_and(|message| message.contains("add a redirect")));
        for invalid in ["services", "http://example.org/", "javascript:alert(1)"] {
            assert!(problem(invalid, &targets).is_some_and(|message| message.contains("is not valid")), "{invalid}");
        }
    }
}
