//! Publishes the site again when the content changes, in its folder or in the store, and when the date does: it is part of
//! some pages, articles with a date in the future appear on their day and at their time, and the game may show a new set every month.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::content_not_shown::ContentNotShown;
use super::content_watcher::{Change, ContentWatcher};
use super::rendering_times::{Compression, Retry, another_rendering, clinic_now};
use clinic_runtime::clock::{Clock, System};
use clinic_runtime::metrics::Metrics;
use clinic_site::{ContentStatus, ShownContent, Site};
use clinic_store::Revision;

pub async fn republish_on_change(
    site: Arc<Site>,
    mut watcher: ContentWatcher,
    new_puzzles: Arc<Notify>,
    metrics: Arc<Metrics>,
    mut content_report: ContentNotShown,
    compression_delay: Duration,
    stop: CancellationToken,
) {
    let mut tried_at = clinic_now();
    report(&site, &metrics);
    content_report.send(&current_status(&site)).await;
    let mut compression = Compression::after(&site, compression_delay);
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::content_watcher::watch_store;
    use super::super::rendering_times::tests::open_site;
    use super::*;
    use clinic_store::{Editions, PublishedContent, Store};

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
            Duration::from_hours(1),
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
}
