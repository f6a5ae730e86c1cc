//! Parses the subset of Markdown that content may use into a tree: headings of two levels, paragraphs, lists, quotes,
//! tables, emphasis, links and pictures. Anything else, such as raw HTML, is reported with its line.

use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::load_context::{Link, LoadContext};
use crate::problems::Message;
use crate::text::rich_text::{Block, Inline, plain_text};

/// The deepest nesting that sensible text needs is a list in a list in a list, emphasised, in a quote.
const MAX_DEPTH: usize = 24;

/// What content may use besides `CommonMark`: the tables of GitHub.
pub const OPTIONS: Options = Options::ENABLE_TABLES;

/// Only the page of an article has styles for tables.
const FOLDERS_WITH_TABLES: [&str; 2] = ["articles/", "info/"];

#[derive(Debug, Default)]
pub struct ParsedMarkdown {
    pub blocks: Vec<Block>,
    pub word_count: usize,
}

/// The heading that the page shows above a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeadingAbove {
    /// The only one of the first level. Skipping the second level would confuse screen readers.
    PageTitle,
    /// The second level: the title of a service, for example.
    SectionTitle,
}

/// `first_line` is the line of the file on which `body` starts.
pub fn parse(
    file: &str,
    body: &str,
    first_line: usize,
    above: HeadingAbove,
    context: &mut LoadContext<'_>,
) -> ParsedMarkdown {
    let mut events = Parser::new_ext(body, OPTIONS).into_offset_iter().collect::<Vec<_>>();
    events.reverse();
    let mut reader = Reader {
        file,
        body,
        first_line,
        context,
        events,
        word_count: 0,
        heading_ids: HashSet::new(),
        has_section: above == HeadingAbove::SectionTitle,
    };
    if let Some(span) = too_deep(&reader.events) {
        reader.problem(&span, "Quotes, lists or emphasis are nested too deeply here. Simplify this text.");
        return ParsedMarkdown::default();
    }
    let blocks = reader.blocks(None);
    ParsedMarkdown { blocks, word_count: reader.word_count }
}

/// The first place nested deeper than `MAX_DEPTH`. Parsing and rendering are recursive, so deep nesting would overflow
/// the stack. The events are in reverse order, so an end opens a level.
fn too_deep(events: &[(Event<'_>, Range<usize>)]) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    events.iter().find_map(|(event, span)| {
        match event {
            Event::End(_) => depth += 1,
            Event::Start(_) => depth -= 1,
            _ => {}
        }
        (depth > MAX_DEPTH).then(|| span.clone())
    })
}

struct Reader<'a, 'c> {
    file: &'a str,
    body: &'a str,
    first_line: usize,
    context: &'a mut LoadContext<'c>,
    /// In reverse order, so that `pop` returns the next one.
    events: Vec<(Event<'a>, Range<usize>)>,
    word_count: usize,
    heading_ids: HashSet<String>,
    /// There is a heading of the second level above.
    has_section: bool,
}

impl Reader<'_, '_> {
    fn line(&self, span: &Range<usize>) -> usize {
        self.first_line + self.body[..span.start].matches('\n').count()
    }

    fn problem(&self, span: &Range<usize>, message: impl Into<Message>) {
        self.context.report.problem(self.file, self.line(span), message);
    }

