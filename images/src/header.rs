//! Reads the header of a photo: its size as it is shown.

use std::io::Cursor;

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{ImageDecoder, Limits};

use super::error::PictureError;
use super::format::Format;
use super::sizes::Size;

/// Text and colour profiles are unpacked while the header is read. Real ones have some kilobytes.
const MAX_HEADER_BYTES: u64 = 16 * 1024 * 1024;

/// With the orientation applied.
pub fn read_header(bytes: &[u8], format: Format) -> Result<Size, PictureError> {
    if let (Format::Png, Some(size)) = (format, png_size(bytes)) {
        // The decoder refuses sizes that no memory can hold, without telling them.
        if u64::from(size.width) * u64::from(size.height) > u64::from(u32::MAX) {
            return Ok(size);
        }
    }
    let mut decoder = decoder(bytes, format)?;
    let (width, height) = decoder.dimensions();
    let (width, height) = if swaps_sides(orientation(&mut *decoder)) { (height, width) } else { (width, height) };
    Ok(Size { width, height })
}

fn png_size(bytes: &[u8]) -> Option<Size> {
    let (width, rest) = bytes.get(16..)?.split_first_chunk::<4>()?;
    let (height, _) = rest.split_first_chunk::<4>()?;
    Some(Size { width: u32::from_be_bytes(*width), height: u32::from_be_bytes(*height) })
}

/// A broken orientation is no reason to refuse a photo.
pub fn orientation(decoder: &mut dyn ImageDecoder) -> Orientation {
    decoder.orientation().unwrap_or(Orientation::NoTransforms)
}

pub fn swaps_sides(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH
    )
}

/// A decoder that has read the header. SVG has none.
pub fn decoder<'a>(bytes: &'a [u8], format: Format) -> Result<Box<dyn ImageDecoder + 'a>, PictureError> {
    let input = Cursor::new(bytes);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_HEADER_BYTES);
    let decoder: Result<Box<dyn ImageDecoder>, _> = match format {
        Format::Jpeg => JpegDecoder::new(input).map(|decoder| Box::new(decoder) as _),
        Format::Png => PngDecoder::with_limits(input, limits).map(|decoder| Box::new(decoder) as _),
        Format::WebP => WebPDecoder::new(input).map(|decoder| Box::new(decoder) as _),
        Format::Svg => return Err(PictureError::Unreadable),
    };
    decoder.map_err(|_| PictureError::Unreadable)
}
