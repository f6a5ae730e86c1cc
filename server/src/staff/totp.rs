//! The second factor: six digits that a phone computes from a shared key and the time (RFC 6238, with the settings that
//! every authenticator app understands). A code is good once: a step that was used is not taken again.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sha1::Sha1;

const STEP_SECONDS: i64 = 30;
const DIGITS: u32 = 6;
/// Steps before and after now that are taken: phones' clocks are off by a little.
const SLACK: i64 = 1;
const KEY_BYTES: usize = 20;
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The half minute that a code belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotpStep(pub i64);

impl TotpStep {
    #[must_use]
    pub fn at(moment: Timestamp) -> Self {
        Self(moment.as_second().div_euclid(STEP_SECONDS))
    }
}

#[derive(Clone, PartialEq, Eq)]
pub struct TotpKey([u8; KEY_BYTES]);

impl TotpKey {
    #[must_use]
    pub fn new(random: [u8; KEY_BYTES]) -> Self {
        Self(random)
    }

    /// Reads the form in which it is stored and typed into an app.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != (KEY_BYTES * 8).div_ceil(5) {
            return None;
        }
        let mut bits = 0u64;
        let mut held = 0;
        let mut bytes = Vec::with_capacity(KEY_BYTES);
        for character in text.bytes() {
            let value = BASE32.iter().position(|&known| known == character)?;
            bits = (bits << 5) | u64::try_from(value).ok()?;
            held += 5;
            if held >= 8 {
                held -= 8;
                bytes.push(u8::try_from((bits >> held) & 0xff).ok()?);
            }
        }
        bytes.try_into().ok().map(Self)
    }

    /// In base32, as people type it into an app.
    #[must_use]
    pub fn reveal(&self) -> String {
        let bit = |place: usize| self.0.get(place / 8).map_or(0, |byte| (byte >> (7 - place % 8)) & 1);
        let value = |group: usize| (0..5).fold(0, |value, place| value << 1 | bit(group * 5 + place));
        (0..(KEY_BYTES * 8).div_ceil(5)).map(|group| char::from(BASE32[usize::from(value(group))])).collect()
    }

    /// What an app reads from a QR code or a link.
    #[must_use]
    pub fn uri(&self, issuer: &str, name: &str) -> String {
        let (issuer, name) =
            (utf8_percent_encode(issuer, NON_ALPHANUMERIC), utf8_percent_encode(name, NON_ALPHANUMERIC));
        format!(
            "otpauth://totp/{issuer}:{name}?secret={}&issuer={issuer}&algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}",
            self.reveal()
        )
    }

    /// The step that the code belongs to, if it is right now and newer than the last one that was used.
    #[must_use]
    pub fn check(&self, code: &str, now: Timestamp, used: Option<TotpStep>) -> Option<TotpStep> {
        let typed: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        if typed.len() != DIGITS as usize || !typed.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let TotpStep(current) = TotpStep::at(now);
        (current - SLACK..=current + SLACK)
            .map(TotpStep)
            .filter(|step| used.is_none_or(|used| *step > used))
            .find(|step| self.code(*step) == typed)
    }

    /// What an app shows during a step.
    #[must_use]
    pub fn code(&self, step: TotpStep) -> String {
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(&step.0.to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let offset = usize::from(digest[digest.len() - 1] & 0xf);
        let word = digest[offset..offset + 4].iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte));
        format!("{:06}", (word & 0x7fff_ffff) % 10u32.pow(DIGITS))
    }
}

impl fmt::Debug for TotpKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TotpKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rfc_key() -> TotpKey {
        TotpKey::new(*b"12345678901234567890")
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("in range")
    }

    #[test]
    fn the_codes_are_those_of_the_rfc() {
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(rfc_key().check(code, at(second), None), Some(TotpStep(second / 30)), "{second}");
        }
    }

    #[test]
    fn a_code_is_taken_half_a_minute_early_or_late_and_not_more() {
        let taken = |second| rfc_key().check("005924", at(second), None).is_some();
        let step = 1_234_567_890 / 30 * 30;
        assert!(taken(step - 30) && taken(step + 59));
        assert!(!taken(step - 31) && !taken(step + 60));
    }

    #[test]
    fn a_code_is_good_once() {
        let used = rfc_key().check("287082", at(59), None);
        assert_eq!(rfc_key().check("287082", at(59), used), None);
    }

    #[test]
    fn what_is_no_six_digits_is_wrong() {
        for code in ["", "28708", "2870820", "28708x", "-28708", "２８７０８２"] {
            assert_eq!(rfc_key().check(code, at(59), None), None, "{code}");
        }
        assert!(rfc_key().check(" 287 082 ", at(59), None).is_some());
    }

    #[test]
    fn an_app_is_told_everything_it_needs() {
        let uri = rfc_key().uri("Eye Clinic", "Ngozi Obi");
        assert!(uri.starts_with("otpauth://totp/Eye%20Clinic:Ngozi%20Obi?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&"));
        assert!(uri.ends_with("&issuer=Eye%20Clinic&algorithm=SHA1&digits=6&period=30"), "{uri}");
        assert_eq!(format!("{:?}", rfc_key()), "TotpKey(…)");
    }

    proptest! {
        #[test]
        fn every_key_is_read_back(random: [u8; 20]) {
            let key = TotpKey::new(random);
            prop_assert_eq!(TotpKey::parse(&key.reveal()), Some(key));
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "\\PC{0,60}") {
            let _ = TotpKey::parse(&text);
            let _ = rfc_key().check(&text, at(59), None);
        }
    }
}
