//! Draws a discount code as a QR code: a small PNG in black on white with its own border, so that a scanner can read it
//! from a phone in dark mode.

use qrcode::{Color, EcLevel, QrCode};

const PIXELS_PER_MODULE: usize = 8;
/// The white border ("quiet zone") that the QR standard requires, in modules.
const QUIET_ZONE: usize = 4;

pub struct QrImage {
    pub png: Vec<u8>,
    /// Width and height in pixels.
    pub side: usize,
}

pub fn draw(code: &str) -> QrImage {
    let qr = QrCode::with_error_correction_level(code, EcLevel::Q).expect("a discount code fits a QR code");
    let modules = qr.width() + 2 * QUIET_ZONE;
    let side = modules * PIXELS_PER_MODULE;
    let dark = |x: usize, y: usize| {
        let inside = |position: usize| position.checked_sub(QUIET_ZONE).filter(|&module| module < qr.width());
        matches!((inside(x), inside(y)), (Some(x), Some(y)) if qr[(x, y)] == Color::Dark)
    };
    // One bit per pixel and eight pixels per module, so a module is one byte of its row.
    let mut rows = Vec::with_capacity(side * modules);
    for y in 0..modules {
        let row: Vec<u8> = (0..modules).map(|x| if dark(x, y) { 0x00 } else { 0xFF }).collect();
        for _ in 0..PIXELS_PER_MODULE {
            rows.extend_from_slice(&row);
        }
    }
    QrImage { png: encode(&rows, side), side }
}

fn encode(rows: &[u8], side: usize) -> Vec<u8> {
    let side = u32::try_from(side).expect("a QR code is at most 1480 pixels wide");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().expect("writing to memory does not fail");
    writer.write_image_data(rows).expect("the rows have the size given in the header");
    writer.finish().expect("writing to memory does not fail");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scanner_reads_the_code_back() {
        let image = draw("EYE5-7K3M-Q2XV");
        let mut reader = png::Decoder::new(std::io::Cursor::new(&image.png)).read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
        let info = reader.next_frame(&mut pixels).expect("a whole picture");
        assert_eq!(usize::try_from(info.width).expect("small"), image.side);

        let white = |x: usize, y: usize| pixels[y * info.line_size + x / 8] >> (7 - x % 8) & 1 == 1;
        let mut prepared =
            rqrr::PreparedImage::prepare_from_greyscale(
                image.side,
                image.side,
                |x, y| {
                    if white(x, y) { 255 } else { 0 }
                },
            );
        let grids = prepared.detect_grids();
        assert_eq!(grids.len(), 1);
        assert_eq!(grids[0].decode().expect("a readable code").1, "EYE5-7K3M-Q2XV");
    }

    #[test]
    fn image_is_smaller_than_one_kilobyte() {
        assert!(draw("EYE5-7K3M-Q2XV").png.len() < 1024);
    }
}
