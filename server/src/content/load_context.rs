//! What reading a content file needs besides its text, and the links collected on the way.

use super::picture::index::PictureIndex;
use super::problems::Report;

pub struct LoadContext<'a> {
    pub pictures: &'a PictureIndex<'a>,
    pub report: &'a Report,
    /// Checked after all files are loaded, when all link targets are known.
    pub links: Vec<Link>,
}

/// A link with the place it was written at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub file: String,
    pub line: usize,
    pub href: String,
    /// Pages show it from the day on which the article appears.
    pub waits_for_article: bool,
}

impl Link {
    pub fn new(href: &str, file: &str, line: usize) -> Self {
        Self { file: file.to_owned(), line, href: href.to_owned(), waits_for_article: false }
    }

    /// An entry of a list of articles.
    pub fn to_article(slug: &str, file: &str, line: usize) -> Self {
        Self { waits_for_article: true, ..Self::new(&format!("/articles/{slug}"), file, line) }
    }
}
