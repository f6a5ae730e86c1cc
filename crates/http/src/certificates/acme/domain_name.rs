//! A domain name that a public authority can issue a certificate for.

use std::fmt;
use std::str::FromStr;

/// In the form of DNS: lower case, ASCII (international names as `xn--…`), without a final dot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DomainName(String);

impl DomainName {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DomainName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for DomainName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ascii = idna::domain_to_ascii(text.trim().trim_end_matches('.')).unwrap_or_default();
        if is_domain_name(&ascii) {
            return Ok(Self(ascii));
        }
        Err(format!(
            "\"{text}\" is not a domain name. Write it like www.example.ng, without https:// and without a path"
        ))
    }
}

fn is_domain_name(name: &str) -> bool {
    let labels: Vec<&str> = name.split('.').collect();
    let is_label = |label: &&str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // A last label of digits would be an IP address, which has no certificate of this kind.
    let ends_with_a_letter = labels.last().is_some_and(|label| label.bytes().any(|byte| byte.is_ascii_lowercase()));
    labels.len() >= 2 && name.len() <= 253 && labels.iter().all(is_label) && ends_with_a_letter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domain_names_are_in_the_form_of_dns() {
        let parse = |text: &str| text.parse::<DomainName>().expect("a domain name").to_string();
        assert_eq!(parse("www.example.ng"), "www.example.ng");
        assert_eq!(parse(" WWW.Example.NG. "), "www.example.ng");
        assert_eq!(parse("augenärzte.example"), "xn--augenrzte-z2a.example");
        assert_eq!(parse("1st-clinic.example"), "1st-clinic.example");
    }

    #[test]
    fn what_is_not_a_domain_name_is_refused_with_an_example() {
        let long = format!("{}.example", "a".repeat(64));
        for text in [
            "",
            "localhost",
            "https://www.example.ng",
            "www.example.ng/home",
            "www.example.ng:443",
            "*.example.ng",
            "192.0.2.1",
            "[2001:db8::1]",
            "-a.example",
            "a..example",
            "a b.example",
            "user@example.ng",
            "under_score.example",
            &long,
        ] {
            let refused = text.parse::<DomainName>().expect_err(text);
            assert!(refused.contains("is not a domain name. Write it like www.example.ng"), "{refused}");
        }
    }
}
