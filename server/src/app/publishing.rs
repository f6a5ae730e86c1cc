//! Publishes the site again when the content changes, in its folder or in the store, and when the date does: it is part of
//! some pages, and articles with a date in the future appear on their day.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::civil::Date;
use tokio_util::sync::CancellationToken;

use crate::clinic_time;
use crate::clock::{Clock, System};
use crate::metrics::Metrics;
use crate::site::folder_watcher::FolderWatcher;
use crate::site::{ContentSource, Site, StoredContent};
use crate::store::{PublishedContent, Store, StoreError};

const DATE_CHECK_INTERVAL: Duration = Duration::from_mins(10);
/// Every instance shows what another one has published within two seconds, including the time to render it.
const STORE_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Waits for changes of the content.
pub enum ContentWatcher {
    Folder(FolderWatcher),
    Store(StoreWatcher),
}

/// Looks regularly which revision is published, and reads it when it is another one.
pub struct StoreWatcher {
    published: PublishedContent,
    content: StoredContent,
    revision: i64,
}

pub fn watch_folder(folder: &Path) -> (ContentSource, ContentWatcher) {
    let watcher = ContentWatcher::Folder(FolderWatcher::start(folder));
    (ContentSource::Folder(folder.to_owned()), watcher)
}

pub async fn watch_store(store: &Store) -> Result<(ContentSource, ContentWatcher), StoreError> {
    let published = PublishedContent::new(store.clone());
    let revision = published.read().await?;
    let content = StoredContent::new(revision.folder());
    let source = ContentSource::Stored(content.clone());
    Ok((source, ContentWatcher::Store(StoreWatcher { published, content, revision: revision.number })))
}

impl ContentWatcher {
    /// Cancel-safe.
    async fn changed(&mut self) {
        match self {
            Self::Folder(watcher) => watcher.changed().await,
            Self::Store(watcher) => watcher.changed().await,
        }
    }
}

impl StoreWatcher {
    async fn changed(&mut self) {
        loop {
            tokio::time::sleep(STORE_POLL_INTERVAL).await;
            match self.published.read().await {
                Ok(revision) if revision.number != self.revision => {
                    self.content.replace(revision.folder());
                    self.revision = revision.number;
                    return;
                }
                Ok(_) => {}
                // Other parts report that the database does not answer.
                Err(error) => tracing::debug!(%error, "cannot look for published content"),
            }
        }
    }
}

pub async fn republish_on_change(
    site: Arc<Site>,
    mut watcher: ContentWatcher,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
) {
    let mut published_on = today();
    compress_in_background(&site);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = watcher.changed() => publish(&site, &metrics).await,
            () = tokio::time::sleep(until_date_check(System.now())) => {
                if today() != published_on {
                    published_on = today();
                    publish(&site, &metrics).await;
                }
            }
        }
    }
}

async fn publish(site: &Arc<Site>, metrics: &Metrics) {
    let start = Instant::now();
    let result = tokio::task::spawn_blocking({
        let site = Arc::clone(site);
        move || site.republish(System.now())
    })
    .await;
    match result {
        Ok(Ok(published)) => {
            metrics.published(start.elapsed(), published.rendered);
            tracing::info!(rendered = published.rendered, unchanged = published.reused, "published the site");
            for problem in &published.future_dates {
                tracing::warn!("{problem}");
            }
            compress_in_background(site);
        }
        Ok(Err(error)) => {
            metrics.publication_failed();
            site.set_problems(error.problems());
            tracing::error!("{error}\nThe previous version of the site stays online.");
        }
        // A panic must not end the loop: the next edit may be publishable again.
        Err(panic) => {
            metrics.publication_failed();
            let problem = format!("publishing failed: {panic}. Undo the last edit.");
            tracing::error!("{problem}\nThe previous version of the site stays online.");
            site.set_problems(vec![problem]);
        }
    }
}

/// The next edit does not wait for this.
fn compress_in_background(site: &Arc<Site>) {
    let published = Arc::clone(&site.published());
    tokio::task::spawn_blocking(move || published.compress_max());
}

pub async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))
}

/// Not later than midnight, so that what ends with a day is not shown on the next one. Not longer than the interval,
/// because the system's clock may be set.
fn until_date_check(now: Timestamp) -> Duration {
    let day = clinic_time::DAY_MS;
    let of_today = (now.as_millisecond() + clinic_time::OFFSET_MS).rem_euclid(day);
    DATE_CHECK_INTERVAL.min(Duration::from_millis(u64::try_from(day - of_today).unwrap_or_default()))
}

pub fn today() -> Date {
    System.now().to_zoned(clinic_time::zone()).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_is_checked_at_midnight_in_the_clinic_and_otherwise_every_ten_minutes() {
        let wait = |now: &str| until_date_check(now.parse().expect("a time"));
        assert_eq!(wait("2026-11-15T12:00:00Z"), DATE_CHECK_INTERVAL);
        assert_eq!(wait("2026-11-15T22:59:57.500Z"), Duration::from_millis(2500));
        assert_eq!(wait("2026-11-15T23:00:00Z"), DATE_CHECK_INTERVAL);
    }
}
