//! The audit log: what staff did, with their names and discount codes, never an address.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};

/// Long enough to look into a complaint about the year before.
const RETENTION: Duration = Duration::from_hours(2 * 366 * 24);

pub struct AuditLog;

impl Category for AuditLog {
    fn name(&self) -> &'static str {
        "audit log"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["audit"]
    }

    fn retention(&self) -> &'static str {
        "2 years"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(connection, delete_batch_before!("audit", "id", "at"), now - RETENTION))
    }
}
