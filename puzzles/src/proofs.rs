//! One proof or two related ones in each file.

pub mod changes;
pub mod faces;
pub mod files;
pub mod spots;
pub mod stars;
