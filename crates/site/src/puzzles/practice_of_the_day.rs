//! Adds the puzzle for practice to content that is about to be published. It is read with the content's own checks, like the
//! pictures of the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;

use clinic_content::model::{Content, Level, Practice};
use clinic_content::picture::PictureFile;
use clinic_content::{Folder, Problem, Problems, load_game};
use clinic_rules::game::{PracticePuzzle, PracticePuzzles};

const GAME_FILE: &str = "game.toml";

/// So many puzzles are published at most: that of today, and the pictures of those of the days before it.
const MAX_PUZZLES: usize = 9;

/// Adds the puzzle of the day, or the last one before it that can be shown. The pictures of earlier ones stay published for
/// those who opened the page on an earlier day. Without a puzzle the site has no page for practice, and nothing links to it.
pub fn add(content: &mut Content, puzzles: &PracticePuzzles, today: Date) {
    for puzzle in puzzles.until(today).take(MAX_PUZZLES) {
        // It may be older than this program. It must not keep anything else from being published.
        match read(puzzle) {
            Ok((level, pictures)) => {
                content.practice.get_or_insert(Practice { date: puzzle.date, level });
                content.pictures.extend(pictures);
            }
            Err(problems) => tracing::error!("the puzzle for practice on {} cannot be shown: {problems}", puzzle.date),
        }
    }
}

