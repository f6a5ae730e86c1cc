//! When a code can be redeemed, and when a redemption can be undone.

use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::clinic_time::{format_date, format_date_time};
use crate::staff::Role;

const UNDO_PERIOD: Duration = Duration::from_mins(10);

/// An issued code as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeStatus {
    pub valid_until: Timestamp,
    /// When it was redeemed, and by which member of staff.
    pub redeemed: Option<(Timestamp, String)>,
    pub cancelled: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RedeemError {
    #[error("Code not found. Please compare it with the code in the email.")]
    Unknown,
    #[error("This code was already used on {}. It was redeemed by {by}.", format_date_time(*.at))]
    AlreadyUsed { at: Timestamp, by: String },
    #[error("This code expired on {}.", format_date(*.on))]
    Expired { on: Timestamp },
    #[error("This code was cancelled.")]
    Cancelled,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    #[error("Code not found. Please compare it with the code in the email.")]
    Unknown,
    #[error("This code has not been used, so there is nothing to undo.")]
    NotUsed,
    #[error("A redemption can be undone for 10 minutes. This one is older.")]
    TooLate { at: Timestamp },
    #[error("Only {by} or an owner can undo this redemption.")]
    NotAllowed { by: String },
}

/// # Errors
/// A redemption is reported before an expiry: staff need to know that the code was used.
pub fn may_redeem(code: &CodeStatus, now: Timestamp) -> Result<(), RedeemError> {
    if let Some((at, by)) = &code.redeemed {
        return Err(RedeemError::AlreadyUsed { at: *at, by: by.clone() });
    }
    if code.cancelled {
        return Err(RedeemError::Cancelled);
    }
    if now > code.valid_until {
        return Err(RedeemError::Expired { on: code.valid_until });
    }
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CodeState {
    Valid,
    Used,
    Expired,
    Cancelled,
}

#[must_use]
pub fn state_of(code: &CodeStatus, now: Timestamp) -> CodeState {
    match may_redeem(code, now) {
        Ok(()) | Err(RedeemError::Unknown) => CodeState::Valid,
        Err(RedeemError::AlreadyUsed { .. }) => CodeState::Used,
        Err(RedeemError::Expired { .. }) => CodeState::Expired,
        Err(RedeemError::Cancelled) => CodeState::Cancelled,
    }
}

/// The last moment at which this person can undo the redemption. `None` when they cannot.
#[must_use]
pub fn undo_until(code: &CodeStatus, name: &str, role: Role, now: Timestamp) -> Option<Timestamp> {
    may_undo(code, name, role, now).ok()?;
    code.redeemed.as_ref().map(|(at, _)| *at + UNDO_PERIOD)
}

/// Only the person who redeemed the code and owners may undo it.
///
/// # Errors
/// When the code is unused, was redeemed too long ago, or was redeemed by somebody else.
pub fn may_undo(code: &CodeStatus, name: &str, role: Role, now: Timestamp) -> Result<(), UndoError> {
    match &code.redeemed {
        None => Err(UndoError::NotUsed),
        Some((_, by)) if by != name && role != Role::Owner => Err(UndoError::NotAllowed { by: by.clone() }),
        Some((at, _)) if now.duration_since(*at).unsigned_abs() > UNDO_PERIOD => Err(UndoError::TooLate { at: *at }),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_second(minutes * 60).expect("in range")
    }

    fn unused() -> CodeStatus {
        CodeStatus { valid_until: at(100), redeemed: None, cancelled: false }
    }

    fn used_at(minutes: i64) -> CodeStatus {
        CodeStatus { redeemed: Some((at(minutes), "Ngozi".to_owned())), ..unused() }
    }

    #[test]
    fn code_is_valid_until_its_last_moment() {
        assert_eq!(may_redeem(&unused(), at(100)), Ok(()));
        assert_eq!(may_redeem(&unused(), at(101)), Err(RedeemError::Expired { on: at(100) }));
    }

    #[test]
    fn redeeming_twice_reports_the_first_use() {
        let error = RedeemError::AlreadyUsed { at: at(5), by: "Ngozi".to_owned() };
        assert_eq!(may_redeem(&used_at(5), at(200)), Err(error));
    }

    #[test]
    fn cancelled_code_is_rejected() {
        let cancelled = CodeStatus { cancelled: true, ..unused() };
        assert_eq!(may_redeem(&cancelled, at(0)), Err(RedeemError::Cancelled));
        assert_eq!(state_of(&cancelled, at(0)), CodeState::Cancelled);
    }

    #[test]
    fn messages_give_dates_in_clinic_time() {
        let error = may_redeem(&used_at(5), at(200)).expect_err("already used");
        let expected = "This code was already used on 1 January 1970 at 1:05 AM. It was redeemed by Ngozi.";
        assert_eq!(error.to_string(), expected);
        assert_eq!(RedeemError::Expired { on: at(100) }.to_string(), "This code expired on 1 January 1970.");
    }

    #[test]
    fn redemption_can_be_undone_for_ten_minutes() {
        let (undo, until) = (
            |code: &CodeStatus, minutes| may_undo(code, "Ngozi", Role::Desk, at(minutes)),
            |code: &CodeStatus, minutes| undo_until(code, "Ngozi", Role::Desk, at(minutes)),
        );
        assert_eq!((undo(&used_at(5), 15), until(&used_at(5), 15)), (Ok(()), Some(at(15))));
        assert_eq!((undo(&used_at(5), 16), until(&used_at(5), 16)), (Err(UndoError::TooLate { at: at(5) }), None));
        assert_eq!((undo(&unused(), 0), until(&unused(), 0)), (Err(UndoError::NotUsed), None));
    }

    #[test]
    fn redemption_of_a_colleague_can_be_undone_by_owners_only() {
        assert_eq!(may_undo(&used_at(5), "Bola", Role::Owner, at(6)), Ok(()));
        let refused = UndoError::NotAllowed { by: "Ngozi".to_owned() };
        assert_eq!(may_undo(&used_at(5), "Bola", Role::Desk, at(6)), Err(refused));
        assert_eq!(undo_until(&used_at(5), "Bola", Role::Desk, at(6)), None);
    }
}
