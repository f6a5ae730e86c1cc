//! Pictures that editors bring: recognises their format, enforces limits, removes everything but the pixels or shapes,
//! and makes the sizes that pages use. Works on bytes only; the callers decide what runs when.

mod crop;
mod error;
mod format;
mod header;
mod inspect;
mod jpeg_png_webp_end;
mod raster;
mod sizes;
mod svg;
mod svg_rules;

pub use crop::{Area, CARD};
pub use error::PictureError;
pub use format::{Format, advice_for_other_format};
pub use inspect::{Inspection, MAX_FILE_BYTES, inspect};
pub use raster::{render, render_card};
pub use sizes::{Size, sizes_of};

/// A picture as it is stored after an upload: without metadata, and not larger than pages need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CleanPicture {
    pub format: Format,
    pub bytes: Vec<u8>,
    pub size: Size,
}

/// Makes the stored form of an upload. Slow and hungry for memory, so callers run one at a time, off the async threads.
pub fn clean_upload(bytes: &[u8]) -> Result<CleanPicture, PictureError> {
    let Inspection { format, sizes, is_kept, rewritten, .. } = inspect(bytes)?;
    let size = sizes[0];
    if let Some(bytes) = rewritten {
        return Ok(CleanPicture { format, bytes, size });
    }
    if is_kept {
        // Only to be sure that it can be shown.
        raster::decode(bytes, format)?;
        return Ok(CleanPicture { format, bytes: bytes.to_vec(), size });
    }
    let bytes = render(bytes, None, &[size])?.concat();
    Ok(CleanPicture { format: Format::WebP, bytes, size })
}
