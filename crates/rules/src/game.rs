//! The rules of the game: signed play tokens, counting of found spots, the proof of a perfect game, and which pictures a month
//! and a day show.
//!
//! The result that the browser sends is checked against the levels that the game was begun with. Levels, time and random bytes are
//! parameters.

mod played_game;
mod practice;
mod puzzle_set;
mod score;
mod spot_stats;
mod token;

use std::time::Duration;

use jiff::Timestamp;

pub use played_game::{CountedFor, PlayedGame, find_played};
pub use practice::{PracticePuzzle, PracticePuzzles};
pub use puzzle_set::{Month, MonthlySets, PuzzleSet, PuzzleSetId};
pub use score::{CountError, Outcome, count, distinct_spots};
pub use spot_stats::{LevelStats, SpotCounts, level_stats};
pub use token::{PlayId, PlayToken, Proof, TokenError};

/// How long a started game can be finished, and how long a proof can be used to claim a code.
pub const TOKEN_LIFE: Duration = Duration::from_hours(24);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FinishError {
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Count(#[from] CountError),
    #[error("This game was finished too quickly to be counted. Please send your result again in a few seconds.")]
    TooFast { wait: Duration },
}

/// Counts a finished game. A game shorter than `min_play` is rejected, because only a script is that fast.
///
/// # Errors
/// When the result does not fit the levels or the game was too short. Such a game must not be stored.
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

    fn finish_after(milliseconds: i64) -> Result<Outcome, FinishError> {
        let play = PlayToken::start(Timestamp::UNIX_EPOCH, [1; 16]);
        let now = Timestamp::from_millisecond(milliseconds).expect("in range");
        finish(&play, &[vec![1]], &[vec![1]], now, MIN_PLAY)
    }

    #[test]
    fn game_of_the_minimum_length_is_counted() {
        assert!(finish_after(4_000).expect("counted").perfect);
    }

    #[test]
    fn game_that_is_too_short_is_rejected_with_the_time_to_wait() {
        assert_eq!(finish_after(1_500), Err(FinishError::TooFast { wait: Duration::from_millis(2_500) }));
    }

    #[test]
    fn clock_that_went_backwards_counts_as_no_time_played() {
        assert_eq!(finish_after(-9_000), Err(FinishError::TooFast { wait: MIN_PLAY }));
    }
}
