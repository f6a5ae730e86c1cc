//! One-time links with which staff choose a password.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};

pub struct PasswordResets;

impl Category for PasswordResets {
    fn name(&self) -> &'static str {
        "password reset links"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["password_resets"]
    }

    fn retention(&self) -> &'static str {
        "24 hours, invitations 72 hours"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(connection, delete_batch_before!("password_resets", "staff", "expires_at"), now))
    }
}
