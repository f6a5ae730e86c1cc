//! Games played and their statistics.

mod plays;
mod statistics;

pub use plays::{FinishPlayError, StartPlayError};
pub use statistics::{DayCounts, Funnel};
