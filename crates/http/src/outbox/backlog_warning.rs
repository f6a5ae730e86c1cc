//! Logs a warning while emails wait too long: visitors expect their code within minutes.

use std::time::Duration;

use tracing::warn;

use super::Outbox;
use clinic_runtime::metrics::OutboxBacklog;
use clinic_store::StoreError;

const MAX_AGE: Duration = Duration::from_mins(15);
const REPEAT_INTERVAL: Duration = Duration::from_hours(1);

impl Outbox {
    /// Looks at the oldest waiting message. Returns its age at the last warning, for the next look; zero in the first one.
    ///
    /// # Errors
    /// When the database does not answer, which the worker logs.
    pub async fn warn_about_age(&self, last_warned_age: Duration) -> Result<Duration, StoreError> {
        let backlog = self.0.store.outbox_backlog(self.0.clock.now()).await?;
        if let Some(age) = age_to_warn_about(backlog, last_warned_age) {
            warn!(
                waiting = backlog.waiting,
                oldest_minutes = age.as_secs() / 60,
                "emails are waiting too long: check the mail server; the desk shows its last replies"
            );
            return Ok(age);
        }
        Ok(if backlog.oldest < MAX_AGE { Duration::ZERO } else { last_warned_age })
    }
}

/// Warn when the oldest message exceeds the limit, then once per hour of further waiting.
fn age_to_warn_about(backlog: OutboxBacklog, last_warned_age: Duration) -> Option<Duration> {
    let threshold = if last_warned_age.is_zero() { MAX_AGE } else { last_warned_age + REPEAT_INTERVAL };
    (backlog.waiting > 0 && backlog.oldest >= threshold).then_some(backlog.oldest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backlog(oldest_minutes: u64) -> OutboxBacklog {
        OutboxBacklog { waiting: 2, oldest: Duration::from_mins(oldest_minutes), ..OutboxBacklog::default() }
    }

    #[test]
    fn warns_after_fifteen_minutes_and_then_every_hour() {
        assert_eq!(age_to_warn_about(backlog(14), Duration::ZERO), None);
        let warned = age_to_warn_about(backlog(15), Duration::ZERO).expect("a warning");
        assert_eq!(age_to_warn_about(backlog(74), warned), None);
        assert!(age_to_warn_about(backlog(75), warned).is_some());
    }

    #[test]
    fn empty_outbox_gives_no_warning() {
        assert_eq!(age_to_warn_about(OutboxBacklog::default(), Duration::ZERO), None);
    }
}
