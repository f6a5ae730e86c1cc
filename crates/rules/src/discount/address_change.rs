//! When a winner may correct the address of a claim: once, shortly after the claim, while the code is unused.

use std::time::Duration;

use jiff::Timestamp;

use super::redemption::CodeStatus;

const CHANGE_PERIOD: Duration = Duration::from_mins(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressChangeError {
    #[error("The address was already changed once. If it is still wrong, please call us.")]
    AlreadyChanged,
    #[error("The address can be changed for 30 minutes. If it is wrong, please call us.")]
    TooLate,
    #[error("This code was already used, so its address cannot be changed.")]
    CodeUsed,
    #[error("This code was cancelled, so its address cannot be changed. Please call us.")]
    CodeCancelled,
}

/// `code` is the code that this game earned. There is none if the claimed address had a code before: that code belongs
/// to somebody else for all we know, so nothing is said about it.
///
/// # Errors
/// When the address was changed before, the claim is too old, or the code was used or cancelled.
pub fn may_change_address(
    claimed_at: Timestamp,
    changed_at: Option<Timestamp>,
    code: Option<&CodeStatus>,
    now: Timestamp,
) -> Result<(), AddressChangeError> {
    if changed_at.is_some() {
        return Err(AddressChangeError::AlreadyChanged);
    }
    if now.duration_since(claimed_at).unsigned_abs() > CHANGE_PERIOD {
        return Err(AddressChangeError::TooLate);
    }
    match code {
        Some(code) if code.redeemed.is_some() => Err(AddressChangeError::CodeUsed),
        Some(code) if code.cancelled => Err(AddressChangeError::CodeCancelled),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_second(minutes * 60).expect("in range")
    }

    fn unused() -> CodeStatus {
        CodeStatus { valid_until: at(100_000), redeemed: None, cancelled: false }
    }

    #[test]
    fn address_can_be_changed_for_thirty_minutes() {
        assert_eq!(may_change_address(at(0), None, Some(&unused()), at(30)), Ok(()));
        assert_eq!(may_change_address(at(0), None, None, at(30)), Ok(()));
        assert_eq!(may_change_address(at(0), None, Some(&unused()), at(31)), Err(AddressChangeError::TooLate));
    }

    #[test]
    fn address_can_be_changed_once() {
        let again = may_change_address(at(0), Some(at(1)), Some(&unused()), at(2));
        assert_eq!(again, Err(AddressChangeError::AlreadyChanged));
    }

    #[test]
    fn address_of_a_used_or_cancelled_code_cannot_be_changed() {
        let used = CodeStatus { redeemed: Some((at(1), "Ngozi".to_owned())), ..unused() };
        assert_eq!(may_change_address(at(0), None, Some(&used), at(2)), Err(AddressChangeError::CodeUsed));
        let cancelled = CodeStatus { cancelled: true, ..unused() };
        assert_eq!(may_change_address(at(0), None, Some(&cancelled), at(2)), Err(AddressChangeError::CodeCancelled));
    }
}
