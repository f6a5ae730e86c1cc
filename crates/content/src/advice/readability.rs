//! Finds sentences that are hard to read, with the reading ease formula of Rudolf Flesch ("A new readability yardstick",
//! 1948), applied to one sentence at a time:
//!
//! 206.835 − 1.015 × words − 84.6 × syllables per word
//!
//! And the score of a whole text, where the words are those of an average sentence.

/// Flesch calls 30 to 50 "difficult" and 60 to 70 "standard". The middle of "difficult" leaves out sentences that are hard
/// only because they name a disease.
const HARD_BELOW: f64 = 40.0;

/// In a shorter sentence, a single long word decides the score.
const MIN_WORDS: usize = 10;

/// The lower end of "standard", which 13-year-olds read easily.
pub const PLAIN_TEXT: f64 = 60.0;

const MIN_TEXT_WORDS: usize = 100;

const VOWELS: [char; 6] = ['a', 'e', 'i', 'o', 'u', 'y'];

/// Abbreviations whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 7] = ["dr", "mr", "mrs", "prof", "st", "e.g", "i.e"];

#[derive(Debug, PartialEq)]
pub struct HardSentence<'a> {
    /// Where it starts in the text, in bytes.
    pub start: usize,
    pub sentence: &'a str,
    pub reading_ease: f64,
}

pub fn hard_sentences(text: &str) -> Vec<HardSentence<'_>> {
    let scored = sentences(text).into_iter().filter(|(_, sentence)| words(sentence).count() >= MIN_WORDS);
    scored
        .map(|(start, sentence)| HardSentence { start, sentence, reading_ease: reading_ease(sentence) })
        .filter(|sentence| sentence.reading_ease < HARD_BELOW)
        .collect()
}

/// What the score of a whole text is computed from.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextCounts {
    sentences: usize,
    words: usize,
    syllables: usize,
}

impl TextCounts {
    /// Adds a paragraph or an item of a list. One without a full stop at its end is a sentence too.
    pub fn add(&mut self, text: &str) {
        for (_, sentence) in sentences(text) {
            let word_count = words(sentence).count();
            self.sentences += usize::from(word_count > 0);
            self.words += word_count;
            self.syllables += words(sentence).map(syllables).sum::<usize>();
        }
    }

    /// The score, if it is lower than that of plain text. A few sentences say little about a text.
    pub fn if_hard(self) -> Option<f64> {
        let reading_ease = (self.words >= MIN_TEXT_WORDS).then(|| self.reading_ease())?;
        (reading_ease < PLAIN_TEXT).then_some(reading_ease)
    }

    fn reading_ease(self) -> f64 {
        let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        let word_count = count(self.words);
        206.835 - 1.015 * word_count / count(self.sentences) - 84.6 * count(self.syllables) / word_count
    }
}

fn reading_ease(sentence: &str) -> f64 {
    let syllables = words(sentence).map(syllables).sum();
    TextCounts { sentences: 1, words: words(sentence).count(), syllables }.reading_ease()
}

/// Each sentence with its start. A sentence ends at a `.`, `!` or `?` with white space behind it.
fn sentences(text: &str) -> Vec<(usize, &str)> {
    let spaces = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    let mut sentences = Vec::new();
    let mut start = 0;
    for at in spaces.chain([text.len()]) {
        let piece = &text[start..at];
        if at == text.len() || ends_sentence(piece) {
            sentences.push((at - piece.trim_start().len(), piece.trim()));
            start = at;
        }
    }
    sentences.retain(|(_, sentence)| !sentence.is_empty());
    sentences
}

fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '\'', '”', '’', ')', '»']);
    let last_word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_abbreviation = ABBREVIATIONS.contains(&last_word.trim_end_matches('.').to_lowercase().as_str());
    text.ends_with(['!', '?']) || (text.ends_with('.') && !is_abbreviation)
}

fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric))
}

/// An estimate that is right for most English words: groups of vowels, without a silent e at the end.
fn syllables(word: &str) -> usize {
    word.split('-')
        .map(|part| part.chars().filter(char::is_ascii_alphabetic).collect::<String>())
        .map(|part| syllables_of_part(&part.to_ascii_lowercase()))
        .sum::<usize>()
        .max(1)
}

