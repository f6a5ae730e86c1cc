//! The puzzles for practice: one for each day, and which of them is shown when.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;

/// A puzzle as it was stored when it was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PracticePuzzle {
    /// The day for which it was drawn, in clinic time.
    pub date: Date,
    /// Which candidate of the day it is, from 0.
    pub candidate: u32,
    pub seed: u32,
    /// By name: `game.toml` and the picture.
    pub files: BTreeMap<String, String>,
}

/// The stored puzzles around today.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PracticePuzzles(BTreeMap<Date, Arc<PracticePuzzle>>);

impl PracticePuzzles {
    /// The puzzle of the day, or the last one before it when there is none for the day.
    #[must_use]
    pub fn shown_on(&self, date: Date) -> Option<&Arc<PracticePuzzle>> {
        self.until(date).next()
    }

    /// The puzzles of the day and of the days before it, the newest one first.
    pub fn until(&self, date: Date) -> impl Iterator<Item = &Arc<PracticePuzzle>> {
        self.0.range(..=date).rev().map(|(_, puzzle)| puzzle)
    }
}

impl FromIterator<PracticePuzzle> for PracticePuzzles {
    fn from_iter<I: IntoIterator<Item = PracticePuzzle>>(puzzles: I) -> Self {
        Self(puzzles.into_iter().map(|puzzle| (puzzle.date, Arc::new(puzzle))).collect())
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn day_without_a_puzzle_shows_the_last_one_before_it() {
        let puzzle = |day| PracticePuzzle { date: date(2026, 11, day), candidate: 0, seed: 1, files: BTreeMap::new() };
        let puzzles: PracticePuzzles = [puzzle(16), puzzle(18)].into_iter().collect();
        let shown = |day| puzzles.shown_on(date(2026, 11, day)).map(|puzzle| puzzle.date.day());
        assert_eq!([shown(15), shown(16), shown(17), shown(18)], [None, Some(16), Some(16), Some(18)]);
    }
}
