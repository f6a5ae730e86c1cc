//! Counts the found spots against the published levels. Spot ids are unique within one level only, so they are
//! always compared level by level.

use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The distinct spots found in each level, in ascending order.
    pub spots: Vec<Vec<u32>>,
    pub found: usize,
    pub total: usize,
    pub perfect: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    #[error("This game has {expected} levels, but the result has {got}. Please reload the page and play again.")]
    WrongLevels { expected: usize, got: usize },
    #[error("Level {level} has {exist} spots, but the result has more. Please reload the page and play again.")]
    MoreThanExist { level: usize, exist: usize },
    #[error("Level {level} has no spot {id}. Please reload the page and play again.")]
    UnknownSpot { level: usize, id: u32 },
}

/// The distinct spots of each level, in ascending order: the same result, however it was sent.
#[must_use]
pub fn distinct_spots(found: &[Vec<u32>]) -> Vec<Vec<u32>> {
    found.iter().map(|ids| ids.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()).collect()
}

/// # Errors
/// When the result has another number of levels, more spots than exist, or a spot that does not exist.
pub fn count(levels: &[Vec<u32>], found: &[Vec<u32>]) -> Result<Outcome, CountError> {
    if levels.len() != found.len() {
        return Err(CountError::WrongLevels { expected: levels.len(), got: found.len() });
    }
    let spots = levels
        .iter()
        .zip(found)
        .enumerate()
        .map(|(index, (exist, found))| distinct(index + 1, exist, found))
        .collect::<Result<Vec<_>, _>>()?;
    let found = spots.iter().map(Vec::len).sum();
    let total = levels.iter().map(Vec::len).sum();
    Ok(Outcome { spots, found, total, perfect: total > 0 && found == total })
}

fn distinct(level: usize, exist: &[u32], found: &[u32]) -> Result<Vec<u32>, CountError> {
    let distinct: BTreeSet<u32> = found.iter().copied().collect();
    if distinct.len() > exist.len() {
        return Err(CountError::MoreThanExist { level, exist: exist.len() });
    }
    match distinct.iter().find(|id| !exist.contains(id)) {
        Some(&id) => Err(CountError::UnknownSpot { level, id }),
        None => Ok(distinct.into_iter().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn levels() -> Vec<Vec<u32>> {
        vec![vec![1], vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4, 5]]
    }

    #[test]
    fn finding_every_spot_is_perfect() {
        let outcome = count(&levels(), &levels()).expect("counted");
        assert_eq!((outcome.found, outcome.total, outcome.perfect), (11, 11, true));
    }

    #[test]
    fn missing_one_spot_is_not_perfect() {
        let outcome = count(&levels(), &[vec![1], vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4]]).expect("counted");
        assert_eq!((outcome.found, outcome.perfect), (10, false));
    }

    #[test]
    fn spot_found_twice_counts_once() {
        let outcome = count(&levels(), &[vec![1, 1, 1], vec![2, 2], vec![]]).expect("counted");
        assert_eq!(outcome.found, 2);
        assert_eq!(outcome.spots, [vec![1], vec![2], vec![]]);
    }

    #[test]
    fn results_that_do_not_fit_the_levels_are_rejected() {
        let error = |found: &[Vec<u32>]| count(&levels(), found).expect_err("an error");
        assert_eq!(error(&[vec![1]]), CountError::WrongLevels { expected: 3, got: 1 });
        assert_eq!(error(&[vec![1, 2], vec![], vec![]]), CountError::MoreThanExist { level: 1, exist: 1 });
        assert_eq!(error(&[vec![], vec![9], vec![]]), CountError::UnknownSpot { level: 2, id: 9 });
    }

    #[test]
    fn game_without_spots_is_not_perfect() {
        assert!(!count(&[], &[]).expect("counted").perfect);
    }

    proptest! {
        #[test]
        fn accepted_results_never_count_too_many_spots_or_one_twice(
            found in prop::collection::vec(prop::collection::vec(0u32..8, 0..12), 0..5)
        ) {
            if let Ok(outcome) = count(&levels(), &found) {
                prop_assert!(outcome.found <= 11);
                prop_assert_eq!(outcome.perfect, outcome.found == 11);
                for (counted, exist) in outcome.spots.iter().zip(levels()) {
                    prop_assert!(counted.windows(2).all(|pair| pair[0] < pair[1]));
                    prop_assert!(counted.iter().all(|id| exist.contains(id)));
                }
            }
        }
    }
}
