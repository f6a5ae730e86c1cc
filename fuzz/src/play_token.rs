//! The signed tokens of the game: a token that the server did not sign is never accepted, a signed one is accepted only
//! unchanged, in time and for its own purpose, and a signed invalid payload is rejected.

use clinic_rules::game::{PlayToken, Proof, TOKEN_LIFE, TokenError};
use clinic_rules::secret::Secret;
use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;

pub fn check(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        assert!(
            PlayToken::verify(text, &secret(), Timestamp::UNIX_EPOCH).is_err(),
            "forged play token {text} is accepted"
        );
        assert!(Proof::verify(text, &secret(), Timestamp::UNIX_EPOCH).is_err(), "forged proof {text} is accepted");
    }
    if let Some((payload, _)) = data.split_first_chunk::<32>() {
        check_signed_payload(payload);
    }
    let Some((id, rest)) = data.split_first_chunk::<16>() else { return };
    let Some((time, edit)) = rest.split_first_chunk::<8>() else { return };
    let now = i64::from_be_bytes(*time);
    let end = i64::try_from(TOKEN_LIFE.as_millis()).ok().and_then(|life| now.checked_add(life));
    let timestamp = |millisecond| Timestamp::from_millisecond(millisecond).ok();
    let (Some(now), Some(end)) = (timestamp(now), end.and_then(timestamp)) else { return };
    check_round_trip(&PlayToken::start(now, *id), now, end);
    check_edited(&PlayToken::start(now, *id).sign(&secret()), edit, now);
}

fn secret() -> Secret {
    Secret::new([7; 32])
}

/// Only the server can sign a payload, but an older or newer version of it may have signed one with another format.
fn check_signed_payload(payload: &[u8; 32]) {
    let signature = BASE64URL_NOPAD.encode(&secret().sign("play v1", payload));
    let text = format!("v1.{}.{signature}", BASE64URL_NOPAD.encode(payload));
    match PlayToken::verify(&text, &secret(), Timestamp::UNIX_EPOCH) {
        Ok(play) => assert_eq!(PlayToken::verify(&text, &secret(), play.started.min(Timestamp::UNIX_EPOCH)), Ok(play)),
        Err(error) => assert_ne!(error, TokenError::Forged, "{text} has a valid signature"),
    }
}

fn check_round_trip(play: &PlayToken, now: Timestamp, end: Timestamp) {
    let token = play.sign(&secret());
    assert_eq!(PlayToken::verify(&token, &secret(), now).as_ref(), Ok(play));
    assert_eq!(PlayToken::verify(&token, &secret(), end), Err(TokenError::Expired));
    assert_eq!(PlayToken::verify(&token, &Secret::new([8; 32]), now), Err(TokenError::Forged));
    assert_eq!(Proof::verify(&token, &secret(), now), Err(TokenError::Forged));
    let proof = Proof { play: play.id, finished: now };
    let token = proof.sign(&secret());
    assert_eq!(Proof::verify(&token, &secret(), now), Ok(proof));
    assert_eq!(PlayToken::verify(&token, &secret(), now), Err(TokenError::Forged));
}

/// The first byte of `edit` is a position, the second the number of bytes to remove there; the rest is inserted.
fn check_edited(token: &str, edit: &[u8], now: Timestamp) {
    let &[position, removed, ref inserted @ ..] = edit else { return };
    let Ok(inserted) = std::str::from_utf8(inserted) else { return };
    let start = usize::from(position) % (token.len() + 1);
    let end = (start + usize::from(removed)).min(token.len());
    let text = format!("{}{inserted}{}", &token[..start], &token[end..]);
    if text != token {
        assert!(PlayToken::verify(&text, &secret(), now).is_err(), "{text} is accepted, but {token} was signed");
    }
}
