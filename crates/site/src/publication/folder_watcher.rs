//! Watches the content folder, so that a saved edit is published within a second.
//!
//! Change events of the operating system are the fast way. They stop when the folder is replaced or a parent of it is
//! renamed, and network file systems do not send them, so the folder is also compared at a slow interval.

use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior};

/// Editors save in several steps (write, rename, touch). Wait until there was no change for this long.
const QUIET_PERIOD: Duration = Duration::from_millis(120);
const POLL_INTERVAL: Duration = Duration::from_secs(10);

pub struct FolderWatcher {
    folder: PathBuf,
    /// `None` when the operating system refused, for example because of its limit on watches. Polling still works.
    watcher: Option<RecommendedWatcher>,
    events: mpsc::Receiver<()>,
    poll: Interval,
    /// What the folder looked like when the last change was returned.
    fingerprint: u64,
    /// The folder that `watcher` watches: its device and inode.
    watched: Option<(u64, u64)>,
    /// A change was seen but not returned yet. Kept here because `changed` may be cancelled during the quiet period.
    has_change: bool,
}

impl FolderWatcher {
    /// The folder may be missing. It is watched as soon as it exists.
    pub fn start(folder: &Path) -> Self {
        Self::with_poll_interval(folder, POLL_INTERVAL)
    }

    fn with_poll_interval(folder: &Path, interval: Duration) -> Self {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let (sender, events) = mpsc::channel(1);
        let watcher = notify::recommended_watcher({
            let folder = folder.clone();
            move |event: notify::Result<notify::Event>| {
                if event.is_ok_and(|event| is_change_of(&folder, &event)) {
                    // A full channel already holds a change.
                    let _ = sender.try_send(());
                }
            }
        });
        let mut poll = tokio::time::interval_at(Instant::now() + interval, interval);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut watcher = Self {
            watcher: watcher.inspect_err(warn).ok(),
            fingerprint: 0,
            watched: None,
            has_change: false,
            folder,
            events,
            poll,
        };
        // The parent reports that the folder itself was replaced, or that a symbolic link was switched.
        if let (Some(notify), Some(parent)) = (&mut watcher.watcher, watcher.folder.parent()) {
            let _ = notify.watch(parent, RecursiveMode::NonRecursive).inspect_err(warn);
        }
        watcher.watch_folder();
        watcher.fingerprint = fingerprint(&watcher.folder);
        watcher
    }

    /// Waits for a change and for the quiet period after it. Cancel-safe: a change that was seen is returned by the next
    /// call.
    pub async fn changed(&mut self) {
        while !self.has_change {
            tokio::select! {
                Some(()) = self.events.recv() => self.has_change = true,
                _ = self.poll.tick() => self.has_change = self.current_fingerprint().await != self.fingerprint,
            }
        }
        while let Ok(Some(())) = tokio::time::timeout(QUIET_PERIOD, self.events.recv()).await {}
        // Before the fingerprint, so that a later edit is seen by one of the two.
        self.watch_folder();
        self.fingerprint = self.current_fingerprint().await;
        self.has_change = false;
    }

    /// Watches the folder that is now at the path.
    fn watch_folder(&mut self) {
        let current = fs::metadata(&self.folder).ok().map(|metadata| (metadata.dev(), metadata.ino()));
        let Some(watcher) = self.watcher.as_mut().filter(|_| current != self.watched) else { return };
        if self.watched.is_some() {
            // Fails when the old folder is gone, and its watch with it.
            let _ = watcher.unwatch(&self.folder);
        }
        let is_watched =
            current.is_some() && watcher.watch(&self.folder, RecursiveMode::Recursive).inspect_err(warn).is_ok();
        self.watched = current.filter(|_| is_watched);
    }

    /// On a thread for blocking work, because a network file system can be slow.
    async fn current_fingerprint(&self) -> u64 {
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || fingerprint(&folder)).await.unwrap_or_default()
    }
}

fn warn(error: &notify::Error) {
    tracing::warn!(
        "cannot watch the content folder: {error}. Changes are found within {} seconds.",
        POLL_INTERVAL.as_secs()
    );
}