fn read(puzzle: &PracticePuzzle) -> Result<(Level, BTreeMap<String, Arc<PictureFile>>), Problems> {
    let mut folder = Folder::default();
    let own_folder = format!("practice-{}", puzzle.date);
    for (name, text) in &puzzle.files {
        if name == GAME_FILE {
            // The game of the content names its pictures alike.
            folder.insert("game/game.toml", text.replace("\nimage = \"", &format!("\nimage = \"{own_folder}/")));
        } else {
            folder.insert(format!("game/{own_folder}/{name}"), text.as_str());
        }
    }
    let (mut game, pictures) = load_game(&folder)?;
    let nothing = || Problem::new(GAME_FILE, 1, "There is no level.");
    let level = game.levels.pop().ok_or_else(|| Problems(vec![nothing()]))?;
    Ok((level, pictures))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::date;

    use super::*;
    use crate::{ContentSource, ContentStatus, Publisher, Site, StoredContent, draw_practice};

    const BEFORE_MIDNIGHT: &str = "2026-11-17T22:59:59Z";
    const MIDNIGHT: &str = "2026-11-17T23:00:00Z";

    fn at(time: &str) -> Timestamp {
        time.parse().expect("a time")
    }

    fn content(practice: &str) -> Folder {
        let mut folder = Folder::embedded();
        let clinic = String::from_utf8(folder["clinic.toml"].to_vec()).expect("text");
        let (before, rest) = clinic.split_once("\npractice = ").expect("the setting");
        let (_, after) = rest.split_once('\n').expect("its end");
        folder.insert("clinic.toml", format!("{before}\npractice = \"{practice}\"\n{after}"));
        folder
    }

    fn open(folder: Folder, puzzles: PracticePuzzles, now: &str) -> Site {
        let publisher = Arc::new(Publisher::new("https://clinic.example").expect("a publisher"));
        publisher.set_practice(puzzles);
        let source = ContentSource::Stored(StoredContent::new(folder));
        let site = Site::open(source, None, publisher, ContentStatus::of_revision(0), at(now));
        site.unwrap_or_else(|error| panic!("{error}"))
    }

    fn text(site: &Site, path: &str) -> Option<String> {
        let published = site.published();
        let resource = published.resource(path)?;
        Some(String::from_utf8_lossy(&resource.encodings().identity).into_owned())
    }

    /// The date and the address of the picture.
    fn shown(site: &Site) -> Option<(String, String)> {
        let data: serde_json::Value = serde_json::from_str(&text(site, "/data/visionTest/today.json")?).expect("JSON");
        let puzzle = &data["page"]["puzzle"];
        let string = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
        Some((string(&puzzle["date"]), string(&puzzle["level"]["image"]["src"])))
    }

    fn two_days() -> PracticePuzzles {
        [date(2026, 11, 17), date(2026, 11, 18)].map(|day| draw_practice(day).expect("a puzzle")).into_iter().collect()
    }

    #[test]
    fn puzzle_of_the_next_day_appears_at_midnight_and_stays_while_there_is_no_newer_one() {
        let site = open(content("daily"), two_days(), BEFORE_MIDNIGHT);
        let (day, picture) = shown(&site).expect("a page");
        assert_eq!(day, "2026-11-17");
        assert!(text(&site, &picture).expect("the picture").starts_with("<svg"));
        site.republish(at(MIDNIGHT)).expect("published");
        let (next_day, next_picture) = shown(&site).expect("a page");
        assert_eq!(next_day, "2026-11-18");
        assert_ne!(next_picture, picture);
        site.republish(at("2026-11-29T12:00:00Z")).expect("published");
        assert_eq!(shown(&site).expect("a page").0, "2026-11-18");
        assert_eq!(site.published().practice_date, Some(date(2026, 11, 18)));
    }

    #[test]
    fn puzzle_that_cannot_be_shown_leaves_the_last_one_before_it() {
        let mut broken = draw_practice(date(2026, 11, 18)).expect("a puzzle");
        broken.files.remove("level-3.svg");
        let mut empty = broken.clone();
        (empty.date, empty.files) = (date(2026, 11, 19), BTreeMap::from([(GAME_FILE.to_owned(), String::new())]));
        let earlier = draw_practice(date(2026, 11, 17)).expect("a puzzle");
        let site = open(content("daily"), [earlier, broken, empty].into_iter().collect(), "2026-11-19T12:00:00Z");
        assert_eq!(shown(&site).expect("a page").0, "2026-11-17");
        assert_eq!(site.published().practice_date, Some(date(2026, 11, 17)));
    }

    #[test]
    fn pictures_of_earlier_days_stay_but_not_of_all_days_and_not_of_the_next_one() {
        let picture_of = |site: &Site| shown(site).expect("a page").1;
        let now = "2026-11-18T12:00:00Z";
        let opened_before_midnight = picture_of(&open(content("daily"), two_days(), BEFORE_MIDNIGHT));
        // An instance that was started after midnight has never shown it.
        let site = open(content("daily"), two_days(), now);
        assert!(text(&site, &opened_before_midnight).is_some(), "the picture of the day before is gone");
        let next = picture_of(&site);
        assert!(text(&open(content("daily"), two_days(), BEFORE_MIDNIGHT), &next).is_none(), "shown too early");

        let puzzle = draw_practice(date(2026, 11, 18)).expect("a puzzle");
        let of_day = |days| {
            let mut files = puzzle.files.clone();
            let other = format!("<rect width=\"1\" height=\"{}\" fill=\"#fff\"/></svg>", days + 1);
            files.insert("level-3.svg".to_owned(), puzzle.files["level-3.svg"].replace("</svg>", &other));
            PracticePuzzle { date: date(2026, 10, 20) + jiff::Span::new().days(days), files, ..puzzle.clone() }
        };
        let site = open(content("daily"), (0..20).map(of_day).collect(), now);
        let published = site.published();
        let pictures = published.resources().filter(|(path, _)| path.starts_with("/pictures/level-3."));
        assert_eq!(pictures.count(), MAX_PUZZLES + 1, "those of practice and that of the game");
    }

    #[test]
    fn page_and_links_are_there_only_with_a_puzzle_that_can_be_shown() {
        let links = |site: &Site| ["/home", "/visionTest", "/sitemap.xml"].map(|path| is_linked(site, path));
        let with_puzzle = open(content("daily"), two_days(), BEFORE_MIDNIGHT);
        assert!(text(&with_puzzle, "/visionTest/today").is_some());
        assert_eq!(links(&with_puzzle), [true; 3]);

        let mut broken = draw_practice(date(2026, 11, 17)).expect("a puzzle");
        broken.files.remove("level-3.svg");
        for site in [
            open(content("daily"), PracticePuzzles::default(), BEFORE_MIDNIGHT),
            open(content("daily"), [broken].into_iter().collect(), BEFORE_MIDNIGHT),
            open(content("off"), two_days(), BEFORE_MIDNIGHT),
        ] {
            assert_eq!(shown(&site), None);
            assert_eq!(links(&site), [false; 3]);
        }
    }

    /// The game links to it on its results, so its data says so.
    fn is_linked(site: &Site, path: &str) -> bool {
        let text = text(site, path).expect("a page");
        text.contains("/visionTest/today") || text.contains("\"hasPractice\":true")
    }

    #[test]
    fn pictures_and_spots_of_the_game_for_the_prize_stay_as_they_are() {
        let with_practice = open(content("daily"), two_days(), BEFORE_MIDNIGHT);
        let without = open(content("off"), two_days(), BEFORE_MIDNIGHT);
        assert_eq!(with_practice.published().game, without.published().game);
        assert_eq!(with_practice.published().spots, without.published().spots);
    }
}
