//! Recognises the file format of a picture and whether the file is complete. A picture that was cut off during a copy
//! still has a readable size, but shows only its upper part.

use imagesize::ImageType;

/// Formats that browsers show, by file extension in lower case.
pub const EXTENSIONS: [&str; 5] = ["svg", "png", "jpg", "jpeg", "webp"];

const JPEG_START_OF_SCAN: u8 = 0xda;
const JPEG_END_OF_IMAGE: u8 = 0xd9;

/// Why a file cannot be used as a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureError {
    UnknownSize,
    /// The content is of another format than the extension says.
    WrongExtension,
    Truncated,
}

impl PictureError {
    pub fn message(self) -> &'static str {
        match self {
            Self::UnknownSize => {
                "The size of this picture cannot be read. Save it again as SVG (with a viewBox), PNG, JPEG or WebP."
            }
            Self::WrongExtension => {
                "This picture has another format than its name says. Open it and save it again as PNG, JPEG or WebP."
            }
            Self::Truncated => "This picture is incomplete: its end is missing. Copy the file again.",
        }
    }
}

/// What to do about a file that is not a picture which browsers show.
pub fn advice_for(name: &str) -> &'static str {
    match extension(name).as_str() {
        "heic" | "heif" => {
            "Browsers cannot show pictures of iPhones (HEIC). Open it on the phone or computer and export it as JPEG."
        }
        _ => "This is not a picture that browsers can show. Save it as SVG, PNG, JPEG or WebP, or remove it.",
    }
}

pub fn is_supported(name: &str) -> bool {
    EXTENSIONS.contains(&extension(name).as_str())
}

/// In lower case: cameras and Windows programs write `.JPG`.
pub fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

/// Checks a picture other than SVG.
pub fn check(extension: &str, bytes: &[u8]) -> Result<(), PictureError> {
    let format = imagesize::image_type(bytes).map_err(|_| PictureError::UnknownSize)?;
    let is_complete = match (extension, format) {
        ("png", ImageType::Png) => is_complete_png(bytes),
        ("jpg" | "jpeg", ImageType::Jpeg) => is_complete_jpeg(bytes).unwrap_or(false),
        ("webp", ImageType::Webp) => is_complete_webp(bytes).unwrap_or(false),
        _ => return Err(PictureError::WrongExtension),
    };
    if is_complete { Ok(()) } else { Err(PictureError::Truncated) }
}

/// Whether the last chunk, `IEND`, is reached. Some programs add bytes after it.
fn is_complete_png(bytes: &[u8]) -> bool {
    const SIGNATURE: usize = 8;
    // Length, type and checksum.
    const AROUND_DATA: usize = 12;
    let mut rest = bytes.get(SIGNATURE..).unwrap_or_default();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let end = AROUND_DATA.saturating_add(u32::from_be_bytes(*length) as usize);
        if rest.len() < end {
            return false;
        }
        if after.starts_with(b"IEND") {
            return true;
        }
        rest = &rest[end..];
    }
    false
}

/// Whether the marker for the end of the image is reached. Searching for its bytes is not enough: the preview inside the
/// metadata of a photo has an end of its own.
fn is_complete_jpeg(bytes: &[u8]) -> Option<bool> {
    let mut position = 2;
    loop {
        if *bytes.get(position)? != 0xff {
            return Some(false);
        }
        match *bytes.get(position + 1)? {
            JPEG_END_OF_IMAGE => return Some(true),
            // Padding.
            0xff => position += 1,
            marker => {
                let length = u16::from_be_bytes([*bytes.get(position + 2)?, *bytes.get(position + 3)?]);
                position += 2 + usize::from(length);
                if marker == JPEG_START_OF_SCAN {
                    position += compressed_length(bytes.get(position..)?)?;
                }
            }
        }
    }
}

/// The length of the data of a scan: it ends at a marker that is neither an escaped 0xff nor a restart marker.
fn compressed_length(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).position(|pair| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff))
}

fn is_complete_webp(bytes: &[u8]) -> Option<bool> {
    let (length, _) = bytes.get(4..)?.split_first_chunk::<4>()?;
    Some(bytes.len() >= 8 + u32::from_le_bytes(*length) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png() -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = {
            let mut encoder = png::Encoder::new(&mut bytes, 4, 3);
            encoder.set_color(png::ColorType::Grayscale);
            encoder.write_header().expect("a header")
        };
        writer.write_image_data(&[128; 12]).expect("pixels");
        writer.finish().expect("the end");
        bytes
    }

    /// Metadata with an end marker inside, a scan with an escaped byte and a restart marker, and the end.
    fn jpeg() -> Vec<u8> {
        let metadata = [0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9];
        let size = [0xff, 0xc0, 0, 11, 8, 0, 3, 0, 4, 1, 1, 0x11, 0];
        let scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56];
        [&[0xff, 0xd8][..], &metadata, &size, &scan, &[0xff, 0xd9]].concat()
    }

    fn webp() -> Vec<u8> {
        [&b"RIFF"[..], &18_u32.to_le_bytes(), b"WEBPVP8L", &5_u32.to_le_bytes(), &[0x2f, 3, 0x80, 0, 0, 0]].concat()
    }

    #[test]
    fn complete_pictures_are_accepted_also_with_bytes_after_the_end() {
        for (extension, mut picture) in [("png", png()), ("jpg", jpeg()), ("jpeg", jpeg()), ("webp", webp())] {
            assert_eq!(check(extension, &picture), Ok(()), "{extension}");
            picture.extend(b"trailer");
            assert_eq!(check(extension, &picture), Ok(()), "{extension}");
        }
    }

    #[test]
    fn truncated_pictures_are_rejected_at_every_length() {
        for (extension, picture) in [("png", png()), ("jpg", jpeg()), ("webp", webp())] {
            for length in 16..picture.len() {
                assert_eq!(check(extension, &picture[..length]), Err(PictureError::Truncated), "{extension} {length}");
            }
        }
    }

    #[test]
    fn renamed_picture_is_rejected() {
        assert_eq!(check("jpg", &png()), Err(PictureError::WrongExtension));
        assert_eq!(check("png", b"not a picture"), Err(PictureError::UnknownSize));
    }

    #[test]
    fn picture_of_an_iphone_gets_its_own_advice() {
        assert!(advice_for("IMG_2031.HEIC").contains("export it as JPEG"));
        assert!(advice_for("flyer.pdf").contains("Save it as SVG"));
    }
}
