//! Statistics per level: how often each spot was found in finished games.

use std::collections::BTreeMap;

/// Counts of finished games. Levels are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpotCounts {
    /// By level: the games that had this level.
    pub plays: BTreeMap<usize, u64>,
    /// By level and spot: the games that found it.
    pub found: BTreeMap<(usize, u32), u64>,
}

impl SpotCounts {
    /// Adds games that found exactly these spots per level.
    pub fn add(&mut self, spots: &[Vec<u32>], games: u64) {
        for (level, spots) in spots.iter().enumerate() {
            *self.plays.entry(level).or_default() += games;
            for spot in spots {
                *self.found.entry((level, *spot)).or_default() += games;
            }
        }
    }
}

/// The counts of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelStats {
    /// Finished games that had this level.
    pub plays: u64,
    /// How often each spot was found, in the order of the level's spots.
    pub found: Vec<u64>,
}

/// Spots and levels that are no longer published are left out.
#[must_use]
pub fn level_stats(levels: &[Vec<u32>], counts: &SpotCounts) -> Vec<LevelStats> {
    let found = |level, spot: &u32| counts.found.get(&(level, *spot)).copied().unwrap_or_default();
    let stats = |(level, spots): (usize, &Vec<u32>)| LevelStats {
        plays: counts.plays.get(&level).copied().unwrap_or_default(),
        found: spots.iter().map(|spot| found(level, spot)).collect(),
    };
    levels.iter().enumerate().map(stats).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(games: &[(Vec<Vec<u32>>, u64)]) -> SpotCounts {
        let mut counts = SpotCounts::default();
        for (spots, games) in games {
            counts.add(spots, *games);
        }
        counts
    }

    #[test]
    fn each_spot_counts_the_games_that_found_it() {
        let games = [(vec![vec![1], vec![1, 2]], 3), (vec![vec![], vec![2]], 2)];
        let stats = level_stats(&[vec![1], vec![1, 2]], &counts(&games));
        assert_eq!(stats[0], LevelStats { plays: 5, found: vec![3] });
        assert_eq!(stats[1], LevelStats { plays: 5, found: vec![3, 5] });
    }

    #[test]
    fn spots_and_levels_that_are_no_longer_published_are_left_out() {
        let games = [(vec![vec![1, 9]], 4)];
        let stats = level_stats(&[vec![1], vec![1]], &counts(&games));
        assert_eq!(stats[0], LevelStats { plays: 4, found: vec![4] });
        assert_eq!(stats[1], LevelStats { plays: 0, found: vec![0] });
    }
}
