//! The timer of a connection. A new one is asked for with every request, ten seconds from now, and nearly always let go
//! of a moment later; winding a real timer up and down each time would cost more than finding the page.
//!
//! So one real timer a connection runs to the first deadline. When it rings, whoever waits looks at the deadline that
//! counts by then, and winds it up anew if that is not reached. Deadlines only ever move forward.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

#[derive(Clone)]
pub struct Patience(Arc<Mutex<Pin<Box<tokio::time::Sleep>>>>);

impl Patience {
    pub fn of(first: Duration) -> Self {
        Self(Arc::new(Mutex::new(Box::pin(tokio::time::sleep(first)))))
    }

    pub fn until(&self, deadline: Instant) -> Waiting {
        Waiting { timer: self.clone(), deadline }
    }
}

impl Timer for Patience {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(Instant::now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(self.until(deadline))
    }
}

pub struct Waiting {
    timer: Patience,
    deadline: Instant,
}

impl Sleep for Waiting {}

impl Future for Waiting {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut timer = self.timer.0.lock().unwrap_or_else(PoisonError::into_inner);
        while timer.as_mut().poll(context).is_ready() {
            if Instant::now() >= self.deadline {
                return Poll::Ready(());
            }
            timer.as_mut().reset(self.deadline.into());
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn it_rings_at_the_deadline_that_counts_and_not_at_the_first() {
        let begun = Instant::now();
        let timer = Patience::of(SHORT);
        drop(timer.sleep(SHORT));
        timer.sleep_until(begun + 3 * SHORT).await;
        assert!(begun.elapsed() >= 3 * SHORT, "{:?}", begun.elapsed());
        timer.sleep(SHORT).await;
        assert!(begun.elapsed() >= 4 * SHORT, "{:?}", begun.elapsed());
    }
}
