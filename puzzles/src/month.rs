//! Which set a month has: the first of its candidates that can be drawn and proven.

use crate::generator::Generator;
use crate::proof::prove;
use crate::set::Set;

/// About every second candidate is proven, so a month without any among so many does not happen.
pub const MAX_CANDIDATES: u32 = 40;

/// A candidate of a month that was proven.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Which candidate of the month it is, from 0.
    pub number: u32,
    pub seed: u32,
    pub set: Set,
}

/// A candidate that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedCandidate {
    pub number: u32,
    pub seed: u32,
    /// The proofs that failed, or why it could not be drawn.
    pub reason: String,
}

/// The seed of a candidate of a month (1 to 12). It never changes, so that all servers draw the same set.
pub fn seed_of_month(year: i16, month: i8, candidate: u32) -> u32 {
    let months = i32::from(year) * 12 + i32::from(month) - 1;
    mix(mix(months.cast_unsigned()) ^ candidate)
}

/// Spreads neighbouring numbers over all seeds. Different numbers give different seeds.
fn mix(number: u32) -> u32 {
    let mut x = number.wrapping_add(0x9e37_79b9);
    x = (x ^ (x >> 16)).wrapping_mul(0x85eb_ca6b);
    x = (x ^ (x >> 13)).wrapping_mul(0xc2b2_ae35);
    x ^ (x >> 16)
}

/// The first proven candidate from the given number on, and those before it that were refused. Takes seconds.
pub fn find_candidate(
    generator: &Generator,
    (year, month): (i16, i8),
    first: u32,
) -> (Option<Candidate>, Vec<RefusedCandidate>) {
    let mut refused = Vec::new();
    for number in (first..).take(MAX_CANDIDATES as usize) {
        let seed = seed_of_month(year, month, number);
        match draw_proven(generator, seed) {
            Ok(set) => return (Some(Candidate { number, seed, set }), refused),
            Err(reason) => refused.push(RefusedCandidate { number, seed, reason }),
        }
    }
    (None, refused)
}

fn draw_proven(generator: &Generator, seed: u32) -> Result<Set, String> {
    let set = generator.draw(seed).map_err(|error| error.to_string())?;
    let failures = prove(&set).failures;
    if failures.is_empty() {
        return Ok(set);
    }
    Err(failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const SEED_OF_DECEMBER_2026: u32 = 153_553_265;

    /// Every server and every later release has to draw the same sets.
    #[test]
    fn seeds_of_months_never_change() {
        assert_eq!(seed_of_month(2026, 12, 0), SEED_OF_DECEMBER_2026);
        assert_ne!(seed_of_month(2026, 12, 1), SEED_OF_DECEMBER_2026);
    }

    #[test]
    fn months_and_candidates_have_seeds_of_their_own() {
        let months = (2026..2046).flat_map(|year| (1..=12).map(move |month| (year, month)));
        let seeds: BTreeSet<u32> =
            months.flat_map(|(year, month)| (0..8).map(move |number| seed_of_month(year, month, number))).collect();
        assert_eq!(seeds.len(), 20 * 12 * 8);
    }
}
