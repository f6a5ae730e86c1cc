//! Which patients' records a staff account has opened, by the random ids of appointments and recalls, for the limits.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};
use crate::staff::RECORDS_KEPT;

pub struct OpenedRecords;

impl Category for OpenedRecords {
    fn name(&self) -> &'static str {
        "opened records"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["opened_records"]
    }

    fn retention(&self) -> &'static str {
        "24 hours"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(
            connection,
            delete_batch_before!("opened_records", "staff, record", "opened_at"),
            now - RECORDS_KEPT,
        ))
    }
}
