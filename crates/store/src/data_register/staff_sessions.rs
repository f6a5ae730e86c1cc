//! Sign-in sessions of staff.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};
use clinic_rules::staff::{ABSOLUTE_LIMIT, IDLE_LIMIT};

pub struct StaffSessions;

impl Category for StaffSessions {
    fn name(&self) -> &'static str {
        "staff sessions"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["sessions"]
    }

    fn retention(&self) -> &'static str {
        "8 hours without use, at most 7 days"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(async move {
            let old =
                delete_before(connection, delete_batch_before!("sessions", "id", "made_at"), now - ABSOLUTE_LIMIT)
                    .await?;
            let idle =
                delete_before(connection, delete_batch_before!("sessions", "id", "seen_at"), now - IDLE_LIMIT).await?;
            Ok(Erased { records: old.records + idle.records, ..Erased::default() })
        })
    }
}
