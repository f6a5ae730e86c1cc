//! Phones that answer for a screen of the sight self-check: hashes of random keys.

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};

pub struct SightRemotes;

impl Category for SightRemotes {
    fn name(&self) -> &'static str {
        "phones connected to a sight self-check"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["sight_remotes"]
    }

    fn retention(&self) -> &'static str {
        "30 minutes"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(connection, delete_batch_before!("sight_remotes", "screen", "expires_at"), now))
    }
}
