//! Puts the set of the month into the place of the content's own pictures of the game, in content that is about to be published.
//! Each set is read by itself, with the content's own checks.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::Timestamp;

use crate::publication::publisher::spot_ids;
use clinic_content::model::{Content, Game};
use clinic_content::picture::PictureFile;
use clinic_content::{Folder, Problem, Problems, load_game};
use clinic_rules::game::{Month, MonthlySets, PlayedGame, PuzzleSet, PuzzleSetId};

const GAME_FILE: &str = "game.toml";

/// The sets in content that is about to be published.
#[derive(Debug)]
pub struct AddedSets {
    /// The one that the game shows. `None` when it shows the pictures of the content.
    pub shown: Option<PuzzleSetId>,
    /// The sets and the content's own game. A browser names one of them when a game is finished: it may have been begun with the
    /// pictures of last month.
    pub played: Vec<PlayedGame>,
}

impl AddedSets {
    /// Only the content's own game.
    pub fn none(own: &Game) -> Self {
        Self { shown: None, played: vec![played_game(None, own)] }
    }

    /// Whether there are other pictures than those of the content.
    pub fn has_any(&self) -> bool {
        self.played.iter().any(|played| played.set.is_some())
    }
}

fn played_game(set: Option<PuzzleSetId>, game: &Game) -> PlayedGame {
    let pictures = game.levels.iter().map(|level| level.image.src.clone()).collect();
    PlayedGame { set, pictures, spots: Arc::new(spot_ids(game)) }
}

/// Shows the set of the month, or the last good one before it, if the content asks for it. Without one the content keeps its own
/// pictures. Games that were begun with another set go on: the sets are published also when the content shows its own pictures.
pub fn add(content: &mut Content, sets: &MonthlySets, now: Timestamp) -> AddedSets {
    let mut added = AddedSets::none(&content.game);
    let month = Month::at(now);
    // Those who opened the game before midnight load the pictures of its later levels after it.
    let published: BTreeSet<_> = sets.maybe_played_in(month).map(|set| set.id).collect();
    // The clock of another instance may be ahead of this one, which must not show the pictures of the next month.
    let played: BTreeMap<_, _> = sets.maybe_played_in(month.plus(1)).map(|set| (set.id, set)).collect();
    let mut games = HashMap::new();
    for (id, set) in played {
        // It may be older than this program. It must not keep anything else from being published, nor another set.
        match read(set) {
            Ok((game, pictures)) => {
                added.played.push(played_game(Some(id), &game));
                if published.contains(&id) {
                    content.pictures.extend(pictures);
                    games.insert(id, game);
                }
            }
            Err(problems) => tracing::error!("the set {id} of the game's pictures cannot be shown: {problems}"),
        }
    }
    let shown = sets.to_show_in(month).find_map(|set| games.remove_entry(&set.id));
    if content.clinic.has_monthly_puzzles
        && let Some((id, game)) = shown
    {
        content.game = game;
        added.shown = Some(id);
    }
    added
}

