//! Recovery codes for two-step verification. Each can be used once, when the phone is not available.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;

use super::StaffName;
use crate::secret::Secret;

pub const RECOVERY_CODE_COUNT: usize = 10;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARACTERS: usize = 10;

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

    /// The stored form: an HMAC that depends on the account, so a code works for its owner only.
    #[must_use]
    pub fn fingerprint(&self, owner: &StaffName, secret: &Secret) -> String {
        let message = [owner.key().as_bytes(), b"\0", &self.0].concat();
        BASE64URL_NOPAD.encode(&secret.sign("recovery v1", &message))
    }
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
    }
}
