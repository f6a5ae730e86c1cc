//! A session: a secret in the browser's cookie, of which only a fingerprint is stored, with two ends.

use std::fmt;
use std::time::Duration;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// A working day at the desk without a break; a phone that was left behind is signed out by morning.
pub const IDLE_LIMIT: Duration = Duration::from_hours(8);
/// However busy it is, a password is asked for once a week.
pub const ABSOLUTE_LIMIT: Duration = Duration::from_hours(7 * 24);
/// Writing down every glance would cost a write a request.
pub const TOUCH_EVERY: Duration = Duration::from_mins(5);

const BYTES: usize = 32;

/// What the browser keeps. Whoever has it is signed in.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(String);

/// What the store keeps: of no use to whoever reads the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionKey(String);

impl SessionToken {
    #[must_use]
    pub fn new(random: [u8; BYTES]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(random))
    }

    /// Nothing when the text cannot be a token of ours.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        (bytes.len() == BYTES).then(|| Self(text.to_owned()))
    }

    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// A plain hash is enough: nobody guesses 256 random bits.
    #[must_use]
    pub fn key(&self) -> SessionKey {
        SessionKey(URL_SAFE_NO_PAD.encode(Sha256::digest(&self.0)))
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

impl SessionKey {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_does_not_sign_anyone_in() {
        let token = SessionToken::new([5; 32]);
        assert_ne!(token.reveal(), token.key().as_str());
        let from_the_store = SessionToken::parse(token.key().as_str()).expect("it has the same form");
        assert_ne!(from_the_store.key(), token.key());
    }

    #[test]
    fn a_token_is_read_back_and_nothing_else_is_one() {
        let token = SessionToken::new([200; 32]);
        assert_eq!(SessionToken::parse(token.reveal()), Some(token.clone()));
        for text in ["", "x", "====", &token.reveal()[1..], &format!("{}A", token.reveal())] {
            assert_eq!(SessionToken::parse(text), None, "{text}");
        }
        assert_eq!(format!("{token:?}"), "SessionToken(…)");
    }
}
