//! The text of a document as a tree of blocks with flat runs of formatted text. The desk's editor and this parser are
//! compared in this form: unlike nested formatting, it has one shape for one appearance.
//!
//! Variables such as `{percent}` stay as they are written, and a picture is the name of its file.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::load_context::LoadContext;
use crate::picture::index::PictureIndex;
use crate::problems::{Problem, Report};
use crate::text::markdown::{self, HeadingAbove};
use crate::text::rich_text::{Block, Inline};
use crate::toml::front_matter;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TextBlock {
    Heading {
        level: u8,
        content: Vec<TextRun>,
    },
    Paragraph {
        content: Vec<TextRun>,
    },
    List {
        ordered: bool,
        #[schema(no_recursion)]
        items: Vec<Vec<TextBlock>>,
    },
    Quote {
        #[schema(no_recursion)]
        blocks: Vec<TextBlock>,
    },
    /// `src` is the name of a file in the folder `pictures`.
    Image {
        src: String,
        alt: String,
    },
    /// Each row has as many cells as the header.
    Table {
        header: Vec<Vec<TextRun>>,
        rows: Vec<Vec<Vec<TextRun>>>,
    },
    Rule,
    /// Markdown that the editor shows as it is written. The server never sends it.
    Source {
        markdown: String,
    },
}

/// Text with the same formatting. A line break is the text "\n" in a run of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TextRun {
    pub text: String,
    pub strong: bool,
    pub emphasis: bool,
    #[schema(required)]
    pub href: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ParsedText {
    pub tree: Vec<TextBlock>,
    /// What the parser cannot accept in this text.
    pub problems: Vec<Problem>,
}

/// Parses the text below the keys of a document, as for the page.
pub fn parse_document(path: &str, text: &str) -> ParsedText {
    let report = Report::default();
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let document = front_matter::parse(path, &text, &report);
    let (body, line) = document.as_ref().map_or(("", 1), |document| (document.body, document.body_line));
    let tree = parse(path, body, line, &report);
    drop(document);
    let problems = report.into_result().err().map_or_else(Vec::new, |problems| problems.0);
    ParsedText { tree, problems }
}

fn parse(path: &str, body: &str, line: usize, report: &Report) -> Vec<TextBlock> {
    let pictures = PictureIndex::of_names();
    let mut context = LoadContext::new(&pictures, report);
    let above = match path.split('/').next() {
        Some("services" | "outreaches" | "team") => HeadingAbove::SectionTitle,
        _ => HeadingAbove::PageTitle,
    };
    text_blocks(&markdown::parse(path, body, line, above, &mut context).blocks)
}

/// Whether the editor showed what this parser reads. What no reader can see is ignored: the formatting of a line break and
/// paragraphs without text.
pub fn shows_the_same(shown: &[TextBlock], parsed: &[TextBlock]) -> bool {
    normalized(shown) == normalized(parsed)
}

fn normalized(blocks: &[TextBlock]) -> Vec<TextBlock> {
    blocks.iter().flat_map(normalized_block).collect()
}

fn normalized_block(block: &TextBlock) -> Vec<TextBlock> {
    let block = match block {
        TextBlock::Heading { level, content } => {
            TextBlock::Heading { level: *level, content: merged(content.iter().cloned()) }
        }
        TextBlock::Paragraph { content } => match merged(content.iter().cloned()) {
            content if content.is_empty() => return Vec::new(),
            content => TextBlock::Paragraph { content },
        },
        TextBlock::List { ordered, items } => {
            TextBlock::List { ordered: *ordered, items: items.iter().map(|item| normalized(item)).collect() }
        }
        TextBlock::Quote { blocks } => TextBlock::Quote { blocks: normalized(blocks) },
        TextBlock::Table { header, rows } => TextBlock::Table {
            header: normalized_row(header),
            rows: rows.iter().map(|row| normalized_row(row)).collect(),
        },
        // The editor has no formatting for it, so this parser says what it is.
        TextBlock::Source { markdown } => return normalized(&parse("", markdown, 1, &Report::default())),
        TextBlock::Image { .. } | TextBlock::Rule => block.clone(),
    };
    vec![block]
}

fn normalized_row(cells: &[Vec<TextRun>]) -> Vec<Vec<TextRun>> {
    cells.iter().map(|cell| merged(cell.iter().cloned())).collect()
}

fn text_blocks(blocks: &[Block]) -> Vec<TextBlock> {
    let convert = |block: &Block| match block {
        Block::Heading { level, content, .. } => TextBlock::Heading { level: *level, content: runs(content) },
        Block::Paragraph { content } => TextBlock::Paragraph { content: runs(content) },
        Block::List { ordered, items } => {
            TextBlock::List { ordered: *ordered, items: items.iter().map(|item| text_blocks(item)).collect() }
        }
        Block::Quote { blocks } => TextBlock::Quote { blocks: text_blocks(blocks) },
        Block::Image { picture, alt } => TextBlock::Image { src: picture.src.clone(), alt: alt.clone() },
        Block::Table { header, rows } => {
            TextBlock::Table { header: row(header), rows: rows.iter().map(|cells| row(cells)).collect() }
        }
        Block::Rule => TextBlock::Rule,
    };
    normalized(&blocks.iter().map(convert).collect::<Vec<_>>())
}

