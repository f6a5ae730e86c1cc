//! Decodes a photo, turns it upright, reduces it to the widths that pages use and encodes each as WebP. Nothing but the
//! pixels is taken over, so that no metadata (place, camera, name) is left.

use image::imageops::{self, FilterType};
use image::metadata::Orientation;
use image::{DynamicImage, Limits, RgbaImage};
use moxcms::{ColorProfile, Layout, TransformOptions};

use super::error::PictureError;
use super::format::Format;
use super::header::{decoder, orientation, swaps_sides};
use super::inspect::inspect;
use super::sizes::Size;

/// For the decoded pixels. 40 million pixels of 8-bit colour with transparency have 160 MB.
const MAX_DECODED_BYTES: u64 = 192 * 1024 * 1024;

/// Photos look the same as their originals; 90 would need twice the bytes.
const QUALITY: f32 = 78.0;

/// Encodes a picture as WebP in each of the sizes, which `inspect` found, the largest first.
pub fn render(bytes: &[u8], sizes: &[Size]) -> Result<Vec<Vec<u8>>, PictureError> {
    let format = inspect(bytes)?.format;
    let Some(largest) = sizes.first() else { return Ok(Vec::new()) };
    let mut image = read_upright(bytes, format, *largest)?;
    sizes
        .iter()
        .map(|size| {
            // Each from the one before, which is many times smaller than the original.
            image = resize(std::mem::take(&mut image), *size);
            encode(&image)
        })
        .collect()
}

pub fn decode(bytes: &[u8], format: Format) -> Result<Decoded, PictureError> {
    let mut decoder = decoder(bytes, format)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    decoder.set_limits(limits).map_err(|_| PictureError::TooMuchMemory)?;
    if decoder.total_bytes() > MAX_DECODED_BYTES {
        return Err(PictureError::TooMuchMemory);
    }
    let orientation = orientation(&mut *decoder);
    let color_profile = decoder.icc_profile().ok().flatten();
    let image = DynamicImage::from_decoder(decoder).map_err(|error| match error {
        image::ImageError::Limits(_) => PictureError::TooMuchMemory,
        _ => PictureError::Unreadable,
    })?;
    Ok(Decoded { image, orientation, color_profile })
}

pub struct Decoded {
    image: DynamicImage,
    orientation: Orientation,
    color_profile: Option<Vec<u8>>,
}

/// An upright picture in sRGB with 8 bits for each colour, reduced to a size.
fn read_upright(bytes: &[u8], format: Format, size: Size) -> Result<DynamicImage, PictureError> {
    let Decoded { image, orientation, color_profile } = decode(bytes, format)?;
    let Size { width, height } = size;
    let size = if swaps_sides(orientation) { Size { width: height, height: width } } else { size };
    // Reduced first: all that follows then has little to do.
    let has_alpha = image.color().has_alpha();
    let image = if has_alpha { DynamicImage::from(image.into_rgba8()) } else { image.into_rgb8().into() };
    let mut image = resize(image, size);
    if let Some(profile) = color_profile {
        convert_to_srgb(&mut image, &profile);
    }
    image.apply_orientation(orientation);
    Ok(image)
}

/// Takes and returns pictures with 8 bits for each colour.
fn resize(image: DynamicImage, size: Size) -> DynamicImage {
    let Size { width, height } = size;
    if (image.width(), image.height()) == (width, height) {
        return image;
    }
    match image {
        DynamicImage::ImageRgba8(mut pixels) => {
            multiply_by_opacity(&mut pixels);
            let mut reduced = imageops::resize(&pixels, width, height, FilterType::CatmullRom);
            divide_by_opacity(&mut reduced);
            reduced.into()
        }
        other => imageops::resize(&other.into_rgb8(), width, height, FilterType::CatmullRom).into(),
    }
}

/// The colours of invisible pixels must not show at edges when the picture is reduced.
fn multiply_by_opacity(pixels: &mut RgbaImage) {
    for pixel in pixels.pixels_mut() {
        let [colors @ .., opacity] = &mut pixel.0;
        for color in colors {
            *color = scaled(*color, u32::from(*opacity), 255);
        }
    }
}

fn divide_by_opacity(pixels: &mut RgbaImage) {
    for pixel in pixels.pixels_mut() {
        let [colors @ .., opacity] = &mut pixel.0;
        for color in colors {
            *color = scaled(*color, 255, u32::from(*opacity).max(1));
        }
    }
}

fn scaled(color: u8, factor: u32, divisor: u32) -> u8 {
    u8::try_from((u32::from(color) * factor + divisor / 2) / divisor).unwrap_or(u8::MAX)
}

/// Phones save photos with a larger range of colours, which browsers would take for sRGB without the profile.
fn convert_to_srgb(image: &mut DynamicImage, profile: &[u8]) {
    let Ok(from) = ColorProfile::new_from_slice(profile) else { return };
    let (layout, samples): (_, &mut [u8]) = match image {
        DynamicImage::ImageRgb8(pixels) => (Layout::Rgb, pixels.as_mut()),
        DynamicImage::ImageRgba8(pixels) => (Layout::Rgba, pixels.as_mut()),
        _ => return,
    };
    let to = ColorProfile::new_srgb();
    // A profile for printing or for grey does not fit these pixels, which are RGB already.
    let Ok(transform) = from.create_transform_8bit(layout, &to, layout, TransformOptions::default()) else { return };
    let source = samples.to_vec();
    let _ = transform.transform(&source, samples);
}

fn encode(image: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (image.width(), image.height());
    let encoder = match image {
        DynamicImage::ImageRgba8(pixels) => webp::Encoder::from_rgba(pixels, width, height),
        DynamicImage::ImageRgb8(pixels) => webp::Encoder::from_rgb(pixels, width, height),
        _ => return Err(PictureError::Unreadable),
    };
    encoder.encode_simple(false, QUALITY).map(|bytes| bytes.to_vec()).map_err(|_| PictureError::Unreadable)
}
