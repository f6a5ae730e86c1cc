//! Finding documents by words that people read in them, wherever they stand and however they are written. The keys of a
//! document and Markdown's marks are not searched.

use toml::{Table, Value};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// More would only slow the search down.
const MAX_WORDS: usize = 10;
/// Before and after the beginning of the first word in an excerpt.
const CHARACTERS_BEFORE: usize = 50;
const CHARACTERS_AFTER: usize = 110;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchWords(Vec<String>);

#[derive(Debug, Default, PartialEq, Eq)]
pub struct FoundText {
    pub title: Option<String>,
    /// Whether the title contains all of the words.
    pub is_in_title: bool,
    /// The first of the words with others around it. `None` when they are only in the title.
    pub excerpt: Option<String>,
}

impl SearchWords {
    /// `None` without a word.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<String> = fold(text).split_whitespace().take(MAX_WORDS).map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self(words))
    }

    /// Parts of words are found as well.
    pub fn are_in(&self, text: &str) -> bool {
        let text = fold(text);
        self.0.iter().all(|word| text.contains(word))
    }

    /// `None` unless the document contains every word.
    pub fn find_in(&self, document: &str) -> Option<FoundText> {
        // Reading the keys takes much longer, so most documents are left out before.
        if !self.are_in(document) {
            return None;
        }
        let ReadableText { title, text } = ReadableText::of(document);
        let is_in_title = title.as_ref().is_some_and(|title| self.are_in(title));
        let is_found = is_in_title || self.are_in(&format!("{} {text}", title.as_deref().unwrap_or_default()));
        is_found.then(|| FoundText { title, is_in_title, excerpt: self.excerpt(&text) })
    }

    fn excerpt(&self, text: &str) -> Option<String> {
        let folded = Folded::of(text);
        let place = self.0.iter().find_map(|word| folded.text.find(word))?;
        let start = folded.origins[place];
        let before = text[..start].char_indices().rev().nth(CHARACTERS_BEFORE - 1).map(|(index, _)| index);
        let after = text[start..].char_indices().nth(CHARACTERS_AFTER).map(|(index, _)| start + index);
        // No half words at either end.
        let before = before.map(|at| text[at..start].find(char::is_whitespace).map_or(at, |space| at + space));
        let after = after.map(|at| text[start..at].rfind(char::is_whitespace).map_or(at, |space| start + space));
        let shown = &text[before.unwrap_or(0)..after.unwrap_or(text.len())];
        let shown: String = shown.chars().filter(|character| !is_mark(*character)).collect();
        let words: Vec<&str> = shown.split_whitespace().collect();
        let more = |at: Option<usize>| if at.is_some() { "…" } else { "" };
        Some(format!("{}{}{}", more(before), words.join(" "), more(after)))
    }
}

/// What people read of a document.
struct ReadableText {
    /// The key `title` or `name`.
    title: Option<String>,
    /// The texts of the other keys and the text below them.
    text: String,
}

impl ReadableText {
    fn of(document: &str) -> Self {
        let document = document.trim_start_matches('\u{feff}');
        let inside = document.strip_prefix("+++").filter(|inside| inside.starts_with(['\n', '\r']));
        let (keys, body) = match inside {
            Some(inside) => inside.split_once("\n+++").unwrap_or(("", inside)),
            None => (document, ""),
        };
        let mut lines = Vec::new();
        let mut titles = Vec::new();
        if let Ok(mut table) = keys.parse::<Table>() {
            let title = table.remove("title").or_else(|| table.remove("name"));
            collect_texts(&Value::Table(table), &mut lines);
            if let Some(title) = title {
                collect_texts(&title, &mut titles);
            }
        } else {
            lines.push(keys.to_owned());
        }
        let title = titles.pop();
        lines.extend(body.lines().map(|line| line.trim_start_matches(['#', '>', '-', ' ']).to_owned()));
        Self { title, text: lines.join("\n") }
    }
}

fn collect_texts(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect_texts(value, texts)),
        Value::Table(table) => table.iter().for_each(|(_, value)| collect_texts(value, texts)),
        _ => {}
    }
}

fn is_mark(character: char) -> bool {
    matches!(character, '*' | '_' | '`' | '\\')
}

/// Small letters without accents and without marks, because people search for `Obi` and mean `Obí` too.
fn fold_each(text: &str, mut push: impl FnMut(char, usize)) {
    for (index, character) in text.char_indices() {
        match character {
            _ if is_mark(character) => {}
            _ if character.is_ascii() => push(character.to_ascii_lowercase(), index),
            '‘' | '’' => push('\'', index),
            '“' | '”' => push('"', index),
            _ => {
                let letters = character.nfd().filter(|letter| !is_combining_mark(*letter));
                letters.flat_map(char::to_lowercase).for_each(|letter| push(letter, index));
            }
        }
    }
}

fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_each(text, |letter, _| folded.push(letter));
    folded
}

struct Folded {
    text: String,
    /// For each byte of `text`, where its character begins in the text that was folded.
    origins: Vec<usize>,
}

impl Folded {
    fn of(text: &str) -> Self {
        let mut folded = Self { text: String::new(), origins: Vec::new() };
        fold_each(text, |letter, index| {
            folded.text.push(letter);
            folded.origins.resize(folded.text.len(), index);
        });
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "+++\ntitle = \"Dry eyes\"\nsummary = \"Help for \\\"tired\\\" eyes.\"\norder = 3\n+++\n\n## At work\n\n\
                            Blink **of**ten, says Mrs Obí.\n";

    fn find(words: &str, document: &str) -> Option<FoundText> {
        SearchWords::parse(words).expect("words").find_in(document)
    }

    #[test]
    fn every_word_is_searched_in_the_title_the_fields_and_the_text() {
        for words in ["dry", "TIRED eyes", "\"tired\"", "often blink dry", "at work", "obi", "OBÍ", "lin"] {
            assert!(find(words, DOCUMENT).is_some(), "{words}");
        }
        for words in ["summary", "order", "dry sunshine", "Obo"] {
            assert_eq!(find(words, DOCUMENT), None, "{words}");
        }
    }

    #[test]
    fn excerpt_has_the_words_around_the_first_one_that_the_text_contains() {
        let found = find("dry blink", DOCUMENT).expect("found");
        assert_eq!(found.title.as_deref(), Some("Dry eyes"));
        assert!(!found.is_in_title);
        assert_eq!(found.excerpt.as_deref(), Some("Help for \"tired\" eyes. At work Blink often, says Mrs Obí."));
        let in_title = find("dry", DOCUMENT).expect("found");
        assert_eq!((in_title.is_in_title, in_title.excerpt), (true, None));
        let text = format!("{} needle {}", "vor é ".repeat(40), "nach ò ".repeat(40));
        let excerpt = find("needle", &format!("+++\n+++\n{text}")).expect("found").excerpt.expect("an excerpt");
        assert!(excerpt.starts_with("…é vor") || excerpt.starts_with("…vor é"), "{excerpt}");
        assert!(excerpt.contains("é needle nach") && excerpt.ends_with('…'), "{excerpt}");
    }

    #[test]
    fn document_whose_keys_cannot_be_read_is_searched_as_it_is_written() {
        assert!(find("broken", "+++\ntitle = \"broken\n+++\n").is_some());
        assert!(find("text", "text without keys").is_some());
        assert!(find("urgent", "[[question]]\ntext = \"Is it urgent?\"\n").is_some());
    }

    #[test]
    fn nothing_to_search_for_is_no_search() {
        for words in ["", " \n", "**", "\\"] {
            assert_eq!(SearchWords::parse(words), None, "{words:?}");
        }
    }
}
