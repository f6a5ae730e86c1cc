//! The discount code: `EYE5-XXXX-XXXX`. `EYE` is followed by the percentage that the code is worth, then by seven random
//! characters and a check character in Crockford's base32, which leaves out I, L, O and U because they are easily misread.
//!
//! The check character is a weighted sum over the finite field GF(32). It detects every single wrong character and
//! every swap of two characters. A sum modulo 32 cannot detect both.

use std::fmt;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX: &str = "EYE";
const MAX_PERCENT_DIGITS: usize = 3;
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
pub struct DiscountCode {
    percent: u8,
    values: [u8; CHARACTERS],
}

/// The result of `DiscountCode::parse_search`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeSearch {
    /// Only the prefix, which all codes have in common.
    Prefix,
    /// Characters of a code in upper case, without separators and prefix.
    Code(String),
    /// The same, but the text may also be part of something else, such as an email address.
    Unclear(String),
    NoCode,
}

impl DiscountCode {
    /// Creates a code with 35 random bits.
    #[must_use]
    pub fn issue(percent: u8, random: [u8; RANDOM_CHARACTERS]) -> Self {
        let mut values = [0; CHARACTERS];
        for (value, byte) in values.iter_mut().zip(random) {
            *value = byte & 31;
        }
        values[RANDOM_CHARACTERS] = weighted_sum(values) ^ percent_check(percent);
        Self { percent, values }
    }

    /// The discount that was promised when the code was issued.
    #[must_use]
    pub fn percent(&self) -> u8 {
        self.percent
    }

    /// Accepts any case, with or without dashes and spaces. O is read as 0, I and L as 1.
    ///
    /// # Errors
    /// `Mistyped` when one character seems wrong, `NotACode` when the text is something else.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        Self::parse_with(text, None)
    }

    /// Like `parse`, but the prefix may be missing. Such a code is one of the current discount.
    ///
    /// # Errors
    /// Like `parse`.
    pub fn parse_typed(text: &str, current_percent: u8) -> Result<Self, CodeError> {
        Self::parse_with(text, Some(current_percent))
    }

    /// What to search for when a part of a code may have been typed.
    #[must_use]
    pub fn parse_search(typed: &str, current_percent: u8) -> CodeSearch {
        let characters = |text: &str| -> String {
            text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
        };
        let after_prefix = |characters: String| match characters {
            none if none.is_empty() => CodeSearch::Prefix,
            characters => CodeSearch::Code(characters),
        };
        if typed.chars().any(|character| !character.is_ascii_alphanumeric() && !is_separator(character)) {
            return CodeSearch::NoCode;
        }
        if let Some((prefix, rest)) = typed.split_once(is_separator)
            && let Some(digits) = characters(prefix).strip_prefix(PREFIX)
            && percent(digits.as_bytes()).is_some()
        {
            return after_prefix(characters(rest));
        }
        let whole = characters(typed);
        if let Some(rest) = whole.strip_prefix(&format!("{PREFIX}{current_percent}")) {
            return after_prefix(rest.to_owned());
        }
        // Only now: a prefix and four characters can be a valid code by chance when they are read as eight characters.
        match Self::parse_typed(typed, current_percent) {
            Ok(code) => {
                CodeSearch::Code(code.values.iter().map(|&value| char::from(ALPHABET[usize::from(value)])).collect())
            }
            Err(_) if whole.is_empty() => CodeSearch::NoCode,
            Err(_) => CodeSearch::Unclear(whole),
        }
    }

    fn parse_with(text: &str, percent_without_prefix: Option<u8>) -> Result<Self, CodeError> {
        let (percent, body) = normalize(text)?;
        let percent = percent.or(percent_without_prefix).ok_or(CodeError::NotACode)?;
        let mut values = [0; CHARACTERS];
        for (value, character) in values.iter_mut().zip(body) {
            *value = value_of(character).ok_or(CodeError::Mistyped)?;
        }
        if weighted_sum(values) == percent_check(percent) {
            Ok(Self { percent, values })
        } else {
            Err(CodeError::Mistyped)
        }
    }
}

