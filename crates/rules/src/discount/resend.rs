//! Decides what happens when a person who already has a code claims again: the same code is sent again, but not so often
//! that another person could flood the mailbox.

use std::time::Duration;

use jiff::Timestamp;

use crate::rate_limit::Limits;

const DAY: Duration = Duration::from_hours(24);

/// An earlier email with this code, delivered or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastMessage {
    pub id: String,
    pub queued_at: Timestamp,
    pub state: PastState,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastState {
    Queued,
    Sent,
    Failed,
    Rejected { reason: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResendDecision {
    /// Send the code again.
    SendAgain,
    /// An email with the code is still queued, so no second one is needed.
    AlreadyQueued { message: String },
    /// A limit was reached. The visitor gets the same answer as if an email had been sent.
    Suppressed,
    /// The mail server rejected this address a few minutes ago. It is not asked again so soon.
    RecentlyRejected { reason: String },
}

/// `past` is in the order of queueing. The first message delivered the new code; the later ones count as resends.
#[must_use]
pub fn decide_resend(past: &[PastMessage], now: Timestamp, limits: &Limits) -> ResendDecision {
    let age = |message: &PastMessage| Duration::try_from(now.duration_since(message.queued_at)).unwrap_or_default();
    let Some(last) = past.last() else { return ResendDecision::SendAgain };
    let is_recent = age(last) < limits.resend_gap;
    match &last.state {
        PastState::Queued => return ResendDecision::AlreadyQueued { message: last.id.clone() },
        PastState::Rejected { reason } if is_recent => {
            return ResendDecision::RecentlyRejected { reason: reason.clone() };
        }
        PastState::Sent | PastState::Failed if is_recent => return ResendDecision::Suppressed,
        PastState::Rejected { .. } | PastState::Sent | PastState::Failed => {}
    }
    let resent = past.iter().skip(1).filter(|message| age(message) < DAY).count();
    if u32::try_from(resent).is_ok_and(|resent| resent < limits.resends_per_day) {
        ResendDecision::SendAgain
    } else {
        ResendDecision::Suppressed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_second(minutes * 60).expect("in range")
    }

    fn message(minutes: i64, state: PastState) -> PastMessage {
        PastMessage { id: format!("m{minutes}"), queued_at: at(minutes), state }
    }

    fn answer(past: &[PastMessage], minutes: i64) -> ResendDecision {
        decide_resend(past, at(minutes), &Limits::default())
    }

    #[test]
    fn code_is_sent_again_after_ten_minutes() {
        let past = [message(0, PastState::Sent)];
        assert_eq!(answer(&past, 9), ResendDecision::Suppressed);
        assert_eq!(answer(&past, 10), ResendDecision::SendAgain);
    }

    #[test]
    fn code_is_sent_again_at_most_three_times_a_day() {
        let mut past = vec![message(0, PastState::Sent), message(10, PastState::Sent), message(20, PastState::Sent)];
        assert_eq!(answer(&past, 30), ResendDecision::SendAgain);
        past.push(message(30, PastState::Sent));
        assert_eq!(answer(&past, 40), ResendDecision::Suppressed);
        assert_eq!(answer(&past, 10 + 24 * 60), ResendDecision::SendAgain);
    }

    #[test]
    fn queued_email_is_not_duplicated() {
        let past = [message(0, PastState::Sent), message(10, PastState::Queued)];
        assert_eq!(answer(&past, 600), ResendDecision::AlreadyQueued { message: "m10".to_owned() });
    }

    #[test]
    fn rejected_address_is_retried_after_ten_minutes() {
        let past = [message(0, PastState::Rejected { reason: "no such user".to_owned() })];
        assert_eq!(answer(&past, 5), ResendDecision::RecentlyRejected { reason: "no such user".to_owned() });
        assert_eq!(answer(&past, 10), ResendDecision::SendAgain);
    }

    #[test]
    fn code_is_sent_again_after_failed_delivery() {
        assert_eq!(answer(&[message(0, PastState::Failed)], 4_400), ResendDecision::SendAgain);
    }

    #[test]
    fn nothing_is_sent_again_when_the_clock_went_backwards() {
        assert_eq!(answer(&[message(100, PastState::Sent)], 0), ResendDecision::Suppressed);
    }
}
