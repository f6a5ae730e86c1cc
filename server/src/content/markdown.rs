//! Markdown as a typed tree, so that React draws it as elements and no page ever needs `innerHTML`.
//!
//! Owns the subset of Markdown that the clinic may use. Refuses raw HTML, top-level headings (the page has
//! its own), tables and footnotes, each with the line it stands on.

use std::collections::HashSet;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;
use ts_rs::TS;

use super::picture::Picture;

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
