//! The retry schedule: what happens to a message after an attempt.

use std::time::Duration;

use jiff::Timestamp;

use clinic_mail::Delivery;
use clinic_store::DeliveryOutcome;

/// The delay after the first attempt, after the second, and so on. The last delay repeats.
const DELAYS: [Duration; 7] = [
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
    Duration::from_mins(30),
    Duration::from_hours(1),
    Duration::from_hours(2),
    Duration::from_hours(4),
];
const GIVE_UP_AFTER: Duration = Duration::from_hours(72);

/// `jitter` (0 to 255) changes the delay by up to 20 %, so that messages deferred by one outage are not all retried in
/// the same second.
pub(super) fn after(
    delivery: Delivery,
    attempts: u32,
    queued_at: Timestamp,
    now: Timestamp,
    jitter: u8,
) -> DeliveryOutcome {
    match delivery {
        Delivery::Accepted => DeliveryOutcome::Sent,
        Delivery::Rejected { reason } => DeliveryOutcome::Rejected { reason },
        Delivery::Deferred { reason } => {
            let next_at = now + delay(attempts, jitter);
            if next_at > queued_at + GIVE_UP_AFTER {
                DeliveryOutcome::Failed { reason }
            } else {
                DeliveryOutcome::Deferred { reason, next_at }
            }
        }
    }
}

fn delay(attempts: u32, jitter: u8) -> Duration {
    let index = usize::try_from(attempts).unwrap_or(usize::MAX).saturating_sub(1).min(DELAYS.len() - 1);
    DELAYS[index].mul_f64(0.8 + 0.4 * f64::from(jitter) / 255.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NO_JITTER: u8 = 127;

    fn after_deferral(attempts: u32, age: Duration) -> DeliveryOutcome {
        let now = Timestamp::UNIX_EPOCH + age;
        after(Delivery::Deferred { reason: "451 busy".to_owned() }, attempts, Timestamp::UNIX_EPOCH, now, NO_JITTER)
    }

    #[test]
    fn delays_grow_from_thirty_seconds_to_four_hours() {
        let minutes: Vec<f64> = (1..=9).map(|attempts| delay(attempts, NO_JITTER).as_secs_f64() / 60.0).collect();
        let expected = [0.5, 2.0, 10.0, 30.0, 60.0, 120.0, 240.0, 240.0, 240.0];
        for (actual, expected) in minutes.iter().zip(expected) {
            assert!((actual / expected - 1.0).abs() < 0.01, "{minutes:?}");
        }
    }

    #[test]
    fn message_fails_when_the_next_attempt_would_be_after_three_days() {
        assert!(matches!(after_deferral(20, Duration::from_hours(67)), DeliveryOutcome::Deferred { .. }));
        let failed = DeliveryOutcome::Failed { reason: "451 busy".to_owned() };
        assert_eq!(after_deferral(20, Duration::from_hours(69)), failed);
    }

    #[test]
    fn rejected_message_is_not_retried() {
        let rejected = Delivery::Rejected { reason: "550 no".to_owned() };
        let outcome = after(rejected, 1, Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH, NO_JITTER);
        assert_eq!(outcome, DeliveryOutcome::Rejected { reason: "550 no".to_owned() });
    }

    #[test]
    fn message_that_is_always_deferred_fails_within_three_days() {
        let (mut age, mut attempts) = (Duration::ZERO, 1);
        while let DeliveryOutcome::Deferred { next_at, .. } = after_deferral(attempts, age) {
            age = Duration::try_from(next_at.duration_since(Timestamp::UNIX_EPOCH)).expect("a later time");
            attempts += 1;
        }
        assert!(age <= GIVE_UP_AFTER && age > Duration::from_hours(67));
        assert!((20..=30).contains(&attempts), "{attempts} attempts");
    }

    proptest! {
        #[test]
        fn jitter_changes_a_delay_by_at_most_a_fifth(attempts in 0u32..100, jitter: u8) {
            let ratio = delay(attempts, jitter).as_secs_f64() / delay(attempts, NO_JITTER).as_secs_f64();
            prop_assert!((0.79..=1.21).contains(&ratio));
        }
    }
}
