//! Reads `redirects.toml`: where visitors of a page that was renamed or removed are sent. The file is optional.

use std::collections::{BTreeMap, HashSet};

use crate::document_kind::REDIRECTS_FILE;
use crate::problems::Report;
use crate::toml::fields::TomlSource;

/// Paths that the server itself answers.
const RESERVED: [&str; 7] = ["/api/", "/assets/", "/data/", "/desk", "/pictures/", "/share/", "/.well-known/"];

pub struct Redirect {
    from: String,
    to: String,
    line: usize,
}

pub fn read(text: &str, report: &Report) -> Vec<Redirect> {
    let mut fields = TomlSource { file: REDIRECTS_FILE, text, first_line: 1, report }.parse();
    let redirects = fields.take_texts().into_iter().map(|(from, line, to)| Redirect { from, to, line }).collect();
    fields.finish();
    redirects
}

/// The valid redirects, from the old path to the new one. The others are reported.
pub fn check(redirects: &[Redirect], targets: &HashSet<String>, report: &Report) -> BTreeMap<String, String> {
    let mut valid = BTreeMap::new();
    for redirect in redirects {
        match problem(redirect, targets) {
            Some(message) => report.problem(REDIRECTS_FILE, redirect.line, message),
            None => {
                valid.insert(redirect.from.clone(), redirect.to.clone());
            }
        }
    }
    valid
}

fn problem(Redirect { from, to, .. }: &Redirect, targets: &HashSet<String>) -> Option<String> {
    let is_path = from.starts_with('/') && from.len() > 1 && !from.ends_with('/') && !from.starts_with("//");
    let has_plain_characters = from.chars().all(|c| c.is_ascii_graphic() && !"?#%\"\\".contains(c));
    if !is_path || !has_plain_characters {
        return Some(format!("The old address {from} must look like /articles/old-name."));
    }
    if RESERVED.iter().any(|reserved| from.starts_with(reserved)) {
        return Some(format!("The old address {from} is used by the website itself and cannot be redirected."));
    }
    if targets.contains(from) {
        return Some(format!("There is a page {from}, so it cannot be redirected. Remove this line or the page."));
    }
    if !targets.contains(to) {
        return Some(format!("There is no page {to} on this site. Redirect to an existing page, such as /articles."));
    }
    // It becomes a response header.
    (!to.is_ascii())
        .then(|| format!("The new address {to} has letters that addresses cannot contain. Leave out the part after #."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_text(text: &str) -> Result<BTreeMap<String, String>, String> {
        let report = Report::default();
        let targets = HashSet::from(["/articles".to_owned(), "/articles/new".to_owned(), "/services#é".to_owned()]);
        let valid = check(&read(text, &report), &targets, &report);
        report.into_result().map(|_| valid).map_err(|problems| problems.to_string())
    }

    #[test]
    fn old_paths_lead_to_existing_pages() {
        let redirects = check_text("# Renamed\n\"/articles/old\" = \"/articles/new\"\n\"/blog\" = \"/articles\"\n");
        let expected = [("/articles/old", "/articles/new"), ("/blog", "/articles")];
        assert_eq!(redirects, Ok(expected.map(|(from, to)| (from.to_owned(), to.to_owned())).into()));
    }

    #[test]
    fn redirects_that_cannot_work_are_reported_with_their_line() {
        for (line, expected) in [
            ("\"/a\" = \"/gone\"", "There is no page /gone"),
            ("\"/articles\" = \"/articles/new\"", "There is a page /articles"),
            ("\"a\" = \"/articles\"", "must look like"),
            ("\"/a/\" = \"/articles\"", "must look like"),
            ("\"/a?b\" = \"/articles\"", "must look like"),
            ("\"//evil.example\" = \"/articles\"", "must look like"),
            ("\"/api/plays\" = \"/articles\"", "used by the website itself"),
            ("\"/a\" = \"https://evil.example\"", "There is no page https://evil.example"),
            ("\"/a\" = \"/services#é\"", "Leave out the part after #"),
            ("\"/a\" = 5", "must be text in quotes"),
        ] {
            let problems = check_text(&format!("\n{line}\n")).expect_err("a problem");
            assert!(problems.starts_with("redirects.toml:2:") && problems.contains(expected), "{line}: {problems}");
        }
    }
}
