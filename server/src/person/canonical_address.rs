//! Decides when two addresses are one person: the same mailbox written in another way.
//!
//! Errs on the side of two people: only what a provider is known to ignore is ignored here, since merging two people
//! would cheat one of them of a code.

use super::EmailAddress;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CanonicalAddress(String);

impl CanonicalAddress {
    #[must_use]
    pub fn of(address: &EmailAddress) -> Self {
        let local = address.local().to_lowercase();
        let provider = provider(address.domain());
        let untagged = if provider.tags { local.split('+').next().unwrap_or_default() } else { &local };
        let mailbox = if provider.dots_ignored { untagged.replace('.', "") } else { untagged.to_owned() };
        // An address that is nothing but a tag has no mailbox left; it stays what it is.
        let mailbox = if mailbox.is_empty() { local } else { mailbox };
        Self(format!("{mailbox}@{}", provider.domain))
    }

    /// For the fingerprint only; never for a log.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl EmailAddress {
    #[must_use]
    pub fn canonical(&self) -> CanonicalAddress {
        CanonicalAddress::of(self)
    }
}

struct Provider<'a> {
    domain: &'a str,
    tags: bool,
    dots_ignored: bool,
}

/// Whole families of country domains (outlook.fr, yahoo.com.ng) share their provider's rules.
const TAGGING_FAMILIES: &[&str] = &["outlook", "hotmail", "live", "yahoo", "yandex", "zoho"];

const TAGGING_DOMAINS: &[&str] = &[
    "aol.com",
    "duck.com",
    "fastmail.com",
    "fastmail.fm",
    "hey.com",
    "mail.ru",
    "mailbox.org",
    "msn.com",
    "posteo.de",
    "posteo.net",
    "rocketmail.com",
    "runbox.com",
    "tutanota.com",
    "ymail.com",
];

fn provider(domain: &str) -> Provider<'_> {
    let tagging = |domain| Provider { domain, tags: true, dots_ignored: false };
    match domain {
        "gmail.com" | "googlemail.com" => Provider { domain: "gmail.com", tags: true, dots_ignored: true },
        "icloud.com" | "me.com" | "mac.com" => tagging("icloud.com"),
        "proton.me" | "protonmail.com" | "protonmail.ch" | "pm.me" => tagging("proton.me"),
        "ya.ru" | "yandex.ru" | "yandex.com" => tagging("yandex.ru"),
        _ if TAGGING_DOMAINS.contains(&domain) || is_of_a_tagging_family(domain) => tagging(domain),
        _ => Provider { domain, tags: false, dots_ignored: false },
    }
}

/// `yahoo.com`, `yahoo.fr` and `yahoo.com.ng`, but not `yahoo.example.com`: what follows is a country or a plain .com.
fn is_of_a_tagging_family(domain: &str) -> bool {
    domain.split_once('.').is_some_and(|(name, ending)| {
        TAGGING_FAMILIES.contains(&name) && ending.split('.').all(|label| label.len() <= 3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn canonical(text: &str) -> CanonicalAddress {
        EmailAddress::parse(text).expect(text).canonical()
    }

    impl std::fmt::Debug for CanonicalAddress {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(&self.0)
        }
    }

    #[test]
    fn one_gmail_box_is_one_person_however_it_is_written() {
        for text in ["adaobi@gmail.com", "Ada.Obi@gmail.com", "a.d.a.o.b.i+x+y@GoogleMail.com"] {
            assert_eq!(canonical(text).as_str(), "adaobi@gmail.com");
        }
    }

    #[test]
    fn tags_are_dropped_at_providers_that_have_them() {
        assert_eq!(canonical("ada+eyes@outlook.fr"), canonical("ADA@outlook.fr"));
        assert_eq!(canonical("ada+eyes@yahoo.com.ng"), canonical("ada@yahoo.com.ng"));
        assert_eq!(canonical("ada+eyes@me.com"), canonical("ada@icloud.com"));
    }

    #[test]
    fn what_a_provider_may_tell_apart_stays_apart() {
        assert_ne!(canonical("ada.obi@outlook.com"), canonical("adaobi@outlook.com"));
        assert_ne!(canonical("ada+eyes@clinic.example"), canonical("ada@clinic.example"));
        assert_ne!(canonical("ada+eyes@yahoo.example.com"), canonical("ada@yahoo.example.com"));
        assert_ne!(canonical("ada@outlook.com"), canonical("ada@outlook.fr"));
    }

    #[test]
    fn an_international_domain_has_one_form() {
        assert_eq!(canonical("ada@BÜCHER.example"), canonical("ada@xn--bcher-kva.example"));
    }

    #[test]
    fn an_address_that_is_all_tag_is_still_somebody() {
        assert_eq!(canonical("+eyes@gmail.com").as_str(), "+eyes@gmail.com");
    }

    proptest! {
        #[test]
        fn dots_tags_and_case_never_make_a_second_gmail_person(
            letters in "[a-zA-Z0-9]{1,20}", dot in 1usize..20, tag in "[a-z0-9]{0,8}"
        ) {
            let mut written = letters.clone();
            if dot < written.len() {
                written.insert(dot, '.');
            }
            prop_assert_eq!(canonical(&format!("{written}+{tag}@gmail.com")), canonical(&format!("{letters}@googlemail.com")));
        }

        #[test]
        fn a_canonical_address_is_its_own_canonical_address(
            text in "[a-zA-Z0-9][a-zA-Z0-9+]{0,12}@(gmail|outlook|proton|example|yahoo)\\.(com|me|fr)"
        ) {
            let once = canonical(&text);
            prop_assert_eq!(canonical(once.as_str()), once);
        }
    }
}
