//! When the same content is rendered again, tried again after a failure, and compressed well.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::civil::DateTime;
use tokio::sync::Notify;

use clinic_rules::clinic_time;
use clinic_runtime::clock::{Clock, System};
use clinic_site::{Published, Site};

const DATE_CHECK_INTERVAL: Duration = Duration::from_mins(10);
const FIRST_RETRY: Duration = Duration::from_secs(5);
const LONGEST_RETRY: Duration = Duration::from_mins(10);

/// When the same content has to be rendered again. A rendering that failed is due again by `retry`, not by what `tried_at` had
/// reached already. Cancel-safe.
pub async fn another_rendering(
    new_puzzles: &Notify,
    retry: &Retry,
    tried_at: DateTime,
    next_appearance: Option<DateTime>,
) {
    let next_change = next_change(tried_at, next_appearance);
    loop {
        tokio::select! {
            () = new_puzzles.notified() => return,
            () = retry.due() => return,
            () = tokio::time::sleep(until_date_check(clinic_now(), next_change)) => {
                let now = clinic_now();
                // A clock that was ahead may have been set back.
                if now >= next_change || now.date() != tried_at.date() {
                    return;
                }
            }
        }
    }
}

/// Rendering the same content again, on another day or with other pictures of the game, fails when the disk is full or there is
/// no memory. Nothing else would begin it again before the next day, so it is tried again, later and later.
#[derive(Default)]
pub struct Retry {
    attempts: u32,
    next: Option<Instant>,
}

impl Retry {
    pub fn published(&mut self, is_complete: bool) {
        self.attempts = if is_complete { 0 } else { self.attempts.saturating_add(1) };
        self.next = (!is_complete).then(|| Instant::now() + retry_delay(self.attempts));
    }

    pub async fn due(&self) {
        wait_until(self.next).await;
    }
}

/// Replaces the fast compression of a publication. The next edit does not wait for it.
pub struct Compression {
    published: Arc<Published>,
    delay: Duration,
    next: Option<Instant>,
}

impl Compression {
    pub fn after(site: &Site, delay: Duration) -> Self {
        Self { published: Arc::clone(&site.published()), delay, next: Some(Instant::now() + delay) }
    }

    /// Begins to wait again when something else is shown than before.
    pub fn follow(&mut self, site: &Site) {
        if !Arc::ptr_eq(&self.published, &site.published()) {
            *self = Self::after(site, self.delay);
        }
    }

    pub async fn due(&self) {
        wait_until(self.next).await;
    }

    pub fn begin(&mut self) {
        self.next = None;
        let published = Arc::clone(&self.published);
        tokio::task::spawn_blocking(move || published.compress_max());
    }
}

async fn wait_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}

/// When the same content looks different: at midnight, when what ends with a day is not shown any more, and when an article
/// appears. Only after the last attempt, because one that failed has a delay of its own.
fn next_change(tried_at: DateTime, next_appearance: Option<DateTime>) -> DateTime {
    let midnight = tried_at.date().tomorrow().map_or(DateTime::MAX, |day| day.at(0, 0, 0, 0));
    next_appearance.filter(|appearance| *appearance > tried_at).map_or(midnight, |appearance| appearance.min(midnight))
}

/// Not longer than the interval, because the system's clock may be set.
fn until_date_check(now: DateTime, next_change: DateTime) -> Duration {
    Duration::try_from(next_change.duration_since(now)).unwrap_or_default().min(DATE_CHECK_INTERVAL)
}

pub fn clinic_now() -> DateTime {
    clinic_time::civil(System.now())
}

/// 5 seconds, and twice as long after each attempt.
pub fn retry_delay(attempts: u32) -> Duration {
    FIRST_RETRY.saturating_mul(2_u32.saturating_pow(attempts.saturating_sub(1))).min(LONGEST_RETRY)
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::Path;

    use jiff::civil::datetime;

    use super::*;
    use clinic_content::Folder;
    use clinic_site::{ContentSource, ContentStatus, Publisher};

    pub async fn open_site(content: &Path) -> Arc<Site> {
        Folder::embedded().write(content).expect("written");
        let source = ContentSource::Folder(content.to_owned());
        let open = move || {
            let publisher = Arc::new(Publisher::new("https://clinic.example").expect("a publisher"));
            Site::open(source, None, publisher, ContentStatus::of_folder(Vec::new()), System.now())
        };
        let site = tokio::task::spawn_blocking(open).await.expect("no panic");
        Arc::new(site.unwrap_or_else(|error| panic!("{error}")))
    }

    #[tokio::test]
    async fn each_publication_is_compressed_once_and_later_when_another_one_follows() {
        let data = tempfile::tempdir().expect("a folder");
        let site = open_site(&data.path().join("content")).await;
        let publish = async || {
            let site = Arc::clone(&site);
            let published = tokio::task::spawn_blocking(move || site.republish(System.now())).await.expect("no panic");
            published.unwrap_or_else(|error| panic!("{error}"));
        };
        let mut compression = Compression::after(&site, Duration::from_secs(10));
        let planned = compression.next.expect("planned");
        publish().await;
        compression.follow(&site);
        assert!(compression.next.expect("planned") > planned, "it did not wait longer");
        compression.begin();
        compression.follow(&site);
        assert_eq!(compression.next, None, "compressed twice");
        publish().await;
        compression.follow(&site);
        assert!(compression.next.is_some(), "never compressed");
    }

    #[test]
    fn rendering_is_tried_again_until_it_is_complete() {
        let mut retry = Retry::default();
        let mut pause = |is_complete| {
            retry.published(is_complete);
            retry.next.map(|_| retry_delay(retry.attempts).as_secs())
        };
        assert_eq!([pause(false), pause(false), pause(true), pause(false)], [Some(5), Some(10), None, Some(5)]);
    }

    #[test]
    fn revision_that_cannot_be_shown_is_tried_again_later_and_later() {
        let seconds = |attempts| retry_delay(attempts).as_secs();
        assert_eq!([seconds(1), seconds(2), seconds(3)], [5, 10, 20]);
        assert_eq!([seconds(20), seconds(u32::MAX)], [600, 600]);
    }

    #[test]
    fn site_is_rendered_again_at_midnight_and_when_an_article_appears() {
        let noon = datetime(2026, 11, 15, 12, 0, 0, 0);
        let (midnight, appearance) = (datetime(2026, 11, 16, 0, 0, 0, 0), datetime(2026, 11, 15, 14, 30, 0, 0));
        assert_eq!(next_change(noon, None), midnight);
        assert_eq!(next_change(noon, Some(appearance)), appearance);
        assert_eq!(next_change(noon, Some(datetime(2026, 11, 17, 8, 0, 0, 0))), midnight);
        assert_eq!(next_change(appearance, Some(appearance)), midnight, "a failed attempt is repeated without a pause");
    }

    #[test]
    fn date_is_checked_when_something_changes_and_otherwise_every_ten_minutes() {
        let wait = |hour, minute| {
            let now = datetime(2026, 11, 15, hour, minute, 0, 0);
            until_date_check(now, datetime(2026, 11, 15, 14, 30, 0, 0))
        };
        assert_eq!(wait(12, 0), DATE_CHECK_INTERVAL);
        assert_eq!(wait(14, 29), Duration::from_mins(1));
        assert_eq!(wait(14, 31), Duration::ZERO);
    }
}
