//! A passage that is removed from texts for good, and finding it as people see it: however its lines are broken, and with
//! or without Markdown's marks.

use unicode_normalization::UnicodeNormalization;

/// What stands in its place.
pub const REMOVED: &str = "[removed]";

/// A shorter one is probably a mistake, and would be found in many texts.
const MIN_CHARACTERS: usize = 5;
const MAX_CHARACTERS: usize = 20_000;
/// Before and after the passage in an excerpt.
const CONTEXT_CHARACTERS: usize = 60;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    characters: Vec<char>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PassageError {
    #[error("Please enter at least 5 letters of the passage, so that nothing else is removed.")]
    TooShort,
    #[error("The passage is longer than 20,000 characters. Please remove it in several parts.")]
    TooLong,
}

/// A character that counts, and the bytes of the text that it stands for.
struct Counted {
    character: char,
    start: usize,
    end: usize,
}

impl Passage {
    /// # Errors
    /// When it is too short or too long to be removed.
    pub fn parse(text: &str) -> Result<Self, PassageError> {
        let characters: String = counted(text).into_iter().map(|it| it.character).collect();
        let characters: Vec<char> = characters.trim().chars().collect();
        if characters.iter().filter(|character| character.is_alphanumeric()).count() < MIN_CHARACTERS {
            return Err(PassageError::TooShort);
        }
        if characters.len() > MAX_CHARACTERS { Err(PassageError::TooLong) } else { Ok(Self { characters }) }
    }

    /// The text without the passage. `None` when the text does not contain it.
    pub fn remove_from(&self, text: &str) -> Option<String> {
        let (mut kept, mut end) = (String::new(), 0);
        for (found_start, found_end) in self.places(text) {
            kept.push_str(&text[end..found_start]);
            kept.push_str(REMOVED);
            end = found_end;
        }
        // The passage may be what stands for a removed one.
        (end > 0).then(|| kept + &text[end..]).filter(|without| without != text)
    }

    /// The passage as it first stands in the text, with some words around it.
    pub fn excerpt(&self, text: &str) -> Option<String> {
        let (start, end) = *self.places(text).first()?;
        let before = text[..start].char_indices().rev().nth(CONTEXT_CHARACTERS - 1).map_or(0, |(index, _)| index);
        let after = text[end..].char_indices().nth(CONTEXT_CHARACTERS).map_or(text.len(), |(index, _)| end + index);
        let words: Vec<&str> = text[before..after].split_whitespace().collect();
        let more = |is_more| if is_more { "…" } else { "" };
        Some(format!("{}{}{}", more(before > 0), words.join(" "), more(after < text.len())))
    }

    /// Where it stands, as bytes from the start of the text. Places do not overlap.
    fn places(&self, text: &str) -> Vec<(usize, usize)> {
        let counted = counted(text);
        let (length, mut places, mut index) = (self.characters.len(), Vec::new(), 0);
        while let Some(window) = counted.get(index..index + length) {
            let is_same = window.iter().map(|it| &it.character).eq(&self.characters);
            if is_same && is_whole(&counted, index, index + length) {
                places.push(with_other_mark(text, window[0].start, window[length - 1].end));
                index += length;
            } else {
                index += 1;
            }
        }
        places
    }
}

/// The characters in which texts are compared: without marks of Markdown, in small letters, with one space for all white
/// space, and with accents as characters of their own, because the same letter can be written in two ways.
fn counted(text: &str) -> Vec<Counted> {
    let mut counted: Vec<Counted> = Vec::new();
    for (start, character) in text.char_indices() {
        let end = start + character.len_utf8();
        if character.is_whitespace() {
            if counted.last().is_none_or(|last| last.character != ' ') {
                counted.push(Counted { character: ' ', start, end });
            }
        } else if !matches!(character, '*' | '_' | '`' | '\\' | '>') {
            let written = character.nfd().flat_map(char::to_lowercase);
            counted.extend(written.map(|character| Counted { character, start, end }));
        }
    }
    counted
}

/// A passage can begin or end inside bold words. The mark that is left outside would then stand alone.
fn with_other_mark(text: &str, start: usize, end: usize) -> (usize, usize) {
    let is_mark = |character: char| matches!(character, '*' | '_' | '`');
    let marks = text[start..end].split(|character| !is_mark(character)).filter(|marks| !marks.is_empty()).count();
    if marks % 2 == 0 {
        return (start, end);
    }
    let before = text[..start].trim_end_matches(is_mark).len();
    let after = text.len() - text[end..].trim_start_matches(is_mark).len();
    if before < start { (before, end) } else { (start, after) }
}

