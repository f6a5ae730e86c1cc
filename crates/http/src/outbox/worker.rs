//! The worker: waits until a message is due, delivers it, and stops cleanly at shutdown.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};
use tracing::warn;

use super::Outbox;

/// Other instances on the same database queue messages without waking this worker.
const POLL_INTERVAL: Duration = Duration::from_secs(15);
const RETRY_AFTER_ERROR: Duration = Duration::from_secs(5);
/// Time to store the released leases when the stop deadline has passed.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(2);

impl Outbox {
    /// Delivers due messages until `stop` is called. Messages that an earlier process left behind are due as well, so
    /// there is no recovery at start.
    pub async fn run(&self) {
        while let Some(slot) = self.free_slot().await {
            match self.0.store.lease_next(self.0.clock.now()).await {
                Ok(Some(lease)) => {
                    let outbox = self.clone();
                    self.0.tasks.spawn(async move {
                        outbox.attempt(lease).await;
                        drop(slot);
                    });
                }
                Ok(None) => {
                    drop(slot);
                    self.wait(self.until_due().await).await;
                }
                Err(error) => {
                    drop(slot);
                    warn!(%error, "cannot read the outbox");
                    self.wait(RETRY_AFTER_ERROR).await;
                }
            }
        }
    }

    /// For a message that has become due earlier than the worker expects.
    pub fn wake(&self) {
        self.0.rescheduled.notify_one();
    }

    /// Starts no new attempts, waits for running ones until the deadline, then aborts them and releases their leases.
    pub async fn stop(&self, deadline: Duration) {
        self.0.stopping.cancel();
        self.0.tasks.close();
        if timeout(deadline, self.0.tasks.wait()).await.is_err() {
            self.0.stopped.cancel();
            let _ = timeout(RELEASE_TIMEOUT, self.0.tasks.wait()).await;
        }
    }

    async fn free_slot(&self) -> Option<OwnedSemaphorePermit> {
        tokio::select! {
            biased;
            () = self.0.stopping.cancelled() => None,
            slot = Arc::clone(&self.0.send_slots).acquire_owned() => slot.ok(),
        }
    }

    async fn until_due(&self) -> Duration {
        match self.0.store.next_due().await {
            Ok(Some(due)) => {
                let wait = Duration::try_from(due.duration_since(self.0.clock.now())).unwrap_or_default();
                wait.min(POLL_INTERVAL)
            }
            Ok(None) => POLL_INTERVAL,
            Err(error) => {
                warn!(%error, "cannot read the outbox");
                RETRY_AFTER_ERROR
            }
        }
    }

    async fn wait(&self, time: Duration) {
        tokio::select! {
            () = self.0.stopping.cancelled() => {}
            () = self.0.rescheduled.notified() => {}
            () = sleep(time) => {}
        }
    }
}