impl fmt::Display for DiscountCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.percent)?;
        for (place, &value) in self.values.iter().enumerate() {
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
        let whole = self.to_string();
        write!(f, "{}…", &whole[..whole.len() - "-XXXX".len()])
    }
}

/// The percentage, when there is a prefix, and the characters after it.
fn normalize(text: &str) -> Result<(Option<u8>, [u8; CHARACTERS]), CodeError> {
    let mut typed = Vec::with_capacity(PREFIX.len() + MAX_PERCENT_DIGITS + CHARACTERS);
    for character in text.chars().filter(|c| !is_separator(*c)) {
        if !character.is_ascii_alphanumeric() || typed.len() == typed.capacity() {
            return Err(CodeError::NotACode);
        }
        typed.push(character.to_ascii_uppercase() as u8);
    }
    let prefix_length = typed.len().checked_sub(CHARACTERS).ok_or(CodeError::NotACode)?;
    let body = typed.split_off(prefix_length).try_into().map_err(|_| CodeError::NotACode)?;
    if typed.is_empty() {
        return Ok((None, body));
    }
    let (letters, digits) = typed.split_at_checked(PREFIX.len()).ok_or(CodeError::NotACode)?;
    let wrong = letters.iter().zip(PREFIX.bytes()).filter(|(typed, expected)| *typed != expected).count();
    match (wrong, percent(digits)) {
        (0, Some(percent)) => Ok((Some(percent), body)),
        (0, None) | (1, Some(_)) => Err(CodeError::Mistyped),
        _ => Err(CodeError::NotACode),
    }
}

