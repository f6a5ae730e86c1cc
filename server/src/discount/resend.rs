//! What to do when somebody who has a code claims again: send the same one, but not so often that a stranger could
//! fill a mailbox with it. Whatever is decided, the answer that an outsider sees is the same.

use crate::rate_limit::Limits;
use jiff::Timestamp;
use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);

/// One mail that carried this code, or tried to.
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
    Parked,
    Refused { reason: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repeat {
    /// Send the code once more.
    SendAgain,
    /// A mail is still on its way; a second one would only be a second one.
    OnItsWay { message: String },
    /// Enough was sent; say so to nobody.
    Enough,
    /// The mail server refused this address moments ago; asking it again so soon would be a nuisance.
    RefusedJustNow { reason: String },
}

/// Decides from the mails of the past, in the order in which they were queued. The first one was the promise itself;
/// those after it were sent again.
#[must_use]
pub fn answer_repeat(past: &[PastMessage], now: Timestamp, limits: &Limits) -> Repeat {
    let age = |message: &PastMessage| Duration::try_from(now.duration_since(message.queued_at)).unwrap_or_default();
    let Some(last) = past.last() else { return Repeat::SendAgain };
    let is_fresh = age(last) < limits.resend_gap;
    match &last.state {
        PastState::Queued => return Repeat::OnItsWay { message: last.id.clone() },
        PastState::Refused { reason } if is_fresh => return Repeat::RefusedJustNow { reason: reason.clone() },
        PastState::Sent | PastState::Parked if is_fresh => return Repeat::Enough,
        PastState::Refused { .. } | PastState::Sent | PastState::Parked => {}
    }
    let resent = past.iter().skip(1).filter(|message| age(message) < DAY).count();
    if u32::try_from(resent).is_ok_and(|resent| resent < limits.resends_per_day) {
        Repeat::SendAgain
    } else {
        Repeat::Enough
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

    fn answer(past: &[PastMessage], minutes: i64) -> Repeat {
        answer_repeat(past, at(minutes), &Limits::default())
    }

    #[test]
    fn a_code_is_sent_again_after_ten_minutes_and_not_before() {
        let past = [message(0, PastState::Sent)];
        assert_eq!(answer(&past, 9), Repeat::Enough);
        assert_eq!(answer(&past, 10), Repeat::SendAgain);
    }

    #[test]
    fn a_code_is_sent_again_three_times_a_day() {
        let mut past = vec![message(0, PastState::Sent), message(10, PastState::Sent), message(20, PastState::Sent)];
        assert_eq!(answer(&past, 30), Repeat::SendAgain);
        past.push(message(30, PastState::Sent));
        assert_eq!(answer(&past, 40), Repeat::Enough);
        assert_eq!(answer(&past, 10 + 24 * 60), Repeat::SendAgain);
    }

    #[test]
    fn a_mail_that_is_still_queued_is_not_doubled() {
        let past = [message(0, PastState::Sent), message(10, PastState::Queued)];
        assert_eq!(answer(&past, 600), Repeat::OnItsWay { message: "m10".to_owned() });
    }

    #[test]
    fn a_refusal_is_repeated_for_ten_minutes_and_then_tried_again() {
        let past = [message(0, PastState::Refused { reason: "no such user".to_owned() })];
        assert_eq!(answer(&past, 5), Repeat::RefusedJustNow { reason: "no such user".to_owned() });
        assert_eq!(answer(&past, 10), Repeat::SendAgain);
    }

    #[test]
    fn a_code_whose_mail_was_parked_can_be_sent_again() {
        assert_eq!(answer(&[message(0, PastState::Parked)], 4_400), Repeat::SendAgain);
    }

    #[test]
    fn a_clock_that_ran_backwards_sends_nothing_twice() {
        assert_eq!(answer(&[message(100, PastState::Sent)], 0), Repeat::Enough);
    }
}
