//! Markdown as a typed tree, so that React draws it as elements and no page ever needs `innerHTML`.
//!
//! Owns the subset of Markdown that the clinic may use: headings of two levels, paragraphs, lists, quotes,
//! emphasis, links and pictures. Refuses the rest, raw HTML above all, with the line it stands on.

use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;
use ts_rs::TS;

use super::picture::{Gallery, Picture};
use super::report::Report;

/// A list within a list within a list, emphasised within a quote, is less.
const DEEPEST: usize = 24;

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Block {
    Heading { level: u8, id: String, content: Vec<Inline> },
    Paragraph { content: Vec<Inline> },
    List { ordered: bool, items: Vec<Vec<Block>> },
    Quote { blocks: Vec<Block> },
    Image { picture: Picture, alt: String },
    Rule,
}

#[derive(Debug, Clone, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Inline {
    Text { text: String },
    Strong { content: Vec<Inline> },
    Emphasis { content: Vec<Inline> },
    Link { href: String, content: Vec<Inline> },
    Break,
}

/// A link with the place it stands at, for the check that it leads somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkUse {
    pub file: String,
    pub line: usize,
    pub href: String,
}

#[derive(Debug, Default)]
pub struct Prose {
    pub blocks: Vec<Block>,
    pub links: Vec<LinkUse>,
    pub words: usize,
}

pub fn parse(file: &str, body: &str, first_line: usize, gallery: &Gallery<'_>, report: &Report) -> Prose {
    let mut events = Parser::new_ext(body, Options::empty()).into_offset_iter().collect::<Vec<_>>();
    events.reverse();
    let mut reader =
        Reader { file, body, first_line, gallery, report, events, prose: Prose::default(), ids: HashSet::new() };
    if let Some(span) = too_deep(&reader.events) {
        reader.problem(&span, "Quotes, lists or emphasis are nested too deeply here. Write it more plainly.");
        return reader.prose;
    }
    reader.prose.blocks = reader.blocks(None);
    reader.prose
}

/// Where the nesting goes beyond what anybody would write. Everything from here to the browser follows it level by
/// level, and a stack has an end. The events are in reverse, but a depth is a depth from either side.
fn too_deep(events: &[(Event<'_>, Range<usize>)]) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    events.iter().find_map(|(event, span)| {
        match event {
            Event::End(_) => depth += 1,
            Event::Start(_) => depth -= 1,
            _ => {}
        }
        (depth > DEEPEST).then(|| span.clone())
    })
}

struct Reader<'a> {
    file: &'a str,
    body: &'a str,
    first_line: usize,
    gallery: &'a Gallery<'a>,
    report: &'a Report,
    /// In reverse, so that the next one can be popped.
    events: Vec<(Event<'a>, Range<usize>)>,
    prose: Prose,
    ids: HashSet<String>,
}

