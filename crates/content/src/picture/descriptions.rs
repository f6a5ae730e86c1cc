//! `pictures/descriptions.toml`: what the pictures show, for people who cannot see them, and which part of them is shown. The
//! desk writes it when a picture is uploaded or cut, and offers the description wherever the picture is used.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::extension;
use super::framing::{Crop, FocalPoint, Framing};
use crate::document_kind::DESCRIPTIONS_FILE;
use crate::file::ContentFile;
use crate::folder::Folder;
use crate::problems::{Message, Problem, Report};
use crate::toml::fields::{Fields, TextOrTable, TomlSource};

pub const FILE: &str = DESCRIPTIONS_FILE;

/// By file name, such as `nurses.webp`.
pub type Descriptions = BTreeMap<String, PictureDescription>;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct PictureDescription {
    /// What the picture shows.
    pub text: Option<String>,
    framing: Framing,
    /// The beginning of the hash of the file that the framing was made for. It holds for no other one that takes its place,
    /// also when the two are published or restored at different times. `None` when somebody wrote it by hand.
    framed_file: Option<String>,
}

/// As many digits as the address of a picture has.
const HASH_DIGITS: usize = 8;

impl PictureDescription {
    pub fn framing_of(&self, file: &ContentFile) -> Framing {
        let is_of_file = self.framed_file.as_ref().is_none_or(|hash| file.hash.starts_with(hash));
        if is_of_file { self.framing } else { Framing::default() }
    }

    pub fn set_framing(&mut self, framing: Framing, file: &ContentFile) {
        self.framing = framing;
        self.framed_file = (!framing.is_empty()).then(|| file.hash.chars().take(HASH_DIGITS).collect());
    }
}

/// Empty when there is no such file or it cannot be read.
pub fn parse(bytes: Option<&[u8]>) -> Descriptions {
    read(bytes).unwrap_or_default()
}

/// `None` when it cannot be read.
pub fn read(bytes: Option<&[u8]>) -> Option<Descriptions> {
    read_or_explain(bytes).ok()
}

fn read_or_explain(bytes: Option<&[u8]>) -> Result<Descriptions, Vec<Problem>> {
    let Some(bytes) = bytes else { return Ok(Descriptions::new()) };
    let report = Report::default();
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(vec![Problem::new(FILE, 1, "This is not text.")]);
    };
    let mut fields = TomlSource { file: FILE, text, first_line: 1, report: &report }.parse();
    let entries = fields.take_texts_and_tables().into_iter();
    let described = entries.map(|(name, line, value)| {
        let description = match value {
            TextOrTable::Text(text) => PictureDescription { text: Some(text), ..PictureDescription::default() },
            TextOrTable::Table(table) => read_table(table),
        };
        if let Some(mistake) = mistake(&name, &description.framing) {
            report.problem(FILE, line, format!("{name}: {mistake}"));
        }
        (name, description)
    });
    let described = described.collect();
    fields.finish();
    let problems = report.into_findings().problems;
    if problems.is_empty() { Ok(described) } else { Err(problems) }
}

fn read_table(mut fields: Fields<'_>) -> PictureDescription {
    let text = fields.has("description").then(|| fields.text_or_empty("description"));
    let crop = fields.has("crop").then(|| {
        let mut crop = fields.table("crop");
        let [left, top, width, height] = ["left", "top", "width", "height"].map(|key| crop.percent(key).1);
        crop.finish();
        Crop { left, top, width, height }
    });
    let focal_point = fields.has("focal_point").then(|| {
        let mut point = fields.table("focal_point");
        let [left, top] = ["left", "top"].map(|key| point.percent(key).1);
        point.finish();
        FocalPoint { left, top }
    });
    let framed_file = fields.has("framed_file").then(|| fields.text("framed_file"));
    fields.finish();
    PictureDescription { text, framing: Framing { crop, focal_point }, framed_file }
}

/// What is wrong with the framing of a picture with this name.
pub fn mistake(name: &str, framing: &Framing) -> Option<&'static str> {
    if !framing.is_empty() && name.starts_with("game/") {
        return Some("The pictures of the game are always shown whole, because their spots are measured on them.");
    }
    if framing.crop.is_some() && extension::of(name) == "svg" {
        return Some(
            "A drawing (SVG) is always shown whole. Cut it in a drawing program, or upload it as a photo. It can have a point \
             that stays visible.",
        );
    }
    framing.mistake()
}

/// One line for each picture, so that the history shows what changed.
pub fn write(descriptions: &Descriptions) -> String {
    let mut text = String::new();
    for (name, PictureDescription { text: description, framing, framed_file }) in descriptions {
        let mut parts = Vec::new();
        if let Some(Crop { left, top, width, height }) = framing.crop {
            parts.push(format!(
                "crop = {{ left = \"{left}%\", top = \"{top}%\", width = \"{width}%\", height = \"{height}%\" }}"
            ));
        }
        if let Some(FocalPoint { left, top }) = framing.focal_point {
            parts.push(format!("focal_point = {{ left = \"{left}%\", top = \"{top}%\" }}"));
        }
        if let Some(hash) = framed_file.as_ref().filter(|_| !parts.is_empty()) {
            parts.push(format!("framed_file = {}", quoted(hash)));
        }
        let value = match (description, parts.is_empty()) {
            (Some(description), true) => quoted(description),
            (None, true) => continue,
            (description, false) => {
                let description = description.as_ref().map(|text| format!("description = {}", quoted(text)));
                let parts: Vec<_> = description.into_iter().chain(parts).collect();
                format!("{{ {} }}", parts.join(", "))
            }
        };
        let _ = writeln!(text, "{} = {value}", quoted(name));
    }
    text
}

