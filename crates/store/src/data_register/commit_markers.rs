//! Markers of committed transactions on PostgreSQL: random ids, nothing about people.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};

/// A server asks for a marker within seconds. A lost transaction is ended by PostgreSQL within minutes.
const RETENTION: Duration = Duration::from_hours(24);

pub struct CommitMarkers;

impl Category for CommitMarkers {
    fn name(&self) -> &'static str {
        "commit markers"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["commit_markers"]
    }

    fn retention(&self) -> &'static str {
        "24 hours"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(connection, delete_batch_before!("commit_markers", "id", "at"), now - RETENTION))
    }
}
