//! Which documents of the site are open on the screens of staff now, by account.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};
use crate::content::SHOWN_FOR;

pub struct OpenDocuments;

impl Category for OpenDocuments {
    fn name(&self) -> &'static str {
        "documents open on the screens of staff"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["open_documents"]
    }

    fn retention(&self) -> &'static str {
        "1 minute after the screen was last seen"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(
            connection,
            delete_batch_before!("open_documents", "staff, tab", "seen_at"),
            now - SHOWN_FOR,
        ))
    }
}
