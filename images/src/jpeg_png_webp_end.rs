//! Walks through the segments and chunks of a picture file without decoding it: whether its end is there, and whether a
//! WebP has anything besides pixels. A picture that was cut off during a copy still has a readable size, but shows only
//! its upper part.

use super::format::Format;

const JPEG_START_OF_SCAN: u8 = 0xda;
const JPEG_END_OF_IMAGE: u8 = 0xd9;

/// The chunks of a WebP with pixels and transparency. Photos of phones also have `EXIF`, `XMP ` and `ICCP`.
const WEBP_PIXEL_CHUNKS: [&[u8; 4]; 4] = [b"VP8 ", b"VP8L", b"VP8X", b"ALPH"];

pub fn has_end(bytes: &[u8], format: Format) -> bool {
    match format {
        Format::Png => is_complete_png(bytes),
        Format::Jpeg => is_complete_jpeg(bytes).unwrap_or(false),
        Format::WebP => webp_length(bytes).is_some_and(|length| bytes.len() >= length),
        Format::Svg => true,
    }
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

/// The length that the header of a WebP states, header included.
fn webp_length(bytes: &[u8]) -> Option<usize> {
    let (length, _) = bytes.get(4..)?.split_first_chunk::<4>()?;
    (u32::from_le_bytes(*length) as usize).checked_add(8)
}

/// Whether a WebP has no metadata, no second frame, and no bytes after its end.
pub fn has_only_pixels(webp: &[u8]) -> bool {
    let Some(mut rest) = webp.get(12..).filter(|_| webp_length(webp) == Some(webp.len())) else { return false };
    while let Some((kind, after)) = rest.split_first_chunk::<4>() {
        let Some((length, data)) = after.split_first_chunk::<4>() else { return false };
        let length = u32::from_le_bytes(*length) as usize;
        // Chunks have an even length.
        let Some(next) = length.checked_add(length % 2).and_then(|padded| data.get(padded..)) else { return false };
        if !WEBP_PIXEL_CHUNKS.contains(&kind) {
            return false;
        }
        rest = next;
    }
    rest.is_empty()
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

    fn with_chunk(mut webp: Vec<u8>, kind: [u8; 4]) -> Vec<u8> {
        webp.extend([&kind[..], &2_u32.to_le_bytes(), b"ab"].concat());
        let length = u32::try_from(webp.len() - 8).expect("small");
        webp[4..8].copy_from_slice(&length.to_le_bytes());
        webp
    }

    #[test]
    fn complete_pictures_have_an_end_also_with_bytes_after_it() {
        for (format, mut picture) in [(Format::Png, png()), (Format::Jpeg, jpeg()), (Format::WebP, webp())] {
            assert!(has_end(&picture, format), "{format:?}");
            picture.extend(b"trailer");
            assert!(has_end(&picture, format), "{format:?}");
        }
    }

    #[test]
    fn truncated_pictures_have_no_end_at_any_length() {
        for (format, picture) in [(Format::Png, png()), (Format::Jpeg, jpeg()), (Format::WebP, webp())] {
            for length in 0..picture.len() {
                assert!(!has_end(&picture[..length], format), "{format:?} {length}");
            }
        }
    }

    #[test]
    fn metadata_animation_and_trailing_bytes_of_a_webp_are_noticed() {
        assert!(has_only_pixels(&webp()));
        assert!(has_only_pixels(&with_chunk(webp(), *b"ALPH")));
        for kind in [b"EXIF", b"XMP ", b"ICCP", b"ANMF", b"junk"] {
            assert!(!has_only_pixels(&with_chunk(webp(), *kind)), "{kind:?}");
        }
        assert!(!has_only_pixels(&[webp(), b"trailer".to_vec()].concat()));
    }
}
