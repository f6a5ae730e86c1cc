//! When a code is good at the desk, and when a redemption can be taken back.

use crate::clinic_time::{spoken, spoken_day};
use jiff::Timestamp;
use serde::Serialize;
use std::time::Duration;

/// How long a press at the desk can be undone.
const UNDO_WITHIN: Duration = Duration::from_mins(10);

/// What is known of an issued code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeStatus {
    pub valid_until: Timestamp,
    /// When it was used, and by whom it was taken.
    pub redeemed: Option<(Timestamp, String)>,
    pub void: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RedeemError {
    #[error("No such code was ever issued.")]
    Unknown,
    #[error("This code was already used on {}; {by} took it.", spoken(*.at))]
    AlreadyUsed { at: Timestamp, by: String },
    #[error("This code expired on {}.", spoken_day(*.on))]
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
pub fn may_redeem(code: &CodeStatus, now: Timestamp) -> Result<(), RedeemError> {
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

/// Where a code stands, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CodeState {
    Good,
    Used,
    Expired,
    Void,
}

#[must_use]
pub fn state_of(code: &CodeStatus, now: Timestamp) -> CodeState {
    match may_redeem(code, now) {
        Ok(()) | Err(RedeemError::Unknown) => CodeState::Good,
        Err(RedeemError::AlreadyUsed { .. }) => CodeState::Used,
        Err(RedeemError::Expired { .. }) => CodeState::Expired,
        Err(RedeemError::Void) => CodeState::Void,
    }
}

/// The last moment at which the use of this code can be taken back.
#[must_use]
pub fn undo_until(code: &CodeStatus) -> Option<Timestamp> {
    code.redeemed.as_ref().map(|(at, _)| *at + UNDO_WITHIN)
}

/// # Errors
/// When the code is unused, or was used too long ago.
pub fn may_undo(code: &CodeStatus, now: Timestamp) -> Result<(), UndoError> {
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

    fn fresh() -> CodeStatus {
        CodeStatus { valid_until: at(100), redeemed: None, void: false }
    }

    fn used(minutes: i64) -> CodeStatus {
        CodeStatus { redeemed: Some((at(minutes), "Ngozi".to_owned())), ..fresh() }
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
        assert_eq!(may_redeem(&CodeStatus { void: true, ..fresh() }, at(0)), Err(RedeemError::Void));
    }

    #[test]
    fn a_refusal_speaks_in_days_and_hours_of_the_clinic() {
        let refused = may_redeem(&used(5), at(200)).expect_err("used");
        assert_eq!(refused.to_string(), "This code was already used on 1 January 1970 at 01:05; Ngozi took it.");
        assert_eq!(RedeemError::Expired { on: at(100) }.to_string(), "This code expired on 1 January 1970.");
    }

    #[test]
    fn a_redemption_can_be_undone_for_ten_minutes() {
        assert_eq!(undo_until(&used(5)), Some(at(15)));
        assert_eq!(undo_until(&fresh()), None);
        assert_eq!(may_undo(&used(5), at(15)), Ok(()));
        assert_eq!(may_undo(&used(5), at(16)), Err(UndoError::TooLate { at: at(5) }));
        assert_eq!(may_undo(&fresh(), at(0)), Err(UndoError::NotUsed));
    }
}
