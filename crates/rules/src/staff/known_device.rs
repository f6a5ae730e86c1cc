//! Browsers that signed in to an account before. Each keeps a signed token, and its sign-in attempts are counted by
//! themselves: strangers who guess the account's password do not delay it.

use std::time::Duration;

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use jiff::Timestamp;

use super::StaffName;
use crate::secret::Secret;

/// Renewed at every sign-in.
pub const DEVICE_VALID: Duration = Duration::from_hours(180 * 24);

const ID_BYTES: usize = 16;

/// A browser that has signed in to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDevice {
    id: String,
}

impl KnownDevice {
    #[must_use]
    pub fn new(random: [u8; ID_BYTES]) -> Self {
        Self { id: BASE64URL_NOPAD.encode(&random) }
    }

    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The text of the cookie. It does not sign in: it only shows that this browser did so before.
    #[must_use]
    pub fn token(&self, account: &StaffName, now: Timestamp, secret: &Secret) -> String {
        let expires = (now + DEVICE_VALID).as_second();
        let signature = secret.sign(PURPOSE, &message(&self.id, expires, account));
        format!("{}.{expires}.{}", self.id, BASE64URL_NOPAD.encode(&signature))
    }

    /// `None` when the token is not one of this account, or has expired.
    #[must_use]
    pub fn recognise(token: &str, account: &StaffName, now: Timestamp, secret: &Secret) -> Option<Self> {
        let mut parts = token.split('.');
        let (id, expires, signature) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
        let signature = BASE64URL_NOPAD.decode(signature.as_bytes()).ok()?;
        let is_valid = now.as_second() < expires && secret.verify(PURPOSE, &message(id, expires, account), &signature);
        is_valid.then(|| Self { id: id.to_owned() })
    }
}

const PURPOSE: &str = "device v1";

fn message(id: &str, expires: i64, account: &StaffName) -> Vec<u8> {
    format!("{id}.{expires}.{}", account.key()).into_bytes()
}

/// Part of the cookie's name, so that a browser keeps one for each account that signs in with it.
#[must_use]
pub fn device_cookie_suffix(account: &StaffName, secret: &Secret) -> String {
    HEXLOWER.encode(&secret.sign("device cookie v1", account.key().as_bytes())[..6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_is_recognised_for_its_account_until_it_expires() {
        let (secret, now) = (Secret::new([1; 32]), Timestamp::from_second(1_700_000_000).expect("in range"));
        let name = |text: &str| StaffName::parse(text).expect("a name");
        let device = KnownDevice::new([7; 16]);
        let token = device.token(&name("Ngozi"), now, &secret);
        let recognise = |token: &str, account: &str, now| KnownDevice::recognise(token, &name(account), now, &secret);
        assert_eq!(recognise(&token, "NGOZI", now), Some(device));
        assert_eq!(recognise(&token, "Tonye", now), None);
        assert_eq!(recognise(&token, "Ngozi", now + DEVICE_VALID), None);
        assert_eq!(recognise(&token.replacen('.', "x.", 1), "Ngozi", now), None, "another id");
        assert_eq!(recognise(&token.replacen(".1", ".2", 1), "Ngozi", now), None, "a later end");
        for text in ["", ".", "..", "a.1.b"] {
            assert_eq!(recognise(text, "Ngozi", now), None, "{text}");
        }
        assert_ne!(device_cookie_suffix(&name("Ngozi"), &secret), device_cookie_suffix(&name("Tonye"), &secret));
    }
}
