//! Recognises addresses of disposable-mailbox services, where one person can have any number of mailboxes.
//!
//! The built-in list can be corrected with an override file, without a new release.

use std::collections::HashSet;

use super::EmailAddress;

const BUILT_IN_LIST: &str = include_str!("../../data/disposable-domains.txt");

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Line {line} of the override file is neither \"allow DOMAIN\" nor \"deny DOMAIN\": {text:?}")]
pub struct OverrideError {
    pub line: usize,
    pub text: String,
}

#[derive(Debug, Clone)]
pub struct DisposableDomains {
    denied: HashSet<String>,
    allowed: HashSet<String>,
}

impl Default for DisposableDomains {
    fn default() -> Self {
        Self { denied: entries(BUILT_IN_LIST).map(|(_, domain)| domain.to_owned()).collect(), allowed: HashSet::new() }
    }
}

impl DisposableDomains {
    /// The built-in list, changed by lines of `allow DOMAIN` and `deny DOMAIN`. `#` starts a comment.
    ///
    /// # Errors
    /// Returns the first line that is neither.
    pub fn with_overrides(file: &str) -> Result<Self, OverrideError> {
        let mut list = Self::default();
        for (line, text) in entries(file) {
            let domain = |verb| text.strip_prefix(verb).map(|domain| domain.trim().to_lowercase());
            if let Some(domain) = domain("allow ").filter(|domain| looks_like_a_domain(domain)) {
                list.allowed.insert(domain);
            } else if let Some(domain) = domain("deny ").filter(|domain| looks_like_a_domain(domain)) {
                list.allowed.remove(&domain);
                list.denied.insert(domain);
            } else {
                return Err(OverrideError { line, text: text.to_owned() });
            }
        }
        Ok(list)
    }

    /// An entry covers the domain and its subdomains. The most specific entry decides; `allow` wins over `deny`.
    #[must_use]
    pub fn contains(&self, address: &EmailAddress) -> bool {
        let mut domain = address.domain();
        loop {
            if self.allowed.contains(domain) {
                return false;
            }
            if self.denied.contains(domain) {
                return true;
            }
            match domain.split_once('.') {
                Some((_, parent)) => domain = parent,
                None => return false,
            }
        }
    }
}

fn entries(file: &str) -> impl Iterator<Item = (usize, &str)> {
    file.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty())
}

fn looks_like_a_domain(domain: &str) -> bool {
    domain.contains('.') && !domain.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> EmailAddress {
        EmailAddress::parse(text).expect(text)
    }

    #[test]
    fn built_in_list_covers_well_known_domains_and_their_subdomains() {
        let list = DisposableDomains::default();
        assert!(list.contains(&address("x@mailinator.com")));
        assert!(list.contains(&address("x@eu.Mailinator.com")));
        assert!(!list.contains(&address("x@gmail.com")));
        assert!(!list.contains(&address("x@notmailinator.com")));
    }

    #[test]
    fn built_in_list_has_valid_domains_without_duplicates() {
        let mut seen = HashSet::new();
        for (line, domain) in entries(BUILT_IN_LIST) {
            assert_eq!(address(&format!("x@{domain}")).domain(), domain, "line {line}");
            assert!(seen.insert(domain), "line {line} repeats {domain}");
        }
        assert!(seen.len() > 200, "only {} domains", seen.len());
    }

    #[test]
    fn override_file_takes_precedence_over_the_built_in_list() {
        let list =
            DisposableDomains::with_overrides("# ours\nallow mailinator.com\ndeny  Junk.example # seen in May\n")
                .expect("an override file");
        assert!(!list.contains(&address("x@mailinator.com")));
        assert!(list.contains(&address("x@junk.example")));
        assert!(list.contains(&address("x@yopmail.com")));
    }

    #[test]
    fn invalid_override_line_is_reported_with_its_number() {
        let error = DisposableDomains::with_overrides("allow a.example\nforbid b.example").expect_err("an error");
        assert_eq!(error, OverrideError { line: 2, text: "forbid b.example".to_owned() });
        assert!(DisposableDomains::with_overrides("deny nodot").is_err());
    }
}
