//! The rules for staff accounts: roles, passwords, sessions, sign-in delays and two-step verification.

mod device_name;
mod known_device;
mod name;
mod password;
mod password_reset;
mod password_strength;
mod record_limit;
mod recovery_code;
mod role;
mod session;
mod sign_in_delay;
mod totp;
mod two_step_deadline;

pub use device_name::describe_device;
pub use known_device::{DEVICE_VALID, KnownDevice, device_cookie_suffix};
pub use name::{NameError, StaffName};
pub use password::{Cost, HashMemory, Password, PasswordError, PasswordHash};
pub use password_reset::{
    INVITATION_VALID, LinkSeed, OWNER_SETUP_PATH, OWNER_SETUP_VALID, RESET_LINK_VALID, ResetToken,
};
pub use password_strength::{ClinicWords, Weakness};
pub use record_limit::{
    OpenedRecord, RECORDS_PER_CONFIRMATION, RECORDS_PER_DAY, RecordLimit, check_record_limit, limit_reached,
};
pub use recovery_code::{RECOVERY_CODE_COUNT, RecoveryCode, strengthen_fingerprint};
pub use role::{Role, UnknownRole};
pub use session::{
    ABSOLUTE_LIMIT, CONFIRMATION_VALID, IDLE_LIMIT, PUBLISHING_CONFIRMATION_VALID, SessionKey, SessionToken,
    TOTP_SETUP_VALID, TOUCH_EVERY,
};
pub use sign_in_delay::{DelayPolicy, FORGET_AFTER, TooManyAttempts};
pub use totp::{TotpKey, TotpStep};
pub use two_step_deadline::TwoStepDeadline;
