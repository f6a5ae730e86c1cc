//! Games played and their statistics, and the sets of pictures that were drawn for months and for practice.

mod plays;
mod practice_puzzles;
mod puzzle_choices;
mod puzzle_sets;
mod set_statistics;
mod statistics;

pub use plays::{FinishPlayError, FinishedPlay, StartPlayError};
pub use practice_puzzles::KEPT_PRACTICE_DAYS;
pub use puzzle_choices::ChoiceRefused;
pub(super) use statistics::parse_spots;
pub use statistics::{DayCounts, Funnel};
