//! The discount code: `EYE5-XXXX-XXXX`, seven random characters and a check character in Crockford's base32, which
//! leaves out I, L, O and U because they are easily misread.
//!
//! The check character is a weighted sum over the finite field GF(32). It detects every single wrong character and
//! every swap of two characters. A sum modulo 32 cannot detect both.

use std::fmt;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX: &str = "EYE5";
const RANDOM_CHARACTERS: usize = 7;
const CHARACTERS: usize = RANDOM_CHARACTERS + 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    #[error("One character looks wrong. Please compare each character with the code in the email.")]
    Mistyped,
    #[error("This is not a discount code. A code looks like EYE5-XXXX-XXXX.")]
    NotACode,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DiscountCode([u8; CHARACTERS]);

impl DiscountCode {
    /// Creates a code with 35 random bits.
    #[must_use]
    pub fn issue(random: [u8; RANDOM_CHARACTERS]) -> Self {
        let mut values = [0; CHARACTERS];
        for (value, byte) in values.iter_mut().zip(random) {
            *value = byte & 31;
        }
        values[RANDOM_CHARACTERS] = weighted_sum(values);
        Self(values)
    }

    /// Accepts any case, with or without dashes, spaces and the prefix. O is read as 0, I and L as 1.
    ///
    /// # Errors
    /// `Mistyped` when one character seems wrong, `NotACode` when the text is something else.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        let body = normalize(text)?;
        let mut values = [0; CHARACTERS];
        for (value, character) in values.iter_mut().zip(body) {
            *value = value_of(character).ok_or(CodeError::Mistyped)?;
        }
        if weighted_sum(values) == 0 { Ok(Self(values)) } else { Err(CodeError::Mistyped) }
    }
}

impl fmt::Display for DiscountCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PREFIX)?;
        for (place, &value) in self.0.iter().enumerate() {
            if place % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(ALPHABET[usize::from(value)]))?;
        }
        Ok(())
    }
}

/// Prints the first half only: a whole code in a log could be used by anyone who reads it.
impl fmt::Debug for DiscountCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", &self.to_string()[..9])
    }
}

fn normalize(text: &str) -> Result<[u8; CHARACTERS], CodeError> {
    let mut typed = Vec::with_capacity(PREFIX.len() + CHARACTERS);
    for character in text.chars().filter(|c| !is_separator(*c)) {
        if !character.is_ascii_alphanumeric() || typed.len() == typed.capacity() {
            return Err(CodeError::NotACode);
        }
        typed.push(character.to_ascii_uppercase() as u8);
    }
    if let Some((prefix, body)) = typed.split_at_checked(PREFIX.len())
        && body.len() == CHARACTERS
    {
        let wrong = prefix.iter().zip(PREFIX.bytes()).filter(|(typed, expected)| *typed != expected).count();
        match wrong {
            0 => {}
            1 => return Err(CodeError::Mistyped),
            _ => return Err(CodeError::NotACode),
        }
        typed.drain(..PREFIX.len());
    }
    typed.try_into().map_err(|_| CodeError::NotACode)
}

/// Phone keyboards replace a typed dash by longer ones.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn value_of(character: u8) -> Option<u8> {
    let digit = match character {
        b'O' => b'0',
        b'I' | b'L' => b'1',
        other => other,
    };
    let place = ALPHABET.iter().position(|&known| known == digit)?;
    u8::try_from(place).ok()
}

/// The sum of each value times xⁿ, where n is its place counted from the end. It is 0 for a valid code. While the last
/// value is 0, the sum is the check value itself: its weight is 1, and subtraction is addition in this field.
fn weighted_sum(values: [u8; CHARACTERS]) -> u8 {
    values.into_iter().fold(0, |sum, value| times_x(sum) ^ value)
}

/// Multiplies by x in GF(32), with the primitive polynomial x⁵ + x² + 1.
fn times_x(value: u8) -> u8 {
    let doubled = value << 1;
    if doubled & 32 == 0 { doubled } else { doubled ^ 0b10_0101 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn code_has_the_documented_format() {
        let text = DiscountCode::issue([31, 30, 29, 28, 27, 26, 25]).to_string();
        assert_eq!(text.len(), 14);
        assert!(text.starts_with("EYE5-ZYXW-VTS"), "{text}");
    }

    #[test]
    fn code_is_accepted_in_the_forms_people_type() {
        let code = DiscountCode::issue([0, 1, 2, 3, 4, 5, 6]);
        let whole = code.to_string();
        let with_letters = whole.replace('0', "o").replace('1', "l");
        for typed in [
            whole.to_lowercase(),
            whole.replace('-', ""),
            whole.replace('-', " "),
            whole.replace('-', "–"),
            whole["EYE5-".len()..].to_owned(),
            format!("  {whole}\n"),
            with_letters,
        ] {
            assert_eq!(DiscountCode::parse(&typed), Ok(code), "{typed}");
        }
    }

    #[test]
    fn mistyped_code_is_distinguished_from_other_text() {
        let whole = DiscountCode::issue([9; 7]).to_string();
        let u_for_v = format!("{}U", &whole[..13]);
        assert_eq!(DiscountCode::parse(&u_for_v), Err(CodeError::Mistyped));
        assert_eq!(DiscountCode::parse(&whole.replace("EYE5", "EYES")), Err(CodeError::Mistyped));
        for text in ["", "hello", "EYE5-123", "FREE-9999-9999", "EYE5-9999-999é", "EYE5-9999-9999-9"] {
            assert_eq!(DiscountCode::parse(text), Err(CodeError::NotACode), "{text}");
        }
    }

    #[test]
    fn debug_output_contains_half_of_the_code() {
        let code = DiscountCode::issue([9; 7]);
        assert_eq!(format!("{code:?}"), "EYE5-9999…");
    }

    proptest! {
        #[test]
        fn every_code_is_parsed_from_its_own_text(random: [u8; 7]) {
            let code = DiscountCode::issue(random);
            prop_assert_eq!(DiscountCode::parse(&code.to_string()), Ok(code));
        }

        #[test]
        fn every_single_wrong_character_is_detected(random: [u8; 7], place in 0usize..8, other in 1u8..32) {
            let mut mistyped = DiscountCode::issue(random);
            mistyped.0[place] = (mistyped.0[place] + other) % 32;
            prop_assert_eq!(DiscountCode::parse(&mistyped.to_string()), Err(CodeError::Mistyped));
        }

        #[test]
        fn every_swap_of_two_characters_is_detected(random: [u8; 7], one in 0usize..8, other in 0usize..8) {
            let mut swapped = DiscountCode::issue(random);
            prop_assume!(swapped.0[one] != swapped.0[other]);
            swapped.0.swap(one, other);
            prop_assert_eq!(DiscountCode::parse(&swapped.to_string()), Err(CodeError::Mistyped));
        }

        #[test]
        fn parsing_any_text_does_not_panic(text in "\\PC{0,40}") {
            if let Ok(code) = DiscountCode::parse(&text) {
                prop_assert_eq!(DiscountCode::parse(&code.to_string()), Ok(code));
            }
        }
    }
}
