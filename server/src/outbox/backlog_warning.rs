//! Speaks up when mail waits too long: the visitors were promised it within moments.

use std::time::Duration;

use tokio::time::sleep;
use tracing::warn;

use super::Outbox;
use crate::metrics::OutboxBacklog;

const LOOK_EVERY: Duration = Duration::from_mins(1);
const TOO_LONG: Duration = Duration::from_mins(15);
const SAY_AGAIN: Duration = Duration::from_hours(1);

impl Outbox {
    /// Warns while the oldest mail has waited too long, until told to stop.
    pub async fn watch_age(&self) {
        let mut said = Duration::ZERO;
        loop {
            tokio::select! {
                () = self.0.stopping.cancelled() => return,
                () = sleep(LOOK_EVERY) => {}
            }
            // A store that does not answer is told by the worker.
            let Ok(backlog) = self.0.store.outbox_backlog(self.0.clock.now()).await else { continue };
            if let Some(age) = worth_saying(backlog, said) {
                let (waiting, minutes) = (backlog.waiting, backlog.oldest.as_secs() / 60);
                warn!(
                    waiting,
                    minutes, "mail waits too long; is the mail server reachable? The desk shows its answers"
                );
                said = age;
            } else if backlog.oldest < TOO_LONG {
                said = Duration::ZERO;
            }
        }
    }
}

/// The age that is worth a word: the first beyond the limit, and then one every hour.
fn worth_saying(backlog: OutboxBacklog, said: Duration) -> Option<Duration> {
    let due = if said.is_zero() { TOO_LONG } else { said + SAY_AGAIN };
    (backlog.waiting > 0 && backlog.oldest >= due).then_some(backlog.oldest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(minutes: u64) -> OutboxBacklog {
        OutboxBacklog { waiting: 2, oldest: Duration::from_mins(minutes), failed: 0 }
    }

    #[test]
    fn a_mail_that_waits_is_spoken_of_after_a_quarter_of_an_hour_and_then_every_hour() {
        assert_eq!(worth_saying(waiting(14), Duration::ZERO), None);
        let said = worth_saying(waiting(15), Duration::ZERO).expect("worth saying");
        assert_eq!(worth_saying(waiting(74), said), None);
        assert!(worth_saying(waiting(75), said).is_some());
    }

    #[test]
    fn an_empty_outbox_is_not_spoken_of() {
        assert_eq!(worth_saying(OutboxBacklog::default(), Duration::ZERO), None);
    }
}
