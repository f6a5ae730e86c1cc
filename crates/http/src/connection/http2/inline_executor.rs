//! Runs what answers a request. Most responses are in memory and complete when they are polled once, so a task for each
//! would cost more than the response.

use std::task::{Context, Waker};

use hyper::rt::Executor;

#[derive(Debug, Clone, Copy)]
pub struct InlineExecutor;

impl<F> Executor<F> for InlineExecutor
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, future: F) {
        let mut future = Box::pin(future);
        // Nobody is woken after this poll. A future that is not complete is polled again by its task.
        if future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending() {
            tokio::spawn(future);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[tokio::test]
    async fn unfinished_future_is_finished_by_a_task() {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let (is_ready, is_done) = (Arc::new(AtomicBool::new(false)), Arc::new(tokio::sync::Notify::new()));
        let ready = Arc::clone(&is_ready);
        InlineExecutor.execute(async move { ready.store(true, Ordering::Relaxed) });
        assert!(is_ready.load(Ordering::Relaxed), "without a task");
        let done = Arc::clone(&is_done);
        InlineExecutor.execute(async move {
            let _: Result<(), _> = receiver.await;
            done.notify_one();
        });
        sender.send(()).expect("received");
        is_done.notified().await;
    }
}
