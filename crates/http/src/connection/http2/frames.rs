//! Finds the frame headers (RFC 9113, 4.1) in bytes that pass by in pieces.

const HEADER_BYTES: usize = 9;
/// The text that an HTTP/2 client sends first.
const PREFACE_BYTES: usize = 24;

pub const DATA: u8 = 0x0;
pub const HEADERS: u8 = 0x1;
pub const RST_STREAM: u8 = 0x3;
pub const CONTINUATION: u8 = 0x9;

const END_STREAM: u8 = 0x1;
const END_HEADERS: u8 = 0x4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameHeader {
    pub length: usize,
    pub kind: u8,
    pub flags: u8,
    pub stream: u32,
}

impl FrameHeader {
    /// For DATA and HEADERS frames.
    pub fn ends_stream(self) -> bool {
        self.flags & END_STREAM != 0
    }

    /// For HEADERS and CONTINUATION frames.
    pub fn ends_headers(self) -> bool {
        self.flags & END_HEADERS != 0
    }

    fn parse([a, b, c, kind, flags, stream @ ..]: [u8; HEADER_BYTES]) -> Self {
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        Self { length, kind, flags, stream: u32::from_be_bytes(stream) & !(1 << 31) }
    }
}

#[derive(Debug, Default)]
pub struct FrameScanner {
    /// Bytes to skip before the next frame header.
    skip: usize,
    header: [u8; HEADER_BYTES],
    filled: usize,
}

impl FrameScanner {
    pub fn of_client() -> Self {
        Self { skip: PREFACE_BYTES, ..Self::default() }
    }

    pub fn scan(&mut self, mut bytes: &[u8], mut found: impl FnMut(FrameHeader)) {
        loop {
            let skipped = self.skip.min(bytes.len());
            self.skip -= skipped;
            bytes = &bytes[skipped..];
            let taken = (HEADER_BYTES - self.filled).min(bytes.len());
            if taken == 0 {
                return;
            }
            self.header[self.filled..self.filled + taken].copy_from_slice(&bytes[..taken]);
            self.filled += taken;
            bytes = &bytes[taken..];
            if self.filled == HEADER_BYTES {
                let frame = FrameHeader::parse(self.header);
                (self.filled, self.skip) = (0, frame.length);
                found(frame);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(mut scanner: FrameScanner, pieces: impl Iterator<Item = impl AsRef<[u8]>>) -> Vec<FrameHeader> {
        let mut found = Vec::new();
        for piece in pieces {
            scanner.scan(piece.as_ref(), |frame| found.push(frame));
        }
        found
    }

    #[test]
    fn frames_are_found_wherever_the_bytes_are_cut() {
        let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
        bytes.extend([0, 0, 0, 4, 0, 0, 0, 0, 0]);
        bytes.extend([0, 0, 3, HEADERS, 5, 0x80, 0, 0, 1, 1, 2, 3]);
        bytes.extend([0, 1, 0, DATA, 1, 0, 0, 1, 3]);
        bytes.extend([9; 256]);
        bytes.extend([0, 0, 4, RST_STREAM, 0, 0, 0, 0, 5, 0, 0, 0, 8]);
        let frame = |length, kind, flags, stream| FrameHeader { length, kind, flags, stream };
        let expected =
            [frame(0, 4, 0, 0), frame(3, HEADERS, 5, 1), frame(256, DATA, 1, 259), frame(4, RST_STREAM, 0, 5)];
        assert!(expected[1].ends_stream() && expected[1].ends_headers());
        for size in 1..=bytes.len() {
            assert_eq!(scan(FrameScanner::of_client(), bytes.chunks(size)), expected, "pieces of {size} bytes");
        }
        assert_eq!(scan(FrameScanner::default(), bytes[24..].chunks(7)), expected, "a server sends no preface");
    }
}