    fn blocks(&mut self, until: Option<TagEnd>) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some((event, span)) = self.events.pop() {
            match event {
                Event::End(end) if Some(end) == until => break,
                Event::Start(Tag::Heading { level, .. }) => {
                    let content = self.inlines(TagEnd::Heading(level));
                    blocks.push(self.heading(level, content, &span));
                }
                Event::Start(Tag::Paragraph) => {
                    self.report_failed_formatting(&span);
                    blocks.push(self.paragraph());
                }
                Event::Start(Tag::List(start)) => blocks.push(self.list(start.is_some())),
                Event::Start(Tag::BlockQuote(kind)) => {
                    blocks.push(Block::Quote { blocks: self.blocks(Some(TagEnd::BlockQuote(kind))) });
                }
                Event::Start(Tag::HtmlBlock) => {
                    self.skip_to(TagEnd::HtmlBlock);
                    self.reject_html(&span);
                }
                Event::Start(Tag::CodeBlock(_)) => {
                    self.skip_to(TagEnd::CodeBlock);
                    self.problem(
                        &span,
                        Message::new(
                            "Lines indented by four spaces or fenced by ``` are not supported. Write plain text.",
                            "Lines of program code are not supported. Write plain text.",
                        ),
                    );
                }
                Event::Start(Tag::Table(_)) => {
                    self.report_misplaced_table(&span, until);
                    blocks.push(self.table());
                }
                Event::Rule => blocks.push(Block::Rule),
                Event::End(_) | Event::SoftBreak | Event::HardBreak => {}
                // The text of a tight list item has no paragraph around it.
                other => {
                    self.events.push((other, span));
                    blocks.push(Block::Paragraph { content: self.inlines_of_tight_item() });
                }
            }
        }
        blocks
    }

    fn list(&mut self, ordered: bool) -> Block {
        let mut items = Vec::new();
        while let Some((event, _)) = self.events.pop() {
            match event {
                Event::Start(Tag::Item) => items.push(self.blocks(Some(TagEnd::Item))),
                Event::End(TagEnd::List(_)) => break,
                _ => {}
            }
        }
        Block::List { ordered, items }
    }

    fn report_misplaced_table(&self, span: &Range<usize>, inside: Option<TagEnd>) {
        if !FOLDERS_WITH_TABLES.iter().any(|folder| self.file.starts_with(folder)) {
            self.problem(span, "Only articles and added pages can have tables. Write a list instead.");
        } else if inside.is_some() {
            self.problem(span, "A table cannot be in a list or a quote. Put it in a place of its own.");
        }
    }

