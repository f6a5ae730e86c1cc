//! Where a picture is used: the texts and settings that name it.

use super::{descriptions, format};

/// Pictures that the program itself uses: the logo, and the background of link previews.
const USED_BY_THE_PROGRAM: [&str; 2] = ["pictures/mark.svg", "pictures/share.svg"];

/// The paths of the files that use a picture. `files` are the texts of the content with their paths.
pub fn used_in<'a>(picture: &str, files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Vec<String> {
    let Some((folder, name)) = picture.split_once('/') else { return Vec::new() };
    let mentions = [format!("\"{name}\""), format!("'{name}'"), format!("({name})"), format!("(<{name}>)")];
    let mut used_in: Vec<String> = files
        .filter(|(path, _)| ["md", "toml"].contains(&format::extension(path).as_str()))
        // A level names pictures of its own folder, everything else those in `pictures/`.
        .filter(|(path, _)| (folder == "game") == path.starts_with("game/") && *path != descriptions::FILE)
        .filter(|(_, bytes)| {
            let text = String::from_utf8_lossy(bytes);
            mentions.iter().any(|mention| text.contains(mention))
        })
        .map(|(path, _)| path.to_owned())
        .collect();
    if USED_BY_THE_PROGRAM.contains(&picture) {
        used_in.push("every page".to_owned());
    }
    used_in
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Folder;

    #[test]
    fn every_shipped_picture_is_used() {
        let folder = Folder::embedded();
        for (path, _) in folder.files().filter(|(path, _)| format::is_supported(path)) {
            assert!(!used_in(path, folder.files()).is_empty(), "{path}");
        }
    }

    #[test]
    fn only_the_whole_name_counts() {
        let files = [("articles/a.md", "![A lens](lens.webp)"), ("team/b.md", "picture = \"big lens.webp\"")];
        let used = |name: &str| used_in(name, files.iter().map(|(path, text)| (*path, text.as_bytes())));
        assert_eq!(used("pictures/lens.webp"), ["articles/a.md"]);
        assert_eq!(used("pictures/big lens.webp"), ["team/b.md"]);
        assert_eq!(used("pictures/ens.webp"), Vec::<String>::new());
        assert_eq!(used("game/lens.webp"), Vec::<String>::new());
    }
}
