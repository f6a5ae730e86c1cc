//! Makes error texts of mail servers safe to log and to show at the desk. Servers often quote the recipient, and an
//! erased address must not survive in an error text. Some quote a link that they refuse; a patient's link is a secret.

use super::one_line::one_line;
use clinic_rules::booking::APPOINTMENT_PAGE;

const MAX_CHARACTERS: usize = 240;

/// The text on one line, shortened, without addresses, links to appointments and `local_part`.
pub fn redact(text: &str, local_part: &str) -> String {
    let redacted = one_line(text)
        .split(' ')
        .map(|word| match word {
            word if word.contains(APPOINTMENT_PAGE) => "(link)",
            word if identifies_person(word, local_part) => "(address)",
            word => word,
        })
        .collect::<Vec<_>>()
        .join(" ");
    redacted.chars().take(MAX_CHARACTERS).collect()
}

/// The same for an error with its sources: libraries often put the useful part into the source.
pub fn redact_error(error: &dyn std::error::Error, local_part: &str) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    redact(&text, local_part)
}

fn identifies_person(word: &str, local_part: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.contains('@') || (!local_part.is_empty() && bare.eq_ignore_ascii_case(local_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_recipient_is_removed() {
        assert_eq!(
            redact("5.1.1 <Ada.Obi@example.com>: no mailbox\r\nfor 'ada.obi' here", "ada.obi"),
            "5.1.1 (address) no mailbox for (address) here"
        );
    }

    #[test]
    fn quoted_link_to_an_appointment_is_removed() {
        let reply =
            "5.7.1 blocked: https://clinic.example/appointment#AAECAwQF and clinic.example/appointment/AAECAwQF.";
        assert_eq!(redact(reply, "ada"), "5.7.1 blocked: (link) and (link)");
    }

    #[test]
    fn long_reply_is_shortened() {
        assert_eq!(redact(&"no ".repeat(10_000), "ada").chars().count(), MAX_CHARACTERS);
    }
}
