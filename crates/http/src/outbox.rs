//! Delivers the messages in the store's outbox at least once: the retry schedule, the worker and a clean stop.
//!
//! A message is leased for one attempt. When a process dies during the attempt, the lease runs out and the message is
//! delivered by the next worker.

mod attempt;
mod backlog_warning;
mod rejections_in_a_row;
mod schedule;
mod worker;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

pub use attempt::{DeliveryStatus, OWN_PROBLEM_ADVICE};
use rejections_in_a_row::Rejections;
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock_check::ClockCheck;
use clinic_mail::MailTransport;
use clinic_rules::secret::Secret;
use clinic_runtime::clock::{Clock, Randomness};
use clinic_runtime::metrics::Metrics;
use clinic_store::Store;

/// A handle to the outbox; clones share it.
#[derive(Clone)]
pub struct Outbox(Arc<Inner>);

struct Inner {
    store: Store,
    transport: Arc<dyn MailTransport>,
    clock: Arc<dyn Clock>,
    clock_check: OnceLock<Arc<ClockCheck>>,
    metrics: OnceLock<Arc<Metrics>>,
    rejections: Mutex<Rejections>,
    random: Arc<dyn Randomness>,
    /// Signs the links to appointments.
    signing: Secret,
    send_slots: Arc<Semaphore>,
    /// Wakes the worker: a message became due earlier than the worker expects.
    rescheduled: Notify,
    tasks: TaskTracker,
    /// Start no new attempts.
    stopping: CancellationToken,
    /// Abort running attempts and release their leases.
    stopped: CancellationToken,
}

impl Outbox {
    #[must_use]
    pub fn new(
        store: Store,
        transport: Arc<dyn MailTransport>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Randomness>,
        signing: Secret,
    ) -> Self {
        Self(Arc::new(Inner {
            store,
            clock,
            clock_check: OnceLock::new(),
            metrics: OnceLock::new(),
            rejections: Mutex::default(),
            random,
            signing,
            send_slots: Arc::new(Semaphore::new(transport.max_concurrent())),
            transport,
            rescheduled: Notify::new(),
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
            stopped: CancellationToken::new(),
        }))
    }

    /// Counts what is sent and rejected.
    #[must_use]
    pub fn with_metrics(self, metrics: Arc<Metrics>) -> Self {
        // It is empty: nothing else sets it.
        let _ = self.0.metrics.set(metrics);
        self
    }

    /// What the last mail server said, when so many rejected our emails that the problem is our own.
    #[must_use]
    pub fn own_problem(&self) -> Option<String> {
        self.rejections().own_problem().map(str::to_owned)
    }

    fn rejections(&self) -> MutexGuard<'_, Rejections> {
        self.0.rejections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While the clock cannot be trusted, holds back what is sent because of a date, and gives up no message as too late.
    #[must_use]
    pub fn with_clock_check(self, clock_check: Arc<ClockCheck>) -> Self {
        // It is empty: nothing else sets it.
        let _ = self.0.clock_check.set(clock_check);
        self
    }
}
