//! `pictures/descriptions.toml`: what the pictures show, for people who cannot see them. The desk writes it when a picture
//! is uploaded and offers the text wherever the picture is used.

use std::collections::BTreeMap;

use crate::document_kind::DESCRIPTIONS_FILE;
use crate::folder::Folder;
use crate::problems::{Message, Report};

pub const FILE: &str = DESCRIPTIONS_FILE;

/// By file name, such as `nurses.webp`.
pub type Descriptions = BTreeMap<String, String>;

/// Empty when there is no such file or it cannot be read.
pub fn parse(bytes: Option<&[u8]>) -> Descriptions {
    read(bytes).unwrap_or_default()
}

/// `None` when it cannot be read.
pub fn read(bytes: Option<&[u8]>) -> Option<Descriptions> {
    let Some(bytes) = bytes else { return Some(Descriptions::new()) };
    toml::from_str(std::str::from_utf8(bytes).ok()?).ok()
}

pub fn write(descriptions: &Descriptions) -> String {
    toml::to_string(descriptions).expect("a table of texts always serialises")
}

pub fn check(folder: &Folder, report: &Report) {
    if read(folder.get(FILE).map(|file| &*file.bytes)).is_none() {
        let message =
            "Each line must be the name of a picture and its description, both in quotes: \"a.webp\" = \"A lens\".";
        let plain = "The descriptions of the pictures cannot be read. Bring an earlier text back from the history.";
        report.problem(FILE, 1, Message::new(message, plain));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_survive_writing_and_reading() {
        let descriptions = Descriptions::from([("a b.webp".to_owned(), "A \"lens\"\nand é".to_owned())]);
        assert_eq!(parse(Some(write(&descriptions).as_bytes())), descriptions);
        assert_eq!(parse(None), Descriptions::new());
    }

    #[test]
    fn broken_file_is_reported() {
        for (text, is_valid) in [("\"a.webp\" = \"A lens\"\n", true), ("a = 1", false), ("[", false)] {
            let report = Report::default();
            check(&Folder::from_texts([(FILE, text)]), &report);
            assert_eq!(report.into_result().is_ok(), is_valid, "{text}");
        }
    }
}
