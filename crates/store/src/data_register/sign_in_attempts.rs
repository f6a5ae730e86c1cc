//! Failed sign-in attempts at the desk, with hashed names and client addresses.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};
use clinic_rules::staff::FORGET_AFTER;

pub struct SignInAttempts;

impl Category for SignInAttempts {
    fn name(&self) -> &'static str {
        "sign-in attempts"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["login_attempts"]
    }

    fn retention(&self) -> &'static str {
        "24 hours after the last attempt"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(
            connection,
            delete_batch_before!("login_attempts", "who", "last_at"),
            now - FORGET_AFTER,
        ))
    }
}
