//! Recovery codes for two-step verification. Each can be used once, when the phone is not available.

use std::fmt;

use argon2::{Algorithm, Argon2, Params, Version};
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};

use super::StaffName;
use crate::secret::Secret;

pub const RECOVERY_CODE_COUNT: usize = 10;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARACTERS: usize = 10;
const MEMORY_KIB: u32 = 8 * 1024;

/// `XXXXX-XXXXX` in the alphabet of the discount codes. 50 random bits are enough because sign-in attempts are delayed.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode([u8; CHARACTERS]);

impl RecoveryCode {
    #[must_use]
    pub fn new(random: [u8; CHARACTERS]) -> Self {
        Self(random.map(|byte| ALPHABET[usize::from(byte & 31)]))
    }

    /// Accepts any case, with or without dashes and spaces. `None` when the text is not a recovery code.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let typed = text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| match c.to_ascii_uppercase() {
            'O' => Some(b'0'),
            'I' | 'L' => Some(b'1'),
            c => u8::try_from(c).ok().filter(|byte| ALPHABET.contains(byte)),
        });
        typed.collect::<Option<Vec<u8>>>()?.try_into().ok().map(Self)
    }

    /// The stored form: a slow hash that depends on the account, so a code works for its owner only.
    #[must_use]
    pub fn fingerprint(&self, owner: &StaffName, secret: &Secret) -> String {
        let message = [owner.key().as_bytes(), b"\0", &self.0].concat();
        hash(&BASE64URL_NOPAD.encode(&secret.sign("recovery v1", &message)), &owner.key())
    }
}

/// Begins the stored form. Earlier releases stored the HMAC alone.
const HASHED: &str = "argon2id.";

/// The stored form of a code from the one of an earlier release. `None` when it has the slow hash already.
#[must_use]
pub fn strengthen_fingerprint(stored: &str, owner_key: &str) -> Option<String> {
    (!stored.starts_with(HASHED)).then(|| hash(stored, owner_key))
}

/// Slow by design, so that the codes cannot be guessed from a copy of the database and its keys. With 50 random bits in a
/// code, a fraction of the cost of a password is enough. The salt is the account instead of random bytes, so that a code
/// is found with one hash.
fn hash(fingerprint: &str, owner_key: &str) -> String {
    let salt = Sha256::digest(["recovery code of ", owner_key].concat());
    let params = Params::new(MEMORY_KIB, 1, 1, None).expect("valid parameters");
    let mut hash = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(fingerprint.as_bytes(), &salt, &mut hash)
        .expect("the lengths are valid");
    format!("{HASHED}{}", BASE64URL_NOPAD.encode(&hash))
}

/// The full code, for showing it to its owner once.
impl fmt::Display for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, &byte) in self.0.iter().enumerate() {
            if place == CHARACTERS / 2 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(byte))?;
        }
        Ok(())
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn code_is_parsed_in_the_forms_people_type(random: [u8; 10]) {
            let code = RecoveryCode::new(random);
            let typed = code.to_string().to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
            prop_assert_eq!(RecoveryCode::parse(&typed), Some(code));
        }

        #[test]
        fn parsing_any_text_does_not_panic(text in "\\PC{0,30}") {
            let _ = RecoveryCode::parse(&text);
        }
    }

    #[test]
    fn six_digit_code_is_not_a_recovery_code() {
        assert_eq!(RecoveryCode::parse("123456"), None);
    }

    #[test]
    fn fingerprint_depends_on_the_account() {
        let code = RecoveryCode::new([9; 10]);
        let of = |name: &str| code.fingerprint(&StaffName::parse(name).expect("a name"), &Secret::new([1; 32]));
        assert_eq!(of("Ngozi"), of("NGOZI"));
        assert_ne!(of("Ngozi"), of("Tonye"));
        assert!(of("Ngozi").starts_with(HASHED));
    }

    #[test]
    fn code_of_an_earlier_release_gets_the_same_hash() {
        let (code, owner, secret) =
            (RecoveryCode::new([9; 10]), StaffName::parse("Ngozi").expect("a name"), Secret::new([1; 32]));
        let message = [owner.key().as_bytes(), b"\0", &code.0].concat();
        let earlier = BASE64URL_NOPAD.encode(&secret.sign("recovery v1", &message));
        let strong = strengthen_fingerprint(&earlier, &owner.key()).expect("not hashed yet");
        assert_eq!(strong, code.fingerprint(&owner, &secret));
        assert_eq!(strengthen_fingerprint(&strong, &owner.key()), None);
    }
}