fn row(cells: &[Vec<Inline>]) -> Vec<Vec<TextRun>> {
    cells.iter().map(|cell| runs(cell)).collect()
}

fn runs(inlines: &[Inline]) -> Vec<TextRun> {
    let plain = TextRun { text: String::new(), strong: false, emphasis: false, href: None };
    let mut runs = Vec::new();
    add_runs(inlines, &plain, &mut runs);
    merged(runs)
}

fn add_runs(inlines: &[Inline], format: &TextRun, runs: &mut Vec<TextRun>) {
    for inline in inlines {
        match inline {
            Inline::Text { text } => runs.push(TextRun { text: text.clone(), ..format.clone() }),
            Inline::Break => runs.push(TextRun { text: "\n".to_owned(), ..format.clone() }),
            Inline::Strong { content } => add_runs(content, &TextRun { strong: true, ..format.clone() }, runs),
            Inline::Emphasis { content } => add_runs(content, &TextRun { emphasis: true, ..format.clone() }, runs),
            Inline::Link { href, content } => {
                add_runs(content, &TextRun { href: Some(href.clone()), ..format.clone() }, runs);
            }
        }
    }
}

/// Joins neighbours with the same formatting, and removes the formatting of line breaks.
fn merged(runs: impl IntoIterator<Item = TextRun>) -> Vec<TextRun> {
    let mut merged: Vec<TextRun> = Vec::new();
    for run in runs.into_iter().filter(|run| !run.text.is_empty()) {
        if run.text == "\n" {
            merged.push(TextRun { strong: false, emphasis: false, href: None, ..run });
            continue;
        }
        match merged.last_mut() {
            Some(last) if last.text != "\n" && has_same_format(last, &run) => last.text.push_str(&run.text),
            _ => merged.push(run),
        }
    }
    merged
}

fn has_same_format(a: &TextRun, b: &TextRun) -> bool {
    (a.strong, a.emphasis, &a.href) == (b.strong, b.emphasis, &b.href)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> TextRun {
        TextRun { text: text.to_owned(), strong: false, emphasis: false, href: None }
    }

    fn tree(body: &str) -> Vec<TextBlock> {
        let parsed = parse_document("articles/a.md", &format!("+++\ntitle = \"A\"\n+++\n{body}"));
        assert_eq!(parsed.problems, []);
        parsed.tree
    }

    #[test]
    fn formatting_becomes_flat_runs_and_a_picture_its_file_name() {
        let strong = TextRun { strong: true, ..run("Be ") };
        let both = TextRun { strong: true, emphasis: true, ..run("calm") };
        let link = TextRun { href: Some("/home".to_owned()), ..run("{percent}% off") };
        assert_eq!(
            tree("**Be *calm***\\\nand [{percent}% off](/home).\n\n![A lens](a.svg)\n\n- one\n"),
            [
                TextBlock::Paragraph { content: vec![strong, both, run("\n"), run("and "), link, run(".")] },
                TextBlock::Image { src: "a.svg".to_owned(), alt: "A lens".to_owned() },
                TextBlock::List {
                    ordered: false,
                    items: vec![vec![TextBlock::Paragraph { content: vec![run("one")] }]]
                },
            ]
        );
    }

    #[test]
    fn table_becomes_rows_of_cells() {
        let bold = TextRun { strong: true, ..run("free") };
        assert_eq!(
            tree("| Visit | Price |\n| --- | --- |\n| Child \\| baby | **free** |\n|  | 5 |\n"),
            [TextBlock::Table {
                header: vec![vec![run("Visit")], vec![run("Price")]],
                rows: vec![vec![vec![run("Child | baby")], vec![bold]], vec![vec![], vec![run("5")]]],
            }]
        );
    }

    #[test]
    fn what_the_editor_showed_must_be_what_is_parsed() {
        let parsed = tree("One **two**\\\nthree.\n\nFour\n");
        let bold = TextRun { strong: true, ..run("two") };
        let bold_break = TextRun { strong: true, ..run("\n") };
        let shown = [
            TextBlock::Paragraph { content: vec![run("O"), run("ne "), bold, bold_break, run("three.")] },
            TextBlock::Paragraph { content: vec![run("")] },
            TextBlock::Source { markdown: "Four".to_owned() },
        ];
        assert!(shows_the_same(&shown, &parsed));
        assert!(!shows_the_same(&shown[..1], &parsed));
        let other = [TextBlock::Paragraph { content: vec![run("One two\nthree.")] }, parsed[1].clone()];
        assert!(!shows_the_same(&other, &parsed));
    }

    #[test]
    fn text_that_the_parser_refuses_is_reported_with_its_line() {
        let parsed = parse_document("articles/a.md", "+++\ntitle = \"A\"\n+++\nFine.\n\n<b>no</b>\n");
        assert_eq!(parsed.problems.first().map(|problem| problem.line), Some(6));
        let parsed = parse_document("articles/a.md", "no keys");
        assert_eq!((parsed.tree, parsed.problems.len()), (Vec::new(), 1));
    }
}
