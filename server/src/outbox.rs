//! Sends the mails that are backlog: at least once, never twice at a time, and never forgotten.
//!
//! Owns the calendar (when to try, when to give up), the worker, and what happens to a mail in hand when the site is
//! stopped. Refuses to know how mail is carried, and to trust itself: whoever dies with a lease loses it to the next.

mod attempt;
mod backlog_warning;
mod schedule;
mod worker;

pub use attempt::Sent;

use crate::clock::{Clock, Randomness};
use crate::mail::MailTransport;
use crate::store::Store;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// A handle to the outbox; clones are the same outbox.
#[derive(Clone)]
pub struct Outbox(Arc<Inner>);

struct Inner {
    store: Store,
    transport: Arc<dyn MailTransport>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Randomness>,
    send_slots: Arc<Semaphore>,
    /// A mail has another date now than the worker may be sleeping for.
    put_off: Notify,
    tasks: TaskTracker,
    /// Take nothing new.
    stopping: CancellationToken,
    /// Put down what is in actor.
    stopped: CancellationToken,
    /// How long the last delivery took, in milliseconds.
    pace: AtomicU64,
}

impl Outbox {
    #[must_use]
    pub fn new(
        store: Store,
        transport: Arc<dyn MailTransport>,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Randomness>,
    ) -> Self {
        Self(Arc::new(Inner {
            store,
            clock,
            random,
            send_slots: Arc::new(Semaphore::new(transport.at_once())),
            transport,
            put_off: Notify::new(),
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
            stopped: CancellationToken::new(),
            pace: AtomicU64::new(0),
        }))
    }
}
