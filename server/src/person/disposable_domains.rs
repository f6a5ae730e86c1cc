//! Mailboxes that live ten minutes: whoever has one has as many as they like, so a code a person would mean nothing.
//!
//! Owns the list that ships with the binary and the override file that outranks it, for the day when the list is wrong.

use super::EmailAddress;
use std::collections::HashSet;

const LIST: &str = include_str!("../../data/disposable-domains.txt");

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Line {line} of the override file is neither \"allow DOMAIN\" nor \"deny DOMAIN\": {text:?}")]
pub struct OverrideError {
    pub line: usize,
    pub text: String,
}

#[derive(Debug, Clone)]
pub struct DisposableDomains {
    domains: HashSet<String>,
    allowed: HashSet<String>,
}

impl Default for DisposableDomains {
    fn default() -> Self {
        Self { domains: entries(LIST).map(|(_, domain)| domain.to_owned()).collect(), allowed: HashSet::new() }
    }
}

impl DisposableDomains {
    /// The list with an override file on top: lines of `allow DOMAIN` and `deny DOMAIN`, `#` begins a comment.
    ///
    /// # Errors
    /// Names the first line that is neither.
    pub fn with_overrides(file: &str) -> Result<Self, OverrideError> {
        let mut list = Self::default();
        for (line, text) in entries(file) {
            let domain = |verb| text.strip_prefix(verb).map(|domain| domain.trim().to_lowercase());
            if let Some(domain) = domain("allow ").filter(|domain| is_plausible(domain)) {
                list.allowed.insert(domain);
            } else if let Some(domain) = domain("deny ").filter(|domain| is_plausible(domain)) {
                list.allowed.remove(&domain);
                list.domains.insert(domain);
            } else {
                return Err(OverrideError { line, text: text.to_owned() });
            }
        }
        Ok(list)
    }

    /// A domain counts with everything below it; the nearest entry decides, and an allowance beats a denial.
    #[must_use]
    pub fn contains(&self, address: &EmailAddress) -> bool {
        let mut domain = address.domain();
        loop {
            if self.allowed.contains(domain) {
                return false;
            }
            if self.domains.contains(domain) {
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

fn is_plausible(domain: &str) -> bool {
    domain.contains('.') && !domain.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> EmailAddress {
        EmailAddress::parse(text).expect(text)
    }

    #[test]
    fn well_known_throwaway_domains_and_their_subdomains_are_known() {
        let list = DisposableDomains::default();
        assert!(list.contains(&address("x@mailinator.com")));
        assert!(list.contains(&address("x@eu.Mailinator.com")));
        assert!(!list.contains(&address("x@gmail.com")));
        assert!(!list.contains(&address("x@notmailinator.com")));
    }

    #[test]
    fn every_line_of_the_list_is_a_domain_written_once() {
        let mut seen = HashSet::new();
        for (line, domain) in entries(LIST) {
            assert_eq!(address(&format!("x@{domain}")).domain(), domain, "line {line}");
            assert!(seen.insert(domain), "line {line} repeats {domain}");
        }
        assert!(seen.len() > 200, "only {} domains", seen.len());
    }

    #[test]
    fn the_override_file_outranks_the_list() {
        let list =
            DisposableDomains::with_overrides("# ours\nallow mailinator.com\ndeny  Junk.example # seen in May\n")
                .expect("an override file");
        assert!(!list.contains(&address("x@mailinator.com")));
        assert!(list.contains(&address("x@junk.example")));
        assert!(list.contains(&address("x@yopmail.com")));
    }

    #[test]
    fn a_bad_line_of_the_override_file_is_named() {
        let refused = DisposableDomains::with_overrides("allow a.example\nforbid b.example").expect_err("refused");
        assert_eq!(refused, OverrideError { line: 2, text: "forbid b.example".to_owned() });
        assert!(DisposableDomains::with_overrides("deny nodot").is_err());
    }
}
