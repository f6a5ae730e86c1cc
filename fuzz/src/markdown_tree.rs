//! The tree that Markdown becomes: only links that lead somewhere, only pictures that are there, headings that can be
//! linked to, and nothing that could leave the script element which carries it to the browser.

use std::collections::HashSet;

use clinic::content::markdown::{Block, Inline};
use clinic::content::model::Content;
use clinic::site::markup::{escape, script_json};

/// Who walks a tree, here or in the browser, calls itself once a level and has a stack that ends.
const DEEPEST: usize = 64;

pub fn is_fit(blocks: &[Block], content: &Content) {
    let json = serde_json::to_string(blocks).expect("a tree is JSON");
    assert!(!script_json(&json).contains(['<', '\u{2028}', '\u{2029}']), "{json} leaves its element");
    let mut seen = Seen { content, ids: HashSet::new() };
    seen.blocks(blocks, 1);
}

struct Seen<'a> {
    content: &'a Content,
    ids: HashSet<&'a str>,
}

impl<'a> Seen<'a> {
    fn blocks(&mut self, blocks: &'a [Block], depth: usize) {
        assert!(depth <= DEEPEST, "blocks lie too deep");
        for block in blocks {
            self.block(block, depth);
        }
    }

    fn block(&mut self, block: &'a Block, depth: usize) {
        match block {
            Block::Heading { level, id, content } => {
                assert!((2..=3).contains(level), "a heading of level {level}");
                assert!(!id.is_empty(), "nothing can link to a heading without a letter or digit");
                assert!(self.ids.insert(id), "two headings are called {id}");
                are_fit(content, depth + 1);
            }
            Block::Paragraph { content } => are_fit(content, depth + 1),
            Block::List { items, .. } => {
                for item in items {
                    self.blocks(item, depth + 1);
                }
            }
            Block::Quote { blocks } => self.blocks(blocks, depth + 1),
            Block::Image { picture, alt } => {
                let hung = self.content.pictures.values().any(|file| file.picture == *picture);
                assert!(hung, "{picture:?} is not there");
                assert!(!alt.is_empty(), "{picture:?} is not described");
            }
            Block::Rule => {}
        }
    }
}

fn are_fit(inlines: &[Inline], depth: usize) {
    assert!(depth <= DEEPEST, "words lie too deep");
    for inline in inlines {
        match inline {
            Inline::Text { text } => assert!(!escape(text).contains(['<', '>', '"', '\'']), "{text}"),
            Inline::Strong { content } | Inline::Emphasis { content } => are_fit(content, depth + 1),
            Inline::Link { href, content } => {
                assert!(leads_somewhere(href), "a link to {href}");
                are_fit(content, depth + 1);
            }
            Inline::Break => {}
        }
    }
}

/// To a page of ours, or out by one of the three ways that are no script.
pub fn leads_somewhere(href: &str) -> bool {
    let known = ["/", "https://", "tel:", "mailto:"].iter().any(|start| href.starts_with(start));
    known && !href.starts_with("//")
}
