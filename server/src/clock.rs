//! The one place that reads the clock and the random source of the machine.
//!
//! Everything else is handed a `Clock` or a `Randomness`, so that a test decides what time it is and what chance
//! brings. Refuses to attempt: a machine without random bytes cannot make a promise, so it stops.

use jiff::Timestamp;

pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

pub trait Randomness: Send + Sync {
    fn fill(&self, bytes: &mut [u8]);
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
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

impl Randomness for System {
    /// # Panics
    /// When the operating system has no random bytes to give: guessable codes would be worse than none.
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }
}
