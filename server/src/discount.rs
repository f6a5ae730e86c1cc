//! The rules of the discount: who may have a code, what a code looks like, how long it is good, and when to say no.
//!
//! Owns addresses, codes, limits and the decisions about them. Refuses to read the clock, to store or to send:
//! every rule is a function from values to a value.

mod code;
mod redemption;
mod resend;

pub use code::{CodeError, DiscountCode};
pub use redemption::{CodeState, CodeStatus, RedeemError, UndoError, may_redeem, may_undo, state_of, undo_until};
pub use resend::{PastMessage, PastState, Repeat, answer_repeat};

use crate::clinic_time;
use jiff::{Span, Timestamp, civil::Time};

/// The last moment of the day on which a code ends, by the clinic's clock: a mail that says "until 13 February" must
/// be honoured at the desk all through that day.
#[must_use]
pub fn valid_until(issued: Timestamp, days: u32) -> Timestamp {
    issued
        .to_zoned(clinic_time::zone())
        .checked_add(Span::new().days(i64::from(days)))
        .ok()
        .and_then(|end| end.with().time(Time::constant(23, 59, 59, 999_000_000)).build().ok())
        .map_or(Timestamp::MAX, |end| end.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_through_its_last_day_in_lagos() {
        let issued: Timestamp = "2026-01-05T23:30:00Z".parse().expect("a time");
        assert_eq!(valid_until(issued, 90).to_string(), "2026-04-06T22:59:59.999Z");
    }
}
