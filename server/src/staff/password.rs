//! Which passwords are taken, and how they are kept: argon2id, with a cost that the caller chooses.
//!
//! Length is asked for instead of odd characters; a phrase is easier to remember and harder to attempt.

use std::collections::BTreeSet;
use std::fmt;

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc};
use argon2::{Algorithm, Argon2, Params, Version};

use super::StaffName;

const SHORTEST: usize = 12;
const LONGEST: usize = 128;
/// `aaaaaaaaaaaa` is long and worthless.
const DISTINCT: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("Please choose a password of at least 12 characters. Four words that do not belong together are good.")]
    TooShort,
    #[error("Please choose a password of at most 128 characters.")]
    TooLong,
    #[error("This password repeats the same few characters. Please choose one that is harder to attempt.")]
    TooPlain,
    #[error("This password contains the name it belongs to. Please choose one that is harder to attempt.")]
    HoldsName,
}

/// A password that may be used from now on.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// # Errors
    /// Says what is wrong with the password, in words for the person who chose it.
    pub fn choose(text: &str, name: &StaffName) -> Result<Self, PasswordError> {
        let length = text.chars().count();
        if length < SHORTEST {
            return Err(PasswordError::TooShort);
        }
        if length > LONGEST {
            return Err(PasswordError::TooLong);
        }
        if text.chars().collect::<BTreeSet<_>>().len() < DISTINCT {
            return Err(PasswordError::TooPlain);
        }
        // A short name is part of many good phrases by accident.
        let name = name.key();
        if name.chars().count() >= 4 && text.to_lowercase().contains(&name) {
            return Err(PasswordError::HoldsName);
        }
        Ok(Self(text.to_owned()))
    }

    /// Slow on purpose.
    #[must_use]
    pub fn hash(&self, cost: Cost, salt: [u8; 16]) -> PasswordHash {
        PasswordHash::make(&self.0, cost, salt)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// What a attempt costs, to us and to a thief of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    pub memory_kib: u32,
    pub passes: u32,
}

impl Default for Cost {
    /// The second of OWASP's recommended settings for argon2id: little memory, so that a small server can afford it.
    fn default() -> Self {
        Self { memory_kib: 19 * 1024, passes: 2 }
    }
}

/// As it is stored: the settings, the salt and the hash in one line of text.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    #[must_use]
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// A hash that no password matches, to spend the same time on a name that nobody has.
    #[must_use]
    pub fn decoy(cost: Cost, random: [u8; 32]) -> Self {
        let nobodys: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        Self::make(&nobodys, cost, [0; 16])
    }

    fn make(password: &str, cost: Cost, salt: [u8; 16]) -> Self {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).unwrap_or_default();
        let hash: phc::PasswordHash = Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_with_salt(password.as_bytes(), &salt)
            .expect("a salt of sixteen bytes and a short password can be hashed");
        Self(hash.to_string())
    }

    /// Slow on purpose. The cost is the one that the hash was made with.
    #[must_use]
    pub fn matches(&self, password: &str) -> bool {
        phc::PasswordHash::new(&self.0)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHEAP: Cost = Cost { memory_kib: 8, passes: 1 };

    fn choose(text: &str) -> Result<Password, PasswordError> {
        Password::choose(text, &StaffName::parse("Ngozi").expect("a name"))
    }

    #[test]
    fn a_phrase_is_taken_and_its_hash_knows_it_again() {
        let hash = choose("four odd words here").expect("taken").hash(CHEAP, [7; 16]);
        assert!(hash.matches("four odd words here"));
        assert!(!hash.matches("four odd words Here"));
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{}", hash.as_str());
    }

    #[test]
    fn passwords_that_are_guessed_first_are_refused_by_name() {
        assert_eq!(choose("short"), Err(PasswordError::TooShort));
        assert_eq!(choose("abababababababab"), Err(PasswordError::TooPlain));
        assert_eq!(choose("NGOZI at the desk"), Err(PasswordError::HoldsName));
        assert_eq!(choose(&"long enough ".repeat(12)), Err(PasswordError::TooLong));
    }

    #[test]
    fn the_same_password_is_kept_differently_for_two_people() {
        let password = choose("four odd words here").expect("taken");
        assert_ne!(password.hash(CHEAP, [1; 16]), password.hash(CHEAP, [2; 16]));
    }

    #[test]
    fn a_decoy_costs_the_same_and_opens_for_nobody() {
        let decoy = PasswordHash::decoy(CHEAP, [3; 32]);
        assert!(decoy.as_str().contains("m=8,t=1,p=1"));
        assert!(!decoy.matches(""));
        assert!(!decoy.matches("four odd words here"));
    }

    #[test]
    fn what_is_no_hash_matches_nothing() {
        assert!(!PasswordHash::stored(String::new()).matches(""));
        assert!(!PasswordHash::stored("plain".to_owned()).matches("plain"));
    }

    #[test]
    fn neither_a_password_nor_its_hash_prints_itself() {
        let password = choose("four odd words here").expect("taken");
        assert_eq!(format!("{password:?} {:?}", password.hash(CHEAP, [1; 16])), "Password(…) PasswordHash(…)");
    }
}
