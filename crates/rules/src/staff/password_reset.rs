//! The token of a one-time link with which somebody chooses a password: a new one, the first one after an invitation, or that
//! of the first owner.
//! Only its hash is stored.

use std::fmt;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use crate::secret::Secret;

/// Long enough to pass the link on, short enough that a forgotten message does no harm.
pub const RESET_LINK_VALID: Duration = Duration::from_hours(24);
/// A new colleague may be at work only after the weekend.
pub const INVITATION_VALID: Duration = Duration::from_hours(72);

/// Whoever starts the server reads its output.
pub const OWNER_SETUP_VALID: Duration = Duration::from_hours(1);

/// The screen that the link of the first owner opens.
pub const OWNER_SETUP_PATH: &str = "/desk/setup";

const BYTES: usize = 32;
const SEED_BYTES: usize = 16;
const PURPOSE: &str = "password link v1";

/// The first half of a signed token. It is no secret: only the server can make the token from it. A queued email has it
/// instead of the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkSeed([u8; SEED_BYTES]);

impl LinkSeed {
    #[must_use]
    pub fn new(random: [u8; SEED_BYTES]) -> Self {
        Self(random)
    }

    /// `None` when the text does not have the format of a seed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        BASE64URL_NOPAD.decode(text.as_bytes()).ok()?.try_into().ok().map(Self)
    }
}

impl fmt::Display for LinkSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64URL_NOPAD.encode(&self.0))
    }
}

#[derive(Debug, Clone)]
pub struct ResetToken(SecretString);

impl ResetToken {
    #[must_use]
    pub fn new(random: [u8; BYTES]) -> Self {
        Self(BASE64URL_NOPAD.encode(&random).into())
    }

    /// A token that can be made again from its seed, so that an email with the link can wait in the outbox without it.
    #[must_use]
    pub fn signed(seed: LinkSeed, signing: &Secret) -> Self {
        let mut bytes = [0; BYTES];
        let (first, second) = bytes.split_at_mut(SEED_BYTES);
        first.copy_from_slice(&seed.0);
        second.copy_from_slice(&signing.sign(PURPOSE, &seed.0)[..BYTES - SEED_BYTES]);
        Self::new(bytes)
    }

    /// `None` when the token was not signed with this key, such as that of a link made on the command line.
    #[must_use]
    pub fn seed(&self, signing: &Secret) -> Option<LinkSeed> {
        let bytes = BASE64URL_NOPAD.decode(self.0.expose_secret().as_bytes()).ok()?;
        let seed = LinkSeed(bytes.get(..SEED_BYTES)?.try_into().ok()?);
        (Self::signed(seed, signing).hash() == self.hash()).then_some(seed)
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

    /// A fast hash is enough, because nobody can guess a token: it has 256 random bits, or 128 and a signature of 128.
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

    #[test]
    fn signed_token_is_made_again_from_its_seed_only_with_the_same_key() {
        let (key, other) = (Secret::new([1; 32]), Secret::new([2; 32]));
        let seed = LinkSeed::new([7; SEED_BYTES]);
        let token = ResetToken::signed(seed, &key);
        assert_eq!(token.seed(&key), Some(seed));
        assert_eq!(LinkSeed::parse(&seed.to_string()), Some(seed));
        assert_ne!(ResetToken::signed(seed, &other).hash(), token.hash());
        assert_eq!(token.seed(&other), None);
        assert_eq!(ResetToken::new([7; BYTES]).seed(&key), None, "all its bytes are random");
    }
}
