//! The rules of the discount: who may have a code, what a code looks like, how long it is good, and when to say no.
//!
//! Owns addresses, codes, limits and the decisions about them. Refuses to read the clock, to store or to send:
//! every rule is a function from values to a value.

mod address;
mod canonical;
mod code;
mod disposable;
mod limits;
mod redeem;
mod repeat;

pub use address::{AddressError, EmailAddress};
pub use canonical::CanonicalAddress;
pub use code::{CodeError, DiscountCode};
pub use disposable::{Disposable, OverrideError};
pub use limits::{Limits, TooMany, Window};
pub use redeem::{CodeState, RedeemError, Standing, UndoError, may_redeem, may_undo, state_of, undo_until};
pub use repeat::{PastMessage, PastState, Repeat, answer_repeat};

use crate::lagos;
use crate::secret::Secret;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::{Span, Timestamp, civil::Time};
use std::fmt;

/// Who a person is to the store: a fingerprint of the canonical address that means nothing without the key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PersonKey(String);

impl PersonKey {
    #[must_use]
    pub fn new(address: &CanonicalAddress, secret: &Secret) -> Self {
        Self(URL_SAFE_NO_PAD.encode(secret.seal("person v1", address.as_str().as_bytes())))
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

/// The last moment of the day on which a code ends, by the clinic's clock: a mail that says "until 13 February" must
/// be honoured at the desk all through that day.
#[must_use]
pub fn valid_until(issued: Timestamp, days: u32) -> Timestamp {
    issued
        .to_zoned(lagos::zone())
        .checked_add(Span::new().days(i64::from(days)))
        .ok()
        .and_then(|end| end.with().time(Time::constant(23, 59, 59, 999_000_000)).build().ok())
        .map_or(Timestamp::MAX, |end| end.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_through_its_last_day_in_lagos() {
        let issued: Timestamp = "2026-01-05T23:30:00Z".parse().expect("a time");
        assert_eq!(valid_until(issued, 90).to_string(), "2026-04-06T22:59:59.999Z");
    }

    #[test]
    fn a_person_is_the_same_under_one_key_and_a_stranger_under_another() {
        let person = |text: &str, key| {
            PersonKey::new(&EmailAddress::parse(text).expect("an address").canonical(), &Secret::new([key; 32]))
        };
        assert_eq!(person("Ada.Obi+game@gmail.com", 1), person("adaobi@googlemail.com", 1));
        assert_ne!(person("adaobi@gmail.com", 1), person("adaobi@gmail.com", 2));
        assert!(!person("adaobi@gmail.com", 1).to_string().contains("ada"));
    }
}