/// The watch of the parent also reports the folder's siblings.
fn is_change_of(folder: &Path, event: &notify::Event) -> bool {
    !event.kind.is_access() && event.paths.iter().any(|path| path.starts_with(folder))
}

/// A hash of the names, sizes, times and inodes of all files. Files are not read.
fn fingerprint(folder: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    add_folder(folder, &mut hasher);
    hasher.finish()
}

fn add_folder(folder: &Path, hasher: &mut DefaultHasher) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        path.hash(hasher);
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if metadata.is_dir() {
            add_folder(&path, hasher);
        } else {
            identity(&metadata).hash(hasher);
        }
    }
}

fn identity(metadata: &Metadata) -> (u64, u64, u64, i64, i64) {
    (metadata.dev(), metadata.ino(), metadata.size(), metadata.mtime(), metadata.mtime_nsec())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Only what hangs takes so long on a busy machine.
    const LIMIT: Duration = Duration::from_mins(5);

    /// Finds changes by their events.
    fn watch(folder: &Path) -> FolderWatcher {
        FolderWatcher::with_poll_interval(folder, Duration::from_hours(1))
    }

    async fn sees_change(watcher: &mut FolderWatcher) -> bool {
        tokio::time::timeout(LIMIT, watcher.changed()).await.is_ok()
    }

    fn write(folder: &Path, text: &str) {
        fs::create_dir_all(folder.join("pages")).expect("a folder");
        fs::write(folder.join("pages/home.md"), text).expect("saved");
    }

    #[tokio::test]
    async fn change_is_not_lost_when_waiting_is_cancelled_during_the_quiet_period() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), "one");
        let mut watcher = watch(folder.path());
        write(folder.path(), "two");
        tokio::time::sleep(Duration::from_millis(100)).await;
        let cancelled = tokio::time::timeout(Duration::ZERO, watcher.changed()).await;
        assert!(cancelled.is_err(), "the quiet period was shorter than expected");
        assert!(sees_change(&mut watcher).await);
    }

    #[tokio::test]
    async fn edits_are_seen_after_the_folder_was_replaced() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("content");
        write(&folder, "one");
        let mut watcher = watch(&folder);
        fs::rename(&folder, parent.path().join("old")).expect("renamed");
        write(&folder, "two");
        assert!(sees_change(&mut watcher).await, "the new folder");
        write(&folder, "three");
        assert!(sees_change(&mut watcher).await, "an edit in the new folder");
    }

    #[tokio::test]
    async fn edits_are_seen_after_a_symbolic_link_was_switched() {
        let parent = tempfile::tempdir().expect("a folder");
        let (first, second) = (parent.path().join("first"), parent.path().join("second"));
        write(&first, "one");
        write(&second, "two");
        let link = parent.path().join("content");
        symlink(&first, &link).expect("a link");
        let mut watcher = watch(&link);
        symlink(&second, parent.path().join("new")).expect("a link");
        fs::rename(parent.path().join("new"), &link).expect("switched");
        assert!(sees_change(&mut watcher).await, "the switched link");
        write(&second, "three");
        assert!(sees_change(&mut watcher).await, "an edit behind the link");
    }

    #[tokio::test]
    async fn change_without_an_event_is_found_by_polling() {
        let root = tempfile::tempdir().expect("a folder");
        let site = root.path().join("site");
        write(&site.join("content"), "one");
        let mut watcher = FolderWatcher::with_poll_interval(&site.join("content"), Duration::from_millis(200));
        fs::rename(&site, root.path().join("old")).expect("renamed");
        write(&site.join("content"), "two");
        assert!(sees_change(&mut watcher).await);
    }

    #[tokio::test]
    async fn folder_that_appears_later_is_watched() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = parent.path().join("content");
        let mut watcher = watch(&folder);
        write(&folder, "one");
        assert!(sees_change(&mut watcher).await);
        write(&folder, "two");
        assert!(sees_change(&mut watcher).await);
    }
}
