//! What staff type to find a patient: a whole phone number, a whole reference, or first name and surname. Anything shorter
//! would list many people.

use super::Reference;
use crate::person::PhoneNumber;

/// How many visits one search shows at most.
pub const MAX_FOUND: usize = 5;

const MIN_WORDS: usize = 2;
const MIN_LETTERS: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatientSearch {
    Reference(Reference),
    Phone(PhoneNumber),
    /// Words in lower case, all of which the name must have.
    Name(Vec<String>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please enter the whole phone number, the whole reference such as K3M-92X, or the first name and the surname.")]
pub struct SearchTooShort;

impl PatientSearch {
    /// # Errors
    /// When the text could mean many people.
    pub fn parse(typed: &str) -> Result<Self, SearchTooShort> {
        // "Ada Obi" could be read as a reference: one with a space has a digit.
        let is_name = typed.trim().contains(char::is_whitespace) && !typed.contains(|c: char| c.is_ascii_digit());
        if let Some(reference) = Reference::parse(typed).filter(|_| !is_name) {
            return Ok(Self::Reference(reference));
        }
        if let Ok(phone) = PhoneNumber::parse(typed) {
            return Ok(Self::Phone(phone));
        }
        let words: Vec<String> = words_of(typed).collect();
        let is_long = |word: &String| word.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS;
        if words.iter().filter(|word| is_long(word)).count() < MIN_WORDS {
            return Err(SearchTooShort);
        }
        Ok(Self::Name(words))
    }
}

/// Whether a name has all words, each as a whole and each as often as it was typed.
#[must_use]
pub fn has_all_words(name: &str, words: &[String]) -> bool {
    let mut rest: Vec<String> = words_of(name).collect();
    words.iter().all(|word| rest.iter().position(|own| own == word).map(|place| rest.remove(place)).is_some())
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(words: &[&str]) -> PatientSearch {
        PatientSearch::Name(words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn whole_phone_number_reference_or_name_is_accepted() {
        let phone = PhoneNumber::parse("08031234567").expect("a number");
        assert_eq!(PatientSearch::parse(" 0803 123 4567 "), Ok(PatientSearch::Phone(phone)));
        let reference = Reference::parse("K3M-92X").expect("a reference");
        assert_eq!(PatientSearch::parse(" k3m 92x"), Ok(PatientSearch::Reference(reference)));
        assert_eq!(PatientSearch::parse("Ada  OBI"), Ok(name(&["ada", "obi"])));
        assert_eq!(PatientSearch::parse("Ada N. Okon-Bassey"), Ok(name(&["ada", "n", "okon", "bassey"])));
    }

    #[test]
    fn what_could_list_many_people_is_refused() {
        for text in ["", "a", "Ada", "Ada O", "Obi %", "% _", "0803", "K3M", "K3M-9", "a b c d"] {
            assert_eq!(PatientSearch::parse(text), Err(SearchTooShort), "{text}");
        }
    }

    #[test]
    fn name_has_every_typed_word_as_a_whole() {
        let words = |text: &str| words_of(text).collect::<Vec<_>>();
        for typed in ["Ada Obi", "obi ADA", "Ada Nkem Obi"] {
            assert!(has_all_words("Ada Nkem Obi", &words(typed)), "{typed}");
        }
        for typed in ["Ada Ob", "Ada Ada", "Ada Obi Eze"] {
            assert!(!has_all_words("Ada Nkem Obi", &words(typed)), "{typed}");
        }
        assert!(has_all_words("Ada Okon-Bassey", &words("Okon Ada")));
    }
}
