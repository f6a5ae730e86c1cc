//! Discount codes: claiming one, correcting the address, looking after issued ones, redeeming them at the desk.

mod address_change;
mod claim;
mod claim_export;
mod code_search;
mod issued_code;
mod redemptions;
mod resend;

pub use claim::{Claim, ClaimError, Claimed, release_proof};
pub use claim_export::ClaimRecord;
pub use code_search::{IssuedCodePage, ListPosition, Search};
pub use issued_code::IssuedCode;
pub use redemptions::CodeStatusError;
pub use resend::{CorrectAddressError, ResendError};

use super::StoreError;
use clinic_rules::discount::DiscountCode;

fn to_code(text: &str) -> Result<DiscountCode, StoreError> {
    DiscountCode::parse(text).map_err(|_| StoreError::Corrupt("an invalid discount code"))
}
