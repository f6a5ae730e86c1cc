//! The two signed tokens of the game: a started play, and the proof of a perfect game.
//!
//! A token is `v1.PAYLOAD.SIGNATURE`, both parts in base64url. The times are in the payload, so every instance with the
//! same secret can verify it, and nothing is stored for a game that is never finished.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;

use super::TOKEN_LIFE;
use crate::secret::Secret;

const VERSION: &str = "v1";
const ID_BYTES: usize = 16;
const PAYLOAD_BYTES: usize = ID_BYTES + 8 + 8;
/// Longer than any valid token. Longer texts are rejected before they are decoded.
const MAX_LENGTH: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    #[error("This game could not be recognised. Please reload the page and play again.")]
    Malformed,
    #[error("This game was not started on this site. Please reload the page and play again.")]
    Forged,
    #[error("This game has expired. Please play again.")]
    Expired,
}

/// Identifies one play from its start to the claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlayId([u8; ID_BYTES]);

impl fmt::Display for PlayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64URL_NOPAD.encode(&self.0))
    }
}

impl fmt::Debug for PlayId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayId({self})")
    }
}

/// A started game.
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
    pub fn sign(&self, secret: &Secret) -> String {
        sign(secret, Self::PURPOSE, self.id, self.started)
    }

    /// # Errors
    /// When the text is not a play token, was not signed with this secret, or has expired.
    pub fn verify(text: &str, secret: &Secret, now: Timestamp) -> Result<Self, TokenError> {
        verify(secret, Self::PURPOSE, text, now).map(|(id, started)| Self { id, started })
    }
}

/// A perfect game that was finished. It can be used to claim one code for one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    pub play: PlayId,
    pub finished: Timestamp,
}

impl Proof {
    const PURPOSE: &str = "proof v1";

    #[must_use]
    pub fn sign(&self, secret: &Secret) -> String {
        sign(secret, Self::PURPOSE, self.play, self.finished)
    }

    /// # Errors
    /// When the text is not a proof, was not signed with this secret, or has expired.
    pub fn verify(text: &str, secret: &Secret, now: Timestamp) -> Result<Self, TokenError> {
        verify(secret, Self::PURPOSE, text, now).map(|(play, finished)| Self { play, finished })
    }
}

fn sign(secret: &Secret, purpose: &str, id: PlayId, at: Timestamp) -> String {
    let expires = at.checked_add(TOKEN_LIFE).unwrap_or(Timestamp::MAX);
    let mut payload = [0; PAYLOAD_BYTES];
    payload[..ID_BYTES].copy_from_slice(&id.0);
    payload[ID_BYTES..ID_BYTES + 8].copy_from_slice(&at.as_millisecond().to_be_bytes());
    payload[ID_BYTES + 8..].copy_from_slice(&expires.as_millisecond().to_be_bytes());
    let signature = secret.sign(purpose, &payload);
    format!("{VERSION}.{}.{}", BASE64URL_NOPAD.encode(&payload), BASE64URL_NOPAD.encode(&signature))
}

fn verify(secret: &Secret, purpose: &str, text: &str, now: Timestamp) -> Result<(PlayId, Timestamp), TokenError> {
    let (payload, signature) = decode(text).ok_or(TokenError::Malformed)?;
    if !secret.verify(purpose, &payload, &signature) {
        return Err(TokenError::Forged);
    }
    let (id, at, expires) = parse_payload(&payload).ok_or(TokenError::Malformed)?;
    if now >= expires { Err(TokenError::Expired) } else { Ok((id, at)) }
}

fn decode(text: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let (version, rest) = text.split_once('.')?;
    let (payload, signature) = rest.split_once('.')?;
    let payload = BASE64URL_NOPAD.decode(payload.as_bytes()).ok().filter(|bytes| bytes.len() == PAYLOAD_BYTES)?;
    (version == VERSION).then_some((payload, BASE64URL_NOPAD.decode(signature.as_bytes()).ok()?))
}

fn parse_payload(payload: &[u8]) -> Option<(PlayId, Timestamp, Timestamp)> {
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
    fn signed_play_can_be_verified() {
        assert_eq!(PlayToken::verify(&play().sign(&secret()), &secret(), play().started), Ok(play()));
    }

    #[test]
    fn token_signed_with_another_secret_is_rejected() {
        let forged = play().sign(&Secret::new([8; 32]));
        assert_eq!(PlayToken::verify(&forged, &secret(), play().started), Err(TokenError::Forged));
    }

    #[test]
    fn play_token_is_not_accepted_as_a_proof() {
        assert_eq!(Proof::verify(&play().sign(&secret()), &secret(), play().started), Err(TokenError::Forged));
    }

    #[test]
    fn token_expires_after_exactly_one_day() {
        let token = play().sign(&secret());
        let last = play().started + TOKEN_LIFE - Duration::from_millis(1);
        assert!(PlayToken::verify(&token, &secret(), last).is_ok());
        assert_eq!(PlayToken::verify(&token, &secret(), play().started + TOKEN_LIFE), Err(TokenError::Expired));
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_rejected_without_a_panic(text in "\\PC{0,200}") {
            prop_assert!(PlayToken::verify(&text, &secret(), Timestamp::UNIX_EPOCH).is_err());
        }

        #[test]
        fn every_play_is_read_back(id: [u8; 16], at in 0i64..4_102_444_800_000) {
            let play = PlayToken::start(Timestamp::from_millisecond(at).expect("in range"), id);
            prop_assert_eq!(PlayToken::verify(&play.sign(&secret()), &secret(), play.started), Ok(play));
        }

        #[test]
        fn token_with_one_changed_character_is_rejected(place in 0usize..90, character in "[A-Za-z0-9_.-]") {
            let mut token = play().sign(&secret());
            let place = place % token.len();
            prop_assume!(token[place..=place] != character);
            token.replace_range(place..=place, &character);
            prop_assert!(PlayToken::verify(&token, &secret(), play().started).is_err());
        }
    }
}
