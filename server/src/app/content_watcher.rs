//! Waits until the content changes, in its folder or in the store.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::rendering_times::retry_delay;
use clinic_site::folder_watcher::FolderWatcher;
use clinic_site::{ContentSource, ContentStatus, ShownContent};
use clinic_store::{Editions, Revision, Store, StoreError};

/// Every instance shows what another one has published within two seconds, including the time to render it.
const STORE_POLL_INTERVAL: Duration = Duration::from_secs(1);

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
pub enum Change {
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
    pub async fn changed(&mut self) -> Change {
        match self {
            Self::Folder(watcher) => {
                watcher.changed().await;
                Change::Folder
            }
            Self::Store(watcher) => watcher.changed().await,
        }
    }

    pub fn published(&mut self, change: &Change, is_shown: bool) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use clinic_runtime::clock::{Clock, System};
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
}