fn percent(digits: &[u8]) -> Option<u8> {
    let is_number = !digits.starts_with(b"0") && digits.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok().filter(|percent| (1..=100).contains(percent))
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

/// Makes the check character depend on the percentage, so that a wrong digit in it is detected: two numbers that differ
/// in one digit differ modulo 31. It is 0 for 5, because the first codes were all `EYE5` and had no such check.
fn percent_check(percent: u8) -> u8 {
    (percent + 26) % 31
}

/// The sum of each value times xⁿ, where n is its place counted from the end. It equals the check of the percentage for a
/// valid code. The last value has the weight 1, and subtraction is addition in this field.
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
        let text = DiscountCode::issue(5, [31, 30, 29, 28, 27, 26, 25]).to_string();
        assert_eq!(text.len(), 14);
        assert!(text.starts_with("EYE5-ZYXW-VTS"), "{text}");
    }

    #[test]
    fn search_ignores_the_prefix_and_separators() {
        let whole = DiscountCode::issue(10, [31, 30, 29, 28, 27, 26, 25]).to_string();
        let characters = whole["EYE10-".len()..].replace('-', "");
        let code = |characters: &str| CodeSearch::Code(characters.to_owned());
        let unclear = |characters: &str| CodeSearch::Unclear(characters.to_owned());
        for (typed, expected) in [
            (whole.as_str(), code(&characters)),
            (&whole.to_lowercase().replace('-', ""), code(&characters)),
            ("eye10 zyx", code("ZYX")),
            ("EYE5zyxw–v", code("ZYXWV")),
            ("eye5", CodeSearch::Prefix),
            ("eye5-", CodeSearch::Prefix),
            ("ey", unclear("EY")),
            ("eye7", unclear("EYE7")),
            ("zy-xw", unclear("ZYXW")),
            ("ada@", CodeSearch::NoCode),
            ("-", CodeSearch::NoCode),
            ("%", CodeSearch::NoCode),
        ] {
            assert_eq!(DiscountCode::parse_search(typed, 5), expected, "{typed}");
        }
    }

    #[test]
    fn code_is_accepted_in_the_forms_people_type() {
        let code = DiscountCode::issue(5, [0, 1, 2, 3, 4, 5, 6]);
        let whole = code.to_string();
        let with_letters = whole.replace('0', "o").replace('1', "l");
        for typed in [
            whole.to_lowercase(),
            whole.replace('-', ""),
            whole.replace('-', " "),
            whole.replace('-', "–"),
            format!("  {whole}\n"),
            with_letters,
        ] {
            assert_eq!(DiscountCode::parse(&typed), Ok(code), "{typed}");
        }
        let without_prefix = &whole["EYE5-".len()..];
        assert_eq!(DiscountCode::parse_typed(without_prefix, 5), Ok(code));
        assert_eq!(DiscountCode::parse(without_prefix), Err(CodeError::NotACode));
    }

    #[test]
    fn prefix_is_the_percentage_and_earlier_codes_keep_theirs() {
        for (percent, prefix) in [(5, "EYE5-"), (10, "EYE10-"), (100, "EYE100-")] {
            let code = DiscountCode::issue(percent, [3; 7]);
            assert!(code.to_string().starts_with(prefix), "{code}");
            let parsed = DiscountCode::parse_typed(&code.to_string(), 20);
            assert_eq!(parsed.map(|code| code.percent()), Ok(percent));
        }
    }

    #[test]
    fn mistyped_code_is_distinguished_from_other_text() {
        let whole = DiscountCode::issue(5, [9; 7]).to_string();
        let u_for_v = format!("{}U", &whole[..13]);
        assert_eq!(DiscountCode::parse(&u_for_v), Err(CodeError::Mistyped));
        assert_eq!(DiscountCode::parse(&whole.replace("EYE5", "EYES")), Err(CodeError::Mistyped));
        for text in ["EYE0-9999-9999", "EYE101-9999-9999", "EYE05-9999-9999"] {
            assert_eq!(DiscountCode::parse(text), Err(CodeError::Mistyped), "{text}");
        }
        for text in ["", "hello", "EYE5-123", "FREE-9999-9999", "EYE5-9999-999é", "EYE5-9999-9999-999"] {
            assert_eq!(DiscountCode::parse(text), Err(CodeError::NotACode), "{text}");
        }
    }

    #[test]
    fn debug_output_contains_half_of_the_code() {
        let code = DiscountCode::issue(5, [9; 7]);
        assert_eq!(format!("{code:?}"), "EYE5-9999…");
    }

    proptest! {
        #[test]
        fn every_code_is_parsed_from_its_own_text(percent in 1u8..=100, random: [u8; 7]) {
            let code = DiscountCode::issue(percent, random);
            prop_assert_eq!(DiscountCode::parse(&code.to_string()), Ok(code));
        }

        #[test]
        fn every_single_wrong_character_is_detected(random: [u8; 7], place in 0usize..8, other in 1u8..32) {
            let mut mistyped = DiscountCode::issue(5, random);
            mistyped.values[place] = (mistyped.values[place] + other) % 32;
            prop_assert_eq!(DiscountCode::parse(&mistyped.to_string()), Err(CodeError::Mistyped));
        }

        #[test]
        fn every_wrong_digit_of_the_percentage_is_detected(random: [u8; 7], percent in 1u8..=99, digit in 0u8..=9) {
            let code = DiscountCode::issue(percent, random);
            let (tens, ones) = (percent / 10 * 10 + digit, digit * 10 + percent % 10);
            for wrong in [tens, ones].into_iter().filter(|wrong| *wrong != percent && *wrong > 0) {
                let mistyped = DiscountCode { percent: wrong, ..code };
                prop_assert_eq!(DiscountCode::parse(&mistyped.to_string()), Err(CodeError::Mistyped));
            }
        }

        #[test]
        fn every_swap_of_two_characters_is_detected(random: [u8; 7], one in 0usize..8, other in 0usize..8) {
            let mut swapped = DiscountCode::issue(5, random);
            prop_assume!(swapped.values[one] != swapped.values[other]);
            swapped.values.swap(one, other);
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
