//! Repeats a job until the server stops, and reports how it went. One that panics is tried again: otherwise a mistake in it would
//! end reminders, backups or the deletion of old data, and nobody would notice for hours.
//!
//! Every instance runs every job. What only one may do at a time has a lease in the database.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use clinic_http::services::Services;
use clinic_runtime::clock::{Clock, Randomness};
use clinic_runtime::jobs::{Job, JobOutcome};
use clinic_runtime::metrics::Metrics;
use clinic_runtime::panics::without_panic;
use clinic_runtime::slow_calls::log_if_slow;

const PAUSE_AFTER_PANIC: Duration = Duration::from_mins(1);

/// How a job went, and how long to wait until it is done again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    Succeeded(Duration),
    /// Nothing was due, or it waits for a clock that can be trusted.
    Skipped(Duration),
    /// The job has logged why.
    Failed(Duration),
}

#[derive(Clone)]
pub struct JobRunner {
    metrics: Arc<Metrics>,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Randomness>,
    stop: CancellationToken,
    pause_after_panic: Duration,
}

impl JobRunner {
    pub fn new(services: &Services, stop: &CancellationToken) -> Self {
        Self {
            metrics: Arc::clone(&services.metrics),
            clock: Arc::clone(&services.clock),
            random: Arc::clone(&services.random),
            stop: stop.clone(),
            pause_after_panic: PAUSE_AFTER_PANIC,
        }
    }

    /// `work` does the job once.
    pub async fn repeat(self, job: Job, mut work: impl AsyncFnMut() -> Done) {
        self.metrics.job_started(job);
        let repeat_forever = async {
            loop {
                let started = Instant::now();
                let span = tracing::info_span!("job", job = job.name());
                let done = without_panic(work().instrument(span)).await;
                log_if_slow("a job", job.name(), started.elapsed());
                let (outcome, pause) = match done {
                    Some(Done::Succeeded(pause)) => (JobOutcome::Succeeded, pause),
                    Some(Done::Skipped(pause)) => (JobOutcome::Skipped, pause),
                    Some(Done::Failed(pause)) => (JobOutcome::Failed, pause),
                    None => {
                        tracing::error!("{} panicked; the log says where. Trying again in a minute.", job.name());
                        (JobOutcome::Panicked, self.pause_after_panic)
                    }
                };
                self.metrics.job_done(job, outcome, self.clock.now());
                let [jitter] = self.random.bytes();
                tokio::time::sleep(with_jitter(pause, jitter)).await;
            }
        };
        self.stop.run_until_cancelled(repeat_forever).await;
    }
}

/// Up to 10 % longer, so that instances that were started together do not ask the database at the same moments for ever.
fn with_jitter(pause: Duration, jitter: u8) -> Duration {
    pause.mul_f64(1.0 + 0.1 * f64::from(jitter) / 255.0)
}

#[cfg(test)]
mod tests {
    use clinic_runtime::clock::System;

    use super::*;

    fn runner(stop: &CancellationToken) -> JobRunner {
        JobRunner {
            metrics: Arc::default(),
            clock: Arc::new(System),
            random: Arc::new(System),
            stop: stop.clone(),
            pause_after_panic: Duration::ZERO,
        }
    }

    #[tokio::test]
    async fn job_that_panics_is_tried_again_until_the_server_stops() {
        let (mut runs, stop) = (0, CancellationToken::new());
        let runner = runner(&stop);
        let metrics = Arc::clone(&runner.metrics);
        runner
            .repeat(Job::Purge, async || {
                runs += 1;
                match runs {
                    1 => panic!("a mistake in the program"),
                    2 => Done::Failed(Duration::ZERO),
                    3 => Done::Succeeded(Duration::ZERO),
                    _ => {
                        stop.cancel();
                        std::future::pending().await
                    }
                }
            })
            .await;
        assert_eq!(runs, 4);
        let encoded = metrics.encode();
        assert!(encoded.contains("clinic_job_panics_total{job=\"purge\"} 1"), "{encoded}");
        for last in ["success", "failure"] {
            assert!(
                encoded.contains(&format!("clinic_job_last_{last}_timestamp_seconds{{job=\"purge\"}}")),
                "{encoded}"
            );
        }
    }

    #[test]
    fn pause_is_at_most_a_tenth_longer() {
        let minute = Duration::from_mins(1);
        assert_eq!((with_jitter(minute, 0), with_jitter(minute, 255)), (minute, Duration::from_secs(66)));
        assert_eq!(with_jitter(Duration::ZERO, 255), Duration::ZERO);
    }
}
