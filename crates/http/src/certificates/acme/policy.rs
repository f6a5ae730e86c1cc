//! When to renew a certificate and when to try again after a failure. Pure functions.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use clinic_store::RenewalWindow;

const FIRST_DELAY: Duration = Duration::from_mins(1);
const MAX_DELAY: Duration = Duration::from_hours(6);
/// The longest rate limit of Let's Encrypt. What an authority asks for beyond it is taken for a mistake.
const MAX_RATE_LIMIT: Duration = Duration::from_hours(7 * 24);
/// When an authority limits the rate and does not say for how long.
const DEFAULT_RATE_LIMIT: Duration = Duration::from_hours(1);
/// How often to ask for the renewal window when the authority does not say (RFC 9773, 4.3.3), and the limits of what it says.
pub const WINDOW_CHECK: Duration = Duration::from_hours(6);
const WINDOW_CHECK_LIMITS: (Duration, Duration) = (Duration::from_mins(1), Duration::from_hours(24));

/// Authorities may want a certificate to be replaced at once. One that always does must not cause orders without end.
const MIN_AGE: Duration = Duration::from_hours(24);

/// Authorities give up orders after a week. Later, an order that only leads to errors is not worth keeping.
const MAX_ORDER_AGE: Duration = Duration::from_hours(7 * 24);

/// `jitter` (0 to 255) changes the delay by up to 20 %, so that sites that failed together do not return together.
pub fn retry_delay(failures: u32, jitter: u8) -> Duration {
    let doublings = failures.saturating_sub(1).min(16);
    let delay = (FIRST_DELAY * 2u32.pow(doublings)).min(MAX_DELAY);
    delay.mul_f64(0.8 + 0.4 * f64::from(jitter) / 255.0)
}

/// How long a rate limit lasts.
pub fn rate_limit_delay(retry_after: Option<Duration>) -> Duration {
    retry_after.unwrap_or(DEFAULT_RATE_LIMIT).min(MAX_RATE_LIMIT)
}

/// How long to wait before the authority is asked again for the state of an order of this age.
pub fn poll_delay(age: Duration) -> Duration {
    match age.as_secs() {
        0..20 => Duration::from_secs(1),
        20..120 => Duration::from_secs(5),
        120..1800 => Duration::from_secs(30),
        _ => Duration::from_mins(5),
    }
}

pub fn is_abandoned(opened_at: Timestamp, now: Timestamp) -> bool {
    now >= opened_at + MAX_ORDER_AGE
}

/// Without a suggestion of the authority: when one third of the lifetime is left.
pub fn default_renewal(not_before: Timestamp, not_after: Timestamp) -> Timestamp {
    not_after - not_after.duration_since(not_before) / 3
}

/// A time in the suggested window (RFC 9773, 4.2), chosen once per window. `None` when the window is nonsense: it ends
/// before it starts, or the certificate expires first.
pub fn choose_in_window(
    earlier: Option<RenewalWindow>,
    (start, end): (Timestamp, Timestamp),
    (not_before, not_after): (Timestamp, Timestamp),
    random: u32,
) -> Option<RenewalWindow> {
    if end < start || end > not_after {
        return None;
    }
    if let Some(window) = earlier.filter(|window| (window.start, window.end) == (start, end)) {
        return Some(window);
    }
    let length = end.duration_since(start).as_secs_f64();
    let renew_at = start + SignedDuration::from_secs_f64(length * f64::from(random) / f64::from(u32::MAX));
    Some(RenewalWindow { start, end, renew_at: renew_at.max(not_before + MIN_AGE) })
}

pub fn window_check_delay(retry_after: Duration) -> Duration {
    retry_after.clamp(WINDOW_CHECK_LIMITS.0, WINDOW_CHECK_LIMITS.1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NO_JITTER: u8 = 127;

    fn time(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn validity() -> (Timestamp, Timestamp) {
        (time("2026-01-01T00:00:00Z"), time("2026-04-01T00:00:00Z"))
    }

    #[test]
    fn delays_double_from_one_minute_to_six_hours() {
        let minutes: Vec<f64> =
            (1..=11).map(|failures| retry_delay(failures, NO_JITTER).as_secs_f64() / 60.0).collect();
        let expected = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 360.0, 360.0];
        for (actual, expected) in minutes.iter().zip(expected) {
            assert!((actual / expected - 1.0).abs() < 0.01, "{minutes:?}");
        }
        assert_eq!(retry_delay(0, NO_JITTER), retry_delay(1, NO_JITTER));
    }

    proptest! {
        #[test]
        fn jitter_changes_a_delay_by_at_most_a_fifth(failures: u32, jitter: u8) {
            let ratio = retry_delay(failures, jitter).as_secs_f64() / retry_delay(failures, NO_JITTER).as_secs_f64();
            prop_assert!((0.79..=1.21).contains(&ratio));
        }

        #[test]
        fn renewal_time_is_inside_its_window(random: u32) {
            let (start, end) = (time("2026-03-10T00:00:00Z"), time("2026-03-12T00:00:00Z"));
            let window = choose_in_window(None, (start, end), validity(), random).expect("a window");
            prop_assert!((start..=end).contains(&window.renew_at));
        }
    }

    #[test]
    fn certificate_is_renewed_with_a_third_of_its_lifetime_left() {
        let renewal = default_renewal(time("2026-01-01T00:00:00Z"), time("2026-04-01T00:00:00Z"));
        assert_eq!(renewal, time("2026-03-02T00:00:00Z"));
    }

    #[test]
    fn renewal_time_is_chosen_once_per_window() {
        let window = (time("2026-03-10T00:00:00Z"), time("2026-03-12T00:00:00Z"));
        let first = choose_in_window(None, window, validity(), 1 << 30).expect("a window");
        assert_eq!(choose_in_window(Some(first), window, validity(), 1 << 31), Some(first));
        let earlier = (time("2026-02-01T00:00:00Z"), time("2026-02-02T00:00:00Z"));
        assert!(
            choose_in_window(Some(first), earlier, validity(), 1 << 31).expect("a window").renew_at < first.renew_at
        );
    }

    #[test]
    fn window_that_makes_no_sense_is_ignored() {
        let (early, late) = (time("2026-03-10T00:00:00Z"), time("2026-03-12T00:00:00Z"));
        assert_eq!(choose_in_window(None, (late, early), validity(), 0), None);
        assert_eq!(choose_in_window(None, (late, time("2026-05-10T00:00:00Z")), validity(), 0), None);
    }

    #[test]
    fn certificate_is_kept_for_a_day_even_if_it_is_to_be_replaced_at_once() {
        let past = (time("2025-12-01T00:00:00Z"), time("2025-12-02T00:00:00Z"));
        let window = choose_in_window(None, past, validity(), 0).expect("a window");
        assert_eq!(window.renew_at, time("2026-01-02T00:00:00Z"));
    }

    #[test]
    fn rate_limit_lasts_as_long_as_the_authority_says_but_at_most_a_week() {
        assert_eq!(rate_limit_delay(Some(Duration::from_hours(30))), Duration::from_hours(30));
        assert_eq!(rate_limit_delay(Some(Duration::from_hours(9000))), Duration::from_hours(168));
        assert_eq!(rate_limit_delay(None), Duration::from_hours(1));
    }
}
