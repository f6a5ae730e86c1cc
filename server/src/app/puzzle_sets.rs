//! Draws the sets of the game's pictures for this month and the next ones, and the puzzles for practice for today and tomorrow,
//! ahead of time, and shows what is stored. A set takes seconds of processor time, so it is drawn beside everything else, and
//! never while somebody waits for it.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use tokio::sync::Notify;

use super::repeated_job::Done;
use clinic_http::clock_check::ClockCheck;
use clinic_rules::clinic_time;
use clinic_rules::game::{Month, PracticePuzzle, PuzzleSet};
use clinic_runtime::clock::{Clock, System};
use clinic_site::{NotDrawn, Publisher, Site, draw_practice, draw_puzzle_set};
use clinic_store::{KEPT_PRACTICE_DAYS, Store, StoreError};

/// So many months after this one are drawn ahead, so that staff can look at them.
pub const MONTHS_AHEAD: i64 = 3;
/// So many days after today have their puzzle for practice before they begin.
const DAYS_AHEAD: i64 = 1;
/// How soon an instance shows what another one has stored or chosen.
const INTERVAL: Duration = Duration::from_secs(5);
const INTERVAL_AFTER_ERROR: Duration = Duration::from_mins(1);
/// All candidates of a month or a day were refused.
const INTERVAL_WITHOUT_SET: Duration = Duration::from_hours(24);

/// A game can be finished for a day. The page may have been opened some hours before the game was begun.
const KEPT_AFTER_UNPINNING: Duration = Duration::from_hours(48);

/// Gives the publisher what is needed to show the present month and day, also just after they have begun or the clock was set.
pub async fn read_stored(store: &Store, publisher: &Publisher, now: Timestamp) -> Result<(), StoreError> {
    let (month, today) = (Month::at(now), date(now));
    let mut sets = store.monthly_sets(month.plus(-1), month.plus(1)).await?;
    sets.unpinned = store.unpinned_sets(now - KEPT_AFTER_UNPINNING).await?;
    let practice =
        store.practice_puzzles(days_after(today, -KEPT_PRACTICE_DAYS), days_after(today, DAYS_AHEAD)).await?;
    publisher.set_puzzles(sets);
    if *publisher.practice() != practice {
        publisher.set_practice(practice);
    }
    Ok(())
}

fn date(now: Timestamp) -> Date {
    now.to_zoned(clinic_time::zone()).date()
}

fn days_after(date: Date, days: i64) -> Date {
    date.saturating_add(Span::new().days(days))
}

pub struct Drawing {
    store: Store,
    clock_check: Arc<ClockCheck>,
    site: Arc<Site>,
    republish: Arc<Notify>,
    started: Instant,
    /// After the start.
    delay: Duration,
    /// The number of changes and the day of what the publisher has.
    seen: Option<(i64, Date)>,
    /// What could not be stored yet, so that it is not drawn again with every attempt.
    drawn_sets: HashMap<Month, PuzzleSet>,
    drawn_practice: HashMap<Date, PracticePuzzle>,
    /// Months and days without a proven candidate, and when they are tried again.
    refused_months: HashMap<Month, Instant>,
    refused_days: HashMap<Date, Instant>,
}

impl Drawing {
    pub fn new(
        store: Store,
        clock_check: Arc<ClockCheck>,
        site: Arc<Site>,
        republish: Arc<Notify>,
        delay: Duration,
    ) -> Self {
        Self {
            store,
            clock_check,
            site,
            republish,
            started: Instant::now(),
            delay,
            seen: None,
            drawn_sets: HashMap::new(),
            drawn_practice: HashMap::new(),
            refused_months: HashMap::new(),
            refused_days: HashMap::new(),
        }
    }

    pub async fn keep_ready(&mut self) -> Done {
        match self.look(System.now(), self.started.elapsed()).await {
            Ok(()) => Done::Succeeded(INTERVAL),
            Err(error) => {
                // Other parts report that the database does not answer.
                tracing::debug!(%error, "cannot look for sets of the game's pictures");
                Done::Failed(INTERVAL_AFTER_ERROR)
            }
        }
    }

