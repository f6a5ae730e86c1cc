//! Draws and proves a set of the game's pictures for a month, and a puzzle for practice for a day.

use std::time::Instant;

use clinic_puzzles::{Candidate, Generator, MAX_CANDIDATES, Refusal, RefusedCandidate, find_candidate, find_practice};
use jiff::civil::Date;

use clinic_rules::clinic_time;
use clinic_rules::game::{Month, PracticePuzzle, PuzzleSet, PuzzleSetId};

/// Why nothing was drawn. The log says more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotDrawn {
    /// All candidates were refused. Another release may draw better.
    NoneProven,
    /// Something else is wrong, for example too little memory. Another attempt may succeed.
    Failed,
}

/// The first proven candidate of a month, from the given number on. Takes seconds of processor time.
pub fn draw(month: Month, first: u32) -> Result<PuzzleSet, NotDrawn> {
    let what = format!("the game's pictures for {month}");
    let found = report(&what, |generator| find_candidate(generator, month.year_and_month(), first))?;
    let id = PuzzleSetId { month, candidate: found.number };
    Ok(PuzzleSet { id, seed: found.seed, files: found.set.files })
}

/// The first proven candidate of a day. Takes about a second of processor time.
pub fn draw_practice(date: Date) -> Result<PracticePuzzle, NotDrawn> {
    // Only days before 1970 have no number.
    let day = u32::try_from(clinic_time::day_number_of_date(date)).map_err(|_| NotDrawn::NoneProven)?;
    let found = report(&format!("the puzzle for practice on {date}"), |generator| find_practice(generator, day, 0))?;
    Ok(PracticePuzzle { date, candidate: found.number, seed: found.seed, files: found.set.files })
}

/// Draws, and writes to the log what was drawn and refused.
fn report(
    what: &str,
    find: impl FnOnce(&Generator) -> (Option<Candidate>, Vec<RefusedCandidate>),
) -> Result<Candidate, NotDrawn> {
    let start = Instant::now();
    let generator = Generator::start().map_err(|error| {
        tracing::error!("cannot draw {what}: {error}. The last one stays.");
        NotDrawn::Failed
    })?;
    let (found, refused) = find(&generator);
    for RefusedCandidate { number, seed, reason } in &refused {
        tracing::info!("skipped candidate {number} of {what} (seed {seed}): {reason}");
    }
    let Some(found) = found else {
        tracing::error!("none of {MAX_CANDIDATES} candidates of {what} is proven. The last one stays.");
        return Err(why_none(&refused));
    };
    tracing::info!("drew {what} in {:.1} seconds (seed {})", start.elapsed().as_secs_f32(), found.seed);
    Ok(found)
}

fn why_none(refused: &[RefusedCandidate]) -> NotDrawn {
    let has_failed = refused.iter().any(|candidate| matches!(candidate.reason, Refusal::NotDrawn(_)));
    if has_failed { NotDrawn::Failed } else { NotDrawn::NoneProven }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("the log").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn refused_seed_is_in_the_log_with_the_proof_that_failed() {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
        let refused = |number, reason| RefusedCandidate { number, seed: 7, reason };
        let result = tracing::subscriber::with_default(subscriber, || {
            report("the game's pictures for 2026-12", |_| {
                let not_proven = Refusal::NotProven("visible, level 3: too small".to_owned());
                (None, vec![refused(0, not_proven), refused(1, Refusal::NotDrawn("out of memory".to_owned()))])
            })
        });
        assert_eq!(result.map(|found| found.number), Err(NotDrawn::Failed));
        let lines = String::from_utf8(log.0.lock().expect("the log").clone()).expect("text");
        for expected in [
            "skipped candidate 0 of the game's pictures for 2026-12 (seed 7): visible, level 3: too small",
            "skipped candidate 1 of the game's pictures for 2026-12 (seed 7): it could not be drawn: out of memory",
            "none of 40 candidates of the game's pictures for 2026-12 is proven. The last one stays.",
        ] {
            assert!(lines.contains(expected), "{expected} is not in the log:\n{lines}");
        }
    }

    #[test]
    fn candidates_that_could_not_be_drawn_may_be_drawn_with_the_next_attempt() {
        let refused = |reason| RefusedCandidate { number: 0, seed: 1, reason };
        let not_proven = refused(Refusal::NotProven("visible: too small".to_owned()));
        let not_drawn = refused(Refusal::NotDrawn("out of memory".to_owned()));
        assert_eq!(why_none(&[not_proven.clone(), not_drawn]), NotDrawn::Failed);
        assert_eq!(why_none(&[not_proven]), NotDrawn::NoneProven);
    }
}