fn read(set: &PuzzleSet) -> Result<(Game, BTreeMap<String, Arc<PictureFile>>), Problems> {
    let mut folder = Folder::default();
    for (name, text) in &set.files {
        if name == GAME_FILE {
            // Each set has a folder of its own: all of them name their pictures alike.
            folder.insert("game/game.toml", text.replace("\nimage = \"", &format!("\nimage = \"{}/", set.id)));
        } else {
            folder.insert(format!("game/{}/{name}", set.id), text.as_str());
        }
    }
    let (game, pictures) = load_game(&folder)?;
    if game.levels.is_empty() {
        return Err(Problems(vec![Problem::new(GAME_FILE, 1, "There is no level.")]));
    }
    Ok((game, pictures))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use clinic_puzzles::{Generator, find_candidate};
    use data_encoding::HEXLOWER;
    use jiff::civil::date;
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::{ContentSource, ContentStatus, LastGoodContent, Publisher, Site, StoredContent, draw_practice};
    use clinic_content::model::Spot;
    use clinic_rules::game::{PlayToken, TOKEN_LIFE, find_played, finish};

    const LAST_OF_NOVEMBER: &str = "2026-11-30T22:59:59Z";
    const FIRST_OF_DECEMBER: &str = "2026-11-30T23:00:00Z";

    fn at(time: &str) -> Timestamp {
        time.parse().expect("a time")
    }

    fn set(generator: &Generator, month: Month) -> Arc<PuzzleSet> {
        let (found, _) = find_candidate(generator, month.year_and_month(), 0);
        let found = found.expect("a proven set");
        let id = PuzzleSetId { month, candidate: found.number };
        Arc::new(PuzzleSet { id, seed: found.seed, files: found.set.files })
    }

    fn two_months() -> MonthlySets {
        let generator = Generator::start().expect("the engine");
        let november = Month::at(at(LAST_OF_NOVEMBER));
        let months = [november, november.plus(1)].map(|month| (month, set(&generator, month)));
        MonthlySets { months: months.into(), ..MonthlySets::default() }
    }

    fn content(puzzles: &str) -> Folder {
        let mut folder = Folder::embedded();
        let clinic = String::from_utf8(folder["clinic.toml"].to_vec()).expect("text");
        folder.insert("clinic.toml", clinic.replace("puzzles = \"fixed\"", &format!("puzzles = \"{puzzles}\"")));
        folder
    }

    fn open(folder: Folder, sets: MonthlySets, now: &str) -> (Site, tempfile::TempDir) {
        let data = tempfile::tempdir().expect("a folder");
        let publisher = Arc::new(Publisher::new("https://clinic.example").expect("a publisher"));
        publisher.set_puzzles(sets);
        let source = ContentSource::Stored(StoredContent::new(folder));
        let last_good = LastGoodContent::in_data_folder(data.path());
        let site = Site::open(source, Some(last_good), publisher, ContentStatus::of_revision(0), at(now));
        (site.unwrap_or_else(|error| panic!("{error}")), data)
    }

    fn pictures(site: &Site) -> Vec<String> {
        site.published().game.levels.iter().map(|level| level.image.src.clone()).collect()
    }

    fn set_of(site: &Site, picture: &str) -> Option<PuzzleSetId> {
        let played = Arc::clone(&site.published().played);
        played.iter().find(|game| game.pictures.iter().any(|it| it == picture))?.set
    }

    #[test]
    fn the_set_of_the_month_appears_on_the_first_and_is_the_same_on_every_instance() {
        let sets = two_months();
        let (site, _data) = open(content("monthly"), sets.clone(), LAST_OF_NOVEMBER);
        let november = pictures(&site);
        site.republish(at(FIRST_OF_DECEMBER)).expect("published");
        let december = pictures(&site);
        assert!(november.iter().zip(&december).all(|(before, after)| before != after), "{november:?} {december:?}");
        let (other, _data) = open(content("monthly"), sets, FIRST_OF_DECEMBER);
        assert_eq!(pictures(&other), december);
        // The clock is set back.
        site.republish(at(LAST_OF_NOVEMBER)).expect("published");
        assert_eq!(pictures(&site), november);
    }

    #[test]
    fn game_that_was_opened_before_midnight_keeps_its_pictures_and_is_counted() {
        let sets = two_months();
        let (site, _data) = open(content("monthly"), sets.clone(), LAST_OF_NOVEMBER);
        let (november, spots) = (pictures(&site), Vec::clone(&site.published().spots));
        let play = PlayToken::start(at(LAST_OF_NOVEMBER), [1; 16]);
        // Also on an instance that has never shown the old set, and long after midnight.
        let next_day = at("2026-12-01T20:00:00Z");
        let (restarted, _data) = open(content("monthly"), sets, "2026-12-01T20:00:00Z");
        for picture in &november {
            assert!(restarted.published().resource(picture).is_some(), "{picture} is gone");
            let set = set_of(&restarted, picture);
            assert_eq!(set.map(|set| set.month), Some(Month::at(at(LAST_OF_NOVEMBER))), "counted for another set");
        }
        let outcome = finish(&play, &spots, &restarted.published().spots, next_day, Duration::from_secs(4));
        assert!(outcome.expect("counted").perfect);
    }

    #[test]
    fn game_goes_on_with_its_set_after_it_was_unpinned_and_after_the_content_shows_its_own_pictures() {
        let sets = two_months();
        let december = Arc::clone(&sets.months[&Month::at(at(FIRST_OF_DECEMBER))]);
        let pinned = MonthlySets { pinned: Some(Arc::clone(&december)), ..sets.clone() };
        let shown = pictures(&open(content("monthly"), pinned, LAST_OF_NOVEMBER).0);
        let unpinned = MonthlySets { unpinned: vec![december], ..sets.clone() };
        let november = Month::at(at(LAST_OF_NOVEMBER));
        for (puzzles, sets, now) in [
            ("monthly", unpinned.clone(), LAST_OF_NOVEMBER),
            ("fixed", unpinned, LAST_OF_NOVEMBER),
            ("fixed", sets, FIRST_OF_DECEMBER),
        ] {
            let (site, _data) = open(content(puzzles), sets, now);
            for picture in &shown {
                assert!(site.published().resource(picture).is_some(), "{picture} is gone with {puzzles}");
                let set = set_of(&site, picture);
                assert_eq!(set.map(|set| set.month), Some(november.plus(1)), "{puzzles}");
            }
            assert_eq!(site.published().puzzle_set.is_some(), puzzles == "monthly");
        }
    }

    #[test]
    fn game_is_counted_against_the_levels_that_it_was_begun_with() {
        // The clinic's own game has one level less than the sets.
        let with_own = |puzzles: &str| {
            let mut folder = content(puzzles);
            let game = String::from_utf8(folder["game/game.toml"].to_vec()).expect("text");
            let (last, _) = game.match_indices("[[levels]]").last().expect("levels");
            folder.insert("game/game.toml", &game[..last]);
            folder
        };
        let levels_of = |site: &Site, picture: &String| -> Vec<usize> {
            let played = Arc::clone(&site.published().played);
            let game = played.iter().find(|game| game.pictures.contains(picture)).expect("a game");
            game.spots.iter().map(Vec::len).collect()
        };
        let (site, _data) = open(with_own("fixed"), two_months(), LAST_OF_NOVEMBER);
        let own = pictures(&site);
        assert_eq!(own.len(), 2);
        site.publish_revision(1, with_own("monthly"), at(LAST_OF_NOVEMBER)).expect("published");
        let set = pictures(&site);
        assert_eq!((levels_of(&site, &own[1]), levels_of(&site, &set[2])), (vec![1, 5], vec![1, 5, 5]));
        site.publish_revision(2, with_own("fixed"), at(LAST_OF_NOVEMBER)).expect("published");
        assert_eq!((levels_of(&site, &own[1]), levels_of(&site, &set[2])), (vec![1, 5], vec![1, 5, 5]));

        // The clinic's game of before is known as long as its pictures are served.
        let mut without_last = content("fixed");
        let game = String::from_utf8(without_last["game/game.toml"].to_vec()).expect("text");
        let (second, _) = game.match_indices("[[levels]]").nth(1).expect("levels");
        without_last.insert("game/game.toml", &game[..second]);
        without_last.insert("game/level-2.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'/>");
        site.publish_revision(3, without_last, at(FIRST_OF_DECEMBER)).expect("published");
        assert_eq!(levels_of(&site, &own[1]), [1, 5]);
    }

    #[test]
    fn game_is_known_for_a_day_after_an_edit_that_leaves_its_last_picture_as_it_is() {
        // Without its first level, and with one spot less in the second.
        let game = String::from_utf8(content("fixed")["game/game.toml"].to_vec()).expect("text");
        let start_of = |text: &str, number: usize| game.match_indices(text).nth(number).expect("a table").0;
        let (second, third) = (start_of("[[levels]]", 1), start_of("[[levels]]", 2));
        let one_less = format!("{}{}", &game[..start_of("[[levels.spots]]", 5)], &game[third..]);
        let (mut shorter, mut with_less) = (content("fixed"), content("fixed"));
        shorter.insert("game/game.toml", &game[second..]);
        with_less.insert("game/game.toml", one_less);

        let (site, _data) = open(content("fixed"), MonthlySets::default(), LAST_OF_NOVEMBER);
        let mut begun = Vec::new();
        for (number, folder) in [(1, shorter), (2, with_less), (3, content("fixed"))] {
            begun.push((pictures(&site), Vec::clone(&site.published().spots)));
            site.publish_revision(number, folder, at(LAST_OF_NOVEMBER)).expect("published");
        }
        let counts = |pictures: &[String], spots: &[Vec<u32>]| {
            find_played(&site.published().played, spots, Some(pictures)).map(|found| Vec::clone(&found.spots))
        };
        let last = |game: &(Vec<String>, Vec<Vec<u32>>)| game.0.last().cloned();
        assert!(begun.iter().all(|game| last(game) == last(&begun[0])), "{begun:?}");
        assert_eq!(begun.iter().map(|(_, spots)| spots.concat().len()).collect::<Vec<_>>(), [11, 10, 10]);
        for (pictures, spots) in &begun {
            assert_eq!(counts(pictures, spots).as_ref(), Some(spots));
        }
        // Also when something was removed for good, and when the clock was wrong.
        site.forget_removed();
        for now in ["2031-01-01T00:00:00Z", LAST_OF_NOVEMBER] {
            site.republish(at(now)).expect("published");
            assert_eq!(counts(&begun[1].0, &begun[1].1).as_ref(), Some(&begun[1].1), "{now}");
        }
        // Not longer than a game can be finished.
        let (shown, now) = (played_game(None, &site.published().game), Instant::now());
        let is_known_after = |time: Duration| {
            let publisher = site.publisher();
            let games = publisher.with_earlier_games(vec![shown.clone()], now + time);
            find_played(&games, &begun[1].1, Some(&begun[1].0)).is_some()
        };
        assert!(is_known_after(TOKEN_LIFE / 2), "forgotten too early");
        assert!(!is_known_after(TOKEN_LIFE), "kept too long");
    }

    #[test]
    fn game_of_an_instance_whose_clock_is_ahead_is_counted_for_its_set_but_not_shown() {
        let sets = two_months();
        let (ahead, _data) = open(content("monthly"), sets.clone(), FIRST_OF_DECEMBER);
        let (december, spots) = (pictures(&ahead), Vec::clone(&ahead.published().spots));
        let (behind, _data) = open(content("monthly"), sets, LAST_OF_NOVEMBER);
        let found = find_played(&behind.published().played, &spots, Some(&december)).expect("a known game");
        assert_eq!(found.set, ahead.published().puzzle_set);
        assert_eq!(december.iter().find(|picture| behind.published().resource(picture).is_some()), None);
    }

    #[test]
    fn month_and_day_change_at_midnight_while_the_content_folder_is_broken() {
        let data = tempfile::tempdir().expect("a folder");
        let folder = data.path().join("content");
        let both = content("monthly");
        both.write(&folder).expect("written");
        let publisher = Arc::new(Publisher::new("https://clinic.example").expect("a publisher"));
        publisher.set_puzzles(two_months());
        let days = [date(2026, 11, 30), date(2026, 12, 1)].map(|day| draw_practice(day).expect("a puzzle"));
        publisher.set_practice(days.into_iter().collect());
        let last_good = LastGoodContent::in_data_folder(data.path());
        let status = ContentStatus::of_folder(Vec::new());
        let source = ContentSource::Folder(folder.clone());
        let site = Site::open(source, Some(last_good), publisher, status, at(LAST_OF_NOVEMBER));
        let site = site.unwrap_or_else(|error| panic!("{error}"));

        let file = folder.join("pages/home.md");
        let good = std::fs::read(&file).expect("the file");
        std::fs::write(&file, "+++\ntitle = \n+++\n").expect("saved");
        site.republish(at(FIRST_OF_DECEMBER)).map(drop).expect_err("a mistake");
        let shown = |site: &Site| {
            let now = site.published();
            (now.puzzle_set.map(|set| set.month.to_string()), now.practice_date)
        };
        assert_eq!(shown(&site), (Some("2026-12".to_owned()), Some(date(2026, 12, 1))));
        assert!(site.status().problems.iter().any(|problem| problem.contains("pages/home.md")), "not reported");
        std::fs::write(&file, good).expect("saved");
        site.republish(at(FIRST_OF_DECEMBER)).expect("published");
        assert!(site.status().problems.is_empty());
    }

    #[test]
    fn stored_set_is_served_unchanged_by_every_release() {
        const WHY: &str = "A set is drawn once and shown for a month or longer, also by later releases, and browsers that have begun a \
                           game load its pictures by these addresses. Do not change this set or what is expected of it: keep the \
                           form in which drawings are written, or store the sets of earlier releases as they were served.";
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/stored-set");
        let files = [GAME_FILE, "level-1.svg", "level-2.svg", "level-3.svg"].map(|name| {
            (name.to_owned(), std::fs::read_to_string(folder.join(name)).expect("a file of the stored set"))
        });
        let id = PuzzleSetId { month: Month::at(at(FIRST_OF_DECEMBER)), candidate: 0 };
        let stored = PuzzleSet { id, seed: 153_553_265, files: files.into() };
        let (game, pictures) = read(&stored).unwrap_or_else(|problems| panic!("{problems}. {WHY}"));

        let drawings: HashMap<_, _> = pictures.values().map(|file| (&file.picture.src, file.served.clone())).collect();
        let mut served = String::new();
        for level in &game.levels {
            let drawing = drawings[&level.image.src].as_ref().expect("a drawing");
            // The whole hash: an address has only its beginning.
            writeln!(served, "{} {}", level.image.src, HEXLOWER.encode(&Sha256::digest(drawing))).expect("written");
            for Spot { id, top, left, width, height, .. } in &level.spots {
                writeln!(served, "  spot {id}: {top} {left} {width} {height}").expect("written");
            }
            // What was served can be stored instead.
            let again = PictureFile::read("a.svg", drawing).expect("a drawing").expect("accepted");
            assert_eq!(again.served.as_ref(), Some(drawing), "a served drawing changes when it is written once more");
        }
        let expected = std::fs::read_to_string(folder.join("served.txt")).expect("what is expected");
        assert_eq!(served, expected, "{WHY}");
    }

    #[test]
    fn without_a_stored_set_and_with_fixed_pictures_the_content_shows_its_own() {
        let own = pictures(&open(content("fixed"), MonthlySets::default(), LAST_OF_NOVEMBER).0);
        assert_eq!(pictures(&open(content("monthly"), MonthlySets::default(), LAST_OF_NOVEMBER).0), own);
        let sets = two_months();
        assert_eq!(pictures(&open(content("fixed"), sets.clone(), LAST_OF_NOVEMBER).0), own);
        // Before the first stored month, as after a clock that was wrong.
        assert_eq!(pictures(&open(content("monthly"), sets, "2026-10-31T12:00:00Z").0), own);
    }

    /// A stored set that a later release refuses: of November or of December.
    fn refuse(sets: &mut MonthlySets, months_after_november: i64) {
        let month = Month::at(at(LAST_OF_NOVEMBER)).plus(months_after_november);
        let mut refused = PuzzleSet::clone(&sets.months[&month]);
        let picture = refused.files["level-3.svg"].replace("</svg>", "<script>alert(1)</script></svg>");
        refused.files.insert("level-3.svg".to_owned(), picture);
        sets.months.insert(month, Arc::new(refused));
    }

    #[test]
    fn set_of_last_month_that_is_refused_does_not_hide_the_one_of_this_month() {
        let mut sets = two_months();
        let expected = pictures(&open(content("monthly"), sets.clone(), FIRST_OF_DECEMBER).0);
        refuse(&mut sets, 0);
        let (site, _data) = open(content("monthly"), sets, FIRST_OF_DECEMBER);
        assert_eq!(pictures(&site), expected);
        assert_eq!(site.published().puzzle_set.map(|set| set.month), Some(Month::at(at(FIRST_OF_DECEMBER))));
    }

    #[test]
    fn set_that_is_refused_gives_way_to_the_last_good_one_and_then_to_the_pictures_of_the_content() {
        let own = pictures(&open(content("fixed"), MonthlySets::default(), LAST_OF_NOVEMBER).0);
        let mut sets = two_months();
        let november = pictures(&open(content("monthly"), sets.clone(), LAST_OF_NOVEMBER).0);
        refuse(&mut sets, 1);
        let (site, _data) = open(content("monthly"), sets.clone(), FIRST_OF_DECEMBER);
        assert_eq!(pictures(&site), november);
        // The game is counted for the set that is shown.
        let shown = site.published().puzzle_set;
        assert_eq!(shown.map(|set| set.month), Some(Month::at(at(LAST_OF_NOVEMBER))));
        assert_eq!(set_of(&site, &november[2]), shown);
        // Also when it was to be shown in every month.
        let pinned = sets.months.get(&Month::at(at(FIRST_OF_DECEMBER))).cloned();
        let with_pin = MonthlySets { pinned, ..sets.clone() };
        assert_eq!(pictures(&open(content("monthly"), with_pin, LAST_OF_NOVEMBER).0), november);

        refuse(&mut sets, 0);
        assert_eq!(pictures(&open(content("monthly"), sets, FIRST_OF_DECEMBER).0), own);
    }

    #[test]
    fn set_that_lacks_a_picture_leaves_the_site_with_the_pictures_of_the_content() {
        let own = pictures(&open(content("fixed"), MonthlySets::default(), LAST_OF_NOVEMBER).0);
        let mut sets = two_months();
        let month = Month::at(at(LAST_OF_NOVEMBER));
        let mut broken = PuzzleSet::clone(&sets.months[&month]);
        broken.files.remove("level-3.svg");
        sets.months.insert(month, Arc::new(broken));
        assert_eq!(pictures(&open(content("monthly"), sets, LAST_OF_NOVEMBER).0), own);
    }
}
