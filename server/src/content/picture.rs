//! Pictures as pages need them: where each is served and how much room it takes.
//!
//! Owns the reading of sizes, so that every image is sized before it arrives and nothing shifts, and the names
//! under which pictures are served: they change with the bytes, so a browser may keep them for a year.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest, Sha256};
use ts_rs::TS;

use super::folder::Folder;
use super::report::Report;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Picture {
    /// `/pictures/name.HASH.svg`
    pub src: String,
    pub width: u32,
    pub height: u32,
}

/// A picture with its bytes, as it is served.
#[derive(Debug, Clone)]
pub struct PictureFile {
    pub picture: Picture,
    pub bytes: Vec<u8>,
}

/// The pictures of a folder by the path that content files name them with, e.g. `pictures/mark.svg`.
pub struct Gallery<'a> {
    pub files: BTreeMap<String, PictureFile>,
    report: &'a Report,
}

const ENDINGS: [&str; 5] = ["svg", "png", "jpg", "jpeg", "webp"];

impl<'a> Gallery<'a> {
    pub fn hang(folder: &Folder, report: &'a Report) -> Self {
        let mut files = BTreeMap::new();
        for (path, bytes) in folder.files() {
            let in_gallery = path.starts_with("pictures/") || path.starts_with("game/");
            let Some((stem, ending)) = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')) else { continue };
            if !in_gallery || !ENDINGS.contains(&ending) {
                continue;
            }
            match size_of(ending, bytes) {
                Some((width, height)) => {
                    let src = format!("/pictures/{stem}.{}.{ending}", fingerprint(bytes));
                    let picture = Picture { src, width, height };
                    files.insert(path.to_owned(), PictureFile { picture, bytes: bytes.to_vec() });
                }
                None => report.problem(
                    path,
                    1,
                    "The picture's size cannot be read. Save it again as SVG (with a viewBox), PNG, JPEG or WebP.",
                ),
            }
        }
        Self { files, report }
    }

    /// The named picture, or a report of its absence at the place that asked for it.
    pub fn find(&self, folder: &str, name: &str, file: &str, line: usize) -> Picture {
        let path = format!("{folder}/{name}");
        if let Some(found) = self.files.get(&path) {
            return found.picture.clone();
        }
        if !name.is_empty() {
            self.report.problem(file, line, format!("There is no picture {path}. Add it, or name one that is there."));
        }
        Picture { src: String::new(), width: 1, height: 1 }
    }
}

/// Eight hexadecimal digits that change with the bytes.
pub fn fingerprint(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

fn size_of(ending: &str, bytes: &[u8]) -> Option<(u32, u32)> {
    if ending == "svg" {
        return svg_size(std::str::from_utf8(bytes).ok()?);
    }
    let size = imagesize::blob_size(bytes).ok()?;
    Some((u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?))
}

fn svg_size(text: &str) -> Option<(u32, u32)> {
    let root = text.split_once("<svg")?.1.split_once('>')?.0;
    let view_box = root.split_once("viewBox=")?.1;
    let quote = view_box.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut numbers = view_box[1..].split_once(quote)?.0.split([' ', ',']).filter(|part| !part.is_empty()).skip(2);
    let mut next = || numbers.next()?.parse::<f64>().ok().filter(|size| *size >= 1.0 && *size < 100_000.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just above")]
    Some((next()?.round() as u32, next()?.round() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_is_as_large_as_its_view_box() {
        assert_eq!(svg_size("<svg xmlns='x' viewBox='0 0 480 360.4'>"), Some((480, 360)));
        assert_eq!(svg_size("<svg viewBox=\"0,0,1200,630\"/>"), Some((1200, 630)));
        assert_eq!(svg_size("<svg width='3'>"), None);
        assert_eq!(svg_size("<svg viewBox=”0 0 480 360”>"), None);
    }

    #[test]
    fn a_changed_picture_gets_another_address() {
        assert_ne!(fingerprint(b"a"), fingerprint(b"b"));
    }
}
