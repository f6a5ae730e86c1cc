//! Picture files for tests, as cameras and attackers make them.

use std::fmt::Write;
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

/// The degrees and minutes of Port Harcourt in `exif`.
pub const GPS_PLACE: &[u8] = &[4, 0, 0, 0, 1, 0, 0, 0, 49, 0, 0, 0, 1, 0, 0, 0, 27, 0, 0, 0, 1, 0, 0, 0];

/// 12 megapixels, taken with the phone upright: the pixels lie on their side and the orientation is 6.
pub fn phone_photo() -> Vec<u8> {
    let pixels = RgbImage::from_fn(4000, 3000, |x, y| {
        // Some noise, as in a photo: an even area would be unusually small.
        let noise = u8::try_from((x * 31 + y * 17 + x * y / 7) % 24).expect("small");
        if x < 2000 && y < 1500 {
            Rgb([210 + noise, 8 + noise, 8 + noise])
        } else {
            Rgb([8 + noise, 108 + noise, 188 + noise])
        }
    });
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 90).encode_image(&pixels).expect("a JPEG");
    let segment = [&b"Exif\0\0"[..], &exif()].concat();
    let length = u16::try_from(segment.len() + 2).expect("short").to_be_bytes();
    [&[0xff, 0xd8, 0xff, 0xe1][..], &length, &segment, &bytes[2..]].concat()
}

/// Camera, orientation 6 and place, as TIFF in little-endian order.
fn exif() -> Vec<u8> {
    const CAMERA: &[u8] = b"Jane's iPhone\0\0\0";
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let camera_at = 8 + 2 + 3 * 12 + 4;
    let gps_at = camera_at + u32::try_from(CAMERA.len()).expect("short");
    let place_at = gps_at + 2 + 2 * 12 + 4;
    [
        b"II*\0".to_vec(),
        8_u32.to_le_bytes().to_vec(),
        3_u16.to_le_bytes().to_vec(),
        entry(0x0110, 2, 14, camera_at),
        entry(0x0112, 3, 1, 6),
        entry(0x8825, 4, 1, gps_at),
        vec![0; 4],
        CAMERA.to_vec(),
        2_u16.to_le_bytes().to_vec(),
        entry(1, 2, 2, u32::from(b'N')),
        entry(2, 5, 3, place_at),
        vec![0; 4],
        GPS_PLACE.to_vec(),
    ]
    .concat()
}

pub fn jpeg_with_profile(profile: Option<&[u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    if let Some(profile) = profile {
        encoder.set_icc_profile(profile.to_vec()).expect("a profile");
    }
    encoder.encode_image(&RgbImage::from_pixel(200, 200, Rgb([200, 60, 60]))).expect("a JPEG");
    bytes
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    let color = |side: u32| u8::try_from(side % 256).expect("small");
    as_png(&RgbImage::from_fn(width, height, |x, y| Rgb([color(x), color(y), color(x + y)])).into())
}

/// Of one colour, so that it is small with any number of pixels.
pub fn plain_png(width: u32, height: u32) -> Vec<u8> {
    as_png(&DynamicImage::new_rgb8(width, height))
}

pub fn png_with_16_bits(width: u32, height: u32) -> Vec<u8> {
    as_png(&DynamicImage::new_rgb16(width, height))
}

/// The left half is invisible and green, the right half orange.
pub fn transparent_png(width: u32, height: u32) -> Vec<u8> {
    let color = |x| if x < width / 2 { Rgba([0, 255, 0, 0]) } else { Rgba([240, 150, 40, 255]) };
    as_png(&RgbaImage::from_fn(width, height, |x, _| color(x)).into())
}

fn as_png(image: &DynamicImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).expect("a PNG");
    bytes.into_inner()
}

/// A JPEG of a few bytes that claims to be large.
pub fn jpeg_header(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new(&mut bytes).encode_image(&RgbImage::new(8, 8)).expect("a JPEG");
    let size = bytes.windows(2).position(|marker| marker == [0xff, 0xc0]).expect("the size") + 5;
    bytes[size..size + 2].copy_from_slice(&height.to_be_bytes());
    bytes[size + 2..size + 4].copy_from_slice(&width.to_be_bytes());
    bytes
}

/// A PNG of a few bytes that claims to be large.
pub fn png_header(width: u32, height: u32) -> Vec<u8> {
    let header = [&b"IHDR"[..], &width.to_be_bytes(), &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    let mut checksum = flate2::Crc::new();
    checksum.update(&header);
    let data = [&0_u32.to_be_bytes()[..], b"IDAT", &0x35af_061e_u32.to_be_bytes()].concat();
    let end = [&0_u32.to_be_bytes()[..], b"IEND", &0xae42_6082_u32.to_be_bytes()].concat();
    [&b"\x89PNG\r\n\x1a\n"[..], &13_u32.to_be_bytes(), &header, &checksum.sum().to_be_bytes(), &data, &end].concat()
}

/// A few kilobytes that draw 10 to the power of `levels` rectangles.
pub fn nested_uses(levels: usize) -> String {
    let mut groups = String::new();
    for level in 1..=levels {
        let uses = format!("<use href='#g{}'/>", level - 1).repeat(10);
        let _ = write!(groups, "<g id='g{level}'>{uses}</g>");
    }
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><rect id='g0' width='1' height='1'/>{groups}</svg>"
    )
}

pub fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

pub fn is_close(pixel: [u8; 4], color: [u8; 3]) -> bool {
    pixel.iter().zip(color).all(|(a, b)| a.abs_diff(b) < 25)
}
