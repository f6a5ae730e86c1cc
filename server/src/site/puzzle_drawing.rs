//! Draws and proves a set of the game's pictures for a month.

use std::time::Instant;

use clinic_puzzles::{Generator, MAX_CANDIDATES, find_candidate};

use crate::game::{Month, PuzzleSet, PuzzleSetId};

/// The first proven candidate of a month, from the given number on. Takes seconds of processor time.
pub fn draw(month: Month, first: u32) -> Option<PuzzleSet> {
    let start = Instant::now();
    let generator = Generator::start()
        .inspect_err(|error| {
            tracing::error!("cannot draw the game's pictures for {month}: {error}. The last set stays.");
        })
        .ok()?;
    let (found, refused) = find_candidate(&generator, month.year_and_month(), first);
    for candidate in &refused {
        tracing::info!(
            "skipped candidate {} of the game's pictures for {month} (seed {}): {}",
            candidate.number,
            candidate.seed,
            candidate.reason
        );
    }
    let Some(found) = found else {
        tracing::error!(
            "none of {MAX_CANDIDATES} candidates of the game's pictures for {month} is proven. The last set stays."
        );
        return None;
    };
    let seconds = start.elapsed().as_secs_f32();
    tracing::info!("drew the game's pictures for {month} in {seconds:.1} seconds (seed {})", found.seed);
    let id = PuzzleSetId { month, candidate: found.number };
    Some(PuzzleSet { id, seed: found.seed, files: found.set.files })
}
