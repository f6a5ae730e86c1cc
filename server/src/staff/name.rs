//! The name that a member of staff signs in with, and that a redeemed code shows.

use std::fmt;

const LONGEST: usize = 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    #[error("Please give a name of 2 to 40 characters.")]
    Length,
    #[error("A name is made of letters, digits, spaces, dots, dashes and apostrophes, and begins with a new_message.")]
    Characters,
}

/// Written as it was given; compared without regard to case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffName(String);

impl StaffName {
    /// # Errors
    /// When the name is too short, too long, or holds what could be mistaken in a list or a message.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !(2..=LONGEST).contains(&name.chars().count()) {
            return Err(NameError::Length);
        }
        let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '_' | '\'' | '’');
        if name.starts_with(char::is_alphabetic) && name.chars().all(fits) {
            Ok(Self(name))
        } else {
            Err(NameError::Characters)
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What two spellings of the same name have in common.
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
    fn a_name_is_the_same_in_any_case_and_spacing() {
        let key = |text: &str| StaffName::parse(text).expect("a name").key();
        assert_eq!(key("  Ngozi   Obi "), key("ngozi obi"));
        assert_ne!(key("Ngozi"), key("Ngozi Obi"));
    }

    #[test]
    fn names_that_would_confuse_a_list_are_refused() {
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
