//! Splits a content file into TOML front matter, between two lines `+++`, and the Markdown below it.

use std::ops::Range;

use crate::problems::{Message, Report};
use crate::toml::fields::{Fields, TomlSource};

const FENCE: &str = "+++";

const UNREADABLE: &str = "The beginning of this document cannot be read. Correct it in “Plain text, for experts”, or bring an earlier text back from \
                          the history.";

pub struct Document<'a> {
    pub file: &'a str,
    pub fields: Fields<'a>,
    pub body: &'a str,
    /// The line of the file on which the body starts.
    pub body_line: usize,
}

/// `None` when a fence is missing, which is reported.
pub fn parse<'a>(file: &'a str, text: &'a str, report: &'a Report) -> Option<Document<'a>> {
    let Some(inside) = after_first_fence(text) else {
        let message = "The file must start with a line +++, then the keys, then a second line +++.";
        report.problem(file, 1, Message::new(message, UNREADABLE));
        return None;
    };
    let Some((keys, body)) = split_at_fence(inside) else {
        let message = "The second line +++, which ends the keys at the top, is missing.";
        report.problem(file, 1, Message::new(message, UNREADABLE));
        return None;
    };
    let body_line = 3 + keys.matches('\n').count();
    let fields = TomlSource { file, text: keys, first_line: 2, report }.parse();
    Some(Document { file, fields, body, body_line })
}

/// Where the keys are in a file. `None` when a fence is missing.
pub fn keys_in(text: &str) -> Option<Range<usize>> {
    let inside = after_first_fence(text)?;
    let (keys, _) = split_at_fence(inside)?;
    let start = text.len() - inside.len();
    Some(start..start + keys.len())
}

fn after_first_fence(text: &str) -> Option<&str> {
    text.strip_prefix(FENCE).and_then(|rest| rest.strip_prefix('\n').or(rest.strip_prefix("\r\n")))
}

fn split_at_fence(inside: &str) -> Option<(&str, &str)> {
    let mut start = 0;
    for line in inside.split_inclusive('\n') {
        if line.trim_end() == FENCE {
            return Some((&inside[..start], &inside[start + line.len()..]));
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_and_body_are_split() {
        let report = Report::default();
        let mut document = parse("a.md", "+++\ntitle = \"T\"\n+++\nText\n", &report).expect("a document");
        assert_eq!(document.fields.text("title"), "T");
        assert_eq!((document.body, document.body_line), ("Text\n", 4));
    }

    #[test]
    fn missing_fence_is_reported() {
        let report = Report::default();
        assert!(parse("a.md", "Text", &report).is_none());
        let problems = report.into_result().expect_err("a problem").to_string();
        assert!(problems.starts_with("a.md:1: The file must start with a line +++"), "{problems}");
    }
}
