//! Which set a month has: the first of its candidates that can be drawn and proven.

use crate::candidate_search::{Candidate, Refusal, RefusedCandidate, explain, first_proven, mix};
use crate::generator::Generator;
use crate::proof::prove;
use crate::set::Set;

/// The seed of a candidate of a month (1 to 12). It never changes, so that all servers draw the same set.
pub fn seed_of_month(year: i16, month: i8, candidate: u32) -> u32 {
    let months = i32::from(year) * 12 + i32::from(month) - 1;
    mix(mix(months.cast_unsigned()) ^ candidate)
}

/// The first proven candidate from the given number on, and those before it that were refused. Takes seconds.
pub fn find_candidate(
    generator: &Generator,
    (year, month): (i16, i8),
    first: u32,
) -> (Option<Candidate>, Vec<RefusedCandidate>) {
    first_proven(first, |number| seed_of_month(year, month, number), |seed| draw_proven(generator, seed))
}

fn draw_proven(generator: &Generator, seed: u32) -> Result<Set, Refusal> {
    let set = generator.draw(seed).map_err(|error| Refusal::NotDrawn(error.to_string()))?;
    explain(&prove(&set).failures)?;
    Ok(set)
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
