//! Repeats a job until the server stops. One that panics is tried again: otherwise a mistake in it would end reminders, backups or
//! the deletion of old data, and nobody would notice for hours.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

const PAUSE_AFTER_PANIC: Duration = Duration::from_mins(1);

/// `work` does the job once and returns how long to wait until the next time. `name` is the beginning of a sentence.
pub async fn repeat<F>(name: &str, stop: CancellationToken, work: impl Fn() -> F)
where
    F: Future<Output = Duration> + Send + 'static,
{
    repeat_with(PAUSE_AFTER_PANIC, name, stop, work).await;
}

async fn repeat_with<F>(pause_after_panic: Duration, name: &str, stop: CancellationToken, work: impl Fn() -> F)
where
    F: Future<Output = Duration> + Send + 'static,
{
    let repeat_forever = async {
        loop {
            let pause = AbortOnDropHandle::new(tokio::spawn(work())).await.unwrap_or_else(|panic| {
                tracing::error!("{name} failed: {panic}. Trying again in a minute.");
                pause_after_panic
            });
            tokio::time::sleep(pause).await;
        }
    };
    stop.run_until_cancelled(repeat_forever).await;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn job_that_panics_is_tried_again_until_the_server_stops() {
        let (runs, stop) = (Arc::new(AtomicU32::new(0)), CancellationToken::new());
        repeat_with(Duration::ZERO, "A test", stop.clone(), || {
            let (runs, stop) = (Arc::clone(&runs), stop.clone());
            async move {
                match runs.fetch_add(1, Ordering::Relaxed) {
                    0 => panic!("a mistake in the program"),
                    1 => Duration::ZERO,
                    _ => {
                        stop.cancel();
                        std::future::pending().await
                    }
                }
            }
        })
        .await;
        assert_eq!(runs.load(Ordering::Relaxed), 3);
    }
}
