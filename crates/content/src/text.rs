//! Markdown texts: the tree that pages are rendered from, and the one that the editor shows.

pub mod markdown;
pub mod rich_text;
pub mod tree;
