//! The name of a staff account. It is used to sign in and is shown with redeemed codes.

use std::fmt;

const MIN_LENGTH: usize = 2;
const MAX_LENGTH: usize = 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("Please enter a name of 2 to 40 characters.")]
    Length,
    #[error(
        "A name must begin with a letter and can contain letters, digits, spaces, dots, dashes, underscores and apostrophes."
    )]
    Characters,
}

/// Keeps the case in which it was entered. Compare with `key`, which ignores case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffName(String);

impl StaffName {
    /// # Errors
    /// When the name is too short or too long, or contains characters that could be misleading in a list.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !(MIN_LENGTH..=MAX_LENGTH).contains(&name.chars().count()) {
            return Err(NameError::Length);
        }
        let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '_' | '\'' | '’');
        if name.starts_with(char::is_alphabetic) && name.chars().all(is_allowed) {
            Ok(Self(name))
        } else {
            Err(NameError::Characters)
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Equal for names that differ only in case.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for StaffName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_equal_in_any_case_and_spacing() {
        let key = |text: &str| StaffName::parse(text).expect("a name").key();
        assert_eq!(key("  Ngozi   Obi "), key("ngozi obi"));
        assert_ne!(key("Ngozi"), key("Ngozi Obi"));
    }

    #[test]
    fn invalid_names_are_rejected() {
        for (text, error) in [
            ("", NameError::Length),
            ("A", NameError::Length),
            (&"a".repeat(41), NameError::Length),
            ("=SUM(A1)", NameError::Characters),
            ("a/b", NameError::Characters),
            ("ada@example.com", NameError::Characters),
            ("ad\u{202e}a", NameError::Characters),
        ] {
            assert_eq!(StaffName::parse(text), Err(error), "{text}");
        }
    }
}
