//! The only place that reads the system clock and the system's random source.
//!
//! All other code is given a `Clock` and a `Randomness`, so tests can set the time and the random bytes.

pub mod trust;

use std::time::Duration;

use jiff::Timestamp;

pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

pub trait Randomness: Send + Sync {
    fn fill(&self, bytes: &mut [u8]);
}

/// What a machine says about its clock besides the time.
pub trait Machine: Send + Sync {
    /// The time by the kernel's clock, when NTP keeps it synchronized.
    fn synchronized_time(&self) -> Option<Timestamp>;

    /// How long the machine has run. Setting the clock does not change it.
    fn since_boot(&self) -> Option<Duration>;
}

impl dyn Randomness + '_ {
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }
}

/// The clock and the random source of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct System;

impl Clock for System {
    #[expect(clippy::disallowed_methods, reason = "this is the only place that reads the clock")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

impl Machine for System {
    fn synchronized_time(&self) -> Option<Timestamp> {
        clinic_kernel_clock::synchronized_time().and_then(|time| Timestamp::UNIX_EPOCH.checked_add(time).ok())
    }

    fn since_boot(&self) -> Option<Duration> {
        clinic_kernel_clock::since_boot()
    }
}

impl Randomness for System {
    /// # Panics
    /// When the operating system has no random bytes. Continuing would issue codes that can be guessed.
    #[expect(clippy::disallowed_methods, reason = "this is the only place that reads the random source")]
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system provides random bytes");
    }
}
