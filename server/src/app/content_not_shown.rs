//! Tells the desk of all instances when this one does not show the published content, until it does.

use std::future;
use std::pin::pin;
use std::time::Duration;

use jiff::Timestamp;

use clinic_runtime::clock::{Clock, System};
use clinic_site::ContentStatus;
use clinic_store::{NotShown, REPORT_INTERVAL, Store};

pub struct ContentNotShown {
    store: Store,
    /// The name of this instance.
    instance: String,
    /// Since when the report is true. `None` while there is nothing to report.
    since: Option<Timestamp>,
    /// How often a report is repeated.
    interval: Duration,
}

impl ContentNotShown {
    pub fn new(store: Store, instance: String) -> Self {
        Self { store, instance, since: None, interval: REPORT_INTERVAL }
    }

    /// When the next report is due. Cancel-safe.
    pub async fn due(&self) {
        if self.since.is_none() {
            future::pending::<()>().await;
        }
        tokio::time::sleep(self.interval).await;
    }

    /// Waits for the end of a rendering, which may take longer than a report is valid, and goes on reporting meanwhile.
    pub async fn report_during<T>(
        &mut self,
        rendering: impl Future<Output = T>,
        status: impl Fn() -> ContentStatus,
    ) -> T {
        let mut rendering = pin!(rendering);
        loop {
            tokio::select! {
                result = &mut rendering => return result,
                () = tokio::time::sleep(self.interval) => self.send(&status()).await,
            }
        }
    }

    /// A report that cannot be stored is tried again when the next one is due: other parts say that the database does not
    /// answer.
    pub async fn send(&mut self, status: &ContentStatus) {
        let now = System.now();
        let sent = match (status.published, status.explanation()) {
            (Some(revision), Some(explanation)) => {
                let since = *self.since.get_or_insert(now);
                let (instance, problems) = (self.instance.clone(), status.problems.clone());
                let report = NotShown { instance, revision, explanation, problems, since };
                self.store.report_not_shown(&report, now).await
            }
            _ if self.since.is_some() => {
                let sent = self.store.report_shown(&self.instance).await;
                if sent.is_ok() {
                    self.since = None;
                }
                sent
            }
            _ => return,
        };
        if let Err(error) = sent {
            tracing::debug!(%error, "cannot report which content is shown");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clinic_site::ShownContent;

    #[tokio::test]
    async fn instance_reports_while_it_renders_and_no_longer_when_it_shows_what_is_published() {
        let data = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", data.path().join("clinic.db").display());
        let store = Store::open(&url, System.now()).await.expect("a store");
        let behind = |problem: &str| ContentStatus {
            published: Some(2),
            shown: ShownContent::Revision(1),
            problems: vec![problem.to_owned()],
        };
        let reported = async || {
            let reports = store.not_shown(System.now()).await.expect("reports");
            reports.into_iter().flat_map(|report| report.problems).collect::<Vec<_>>()
        };
        let interval = Duration::from_millis(5);
        let mut report = ContentNotShown { interval, ..ContentNotShown::new(store.clone(), "web-1".to_owned()) };
        report.send(&behind("before")).await;
        assert_eq!(reported().await, ["before"]);
        // The first report expires while the rendering goes on.
        store.report_shown("web-1").await.expect("deleted");
        let rendering = async {
            while reported().await != ["during"] {
                tokio::task::yield_now().await;
            }
        };
        let rendered = report.report_during(rendering, || behind("during"));
        let rendered = tokio::time::timeout(Duration::from_secs(30), rendered).await;
        assert!(rendered.is_ok(), "nothing was reported while it rendered");
        report.send(&behind("after")).await;
        assert_eq!(reported().await, ["after"], "not reported at its end");
        report.send(&ContentStatus::of_revision(2)).await;
        assert_eq!(reported().await, [""; 0], "reported although it shows what is published");
    }
}
