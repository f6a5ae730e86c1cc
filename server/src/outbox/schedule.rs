//! The calendar of a mail: what to do after an attempt.

use crate::mail::Delivery;
use crate::store::DeliveryOutcome;
use jiff::Timestamp;
use std::time::Duration;

/// The wait after the first attempt, after the second, and so on; then the last one again and again.
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

/// Decides from how the attempt went. The die (0 to 255) spreads the waits by a fifth either way, so that a thousand
/// mails put off by one outage do not all come back in the same second.
pub(super) fn after(
    delivery: Delivery,
    attempts: u32,
    queued_at: Timestamp,
    now: Timestamp,
    die: u8,
) -> DeliveryOutcome {
    match delivery {
        Delivery::Taken => DeliveryOutcome::Sent,
        Delivery::Refused { reason } => DeliveryOutcome::Refused { reason },
        Delivery::Later { reason } => {
            let next_at = now + delay(attempts, die);
            if next_at > queued_at + GIVE_UP_AFTER {
                DeliveryOutcome::Parked { reason }
            } else {
                DeliveryOutcome::Later { reason, next_at }
            }
        }
    }
}

fn delay(attempts: u32, die: u8) -> Duration {
    let index = usize::try_from(attempts).unwrap_or(usize::MAX).saturating_sub(1).min(DELAYS.len() - 1);
    DELAYS[index].mul_f64(0.8 + 0.4 * f64::from(die) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MIDDLE: u8 = 127;

    fn later(attempts: u32, age: Duration) -> DeliveryOutcome {
        let now = Timestamp::UNIX_EPOCH + age;
        after(Delivery::Later { reason: "451 busy".to_owned() }, attempts, Timestamp::UNIX_EPOCH, now, MIDDLE)
    }

    #[test]
    fn waits_grow_from_half_a_minute_to_four_hours() {
        let minutes: Vec<f64> = (1..=9).map(|attempts| delay(attempts, MIDDLE).as_secs_f64() / 60.0).collect();
        let expected = [0.5, 2.0, 10.0, 30.0, 60.0, 120.0, 240.0, 240.0, 240.0];
        for (waited, expected) in minutes.iter().zip(expected) {
            assert!((waited / expected - 1.0).abs() < 0.01, "{minutes:?}");
        }
    }

    #[test]
    fn a_mail_is_parked_when_the_next_attempt_would_come_after_three_days() {
        assert!(matches!(later(20, Duration::from_hours(67)), DeliveryOutcome::Later { .. }));
        assert_eq!(later(20, Duration::from_hours(69)), DeliveryOutcome::Parked { reason: "451 busy".to_owned() });
    }

    #[test]
    fn a_final_refusal_is_not_tried_again() {
        let refused = Delivery::Refused { reason: "550 no".to_owned() };
        let settled = after(refused, 1, Timestamp::UNIX_EPOCH, Timestamp::UNIX_EPOCH, MIDDLE);
        assert_eq!(settled, DeliveryOutcome::Refused { reason: "550 no".to_owned() });
    }

    #[test]
    fn a_mail_that_always_fails_is_parked_within_three_days() {
        let (mut age, mut attempts) = (Duration::ZERO, 1);
        while let DeliveryOutcome::Later { next_at, .. } = later(attempts, age) {
            age = Duration::try_from(next_at.duration_since(Timestamp::UNIX_EPOCH)).expect("later");
            attempts += 1;
        }
        assert!(age <= GIVE_UP_AFTER && age > Duration::from_hours(67));
        assert!((20..=30).contains(&attempts), "{attempts} attempts");
    }

    proptest! {
        #[test]
        fn the_die_moves_a_wait_by_at_most_a_fifth(attempts in 0u32..100, die: u8) {
            let ratio = delay(attempts, die).as_secs_f64() / delay(attempts, MIDDLE).as_secs_f64();
            prop_assert!((0.79..=1.21).contains(&ratio));
        }
    }
}
