//! Proves what needs no pixels: the levels are those of the game, and the pictures are small.

use crate::proof::{Failure, Failures, Proof};
use crate::set::{Level, Set};

/// The levels of the game: description and number of spots.
const LEVELS: [(&str, usize); 3] =
    [("Spot the different smiley-Easy", 1), ("Select all stars-Medium", 5), ("Spot all differences-Hard", 5)];

pub const MAX_BROTLI_BYTES: usize = 12 * 1024;

pub fn prove_level_count(set: &Set, failures: &mut Vec<Failure>) {
    if set.levels.len() != LEVELS.len() {
        let reason = format!("the set has {} levels, but the game has {}", set.levels.len(), LEVELS.len());
        failures.push(Failure { proof: Proof::Levels, level: None, reason });
    }
}

/// The level has the texts and the spots that the game has at this number, from 1.
pub fn prove_level_of_game(level: &Level, number: usize, failures: &mut Failures<'_>) {
    let mut add = |reason| failures.add(Proof::Levels, reason);
    let Some((description, count)) = number.checked_sub(1).and_then(|index| LEVELS.get(index)) else { return };
    if level.description != *description {
        add(format!("the description is \"{}\", but must be \"{description}\"", level.description));
    }
    let ids: Vec<u32> = level.spots.iter().map(|spot| spot.id).collect();
    if ids.len() != *count || !ids.iter().copied().eq(1..=*count as u32) {
        add(format!("the ids of the spots are {ids:?}, but must be 1 to {count}"));
    }
    if (number == 3) != level.second_scene_top.is_some() {
        add("only level 3 shows a scene twice".to_owned());
    }
    if let Some(spot) = level.spots.iter().find(|spot| spot.label.is_empty()) {
        add(format!("spot {} has no label", spot.id));
    }
}

/// Returns the size with Brotli.
pub fn prove_weight(level: &Level, failures: &mut Failures<'_>) -> usize {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 11, ..Default::default() };
    brotli::BrotliCompress(&mut level.svg.as_bytes(), &mut compressed, &params).expect("memory can be written");
    if compressed.len() > MAX_BROTLI_BYTES {
        let reason = format!("{} has {} bytes with Brotli, at most {MAX_BROTLI_BYTES}", level.image, compressed.len());
        failures.add(Proof::Weight, reason);
    }
    compressed.len()
}
