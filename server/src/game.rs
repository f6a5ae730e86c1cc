//! The rules of the game: when a play began, what it found, and the proof that nothing was missed.
//!
//! Owns the signed tokens and the counting. Refuses to believe the browser's count, to read the clock, or to know
//! where anything is stored: levels, time and random bytes are handed in.

mod count;
mod spot_stats;
mod token;

pub use count::{CountError, Outcome, count};
pub use spot_stats::{LevelTally, tally};
pub use token::{PlayId, PlayToken, Proof, TokenError};

use jiff::Timestamp;
use std::time::Duration;

/// How long a started game can be finished, and how long a proof can be turned into a code.
pub const TOKEN_LIFE: Duration = Duration::from_hours(24);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FinishError {
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Count(#[from] CountError),
    #[error("That was faster than anyone can look. Please send your result again in a few seconds.")]
    TooFast { wait: Duration },
}

/// Judges a finished game: the token is ours and in time, nobody is faster than `min_play`, and the spots exist.
///
/// # Errors
/// Says which of the three failed; nothing of such a play is to be stored.
pub fn finish(
    play: &PlayToken,
    found: &[Vec<u32>],
    levels: &[Vec<u32>],
    now: Timestamp,
    min_play: Duration,
) -> Result<Outcome, FinishError> {
    let outcome = count(levels, found)?;
    let played = Duration::try_from(now.duration_since(play.started)).unwrap_or_default();
    match min_play.checked_sub(played) {
        Some(wait) if !wait.is_zero() => Err(FinishError::TooFast { wait }),
        _ => Ok(outcome),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN_PLAY: Duration = Duration::from_secs(4);

    fn finish_after(played: i64) -> Result<Outcome, FinishError> {
        let started = Timestamp::UNIX_EPOCH;
        let play = PlayToken::start(started, [1; 16]);
        let now = Timestamp::from_millisecond(played).expect("in range");
        finish(&play, &[vec![1]], &[vec![1]], now, MIN_PLAY)
    }

    #[test]
    fn a_game_that_took_long_enough_is_counted() {
        assert!(finish_after(4_000).expect("counted").perfect);
    }

    #[test]
    fn a_game_faster_than_the_minimum_is_told_how_long_to_wait() {
        assert_eq!(finish_after(1_500), Err(FinishError::TooFast { wait: Duration::from_millis(2_500) }));
    }

    #[test]
    fn a_clock_that_ran_backwards_is_treated_as_no_time_played() {
        assert_eq!(finish_after(-9_000), Err(FinishError::TooFast { wait: MIN_PLAY }));
    }
}
