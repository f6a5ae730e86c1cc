//! The key under which a person's data is stored.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;

use super::{CanonicalAddress, PhoneNumber};
use crate::secret::Secret;

/// HMAC of the canonical address, or of a phone number. Without the secret nobody can test whether an address or a number
/// belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PersonKey(String);

impl PersonKey {
    #[must_use]
    pub fn new(address: &CanonicalAddress, secret: &Secret) -> Self {
        Self(BASE64URL_NOPAD.encode(&secret.sign("person v1", address.as_str().as_bytes())))
    }

    #[must_use]
    pub fn of_phone(number: &PhoneNumber, secret: &Secret) -> Self {
        Self(BASE64URL_NOPAD.encode(&secret.sign("phone v1", number.as_str().as_bytes())))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PersonKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::EmailAddress;

    #[test]
    fn key_depends_on_the_canonical_address_and_the_secret() {
        let person = |text: &str, key| {
            PersonKey::new(&EmailAddress::parse(text).expect("an address").canonical(), &Secret::new([key; 32]))
        };
        assert_eq!(person("Ada.Obi+game@gmail.com", 1), person("adaobi@googlemail.com", 1));
        assert_ne!(person("adaobi@gmail.com", 1), person("adaobi@gmail.com", 2));
        assert!(!person("adaobi@gmail.com", 1).to_string().contains("ada"));
    }
}
