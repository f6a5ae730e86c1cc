//! Decodes a photo, turns it upright, cuts out the part to show, reduces it to the widths that pages use and encodes each as
//! WebP. Nothing but the pixels is taken over, so that no metadata (place, camera, name) is left.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::metadata::Orientation;
use image::{DynamicImage, Limits, RgbImage, RgbaImage};
use moxcms::{ColorProfile, Layout, TransformOptions};

use super::crop::{Area, CARD, cut};
use super::error::PictureError;
use super::format::Format;
use super::header::{decoder, orientation, swaps_sides};
use super::inspect::inspect;
use super::sizes::Size;

/// For the decoded pixels. 40 million pixels of 8-bit colour with transparency have 160 MB.
const MAX_DECODED_BYTES: u64 = 192 * 1024 * 1024;

/// Photos look the same as their originals; 90 would need twice the bytes.
const QUALITY: f32 = 78.0;

const CARD_QUALITY: u8 = 80;

/// Encodes a picture, or a part of it, as WebP in each of the sizes, the largest first.
pub fn render(bytes: &[u8], area: Option<Area>, sizes: &[Size]) -> Result<Vec<Vec<u8>>, PictureError> {
    let Some(largest) = sizes.first() else { return Ok(Vec::new()) };
    let mut image = read_upright(bytes, area, *largest)?;
    sizes
        .iter()
        .map(|size| {
            // Each from the one before, which is many times smaller than the original.
            image = resize(std::mem::take(&mut image), *size);
            encode(&image)
        })
        .collect()
}

/// Encodes a part of a picture for link previews. As JPEG, because not every program that shows links knows WebP.
pub fn render_card(bytes: &[u8], area: Area) -> Result<Vec<u8>, PictureError> {
    let image = on_white(read_upright(bytes, Some(area), CARD)?);
    let mut encoded = Vec::new();
    let mut jpeg = JpegEncoder::new_with_quality(&mut encoded, CARD_QUALITY);
    jpeg.encode_image(&image).map_err(|_| PictureError::Unreadable)?;
    Ok(encoded)
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

/// An upright picture, or a part of one, in sRGB with 8 bits for each colour, reduced to a size.
fn read_upright(bytes: &[u8], area: Option<Area>, size: Size) -> Result<DynamicImage, PictureError> {
    let inspection = inspect(bytes)?;
    let Decoded { image, orientation, color_profile } = decode(bytes, inspection.format)?;
    let image = match area.filter(|area| *area != Area::whole(inspection.size)) {
        Some(area) => cut(&image, orientation, area),
        None => image,
    };
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

/// JPEG knows no transparency.
fn on_white(image: DynamicImage) -> RgbImage {
    match image {
        DynamicImage::ImageRgba8(pixels) => RgbImage::from_fn(pixels.width(), pixels.height(), |x, y| {
            let [red, green, blue, opacity] = pixels.get_pixel(x, y).0;
            let over_white = |color: u8| scaled(color, u32::from(opacity), 255) + (u8::MAX - opacity);
            image::Rgb([red, green, blue].map(over_white))
        }),
        other => other.into_rgb8(),
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
