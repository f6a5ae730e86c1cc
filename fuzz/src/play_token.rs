//! The game's tokens: no text opens that was not sealed here, one sealed here opens to itself and nothing else, and a
//! seal around nonsense is refused like any other.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use clinic::game::{PlayToken, Proof, TOKEN_LIFE, TokenError};
use clinic::secret::Secret;
use jiff::Timestamp;

pub fn judge(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        assert!(PlayToken::open(text, &ours(), Timestamp::UNIX_EPOCH).is_err(), "{text} was forged");
        assert!(Proof::open(text, &ours(), Timestamp::UNIX_EPOCH).is_err(), "{text} was forged");
    }
    if let Some((payload, _)) = data.split_first_chunk::<32>() {
        sealed_here(payload);
    }
    let Some((id, rest)) = data.split_first_chunk::<16>() else { return };
    let Some((time, edit)) = rest.split_first_chunk::<8>() else { return };
    let now = i64::from_be_bytes(*time);
    let end = i64::try_from(TOKEN_LIFE.as_millis()).ok().and_then(|life| now.checked_add(life));
    let moment = |millisecond| Timestamp::from_millisecond(millisecond).ok();
    let (Some(now), Some(end)) = (moment(now), end.and_then(moment)) else { return };
    opens_to_itself_alone(&PlayToken::start(now, *id), now, end);
    edited(&PlayToken::start(now, *id).seal(&ours()), edit, now);
}

fn ours() -> Secret {
    Secret::new([7; 32])
}

/// Nobody else can seal a payload, but an older or newer version of the program might have sealed another kind.
fn sealed_here(payload: &[u8; 32]) {
    let seal = URL_SAFE_NO_PAD.encode(ours().seal("play v1", payload));
    let text = format!("v1.{}.{seal}", URL_SAFE_NO_PAD.encode(payload));
    match PlayToken::open(&text, &ours(), Timestamp::UNIX_EPOCH) {
        Ok(play) => assert_eq!(PlayToken::open(&text, &ours(), play.started.min(Timestamp::UNIX_EPOCH)), Ok(play)),
        Err(error) => assert_ne!(error, TokenError::Forged, "{text} was sealed here"),
    }
}

fn opens_to_itself_alone(play: &PlayToken, now: Timestamp, end: Timestamp) {
    let sealed = play.seal(&ours());
    assert_eq!(PlayToken::open(&sealed, &ours(), now).as_ref(), Ok(play));
    assert_eq!(PlayToken::open(&sealed, &ours(), end), Err(TokenError::Expired));
    assert_eq!(PlayToken::open(&sealed, &Secret::new([8; 32]), now), Err(TokenError::Forged));
    assert_eq!(Proof::open(&sealed, &ours(), now), Err(TokenError::Forged));
    let proof = Proof { play: play.id, finished: now };
    let sealed = proof.seal(&ours());
    assert_eq!(Proof::open(&sealed, &ours(), now), Ok(proof));
    assert_eq!(PlayToken::open(&sealed, &ours(), now), Err(TokenError::Forged));
}

/// The first byte of an edit says where, the second how much is taken out; the rest is put there instead.
fn edited(sealed: &str, edit: &[u8], now: Timestamp) {
    let &[place, length, ref instead @ ..] = edit else { return };
    let Ok(instead) = std::str::from_utf8(instead) else { return };
    let from = usize::from(place) % (sealed.len() + 1);
    let until = (from + usize::from(length)).min(sealed.len());
    let text = format!("{}{instead}{}", &sealed[..from], &sealed[until..]);
    if text != sealed {
        assert!(PlayToken::open(&text, &ours(), now).is_err(), "{text} opens, but {sealed} was sealed");
    }
}
