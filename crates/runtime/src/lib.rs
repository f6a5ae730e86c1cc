//! What the program asks of the machine, and what it reports about itself: the clock, random bytes, disk, memory, metrics.

pub mod clock;
pub mod machine;
pub mod metrics;
