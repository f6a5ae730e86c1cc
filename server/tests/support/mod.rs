//! Test helpers: a clock that the test sets, seeded random bytes, both databases, a recording mail transport.
#![allow(dead_code, reason = "large_tables.rs uses a part of the helpers")]

pub mod databases;
pub mod desk_client;
pub mod postgres_proxy;
pub mod recording_transport;
pub mod statement_log;
pub mod test_app;
pub mod test_clinic;
pub mod waiting;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use clinic_rules::secret::EncryptionKeys;
use clinic_runtime::clock::{Clock, Machine, Randomness};
use jiff::Timestamp;

/// A Monday morning, five minutes after the full hour, so that 55 minutes of each hourly limit are left.
pub const START_TIME: &str = "2026-03-02T08:05:00Z";

/// The content of the key file, the same for all instances.
pub fn encryption_keys() -> EncryptionKeys {
    EncryptionKeys::new([42; 32])
}

pub struct TestClock(AtomicI64);

impl Default for TestClock {
    fn default() -> Self {
        Self(AtomicI64::new(START_TIME.parse::<Timestamp>().expect("a timestamp").as_millisecond()))
    }
}

impl TestClock {
    pub fn advance(&self, time: Duration) {
        self.0.fetch_add(i64::try_from(time.as_millis()).expect("a short time"), Ordering::SeqCst);
    }

    /// Sets the clock, also back.
    pub fn set(&self, time: Timestamp) {
        self.0.store(time.as_millisecond(), Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.0.load(Ordering::SeqCst)).expect("in range")
    }
}

/// A machine whose clock is synchronized by NTP, until the test switches that off. Then it has run for as long as the test says.
pub struct TestMachine {
    clock: Arc<TestClock>,
    is_synchronized: AtomicBool,
    since_boot: AtomicU64,
}

impl TestMachine {
    pub fn synchronized(clock: Arc<TestClock>) -> Self {
        Self { clock, is_synchronized: AtomicBool::new(true), since_boot: AtomicU64::new(60_000) }
    }

    pub fn without_ntp(clock: Arc<TestClock>) -> Self {
        let machine = Self::synchronized(clock);
        machine.stop_ntp();
        machine
    }

    pub fn stop_ntp(&self) {
        self.is_synchronized.store(false, Ordering::SeqCst);
    }

    pub fn start_ntp(&self) {
        self.is_synchronized.store(true, Ordering::SeqCst);
    }

    /// Time passes: the clock advances with the time since boot.
    pub fn pass(&self, time: Duration) {
        self.clock.advance(time);
        self.since_boot.fetch_add(u64::try_from(time.as_millis()).expect("a short time"), Ordering::SeqCst);
    }
}

impl Machine for TestMachine {
    fn synchronized_time(&self) -> Option<Timestamp> {
        self.is_synchronized.load(Ordering::SeqCst).then(|| self.clock.now())
    }

    fn since_boot(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.since_boot.load(Ordering::SeqCst)))
    }
}

/// The same bytes in every run. Two instances need different seeds, or they would issue the same ids.
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
