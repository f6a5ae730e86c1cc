//! Publishes the site again when the content changes, in its folder or in the store, and when the date does: it is part of
//! some pages, articles with a date in the future appear on their day and at their time, and the game may show a new set every month.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::civil::DateTime;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::content_not_shown::ContentNotShown;
use clinic_rules::clinic_time;
use clinic_runtime::clock::{Clock, System};
use clinic_runtime::metrics::Metrics;
use clinic_site::folder_watcher::FolderWatcher;
use clinic_site::{ContentSource, ContentStatus, Published, ShownContent, Site};
use clinic_store::{Editions, Revision, Store, StoreError};

const DATE_CHECK_INTERVAL: Duration = Duration::from_mins(10);
/// Every instance shows what another one has published within two seconds, including the time to render it.
const STORE_POLL_INTERVAL: Duration = Duration::from_secs(1);
const FIRST_RETRY: Duration = Duration::from_secs(5);
const LONGEST_RETRY: Duration = Duration::from_mins(10);
/// Compressing well takes seconds of the processor. It waits until nothing has been published for this time, so that it does not
/// slow down the first answers after a start, nor the next of several publications in a row. Until then everything is served with
/// fast compression.
const COMPRESSION_DELAY: Duration = Duration::from_secs(10);

/// Waits for changes of the content.
pub enum ContentWatcher {
    Folder(FolderWatcher),
    Store(StoreWatcher),
}

/// Looks regularly which revision is published, and reads it when the site does not show it. One that cannot be shown is
/// tried again, later and later: the reason may be a full disk or a machine without memory.
pub struct StoreWatcher {
    store: Store,
    editions: Arc<Editions>,
    /// `None` while the site shows the content that came with the program because no revision can be shown.
    shown: Option<i64>,
    failed: Option<FailedRevision>,
    /// The newest removal that what is in memory is without. `None` before the first look.
    removals: Option<i64>,
    /// What the site has shown since it was opened, until the first look: it was read before the database was updated, so
    /// something may have been removed from it meanwhile.
    at_start: Option<Arc<Revision>>,
}

struct FailedRevision {
    number: i64,
    attempts: u32,
    next: Instant,
}

/// What has to be published.
enum Change {
    Folder,
    Revision(Arc<Revision>),
    /// Something was removed for good. The revision is the one that the site shows, without it.
    Removal(Arc<Revision>),
}

pub fn watch_folder(folder: &Path) -> (ContentSource, ContentWatcher) {
    let watcher = ContentWatcher::Folder(FolderWatcher::start(folder));
    (ContentSource::Folder(folder.to_owned()), watcher)
}

/// `status` and `revision` say what the site shows already.
pub fn watch_store(
    store: &Store,
    editions: Arc<Editions>,
    status: &ContentStatus,
    revision: Arc<Revision>,
) -> ContentWatcher {
    let shown = match status.shown {
        ShownContent::Revision(number) => Some(number),
        ShownContent::Embedded | ShownContent::Copy | ShownContent::Folder => None,
    };
    let (store, at_start) = (store.clone(), Some(revision));
    let mut watcher = StoreWatcher { store, editions, shown, failed: None, removals: None, at_start };
    if let Some(number) = status.published.filter(|_| !status.is_current()) {
        watcher.failed(number);
    }
    ContentWatcher::Store(watcher)
}

impl ContentWatcher {
    /// Cancel-safe.
    async fn changed(&mut self) -> Change {
        match self {
            Self::Folder(watcher) => {
                watcher.changed().await;
                Change::Folder
            }
            Self::Store(watcher) => watcher.changed().await,
        }
    }

    fn published(&mut self, change: &Change, is_shown: bool) {
        let Self::Store(watcher) = self else { return };
        match change {
            Change::Revision(revision) if is_shown => {
                watcher.shown = Some(revision.number);
                watcher.failed = None;
            }
            Change::Revision(revision) => watcher.failed(revision.number),
            // The next look shows the published revision, or says why it cannot be shown.
            Change::Removal(_) => {
                watcher.shown = None;
                watcher.failed = None;
            }
            Change::Folder => {}
        }
    }
}

