//! What a picture's header says, checked before anything is decoded. An SVG is read completely: it is small.

use super::error::PictureError;
use super::format::{Format, advice_for_other_format};
use super::header::read_header;
use super::jpeg_png_webp_end::{has_end, has_only_pixels};
use super::sizes::{Size, sizes_of};
use super::svg;

/// The largest file that is accepted, as an upload and in a content folder.
pub const MAX_FILE_BYTES: usize = 12 * 1024 * 1024;

const MAX_PIXELS: u64 = 40_000_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    pub format: Format,
    /// Of the whole picture, with the orientation applied.
    pub size: Size,
    /// The sizes that pages use: the largest first, at least one.
    pub sizes: Vec<Size>,
    /// A small WebP without metadata: its bytes are served as they are.
    pub is_kept: bool,
    /// The form of an SVG that is served: written again without everything that is not part of the drawing.
    pub rewritten: Option<Vec<u8>>,
    /// What makes an SVG more than a drawing, such as "a script". It is not in the rewritten form.
    pub active_content: Option<String>,
}

pub fn inspect(bytes: &[u8]) -> Result<Inspection, PictureError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(PictureError::TooLarge);
    }
    let format = Format::of(bytes).ok_or_else(|| PictureError::NotAPicture(advice_for_other_format(bytes)))?;
    match format {
        Format::Svg => inspect_svg(bytes),
        Format::Jpeg | Format::Png | Format::WebP => inspect_raster(bytes, format),
    }
}

fn inspect_svg(bytes: &[u8]) -> Result<Inspection, PictureError> {
    let drawing = svg::rewrite(bytes)?;
    Ok(Inspection {
        format: Format::Svg,
        size: drawing.size,
        sizes: vec![drawing.size],
        is_kept: false,
        rewritten: Some(drawing.rewritten),
        active_content: drawing.active_content,
    })
}

fn inspect_raster(bytes: &[u8], format: Format) -> Result<Inspection, PictureError> {
    let picture = read_header(bytes, format)
        .map_err(|error| if has_end(bytes, format) { error } else { PictureError::Truncated })?;
    let Size { width, height } = picture;
    if width == 0 || height == 0 {
        return Err(PictureError::UnknownSize);
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooManyPixels { width, height });
    }
    if !has_end(bytes, format) || (format == Format::Jpeg && is_too_short_for_a_jpeg(bytes, picture)) {
        return Err(PictureError::Truncated);
    }
    let sizes = sizes_of(picture);
    // Half a byte for each pixel is more than a photo needs in good quality.
    let is_small = bytes.len() as u64 <= u64::from(width) * u64::from(height) / 2;
    let is_kept = format == Format::WebP && sizes[0] == picture && is_small && has_only_pixels(bytes);
    Ok(Inspection { format, size: picture, sizes, is_kept, rewritten: None, active_content: None })
}

/// Whether there is less than one bit for each block of 8 by 8 pixels. The decoder would fill the rest with grey, for some
/// seconds.
fn is_too_short_for_a_jpeg(bytes: &[u8], picture: Size) -> bool {
    const PIXELS_FOR_EACH_BYTE: u64 = 8 * 8 * 8;
    bytes.len() as u64 * PIXELS_FOR_EACH_BYTE < u64::from(picture.width) * u64::from(picture.height)
}
