//! A secret key for HMAC-SHA256: signs tokens and derives fingerprints of personal data. `sealing` encrypts such keys for
//! storage.

mod encryption;

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use sha2::Sha256;

pub use encryption::{DecryptError, EncryptionKeys, is_encrypted};

pub const KEY_BYTES: usize = 32;

/// Wiped from memory when dropped, and not printed by `Debug`.
#[derive(Debug)]
pub struct Secret(SecretBox<[u8; KEY_BYTES]>);

impl Secret {
    #[must_use]
    pub fn new(key: [u8; KEY_BYTES]) -> Self {
        Self(SecretBox::new(Box::new(key)))
    }

    /// The purpose is part of the signed message, so a signature for one purpose is not valid for another.
    #[must_use]
    pub fn sign(&self, purpose: &str, message: &[u8]) -> [u8; 32] {
        self.mac(purpose, message).finalize().into_bytes().into()
    }

    #[must_use]
    pub fn verify(&self, purpose: &str, message: &[u8], signature: &[u8]) -> bool {
        self.mac(purpose, message).verify_slice(signature).is_ok()
    }

    /// For storing the key. Callers encrypt it, or write it to a file that only its owner can read.
    #[must_use]
    pub fn expose(&self) -> &[u8; KEY_BYTES] {
        self.0.expose_secret()
    }

    fn mac(&self, purpose: &str, message: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.expose_secret()).expect("HMAC takes a key of any length");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(message);
        mac
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.0.expose_secret() == other.0.expose_secret()
    }
}

impl Eq for Secret {}

impl Clone for Secret {
    fn clone(&self) -> Self {
        Self::new(*self.0.expose_secret())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_valid_for_its_purpose_message_and_key_only() {
        let secret = Secret::new([7; KEY_BYTES]);
        let signature = secret.sign("play", b"message");
        assert!(secret.verify("play", b"message", &signature));
        assert!(!secret.verify("proof", b"message", &signature));
        assert!(!secret.verify("play", b"massage", &signature));
        assert!(!Secret::new([8; KEY_BYTES]).verify("play", b"message", &signature));
    }

    #[test]
    fn debug_output_does_not_contain_the_key() {
        let printed = format!("{:?}", Secret::new([7; KEY_BYTES]));
        assert!(printed.contains("REDACTED") && !printed.contains('7'), "{printed}");
    }
}
