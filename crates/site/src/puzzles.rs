//! The game's pictures and the puzzle for practice, drawn for months and days.

pub mod practice_of_the_day;
pub mod puzzle_drawing;
pub mod puzzle_of_the_month;
