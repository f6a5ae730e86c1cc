//! Where content comes from: a folder on disk, or the copy embedded in the binary.

use std::path::PathBuf;

use super::registry;
use crate::content::model::Content;
use crate::content::{self, Folder, FolderError, Problems};

#[derive(Debug, Clone)]
pub enum ContentSource {
    /// The copy that was embedded when the binary was built.
    Embedded,
    Folder(PathBuf),
}

#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("The content has problems:\n{0}")]
    Problems(#[from] Problems),
}

impl ContentSource {
    pub fn load(&self) -> Result<Content, ContentError> {
        Ok(load_content(&self.read()?)?)
    }

    pub fn read(&self) -> Result<Folder, FolderError> {
        match self {
            Self::Embedded => Ok(Folder::embedded()),
            Self::Folder(path) => Folder::read(path),
        }
    }
}

/// Loads content for the registered pages.
pub fn load_content(folder: &Folder) -> Result<Content, Problems> {
    content::load(folder, &registry::site_pages())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_content_is_valid() {
        let content = ContentSource::Embedded.load().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(content.services.len(), 7);
        assert!(content.articles.len() >= 6);
        let spots: Vec<_> = content.game.levels.iter().map(|level| level.spots.len()).collect();
        assert_eq!(spots, [1, 5, 5]);
    }

    #[test]
    fn all_problems_of_a_folder_are_reported_together() {
        let mut folder = Folder::embedded();
        folder.remove("pages/team.md");
        folder.insert("services/frames.md", "+++\ntitle = \"Frames\"\n+++\nSee [this](/nowhere).\n");
        folder.insert("articles/Bad Name.md", "no fence");
        let problems = load_content(&folder).expect_err("problems").to_string();
        for expected in [
            "pages/team.md:1: This file is missing",
            "services/frames.md:2: `summary` is missing.",
            "services/frames.md:2: `order` is missing.",
            "services/frames.md:4: There is no page /nowhere",
            "articles/Bad Name.md:1: The file name",
            "articles/Bad Name.md:1: The file must start with a line +++",
        ] {
            assert!(problems.contains(expected), "{expected} is not reported in:\n{problems}");
        }
    }

    #[test]
    fn links_to_pages_sections_and_articles_are_accepted() {
        let mut folder = Folder::embedded();
        let links = "[a](/privacy) [b](/services#frames) [c](/about-us#contact) [d](/articles/first-aid-for-the-eye)";
        folder.insert("services/frames.md", format!("{}\n{links}\n", text_of(&folder)));
        load_content(&folder).unwrap_or_else(|problems| panic!("{problems}"));
        folder.insert("services/frames.md", format!("{}\n[e](/404)\n", text_of(&folder)));
        assert!(load_content(&folder).is_err(), "a link to the not-found page was accepted");
    }

    #[test]
    fn windows_line_endings_and_byte_order_marks_are_accepted() {
        let mut folder = Folder::embedded();
        let windows = format!("\u{feff}{}", text_of(&folder).replace('\n', "\r\n"));
        folder.insert("services/frames.md", &windows);
        load_content(&folder).unwrap_or_else(|problems| panic!("{problems}"));
    }

    fn text_of(folder: &Folder) -> String {
        String::from_utf8(folder.get("services/frames.md").expect("the file").to_vec()).expect("text")
    }
}
