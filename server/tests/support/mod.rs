//! What the journeys share: a clock that stands still until told, chance with a seed, both databases, a transport.
#![allow(dead_code, reason = "each journey uses its own part of this")]

pub mod databases;
pub mod desk_client;
pub mod recording_transport;
pub mod test_app;

use clinic::clock::{Clock, Randomness};
use jiff::Timestamp;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// A Monday morning, five minutes into the hour.
pub const MORNING: &str = "2026-03-02T08:05:00Z";

pub struct TestClock(AtomicI64);

impl Default for TestClock {
    fn default() -> Self {
        Self(AtomicI64::new(MORNING.parse::<Timestamp>().expect("a time").as_millisecond()))
    }
}

impl TestClock {
    pub fn pass(&self, time: Duration) {
        self.0.fetch_add(i64::try_from(time.as_millis()).expect("a short time"), Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.0.load(Ordering::SeqCst)).expect("in range")
    }
}

/// A sequence that is the same in every run; a seed each keeps two instances from drawing the same.
pub struct SeededRandom(AtomicU64);

impl SeededRandom {
    pub fn new(seed: u64) -> Self {
        Self(AtomicU64::new(seed))
    }
}

impl Randomness for SeededRandom {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let mut mixed = self.0.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::SeqCst);
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^= mixed >> 31;
            chunk.copy_from_slice(&mixed.to_le_bytes()[..chunk.len()]);
        }
    }
}
