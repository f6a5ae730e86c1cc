//! What the program asks of the machine, and what it reports about itself: the clock, random bytes, disk, memory, metrics, jobs.

pub mod clock;
pub mod jobs;
pub mod machine;
pub mod metrics;
pub mod panics;
pub mod slow_calls;
