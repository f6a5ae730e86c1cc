//! The reference of an appointment, for phone calls and messages: `XXX-XXX` in Crockford's base32. It is no secret: with it
//! nobody can look up or change an appointment.

use std::fmt;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARACTERS: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reference([u8; CHARACTERS]);

impl Reference {
    #[must_use]
    pub fn new(random: [u8; CHARACTERS]) -> Self {
        Self(random.map(|byte| ALPHABET[usize::from(byte & 31)]))
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, &character) in self.0.iter().enumerate() {
            if place == CHARACTERS / 2 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(character))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reference_has_two_groups_of_unambiguous_characters() {
        assert_eq!(Reference::new([31, 0, 10, 255, 32, 18]).to_string(), "Z0A-Z0J");
    }
}
