//! Why a delivery failed, in words fit for a log and for the staff's list of parked mail.
//!
//! Mail servers like to quote the recipient back. Refuses to keep that: an address that was erased must not live on in
//! an error text.

use super::template::one_line;

const LONGEST: usize = 240;

/// The other side's words on one line, cut to a sane length, with every address and `local_part` taken out.
pub fn of(words: &str, local_part: &str) -> String {
    let told = one_line(words)
        .split(' ')
        .map(|word| if names_a_person(word, local_part) { "(address)" } else { word })
        .collect::<Vec<_>>()
        .join(" ");
    told.chars().take(LONGEST).collect()
}

/// An error with what caused it: the libraries put the useful half into the source.
pub fn of_error(error: &dyn std::error::Error, local_part: &str) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_words = cause.to_string();
        if !words.contains(&cause_words) {
            words = format!("{words}: {cause_words}");
        }
        source = cause.source();
    }
    of(&words, local_part)
}

fn names_a_person(word: &str, local_part: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.contains('@') || (!local_part.is_empty() && bare.eq_ignore_ascii_case(local_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_recipient_does_not_reach_the_log() {
        assert_eq!(
            of("5.1.1 <Ada.Obi@example.com>: no mailbox\r\nfor 'ada.obi' here", "ada.obi"),
            "5.1.1 (address) no mailbox for (address) here"
        );
    }

    #[test]
    fn an_endless_answer_is_cut() {
        assert_eq!(of(&"no ".repeat(10_000), "ada").chars().count(), LONGEST);
    }
}
