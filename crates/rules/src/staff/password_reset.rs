//! The token of a one-time link with which somebody chooses a password: a new one, the first one after an invitation, or that
//! of the first owner.
//! Only its hash is stored.

use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// Long enough to pass the link on, short enough that a forgotten message does no harm.
pub const RESET_LINK_VALID: Duration = Duration::from_hours(24);
/// A new colleague may be at work only after the weekend.
pub const INVITATION_VALID: Duration = Duration::from_hours(72);

/// Whoever starts the server reads its output.
pub const OWNER_SETUP_VALID: Duration = Duration::from_hours(1);

/// The screen that the link of the first owner opens.
pub const OWNER_SETUP_PATH: &str = "/desk/setup";

const BYTES: usize = 32;

#[derive(Debug, Clone)]
pub struct ResetToken(SecretString);

impl ResetToken {
    #[must_use]
    pub fn new(random: [u8; BYTES]) -> Self {
        Self(BASE64URL_NOPAD.encode(&random).into())
    }

    /// `None` when the text does not have the format of a token.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.trim().as_bytes()).ok()?;
        Some(Self::new(bytes.try_into().ok()?))
    }

    /// The path of the link. The token is in the fragment, which browsers do not send: it reaches no log.
    #[must_use]
    pub fn link_path(&self) -> String {
        format!("/desk/reset-password#{}", self.0.expose_secret())
    }

    /// The path of the link with which the first owner creates the account.
    #[must_use]
    pub fn setup_path(&self) -> String {
        format!("{OWNER_SETUP_PATH}#{}", self.0.expose_secret())
    }

    /// A fast hash is enough, because the token has 256 random bits.
    #[must_use]
    pub fn hash(&self) -> String {
        BASE64URL_NOPAD.encode(&Sha256::digest(self.0.expose_secret()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_is_read_from_the_link_and_its_hash_is_another_text() {
        let token = ResetToken::new([7; BYTES]);
        let path = token.link_path();
        let text = path.strip_prefix("/desk/reset-password#").expect("a fragment");
        assert_eq!(ResetToken::parse(text).map(|parsed| parsed.hash()), Some(token.hash()));
        assert_ne!(token.hash(), text);
        assert!(!format!("{token:?}").contains(text));
        for text in ["", "x", &text[1..]] {
            assert!(ResetToken::parse(text).is_none(), "{text}");
        }
    }
}
