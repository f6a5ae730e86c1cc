//! Draws sets of the game's pictures from seeds, and proves by pixels that a set is fair. docs/puzzles.md explains the
//! proofs and their limits.

mod change;
mod difficulty;
mod generator;
mod month;
mod picture;
mod proof;
mod proofs;
mod set;
mod table;
mod vision;

pub use difficulty::bands;
pub use generator::{DrawError, Generator};
pub use month::{Candidate, MAX_CANDIDATES, RefusedCandidate, find_candidate, seed_of_month};
pub use proof::{Failure, LevelReport, Proof, Report, SpotReport, prove, prove_level};
pub use set::{Level, Set, SetError, Spot};
