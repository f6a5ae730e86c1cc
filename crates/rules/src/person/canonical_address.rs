//! Reduces an email address to one form per mailbox, so that each person gets one code.
//!
//! Only differences that a provider is known to ignore are removed. When in doubt, two addresses count as two people:
//! treating two people as one would deny one of them a code.

use super::EmailAddress;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CanonicalAddress(String);

impl CanonicalAddress {
    #[must_use]
    pub fn of(address: &EmailAddress) -> Self {
        let local = address.local().to_lowercase();
        let provider = provider(address.domain());
        let untagged = if provider.ignores_tags { local.split('+').next().unwrap_or_default() } else { &local };
        let mailbox = if provider.ignores_dots { untagged.replace('.', "") } else { untagged.to_owned() };
        // `+tag@gmail.com` has no mailbox name without its tag, so it is kept as it is.
        let mailbox = if mailbox.is_empty() { local } else { mailbox };
        Self(format!("{mailbox}@{}", provider.domain))
    }

    /// For computing the person key. Must not be logged.
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
    ignores_tags: bool,
    ignores_dots: bool,
}

/// Providers with one domain per country (outlook.fr, yahoo.com.ng) that all ignore `+tag`.
const TAG_IGNORING_NAMES: &[&str] = &["outlook", "hotmail", "live", "yahoo", "yandex", "zoho"];

const TAG_IGNORING_DOMAINS: &[&str] = &[
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
    let ignoring_tags = |domain| Provider { domain, ignores_tags: true, ignores_dots: false };
    match domain {
        "gmail.com" | "googlemail.com" => Provider { domain: "gmail.com", ignores_tags: true, ignores_dots: true },
        "icloud.com" | "me.com" | "mac.com" => ignoring_tags("icloud.com"),
        "proton.me" | "protonmail.com" | "protonmail.ch" | "pm.me" => ignoring_tags("proton.me"),
        "ya.ru" | "yandex.ru" | "yandex.com" => ignoring_tags("yandex.ru"),
        _ if TAG_IGNORING_DOMAINS.contains(&domain) || has_tag_ignoring_name(domain) => ignoring_tags(domain),
        _ => Provider { domain, ignores_tags: false, ignores_dots: false },
    }
}

/// True for `yahoo.com`, `yahoo.fr` and `yahoo.com.ng`, but not for `yahoo.example.com`, which anyone can own.
fn has_tag_ignoring_name(domain: &str) -> bool {
    domain.split_once('.').is_some_and(|(name, ending)| {
        TAG_IGNORING_NAMES.contains(&name) && ending.split('.').all(|label| label.len() <= 3)
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
    fn gmail_ignores_dots_tags_case_and_its_second_domain() {
        for text in ["adaobi@gmail.com", "Ada.Obi@gmail.com", "a.d.a.o.b.i+x+y@GoogleMail.com"] {
            assert_eq!(canonical(text).as_str(), "adaobi@gmail.com");
        }
    }

    #[test]
    fn tags_are_removed_at_providers_that_ignore_them() {
        assert_eq!(canonical("ada+eyes@outlook.fr"), canonical("ADA@outlook.fr"));
        assert_eq!(canonical("ada+eyes@yahoo.com.ng"), canonical("ada@yahoo.com.ng"));
        assert_eq!(canonical("ada+eyes@me.com"), canonical("ada@icloud.com"));
    }

    #[test]
    fn addresses_that_may_be_different_mailboxes_stay_different() {
        assert_ne!(canonical("ada.obi@outlook.com"), canonical("adaobi@outlook.com"));
        assert_ne!(canonical("ada+eyes@clinic.example"), canonical("ada@clinic.example"));
        assert_ne!(canonical("ada+eyes@yahoo.example.com"), canonical("ada@yahoo.example.com"));
        assert_ne!(canonical("ada@outlook.com"), canonical("ada@outlook.fr"));
    }

    #[test]
    fn unicode_and_punycode_forms_of_a_domain_are_equal() {
        assert_eq!(canonical("ada@BÜCHER.example"), canonical("ada@xn--bcher-kva.example"));
    }

    #[test]
    fn address_with_only_a_tag_is_kept() {
        assert_eq!(canonical("+eyes@gmail.com").as_str(), "+eyes@gmail.com");
    }

    proptest! {
        #[test]
        fn gmail_variants_always_have_the_same_canonical_form(
            letters in "[a-zA-Z0-9]{1,20}", dot in 1usize..20, tag in "[a-z0-9]{0,8}"
        ) {
            let mut written = letters.clone();
            if dot < written.len() {
                written.insert(dot, '.');
            }
            prop_assert_eq!(canonical(&format!("{written}+{tag}@gmail.com")), canonical(&format!("{letters}@googlemail.com")));
        }

        #[test]
        fn canonical_form_is_stable(
            text in "[a-zA-Z0-9][a-zA-Z0-9+]{0,12}@(gmail|outlook|proton|example|yahoo)\\.(com|me|fr)"
        ) {
            let once = canonical(&text);
            prop_assert_eq!(canonical(once.as_str()), once);
        }
    }
}