impl StoreWatcher {
    async fn changed(&mut self) -> Change {
        loop {
            tokio::time::sleep(STORE_POLL_INTERVAL).await;
            match self.look().await {
                Ok(Some(change)) => return change,
                Ok(None) => {}
                // Other parts report that the database does not answer.
                Err(error) => tracing::debug!(%error, "cannot look for published content"),
            }
        }
    }

    async fn look(&mut self) -> Result<Option<Change>, StoreError> {
        if let Some(change) = self.read_without_removed().await? {
            return Ok(Some(change));
        }
        Ok(self.read_other().await?.map(Change::Revision))
    }

    /// What the site shows, when something was removed for good since it was read. Memory is freed of it as well.
    async fn read_without_removed(&mut self) -> Result<Option<Change>, StoreError> {
        let newest = self.store.newest_removal().await?;
        if self.removals == Some(newest) {
            return Ok(None);
        }
        let revision = match self.shown {
            Some(number) if newest > 0 => self.store.content_revision(number, self.at_start.as_deref()).await?,
            _ => None,
        };
        self.removals = Some(newest);
        if newest == 0 {
            self.at_start = None;
            return Ok(None);
        }
        let revision = revision.unwrap_or_else(Revision::embedded);
        if self.at_start.take().is_some_and(|shown| shown.files == revision.files) {
            return Ok(None);
        }
        self.editions.forget();
        Ok(Some(Change::Removal(Arc::new(revision))))
    }

    async fn read_other(&self) -> Result<Option<Arc<Revision>>, StoreError> {
        let number = self.store.published_revision().await?;
        let waits = self.failed.as_ref().is_some_and(|failed| failed.number == number && Instant::now() < failed.next);
        if self.shown == Some(number) || waits {
            return Ok(None);
        }
        self.editions.published().await.map(Some)
    }

    fn failed(&mut self, number: i64) {
        let earlier = self.failed.as_ref().filter(|failed| failed.number == number);
        let attempts = earlier.map_or(1, |failed| failed.attempts.saturating_add(1));
        self.failed = Some(FailedRevision { number, attempts, next: Instant::now() + retry_delay(attempts) });
    }
}

/// 5 seconds, and twice as long after each attempt.
fn retry_delay(attempts: u32) -> Duration {
    FIRST_RETRY.saturating_mul(2_u32.saturating_pow(attempts.saturating_sub(1))).min(LONGEST_RETRY)
}

pub async fn republish_on_change(
    site: Arc<Site>,
    mut watcher: ContentWatcher,
    new_puzzles: Arc<Notify>,
    metrics: Arc<Metrics>,
    mut content_report: ContentNotShown,
    stop: CancellationToken,
) {
    let mut tried_at = clinic_now();
    report(&site, &metrics);
    content_report.send(&current_status(&site)).await;
    let mut compression = Compression::after(&site);
    let mut last_error = None;
    let mut retry = Retry::default();
    retry.published(is_complete(&site));
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = content_report.due() => {}
            () = compression.due() => compression.begin(),
            change = watcher.changed() => {
                let rendering = publish(&site, &metrics, Some(&change), &mut last_error);
                let is_shown = content_report.report_during(rendering, || status_during(&site, &change)).await;
                watcher.published(&change, is_shown);
                // A revision that cannot be shown is tried again by its watcher.
                if is_shown {
                    retry.published(is_complete(&site));
                }
            }
            () = another_rendering(&new_puzzles, &retry, tried_at, site.published().next_appearance) => {
                tried_at = clinic_now();
                let rendering = publish(&site, &metrics, None, &mut last_error);
                let is_shown = content_report.report_during(rendering, || current_status(&site)).await;
                retry.published(is_shown && is_complete(&site));
            }
        }
        compression.follow(&site);
        content_report.send(&current_status(&site)).await;
    }
}