impl Reader<'_> {
    fn line(&self, span: &Range<usize>) -> usize {
        self.first_line + self.body[..span.start].matches('\n').count()
    }

    fn problem(&self, span: &Range<usize>, message: impl Into<String>) {
        self.report.problem(self.file, self.line(span), message);
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
                Event::Start(Tag::Paragraph) => blocks.push(self.paragraph()),
                Event::Start(Tag::List(start)) => blocks.push(self.list(start.is_some())),
                Event::Start(Tag::BlockQuote(kind)) => {
                    blocks.push(Block::Quote { blocks: self.blocks(Some(TagEnd::BlockQuote(kind))) });
                }
                Event::Start(Tag::HtmlBlock) => {
                    self.skip_to(TagEnd::HtmlBlock);
                    self.refuse_html(&span);
                }
                Event::Start(Tag::CodeBlock(_)) => {
                    self.skip_to(TagEnd::CodeBlock);
                    self.problem(
                        &span,
                        "Lines indented by four spaces or fenced by ``` are not shown. Write plain text.",
                    );
                }
                Event::Rule => blocks.push(Block::Rule),
                // Tight list items hold their text without a paragraph around it.
                Event::End(_) | Event::SoftBreak | Event::HardBreak => {}
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

    fn heading(&mut self, level: HeadingLevel, content: Vec<Inline>, span: &Range<usize>) -> Block {
        let level = level as u8;
        if !(2..=3).contains(&level) {
            self.problem(span, "Headings in the text are ## or ### (the page's own heading is made from the keys).");
        }
        let words = plain(&content);
        let id = slug(&words);
        if id.is_empty() {
            self.problem(span, "A heading needs a new_message or a digit, so that it can be linked to.");
        } else if !self.ids.insert(id.clone()) {
            self.problem(
                span,
                format!("The heading \"{words}\" stands twice in this file. Word one of them otherwise."),
            );
        }
        Block::Heading { level, id, content }
    }

    /// A paragraph that begins with a picture is that picture.
    fn paragraph(&mut self) -> Block {
        match self.events.pop() {
            Some((Event::Start(Tag::Image { dest_url, .. }), span)) => {
                let alt = plain(&self.inlines(TagEnd::Image));
                if alt.is_empty() {
                    self.problem(
                        &span,
                        "Describe the picture between the square brackets, for people who cannot see it.",
                    );
                }
                let picture = self.gallery.find("pictures", &dest_url, self.file, self.line(&span));
                if !self.inlines(TagEnd::Paragraph).is_empty() {
                    self.picture_among_words(&span);
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

    /// The words up to the item's end or its first inner block, which are left for the caller.
    fn inlines_of_tight_item(&mut self) -> Vec<Inline> {
        let mut inlines = Vec::new();
        while let Some((event, span)) = self.events.pop() {
            if matches!(
                event,
                Event::End(TagEnd::Item) | Event::Start(Tag::List(_) | Tag::BlockQuote(_) | Tag::Paragraph)
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
                self.prose.links.push(LinkUse {
                    file: self.file.to_owned(),
                    line: self.line(span),
                    href: href.clone(),
                });
                inlines.push(Inline::Link { href, content });
            }
            Event::Start(Tag::Image { .. }) => {
                self.skip_to(TagEnd::Image);
                self.picture_among_words(span);
            }
            Event::InlineHtml(_) | Event::Html(_) => self.refuse_html(span),
            _ => {}
        }
    }

    /// The parser cuts text at every entity and bracket; neighbours are joined again so that the tree stays small.
    fn text(&mut self, text: &str, inlines: &mut Vec<Inline>) {
        self.prose.words += text.split_whitespace().count();
        match inlines.last_mut() {
            Some(Inline::Text { text: before }) => before.push_str(text),
            _ => inlines.push(Inline::Text { text: text.to_owned() }),
        }
    }

    fn picture_among_words(&self, span: &Range<usize>) {
        self.problem(span, "Put the picture in a paragraph of its own.");
    }

    fn skip_to(&mut self, end: TagEnd) {
        while let Some((event, _)) = self.events.pop() {
            if event == Event::End(end) {
                break;
            }
        }
    }

    fn refuse_html(&self, span: &Range<usize>) {
        self.problem(span, "HTML is not shown. Write it as plain Markdown.");
    }
}

fn plain(inlines: &[Inline]) -> String {
    inlines
        .iter()
        .map(|inline| match inline {
            Inline::Text { text } => text.clone(),
            Inline::Strong { content } | Inline::Emphasis { content } | Inline::Link { content, .. } => plain(content),
            Inline::Break => " ".to_owned(),
        })
        .collect()
}

/// `When to come` becomes `when-to-come`, for links to a heading.
pub fn slug(words: &str) -> String {
    let spaced: String =
        words.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::super::folder::Folder;
    use super::*;

    fn parse_alone(body: &str) -> (Prose, Vec<String>) {
        let report = Report::default();
        let gallery = Gallery::hang(&Folder::from_texts([("pictures/a.svg", "<svg viewBox='0 0 4 3'>")]), &report);
        let prose = parse("a.md", body, 5, &gallery, &report);
        let told =
            report.close().map_or_else(|found| found.0.iter().map(ToString::to_string).collect(), |_| Vec::new());
        (prose, told)
    }

    fn text(text: &str) -> Inline {
        Inline::Text { text: text.to_owned() }
    }

    #[test]
    fn what_is_nested_beyond_reason_is_told_with_its_line() {
        for deep in [">".repeat(20_000) + " deep", "**a ".repeat(20_000) + &"b**".repeat(20_000)] {
            let (prose, told) = parse_alone(&format!("Plain.\n\n{deep}\n"));
            assert!(prose.blocks.is_empty());
            assert!(told.len() == 1 && told[0].starts_with("a.md:7: Quotes, lists or emphasis"), "{told:?}");
        }
        let (_, told) = parse_alone("> - one\n>   - two\n>     - three with **much *stress***\n");
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn a_heading_of_signs_alone_is_told() {
        assert_eq!(
            parse_alone("## !!!\n").1,
            ["a.md:5: A heading needs a new_message or a digit, so that it can be linked to."]
        );
    }

    #[test]
    fn words_become_a_tree() {
        let (prose, told) = parse_alone("## Signs\n\nBe *calm* & [call](/home).\n\n- one\n- two\n");
        assert!(told.is_empty(), "{told:?}");
        assert_eq!(
            prose.blocks,
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
        assert_eq!(prose.links, [LinkUse { file: "a.md".into(), line: 7, href: "/home".into() }]);
    }

    #[test]
    fn raw_html_is_refused_with_its_line() {
        let (_, told) = parse_alone("Fine.\n\n<script>x</script>\n\nAnd <b>bold</b>.\n");
        assert_eq!(told[0], "a.md:7: HTML is not shown. Write it as plain Markdown.");
        assert!(told.iter().any(|line| line.starts_with("a.md:9:")), "{told:?}");
    }

    #[test]
    fn a_picture_stands_alone_is_described_and_exists() {
        let (prose, told) = parse_alone("![A lens](a.svg)\n");
        assert!(told.is_empty(), "{told:?}");
        assert!(matches!(&prose.blocks[0], Block::Image { alt, picture } if alt == "A lens" && picture.width == 4));
        assert_eq!(parse_alone("![](gone.svg)\n").1.len(), 2);
        assert_eq!(parse_alone("See ![A lens](a.svg) here\n").1.len(), 1);
    }

    #[test]
    fn nested_lists_keep_their_depth() {
        let (prose, _) = parse_alone("1. one\n   - inner\n2. two\n");
        let Block::List { ordered: true, items } = &prose.blocks[0] else { panic!("{:?}", prose.blocks) };
        assert_eq!(items.len(), 2);
        assert!(matches!(items[0][1], Block::List { ordered: false, .. }));
    }

    #[test]
    fn headings_of_the_wrong_level_or_twice_are_told() {
        assert_eq!(parse_alone("# Big\n").1.len(), 1);
        assert_eq!(parse_alone("## Same\n\n## Same\n").1.len(), 1);
    }
}
