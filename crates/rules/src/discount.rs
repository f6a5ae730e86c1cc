//! The rules of the discount: the code, how long it is valid, when it can be redeemed, when its email is sent again, and
//! when the address of a claim can be changed.

mod address_change;
mod code;
mod redemption;
mod resend;

use jiff::civil::Time;
use jiff::{Span, Timestamp};

use crate::clinic_time;

pub use address_change::{AddressChangeError, may_change_address};
pub use code::{CodeError, CodeSearch, DiscountCode};
pub use redemption::{CodeState, CodeStatus, RedeemError, UndoError, may_redeem, may_undo, state_of, undo_until};
pub use resend::{PastMessage, PastState, ResendDecision, decide_resend};

/// The end of the last day in clinic time. The email names a day, so the code must be accepted for all of that day.
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
    fn code_is_valid_until_the_end_of_its_last_day_in_lagos() {
        let issued: Timestamp = "2026-01-05T23:30:00Z".parse().expect("a timestamp");
        assert_eq!(valid_until(issued, 90).to_string(), "2026-04-06T22:59:59.999Z");
    }
}
