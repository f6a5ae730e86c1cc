//! Games played and their statistics.

mod plays;
mod statistics;

pub use plays::{FinishPlayError, StartPlayError};
pub(super) use statistics::parse_spots;
pub use statistics::{DayCounts, Funnel};
