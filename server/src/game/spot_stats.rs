//! Statistics per level: how often each spot was found in finished games.

/// The counts of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelStats {
    /// Finished games that had this level.
    pub plays: u64,
    /// How often each spot was found, in the order of the level's spots.
    pub found: Vec<u64>,
}

/// `games` are groups of finished games: the spots found per level, and how many games had exactly this result.
/// Spots and levels that are no longer published are left out.
#[must_use]
pub fn level_stats(levels: &[Vec<u32>], games: &[(Vec<Vec<u32>>, u64)]) -> Vec<LevelStats> {
    let stats = |(index, spots): (usize, &Vec<u32>)| {
        let results: Vec<(&Vec<u32>, u64)> =
            games.iter().filter_map(|(found, count)| Some((found.get(index)?, *count))).collect();
        let times_found =
            |spot: &u32| results.iter().filter(|(found, _)| found.contains(spot)).map(|(_, count)| count).sum();
        LevelStats {
            plays: results.iter().map(|(_, count)| count).sum(),
            found: spots.iter().map(times_found).collect(),
        }
    };
    levels.iter().enumerate().map(stats).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_spot_counts_the_games_that_found_it() {
        let games = [(vec![vec![1], vec![1, 2]], 3), (vec![vec![], vec![2]], 2)];
        let stats = level_stats(&[vec![1], vec![1, 2]], &games);
        assert_eq!(stats[0], LevelStats { plays: 5, found: vec![3] });
        assert_eq!(stats[1], LevelStats { plays: 5, found: vec![3, 5] });
    }

    #[test]
    fn spots_and_levels_that_are_no_longer_published_are_left_out() {
        let games = [(vec![vec![1, 9]], 4)];
        let stats = level_stats(&[vec![1], vec![1]], &games);
        assert_eq!(stats[0], LevelStats { plays: 4, found: vec![4] });
        assert_eq!(stats[1], LevelStats { plays: 0, found: vec![0] });
    }
}
