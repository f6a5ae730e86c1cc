//! The tree parsed from Markdown: safe links only, existing pictures only, headings with unique ids, limited depth, and
//! no text that could close the script element in which the tree is sent to the browser.

use std::collections::HashSet;

use clinic_content::model::Content;
use clinic_content::text::rich_text::{Block, Inline};
use clinic_site::{escape, escape_script_json};

/// Functions that walk the tree, here and in the browser, recurse once per level and must not overflow the stack.
const MAX_DEPTH: usize = 64;

pub fn check(blocks: &[Block], content: &Content) {
    let json = serde_json::to_string(blocks).expect("a tree serializes to JSON");
    let in_script = escape_script_json(&json);
    assert!(!in_script.contains(['<', '\u{2028}', '\u{2029}']), "{json} could close the script element");
    let mut checker = Checker { content, heading_ids: HashSet::new() };
    checker.check_blocks(blocks, 1);
}

struct Checker<'a> {
    content: &'a Content,
    heading_ids: HashSet<&'a str>,
}

impl<'a> Checker<'a> {
    fn check_blocks(&mut self, blocks: &'a [Block], depth: usize) {
        assert!(depth <= MAX_DEPTH, "blocks are nested too deeply");
        for block in blocks {
            self.check_block(block, depth);
        }
    }

    fn check_block(&mut self, block: &'a Block, depth: usize) {
        match block {
            Block::Heading { level, id, content } => {
                assert!((2..=3).contains(level), "heading of level {level}");
                assert!(!id.is_empty(), "a heading without an id cannot be linked to");
                assert!(self.heading_ids.insert(id), "two headings have the id {id}");
                check_inlines(content, depth + 1);
            }
            Block::Paragraph { content } => check_inlines(content, depth + 1),
            Block::List { items, .. } => {
                for item in items {
                    self.check_blocks(item, depth + 1);
                }
            }
            Block::Quote { blocks } => self.check_blocks(blocks, depth + 1),
            Block::Image { picture, alt } => {
                let exists = self.content.pictures.values().any(|file| file.picture == *picture);
                assert!(exists, "{picture:?} does not exist");
                assert!(!alt.is_empty(), "{picture:?} has no alternative text");
            }
            Block::Table { header, rows } => {
                assert!(!header.is_empty(), "a table without a header");
                for cells in std::iter::once(header).chain(rows) {
                    assert_eq!(cells.len(), header.len(), "rows of different lengths");
                    for cell in cells {
                        check_inlines(cell, depth + 1);
                    }
                }
            }
            Block::Rule => {}
        }
    }
}

fn check_inlines(inlines: &[Inline], depth: usize) {
    assert!(depth <= MAX_DEPTH, "inlines are nested too deeply");
    for inline in inlines {
        match inline {
            Inline::Text { text } => assert!(!escape(text).contains(['<', '>', '"', '\'']), "{text}"),
            Inline::Strong { content } | Inline::Emphasis { content } => check_inlines(content, depth + 1),
            Inline::Link { href, content } => {
                assert!(is_safe_link(href), "link to {href}");
                check_inlines(content, depth + 1);
            }
            Inline::Break => {}
        }
    }
}

/// A path on this site, or one of the schemes that cannot run a script.
pub fn is_safe_link(href: &str) -> bool {
    let known = ["/", "https://", "tel:", "mailto:"].iter().any(|prefix| href.starts_with(prefix));
    known && !href.starts_with("//")
}
