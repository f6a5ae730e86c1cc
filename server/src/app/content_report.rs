//! Tells the desk of all instances when this one does not show the published content, until it does.

use std::future;

use jiff::Timestamp;

use crate::clock::{Clock, System};
use crate::site::ContentStatus;
use crate::store::{NotShown, REPORT_INTERVAL, Store};

pub struct ContentReport {
    store: Store,
    /// The name of this instance.
    instance: String,
    /// Since when the report is true. `None` while there is nothing to report.
    since: Option<Timestamp>,
}

impl ContentReport {
    pub fn new(store: Store, instance: String) -> Self {
        Self { store, instance, since: None }
    }

    /// When the next report is due. Cancel-safe.
    pub async fn due(&self) {
        if self.since.is_none() {
            future::pending::<()>().await;
        }
        tokio::time::sleep(REPORT_INTERVAL).await;
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
