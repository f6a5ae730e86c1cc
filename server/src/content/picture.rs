//! A picture of the content folder: its public address and its size in pixels.

use data_encoding::HEXLOWER;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use sha2::{Digest, Sha256};
use ts_rs::TS;

use super::picture_format::{self, PictureError};

/// The size is part of the page, so that the layout does not shift when the picture arrives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Picture {
    /// `/pictures/name.HASH.svg`, percent-encoded.
    pub src: String,
    pub width: u32,
    pub height: u32,
}

#[derive(Debug, Clone)]
pub struct PictureFile {
    pub picture: Picture,
    pub bytes: Vec<u8>,
}

/// Everything except the unreserved characters of RFC 3986. Browsers send such a path back unchanged, so that it can be
/// looked up without decoding.
const ESCAPED_IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

impl PictureFile {
    /// `None` when the file's name does not end like a picture's.
    pub fn read(name: &str, bytes: &[u8]) -> Option<Result<Self, PictureError>> {
        let (stem, _) = name.rsplit_once('.').filter(|_| picture_format::is_supported(name))?;
        Some(Self::of(stem, &picture_format::extension(name), bytes))
    }

    fn of(stem: &str, extension: &str, bytes: &[u8]) -> Result<Self, PictureError> {
        if extension != "svg" {
            picture_format::check(extension, bytes)?;
        }
        let (width, height) = size(extension, bytes).ok_or(PictureError::UnknownSize)?;
        // The hash lets browsers cache the picture for a year: changed bytes get a new address.
        let stem = utf8_percent_encode(stem, ESCAPED_IN_PATH);
        let src = format!("/pictures/{stem}.{}.{extension}", fingerprint(bytes));
        Ok(Self { picture: Picture { src, width, height }, bytes: bytes.to_vec() })
    }
}

/// Eight hexadecimal digits of the SHA-256 hash.
pub fn fingerprint(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes)[..4])
}

fn size(extension: &str, bytes: &[u8]) -> Option<(u32, u32)> {
    if extension == "svg" {
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
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded by the filter above")]
    Some((next()?.round() as u32, next()?.round() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn svg_size_is_read_from_the_view_box() {
        assert_eq!(svg_size("<svg xmlns='x' viewBox='0 0 480 360.4'>"), Some((480, 360)));
        assert_eq!(svg_size("<svg viewBox=\"0,0,1200,630\"/>"), Some((1200, 630)));
        assert_eq!(svg_size("<svg width='3'>"), None);
        assert_eq!(svg_size("<svg viewBox=”0 0 480 360”>"), None);
    }

    #[test]
    fn changed_bytes_change_the_address() {
        let src = |text: &str| match PictureFile::read("a.svg", text.as_bytes()) {
            Some(Ok(file)) => file.picture.src,
            other => panic!("not a picture: {other:?}"),
        };
        let (first, second) = (src("<svg viewBox='0 0 4 3'>"), src("<svg viewBox='0 0 4 3'> "));
        assert!(first.starts_with("/pictures/a."), "{first}");
        assert_ne!(first, second);
    }

    #[test]
    fn spaces_and_letters_outside_ascii_are_encoded_and_extensions_may_have_any_case() {
        let Some(Ok(file)) = PictureFile::read("my phöto.SVG", b"<svg viewBox='0 0 4 3'>") else {
            panic!("not a picture")
        };
        let src = file.picture.src;
        assert!(src.starts_with("/pictures/my%20ph%C3%B6to."), "{src}");
        assert_eq!(src.rsplit_once('.').map(|(_, extension)| extension), Some("svg"));
    }

    #[test]
    fn other_files_are_not_pictures() {
        assert!(PictureFile::read("game.toml", b"").is_none());
        assert!(matches!(PictureFile::read("a.png", b"not a PNG"), Some(Err(PictureError::UnknownSize))));
    }
}
