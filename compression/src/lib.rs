//! Gzip and Brotli compression of the resources that the server publishes.

use std::io::Write;

use bytes::Bytes;

/// Used at publication, where an editor waits for the result.
pub const FAST: Levels = Levels { brotli: 4, gzip: 5 };
/// Used afterwards in the background.
pub const MAX: Levels = Levels { brotli: 11, gzip: 9 };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levels {
    brotli: u32,
    gzip: u32,
}

/// `None` when the compressed form is not smaller.
pub fn gzip(bytes: &[u8], levels: Levels) -> Option<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(levels.gzip));
    encoder.write_all(bytes).ok()?;
    if_smaller(encoder.finish().ok()?, bytes)
}

/// `None` when the compressed form is not smaller.
pub fn brotli(bytes: &[u8], levels: Levels) -> Option<Bytes> {
    let mut compressed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut compressed, 4096, levels.brotli, window_bits(bytes.len()));
    encoder.write_all(bytes).ok()?;
    drop(encoder);
    if_smaller(compressed, bytes)
}

fn if_smaller(compressed: Vec<u8>, original: &[u8]) -> Option<Bytes> {
    (compressed.len() < original.len()).then(|| compressed.into())
}

/// The smallest window that holds the whole text. A larger one compresses no better and uses tens of megabytes.
fn window_bits(length: usize) -> u32 {
    (length + 16).next_power_of_two().ilog2().clamp(10, 22)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_holds_the_whole_text_and_no_more() {
        let bits = [0, 1_008, 1_009, 60_000, 1 << 30].map(window_bits);
        assert_eq!(bits, [10, 10, 11, 16, 22]);
    }

    #[test]
    fn text_that_does_not_shrink_is_not_compressed() {
        assert_eq!((gzip(b"ab", FAST), brotli(b"ab", FAST)), (None, None));
    }
}
