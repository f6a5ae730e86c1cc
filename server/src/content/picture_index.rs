//! The pictures of a content folder, found by the path that content files name them with.

use std::collections::BTreeMap;

use super::folder::Folder;
use super::picture::{Picture, PictureFile};
use super::problems::Report;

/// Keyed by the path in the folder, for example `pictures/mark.svg`.
pub struct PictureIndex<'a> {
    pub files: BTreeMap<String, PictureFile>,
    report: &'a Report,
}

impl<'a> PictureIndex<'a> {
    pub fn scan(folder: &Folder, report: &'a Report) -> Self {
        let mut files = BTreeMap::new();
        for (path, bytes) in folder.files() {
            let Some(name) = path.strip_prefix("pictures/").or_else(|| path.strip_prefix("game/")) else { continue };
            match PictureFile::read(name.rsplit('/').next().unwrap_or(name), bytes) {
                None => {}
                Some(Ok(file)) => {
                    files.insert(path.to_owned(), file);
                }
                Some(Err(_)) => report.problem(
                    path,
                    1,
                    "The size of this picture cannot be read. Save it again as SVG (with a viewBox), PNG, JPEG or WebP.",
                ),
            }
        }
        Self { files, report }
    }

    /// Reports a missing picture at the file and line that name it.
    pub fn find(&self, folder: &str, name: &str, file: &str, line: usize) -> Picture {
        let path = format!("{folder}/{name}");
        if let Some(found) = self.files.get(&path) {
            return found.picture.clone();
        }
        // An empty name has been reported as a missing or empty key.
        if !name.is_empty() {
            self.report.problem(file, line, format!("There is no picture {path}. Add it, or name an existing one."));
        }
        Picture { src: String::new(), width: 1, height: 1 }
    }
}
