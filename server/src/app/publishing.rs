//! Publishes the site again when the content folder changes, and when the date does (it is part of some pages).

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::civil::Date;
use tokio_util::sync::CancellationToken;

use crate::clinic_time;
use crate::clock::{Clock, System};
use crate::metrics::Metrics;
use crate::site::folder_watcher::FolderWatcher;
use crate::site::{ContentSource, Site};

const DATE_CHECK_INTERVAL: Duration = Duration::from_mins(10);

pub fn watch(source: &ContentSource) -> Option<FolderWatcher> {
    match source {
        ContentSource::Folder(path) => Some(FolderWatcher::start(path)),
        ContentSource::Embedded => None,
    }
}

pub async fn republish_on_change(
    site: Arc<Site>,
    mut watcher: Option<FolderWatcher>,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
) {
    let mut published_on = today();
    compress_in_background(&site);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = changed(&mut watcher) => publish(&site, &metrics).await,
            () = tokio::time::sleep(DATE_CHECK_INTERVAL) => {
                if today() != published_on {
                    published_on = today();
                    publish(&site, &metrics).await;
                }
            }
        }
    }
}

async fn changed(watcher: &mut Option<FolderWatcher>) {
    match watcher {
        Some(watcher) => watcher.changed().await,
        None => std::future::pending().await,
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

pub fn today() -> Date {
    System.now().to_zoned(clinic_time::zone()).date()
}
