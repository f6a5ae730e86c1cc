//! Which game was played: a visitor may have begun it before the site showed another one.

use std::sync::Arc;

use super::puzzle_set::PuzzleSetId;

/// A game that somebody may be playing: the one that the site shows, or one that it showed before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedGame {
    /// `None` for the pictures of the content.
    pub set: Option<PuzzleSetId>,
    /// The address of each level's picture.
    pub pictures: Vec<String>,
    /// The spot ids of each level.
    pub spots: Arc<Vec<Vec<u32>>>,
}

/// What a finished game is counted against, and for which set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedFor {
    pub set: Option<PuzzleSetId>,
    pub spots: Arc<Vec<Vec<u32>>>,
}

/// Finds the game that a browser has played. All pictures and all spots have to be the same: an edit of the content may leave the last
/// picture as it is and change another one, or only the spots. A game without pictures, or with those of several games, is counted for no
/// set. `None` when the site has not shown such a game.
#[must_use]
pub fn find_played(games: &[PlayedGame], spots: &[Vec<u32>], pictures: Option<&[String]>) -> Option<CountedFor> {
    let mut known = games.iter().filter(|game| *game.spots == spots).peekable();
    let spots = Arc::clone(&known.peek()?.spots);
    // The content's own game has the pictures of a set when somebody has imported that set.
    let set = known.filter(|game| Some(game.pictures.as_slice()) == pictures).find_map(|game| game.set);
    Some(CountedFor { set, spots })
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::game::Month;

    fn game(candidate: Option<u32>, pictures: [&str; 2], spots: [&[u32]; 2]) -> PlayedGame {
        let set = candidate.map(|candidate| PuzzleSetId { month: Month::at(Timestamp::UNIX_EPOCH), candidate });
        let spots = Arc::new(spots.map(<[u32]>::to_vec).to_vec());
        PlayedGame { set, pictures: pictures.map(str::to_owned).to_vec(), spots }
    }

    fn found(games: &[PlayedGame], played: &PlayedGame) -> Option<CountedFor> {
        find_played(games, &played.spots, Some(&played.pictures))
    }

    #[test]
    fn game_is_found_when_another_one_has_the_same_last_picture() {
        let shown = game(Some(1), ["/b", "/z"], [&[1], &[1, 2]]);
        let other_picture = game(Some(2), ["/a", "/z"], [&[1], &[1, 2]]);
        let other_spots = game(Some(3), ["/b", "/z"], [&[1], &[1]]);
        let games = [shown, other_picture, other_spots];
        for played in &games {
            let expected = CountedFor { set: played.set, spots: Arc::clone(&played.spots) };
            assert_eq!(found(&games, played), Some(expected));
        }
    }

    #[test]
    fn game_with_the_pictures_of_several_games_is_counted_for_no_set() {
        let games = [game(Some(1), ["/a", "/b"], [&[1], &[2]]), game(Some(2), ["/c", "/d"], [&[1], &[2]])];
        let mixed = game(None, ["/a", "/d"], [&[1], &[2]]);
        let expected = Some(CountedFor { set: None, spots: Arc::clone(&mixed.spots) });
        assert_eq!(found(&games, &mixed), expected);
        assert_eq!(find_played(&games, &mixed.spots, None), expected);
    }

    #[test]
    fn set_that_was_imported_into_the_content_is_counted_as_the_set() {
        let set = game(Some(1), ["/a", "/b"], [&[1], &[2]]);
        let own = PlayedGame { set: None, ..set.clone() };
        for games in [[own.clone(), set.clone()], [set.clone(), own]] {
            assert_eq!(found(&games, &set).and_then(|found| found.set), set.set);
        }
    }

    #[test]
    fn game_that_was_never_shown_is_not_found() {
        let games = [game(None, ["/a", "/b"], [&[1], &[1, 2]])];
        assert_eq!(found(&games, &game(None, ["/a", "/b"], [&[1], &[1]])), None);
        assert_eq!(find_played(&[], &[vec![1]], None), None);
    }
}
