//! Puts the set of the month into the place of the content's own pictures of the game, before the content is loaded. Everything
//! after that (checks, addresses with hashes, caching) is the same for both.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;

use crate::content::model::Content;
use crate::content::{CLINIC_FILE, DAILY_PRACTICE, Folder, MONTHLY_PUZZLES};
use crate::game::{Month, MonthlySets, PuzzleSet, PuzzleSetId};

const GAME_FILE: &str = "game.toml";

/// Whether the content asks for a new set every month.
fn is_wanted(folder: &Folder) -> bool {
    has_setting(folder, "puzzles", MONTHLY_PUZZLES)
}

/// Whether the content asks for pictures that the server draws: for the game or for practice.
pub fn wants_drawn_pictures(folder: &Folder) -> bool {
    is_wanted(folder) || has_setting(folder, "practice", DAILY_PRACTICE)
}

/// What is wrong in the file is reported when it is loaded.
fn has_setting(folder: &Folder, key: &str, value: &str) -> bool {
    let text = folder.get(CLINIC_FILE).and_then(|file| std::str::from_utf8(file).ok()).unwrap_or_default();
    let table: toml::Table = text.trim_start_matches('\u{feff}').parse().unwrap_or_default();
    table.get("game").and_then(|game| game.get(key)).and_then(toml::Value::as_str) == Some(value)
}

/// The content with the set that is shown now, and which one it is. `None` when the content keeps its own pictures.
pub fn overlay(folder: &Folder, sets: &MonthlySets, now: Timestamp) -> Option<(Folder, PuzzleSetId)> {
    let month = Month::at(now);
    let set = sets.shown_in(month)?;
    if !is_wanted(folder) {
        return None;
    }
    let levels = set.files.get(GAME_FILE)?;
    let mut overlaid = folder.clone();
    // Those who opened the game before midnight load the pictures of its later levels after it.
    for played in sets.maybe_played_in(month).chain([set]) {
        insert_pictures(&mut overlaid, played);
    }
    // Each set has a folder of its own: all of them name their pictures alike.
    overlaid.insert("game/game.toml", levels.replace("\nimage = \"", &format!("\nimage = \"{}/", set.id)));
    Some((overlaid, set.id))
}

/// The sets in the content, by the addresses of their pictures. A browser names one of them when a game is finished: it may
/// have been begun with the pictures of last month.
pub fn pictures(content: &Content, sets: &MonthlySets) -> HashMap<String, PuzzleSetId> {
    let all = sets.months.values().chain(&sets.others).chain(&sets.pinned);
    let ids: HashMap<String, PuzzleSetId> = all.map(|set| (set.id.to_string(), set.id)).collect();
    let set_of = |path: &str| ids.get(path.strip_prefix("game/")?.split_once('/')?.0).copied();
    content.pictures.iter().filter_map(|(path, file)| Some((file.picture.src.clone(), set_of(path)?))).collect()
}

fn insert_pictures(folder: &mut Folder, set: &PuzzleSet) {
    let pictures: BTreeMap<_, _> = set.files.iter().filter(|(name, _)| *name != GAME_FILE).collect();
    for (name, svg) in pictures {
        folder.insert(format!("game/{}/{name}", set.id), svg.as_str());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use clinic_puzzles::{Generator, find_candidate};

    use super::super::{ContentSource, ContentStatus, LastGoodContent, Publisher, Site, StoredContent};
    use super::*;
    use crate::game::{PlayToken, finish};

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
            let set = restarted.published().puzzle_pictures.get(picture).copied();
            assert_eq!(set.map(|set| set.month), Some(Month::at(at(LAST_OF_NOVEMBER))), "counted for another set");
        }
        let outcome = finish(&play, &spots, &restarted.published().spots, next_day, Duration::from_secs(4));
        assert!(outcome.expect("counted").perfect);
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

    #[test]
    fn set_that_cannot_be_shown_leaves_the_site_with_the_pictures_of_the_content() {
        let own = pictures(&open(content("fixed"), MonthlySets::default(), LAST_OF_NOVEMBER).0);
        let mut sets = two_months();
        let month = Month::at(at(LAST_OF_NOVEMBER));
        let mut broken = PuzzleSet::clone(&sets.months[&month]);
        broken.files.remove("level-3.svg");
        sets.months.insert(month, Arc::new(broken));
        assert_eq!(pictures(&open(content("monthly"), sets, LAST_OF_NOVEMBER).0), own);
    }
}
