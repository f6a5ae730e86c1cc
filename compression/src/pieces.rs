//! Gzip of a JSON list that changes little from one time to the next: it is cut into pieces, and only the pieces that changed
//! are compressed again.

use std::collections::HashMap;

use bytes::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};
use memchr::memchr_iter;

use crate::Levels;

/// RFC 1952: deflate, no name, no time, unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// RFC 1951: a last block without data.
const LAST_BLOCK: [u8; 2] = [3, 0];
/// So many entries are in a piece on average. Smaller pieces compress less, larger ones take longer after a change.
const ENTRIES_IN_PIECE: u32 = 32;
/// So many bytes of an entry decide whether a piece starts with it: its first key, which names it.
const BYTES_THAT_DECIDE: usize = 64;

/// Keeps the pieces of the last list.
#[derive(Debug, Default)]
pub struct ListCompressor {
    /// By checksum and length.
    pieces: HashMap<(u32, usize), Piece>,
}

#[derive(Debug)]
struct Piece {
    text: Bytes,
    /// Blocks of deflate that do not refer to other pieces and end at a byte.
    deflated: Vec<u8>,
}

impl ListCompressor {
    pub fn gzip(&mut self, json: &Bytes, levels: Levels) -> Bytes {
        let mut gzip = HEADER.to_vec();
        let mut pieces = HashMap::new();
        let mut start = 0;
        for end in ends_of_pieces(json) {
            let text = json.slice(start..end);
            start = end;
            let key = (checksum(&text), text.len());
            let known = self.pieces.remove(&key).filter(|known| known.text == text);
            let deflated = known.map_or_else(|| deflate(&text, levels), |known| known.deflated);
            gzip.extend_from_slice(&deflated);
            // A part of the new list: parts of older ones would keep these in memory.
            pieces.insert(key, Piece { text, deflated });
        }
        self.pieces = pieces;
        gzip.extend_from_slice(&LAST_BLOCK);
        gzip.extend_from_slice(&checksum(json).to_le_bytes());
        let length = u32::try_from(json.len() & 0xffff_ffff).unwrap_or_default();
        gzip.extend_from_slice(&length.to_le_bytes());
        gzip.into()
    }
}

/// Where an entry starts depends only on the entry itself, so an entry that is added or removed changes one piece.
fn ends_of_pieces(json: &[u8]) -> impl Iterator<Item = usize> {
    let is_start = move |at: &usize| {
        let first = &json[*at..json.len().min(at + BYTES_THAT_DECIDE)];
        json[..*at].ends_with(b"},") && checksum(first).is_multiple_of(ENTRIES_IN_PIECE)
    };
    memchr_iter(b'{', json).filter(is_start).chain([json.len()])
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn deflate(text: &[u8], levels: Levels) -> Vec<u8> {
    let mut deflated = Vec::with_capacity(text.len() / 2 + 64);
    let mut compress = Compress::new(Compression::new(levels.gzip), false);
    loop {
        let read = usize::try_from(compress.total_in()).unwrap_or(usize::MAX);
        // Deflate fails only after its last block, which this does not write.
        let _ = compress.compress_vec(&text[read..], &mut deflated, FlushCompress::Sync);
        if deflated.len() < deflated.capacity() {
            return deflated;
        }
        deflated.reserve(text.len() / 2 + 64);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::FAST;

    fn list(entries: impl IntoIterator<Item = usize>) -> Bytes {
        let entry = |number: usize| format!("{{\"path\":\"articles/{number}.md\",\"title\":\"Article {number} é\"}}");
        format!("{{\"documents\":[{}]}}", entries.into_iter().map(entry).collect::<Vec<_>>().join(",")).into()
    }

    fn unpacked(gzip: &[u8]) -> Bytes {
        let mut text = Vec::new();
        // This reader stops after the first member, as some browsers do.
        flate2::read::GzDecoder::new(gzip).read_to_end(&mut text).expect("gzip with the right checksum");
        text.into()
    }

    #[test]
    fn every_list_is_unpacked_to_itself() {
        let mut compressor = ListCompressor::default();
        let lists =
            [list(0..2000), list(0..1999), list((0..2000).filter(|number| *number != 700)), list([]), list([5])];
        for list in lists.into_iter().chain([Bytes::new(), "},{".into(), "{".repeat(70_000).into()]) {
            assert_eq!(unpacked(&compressor.gzip(&list, FAST)), list);
        }
    }

    #[test]
    fn text_that_does_not_shrink_is_unpacked_to_itself() {
        let mut state = 1_u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_le_bytes()[3]
        };
        let noise: Bytes = (0..300_000).map(|_| noise()).collect::<Vec<_>>().into();
        assert_eq!(unpacked(&ListCompressor::default().gzip(&noise, FAST)), noise);
    }

    #[test]
    fn entry_that_is_added_changes_one_piece() {
        let pieces = |list: &Bytes| {
            let ends: Vec<usize> = ends_of_pieces(list).collect();
            let starts = [0].into_iter().chain(ends.clone());
            starts.zip(ends.clone()).map(|(start, end)| list.slice(start..end)).collect::<Vec<_>>()
        };
        let (before, after) = (list((0..2000).filter(|number| *number != 700)), list(0..2000));
        let (before, after) = (pieces(&before), pieces(&after));
        let new = after.iter().filter(|piece| !before.contains(piece)).count();
        assert!((20..200).contains(&after.len()) && (1..=2).contains(&new), "{new} of {}", after.len());
    }

    #[test]
    fn pieces_are_about_as_small_as_the_whole() {
        let list = list(0..2000);
        let whole = crate::gzip(&list, FAST).expect("smaller");
        let pieces = ListCompressor::default().gzip(&list, FAST);
        assert!(pieces.len() < whole.len() * 3, "{} and {}", pieces.len(), whole.len());
    }
}
