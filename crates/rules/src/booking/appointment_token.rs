//! The token in a patient's link to their appointment: its random id with a signature. It is derived again for every message,
//! so it is stored nowhere, and every message of an appointment carries the same link.

use std::fmt;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;

use crate::secret::Secret;

const ID_BYTES: usize = 16;
const SIGNATURE_BYTES: usize = 16;
/// Links of generation 0 are signed as releases without generations signed theirs, so links of those still work.
const FIRST_PURPOSE: &str = "appointment v1";
const LATER_PURPOSE: &str = "appointment v2";
const VALID_AFTER_VISIT: Duration = Duration::from_hours(30 * 24);

/// The page on which a patient sees, moves and cancels an appointment.
pub const APPOINTMENT_PAGE: &str = "/appointment";

/// Identifies an appointment in the database and in calendars. It is no secret.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AppointmentId(String);

impl AppointmentId {
    #[must_use]
    pub fn new(random: [u8; ID_BYTES]) -> Self {
        Self(BASE64URL_NOPAD.encode(&random))
    }

    /// `None` when the text does not have the format of an id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        (bytes.len() == ID_BYTES).then(|| Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AppointmentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which link of an appointment is valid: staff end a link by sending the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct LinkGeneration(u32);

impl LinkGeneration {
    #[must_use]
    pub fn new(number: u32) -> Self {
        Self(number)
    }

    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }
}

/// Why a link does not lead to an appointment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    #[error("We could not find this appointment. Please open the link in your email again, or call us.")]
    Unknown,
    #[error("This link has ended: the visit was more than 30 days ago. Please call us.")]
    Expired,
    #[error("We have sent you a newer link, so this one no longer works. Please open the newer one, or call us.")]
    Replaced,
}

/// Whoever has it can see, move and cancel the appointment.
#[derive(Clone, PartialEq, Eq)]
pub struct AppointmentToken(String);

impl AppointmentToken {
    #[must_use]
    pub fn new(id: &AppointmentId, generation: LinkGeneration, secret: &Secret) -> Self {
        let signature = match generation.0 {
            0 => secret.sign(FIRST_PURPOSE, id.as_str().as_bytes()),
            number => secret.sign(LATER_PURPOSE, format!("{id} {number}").as_bytes()),
        };
        Self(format!("{id}{}", BASE64URL_NOPAD.encode(&signature[..SIGNATURE_BYTES])))
    }

    /// A text with the format of a token, and the appointment that it names. `check` says whether it is valid.
    #[must_use]
    pub fn parse(text: &str) -> Option<(Self, AppointmentId)> {
        let (id, signature) = text.split_at_checked(BASE64URL_NOPAD.encode_len(ID_BYTES))?;
        let signature = BASE64URL_NOPAD.decode(signature.as_bytes()).ok()?;
        let id = AppointmentId::parse(id)?;
        (signature.len() == SIGNATURE_BYTES).then(|| (Self(text.to_owned()), id))
    }

    /// Whether it is the link of the appointment that it names.
    ///
    /// # Errors
    /// When it was not made by this site, staff have sent a newer link, or the visit was too long ago.
    pub fn check(
        &self,
        valid: LinkGeneration,
        starts_at: Timestamp,
        now: Timestamp,
        secret: &Secret,
    ) -> Result<(), LinkError> {
        if !self.is_of(valid, secret) {
            let was_valid = (0..valid.0).any(|earlier| self.is_of(LinkGeneration(earlier), secret));
            return Err(if was_valid { LinkError::Replaced } else { LinkError::Unknown });
        }
        if now > starts_at + VALID_AFTER_VISIT { Err(LinkError::Expired) } else { Ok(()) }
    }

    /// Compares in constant time, by a second HMAC.
    #[must_use]
    pub fn is_of(&self, generation: LinkGeneration, secret: &Secret) -> bool {
        let Some((_, id)) = Self::parse(&self.0) else { return false };
        let expected = Self::new(&id, generation, secret);
        secret.verify("compare", expected.0.as_bytes(), &secret.sign("compare", self.0.as_bytes()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address of the appointment's page on this site. Browsers send the part after the # to no server, so the token is in
    /// no log and in no `Referer`.
    #[must_use]
    pub fn page_address(&self) -> String {
        format!("{APPOINTMENT_PAGE}#{}", self.0)
    }
}

/// Not printed: a token in a log could be used by anyone who reads it.
impl fmt::Debug for AppointmentToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AppointmentToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FIRST: LinkGeneration = LinkGeneration(0);
    const SECOND: LinkGeneration = LinkGeneration(1);
    const VISIT: Timestamp = Timestamp::UNIX_EPOCH;

    fn secret() -> Secret {
        Secret::new([7; 32])
    }

    fn id() -> AppointmentId {
        AppointmentId::new([1; 16])
    }

    fn check(token: &str, valid: LinkGeneration, secret: &Secret) -> Result<(), LinkError> {
        let (token, named) = AppointmentToken::parse(token).ok_or(LinkError::Unknown)?;
        assert_eq!(named.as_str(), &token.as_str()[..22]);
        token.check(valid, VISIT, VISIT, secret)
    }

    #[test]
    fn token_is_valid_for_its_secret_and_generation_only() {
        let (first, second) =
            (AppointmentToken::new(&id(), FIRST, &secret()), AppointmentToken::new(&id(), SECOND, &secret()));
        assert_eq!(check(first.as_str(), FIRST, &secret()), Ok(()));
        assert_eq!(check(first.as_str(), FIRST, &Secret::new([8; 32])), Err(LinkError::Unknown));
        assert_eq!(check(first.as_str(), SECOND, &secret()), Err(LinkError::Replaced));
        assert_eq!(check(second.as_str(), SECOND, &secret()), Ok(()));
        assert_eq!(check(second.as_str(), FIRST, &secret()), Err(LinkError::Unknown), "it was not sent yet");
        assert!(!format!("{first:?}").contains(first.as_str()));
    }

    #[test]
    fn first_link_is_the_one_that_earlier_releases_sent() {
        let token = AppointmentToken::new(&id(), FIRST, &secret());
        let signature = secret().sign("appointment v1", id().as_str().as_bytes());
        assert_eq!(token.as_str(), format!("{}{}", id(), BASE64URL_NOPAD.encode(&signature[..16])));
        assert_eq!(token.page_address(), format!("/appointment#{}", token.as_str()));
    }

    #[test]
    fn link_works_until_30_days_after_the_visit() {
        let token = AppointmentToken::new(&id(), FIRST, &secret());
        let last = VISIT + Duration::from_hours(30 * 24);
        assert_eq!(token.check(FIRST, VISIT, last, &secret()), Ok(()));
        let after = last + Duration::from_millis(1);
        assert_eq!(token.check(FIRST, VISIT, after, &secret()), Err(LinkError::Expired));
        assert_eq!(token.check(SECOND, VISIT, after, &secret()), Err(LinkError::Replaced));
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_rejected_without_a_panic(text in "\\PC{0,80}") {
            prop_assert_eq!(check(&text, FIRST, &secret()), Err(LinkError::Unknown));
        }

        #[test]
        fn token_with_one_changed_character_is_rejected(place in 0usize..44, character in "[A-Za-z0-9_-]") {
            let mut token = AppointmentToken::new(&id(), FIRST, &secret()).0;
            let place = place % token.len();
            prop_assume!(token[place..=place] != character);
            token.replace_range(place..=place, &character);
            prop_assert_eq!(check(&token, FIRST, &secret()), Err(LinkError::Unknown));
        }
    }
}
