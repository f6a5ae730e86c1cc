//! What the operating system says about this machine and this process.

use std::path::Path;

/// The size of a page of memory on every machine that the program runs on.
const PAGE_BYTES: u64 = 4096;
const ERROR_NUMBER: &str = " (os error ";

/// How many bytes of the disk of this folder are free for this user.
#[must_use]
pub fn free_disk_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// How many bytes of memory this process uses.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    let sizes = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = sizes.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE_BYTES)
}

/// Without the numbers that Rust adds to the words of the system, such as ` (os error 2)`.
#[must_use]
pub fn without_error_numbers(text: &str) -> String {
    let mut parts = text.split(ERROR_NUMBER);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once(')').map_or(part, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disk_and_memory_are_measured() {
        assert!(free_disk_bytes(Path::new("/")).is_some());
        assert_eq!(free_disk_bytes(Path::new("/no/such/folder")), None);
        assert!(resident_bytes().is_some_and(|bytes| bytes > 1024 * 1024));
    }

    #[test]
    fn numbers_of_the_system_are_left_out() {
        assert_eq!(without_error_numbers("a: No such file (os error 2). Check it."), "a: No such file. Check it.");
        assert_eq!(without_error_numbers("one (os error 2), two (os error 13)."), "one, two.");
        assert_eq!(without_error_numbers("nothing to leave out (here)"), "nothing to leave out (here)");
    }
}
