//! A content file of words: TOML front matter between two lines `+++`, then Markdown.

use super::fields::{Fields, Source};
use super::report::Report;

const FENCE: &str = "+++";

pub struct Document<'a> {
    pub file: &'a str,
    pub fields: Fields<'a>,
    pub body: &'a str,
    /// The file's line on which the body begins.
    pub body_line: usize,
}

/// Splits and parses; a file without a fence is reported and gives nothing.
pub fn parse<'a>(file: &'a str, text: &'a str, report: &'a Report) -> Option<Document<'a>> {
    let after_first = text.strip_prefix(FENCE).and_then(|rest| rest.strip_prefix('\n').or(rest.strip_prefix("\r\n")));
    let Some(inside) = after_first else {
        report.problem(file, 1, "The file must begin with a line +++, then its keys, then a second line +++.");
        return None;
    };
    let Some((matter, body)) = split_at_fence(inside) else {
        report.problem(file, 1, "The second line +++, which closes the keys at the top, is missing.");
        return None;
    };
    let body_line = 3 + matter.matches('\n').count();
    let fields = Source { file, text: matter, first_line: 2, report }.parse();
    Some(Document { file, fields, body, body_line })
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
    fn front_matter_and_body_are_told_apart() {
        let report = Report::default();
        let mut document = parse("a.md", "+++\ntitle = \"T\"\n+++\nWords\n", &report).expect("a document");
        assert_eq!(document.fields.text("title"), "T");
        assert_eq!((document.body, document.body_line), ("Words\n", 4));
    }

    #[test]
    fn a_file_without_fences_is_explained() {
        let report = Report::default();
        assert!(parse("a.md", "Words", &report).is_none());
        let told = report.close().expect_err("a problem").to_string();
        assert!(told.starts_with("a.md:1: The file must begin with a line +++"), "{told}");
    }
}
