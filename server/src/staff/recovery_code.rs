//! Recovery codes: ten tickets, each good for one sign-in without the phone that holds the second factor.

use std::fmt;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use super::StaffName;
use crate::secret::Secret;

pub const RECOVERY_CODES: usize = 10;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARACTERS: usize = 10;

/// `XXXXX-XXXXX`, in the alphabet of the discount codes: fifty random bits behind the slow-down.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode([u8; CHARACTERS]);

impl RecoveryCode {
    #[must_use]
    pub fn new(random: [u8; CHARACTERS]) -> Self {
        Self(random.map(|byte| ALPHABET[usize::from(byte & 31)]))
    }

    /// Reads what a person copied from paper: any case, any dashes and spaces. Nothing when it cannot be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let typed = text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| match c.to_ascii_uppercase() {
            'O' => Some(b'0'),
            'I' | 'L' => Some(b'1'),
            c => u8::try_from(c).ok().filter(|byte| ALPHABET.contains(byte)),
        });
        typed.collect::<Option<Vec<u8>>>()?.try_into().ok().map(Self)
    }

    /// What is stored: bound to its owner, and worth nothing without the key.
    #[must_use]
    pub fn fingerprint(&self, owner: &StaffName, secret: &Secret) -> String {
        let message = [owner.key().as_bytes(), b"\0", &self.0].concat();
        URL_SAFE_NO_PAD.encode(secret.seal("recovery v1", &message))
    }
}

/// For the one time that it is shown to its owner.
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
        fn a_ticket_is_read_back_as_people_copy_it(random: [u8; 10]) {
            let code = RecoveryCode::new(random);
            let typed = code.to_string().to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
            prop_assert_eq!(RecoveryCode::parse(&typed), Some(code));
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "\\PC{0,30}") {
            let _ = RecoveryCode::parse(&text);
        }
    }

    #[test]
    fn a_six_digit_code_is_no_ticket() {
        assert_eq!(RecoveryCode::parse("123456"), None);
    }

    #[test]
    fn a_ticket_is_of_use_to_its_owner_alone() {
        let code = RecoveryCode::new([9; 10]);
        let of = |name: &str| code.fingerprint(&StaffName::parse(name).expect("a name"), &Secret::new([1; 32]));
        assert_eq!(of("Ngozi"), of("NGOZI"));
        assert_ne!(of("Ngozi"), of("Tonye"));
    }
}
