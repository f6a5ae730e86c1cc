//! Says in the log what took so long that somebody may have waited for it.

use std::fmt::Display;
use std::time::Duration;

const SLOW: Duration = Duration::from_secs(1);

/// `what` was done, and `which` of them it was: nothing that could be about a person.
pub fn log_if_slow(what: &'static str, which: impl Display, took: Duration) {
    if took > SLOW {
        tracing::warn!(what, %which, seconds = took.as_secs_f32(), "this took over a second");
    }
}