/// When the same content has to be rendered again. A rendering that failed is due again by `retry`, not by what `tried_at` had
/// reached already. Cancel-safe.
async fn another_rendering(new_puzzles: &Notify, retry: &Retry, tried_at: DateTime, next_appearance: Option<DateTime>) {
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
struct Retry {
    attempts: u32,
    next: Option<Instant>,
}

impl Retry {
    fn published(&mut self, is_complete: bool) {
        self.attempts = if is_complete { 0 } else { self.attempts.saturating_add(1) };
        self.next = (!is_complete).then(|| Instant::now() + retry_delay(self.attempts));
    }

    async fn due(&self) {
        wait_until(self.next).await;
    }
}

/// Not while the game lacks the set that it should show.
fn is_complete(site: &Site) -> bool {
    !site.published().lacks_puzzle_set
}

fn current_status(site: &Site) -> ContentStatus {
    ContentStatus::clone(&site.status())
}

/// While a change is rendered. Said when it takes long, because visitors do not see yet what somebody has published.
fn status_during(site: &Site, change: &Change) -> ContentStatus {
    let status = current_status(site);
    match change {
        Change::Revision(revision) if status.published != Some(revision.number) => {
            let problems = vec!["Its pages are still being rendered.".to_owned()];
            ContentStatus { published: Some(revision.number), problems, ..status }
        }
        Change::Revision(_) | Change::Removal(_) | Change::Folder => status,
    }
}

/// Publishes a change, or `None` for the same content on another day. Returns whether it is shown.
async fn publish(
    site: &Arc<Site>,
    metrics: &Metrics,
    change: Option<&Change>,
    last_error: &mut Option<String>,
) -> bool {
    let start = Instant::now();
    if let Some(Change::Removal(revision)) = change {
        return publish_without_removed(site, Arc::clone(revision)).await;
    }
    let revision = match change {
        Some(Change::Revision(revision)) => Some(Arc::clone(revision)),
        Some(Change::Folder | Change::Removal(_)) | None => None,
    };
    let number = revision.as_ref().map(|revision| revision.number);
    let result = tokio::task::spawn_blocking({
        let site = Arc::clone(site);
        move || match revision {
            Some(revision) => site.publish_revision(revision.number, revision.files.clone(), System.now()),
            None => site.republish(System.now()),
        }
    })
    .await;
    let error = match result {
        Ok(Ok(published)) => {
            metrics.published(start.elapsed(), published.rendered);
            tracing::info!(rendered = published.rendered, unchanged = published.reused, "published the site");
            for problem in &published.future_dates {
                tracing::warn!("{problem}");
            }
            None
        }
        Ok(Err(error)) => Some(error.to_string()),
        // A panic must not end the loop: the next edit may be publishable again.
        Err(panic) => {
            let problem = format!("publishing failed: {panic}. Undo the last edit.");
            match number {
                Some(number) => site.refuse_revision(number, vec![problem.clone()]),
                None => site.set_problems(vec![problem.clone()]),
            }
            Some(problem)
        }
    };
    report(site, metrics);
    if let Some(error) = &error {
        metrics.publication_failed();
        // The same error of the same content is not reported again with each attempt.
        let line = format!("{error}\n{}", describe(&site.status()));
        if last_error.as_ref() == Some(&line) {
            tracing::debug!("{line}");
        } else {
            tracing::error!("{line}");
            *last_error = Some(line);
        }
    } else {
        *last_error = None;
    }
    error.is_none()
}

/// What was removed must not be shown a moment longer, so the content that came with the program is shown when the revision
/// cannot be without it. The next look at the store then shows the published revision, if it can be shown.
async fn publish_without_removed(site: &Arc<Site>, revision: Arc<Revision>) -> bool {
    let site = Arc::clone(site);
    let published = tokio::task::spawn_blocking(move || {
        site.forget_removed();
        let shown = site.publish_revision(revision.number, revision.files.clone(), System.now());
        shown.or_else(|_| site.publish_revision(0, Revision::embedded().files, System.now()))
    });
    match published.await {
        Ok(Ok(_)) => {
            tracing::info!("something was removed from the content for good");
            true
        }
        Ok(Err(error)) => {
            tracing::error!("what was removed from the content may still be shown: {error}. Restart the server.");
            false
        }
        Err(panic) => {
            tracing::error!("what was removed from the content may still be shown: {panic}. Restart the server.");
            false
        }
    }
}

fn report(site: &Site, metrics: &Metrics) {
    let status = site.status();
    metrics.set_content_broken(!status.is_current());
    if let Some(published) = status.published {
        let shown = if let ShownContent::Revision(number) = status.shown { number } else { 0 };
        metrics.set_content_revisions(published, shown);
    }
}

/// For the log.
pub fn describe(status: &ContentStatus) -> String {
    match status.published {
        Some(_) => format!("{} {}", status.explanation().unwrap_or_default(), status.advice()),
        None => format!("The previous version of the site stays online. {}", status.advice()),
    }
}

/// Replaces the fast compression of a publication. The next edit does not wait for it.
struct Compression {
    published: Arc<Published>,
    next: Option<Instant>,
}

impl Compression {
    fn after(site: &Site) -> Self {
        Self { published: Arc::clone(&site.published()), next: Some(Instant::now() + COMPRESSION_DELAY) }
    }

    /// Begins to wait again when something else is shown than before.
    fn follow(&mut self, site: &Site) {
        if !Arc::ptr_eq(&self.published, &site.published()) {
            *self = Self::after(site);
        }
    }

    async fn due(&self) {
        wait_until(self.next).await;
    }

    fn begin(&mut self) {
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

fn clinic_now() -> DateTime {
    clinic_time::civil(System.now())
}

#[cfg(test)]
mod tests {
    use jiff::civil::datetime;

    use super::*;
    use clinic_content::Folder;
    use clinic_site::Publisher;
    use clinic_store::{Actor, NewRevision, PublishedContent};

    #[tokio::test]
    async fn revision_that_cannot_be_shown_is_read_again_after_a_delay_and_another_one_at_once() {
        let data = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", data.path().join("clinic.db").display());
        let store = Store::open(&url, System.now()).await.expect("a store");
        let publish = async |note: &str| {
            let base = PublishedContent::new(store.clone()).read().await.expect("a revision");
            let mut files = base.files.clone();
            files.insert("README.md", note);
            let actor = Actor { name: "Ngozi", random: &System, now: System.now() };
            let new = NewRevision { base: &base, files: &files, drafts: &[], note };
            store.publish_content(new, "publish content", actor).await.expect("published")
        };
        let editions = Arc::new(Editions::new(store.clone(), PublishedContent::new(store.clone())));
        let ContentWatcher::Store(mut watcher) =
            watch_store(&store, editions, &ContentStatus::of_revision(0), Arc::new(Revision::embedded()))
        else {
            panic!("not a watcher of the store")
        };
        let read = async |watcher: &StoreWatcher| watcher.read_other().await.expect("read").map(|it| it.number);
        assert_eq!(read(&watcher).await, None);
        publish("one").await;
        assert_eq!(read(&watcher).await, Some(1));
        watcher.failed(1);
        assert_eq!(read(&watcher).await, None, "tried again at once");
        watcher.failed.as_mut().expect("a failure").next = Instant::now();
        assert_eq!(read(&watcher).await, Some(1), "not tried again");
        watcher.failed(1);
        publish("two").await;
        assert_eq!(read(&watcher).await, Some(2), "another revision waits for the failed one");
    }

    async fn open_site(content: &Path) -> Arc<Site> {
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
        let mut compression = Compression::after(&site);
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

    #[tokio::test]
    async fn new_puzzles_that_cannot_be_published_are_tried_again() {
        let data = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", data.path().join("clinic.db").display());
        let store = Store::open(&url, System.now()).await.expect("a store");
        let content = data.path().join("content");
        let site = open_site(&content).await;
        // It does not look at the folder, so that nothing but the puzzles begins a publication.
        let editions = Arc::new(Editions::new(store.clone(), PublishedContent::new(store.clone())));
        let status = ContentStatus::of_revision(0);
        let watcher = watch_store(&store, editions, &status, Arc::new(Revision::embedded()));
        let (new_puzzles, metrics) = (Arc::new(Notify::new()), Arc::<Metrics>::default());
        let report = ContentNotShown::new(store.clone(), "test".to_owned());
        let stop = CancellationToken::new();
        let running = tokio::spawn(republish_on_change(
            Arc::clone(&site),
            watcher,
            Arc::clone(&new_puzzles),
            metrics,
            report,
            stop.clone(),
        ));
        let wait_for = async |is_broken: bool| {
            while current_status(&site).problems.is_empty() == is_broken {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };

        let file = content.join("clinic.toml");
        let good = std::fs::read(&file).expect("the file");
        std::fs::write(&file, "[").expect("saved");
        new_puzzles.notify_one();
        wait_for(true).await;
        std::fs::write(&file, good).expect("saved");
        tokio::time::timeout(Duration::from_mins(5), wait_for(false)).await.expect("not tried again");
        stop.cancel();
        running.await.expect("no panic");
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
