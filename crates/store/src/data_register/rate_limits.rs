//! Counters for rate limits, with hashed client addresses.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::AnyConnection;

use super::{Category, Erased, Pending, delete_batch_before, delete_before};

/// The longest window of a rate limit is one hour.
const RETENTION: Duration = Duration::from_hours(2);

pub struct RateLimits;

impl Category for RateLimits {
    fn name(&self) -> &'static str {
        "rate limits"
    }

    fn tables(&self) -> &'static [&'static str] {
        &["counters"]
    }

    fn retention(&self) -> &'static str {
        "2 hours"
    }

    fn purge_batch<'a>(&'a self, connection: &'a mut AnyConnection, now: Timestamp) -> Pending<'a, Erased> {
        Box::pin(delete_before(
            connection,
            delete_batch_before!("counters", "name, window_start", "window_start"),
            now - RETENTION,
        ))
    }
}
