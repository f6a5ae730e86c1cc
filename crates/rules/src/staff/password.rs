//! Rules for staff passwords, and hashing with argon2id.
//!
//! Passwords must be long and hard to guess instead of containing special characters: a phrase is easier to remember.

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use data_encoding::HEXLOWER;
use secrecy::{ExposeSecret, SecretString};

use super::StaffName;
use super::password_strength::{ClinicWords, Weakness, find_weakness};

const MIN_LENGTH: usize = 12;
const MAX_LENGTH: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("Please choose a password of at least 12 characters, for example four unrelated words.")]
    TooShort,
    #[error("Please choose a password of at most 128 characters.")]
    TooLong,
    #[error("This password contains the name of the account. Please use four unrelated words.")]
    ContainsName,
    #[error("This password is easy to guess{0}. Please use four unrelated words.")]
    EasyToGuess(Weakness),
}

/// A new password that follows the rules.
#[derive(Debug, Clone)]
pub struct Password(SecretString);

impl Password {
    /// # Errors
    /// The error message is meant for the person who chose the password.
    pub fn choose(text: &str, name: &StaffName, clinic: &ClinicWords) -> Result<Self, PasswordError> {
        let length = text.chars().count();
        if length < MIN_LENGTH {
            return Err(PasswordError::TooShort);
        }
        if length > MAX_LENGTH {
            return Err(PasswordError::TooLong);
        }
        // A short name occurs in many good phrases by chance.
        let key = name.key();
        if key.chars().count() >= 4 && text.to_lowercase().contains(&key) {
            return Err(PasswordError::ContainsName);
        }
        match find_weakness(text, name, clinic) {
            Some(weakness) => Err(PasswordError::EasyToGuess(weakness)),
            None => Ok(Self(text.into())),
        }
    }

    /// Slow by design.
    #[must_use]
    pub fn hash(&self, cost: Cost, salt: [u8; 16], memory: &mut HashMemory) -> PasswordHash {
        PasswordHash::compute(self.0.expose_secret(), cost, salt, memory)
    }
}

/// The cost of computing one hash, for the server and for an attacker with a copy of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    pub memory_kib: u32,
    pub passes: u32,
}

impl Default for Cost {
    /// One of OWASP's recommended settings for argon2id, with little memory so that it suits a small server.
    fn default() -> Self {
        Self { memory_kib: 19 * 1024, passes: 2 }
    }
}

/// The memory in which a hash is computed. It is passed in, so that it can be allocated once and used again.
#[derive(Debug, Default)]
pub struct HashMemory(Vec<Block>);

impl HashMemory {
    /// The size: a block has 1 KiB.
    #[must_use]
    pub fn kib(&self) -> usize {
        self.0.len()
    }

    fn blocks(&mut self, count: usize) -> &mut [Block] {
        if self.0.len() < count {
            self.0.resize(count, Block::new());
        }
        &mut self.0[..count]
    }
}

/// A password hash in the PHC string format: parameters, salt and hash in one line of text.
#[derive(Debug, Clone)]
pub struct PasswordHash(SecretString);

impl PasswordHash {
    #[must_use]
    pub fn stored(text: String) -> Self {
        Self(text.into())
    }

    /// A hash that no password matches. Checking it takes as long as checking a real one, so response times do not reveal
    /// which accounts exist.
    #[must_use]
    pub fn decoy(cost: Cost, random: [u8; 32], memory: &mut HashMemory) -> Self {
        Self::compute(&HEXLOWER.encode(&random), cost, [0; 16], memory)
    }

    fn compute(password: &str, cost: Cost, salt: [u8; 16], memory: &mut HashMemory) -> Self {
        let params = Params::new(cost.memory_kib, cost.passes, 1, None).unwrap_or_default();
        let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
        let hash = phc::PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: (&params).try_into().expect("three numbers fit"),
            salt: Some(phc::Salt::new(&salt).expect("16 bytes are a valid salt")),
            hash: Some(
                output(&Argon2::new(algorithm, version, params), password, &salt, Params::DEFAULT_OUTPUT_LEN, memory)
                    .expect("argon2 accepts a 16-byte salt and a password of limited length"),
            ),
        };
        Self(hash.to_string().into())
    }

    /// Slow by design. Uses the cost that is stored in the hash.
    #[must_use]
    pub fn matches(&self, password: &str, memory: &mut HashMemory) -> bool {
        let Ok(stored) = phc::PasswordHash::new(self.as_str()) else { return false };
        let (Some(salt), Some(expected)) = (&stored.salt, &stored.hash) else { return false };
        let Ok(params) = Params::try_from(&stored) else { return false };
        if stored.algorithm != Algorithm::Argon2id.ident() || stored.version != Some(Version::V0x13.into()) {
            return false;
        }
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        // `Output` compares in constant time.
        output(&argon2, password, salt, expected.len(), memory).is_some_and(|output| output == *expected)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.expose_secret()
    }
}

