//! Makes text safe for a header or for one line of a message: no line break can add a header or a paragraph.

/// Replaces line breaks, other control characters and runs of white space with single spaces.
pub fn one_line(text: &str) -> String {
    let separator = |c: char| c.is_control() || c.is_whitespace() || matches!(c, '\u{2028}' | '\u{2029}');
    text.split(separator).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_break_becomes_a_single_space() {
        assert_eq!(one_line("  Eye\r\nClinic\u{2028}Bcc:\0x\tend "), "Eye Clinic Bcc: x end");
    }
}
