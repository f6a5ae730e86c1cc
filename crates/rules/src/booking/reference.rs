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

    /// As typed: in any case, with or without the hyphen, and with letters that look like a digit.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let mut characters = [0; CHARACTERS];
        let mut places = characters.iter_mut();
        for typed in typed.chars().filter(|c| !c.is_whitespace() && *c != '-') {
            let character = match typed.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let character = u8::try_from(character).ok().filter(|byte| ALPHABET.contains(byte))?;
            *places.next()? = character;
        }
        places.next().is_none().then_some(Self(characters))
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

    #[test]
    fn reference_is_read_as_people_type_it() {
        for typed in ["Z0A-Z0J", "z0az0j", " zoa-zoj ", "Z0A Z0J"] {
            assert_eq!(Reference::parse(typed).map(|it| it.to_string()).as_deref(), Some("Z0A-Z0J"), "{typed}");
        }
        for typed in ["", "Z0A-Z0", "Z0A-Z0J1", "Z0A-Z0U", "Z0A-Z0é"] {
            assert_eq!(Reference::parse(typed), None, "{typed}");
        }
    }
}
