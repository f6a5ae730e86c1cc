//! The token in the address of a patient's appointment: its random id with a signature. It can be computed again for
//! every email, so it is not stored with the appointment.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;

use crate::secret::Secret;

const ID_BYTES: usize = 16;
const SIGNATURE_BYTES: usize = 16;
const PURPOSE: &str = "appointment v1";

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

/// Whoever has it can see, move and cancel the appointment.
#[derive(Clone, PartialEq, Eq)]
pub struct AppointmentToken(String);

impl AppointmentToken {
    #[must_use]
    pub fn new(id: &AppointmentId, secret: &Secret) -> Self {
        let signature = secret.sign(PURPOSE, id.as_str().as_bytes());
        Self(format!("{id}{}", BASE64URL_NOPAD.encode(&signature[..SIGNATURE_BYTES])))
    }

    /// The id, when the token is one of this site.
    #[must_use]
    pub fn verify(text: &str, secret: &Secret) -> Option<AppointmentId> {
        let id_length = BASE64URL_NOPAD.encode_len(ID_BYTES);
        let (id, _) = text.split_at_checked(id_length)?;
        let id = AppointmentId::parse(id)?;
        let signature = BASE64URL_NOPAD.decode(&text.as_bytes()[id_length..]).ok()?;
        // `verify_slice` wants the whole signature, so the shortened one is compared in constant time by a second HMAC.
        let expected = Self::new(&id, secret);
        let is_valid = signature.len() == SIGNATURE_BYTES
            && secret.verify("compare", expected.0.as_bytes(), &secret.sign("compare", text.as_bytes()));
        is_valid.then_some(id)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The page of the appointment.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/appointment/{}", self.0)
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

    fn secret() -> Secret {
        Secret::new([7; 32])
    }

    #[test]
    fn token_is_valid_for_its_secret_only() {
        let id = AppointmentId::new([1; 16]);
        let token = AppointmentToken::new(&id, &secret());
        assert_eq!(AppointmentToken::verify(token.as_str(), &secret()), Some(id));
        assert_eq!(AppointmentToken::verify(token.as_str(), &Secret::new([8; 32])), None);
        assert!(!format!("{token:?}").contains(token.as_str()));
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_rejected_without_a_panic(text in "\\PC{0,80}") {
            prop_assert_eq!(AppointmentToken::verify(&text, &secret()), None);
        }

        #[test]
        fn token_with_one_changed_character_is_rejected(place in 0usize..44, character in "[A-Za-z0-9_-]") {
            let mut token = AppointmentToken::new(&AppointmentId::new([1; 16]), &secret()).0;
            let place = place % token.len();
            prop_assume!(token[place..=place] != character);
            token.replace_range(place..=place, &character);
            prop_assert_eq!(AppointmentToken::verify(&token, &secret()), None);
        }
    }
}
