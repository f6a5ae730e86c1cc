//! Keeps the published site current: with the folder's words, and with the year in the copyright line.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::civil::Date;
use jiff::tz::{self, TimeZone};
use tokio_util::sync::CancellationToken;

use super::StartError;
use crate::clock::{Clock, System};
use crate::metrics::Metrics;
use crate::site::watch::FolderWatch;
use crate::site::{ContentSource, Site};

const LOOK_AT_CALENDAR: Duration = Duration::from_mins(10);

pub fn watch(source: &ContentSource) -> Result<Option<FolderWatch>, StartError> {
    match source {
        ContentSource::Folder(path) if path.is_dir() => Ok(Some(FolderWatch::begin(path)?)),
        // A folder that is not there is told by the loader, in better words.
        _ => Ok(None),
    }
}

pub async fn keep_current(
    site: Arc<Site>,
    mut watch: Option<FolderWatch>,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
) {
    let mut shown = today();
    compress(&site);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            Some(()) = changed(&mut watch) => publish(&site, &metrics).await,
            () = tokio::time::sleep(LOOK_AT_CALENDAR) => {
                if today() != shown {
                    shown = today();
                    publish(&site, &metrics).await;
                }
            }
        }
    }
}

async fn changed(watch: &mut Option<FolderWatch>) -> Option<()> {
    match watch {
        Some(watch) => watch.changed().await,
        None => std::future::pending().await,
    }
}

async fn publish(site: &Arc<Site>, metrics: &Metrics) {
    let (publishing, begun) = (Arc::clone(site), Instant::now());
    match tokio::task::spawn_blocking(move || publishing.republish(today())).await {
        Ok(Ok(published)) => {
            metrics.published(begun.elapsed(), published.rendered);
            tracing::info!(rendered = published.rendered, unchanged = published.reused, "the site is published anew");
            compress(site);
        }
        Ok(Err(error)) => {
            metrics.not_published();
            tracing::error!("{error}\nThe site stays as it was.");
        }
        // A fault of the program must not end the watch: the next edit may well be published again.
        Err(fault) => {
            metrics.not_published();
            tracing::error!(
                "The content could not be published: {fault}. Take the last change back.\nThe site stays as it was."
            );
        }
    }
}

/// In the background: the next edit must not wait for the last one to be made as small as it gets.
fn compress(site: &Arc<Site>) {
    let published = Arc::clone(&site.published());
    tokio::task::spawn_blocking(move || published.compress_max());
}

pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))
}

/// The day in Port Harcourt, which keeps one offset all year.
pub fn today() -> Date {
    System.now().to_zoned(TimeZone::fixed(tz::offset(1))).date()
}
