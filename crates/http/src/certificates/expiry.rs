//! Shows operators how long the certificate is still valid: a metric, and a warning every day when few days are left.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;

use clinic_runtime::metrics::Metrics;

const WARNING_DAYS: i64 = 14;
const WARNING_INTERVAL: Duration = Duration::from_hours(24);

pub struct ExpiryMonitor {
    domain: String,
    /// What the operator can do.
    advice: &'static str,
    metrics: Arc<Metrics>,
    last_warning: Mutex<Option<Timestamp>>,
}

impl ExpiryMonitor {
    pub fn new(domain: &str, advice: &'static str, metrics: Arc<Metrics>) -> Self {
        Self { domain: domain.to_owned(), advice, metrics, last_warning: Mutex::default() }
    }

    pub fn check(&self, not_after: Timestamp, now: Timestamp) {
        let days_left = days_left(not_after, now);
        self.metrics.set_certificate_days_left(&self.domain, days_left);
        let mut last_warning = self.last_warning.lock().unwrap_or_else(PoisonError::into_inner);
        if warns(not_after, now, *last_warning) {
            *last_warning = Some(now);
            let verb = if now > not_after { "expired" } else { "expires" };
            tracing::warn!(days_left, "the certificate for {} {verb} on {not_after}. {}", self.domain, self.advice);
        }
    }
}

/// Whole days until the certificate expires; negative afterwards.
fn days_left(not_after: Timestamp, now: Timestamp) -> i64 {
    not_after.duration_since(now).as_secs().div_euclid(24 * 60 * 60)
}

/// Below 14 days once a day.
fn warns(not_after: Timestamp, now: Timestamp, last_warning: Option<Timestamp>) -> bool {
    days_left(not_after, now) < WARNING_DAYS && last_warning.is_none_or(|last| now >= last + WARNING_INTERVAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warns_once_a_day_below_fourteen_days() {
        let time = |text: &str| text.parse::<Timestamp>().expect("a time");
        let expiry = time("2026-04-01T00:00:00Z");
        assert!(!warns(expiry, time("2026-03-18T00:00:00Z"), None));
        let first = time("2026-03-18T00:00:01Z");
        assert!(warns(expiry, first, None));
        assert!(!warns(expiry, time("2026-03-18T23:00:00Z"), Some(first)));
        assert!(warns(expiry, time("2026-03-19T00:00:01Z"), Some(first)));
        assert_eq!((days_left(expiry, first), days_left(expiry, time("2026-04-01T00:00:01Z"))), (13, -1));
    }
}
