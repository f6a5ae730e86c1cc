//! Code that goes on after a panic of what it calls.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

/// `None` after a panic. What it was is in the log by then.
pub async fn without_panic<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = Box::pin(work);
    poll_fn(|context| {
        catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context).map(Some))).unwrap_or(Poll::Ready(None))
    })
    .await
}
