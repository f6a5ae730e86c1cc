//! One attempt at one mail: lease, carry, write down what became of it.

use super::{Outbox, schedule};
use crate::mail::{Delivery, Outgoing};
use crate::store::{DeliveryOutcome, LEASE, Lease, StoreError};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::SemaphorePermit;
use tokio::time::{Instant, sleep, timeout};
use tracing::{info, warn};

/// Well inside the lease, so that no second sender starts while the first may still succeed.
const HARD_LIMIT: Duration = Duration::from_mins(1);

/// What a visitor who waits may be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    Yes,
    Refused,
    /// Safely queued: it will be tried again.
    NotYet,
}

impl Outbox {
    /// Tries the mail that has been due the longest. Nothing when none is due.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn deliver_next(&self) -> Result<Option<Sent>, StoreError> {
        match self.0.store.lease_next(self.0.clock.now()).await? {
            Some(lease) => Ok(Some(self.attempt(lease).await)),
            None => Ok(None),
        }
    }

    /// Tries a mail that was leased this moment, and waits a little for the outcome. The attempt goes on without the
    /// one who waits; if it never comes to be, the worker finds the mail when the lease has run out.
    pub async fn deliver_now(&self, lease: Lease, patience: Duration) -> Sent {
        let outbox = self.clone();
        let attempt = self.0.tasks.spawn(async move {
            if let Some(_hand) = outbox.hand_in_time().await {
                outbox.attempt(lease).await
            } else {
                outbox.release(&lease).await;
                Sent::NotYet
            }
        });
        match timeout(patience, attempt).await {
            Ok(Ok(sent)) => sent,
            _ => Sent::NotYet,
        }
    }

    /// A free hand while the lease is still good for a whole attempt. None when all are full of other mail for too
    /// long, or the site is stopping.
    async fn hand_in_time(&self) -> Option<SemaphorePermit<'_>> {
        tokio::select! {
            biased;
            () = self.0.stopping.cancelled() => None,
            slot = timeout(LEASE.saturating_sub(HARD_LIMIT), self.0.send_slots.acquire()) => slot.ok()?.ok(),
        }
    }

    /// Hands a message to the transport past the outbox: nobody is backlog it, so nothing is kept and nothing tried again.
    pub async fn send_test(&self, message: &Outgoing, patience: Duration) -> Delivery {
        timeout(patience, self.0.transport.deliver(message)).await.unwrap_or_else(|_| Delivery::Later {
            reason: format!("the mail server did not finish within {} seconds", patience.as_secs()),
        })
    }

    /// Waits as long as a delivery takes these days. An answer that comes without one must not come sooner, or its
    /// speed would tell that this person has a code already.
    pub async fn pad_response_time(&self, patience: Duration) {
        sleep(Duration::from_millis(self.0.pace.load(Ordering::Relaxed)).min(patience)).await;
    }

    pub(super) async fn attempt(&self, lease: Lease) -> Sent {
        let message = Outgoing {
            message_id: lease.message_id.clone(),
            to: lease.to.clone(),
            code: lease.code,
            valid_until: lease.valid_until,
        };
        let begun = Instant::now();
        let delivery = tokio::select! {
            delivery = timeout(HARD_LIMIT, self.0.transport.deliver(&message)) => delivery.unwrap_or_else(|_| {
                Delivery::Later { reason: format!("the mail server did not finish within {} seconds", HARD_LIMIT.as_secs()) }
            }),
            () = self.0.stopped.cancelled() => {
                self.release(&lease).await;
                return Sent::NotYet;
            }
        };
        let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.0.pace.store(took, Ordering::Relaxed);
        self.settle(&lease, delivery).await
    }

    async fn settle(&self, lease: &Lease, delivery: Delivery) -> Sent {
        let now = self.0.clock.now();
        let [die] = self.0.random.bytes();
        let settled = schedule::after(delivery, lease.attempts, lease.queued_at, now, die);
        let mail = lease.id.as_str();
        match &settled {
            DeliveryOutcome::Sent => info!(mail, to = %lease.to, attempts = lease.attempts, "mail sent"),
            DeliveryOutcome::Refused { reason } => info!(mail, to = %lease.to, reason, "mail refused for good"),
            DeliveryOutcome::Later { reason, next_at } => warn!(mail, to = %lease.to, reason, %next_at, "mail put off"),
            DeliveryOutcome::Parked { reason } => {
                warn!(mail, to = %lease.to, reason, "mail parked: somebody must look at it");
            }
        }
        match self.0.store.settle(lease, &settled, now).await {
            Ok(true) => {}
            Ok(false) => warn!(mail, "the lease ran out before the attempt ended; another sender has the mail"),
            Err(error) => warn!(mail, %error, "the outcome could not be stored; the mail will be tried again"),
        }
        if matches!(settled, DeliveryOutcome::Later { .. }) {
            self.0.put_off.notify_one();
        }
        match settled {
            DeliveryOutcome::Sent => Sent::Yes,
            DeliveryOutcome::Refused { .. } => Sent::Refused,
            DeliveryOutcome::Later { .. } | DeliveryOutcome::Parked { .. } => Sent::NotYet,
        }
    }

    async fn release(&self, lease: &Lease) {
        if let Err(error) = self.0.store.release(lease, self.0.clock.now()).await {
            warn!(mail = lease.id, %error, "a mail could not be put down; its lease will run out");
        }
        self.0.put_off.notify_one();
    }
}
