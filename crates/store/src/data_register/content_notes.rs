//! Notes of staff to their colleagues on documents of the content. Those that are not done stay: somebody still has to look.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};
use crate::content::NOTES_KEPT;

pub struct ContentNotes;

impl Category for ContentNotes {
    fn name(&self) -> &'static str {
        "notes to colleagues"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["content_notes"]
    }

    fn retention(&self) -> &'static str {
        "90 days after they are done"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        let statement = delete_batch_before!("content_notes", "id", "resolved_at");
        Box::pin(delete_before(connection, statement, now - NOTES_KEPT))
    }
}
