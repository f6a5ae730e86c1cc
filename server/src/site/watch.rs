//! Watching the content folder: a saved edit is published within a second.
//!
//! An edit that does not validate is told with file and line, and leaves the last good site up.

use std::path::Path;
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc;

/// Editors save in several steps (write, rename, touch); wait until they are through.
const SETTLE: Duration = Duration::from_millis(120);

/// Tells when something in the folder has changed and come to rest.
pub struct FolderWatch {
    _watcher: RecommendedWatcher,
    events: mpsc::Receiver<()>,
}

impl FolderWatch {
    pub fn begin(folder: &Path) -> notify::Result<Self> {
        let (sender, events) = mpsc::channel(1);
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // A full channel means that a change is noted already.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                let _ = sender.try_send(());
            }
        })?;
        watcher.watch(folder, RecursiveMode::Recursive)?;
        Ok(Self { _watcher: watcher, events })
    }

    pub async fn changed(&mut self) -> Option<()> {
        self.events.recv().await?;
        while let Ok(Some(())) = tokio::time::timeout(SETTLE, self.events.recv()).await {}
        Some(())
    }
}