    async fn look(&mut self, now: Timestamp, since_start: Duration) -> Result<(), StoreError> {
        let clinic = Arc::clone(&self.site.published().clinic);
        let is_drawing = clinic.has_monthly_puzzles || clinic.has_daily_practice;
        // Once in any case: games may have been begun before the content was changed to its own pictures.
        if is_drawing || self.seen.is_none() {
            self.show_stored(now).await?;
        }
        if since_start < self.delay {
            return Ok(());
        }
        // First what takes least: visitors see a link to the practice puzzle a second later.
        if clinic.has_daily_practice {
            self.add_missing_practice(now).await?;
        }
        if clinic.has_monthly_puzzles {
            self.add_missing_sets(now).await?;
        }
        Ok(())
    }

    /// Publishes what was stored or chosen since the last look, by this instance or another one.
    async fn show_stored(&mut self, now: Timestamp) -> Result<(), StoreError> {
        let today = date(now);
        let seen = Some((self.store.puzzle_changes().await?, today));
        if self.seen == seen {
            return Ok(());
        }
        let publisher = self.site.publisher();
        read_stored(&self.store, &publisher, now).await?;
        let now_shown = Arc::clone(&self.site.published());
        let (puzzles, month) = (publisher.puzzles(), Month::at(now));
        let set = puzzles.shown_in(month).map(|set| set.id);
        let is_served = |set: &Arc<PuzzleSet>| now_shown.played.iter().any(|played| played.set == Some(set.id));
        let practice = publisher.practice().shown_on(today).map(|puzzle| puzzle.date);
        let is_set_shown = !now_shown.clinic.has_monthly_puzzles || now_shown.puzzle_set == set;
        let is_practice_shown = !now_shown.clinic.has_daily_practice || now_shown.practice_date == practice;
        if !is_set_shown || !is_practice_shown || !puzzles.maybe_played_in(month).all(is_served) {
            self.republish.notify_one();
        }
        self.seen = seen;
        Ok(())
    }

    async fn add_missing_sets(&mut self, now: Timestamp) -> Result<(), StoreError> {
        let month = Month::at(now);
        for missing in self.store.months_without_set(month, month.plus(MONTHS_AHEAD)).await? {
            let earlier = self.drawn_sets.remove(&missing);
            let drawn = draw(earlier, missing, &mut self.refused_months, move || draw_puzzle_set(missing, 0)).await;
            let Some(set) = drawn else { continue };
            if let Err(error) = self.store.offer_puzzle_set(&set, now).await {
                // Drawing takes long, so the set is kept until it can be stored.
                self.drawn_sets.insert(missing, set);
                return Err(error);
            }
            self.show_stored(now).await?;
        }
        Ok(())
    }

    async fn add_missing_practice(&mut self, now: Timestamp) -> Result<(), StoreError> {
        let today = date(now);
        self.refused_days.retain(|day, _| *day >= today);
        self.drawn_practice.retain(|day, _| *day >= today);
        for missing in self.store.days_without_practice(today, days_after(today, DAYS_AHEAD)).await? {
            let earlier = self.drawn_practice.remove(&missing);
            let drawn = draw(earlier, missing, &mut self.refused_days, move || draw_practice(missing)).await;
            let Some(puzzle) = drawn else { continue };
            if let Err(error) = self.store.offer_practice_puzzle(&puzzle, now).await {
                self.drawn_practice.insert(missing, puzzle);
                return Err(error);
            }
            self.show_stored(now).await?;
            // A clock that is wrong shows the puzzle of another day. It must not delete the one of today.
            if let Some(now) = self.clock_check.trusted_now().await? {
                self.store.delete_other_practice_puzzles(now).await?;
            }
        }
        Ok(())
    }
}

