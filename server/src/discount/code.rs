//! The discount code: `EYE5-XXXX-XXXX`, seven random characters and a check character in Crockford's base32, which has
//! no I, L, O or U, so that a tired eye and a front desk can read it.
//!
//! The check is a sum over the field of 32 elements with a different weight at each place. Any single wrong character
//! changes it, and so does any swap of two characters, next to each other or not: sums modulo 32 cannot promise both.

use std::fmt;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX: &str = "EYE5";
const RANDOM_CHARACTERS: usize = 7;
const CHARACTERS: usize = RANDOM_CHARACTERS + 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    #[error("One character looks wrong. Please compare it with the mail, character by character.")]
    OneCharacterLooksWrong,
    #[error("This is not a discount code. A code looks like EYE5-XXXX-XXXX.")]
    NotACode,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DiscountCode([u8; CHARACTERS]);

impl DiscountCode {
    /// Makes a code of thirty-five random bits.
    #[must_use]
    pub fn issue(random: [u8; RANDOM_CHARACTERS]) -> Self {
        let mut values = [0; CHARACTERS];
        for (value, byte) in values.iter_mut().zip(random) {
            *value = byte & 31;
        }
        values[RANDOM_CHARACTERS] = weighted_sum(values);
        Self(values)
    }

    /// Reads a code as people type it: any case, with or without dashes and spaces, with or without the prefix, and
    /// with the letters O, I and L for the digits that they resemble.
    ///
    /// # Errors
    /// Tells a slip in a code from something that is none.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        let body = body(text)?;
        let mut values = [0; CHARACTERS];
        for (value, character) in values.iter_mut().zip(body) {
            *value = value_of(character).ok_or(CodeError::OneCharacterLooksWrong)?;
        }
        if weighted_sum(values) == 0 { Ok(Self(values)) } else { Err(CodeError::OneCharacterLooksWrong) }
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

/// A code is money at the desk, so a log gets only its first half.
impl fmt::Debug for DiscountCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", &self.to_string()[..9])
    }
}

fn body(text: &str) -> Result<[u8; CHARACTERS], CodeError> {
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
        let slips = prefix.iter().zip(PREFIX.bytes()).filter(|(typed, meant)| *typed != meant).count();
        match slips {
            0 => {}
            1 => return Err(CodeError::OneCharacterLooksWrong),
            _ => return Err(CodeError::NotACode),
        }
        typed.drain(..PREFIX.len());
    }
    typed.try_into().map_err(|_| CodeError::NotACode)
}

/// Phones turn a typed dash into longer ones.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn value_of(character: u8) -> Option<u8> {
    let meant = match character {
        b'O' => b'0',
        b'I' | b'L' => b'1',
        other => other,
    };
    let place = ALPHABET.iter().position(|&known| known == meant)?;
    u8::try_from(place).ok()
}

/// The sum of every value times the generator to the power of its place counted from the end: zero for a whole code,
/// and, while the last value is still zero, the check value itself (it weighs one, and minus is plus in this field).
fn weighted_sum(values: [u8; CHARACTERS]) -> u8 {
    values.into_iter().fold(0, |sum, value| times_generator(sum) ^ value)
}

/// Multiplies by x in the field of polynomials over two elements modulo x⁵ + x² + 1, in which x generates everything.
fn times_generator(value: u8) -> u8 {
    let doubled = value << 1;
    if doubled & 32 == 0 { doubled } else { doubled ^ 0b10_0101 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_code_looks_as_promised() {
        let text = DiscountCode::issue([31, 30, 29, 28, 27, 26, 25]).to_string();
        assert_eq!(text.len(), 14);
        assert!(text.starts_with("EYE5-ZYXW-VTS"), "{text}");
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
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
    fn a_slip_is_told_from_something_that_is_no_code() {
        let whole = DiscountCode::issue([9; 7]).to_string();
        let u_for_v = format!("{}U", &whole[..13]);
        assert_eq!(DiscountCode::parse(&u_for_v), Err(CodeError::OneCharacterLooksWrong));
        assert_eq!(DiscountCode::parse(&whole.replace("EYE5", "EYES")), Err(CodeError::OneCharacterLooksWrong));
        for text in ["", "hello", "EYE5-123", "FREE-9999-9999", "EYE5-9999-999é", "EYE5-9999-9999-9"] {
            assert_eq!(DiscountCode::parse(text), Err(CodeError::NotACode), "{text}");
        }
    }

    #[test]
    fn a_log_sees_half_a_code() {
        let code = DiscountCode::issue([9; 7]);
        assert_eq!(format!("{code:?}"), "EYE5-9999…");
    }

    proptest! {
        #[test]
        fn every_code_is_read_back(random: [u8; 7]) {
            let code = DiscountCode::issue(random);
            prop_assert_eq!(DiscountCode::parse(&code.to_string()), Ok(code));
        }

        #[test]
        fn any_single_slip_is_caught(random: [u8; 7], place in 0usize..8, other in 1u8..32) {
            let mut slipped = DiscountCode::issue(random);
            slipped.0[place] = (slipped.0[place] + other) % 32;
            prop_assert_eq!(DiscountCode::parse(&slipped.to_string()), Err(CodeError::OneCharacterLooksWrong));
        }

        #[test]
        fn any_swap_of_two_characters_is_caught(random: [u8; 7], one in 0usize..8, other in 0usize..8) {
            let mut swapped = DiscountCode::issue(random);
            prop_assume!(swapped.0[one] != swapped.0[other]);
            swapped.0.swap(one, other);
            prop_assert_eq!(DiscountCode::parse(&swapped.to_string()), Err(CodeError::OneCharacterLooksWrong));
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "\\PC{0,40}") {
            if let Ok(code) = DiscountCode::parse(&text) {
                prop_assert_eq!(DiscountCode::parse(&code.to_string()), Ok(code));
            }
        }
    }
}
