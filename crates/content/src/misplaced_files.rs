//! Reports files of the content folder that nothing uses, because their name or place looks like a mistake.

use super::definition::texts::PageFile;
use super::document_kind::{CLINIC_FILE, GAME_FILE, REDIRECTS_FILE, URGENT_FILE};
use super::folder::Folder;
use super::picture::descriptions;
use super::picture::extension;
use super::problems::{Message, Report};

const ITEM_FOLDERS: [&str; 5] = ["articles", "info", "outreaches", "services", "team"];
const PICTURE_FOLDERS: [&str; 2] = ["pictures", "game"];

/// Windows creates these in any folder.
const CREATED_BY_WINDOWS: [&str; 2] = ["Thumbs.db", "desktop.ini"];

pub fn report(folder: &Folder, pages: &[PageFile], report: &Report) {
    for (path, _) in folder.files() {
        if let Some(message) = problem(path, pages) {
            let plain = "The site does not use this. Delete it, or bring it back under another name.";
            report.problem(path, 1, Message::new(message, plain));
        }
    }
}

fn problem(path: &str, pages: &[PageFile]) -> Option<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    // The most frequent case first: there may be a thousand articles.
    if ITEM_FOLDERS.contains(&folder) && name.strip_suffix(".md").is_some() {
        return None;
    }
    let is_known = path == CLINIC_FILE
        || path == GAME_FILE
        || path == URGENT_FILE
        || path == REDIRECTS_FILE
        || path == descriptions::FILE
        || (folder == "pages" && pages.iter().any(|page| page.path() == path))
        || CREATED_BY_WINDOWS.contains(&name)
        || (folder.is_empty() && name.starts_with("README"));
    if is_known {
        return None;
    }
    let top = path.split('/').next().unwrap_or_default();
    if PICTURE_FOLDERS.contains(&top) {
        return (!extension::is_supported(name)).then(|| extension::advice_for(name).to_owned());
    }
    if folder == "pages" {
        return Some("There is no page for this file, so it is not used. Check its name, or remove it.".to_owned());
    }
    if !ITEM_FOLDERS.contains(&folder) {
        let folders = ITEM_FOLDERS.join(", ");
        return Some(format!(
            "Files are not used here. Move it to one of the folders {folders}, pages, pictures or game, or remove it."
        ));
    }
    name.strip_suffix(".md").is_none().then(|| {
        let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
        format!("This file is not used, because its name does not end in .md. Rename it to {stem}.md, or remove it.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: [PageFile; 1] =
        [PageFile { name: "home", sections: &[], has_chart: false, has_picture: false, has_text: false }];

    #[test]
    fn files_with_a_purpose_are_accepted() {
        for path in [
            "clinic.toml",
            "README.md",
            "game/game.toml",
            "redirects.toml",
            "urgent.toml",
            "game/level-1.svg",
            "pages/home.md",
            "articles/first-aid.md",
            "pictures/IMG_2031.JPG",
            "pictures/old/a.png",
            "pictures/Thumbs.db",
        ] {
            assert_eq!(problem(path, &PAGES), None, "{path}");
        }
    }

    #[test]
    fn files_that_look_like_a_mistake_are_reported_with_advice() {
        for (path, advice) in [
            ("articles/First.md.txt", "Rename it to first.md"),
            ("articles/first.docx", "Rename it to first.md"),
            ("articles/2026/first.md", "Files are not used here"),
            ("article/first.md", "Files are not used here"),
            ("pages/hom.md", "There is no page for this file"),
            ("pictures/IMG_2031.heic", "export it as JPEG"),
            ("game/game.toml.txt", "not a picture"),
        ] {
            let message = problem(path, &PAGES);
            assert!(message.as_ref().is_some_and(|message| message.contains(advice)), "{path}: {message:?}");
        }
    }
}
