//! The rules of the staff desk: who may do what, which passwords are taken, how long a session lives, how long to wait
//! after a wrong attempt, and the second factor.
//!
//! Refuses to read the clock, to draw chance or to store: times, random bytes and the cost of hashing come in.

mod login_delay;
mod name;
mod password;
mod recovery_code;
mod role;
mod session;
mod totp;

pub use login_delay::{DelayPolicy, FORGET_AFTER, TooManyAttempts};
pub use name::{NameError, StaffName};
pub use password::{Cost, Password, PasswordError, PasswordHash};
pub use recovery_code::{RECOVERY_CODES, RecoveryCode};
pub use role::{Role, UnknownRole};
pub use session::{ABSOLUTE_LIMIT, IDLE_LIMIT, SessionKey, SessionToken, TOUCH_EVERY};
pub use totp::{TotpKey, TotpStep};
