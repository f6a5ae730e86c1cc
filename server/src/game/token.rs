//! The two signed tokens of the game: a play that was started, and the proof of a perfect one.
//!
//! A token is `v1.payload.seal`, both parts base64url. It carries its own times, so that any instance that shares the
//! secret can judge it and nothing is stored for a game that was never finished.

use super::TOKEN_LIFE;
use crate::secret::Secret;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use std::fmt;

const VERSION: &str = "v1";
const ID_BYTES: usize = 16;
const PAYLOAD_BYTES: usize = ID_BYTES + 8 + 8;
/// Longer than any token of ours, so that a huge text is refused before it is decoded.
const LONGEST: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    #[error("This is not one of our games. Please reload the page and play again.")]
    Malformed,
    #[error("This game was not started here. Please reload the page and play again.")]
    Forged,
    #[error("This game is more than a day old. Please play again.")]
    Expired,
}

/// Names one play, from its start to the code it may earn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayId([u8; ID_BYTES]);

impl fmt::Display for PlayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for PlayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayId({self})")
    }
}

/// A game that was started here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayToken {
    pub id: PlayId,
    pub started: Timestamp,
}

impl PlayToken {
    const PURPOSE: &str = "play v1";

    #[must_use]
    pub fn start(now: Timestamp, random: [u8; ID_BYTES]) -> Self {
        Self { id: PlayId(random), started: now }
    }

    #[must_use]
    pub fn seal(&self, secret: &Secret) -> String {
        seal(secret, Self::PURPOSE, self.id, self.started)
    }

    /// # Errors
    /// When the text is no token, was not sealed with this secret, or is too old.
    pub fn open(text: &str, secret: &Secret, now: Timestamp) -> Result<Self, TokenError> {
        open(secret, Self::PURPOSE, text, now).map(|(id, started)| Self { id, started })
    }
}

/// A perfect game that was finished here, good for one person's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    pub play: PlayId,
    pub finished: Timestamp,
}

impl Proof {
    const PURPOSE: &str = "proof v1";

    #[must_use]
    pub fn seal(&self, secret: &Secret) -> String {
        seal(secret, Self::PURPOSE, self.play, self.finished)
    }

    /// # Errors
    /// When the text is no proof, was not sealed with this secret, or is too old.
    pub fn open(text: &str, secret: &Secret, now: Timestamp) -> Result<Self, TokenError> {
        open(secret, Self::PURPOSE, text, now).map(|(play, finished)| Self { play, finished })
    }
}

fn seal(secret: &Secret, purpose: &str, id: PlayId, at: Timestamp) -> String {
    let expires = at.checked_add(TOKEN_LIFE).unwrap_or(Timestamp::MAX);
    let mut payload = [0; PAYLOAD_BYTES];
    payload[..ID_BYTES].copy_from_slice(&id.0);
    payload[ID_BYTES..ID_BYTES + 8].copy_from_slice(&at.as_millisecond().to_be_bytes());
    payload[ID_BYTES + 8..].copy_from_slice(&expires.as_millisecond().to_be_bytes());
    let seal = secret.seal(purpose, &payload);
    format!("{VERSION}.{}.{}", URL_SAFE_NO_PAD.encode(payload), URL_SAFE_NO_PAD.encode(seal))
}

fn open(secret: &Secret, purpose: &str, text: &str, now: Timestamp) -> Result<(PlayId, Timestamp), TokenError> {
    let (payload, seal) = split(text).ok_or(TokenError::Malformed)?;
    if !secret.verifies(purpose, &payload, &seal) {
        return Err(TokenError::Forged);
    }
    let (id, at, expires) = read(&payload).ok_or(TokenError::Malformed)?;
    if now >= expires { Err(TokenError::Expired) } else { Ok((id, at)) }
}

fn split(text: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    if text.len() > LONGEST {
        return None;
    }
    let (version, rest) = text.split_once('.')?;
    let (payload, seal) = rest.split_once('.')?;
    let payload = URL_SAFE_NO_PAD.decode(payload).ok().filter(|bytes| bytes.len() == PAYLOAD_BYTES)?;
    (version == VERSION).then_some((payload, URL_SAFE_NO_PAD.decode(seal).ok()?))
}

fn read(payload: &[u8]) -> Option<(PlayId, Timestamp, Timestamp)> {
    let (id, times) = payload.split_first_chunk::<ID_BYTES>()?;
    let (at, expires) = times.split_first_chunk::<8>()?;
    let time = |bytes: [u8; 8]| Timestamp::from_millisecond(i64::from_be_bytes(bytes)).ok();
    Some((PlayId(*id), time(*at)?, time(expires.try_into().ok()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    fn secret() -> Secret {
        Secret::new([7; 32])
    }

    fn play() -> PlayToken {
        PlayToken::start(Timestamp::UNIX_EPOCH, [3; ID_BYTES])
    }

    #[test]
    fn a_sealed_play_opens_to_itself() {
        assert_eq!(PlayToken::open(&play().seal(&secret()), &secret(), play().started), Ok(play()));
    }

    #[test]
    fn a_token_of_another_secret_is_forged() {
        let foreign = play().seal(&Secret::new([8; 32]));
        assert_eq!(PlayToken::open(&foreign, &secret(), play().started), Err(TokenError::Forged));
    }

    #[test]
    fn a_play_cannot_pass_for_a_proof() {
        assert_eq!(Proof::open(&play().seal(&secret()), &secret(), play().started), Err(TokenError::Forged));
    }

    #[test]
    fn a_token_expires_after_a_day_to_the_millisecond() {
        let sealed = play().seal(&secret());
        let last = play().started + TOKEN_LIFE - Duration::from_millis(1);
        assert!(PlayToken::open(&sealed, &secret(), last).is_ok());
        assert_eq!(PlayToken::open(&sealed, &secret(), play().started + TOKEN_LIFE), Err(TokenError::Expired));
    }

    proptest! {
        #[test]
        fn any_text_is_judged_without_a_panic_and_never_accepted(text in "\\PC{0,200}") {
            prop_assert!(PlayToken::open(&text, &secret(), Timestamp::UNIX_EPOCH).is_err());
        }

        #[test]
        fn any_play_survives_sealing(id: [u8; 16], at in 0i64..4_102_444_800_000) {
            let play = PlayToken::start(Timestamp::from_millisecond(at).expect("in range"), id);
            prop_assert_eq!(PlayToken::open(&play.seal(&secret()), &secret(), play.started), Ok(play));
        }

        #[test]
        fn one_changed_character_breaks_a_token(place in 0usize..90, character in "[A-Za-z0-9_.-]") {
            let mut sealed = play().seal(&secret());
            let place = place % sealed.len();
            prop_assume!(sealed[place..=place] != character);
            sealed.replace_range(place..=place, &character);
            prop_assert!(PlayToken::open(&sealed, &secret(), play().started).is_err());
        }
    }
}
