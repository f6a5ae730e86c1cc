//! Games played and their statistics, and the sets of pictures that were drawn for months.

mod plays;
mod puzzle_sets;
mod statistics;

pub use plays::{FinishPlayError, StartPlayError};
pub(super) use statistics::parse_spots;
pub use statistics::{DayCounts, Funnel};
