//! A validated email address.
//!
//! Quoted local parts, address literals, control characters and line breaks are rejected: RFC 5322 allows some of them,
//! but visitors do not have them and header injection needs them. `Display` and `Debug` mask the address.

use std::fmt;

const MAX_LENGTH: usize = 254;
const MAX_LOCAL_LENGTH: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("Please enter your email address.")]
    Empty,
    #[error("This email address is too long. Please check it and try again.")]
    TooLong,
    #[error("Please enter an email address in the format name@example.com.")]
    NoAt,
    #[error("An email address cannot contain spaces or line breaks. Please check it and try again.")]
    Space,
    #[error("The part before the @ contains a character that cannot be used. Please check it and try again.")]
    Local,
    #[error("The part after the @ must be a domain like example.com. Please check it and try again.")]
    Domain,
}

#[derive(Clone, PartialEq, Eq)]
pub struct EmailAddress {
    typed: String,
    local: String,
    domain: String,
}

impl EmailAddress {
    /// # Errors
    /// The error message is meant for the person who typed the address.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let typed = text.trim_matches(|c: char| matches!(c, ' ' | '\t' | '\u{a0}'));
        if typed.is_empty() {
            return Err(AddressError::Empty);
        }
        if typed.len() > MAX_LENGTH {
            return Err(AddressError::TooLong);
        }
        if typed.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(AddressError::Space);
        }
        let (local, domain) = typed.rsplit_once('@').ok_or(AddressError::NoAt)?;
        check_local(local)?;
        let domain = ascii_domain(domain)?;
        if local.len() + 1 + domain.len() > MAX_LENGTH {
            return Err(AddressError::TooLong);
        }
        Ok(Self { typed: typed.to_owned(), local: local.to_owned(), domain })
    }

    #[must_use]
    pub fn as_typed(&self) -> &str {
        &self.typed
    }

    /// `a•••@gmail.com`, for lists in the staff desk.
    #[must_use]
    pub fn masked(&self) -> String {
        format!("{}•••@{}", self.local.chars().next().unwrap_or('•'), self.domain)
    }

    /// The address for SMTP: the domain in ASCII (punycode).
    #[must_use]
    pub fn envelope(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    #[must_use]
    pub fn local(&self) -> &str {
        &self.local
    }

    /// In ASCII (punycode) and lower case.
    #[must_use]
    pub fn domain(&self) -> &str {
        &self.domain
    }
}

/// Masked for logs: `a***@g***.com`.
impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, ending) = self.domain.rsplit_once('.').unwrap_or((&self.domain, ""));
        let first = |text: &str| text.chars().next().unwrap_or('*');
        write!(f, "{}***@{}***.{ending}", first(&self.local), first(name))
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EmailAddress({self})")
    }
}

fn check_local(local: &str) -> Result<(), AddressError> {
    if local.is_empty() {
        return Err(AddressError::NoAt);
    }
    if local.len() > MAX_LOCAL_LENGTH {
        return Err(AddressError::TooLong);
    }
    let is_valid = local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_character));
    if is_valid { Ok(()) } else { Err(AddressError::Local) }
}

fn is_atom_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

fn ascii_domain(domain: &str) -> Result<String, AddressError> {
    if domain.is_empty() {
        return Err(AddressError::NoAt);
    }
    let ascii = idna::domain_to_ascii_strict(domain).map_err(|_| AddressError::Domain)?;
    let ending = ascii.rsplit_once('.').map(|(_, ending)| ending).ok_or(AddressError::Domain)?;
    let has_valid_ending = ending.len() >= 2 && !ending.bytes().all(|byte| byte.is_ascii_digit());
    if has_valid_ending { Ok(ascii) } else { Err(AddressError::Domain) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> AddressError {
        EmailAddress::parse(text).expect_err(text)
    }

    #[test]
    fn ordinary_addresses_are_accepted_as_typed() {
        for text in ["ada@example.com", "Ada.Obi+game@Gmail.com", "o'neil_1@mail.example.co.uk", "a@b.ng"] {
            assert_eq!(EmailAddress::parse(text).expect(text).as_typed(), text);
        }
    }

    #[test]
    fn surrounding_spaces_are_removed() {
        assert_eq!(EmailAddress::parse("  ada@example.com ").expect("an address").as_typed(), "ada@example.com");
    }

    #[test]
    fn unicode_domain_becomes_punycode_in_the_envelope() {
        let address = EmailAddress::parse("ada@bücher.example").expect("an address");
        assert_eq!(address.envelope(), "ada@xn--bcher-kva.example");
        assert_eq!(address.as_typed(), "ada@bücher.example");
    }

    #[test]
    fn invalid_addresses_are_rejected_with_the_reason() {
        assert_eq!(error(""), AddressError::Empty);
        assert_eq!(error("ada"), AddressError::NoAt);
        assert_eq!(error("@example.com"), AddressError::NoAt);
        assert_eq!(error("ada@"), AddressError::NoAt);
        assert_eq!(error("ada@example.com\r\nBcc: all@example.com"), AddressError::Space);
        assert_eq!(error("ada\0@example.com"), AddressError::Space);
        assert_eq!(error("\"ada obi\"@example.com"), AddressError::Space);
        assert_eq!(error("\"ada\"@example.com"), AddressError::Local);
        assert_eq!(error("ada..obi@example.com"), AddressError::Local);
        assert_eq!(error("ada@evil@example.com"), AddressError::Local);
        assert_eq!(error("ada,eve@example.com"), AddressError::Local);
        assert_eq!(error("ada@[127.0.0.1]"), AddressError::Domain);
        assert_eq!(error("ada@127.0.0.1"), AddressError::Domain);
        assert_eq!(error("ada@localhost"), AddressError::Domain);
        assert_eq!(error("ada@example.com."), AddressError::Domain);
        assert_eq!(error("ada@-example.com"), AddressError::Domain);
        assert_eq!(error(&format!("{}@example.com", "a".repeat(65))), AddressError::TooLong);
        assert_eq!(error(&format!("a@{}.com", "b".repeat(256))), AddressError::TooLong);
    }

    #[test]
    fn display_and_debug_mask_the_address() {
        let address = EmailAddress::parse("adaobi@gmail.com").expect("an address");
        assert_eq!(address.to_string(), "a***@g***.com");
        assert_eq!(format!("{address:?}"), "EmailAddress(a***@g***.com)");
    }

    proptest! {
        #[test]
        fn parsing_any_text_does_not_panic(text in "\\PC{0,300}") {
            let _ = EmailAddress::parse(&text);
        }

        #[test]
        fn accepted_address_is_one_line_of_ascii_with_one_at_sign(text in "[a-z\"@.,\\r\\n <>é:;-]{0,12}@[a-z.\\r\\n@é-]{0,12}\\.[a-z]{0,4}") {
            if let Ok(address) = EmailAddress::parse(&text) {
                let envelope = address.envelope();
                prop_assert!(envelope.is_ascii());
                prop_assert_eq!(envelope.matches('@').count(), 1);
                prop_assert!(!envelope.contains(['\r', '\n', ' ', '<', '>', ',', '"']));
                prop_assert!(envelope.len() <= MAX_LENGTH);
                prop_assert_eq!(EmailAddress::parse(&envelope).expect("still an address").envelope(), envelope);
            }
        }
    }
}
