//! The pictures of a content folder, found by the path that content files name them with.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::folder::Folder;
use crate::picture::{Picture, PictureFile};
use crate::picture::{descriptions, extension};
use crate::problems::Report;

/// Keyed by the path in the folder, for example `pictures/mark.svg`.
pub struct PictureIndex {
    pub files: BTreeMap<String, Arc<PictureFile>>,
    /// Instead of the pictures themselves, for a text without its folder.
    has_only_names: bool,
}

impl PictureIndex {
    pub fn scan(folder: &Folder, report: &Report) -> Self {
        let mut files = BTreeMap::new();
        // What cannot be read in it has been reported.
        let described = descriptions::parse(folder.get(descriptions::FILE).map(|file| &*file.bytes));
        for (path, file) in folder.files() {
            let Some(name) = path.strip_prefix("pictures/").or_else(|| path.strip_prefix("game/")) else { continue };
            let file_name = name.rsplit('/').next().unwrap_or(name);
            match file.picture(file_name) {
                None => {}
                Some(Ok(picture)) => {
                    let framing = described.get(path.trim_start_matches("pictures/")).map(|it| it.framing_of(file));
                    let framed = framing.filter(|framing| !framing.is_empty()).map(|framing| {
                        let (stem, _) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
                        Arc::new(picture.framed(stem, (&file.bytes, &file.hash), &framing))
                    });
                    files.insert(path.to_owned(), framed.unwrap_or(picture));
                }
                Some(Err(error)) => report.problem(path, 1, error.message()),
            }
        }
        Self { files, has_only_names: false }
    }

    /// Finds every picture: its `src` is the name that the text gives it.
    pub fn of_names() -> Self {
        Self { files: BTreeMap::new(), has_only_names: true }
    }

    /// What to do about a picture that is not there is the error.
    pub fn find(&self, path: &str) -> Result<Picture, String> {
        let name = path.split_once('/').map_or(path, |(_, name)| name);
        if self.has_only_names {
            return Ok(Picture::without_file(name.to_owned()));
        }
        self.files.get(path).map(|found| found.picture.clone()).ok_or_else(|| self.advice_for_missing(path, name))
    }

    fn advice_for_missing(&self, path: &str, name: &str) -> String {
        if !extension::is_supported(name) {
            return format!("{name} cannot be used. {}", extension::advice_for(name));
        }
        // Upper and lower case differ on the server, but not on Windows or a Mac, where the page was tried.
        let similar = self.files.keys().find(|known| known.eq_ignore_ascii_case(path));
        similar.map_or_else(
            || format!("There is no picture {path}. Add it, or name an existing one."),
            |similar| {
                format!("There is no picture {path}, but there is {similar}. Write capitals and small letters as in the file name.")
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem_with(name: &str) -> String {
        let report = Report::default();
        let folder = Folder::from_texts([(
            "pictures/IMG_2031.SVG",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>",
        )]);
        PictureIndex::scan(&folder, &report).find(&format!("pictures/{name}")).expect_err("a missing picture")
    }

    #[test]
    fn missing_picture_is_reported_with_what_to_do() {
        assert!(problem_with("gone.svg").starts_with("There is no picture pictures/gone.svg. Add it"));
        let other_case = problem_with("img_2031.svg");
        assert!(other_case.contains("but there is pictures/IMG_2031.SVG"), "{other_case}");
        let iphone = problem_with("IMG_2031.heic");
        assert!(iphone.contains("cannot be used") && iphone.contains("export it as JPEG"), "{iphone}");
    }
}
