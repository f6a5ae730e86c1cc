//! An e-mail address as a person typed it, checked to be one that mail can be sent to.
//!
//! Refuses what no visitor of this site has and every attacker tries: quoted local parts, address literals, control
//! characters, line breaks. Shows itself masked: only `as_typed` and `envelope` give the whole address away.

use std::fmt;

const LONGEST: usize = 254;
const LONGEST_LOCAL: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("Please enter your email address.")]
    Empty,
    #[error("This email address is too long. Please check it and try again.")]
    TooLong,
    #[error("An email address needs a name, an @ and a domain, like name@example.com.")]
    NoAt,
    #[error("An email address cannot contain spaces or line breaks. Please check it and try again.")]
    Space,
    #[error("The part before the @ contains something that cannot be used here. Please check it and try again.")]
    Local,
    #[error("The part after the @ is not a domain that mail can be sent to, like example.com. Please check it.")]
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
    /// Names what is wrong with the address, in words for the person who typed it.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let typed = text.trim_matches(|c: char| matches!(c, ' ' | '\t' | '\u{a0}'));
        if typed.is_empty() {
            return Err(AddressError::Empty);
        }
        if typed.len() > LONGEST {
            return Err(AddressError::TooLong);
        }
        if typed.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(AddressError::Space);
        }
        let (local, domain) = typed.rsplit_once('@').ok_or(AddressError::NoAt)?;
        check_local(local)?;
        let domain = ascii_domain(domain)?;
        if local.len() + 1 + domain.len() > LONGEST {
            return Err(AddressError::TooLong);
        }
        Ok(Self { typed: typed.to_owned(), local: local.to_owned(), domain })
    }

    #[must_use]
    pub fn as_typed(&self) -> &str {
        &self.typed
    }

    /// `a•••@gmail.com`, for the owner's own lists: enough to find the person who asks, too little to write to them.
    #[must_use]
    pub fn masked(&self) -> String {
        format!("{}•••@{}", self.local.chars().next().unwrap_or('•'), self.domain)
    }

    /// The address as a mail server wants it: the domain in its ASCII form.
    #[must_use]
    pub fn envelope(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    #[must_use]
    pub fn local(&self) -> &str {
        &self.local
    }

    /// In its ASCII form and in lower case.
    #[must_use]
    pub fn domain(&self) -> &str {
        &self.domain
    }
}

/// `a***@g***.com`: enough to recognise an address that one knows, too little to learn one.
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
    if local.len() > LONGEST_LOCAL {
        return Err(AddressError::TooLong);
    }
    let atoms_are_sound = local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(is_atom_character));
    if atoms_are_sound { Ok(()) } else { Err(AddressError::Local) }
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
    let ends_like_a_domain = ending.len() >= 2 && !ending.bytes().all(|byte| byte.is_ascii_digit());
    if ends_like_a_domain { Ok(ascii) } else { Err(AddressError::Domain) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refused(text: &str) -> AddressError {
        EmailAddress::parse(text).expect_err(text)
    }

    #[test]
    fn ordinary_addresses_are_taken_as_typed() {
        for text in ["ada@example.com", "Ada.Obi+game@Gmail.com", "o'neil_1@mail.example.co.uk", "a@b.ng"] {
            assert_eq!(EmailAddress::parse(text).expect(text).as_typed(), text);
        }
    }

    #[test]
    fn spaces_around_an_address_are_the_keyboards_and_not_the_persons() {
        assert_eq!(EmailAddress::parse("  ada@example.com ").expect("an address").as_typed(), "ada@example.com");
    }

    #[test]
    fn an_international_domain_is_sent_to_in_ascii() {
        let address = EmailAddress::parse("ada@bücher.example").expect("an address");
        assert_eq!(address.envelope(), "ada@xn--bcher-kva.example");
        assert_eq!(address.as_typed(), "ada@bücher.example");
    }

    #[test]
    fn tricks_and_slips_are_refused_by_name() {
        assert_eq!(refused(""), AddressError::Empty);
        assert_eq!(refused("ada"), AddressError::NoAt);
        assert_eq!(refused("@example.com"), AddressError::NoAt);
        assert_eq!(refused("ada@"), AddressError::NoAt);
        assert_eq!(refused("ada@example.com\r\nBcc: all@example.com"), AddressError::Space);
        assert_eq!(refused("ada\0@example.com"), AddressError::Space);
        assert_eq!(refused("\"ada obi\"@example.com"), AddressError::Space);
        assert_eq!(refused("\"ada\"@example.com"), AddressError::Local);
        assert_eq!(refused("ada..obi@example.com"), AddressError::Local);
        assert_eq!(refused("ada@evil@example.com"), AddressError::Local);
        assert_eq!(refused("ada,eve@example.com"), AddressError::Local);
        assert_eq!(refused("ada@[127.0.0.1]"), AddressError::Domain);
        assert_eq!(refused("ada@127.0.0.1"), AddressError::Domain);
        assert_eq!(refused("ada@localhost"), AddressError::Domain);
        assert_eq!(refused("ada@example.com."), AddressError::Domain);
        assert_eq!(refused("ada@-example.com"), AddressError::Domain);
        assert_eq!(refused(&format!("{}@example.com", "a".repeat(65))), AddressError::TooLong);
        assert_eq!(refused(&format!("a@{}.com", "b".repeat(256))), AddressError::TooLong);
    }

    #[test]
    fn an_address_shows_itself_masked() {
        let address = EmailAddress::parse("adaobi@gmail.com").expect("an address");
        assert_eq!(address.to_string(), "a***@g***.com");
        assert_eq!(format!("{address:?}"), "EmailAddress(a***@g***.com)");
    }

    proptest! {
        #[test]
        fn any_text_is_judged_without_a_panic(text in "\\PC{0,300}") {
            let _ = EmailAddress::parse(&text);
        }

        #[test]
        fn what_is_accepted_is_one_line_with_one_at(text in "[a-z\"@.,\\r\\n <>é:;-]{0,12}@[a-z.\\r\\n@é-]{0,12}\\.[a-z]{0,4}") {
            if let Ok(address) = EmailAddress::parse(&text) {
                let envelope = address.envelope();
                prop_assert!(envelope.is_ascii());
                prop_assert_eq!(envelope.matches('@').count(), 1);
                prop_assert!(!envelope.contains(['\r', '\n', ' ', '<', '>', ',', '"']));
                prop_assert!(envelope.len() <= LONGEST);
                prop_assert_eq!(EmailAddress::parse(&envelope).expect("still an address").envelope(), envelope);
            }
        }
    }
}