fn syllables_of_part(part: &str) -> usize {
    let is_vowel = |c: char| VOWELS.contains(&c);
    let groups = part.split(|c| !is_vowel(c)).filter(|group| !group.is_empty()).count();
    let is_silent = if let Some(stem) = part.strip_suffix('e') {
        // The last syllable of "table" is spoken.
        !(stem.ends_with('l') && stem.chars().rev().nth(1).is_some_and(|c| !is_vowel(c)))
    } else if let Some(stem) = part.strip_suffix("ed") {
        !stem.ends_with(['t', 'd'])
    } else if let Some(stem) = part.strip_suffix("es") {
        !stem.ends_with(['s', 'x', 'z', 'c', 'g', 'l']) && !stem.ends_with("ch") && !stem.ends_with("sh")
    } else {
        false
    };
    groups.saturating_sub(usize::from(is_silent)).max(usize::from(!part.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_of_a_text_uses_its_average_sentence() {
        let score = |texts: &[&str]| {
            let mut counts = TextCounts::default();
            for text in texts {
                counts.add(text);
            }
            counts
        };
        // 9 words in 3 sentences, 9 syllables.
        let short = score(&["See the eye. Wash your hands!", "no full stop"]);
        assert!((short.reading_ease() - (206.835 - 1.015 * 3.0 - 84.6)).abs() < 1e-9, "{short:?}");
        assert_eq!(short.if_hard(), None);

        let hard = "Ophthalmological examination identifies degenerative abnormalities of peripheral vision.";
        assert_eq!(score(&[hard]).if_hard(), None, "too short to judge");
        let long = score(&[hard; 20]);
        assert!(long.if_hard().is_some_and(|reading_ease| reading_ease < 0.0), "{long:?}");
        assert_eq!(score(&["The eye doctor looks at the back of your eye."; 20]).if_hard(), None);
    }

    #[test]
    fn syllables_are_counted() {
        for (word, expected) in [
            ("eye", 1),
            ("eyes", 1),
            ("table", 2),
            ("glasses", 2),
            ("looked", 1),
            ("treated", 2),
            ("glaucoma,", 3),
            ("follow-up", 3),
            ("operation", 4),
            ("2026", 1),
            ("the", 1),
        ] {
            assert_eq!(syllables(word), expected, "{word}");
        }
    }

    #[test]
    fn reading_ease_follows_the_formula_of_flesch() {
        // Six words of one syllable each.
        assert!((reading_ease("The cat sat on the mat.") - (206.835 - 6.09 - 84.6)).abs() < 1e-9);
        // Two words with six syllables.
        assert!((reading_ease("Glaucoma medicine") - (206.835 - 2.03 - 84.6 * 3.0)).abs() < 1e-9);
    }

    #[test]
    fn text_is_split_into_sentences_but_not_at_abbreviations_and_numbers() {
        let text = "See Dr. Obi at 8.30. \"Really?\" Yes!\nBring your drops";
        let starts: Vec<_> = sentences(text).into_iter().map(|(_, sentence)| sentence).collect();
        assert_eq!(starts, ["See Dr. Obi at 8.30.", "\"Really?\"", "Yes!", "Bring your drops"]);
        for (start, sentence) in sentences(text) {
            assert!(text[start..].starts_with(sentence));
        }
        assert_eq!(sentences(" \n"), []);
    }

    #[test]
    fn only_long_hard_sentences_are_found() {
        let hard = "The administration of topical corticosteroid medication necessitates regular monitoring of \
                    intraocular pressure.";
        let text = format!("Use the drops as we have shown you, in the morning and at night. {hard} Come back.");
        let [found] = hard_sentences(&text).try_into().expect("one sentence");
        assert_eq!((found.sentence, &text[found.start..found.start + 3]), (hard, "The"));
        assert!(found.reading_ease < 0.0, "{found:?}");
        assert_eq!(hard_sentences("Corticosteroid medication necessitates monitoring."), []);
    }
}
