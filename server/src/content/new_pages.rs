//! Pages that a release of the program brings and that earlier content does not have. Their text, and the questions of "Is it
//! urgent?", come with the program; otherwise the whole content would be invalid after an update.

use super::document_kind::URGENT_FILE;
use super::file::ContentFile;
use super::folder::Folder;

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
