//! Pages that a release of the program brings and that earlier content does not have. Their text, and the questions of "Is it
//! urgent?", come with the program; otherwise the whole content would be invalid after an update.

use super::document_kind::URGENT_FILE;
use super::file::ContentFile;
use super::folder::Folder;

/// Pages that every release had. A folder without one of them is not older but incomplete.
const FIRST_PAGES: [&str; 9] =
    ["about-us", "articles", "home", "not-found", "outreaches", "privacy", "services", "team", "visionTest"];

/// What a folder of an earlier release does not have, for the commands that check and import one. A page that every release had
/// is not added, so that it is reported as missing.
pub fn later_than(folder: &Folder) -> Vec<(String, ContentFile)> {
    let is_first = |path: &str| FIRST_PAGES.iter().any(|name| path == format!("pages/{name}.md"));
    missing(folder, |path| folder.contains(path) || is_first(path))
}

/// The texts of missing pages, and the pictures that come with the program and are missing too. Nothing when no page is
/// missing, so that a deleted picture stays deleted.
///
/// The questions of "Is it urgent?" lead only to articles that the content has.
pub fn missing(content: &Folder, has: impl Fn(&str) -> bool) -> Vec<(String, ContentFile)> {
    let embedded = Folder::embedded();
    let is_page = |path: &str| path.starts_with("pages/") || path == URGENT_FILE;
    if !embedded.files().any(|(path, _)| is_page(path) && !has(path)) {
        return Vec::new();
    }
    let is_added = |path: &str| (is_page(path) || path.starts_with("pictures/")) && !has(path);
    let added = embedded.files().filter(|(path, _)| is_added(path));
    added
        .map(|(path, file)| {
            let file = if path == URGENT_FILE { without_missing_articles(file, content) } else { file.clone() };
            (path.to_owned(), file)
        })
        .collect()
}

fn without_missing_articles(urgent: &ContentFile, content: &Folder) -> ContentFile {
    let text = String::from_utf8_lossy(&urgent.bytes);
    let is_kept = |line: &&str| {
        let slug = line.strip_prefix("article = \"").and_then(|rest| rest.trim_end().strip_suffix('"'));
        slug.is_none_or(|slug| content.contains(&format!("articles/{slug}.md")))
    };
    ContentFile::new(text.split_inclusive('\n').filter(is_kept).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_that_every_release_had_is_not_added_to_a_folder_that_is_checked() {
        let mut content = Folder::embedded();
        content.remove("pages/home.md");
        assert!(later_than(&content).is_empty());
        content.remove("pages/practice.md");
        let added: Vec<_> = later_than(&content).into_iter().map(|(path, _)| path).collect();
        assert_eq!(added, ["pages/practice.md"]);
    }

    #[test]
    fn urgent_questions_of_the_program_lead_only_to_articles_that_the_content_has() {
        let mut content = Folder::embedded();
        content.remove(URGENT_FILE);
        content.remove("articles/eyes-at-work.md");
        let added = missing(&content, |path| content.contains(path));
        let (path, urgent) = &added[0];
        let text = String::from_utf8_lossy(&urgent.bytes);
        assert_eq!((added.len(), path.as_str()), (1, URGENT_FILE));
        assert!(!text.contains("eyes-at-work") && text.contains("article = \"first-aid-for-the-eye\""), "{text}");
    }
}