    fn table(&mut self) -> Block {
        let (mut header, mut rows) = (Vec::new(), Vec::new());
        while let Some((event, span)) = self.events.pop() {
            match event {
                Event::Start(Tag::TableHead) => header = self.cells(TagEnd::TableHead),
                Event::Start(Tag::TableRow) => {
                    // The parser drops them.
                    if cell_count(&self.body[span.clone()]) > header.len() {
                        self.problem(&span, "This row has more cells than the first row of the table.");
                    }
                    rows.push(self.cells(TagEnd::TableRow));
                }
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        Block::Table { header, rows }
    }

    fn cells(&mut self, until: TagEnd) -> Vec<Vec<Inline>> {
        let mut cells = Vec::new();
        while let Some((event, _)) = self.events.pop() {
            match event {
                Event::Start(Tag::TableCell) => cells.push(self.inlines(TagEnd::TableCell)),
                Event::End(end) if end == until => break,
                _ => {}
            }
        }
        cells
    }

    fn heading(&mut self, level: HeadingLevel, content: Vec<Inline>, span: &Range<usize>) -> Block {
        let level = level as u8;
        if !(2..=3).contains(&level) {
            self.problem(
                span,
                Message::new(
                    "Use ## or ### for headings in the text. The heading of the page comes from the keys at the top.",
                    "Use “Heading” or “Smaller heading” of the toolbar for headings in the text.",
                ),
            );
        }
        if level == 3 && !self.has_section {
            self.problem(
                span,
                Message::new(
                    "A smaller heading (###) needs a heading (##) above it. Use ## here.",
                    "A smaller heading needs a heading above it. Use “Heading” here.",
                ),
            );
        }
        self.has_section |= level == 2;
        let text = plain_text(&content);
        let id = slug(&text);
        if id.is_empty() {
            self.problem(span, "A heading needs a letter or a digit, so that it can be linked to.");
        } else if !self.heading_ids.insert(id.clone()) {
            self.problem(span, format!("The heading \"{text}\" appears twice in this text. Change one of them."));
        }
        Block::Heading { level, id, content }
    }

    /// Text that was meant as a heading or a table, but that Markdown reads as a paragraph.
    fn report_failed_formatting(&self, span: &Range<usize>) {
        let first_line = self.line(span);
        for (offset, line) in self.body[span.clone()].lines().map(str::trim).enumerate() {
            let line_number = first_line + offset;
            let report = |message: Message| self.context.report.problem(self.file, line_number, message);
            let after_hashes = line.trim_start_matches('#');
            if line.starts_with("##") && after_hashes.starts_with(char::is_alphanumeric) {
                report(Message::new(
                    "A heading needs a space after ##, such as: ## Words",
                    "This looks like a heading that is not one. Press “Heading” in the toolbar instead of typing a sign.",
                ));
            }
            if is_table_rule(line) {
                report("A table needs as many cells in this line as in the line above it.".into());
            }
        }
    }

    /// A paragraph that starts with a picture becomes an image block.
    fn paragraph(&mut self) -> Block {
        match self.events.pop() {
            Some((Event::Start(Tag::Image { dest_url, .. }), span)) => {
                let alt = plain_text(&self.inlines(TagEnd::Image));
                if alt.is_empty() {
                    self.problem(
                        &span,
                        Message::new(
                            "Describe the picture between the square brackets, for people who cannot see it.",
                            "Describe the picture, for people who cannot see it.",
                        ),
                    );
                }
                let picture = self.context.picture("pictures", &dest_url, self.file, self.line(&span));
                if !self.inlines(TagEnd::Paragraph).is_empty() {
                    self.picture_in_text(&span);
                }
                Block::Image { picture, alt }
            }
            first => {
                self.events.extend(first);
                Block::Paragraph { content: self.inlines(TagEnd::Paragraph) }
            }
        }
    }

    fn inlines(&mut self, until: TagEnd) -> Vec<Inline> {
        let mut inlines = Vec::new();
        while let Some((event, span)) = self.events.pop() {
            if event == Event::End(until) {
                break;
            }
            self.inline(event, &span, &mut inlines);
        }
        inlines
    }

    /// Stops at the end of the item or at its first nested block, which the caller reads.
    fn inlines_of_tight_item(&mut self) -> Vec<Inline> {
        let mut inlines = Vec::new();
        while let Some((event, span)) = self.events.pop() {
            if matches!(
                event,
                Event::End(TagEnd::Item)
                    | Event::Start(Tag::List(_) | Tag::BlockQuote(_) | Tag::Paragraph | Tag::Table(_))
            ) {
                self.events.push((event, span));
                break;
            }
            self.inline(event, &span, &mut inlines);
        }
        inlines
    }

    fn inline(&mut self, event: Event<'_>, span: &Range<usize>, inlines: &mut Vec<Inline>) {
        match event {
            Event::Text(text) | Event::Code(text) => self.text(&text, inlines),
            Event::SoftBreak => self.text(" ", inlines),
            Event::HardBreak => inlines.push(Inline::Break),
            Event::Start(Tag::Strong) => inlines.push(Inline::Strong { content: self.inlines(TagEnd::Strong) }),
            Event::Start(Tag::Emphasis) => inlines.push(Inline::Emphasis { content: self.inlines(TagEnd::Emphasis) }),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let content = self.inlines(TagEnd::Link);
                let href = dest_url.into_string();
                self.context.links.push(Link::new(&href, self.file, self.line(span)));
                inlines.push(Inline::Link { href, content });
            }
            Event::Start(Tag::Image { .. }) => {
                self.skip_to(TagEnd::Image);
                self.picture_in_text(span);
            }
            Event::InlineHtml(_) | Event::Html(_) => self.reject_html(span),
            _ => {}
        }
    }

    /// Joins adjacent pieces: the parser splits text at every entity and bracket.
    fn text(&mut self, text: &str, inlines: &mut Vec<Inline>) {
        self.word_count += text.split_whitespace().count();
        match inlines.last_mut() {
            Some(Inline::Text { text: before }) => before.push_str(text),
            _ => inlines.push(Inline::Text { text: text.to_owned() }),
        }
    }

    fn picture_in_text(&self, span: &Range<usize>) {
        self.problem(span, "Put the picture in a paragraph of its own.");
    }

    fn skip_to(&mut self, end: TagEnd) {
        while let Some((event, _)) = self.events.pop() {
            if event == Event::End(end) {
                break;
            }
        }
    }

    fn reject_html(&self, span: &Range<usize>) {
        self.problem(span, "HTML is not supported. Write plain text.");
    }
}

/// The second line of a table, such as `|---|:---:|`.
fn is_table_rule(line: &str) -> bool {
    line.contains('|') && line.contains("--") && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// The number of cells in a line of a table.
fn cell_count(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let (mut cells, mut before) = (1, ' ');
    for (at, character) in row.char_indices() {
        let is_last = at + 1 == row.len();
        cells += usize::from(character == '|' && before != '\\' && !is_last);
        before = character;
    }
    cells
}

/// The id of a heading: `When to come` becomes `when-to-come`.
fn slug(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;
    use crate::picture::index::PictureIndex;
    use crate::problems::Report;

    struct Outcome {
        blocks: Vec<Block>,
        links: Vec<Link>,
        problems: Vec<String>,
    }

    fn parse_body(body: &str) -> Outcome {
        parse_file("a.md", body)
    }

    fn parse_file(file: &str, body: &str) -> Outcome {
        let report = Report::default();
        let folder =
            Folder::from_texts([("pictures/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>")]);
        let pictures = PictureIndex::scan(&folder, &report);
        let mut context = LoadContext::new(&pictures, &report);
        let blocks = parse(file, body, 5, HeadingAbove::PageTitle, &mut context).blocks;
        let links = context.links;
        let problems =
            report.into_result().map_or_else(|found| found.0.iter().map(ToString::to_string).collect(), |_| Vec::new());
        Outcome { blocks, links, problems }
    }

    fn text(text: &str) -> Inline {
        Inline::Text { text: text.to_owned() }
    }

    #[test]
    fn deep_nesting_is_rejected_with_line_number() {
        for deep in [">".repeat(20_000) + " deep", "**a ".repeat(20_000) + &"b**".repeat(20_000)] {
            let Outcome { blocks, problems, .. } = parse_body(&format!("Plain.\n\n{deep}\n"));
            assert!(blocks.is_empty());
            assert!(
                problems.len() == 1 && problems[0].starts_with("a.md:7: Quotes, lists or emphasis"),
                "{problems:?}"
            );
        }
        let problems = parse_body("> - one\n>   - two\n>     - three with **much *stress***\n").problems;
        assert!(problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn heading_without_letters_or_digits_is_rejected() {
        assert_eq!(
            parse_body("## !!!\n").problems,
            ["a.md:5: A heading needs a letter or a digit, so that it can be linked to."]
        );
    }

    #[test]
    fn text_becomes_a_tree() {
        let Outcome { blocks, links, problems } =
            parse_body("## Signs\n\nBe *calm* & [call](/home).\n\n- one\n- two\n");
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(
            blocks,
            [
                Block::Heading { level: 2, id: "signs".into(), content: vec![text("Signs")] },
                Block::Paragraph {
                    content: vec![
                        text("Be "),
                        Inline::Emphasis { content: vec![text("calm")] },
                        text(" & "),
                        Inline::Link { href: "/home".into(), content: vec![text("call")] },
                        text("."),
                    ]
                },
                Block::List {
                    ordered: false,
                    items: vec![
                        vec![Block::Paragraph { content: vec![text("one")] }],
                        vec![Block::Paragraph { content: vec![text("two")] }],
                    ]
                },
            ]
        );
        assert_eq!(links, [Link::new("/home", "a.md", 7)]);
    }

    #[test]
    fn raw_html_is_rejected_with_line_number() {
        let problems = parse_body("Fine.\n\n<script>x</script>\n\nAnd <b>bold</b>.\n").problems;
        assert_eq!(problems[0], "a.md:7: HTML is not supported. Write plain text.");
        assert!(problems.iter().any(|line| line.starts_with("a.md:9:")), "{problems:?}");
    }

    #[test]
    fn picture_must_exist_have_a_description_and_its_own_paragraph() {
        let Outcome { blocks, problems, .. } = parse_body("![A lens](a.svg)\n");
        assert!(problems.is_empty(), "{problems:?}");
        assert!(matches!(&blocks[0], Block::Image { alt, picture } if alt == "A lens" && picture.width == 4));
        assert_eq!(parse_body("![](gone.svg)\n").problems.len(), 2);
        assert_eq!(parse_body("See ![A lens](a.svg) here\n").problems.len(), 1);
    }

    #[test]
    fn nested_lists_stay_nested() {
        let blocks = parse_body("1. one\n   - inner\n2. two\n").blocks;
        let Block::List { ordered: true, items } = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(items.len(), 2);
        assert!(matches!(items[0][1], Block::List { ordered: false, .. }));
    }

    #[test]
    fn smaller_heading_needs_a_heading_above_it() {
        let problems = parse_body("Text.\n\n### Small\n\n## Big\n\n### Other\n").problems;
        assert_eq!(problems, ["a.md:7: A smaller heading (###) needs a heading (##) above it. Use ## here."]);
    }

    #[test]
    fn heading_without_a_space_and_table_without_enough_cells_are_rejected_with_line_number() {
        let problems = parse_body("Text\n##Words\n\n#1 is fine.\n").problems;
        assert_eq!(problems, ["a.md:6: A heading needs a space after ##, such as: ## Words"]);
        let problems = parse_file("articles/a.md", "| Day | Time |\n|---|\n| Monday | 8 |\n").problems;
        assert_eq!(problems, ["articles/a.md:6: A table needs as many cells in this line as in the line above it."]);
        assert_eq!(parse_body("Yes | no -- maybe\n").problems, Vec::<String>::new());
    }

    #[test]
    fn table_of_an_article_becomes_rows_and_its_links_are_checked() {
        let Outcome { blocks, links, problems } =
            parse_file("articles/a.md", "| Day | Time |\n|---|:--:|\n| Monday | [8\\|9](/book) |\n| Sunday |\n");
        assert_eq!(problems, Vec::<String>::new());
        let link = Inline::Link { href: "/book".into(), content: vec![text("8|9")] };
        assert_eq!(
            blocks,
            [Block::Table {
                header: vec![vec![text("Day")], vec![text("Time")]],
                rows: vec![vec![vec![text("Monday")], vec![link]], vec![vec![text("Sunday")], vec![]]],
            }]
        );
        assert_eq!(links, [Link::new("/book", "articles/a.md", 7)]);
    }

    #[test]
    fn table_in_another_document_in_a_list_or_with_cells_that_would_vanish_is_rejected() {
        let problems = parse_file("services/a.md", "| a |\n|---|\n").problems;
        assert_eq!(parse_file("info/a.md", "| a |\n|---|\n").problems, [""; 0]);
        assert_eq!(problems, ["services/a.md:5: Only articles and added pages can have tables. Write a list instead."]);
        for nested in ["> | a |\n> |---|\n", "- text\n  | a |\n  |---|\n  | b |\n", "- | a |\n  |---|\n"] {
            let problems = parse_file("articles/a.md", nested).problems;
            assert!(problems.len() == 1 && problems[0].contains("cannot be in a list or a quote"), "{problems:?}");
        }
        let problems = parse_file("articles/a.md", "| a |\n|---|\n| b \\| c |\n| b | c |\n").problems;
        assert_eq!(problems, ["articles/a.md:8: This row has more cells than the first row of the table."]);
    }

    #[test]
    fn headings_of_wrong_level_or_repeated_are_rejected() {
        assert_eq!(parse_body("# Big\n").problems.len(), 1);
        assert_eq!(parse_body("## Same\n\n## Same\n").problems.len(), 1);
    }
}
