//! Session tokens and how long a session lasts. The browser keeps the token; only its hash is stored.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// One working day. A device that was left behind is signed out by the next morning.
pub const IDLE_LIMIT: Duration = Duration::from_hours(8);
/// Every account signs in at least once a week, even when in constant use.
pub const ABSOLUTE_LIMIT: Duration = Duration::from_hours(7 * 24);
/// The time of last use is written at most this often, not on every request.
pub const TOUCH_EVERY: Duration = Duration::from_mins(5);
/// How long after a sign-in or a confirmation dangerous actions need no new one. A session that was left open or stolen
/// is mostly older.
pub const CONFIRMATION_VALID: Duration = Duration::from_mins(5);
/// The same for publishing texts and pictures. Who is asked every few minutes learns to type a password without reading why.
pub const PUBLISHING_CONFIRMATION_VALID: Duration = Duration::from_hours(1);
/// How long a new key of two-step verification waits for its first code.
pub const TOTP_SETUP_VALID: Duration = Duration::from_mins(10);

const BYTES: usize = 32;

/// The value of the session cookie. Having it is enough to be signed in.
#[derive(Debug, Clone)]
pub struct SessionToken(SecretString);

/// The hash of a session token, as stored. It cannot be used to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionKey(String);

impl SessionToken {
    #[must_use]
    pub fn new(random: [u8; BYTES]) -> Self {
        Self(BASE64URL_NOPAD.encode(&random).into())
    }

    /// `None` when the text does not have the format of a token.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        (bytes.len() == BYTES).then(|| Self(text.into()))
    }

    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// A fast hash is enough, because the token has 256 random bits.
    #[must_use]
    pub fn key(&self) -> SessionKey {
        SessionKey(BASE64URL_NOPAD.encode(&Sha256::digest(self.expose())))
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
    fn stored_key_is_not_a_valid_token() {
        let token = SessionToken::new([5; 32]);
        assert_ne!(token.expose(), token.key().as_str());
        let forged = SessionToken::parse(token.key().as_str()).expect("the key has the format of a token");
        assert_ne!(forged.key(), token.key());
    }

    #[test]
    fn only_text_in_the_token_format_is_parsed() {
        let token = SessionToken::new([200; 32]);
        assert_eq!(SessionToken::parse(token.expose()).map(|token| token.key()), Some(token.key()));
        for text in ["", "x", "====", &token.expose()[1..], &format!("{}A", token.expose())] {
            assert!(SessionToken::parse(text).is_none(), "{text}");
        }
        assert!(!format!("{token:?}").contains(token.expose()));
    }
}
