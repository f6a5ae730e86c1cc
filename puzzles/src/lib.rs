//! Draws sets of the game's pictures from seeds, and proves by pixels that a set is fair. docs/puzzles.md explains the
//! proofs and their limits.

mod candidate_search;
mod day;
mod difficulty;
mod generator;
mod month;
mod picture;
mod pixel_comparison;
mod proof;
mod proofs;
mod set;
mod table;
mod vision;

pub use candidate_search::{Candidate, MAX_CANDIDATES, Refusal, RefusedCandidate};
pub use day::{find_practice, seed_of_day};
pub use difficulty::bands;
pub use generator::{DrawError, Generator};
pub use month::{find_candidate, seed_of_month};
pub use proof::{Failure, LevelReport, Proof, Report, SpotReport, prove, prove_level};
pub use set::{Level, Set, SetError, Spot};
