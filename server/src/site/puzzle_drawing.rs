//! Draws and proves a set of the game's pictures for a month, and a puzzle for practice for a day.

use std::time::Instant;

use clinic_puzzles::{Candidate, Generator, MAX_CANDIDATES, RefusedCandidate, find_candidate, find_practice};
use jiff::civil::Date;

use crate::clinic_time;
use crate::game::{Month, PracticePuzzle, PuzzleSet, PuzzleSetId};

/// The first proven candidate of a month, from the given number on. Takes seconds of processor time.
pub fn draw(month: Month, first: u32) -> Option<PuzzleSet> {
    let what = format!("the game's pictures for {month}");
    let found = report(&what, |generator| find_candidate(generator, month.year_and_month(), first))?;
    let id = PuzzleSetId { month, candidate: found.number };
    Some(PuzzleSet { id, seed: found.seed, files: found.set.files })
}

/// The first proven candidate of a day. Takes about a second of processor time.
pub fn draw_practice(date: Date) -> Option<PracticePuzzle> {
    let day = u32::try_from(clinic_time::day_number_of_date(date)).ok()?;
    let found = report(&format!("the puzzle for practice on {date}"), |generator| find_practice(generator, day, 0))?;
    Some(PracticePuzzle { date, candidate: found.number, seed: found.seed, files: found.set.files })
}

/// Draws, and writes to the log what was drawn and refused.
fn report(
    what: &str,
    find: impl FnOnce(&Generator) -> (Option<Candidate>, Vec<RefusedCandidate>),
) -> Option<Candidate> {
    let start = Instant::now();
    let generator = Generator::start()
        .inspect_err(|error| tracing::error!("cannot draw {what}: {error}. The last one stays."))
        .ok()?;
    let (found, refused) = find(&generator);
    for RefusedCandidate { number, seed, reason } in &refused {
        tracing::info!("skipped candidate {number} of {what} (seed {seed}): {reason}");
    }
    let Some(found) = found else {
        tracing::error!("none of {MAX_CANDIDATES} candidates of {what} is proven. The last one stays.");
        return None;
    };
    tracing::info!("drew {what} in {:.1} seconds (seed {})", start.elapsed().as_secs_f32(), found.seed);
    Some(found)
}