/// On one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

pub fn check(folder: &Folder, report: &Report) {
    let Err(problems) = read_or_explain(folder.get(FILE).map(|file| &*file.bytes)) else { return };
    for Problem { line, message, .. } in problems {
        let message = format!(
            "{message} Each line is the name of a picture and its description, such as \"a.webp\" = \"A lens\", or a table \
             with the description, the part to show and the point that stays visible."
        );
        let plain = "The descriptions of the pictures cannot be read, or the part that is shown of one is not in it. Bring an \
                     earlier text back from the history.";
        report.problem(FILE, line, Message::new(message, plain));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAMED: &str = "\"a.webp\" = { description = \"A lens\", crop = { left = \"10%\", top = \"0%\", width = \"50.5%\", \
                          height = \"100%\" }, focal_point = { left = \"20%\", top = \"33.33%\" }, framed_file = \"1f2e3d4c\" }\n";

    fn problems(text: &str) -> Vec<String> {
        let report = Report::default();
        check(&Folder::from_texts([(FILE, text)]), &report);
        report.into_findings().problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn descriptions_survive_writing_and_reading() {
        let text = Some("A \"lens\"\nand é \u{7f}".to_owned());
        let described = PictureDescription { text, ..PictureDescription::default() };
        let descriptions = Descriptions::from([("a b.webp".to_owned(), described)]);
        assert_eq!(parse(Some(write(&descriptions).as_bytes())), descriptions);
        assert_eq!(parse(None), Descriptions::new());
    }

    #[test]
    fn part_and_point_survive_reading_and_writing() {
        let described = parse(Some(FRAMED.as_bytes()));
        let crop = Crop { left: 10.0, top: 0.0, width: 50.5, height: 100.0 };
        let framing = Framing { crop: Some(crop), focal_point: Some(FocalPoint { left: 20.0, top: 33.33 }) };
        assert_eq!((&described["a.webp"].framing, write(&described).as_str()), (&framing, FRAMED));
        // Somebody may write the same over several lines, and without a description.
        let tables = "[\"b.webp\".crop]\nleft = \"0%\"\ntop = \"0%\"\nwidth = \"50%\"\nheight = \"50%\"\n";
        let described = parse(Some(tables.as_bytes()));
        assert_eq!((described["b.webp"].text.as_ref(), described["b.webp"].framing.crop.is_some()), (None, true));
    }

    #[test]
    fn framing_holds_for_the_file_that_it_was_made_for() {
        let (file, other) = (ContentFile::new("one"), ContentFile::new("two"));
        let framing = Framing { crop: None, focal_point: Some(FocalPoint { left: 20.0, top: 30.0 }) };
        let mut described = PictureDescription::default();
        described.set_framing(framing, &file);
        assert_eq!(described.framing_of(&file), framing);
        assert!(described.framing_of(&other).is_empty());
        let by_hand = PictureDescription { framing, ..PictureDescription::default() };
        assert_eq!(by_hand.framing_of(&other), framing);
    }

    #[test]
    fn broken_file_is_reported() {
        for (text, is_valid) in [
            ("\"a.webp\" = \"A lens\"\n", true),
            ("\"a.webp\" = \"\"\n", true),
            (FRAMED, true),
            ("a = 1", false),
            ("[", false),
            ("\"a.webp\" = { descripton = \"A lens\" }", false),
        ] {
            assert_eq!(problems(text).is_empty(), is_valid, "{text}");
            assert_eq!(read(Some(text.as_bytes())).is_some(), is_valid, "{text}");
        }
    }

    #[test]
    fn part_outside_of_the_picture_is_reported_with_its_line() {
        let line = "\"b.webp\" = { crop = { left = \"60%\", top = \"0%\", width = \"50%\", height = \"100%\" } }";
        let found = problems(&format!("\"a.webp\" = \"A lens\"\n{line}\n"));
        assert_eq!(found.len(), 1, "{found:?}");
        let begin = "pictures/descriptions.toml:2: b.webp: The part to show extends beyond the picture.";
        assert!(found[0].starts_with(begin), "{found:?}");
        let wrong = line.replace("50%", "half");
        assert!(problems(&wrong)[0].contains("must be a percentage"), "{wrong}");
    }

    #[test]
    fn drawing_is_not_cut_but_can_have_a_point() {
        let crop = "crop = { left = \"0%\", top = \"0%\", width = \"50%\", height = \"100%\" }";
        assert!(problems(&format!("\"a.SVG\" = {{ {crop} }}"))[0].contains("A drawing (SVG) is always shown whole."));
        assert_eq!(problems("\"a.svg\" = { focal_point = { left = \"0%\", top = \"50%\" } }"), Vec::<String>::new());
    }
}