/// What was drawn before or is drawn now. `None` when nothing could be drawn, now or a short time ago.
async fn draw<K: Copy + Eq + Hash + Display, T: Send + 'static>(
    earlier: Option<T>,
    of: K,
    refused: &mut HashMap<K, Instant>,
    draw: impl FnOnce() -> Result<T, NotDrawn> + Send + 'static,
) -> Option<T> {
    if earlier.is_some() {
        return earlier;
    }
    if refused.get(&of).is_some_and(|next| Instant::now() < *next) {
        return None;
    }
    let drawn = tokio::task::spawn_blocking(draw).await.unwrap_or_else(|panic| {
        tracing::error!("drawing the game's pictures for {of} failed: {panic}. The last ones stay.");
        Err(NotDrawn::Failed)
    });
    let pause = match drawn {
        Ok(drawn) => return Some(drawn),
        Err(NotDrawn::NoneProven) => INTERVAL_WITHOUT_SET,
        Err(NotDrawn::Failed) => INTERVAL_AFTER_ERROR,
    };
    refused.insert(of, Instant::now() + pause);
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    use clinic_content::Folder;
    use clinic_rules::game::PuzzleSetId;
    use clinic_runtime::clock::Machine;
    use clinic_site::{ContentSource, ContentStatus, StoredContent};
    use clinic_store::Actor;
    use jiff::SignedDuration;

    use super::*;

    #[tokio::test]
    async fn set_that_was_shown_in_every_month_is_kept_for_two_days_after_that() {
        let data = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", data.path().join("clinic.db").display());
        let now: Timestamp = "2026-11-17T12:00:00Z".parse().expect("a time");
        let store = Store::open(&url, now).await.expect("a store");
        // Drawn for a month whose sets are not kept for another reason.
        let id = PuzzleSetId { month: Month::at(now).plus(-7), candidate: 0 };
        store.offer_puzzle_set(&PuzzleSet { id, seed: 1, files: BTreeMap::new() }, now).await.expect("stored");
        let actor = Actor { name: "Ngozi", random: &System, now };
        store.pin_puzzle_set(Some(id), actor).await.expect("pinned");
        store.pin_puzzle_set(None, actor).await.expect("unpinned");
        let publisher = Publisher::new("https://clinic.example").expect("a publisher");
        for (minutes, is_kept) in [(0, true), (48 * 60 - 1, true), (48 * 60, false)] {
            read_stored(&store, &publisher, now + Duration::from_mins(minutes)).await.expect("read");
            let kept: Vec<_> = publisher.puzzles().unpinned.iter().map(|set| set.id).collect();
            assert_eq!(kept == [id], is_kept, "{kept:?} after {minutes} minutes");
        }
    }

    /// A clock that the test sets, on a machine without NTP that was started a moment ago.
    struct SetClock(Mutex<Timestamp>);

    impl Clock for SetClock {
        fn now(&self) -> Timestamp {
            *self.0.lock().expect("the time")
        }
    }

    impl Machine for SetClock {
        fn synchronized_time(&self) -> Option<Timestamp> {
            None
        }

        fn since_boot(&self) -> Option<Duration> {
            Some(Duration::from_secs(1))
        }
    }

    /// With content that asks for a puzzle for practice every day.
    const DELAY: Duration = Duration::from_secs(10);

    async fn drawing(store: &Store, clock: &Arc<SetClock>) -> Drawing {
        let mut folder = Folder::embedded();
        let clinic = String::from_utf8(folder["clinic.toml"].to_vec()).expect("text");
        let (before, rest) = clinic.split_once("[game]").expect("the table");
        let (_, after) = rest.split_once("\n[").expect("the next table");
        let settings = "puzzles = \"fixed\"\npractice = \"daily\"";
        folder.insert("clinic.toml", format!("{before}[game]\n{settings}\n[{after}"));
        let source = ContentSource::Stored(StoredContent::new(folder));
        let now = clock.now();
        let open = move || {
            let publisher = Arc::new(Publisher::new("https://clinic.example").expect("a publisher"));
            Site::open(source, None, publisher, ContentStatus::of_revision(0), now)
        };
        let site = tokio::task::spawn_blocking(open).await.expect("no panic").unwrap_or_else(|error| panic!("{error}"));
        let clock_check = Arc::new(ClockCheck::new(store.clone(), clock.clone(), clock.clone()));
        Drawing::new(store.clone(), clock_check, Arc::new(site), Arc::new(Notify::new()), DELAY)
    }

    #[tokio::test]
    async fn clock_that_is_wrong_deletes_no_puzzle_for_practice() {
        let data = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", data.path().join("clinic.db").display());
        let now: Timestamp = "2026-11-17T12:00:00Z".parse().expect("a time");
        let store = Store::open(&url, now).await.expect("a store");
        let clock = Arc::new(SetClock(Mutex::new(now)));
        // As if they had been drawn and could not be stored yet: drawing takes long.
        let look_at = async |drawing: &mut Drawing, time: Timestamp| {
            *clock.0.lock().expect("the time") = time;
            for day in [date(time), days_after(date(time), 1)] {
                let puzzle = PracticePuzzle { date: day, candidate: 0, seed: 1, files: BTreeMap::new() };
                drawing.drawn_practice.insert(day, puzzle);
            }
            drawing.look(time, DELAY).await.expect("looked");
        };
        let is_stored = async |time: Timestamp| {
            store.days_without_practice(date(time), date(time)).await.expect("the database").is_empty()
        };
        let year = SignedDuration::from_hours(365 * 24);
        let mut running = drawing(&store, &clock).await;
        look_at(&mut running, now).await;
        assert!(is_stored(now).await);
        for wrong in [now + year, now - year] {
            look_at(&mut running, wrong).await;
            assert!(is_stored(wrong).await && is_stored(now).await, "deleted by a clock that says {wrong}");
        }

        // The clock is right after a restart on the next day.
        let tomorrow = now + SignedDuration::from_hours(24);
        look_at(&mut drawing(&store, &clock).await, tomorrow).await;
        assert!(is_stored(now).await && is_stored(tomorrow).await);
        assert!(!is_stored(now + year).await && !is_stored(now - year).await, "puzzles of wrong days are left");
    }

    #[tokio::test]
    async fn nothing_is_drawn_before_the_delay_after_the_start_is_over() {
        let data = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", data.path().join("clinic.db").display());
        let now: Timestamp = "2026-11-17T12:00:00Z".parse().expect("a time");
        let store = Store::open(&url, now).await.expect("a store");
        let mut drawing = drawing(&store, &Arc::new(SetClock(Mutex::new(now)))).await;
        let today = date(now);
        let missing = async || {
            store.days_without_practice(today, days_after(today, DAYS_AHEAD)).await.expect("the database").len()
        };

        for millis in [0, 5_000, 9_999] {
            drawing.look(now, Duration::from_millis(millis)).await.expect("looked");
            assert_eq!(missing().await, 2, "drawn {millis} ms after the start");
        }
        drawing.look(now, DELAY).await.expect("looked");
        assert_eq!(missing().await, 0, "not drawn after the delay");
        assert!(drawing.site.publisher().practice().shown_on(today).is_some(), "not shown");
    }

    #[tokio::test]
    async fn drawing_that_failed_is_tried_again_after_a_minute_and_what_is_not_proven_after_a_day() {
        let pause_after = async |result: fn() -> Result<(), NotDrawn>| {
            let mut refused = HashMap::new();
            assert_eq!(draw(None, 1, &mut refused, result).await, None);
            let pause = refused[&1].duration_since(Instant::now());
            // Not before that.
            assert_eq!(draw(None, 1, &mut refused, || Ok(())).await, None);
            refused.insert(1, Instant::now());
            assert_eq!(draw(None, 1, &mut refused, || Ok(())).await, Some(()), "never tried again");
            pause
        };
        let minute = Duration::from_secs(1)..=INTERVAL_AFTER_ERROR;
        assert!(minute.contains(&pause_after(|| Err(NotDrawn::Failed)).await));
        assert!(minute.contains(&pause_after(|| panic!("out of memory")).await));
        let day = INTERVAL_AFTER_ERROR..=INTERVAL_WITHOUT_SET;
        assert!(day.contains(&pause_after(|| Err(NotDrawn::NoneProven)).await));
    }
}
