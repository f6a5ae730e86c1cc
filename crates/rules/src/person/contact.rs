//! How a person is known: claims have an email address, appointments a phone number and perhaps an email address.

use super::{AddressError, EmailAddress, PersonKey, PhoneError, PhoneNumber};
use crate::secret::Secret;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contact {
    Email(EmailAddress),
    Phone(PhoneNumber),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContactError {
    #[error(transparent)]
    Email(#[from] AddressError),
    #[error(transparent)]
    Phone(#[from] PhoneError),
}

impl Contact {
    /// # Errors
    /// When the text is neither a whole phone number nor a whole email address.
    pub fn parse(text: &str) -> Result<Self, ContactError> {
        if text.contains('@') {
            return Ok(Self::Email(EmailAddress::parse(text)?));
        }
        Ok(Self::Phone(PhoneNumber::parse(text)?))
    }

    #[must_use]
    pub fn key(&self, secret: &Secret) -> PersonKey {
        match self {
            Self::Email(email) => PersonKey::new(&email.canonical(), secret),
            Self::Phone(phone) => PersonKey::of_phone(phone, secret),
        }
    }
}