fn output(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    length: usize,
    memory: &mut HashMemory,
) -> Option<phc::Output> {
    let mut output = [0; phc::Output::MAX_LENGTH];
    let output = output.get_mut(..length)?;
    let blocks = memory.blocks(argon2.params().block_count());
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, blocks).ok()?;
    phc::Output::new(output).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHEAP: Cost = Cost { memory_kib: 8, passes: 1 };

    fn choose(text: &str) -> Result<Password, PasswordError> {
        Password::choose(text, &StaffName::parse("Ngozi").expect("a name"), &ClinicWords::default())
    }

    #[test]
    fn hash_matches_only_its_password() {
        let hash = choose("four odd words here").expect("accepted").hash(CHEAP, [7; 16], &mut HashMemory::default());
        assert!(hash.matches("four odd words here", &mut HashMemory::default()));
        assert!(!hash.matches("four odd words Here", &mut HashMemory::default()));
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{}", hash.as_str());
    }

    #[test]
    fn weak_passwords_are_rejected_with_the_reason() {
        let error = |text: &str| choose(text).expect_err(text);
        assert_eq!(error("short"), PasswordError::TooShort);
        assert_eq!(error("lamp river "), PasswordError::TooShort);
        assert_eq!(error("abababababababab"), PasswordError::EasyToGuess(Weakness::Repetition));
        assert_eq!(error("NGOZI at the desk"), PasswordError::ContainsName);
        assert_eq!(error(&"long enough ".repeat(12)), PasswordError::TooLong);
        assert_eq!(
            error("123456789012").to_string(),
            "This password is easy to guess: it contains a sequence such as abc or 1234. Please use four unrelated words."
        );
    }

    #[test]
    fn long_passphrases_are_accepted() {
        let words = "violin harbour copper meadow lantern walrus pepper anchor orchid tundra";
        for length in [64, 70] {
            assert!(choose(&words[..length]).is_ok(), "{length} characters");
        }
        let longest: String = words.chars().chain(words.chars().rev()).take(128).collect();
        assert!(choose(&longest).is_ok());
        assert_eq!(choose(&format!("{longest}!")).expect_err("129 characters"), PasswordError::TooLong);
    }

    #[test]
    fn equal_passwords_with_different_salts_have_different_hashes() {
        let password = choose("four odd words here").expect("accepted");
        assert_ne!(
            password.hash(CHEAP, [1; 16], &mut HashMemory::default()).as_str(),
            password.hash(CHEAP, [2; 16], &mut HashMemory::default()).as_str()
        );
    }

    #[test]
    fn decoy_has_the_same_cost_and_matches_no_password() {
        let decoy = PasswordHash::decoy(CHEAP, [3; 32], &mut HashMemory::default());
        assert!(decoy.as_str().contains("m=8,t=1,p=1"));
        assert!(!decoy.matches("", &mut HashMemory::default()));
        assert!(!decoy.matches("four odd words here", &mut HashMemory::default()));
    }

    #[test]
    fn invalid_hash_matches_no_password() {
        assert!(!PasswordHash::stored(String::new()).matches("", &mut HashMemory::default()));
        assert!(!PasswordHash::stored("plain".to_owned()).matches("plain", &mut HashMemory::default()));
    }

    #[test]
    fn debug_output_contains_neither_password_nor_hash() {
        let password = choose("four odd words here").expect("accepted");
        let printed = format!("{password:?} {:?}", password.hash(CHEAP, [1; 16], &mut HashMemory::default()));
        assert!(!printed.contains("four odd") && !printed.contains("argon2"), "{printed}");
    }
}
