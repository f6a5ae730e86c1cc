//! Watches the content folder, so that a saved edit is published within a second.

use std::path::Path;
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc;

/// Editors save in several steps (write, rename, touch). Wait until there was no change for this long.
const QUIET_PERIOD: Duration = Duration::from_millis(120);

pub struct FolderWatcher {
    _watcher: RecommendedWatcher,
    events: mpsc::Receiver<()>,
}

impl FolderWatcher {
    pub fn start(folder: &Path) -> notify::Result<Self> {
        let (sender, events) = mpsc::channel(1);
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|event| !event.kind.is_access()) {
                // A full channel already holds a change.
                let _ = sender.try_send(());
            }
        })?;
        watcher.watch(folder, RecursiveMode::Recursive)?;
        Ok(Self { _watcher: watcher, events })
    }

    /// Waits for a change and for the quiet period after it. `None` when watching has ended.
    pub async fn changed(&mut self) -> Option<()> {
        self.events.recv().await?;
        while let Ok(Some(())) = tokio::time::timeout(QUIET_PERIOD, self.events.recv()).await {}
        Some(())
    }
}
