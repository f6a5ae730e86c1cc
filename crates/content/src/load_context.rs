//! What reading a content file needs besides its text, and the links collected on the way.

use std::cell::RefCell;

use jiff::civil::Date;

use super::picture::Picture;
use super::picture::index::PictureIndex;
use super::problems::{Message, Report};

pub struct LoadContext<'a> {
    pictures: &'a PictureIndex,
    pub report: &'a Report,
    /// Checked after all files are loaded, when all link targets are known.
    pub links: Vec<Link>,
    named_pictures: RefCell<Vec<String>>,
}

impl<'a> LoadContext<'a> {
    pub fn new(pictures: &'a PictureIndex, report: &'a Report) -> Self {
        Self { pictures, report, links: Vec::new(), named_pictures: RefCell::default() }
    }

    /// The picture that a text names. Reports a missing one at the file and line that name it.
    pub fn picture(&self, folder: &str, name: &str, file: &str, line: usize) -> Picture {
        let path = format!("{folder}/{name}");
        let picture = self.pictures.find(&path).unwrap_or_else(|advice| {
            // An empty name has been reported as a missing or empty key.
            if !name.is_empty() {
                let plain =
                    "The picture that is chosen here is not there, or browsers cannot show it. Choose another one.";
                self.report.problem(file, line, Message::new(advice, plain));
            }
            Picture::without_file(String::new())
        });
        self.named_pictures.borrow_mut().push(path);
        picture
    }

    /// The links, and the paths of all pictures that the texts name, also of missing ones.
    pub fn into_links_and_pictures(self) -> (Vec<Link>, Vec<String>) {
        (self.links, self.named_pictures.into_inner())
    }
}

/// A link with the place it was written at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub file: String,
    pub line: usize,
    pub href: String,
    /// Pages show it from the day on which the article appears.
    pub waits_for_article: bool,
    /// The day on which pages begin to show it, if that is not at once.
    pub shown_from: Option<Date>,
}

impl Link {
    pub fn new(href: &str, file: &str, line: usize) -> Self {
        Self { file: file.to_owned(), line, href: href.to_owned(), waits_for_article: false, shown_from: None }
    }

    /// An entry of a list of articles.
    pub fn to_article(slug: &str, file: &str, line: usize) -> Self {
        Self { waits_for_article: true, ..Self::new(&format!("/articles/{slug}"), file, line) }
    }
}
