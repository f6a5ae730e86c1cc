//! Pages that a release of the program brings and that earlier content does not have. Their text, and the questions of "Is it
//! urgent?", come with the program; otherwise the whole content would be invalid after an update.

use super::document_kind::URGENT_FILE;
use super::file::ContentFile;
use super::folder::Folder;

/// The texts of missing pages, and the pictures that come with the program and are missing too. Nothing when no page is
/// missing, so that a deleted picture stays deleted.
pub fn missing(has: impl Fn(&str) -> bool) -> Vec<(String, ContentFile)> {
    let embedded = Folder::embedded();
    let is_page = |path: &str| path.starts_with("pages/") || path == URGENT_FILE;
    if !embedded.files().any(|(path, _)| is_page(path) && !has(path)) {
        return Vec::new();
    }
    let is_added = |path: &str| (is_page(path) || path.starts_with("pictures/")) && !has(path);
    embedded.files().filter(|(path, _)| is_added(path)).map(|(path, file)| (path.to_owned(), file.clone())).collect()
}
