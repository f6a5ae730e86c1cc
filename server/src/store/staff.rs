//! Staff accounts, their sessions and the throttling of sign-in attempts.

mod accounts;
mod login_attempts;
mod sessions;

pub use accounts::{Credentials, StaffError, StaffMember};
pub use login_attempts::LoginAttempt;
pub use sessions::Session;
