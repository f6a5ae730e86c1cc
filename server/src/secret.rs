//! A key and the two things done with it: sealing a text so that nobody else can make one, and turning a value into
//! a fingerprint that means nothing without the key. Refuses to show itself in a log.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;

pub const KEY_BYTES: usize = 32;

#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; KEY_BYTES]);

impl Secret {
    #[must_use]
    pub fn new(key: [u8; KEY_BYTES]) -> Self {
        Self(key)
    }

    /// The purpose is part of what is signed, so that a seal made for one purpose is worthless for another.
    #[must_use]
    pub fn seal(&self, purpose: &str, message: &[u8]) -> [u8; 32] {
        self.mac(purpose, message).finalize().into_bytes().into()
    }

    #[must_use]
    pub fn verifies(&self, purpose: &str, message: &[u8], seal: &[u8]) -> bool {
        self.mac(purpose, message).verify_slice(seal).is_ok()
    }

    fn mac(&self, purpose: &str, message: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(message);
        mac
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_for_one_purpose_does_not_open_another() {
        let secret = Secret::new([7; KEY_BYTES]);
        let seal = secret.seal("play", b"message");
        assert!(secret.verifies("play", b"message", &seal));
        assert!(!secret.verifies("proof", b"message", &seal));
        assert!(!secret.verifies("play", b"massage", &seal));
        assert!(!Secret::new([8; KEY_BYTES]).verifies("play", b"message", &seal));
    }

    #[test]
    fn a_secret_does_not_print_its_key() {
        assert_eq!(format!("{:?}", Secret::new([7; KEY_BYTES])), "Secret(…)");
    }
}
