//! Encrypts the secrets in the database with a key that is kept outside of it, so that a copy of the database alone is of
//! no use: ChaCha20-Poly1305, bound to what the secret is for.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use super::{KEY_BYTES, Secret};

/// The form of a sealed secret: `v1.KEY.DATA`. `KEY` names the key, `DATA` is the nonce and the ciphertext.
const VERSION: &str = "v1";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecryptError {
    #[error("it is not encrypted")]
    NotSealed,
    #[error("it is encrypted with another key")]
    OtherKey,
    #[error("it is damaged, or belongs to something else")]
    Damaged,
}

/// The keys of the key file. The first one encrypts. The others only decrypt: they are there while the key is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncryptionKeys(Vec<Secret>);

impl EncryptionKeys {
    #[must_use]
    pub fn new(key: [u8; KEY_BYTES]) -> Self {
        Self(vec![Secret::new(key)])
    }

    /// The same keys with a new one in front, which encrypts from now on.
    #[must_use]
    pub fn with_new_key(&self, key: [u8; KEY_BYTES]) -> Self {
        Self(std::iter::once(Secret::new(key)).chain(self.0.iter().cloned()).collect())
    }

    /// Only the key that encrypts.
    #[must_use]
    pub fn without_old_keys(&self) -> Self {
        Self(self.0.iter().take(1).cloned().collect())
    }

    /// How many keys a key file with these has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Reads a key file: one key per line. `None` when it contains anything else, or nothing.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let key = |line: &str| BASE64URL_NOPAD.decode(line.trim().as_bytes()).ok()?.try_into().ok().map(Secret::new);
        let keys: Vec<Secret> = text.lines().filter(|line| !line.trim().is_empty()).map(key).collect::<Option<_>>()?;
        (!keys.is_empty()).then_some(Self(keys))
    }

    /// The text of a key file.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.iter().map(|key| BASE64URL_NOPAD.encode(key.expose()) + "\n").collect()
    }

    /// The same secret for the same purpose always gives the same text: the nonce is derived from both, so it is never
    /// used for two different secrets.
    ///
    /// # Panics
    /// Never: the lengths are constants.
    #[must_use]
    pub fn encrypt(&self, purpose: &str, secret: &[u8]) -> String {
        let key = self.0.first().expect("there is always a key");
        let mut nonce = [0; NONCE_LEN];
        nonce.copy_from_slice(&key.sign(&format!("nonce {purpose}"), secret)[..NONCE_LEN]);
        let mut sealed = secret.to_vec();
        cipher(key)
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(purpose), &mut sealed)
            .expect("a secret is short");
        format!("{VERSION}.{}.{}", id(key), BASE64URL_NOPAD.encode(&[&nonce[..], &sealed].concat()))
    }

    /// # Errors
    /// When the text is not sealed, or not with one of these keys for this purpose.
    pub fn decrypt(&self, purpose: &str, text: &str) -> Result<Vec<u8>, DecryptError> {
        let (key_id, data) = parts(text).ok_or(DecryptError::NotSealed)?;
        let key = self.0.iter().find(|key| id(key) == key_id).ok_or(DecryptError::OtherKey)?;
        let data = BASE64URL_NOPAD.decode(data.as_bytes()).map_err(|_| DecryptError::Damaged)?;
        let (nonce, sealed) = data.split_first_chunk::<NONCE_LEN>().ok_or(DecryptError::Damaged)?;
        let (nonce, mut sealed) = (Nonce::assume_unique_for_key(*nonce), sealed.to_vec());
        let opened = cipher(key).open_in_place(nonce, Aad::from(purpose), &mut sealed);
        opened.map(|secret| secret.to_vec()).map_err(|_| DecryptError::Damaged)
    }

    /// Whether the text is sealed with the key that encrypts.
    #[must_use]
    pub fn is_current(&self, text: &str) -> bool {
        parts(text).zip(self.0.first()).is_some_and(|((key_id, _), key)| key_id == id(key))
    }
}

/// Whether the text is sealed, with whatever key.
#[must_use]
pub fn is_encrypted(text: &str) -> bool {
    parts(text).is_some()
}

/// The name of the key and the data.
fn parts(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix(VERSION)?.strip_prefix('.')?.split_once('.')
}

/// Names a key without revealing it.
fn id(key: &Secret) -> String {
    HEXLOWER.encode(&key.sign("name of the key", &[])[..4])
}

fn cipher(key: &Secret) -> LessSafeKey {
    let derived = key.sign("encryption", &[]);
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &derived).expect("the key has the right length"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_is_read_back_with_its_key_and_purpose_only() {
        let keys = EncryptionKeys::new([1; KEY_BYTES]);
        let sealed = keys.encrypt("totp ngozi", b"seed");
        assert_eq!(keys.decrypt("totp ngozi", &sealed).as_deref(), Ok(&b"seed"[..]));
        assert_eq!(keys.decrypt("totp tonye", &sealed), Err(DecryptError::Damaged));
        assert_eq!(EncryptionKeys::new([2; KEY_BYTES]).decrypt("totp ngozi", &sealed), Err(DecryptError::OtherKey));
        assert_eq!(keys.decrypt("totp ngozi", "GEZDGNBVGY3TQOJQ"), Err(DecryptError::NotSealed));
        for changed in [sealed.replace("v1.", "v2."), sealed.clone() + "A", sealed[..sealed.len() - 2].to_owned()] {
            assert!(keys.decrypt("totp ngozi", &changed).is_err(), "{changed}");
        }
    }

    #[test]
    fn sealed_text_is_what_another_implementation_of_chacha20_poly1305_writes() {
        // Made with the HMAC and the chacha20-poly1305 of OpenSSL.
        let sealed = "v1.17c8f190.zOrIpwHQAA9eB6aimOffi7Zn72WiUk8MWW8u-2CCBsA";
        assert_eq!(EncryptionKeys::new([1; KEY_BYTES]).encrypt("totp ngozi", b"seed"), sealed);
    }

    #[test]
    fn sealed_text_contains_neither_the_secret_nor_the_key() {
        let keys = EncryptionKeys::new([1; KEY_BYTES]);
        let sealed = keys.encrypt("secret", &[7; 32]);
        let key = keys.to_text();
        assert!(!sealed.contains(&BASE64URL_NOPAD.encode(&[7; 32])) && !sealed.contains(key.trim()), "{sealed}");
        assert_ne!(keys.encrypt("secret", &[7; 32]), keys.encrypt("secret", &[8; 32]));
        assert!(!format!("{keys:?}").contains(key.trim()));
    }

    #[test]
    fn old_keys_decrypt_and_the_new_one_encrypts() {
        let old = EncryptionKeys::new([1; KEY_BYTES]);
        let both = old.with_new_key([2; KEY_BYTES]);
        let sealed = old.encrypt("secret", b"x");
        assert!(both.decrypt("secret", &sealed).is_ok() && !both.is_current(&sealed));
        let again = both.encrypt("secret", b"x");
        let new = both.without_old_keys();
        assert!(new.decrypt("secret", &again).is_ok() && new.is_current(&again));
        assert_eq!(new.decrypt("secret", &sealed), Err(DecryptError::OtherKey));
    }

    #[test]
    fn key_file_has_one_key_per_line() {
        let keys = EncryptionKeys::new([1; KEY_BYTES]).with_new_key([2; KEY_BYTES]);
        assert_eq!(EncryptionKeys::parse(&keys.to_text()), Some(keys));
        for text in ["", "\n", "nonsense", "AAAA\n"] {
            assert_eq!(EncryptionKeys::parse(text), None, "{text:?}");
        }
    }
}
