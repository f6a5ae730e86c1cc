//! Frame headers of HTTP/2: the first byte of the input is the size of the pieces in which the rest arrives. The same frames
//! are found in pieces of any size, each where the one before it ends.

use clinic_http::connection::http2::frames::{FrameHeader, FrameScanner};

const HEADER_BYTES: usize = 9;

pub fn check(data: &[u8]) {
    let Some((&size, bytes)) = data.split_first() else { return };
    let found = scan(bytes.chunks(usize::from(size).max(1)));
    assert_eq!(found, scan(std::iter::once(bytes)), "pieces of {size} bytes");
    let ends = found.iter().scan(0, |end, frame| {
        let start = *end;
        *end += HEADER_BYTES + frame.length;
        Some((start, *end))
    });
    for (start, _) in ends.clone() {
        assert!(start + HEADER_BYTES <= bytes.len(), "a frame was found after the end");
    }
    let end = ends.last().map_or(0, |(_, end)| end);
    assert!(end + HEADER_BYTES > bytes.len(), "a frame at {end} was not found");
}

fn scan<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<FrameHeader> {
    let (mut scanner, mut found) = (FrameScanner::default(), Vec::new());
    for piece in pieces {
        scanner.scan(piece, |frame| found.push(frame));
    }
    found
}
