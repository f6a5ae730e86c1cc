//! What the kernel says about its clock besides the time: whether it is synchronized, and how long the machine has run.
//! Nothing is changed; both calls need no right.

use std::time::Duration;

/// The time since 1970 by the kernel's clock, when NTP (or what else sets the clock) keeps it synchronized. `None` when it
/// does not, or when the kernel refuses to say.
pub fn synchronized_time() -> Option<Duration> {
    // SAFETY: `timex` consists of integers, for which zero is valid; `modes: 0` only reads.
    let mut answer: libc::timex = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is valid during the call, and the kernel writes no more than a `timex`.
    let state = unsafe { libc::adjtimex(&raw mut answer) };
    let is_synchronized = state >= 0 && state != libc::TIME_ERROR && answer.status & libc::STA_UNSYNC == 0;
    is_synchronized.then(|| Duration::from_secs(u64::try_from(answer.time.tv_sec).unwrap_or(0)))
}

/// How long the machine has run, including while it was suspended. Setting the clock does not change it.
pub fn since_boot() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is valid during the call.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_BOOTTIME, &raw mut time) };
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    (result == 0).then(|| Duration::new(seconds, nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_since_boot_grows() {
        let earlier = since_boot().expect("Linux has this clock");
        assert!(earlier > Duration::ZERO);
        assert!(since_boot().expect("Linux has this clock") >= earlier);
    }
}
