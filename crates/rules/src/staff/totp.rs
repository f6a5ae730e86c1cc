//! Time-based one-time passwords (RFC 6238) for two-step verification, with the parameters that all authenticator apps
//! support. Each code can be used once.

use data_encoding::BASE32_NOPAD;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretBox};
use totp_rs::{Algorithm, Builder, Totp};
use url::Url;

const STEP_SECONDS: u16 = 30;
const DIGITS: u8 = 6;
/// Steps before and after the current one that are accepted, because the clocks of phones are not exact.
const SKEW_STEPS: i64 = 1;
const KEY_BYTES: usize = 20;

/// The number of the 30-second interval that a code belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotpStep(pub i64);

impl TotpStep {
    #[must_use]
    pub fn at(time: Timestamp) -> Self {
        Self(time.as_second().div_euclid(i64::from(STEP_SECONDS)))
    }

    fn unix_seconds(self) -> u64 {
        u64::try_from(self.0 * i64::from(STEP_SECONDS)).unwrap_or_default()
    }
}

#[derive(Debug)]
pub struct TotpKey(SecretBox<[u8; KEY_BYTES]>);

impl TotpKey {
    #[must_use]
    pub fn new(random: [u8; KEY_BYTES]) -> Self {
        Self(SecretBox::new(Box::new(random)))
    }

    /// Reads the base32 form, which is also how the key is stored.
    #[must_use]
    pub fn parse(base32: &str) -> Option<Self> {
        BASE32_NOPAD.decode(base32.as_bytes()).ok()?.try_into().ok().map(Self::new)
    }

    /// The form that people type into an authenticator app.
    #[must_use]
    pub fn to_base32(&self) -> String {
        BASE32_NOPAD.encode(self.0.expose_secret())
    }

    /// The `otpauth:` link that an authenticator app reads from a QR code.
    ///
    /// # Panics
    /// Never: the base URL is a constant.
    #[must_use]
    pub fn uri(&self, issuer: &str, name: &str) -> String {
        let mut uri = Url::parse("otpauth://totp").expect("a valid URL");
        // The first colon of the label ends the issuer, so the issuer must not contain one.
        let issuer = issuer.replace(':', " ");
        uri.path_segments_mut().expect("the URL has a host").push(&format!("{issuer}:{name}"));
        uri.query_pairs_mut()
            .append_pair("secret", &self.to_base32())
            .append_pair("issuer", &issuer)
            .append_pair("algorithm", "SHA1")
            .append_pair("digits", &DIGITS.to_string())
            .append_pair("period", &STEP_SECONDS.to_string());
        // Some authenticator apps show `+` instead of a space.
        let query = uri.query().unwrap_or_default().replace('+', "%20");
        uri.set_query(Some(&query));
        uri.into()
    }

    /// The step of the code, if the code is valid now and its step is later than `last_used`. The library leaves this
    /// protection against replay to its caller.
    #[must_use]
    pub fn check(&self, code: &str, now: Timestamp, last_used: Option<TotpStep>) -> Option<TotpStep> {
        let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let TotpStep(current) = TotpStep::at(now);
        (current - SKEW_STEPS..=current + SKEW_STEPS)
            .map(TotpStep)
            .filter(|step| last_used.is_none_or(|last_used| *step > last_used))
            .find(|step| self.totp().check(&code, step.unix_seconds()).is_some())
    }

    /// The code that an authenticator app shows during a step.
    #[must_use]
    pub fn code(&self, step: TotpStep) -> String {
        self.totp().generate(step.unix_seconds()).to_string()
    }

    fn totp(&self) -> Totp {
        Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_step_duration(STEP_SECONDS.into())
            .with_skew(0)
            .with_secret(*self.0.expose_secret())
            .build()
            .expect("6 digits, a 30-second step and a 160-bit key follow RFC 6238")
    }
}

impl Clone for TotpKey {
    fn clone(&self) -> Self {
        Self::new(*self.0.expose_secret())
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
    fn codes_match_the_test_vectors_of_rfc_6238() {
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(rfc_key().code(TotpStep::at(at(second))), code);
            assert_eq!(rfc_key().check(code, at(second), None), Some(TotpStep(second / 30)), "{second}");
        }
    }

    #[test]
    fn code_is_accepted_one_step_early_or_late() {
        let accepted = |second| rfc_key().check("005924", at(second), None).is_some();
        let step = 1_234_567_890 / 30 * 30;
        assert!(accepted(step - 30) && accepted(step + 59));
        assert!(!accepted(step - 31) && !accepted(step + 60));
    }

    #[test]
    fn code_cannot_be_used_twice() {
        let used = rfc_key().check("287082", at(59), None);
        assert_eq!(rfc_key().check("287082", at(59), used), None);
    }

    #[test]
    fn only_six_digits_are_accepted() {
        for code in ["", "28708", "2870820", "28708x", "-28708", "２８７０８２"] {
            assert_eq!(rfc_key().check(code, at(59), None), None, "{code}");
        }
        assert!(rfc_key().check(" 287 082 ", at(59), None).is_some());
    }

    #[test]
    fn uri_contains_key_issuer_and_parameters() {
        let uri = rfc_key().uri("Eye Clinic", "Ngozi Obi");
        assert!(uri.starts_with("otpauth://totp/Eye%20Clinic:Ngozi%20Obi?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&"));
        assert!(uri.ends_with("&issuer=Eye%20Clinic&algorithm=SHA1&digits=6&period=30"), "{uri}");
        let special = rfc_key().uri("Eyes & Co? #1 + 50%/day", "Zoë");
        assert!(special.starts_with("otpauth://totp/Eyes%20&%20Co%3F%20%231%20+%2050%25%2Fday:Zo%C3%AB?"), "{special}");
        let read: Vec<(String, String)> = Url::parse(&special).expect("a URL").query_pairs().into_owned().collect();
        assert_eq!(read[1], ("issuer".to_owned(), "Eyes & Co? #1 + 50%/day".to_owned()));
    }

    #[test]
    fn debug_output_does_not_contain_the_key() {
        let printed = format!("{:?}", rfc_key());
        assert!(printed.contains("REDACTED") && !printed.contains(&rfc_key().to_base32()), "{printed}");
    }

    proptest! {
        #[test]
        fn every_key_is_read_back(random: [u8; 20]) {
            let key = TotpKey::new(random);
            let read = TotpKey::parse(&key.to_base32()).expect("a key");
            prop_assert_eq!(read.to_base32(), key.to_base32());
        }

        #[test]
        fn parsing_any_text_does_not_panic(text in "\\PC{0,60}") {
            let _ = TotpKey::parse(&text);
            let _ = rfc_key().check(&text, at(59), None);
        }
    }
}
