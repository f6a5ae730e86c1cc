//! When a code is good at the desk, and when a redemption can be taken back.

use jiff::Timestamp;
use std::time::Duration;

/// How long a press at the desk can be undone.
const UNDO_WITHIN: Duration = Duration::from_mins(10);

/// What is known of an issued code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub valid_until: Timestamp,
    /// When it was used, and by whom it was taken.
    pub redeemed: Option<(Timestamp, String)>,
    pub void: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RedeemError {
    #[error("No such code was ever issued.")]
    Unknown,
    #[error("This code was already used on {at}; {by} took it.")]
    AlreadyUsed { at: Timestamp, by: String },
    #[error("This code expired on {on}.")]
    Expired { on: Timestamp },
    #[error("This code was withdrawn by the clinic.")]
    Void,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    #[error("No such code was ever issued.")]
    Unknown,
    #[error("This code has not been used, so there is nothing to undo.")]
    NotUsed,
    #[error("A redemption can be undone for ten minutes; this one is older.")]
    TooLate { at: Timestamp },
}

/// # Errors
/// Says why the code is not good now. A use is reported before an expiry: it is what the desk wants to know.
pub fn may_redeem(code: &Standing, now: Timestamp) -> Result<(), RedeemError> {
    if let Some((at, by)) = &code.redeemed {
        return Err(RedeemError::AlreadyUsed { at: *at, by: by.clone() });
    }
    if code.void {
        return Err(RedeemError::Void);
    }
    if now > code.valid_until {
        return Err(RedeemError::Expired { on: code.valid_until });
    }
    Ok(())
}

/// # Errors
/// When the code is unused, or was used too long ago.
pub fn may_undo(code: &Standing, now: Timestamp) -> Result<(), UndoError> {
    match &code.redeemed {
        None => Err(UndoError::NotUsed),
        Some((at, _)) if now.duration_since(*at).unsigned_abs() > UNDO_WITHIN => Err(UndoError::TooLate { at: *at }),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_second(minutes * 60).expect("in range")
    }

    fn fresh() -> Standing {
        Standing { valid_until: at(100), redeemed: None, void: false }
    }

    fn used(minutes: i64) -> Standing {
        Standing { redeemed: Some((at(minutes), "Ngozi".to_owned())), ..fresh() }
    }

    #[test]
    fn a_code_is_good_to_its_last_moment() {
        assert_eq!(may_redeem(&fresh(), at(100)), Ok(()));
        assert_eq!(may_redeem(&fresh(), at(101)), Err(RedeemError::Expired { on: at(100) }));
    }

    #[test]
    fn redeeming_twice_reports_the_first_use() {
        let refused = RedeemError::AlreadyUsed { at: at(5), by: "Ngozi".to_owned() };
        assert_eq!(may_redeem(&used(5), at(200)), Err(refused));
    }

    #[test]
    fn a_withdrawn_code_is_not_good() {
        assert_eq!(may_redeem(&Standing { void: true, ..fresh() }, at(0)), Err(RedeemError::Void));
    }

    #[test]
    fn a_redemption_can_be_undone_for_ten_minutes() {
        assert_eq!(may_undo(&used(5), at(15)), Ok(()));
        assert_eq!(may_undo(&used(5), at(16)), Err(UndoError::TooLate { at: at(5) }));
        assert_eq!(may_undo(&fresh(), at(0)), Err(UndoError::NotUsed));
    }
}