/// Not part of a longer word: `Ada` is not in `Adamawa`.
fn is_whole(counted: &[Counted], start: usize, end: usize) -> bool {
    let splits_a_word = |index: usize| {
        let (Some(before), Some(after)) = (index.checked_sub(1).and_then(|it| counted.get(it)), counted.get(index))
        else {
            return false;
        };
        // `Obi` is not in `Obí` either.
        before.character.is_alphanumeric()
            && (after.character.is_alphanumeric() || unicode_normalization::char::is_combining_mark(after.character))
    };
    !splits_a_word(start) && !splits_a_word(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removed(passage: &str, text: &str) -> Option<String> {
        Passage::parse(passage).expect("a passage").remove_from(text)
    }

    #[test]
    fn passage_is_found_as_people_see_it() {
        assert_eq!(removed("Mrs Ada  Obi", "Seen: Mrs Ada\nObi.\n"), Some("Seen: [removed].\n".to_owned()));
        assert_eq!(removed(" Ada\nObi ", "Ada Obi, Ada Obi"), Some("[removed], [removed]".to_owned()));
        assert_eq!(removed("Mrs Ada Obi", "Mrs **Ada** Obi said"), Some("[removed] said".to_owned()));
        assert_eq!(removed("Mrs Ada Obi", "by **Mrs Ada** Obi"), Some("by [removed]".to_owned()));
        assert_eq!(removed("Mrs Ada Obi", "by Mrs _Ada Obi_."), Some("by [removed].".to_owned()));
        assert_eq!(removed("Mrs Ada Obi", "by **Mrs Ada Obi**"), Some("by **[removed]**".to_owned()));
        assert_eq!(removed("Mrs Ada Obi", "> Mrs Ada\n> Obi said"), Some("> [removed] said".to_owned()));
        assert_eq!(removed("Mrs Ada Obi", "MRS ADA OBI"), Some(REMOVED.to_owned()));
        assert_eq!(removed("Ada Obi", "AdaObi"), None);
        assert_eq!(removed("Ada Obi", "Ada Uche Obi"), None);
        assert_eq!(removed("anana", "ananana"), None);
        assert_eq!(removed(REMOVED, "was [removed] here"), None);
    }

    #[test]
    fn letters_with_accents_are_found_however_they_are_written() {
        let (composed, decomposed) =
            ("\u{1ecc}\u{300}\u{1e63}un B\u{f3}l\u{e1}", "O\u{323}\u{300}s\u{323}un Bo\u{301}la\u{301}");
        for (passage, text) in [(composed, decomposed), (decomposed, composed), (composed, composed)] {
            assert_eq!(removed(passage, &format!("({text})")), Some("([removed])".to_owned()));
        }
        assert_eq!(removed("Chief Obi", "Chief Ob\u{ed}"), None);
    }

    #[test]
    fn part_of_a_longer_word_is_not_the_passage() {
        assert_eq!(removed("Chief Ada", "Chief Adamawa"), None);
        assert_eq!(removed("Chief Ada", "Chief Adamawa, Chief Ada"), Some("Chief Adamawa, [removed]".to_owned()));
        assert_eq!(removed("he said: \"No.\"", "He said: \"No.\"Then"), Some("[removed]Then".to_owned()));
    }

    #[test]
    fn excerpt_has_the_words_around_the_passage() {
        let passage = Passage::parse("Ada Obi").expect("a passage");
        assert_eq!(passage.excerpt("Seen: Ada\nObi.").as_deref(), Some("Seen: Ada Obi."));
        let (before, after) = ("é".repeat(100), "ò".repeat(100));
        let expected = format!("…{} Ada Obi {}…", "é".repeat(59), "ò".repeat(59));
        assert_eq!(passage.excerpt(&format!("{before} Ada Obi {after}")), Some(expected));
        assert_eq!(passage.excerpt("Ada Uche"), None);
    }

    #[test]
    fn short_and_long_passages_are_refused() {
        assert_eq!(Passage::parse("  A d a "), Err(PassageError::TooShort));
        assert_eq!(Passage::parse("*** --- ***"), Err(PassageError::TooShort));
        assert_eq!(Passage::parse(&"a".repeat(20_001)), Err(PassageError::TooLong));
    }
}
