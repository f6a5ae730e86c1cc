//! How hard the levels are: how often each spot was found in the games that came to an end.

/// How often each spot of one level was found, in the order of the level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelTally {
    /// Finished games that had this level.
    pub plays: u64,
    pub found: Vec<u64>,
}

/// Counts games, each a list of what was found level by level and how many games found exactly that. Spots and levels
/// that were since edited away are not counted.
#[must_use]
pub fn tally(levels: &[Vec<u32>], games: &[(Vec<Vec<u32>>, u64)]) -> Vec<LevelTally> {
    let tally_level = |(index, spots): (usize, &Vec<u32>)| {
        let seen: Vec<(&Vec<u32>, u64)> = games.iter().filter_map(|(found, n)| Some((found.get(index)?, *n))).collect();
        let times = |spot: &u32| seen.iter().filter(|(found, _)| found.contains(spot)).map(|(_, n)| n).sum();
        LevelTally { plays: seen.iter().map(|(_, n)| n).sum(), found: spots.iter().map(times).collect() }
    };
    levels.iter().enumerate().map(tally_level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spot_counts_every_game_that_found_it() {
        let games = [(vec![vec![1], vec![1, 2]], 3), (vec![vec![], vec![2]], 2)];
        let tallied = tally(&[vec![1], vec![1, 2]], &games);
        assert_eq!(tallied[0], LevelTally { plays: 5, found: vec![3] });
        assert_eq!(tallied[1], LevelTally { plays: 5, found: vec![3, 5] });
    }

    #[test]
    fn what_was_edited_away_is_not_counted() {
        let games = [(vec![vec![1, 9]], 4)];
        let tallied = tally(&[vec![1], vec![1]], &games);
        assert_eq!(tallied[0], LevelTally { plays: 4, found: vec![4] });
        assert_eq!(tallied[1], LevelTally { plays: 0, found: vec![0] });
    }
}
