//! A phone number in one form, `+2348031234567`, however it was typed. `Display` and `Debug` mask it.

use std::fmt;

const NIGERIA: &str = "234";
/// E.164: the country code and the number together.
const DIGITS: std::ops::RangeInclusive<usize> = 8..=15;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PhoneError {
    #[error("Please enter your phone number.")]
    Empty,
    #[error("Please enter a phone number such as 0803 123 4567 or +234 803 123 4567.")]
    NotANumber,
    #[error("This phone number has too few or too many digits. Please check it and try again.")]
    WrongLength,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PhoneNumber(String);

impl PhoneNumber {
    /// Understands Nigerian numbers (`0803 123 4567`, `803 123 4567`, `234 803 123 4567`) and numbers of other countries
    /// with their country code (`+44…`, `0044…`).
    ///
    /// # Errors
    /// The error message is meant for the person who typed the number.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        let typed = text.trim();
        if typed.is_empty() {
            return Err(PhoneError::Empty);
        }
        let is_separator =
            |c: char| c.is_whitespace() || matches!(c, '-' | '.' | '/' | '(' | ')' | '\u{2010}'..='\u{2015}');
        let compact: String = typed.chars().filter(|c| !is_separator(*c)).take(40).collect();
        let (has_plus, digits) = compact.strip_prefix('+').map_or((false, compact.as_str()), |digits| (true, digits));
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(PhoneError::NotANumber);
        }
        let international = match digits.strip_prefix("00") {
            _ if has_plus => digits.to_owned(),
            Some(abroad) => abroad.to_owned(),
            None => with_country_code(digits).ok_or(PhoneError::WrongLength)?,
        };
        let number = match international.strip_prefix(NIGERIA) {
            // `+234 0803 123 4567` is a common mixture of both forms.
            Some(national) => {
                let national = national.strip_prefix('0').unwrap_or(national);
                if !is_nigerian(national) {
                    return Err(PhoneError::WrongLength);
                }
                format!("{NIGERIA}{national}")
            }
            None => international,
        };
        if !DIGITS.contains(&number.len()) || number.starts_with('0') {
            return Err(PhoneError::WrongLength);
        }
        Ok(Self(format!("+{number}")))
    }

    /// `+2348031234567`
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Without the plus sign, as `wa.me` wants it.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.0[1..]
    }

    /// `•••4567`, for lists in the staff desk.
    #[must_use]
    pub fn masked(&self) -> String {
        format!("•••{}", &self.0[self.0.len() - 4..])
    }
}

fn with_country_code(digits: &str) -> Option<String> {
    if let Some(national) = digits.strip_prefix('0') {
        return is_nigerian(national).then(|| format!("{NIGERIA}{national}"));
    }
    if digits.starts_with(NIGERIA) && digits.len() > 10 {
        return Some(digits.to_owned());
    }
    // A mobile number whose first zero was left out.
    (digits.len() == 10 && is_nigerian(digits)).then(|| format!("{NIGERIA}{digits}"))
}

/// A national number without its first zero: mobile numbers have ten digits, fixed lines with their area code seven or
/// eight.
fn is_nigerian(national: &str) -> bool {
    let is_mobile = national.len() == 10 && national.starts_with(['7', '8', '9']);
    is_mobile || ((7..=8).contains(&national.len()) && !national.starts_with('0'))
}

impl fmt::Display for PhoneNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

impl fmt::Debug for PhoneNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PhoneNumber({self})")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn all_nigerian_forms_are_the_same_number() {
        for typed in [
            "08031234567",
            "0803 123 4567",
            "0803-123-4567",
            "(0803) 123 4567",
            "+2348031234567",
            "+234 803 123 4567",
            "+234 (0)803 123 4567",
            "2348031234567",
            "002348031234567",
            "8031234567",
            " 0803.123.4567\u{a0}",
        ] {
            assert_eq!(PhoneNumber::parse(typed).expect(typed).as_str(), "+2348031234567", "{typed}");
        }
        assert_eq!(PhoneNumber::parse("084 123456").expect("a fixed line").as_str(), "+23484123456");
        assert_eq!(PhoneNumber::parse("+44 20 7946 0958").expect("abroad").as_str(), "+442079460958");
        assert_eq!(PhoneNumber::parse("0044 20 7946 0958").expect("abroad").as_str(), "+442079460958");
    }

    #[test]
    fn texts_that_are_no_phone_number_are_rejected() {
        assert_eq!(PhoneNumber::parse(" "), Err(PhoneError::Empty));
        for typed in ["call me", "0803 123 456x", "++2348031234567", "-", "tel:08031234567", "٠٨٠٣١٢٣٤٥٦٧"] {
            assert_eq!(PhoneNumber::parse(typed), Err(PhoneError::NotANumber), "{typed}");
        }
        for typed in ["0803 123 456", "0803 123 45678", "12", "+2", "+234803123456", "00", "+1234567890123456"] {
            assert_eq!(PhoneNumber::parse(typed), Err(PhoneError::WrongLength), "{typed}");
        }
    }

    #[test]
    fn display_and_debug_mask_the_number() {
        let number = PhoneNumber::parse("08031234567").expect("a number");
        assert_eq!(
            (number.to_string(), format!("{number:?}")),
            ("•••4567".to_owned(), "PhoneNumber(•••4567)".to_owned())
        );
        assert_eq!(number.digits(), "2348031234567");
    }

    proptest! {
        #[test]
        fn parsing_any_text_does_not_panic(text in "\\PC{0,40}") {
            if let Ok(number) = PhoneNumber::parse(&text) {
                prop_assert_eq!(PhoneNumber::parse(number.as_str()), Ok(number));
            }
        }
    }
}
