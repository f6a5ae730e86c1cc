//! Where a picture is used: the texts and settings that name it.

use std::collections::HashMap;

use super::names_in_text::DELIMITERS;
use super::{descriptions, extension};
use crate::folder::Folder;

/// Pictures that the program itself uses: the logo, and the background of link previews.
const USED_BY_THE_PROGRAM: [&str; 2] = ["pictures/mark.svg", "pictures/share.svg"];

/// Which texts name which pictures.
#[derive(Debug)]
pub struct Usage {
    /// By what stands between two delimiters and ends like the name of a picture.
    texts_by_name: HashMap<String, Vec<String>>,
}

impl Usage {
    pub fn of(folder: &Folder) -> Self {
        let mut texts_by_name: HashMap<String, Vec<String>> = HashMap::new();
        for (path, file) in folder.files().filter(|(path, _)| may_name_pictures(path)) {
            for name in file.picture_names() {
                texts_by_name.entry(name.clone()).or_default().push(path.to_owned());
            }
        }
        Self { texts_by_name }
    }

    /// The paths of the texts that use a picture. `folder` is the one that this was made from.
    pub fn used_in(&self, picture: &str, folder: &Folder) -> Vec<String> {
        let Some((subfolder, name)) = picture.split_once('/') else { return Vec::new() };
        let mut used_in = if name.contains(['"', '\'', '(', ')', '<', '>']) {
            texts_that_contain(name, folder)
        } else {
            self.texts_by_name.get(name).cloned().unwrap_or_default()
        };
        // A level names pictures of its own folder, everything else those in `pictures/`.
        used_in.retain(|path| (subfolder == "game") == path.starts_with("game/"));
        if USED_BY_THE_PROGRAM.contains(&picture) {
            used_in.push("every page".to_owned());
        }
        used_in
    }
}

fn may_name_pictures(path: &str) -> bool {
    ["md", "toml"].contains(&extension::of(path).as_str()) && path != descriptions::FILE
}

/// For the name of a picture that contains delimiters itself.
fn texts_that_contain(name: &str, folder: &Folder) -> Vec<String> {
    let mentions = DELIMITERS.map(|(open, close)| format!("{open}{name}{close}"));
    let uses = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        mentions.iter().any(|mention| text.contains(mention))
    };
    let texts = folder.files().filter(|(path, bytes)| may_name_pictures(path) && uses(bytes));
    texts.map(|(path, _)| path.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Folder;

    #[test]
    fn every_shipped_picture_is_used() {
        let folder = Folder::embedded();
        let usage = Usage::of(&folder);
        for (path, _) in folder.files().filter(|(path, _)| extension::is_supported(path)) {
            assert!(!usage.used_in(path, &folder).is_empty(), "{path}");
        }
    }

    #[test]
    fn only_the_whole_name_counts() {
        let folder = Folder::from_texts([
            ("articles/a.md", "(see ![A lens](lens.webp) \"twice\" ![](<lens.webp>)"),
            ("services/c.md", "'odd (1).webp' and ![](it's.webp)"),
            ("team/b.md", "picture = \"big lens.webp\""),
        ]);
        let used = |name: &str| Usage::of(&folder).used_in(name, &folder);
        assert_eq!(used("pictures/lens.webp"), ["articles/a.md"]);
        assert_eq!(used("pictures/big lens.webp"), ["team/b.md"]);
        assert_eq!(used("pictures/odd (1).webp"), ["services/c.md"]);
        assert_eq!(used("pictures/it's.webp"), ["services/c.md"]);
        assert_eq!(used("pictures/ens.webp"), Vec::<String>::new());
        assert_eq!(used("game/lens.webp"), Vec::<String>::new());
        assert_eq!(used("pictures/mark.svg"), ["every page"]);
    }
}
