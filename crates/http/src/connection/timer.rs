//! One timer per connection for hyper's header timeout. hyper asks for a new timer per request and drops it when the
//! headers are complete; registering and removing one takes the lock of the runtime's timers twice. Moving the deadline
//! of an existing timer takes no lock.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

type TokioSleep = Pin<Box<tokio::time::Sleep>>;

#[derive(Clone, Default)]
pub struct ConnectionTimer {
    /// The timer while hyper does not use it.
    unused: Arc<Mutex<Option<TokioSleep>>>,
    /// The latest end of the first timer.
    first_deadline: Arc<Mutex<Option<Instant>>>,
}

impl ConnectionTimer {
    /// hyper starts the timer of the first headers after the TLS handshake, which they have to include.
    pub fn with_first_deadline(deadline: Instant) -> Self {
        Self { first_deadline: Arc::new(Mutex::new(Some(deadline))), ..Self::default() }
    }
}

impl Timer for ConnectionTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(Instant::now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        let first_deadline = self.first_deadline.lock().unwrap_or_else(PoisonError::into_inner).take();
        let deadline = first_deadline.map_or(deadline, |first| first.min(deadline));
        let unused = self.unused.lock().unwrap_or_else(PoisonError::into_inner).take();
        let sleep = match unused {
            Some(mut sleep) => {
                sleep.as_mut().reset(deadline.into());
                sleep
            }
            None => Box::pin(tokio::time::sleep_until(deadline.into())),
        };
        Box::pin(BorrowedSleep { sleep: Some(sleep), timer: self.clone() })
    }
}

/// Gives its timer back when hyper drops it.
struct BorrowedSleep {
    sleep: Option<TokioSleep>,
    timer: ConnectionTimer,
}

impl Sleep for BorrowedSleep {}

impl Future for BorrowedSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.sleep.as_mut().map_or(Poll::Ready(()), |sleep| sleep.as_mut().poll(context))
    }
}

impl Drop for BorrowedSleep {
    fn drop(&mut self) {
        *self.timer.unused.lock().unwrap_or_else(PoisonError::into_inner) = self.sleep.take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reused_timer_waits_for_its_new_deadline() {
        let timer = ConnectionTimer::default();
        timer.sleep(Duration::from_millis(5)).await;
        drop(timer.sleep(Duration::from_millis(5)));
        assert!(timer.unused.lock().expect("the timer").is_some());
        let start = Instant::now();
        timer.sleep_until(start + Duration::from_millis(40)).await;
        assert!(start.elapsed() >= Duration::from_millis(40));
    }

    #[tokio::test]
    async fn only_the_first_timer_ends_at_the_first_deadline() {
        let start = Instant::now();
        let timer = ConnectionTimer::with_first_deadline(start + Duration::from_millis(20));
        timer.sleep_until(start + Duration::from_mins(1)).await;
        timer.sleep_until(start + Duration::from_millis(60)).await;
        assert!(start.elapsed() >= Duration::from_millis(60));
    }
}
