//! One-time links for new passwords of staff.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_before};

pub struct PasswordResets;

impl Category for PasswordResets {
    fn name(&self) -> &'static str {
        "password reset links"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["password_resets"]
    }

    fn retention(&self) -> &'static str {
        "24 hours"
    }

    fn purge<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(connection, "DELETE FROM password_resets WHERE expires_at < $1", now))
    }
}
