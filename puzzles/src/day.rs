//! Which puzzle a day has for practice: one scene of level 3, from the first of the day's candidates that can be drawn and proven.

use crate::candidate_search::{Candidate, Refusal, RefusedCandidate, explain, first_proven, mix};
use crate::generator::Generator;
use crate::proof::prove_level;
use crate::set::Set;

const LEVEL: usize = 3;
/// Set in the number of a day and never in that of a month, so that practice does not show the pictures of a prize.
const IS_DAY: u32 = 1 << 31;

/// The seed of a candidate of a day, which is counted from 1 January 1970. It never changes, so that all servers draw the same.
pub fn seed_of_day(day: u32, candidate: u32) -> u32 {
    mix(mix(day | IS_DAY) ^ candidate)
}

/// The first proven candidate from the given number on, and those before it that were refused. Takes about a second.
pub fn find_practice(generator: &Generator, day: u32, first: u32) -> (Option<Candidate>, Vec<RefusedCandidate>) {
    first_proven(first, |number| seed_of_day(day, number), |seed| draw_proven(generator, seed))
}

fn draw_proven(generator: &Generator, seed: u32) -> Result<Set, Refusal> {
    let set = generator.draw_level(seed, LEVEL).map_err(|error| Refusal::NotDrawn(error.to_string()))?;
    let level = set.levels.first().ok_or_else(|| Refusal::NotDrawn(format!("there is no level {LEVEL}")))?;
    explain(&prove_level(level, LEVEL).1)?;
    Ok(set)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::month::seed_of_month;

    const DAY: u32 = 20_774;
    const SEED_OF_DAY: u32 = 3_005_209_810;

    /// Every server and every later release has to draw the same puzzles.
    #[test]
    fn seeds_of_days_never_change() {
        assert_eq!(seed_of_day(DAY, 0), SEED_OF_DAY);
        assert_ne!(seed_of_day(DAY, 1), SEED_OF_DAY);
    }

    #[test]
    fn days_have_seeds_of_their_own_that_no_month_has() {
        let days = (DAY..DAY + 5_000).flat_map(|day| (0..8).map(move |number| seed_of_day(day, number)));
        let days: BTreeSet<u32> = days.collect();
        assert_eq!(days.len(), 5_000 * 8);
        let months = (2026..2046).flat_map(|year| (1..=12).map(move |month| (year, month)));
        let mut months = months.flat_map(|(year, month)| (0..8).map(move |number| seed_of_month(year, month, number)));
        assert!(months.all(|seed| !days.contains(&seed)));
    }

    #[test]
    fn practice_is_one_proven_scene_with_five_differences() {
        let generator = Generator::start().expect("the engine");
        let (found, _) = find_practice(&generator, DAY, 0);
        let set = found.expect("a proven puzzle").set;
        assert_eq!(set.files.keys().collect::<Vec<_>>(), ["game.toml", "level-3.svg"]);
        assert_eq!(set.levels.iter().map(|level| level.spots.len()).collect::<Vec<_>>(), [5]);
        assert!(set.levels[0].second_scene_top.is_some());
        assert!(prove_level(&set.levels[0], LEVEL).1.is_empty());
    }
}
