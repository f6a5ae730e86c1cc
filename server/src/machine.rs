//! What the operating system says about this machine and this process.

use std::path::Path;

/// The size of a page of memory on every machine that the program runs on.
const PAGE_BYTES: u64 = 4096;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disk_and_memory_are_measured() {
        assert!(free_disk_bytes(Path::new("/")).is_some());
        assert_eq!(free_disk_bytes(Path::new("/no/such/folder")), None);
        assert!(resident_bytes().is_some_and(|bytes| bytes > 1024 * 1024));
    }
}
