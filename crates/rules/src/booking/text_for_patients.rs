//! What staff type and patients read in our emails: it must not be a place for links. Whoever uses a stolen session could otherwise
//! send them to every patient, in the name of the clinic.

/// Also what mail programs show as a link, such as `example.com`.
#[must_use]
pub fn has_link(text: &str) -> bool {
    // Joiners are a part of some names, but of no link.
    let is_joiner = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    let visible: String = text.chars().filter(|c| !is_invisible(*c) && !is_joiner(*c)).collect();
    visible.split_whitespace().any(|word| {
        word.contains("://") || word.contains('@') || word.to_lowercase().starts_with("www") || has_domain(word)
    })
}

/// Characters that change the direction of the text around them could make a list misleading, and invisible ones hide links.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
        || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

pub(super) fn is_full_stop(c: char) -> bool {
    matches!(c, '.' | '\u{2024}' | '\u{3002}' | '\u{fe52}' | '\u{ff0e}' | '\u{ff61}')
}

/// Two letters or more after a full stop without a space. `9.30am`, `p.m.` and `A.B. Obi` are none.
fn has_domain(word: &str) -> bool {
    word.split(is_full_stop).skip(1).any(|part| part.chars().take_while(|c| c.is_alphabetic()).count() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_and_sentences_are_not() {
        for text in [
            "Please pay at https://evil.example/pay",
            "See evil.example/pay",
            "bit.ly",
            "WWW evil com or wwwevil",
            "Write to ada@evil",
            "evil\u{ff0e}example",
            "evil.\u{200b}example",
            "javascript://x",
        ] {
            assert!(has_link(text), "{text}");
        }
        for text in [
            "The doctor is ill.",
            "We open at 9.30am, not at 8 a.m. Sorry.",
            "Closed 24/12 and/or 25/12, 50 % off? Call 0803 123 4567 & ask.",
            "Dr. A.B. Obi is away... Please call us.",
            "yearly check (glaucoma)",
        ] {
            assert!(!has_link(text), "{text}");
        }
    }
}
