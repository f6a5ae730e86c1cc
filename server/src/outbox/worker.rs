//! The worker: sleeps until a mail is due, takes it, and stops cleanly when the site does.

use super::Outbox;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tracing::warn;

/// Other instances on the same database queue mail without waking this one.
const LOOK_AGAIN: Duration = Duration::from_secs(15);
const AFTER_TROUBLE: Duration = Duration::from_secs(5);
/// For writing down that a mail was put down.
const LAST_WORDS: Duration = Duration::from_secs(2);

impl Outbox {
    /// Sends what is due until told to stop. What an earlier run left behind is due too: there is nothing to recover.
    pub async fn run(&self) {
        while let Some(actor) = self.free_hand().await {
            match self.0.store.lease_next(self.0.clock.now()).await {
                Ok(Some(lease)) => {
                    let outbox = self.clone();
                    self.0.tasks.spawn(async move {
                        outbox.attempt(lease).await;
                        drop(actor);
                    });
                }
                Ok(None) => {
                    drop(actor);
                    self.rest(self.until_due().await).await;
                }
                Err(error) => {
                    drop(actor);
                    warn!(%error, "the outbox cannot be read");
                    self.rest(AFTER_TROUBLE).await;
                }
            }
        }
    }

    /// Takes nothing new, gives what is in hand until the deadline, then puts it down for the next sender.
    pub async fn stop(&self, deadline: Duration) {
        self.0.stopping.cancel();
        self.0.tasks.close();
        if timeout(deadline, self.0.tasks.wait()).await.is_err() {
            self.0.stopped.cancel();
            let _ = timeout(LAST_WORDS, self.0.tasks.wait()).await;
        }
    }

    async fn free_hand(&self) -> Option<tokio::sync::OwnedSemaphorePermit> {
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
                wait.min(LOOK_AGAIN)
            }
            Ok(None) => LOOK_AGAIN,
            Err(error) => {
                warn!(%error, "the outbox cannot be read");
                AFTER_TROUBLE
            }
        }
    }

    async fn rest(&self, time: Duration) {
        tokio::select! {
            () = self.0.stopping.cancelled() => {}
            () = self.0.put_off.notified() => {}
            () = sleep(time) => {}
        }
    }
}
