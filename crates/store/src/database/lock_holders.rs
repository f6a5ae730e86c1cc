//! Who holds the lock file of an SQLite database. The file names only the instance that started last, and that one may have ended.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;

/// The numbers of the other processes that hold the lock. Where the kernel's list of locks is hidden, as from the service, only the
/// process that the file names is looked for.
pub fn processes(file: &File, last: &str) -> Vec<u32> {
    let Ok(inode) = file.metadata().map(|file| file.ino()) else { return Vec::new() };
    let found: Vec<u32> = match fs::read_to_string("/proc/locks") {
        Ok(locks) => locks.lines().filter_map(|line| holder_of(line, inode)).collect(),
        Err(_) => process_of(last).into_iter().collect(),
    };
    // A file of another disk may have the same number, and a process that ended the number of another program.
    found.into_iter().filter(|process| *process != std::process::id() && is_this_program(*process)).collect()
}

/// The process of a line such as `1: FLOCK  ADVISORY  READ 4711 08:01:123456 0 EOF`, when it is about this file. A process that
/// waits for the lock has an arrow in its line.
fn holder_of(line: &str, inode: u64) -> Option<u32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_, "FLOCK", _, _, process, file, ..] = words.as_slice() else { return None };
    let process = process.parse().ok()?;
    (file.rsplit(':').next()?.parse() == Ok(inode)).then_some(process)
}

fn process_of(holder: &str) -> Option<u32> {
    holder.split_once(", process ")?.1.split_whitespace().next()?.parse().ok()
}

fn is_this_program(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|name| name.trim() == "clinic")
}

/// For messages. `last` is what the file names, which is only certain when that process still holds the lock.
pub fn describe(last: &str, processes: &[u32]) -> String {
    let named = process_of(last).filter(|process| processes.contains(process));
    let numbers =
        processes.iter().filter(|process| Some(**process) != named).map(|process| format!("process {process}"));
    let holders: Vec<String> = named.map(|_| last.to_owned()).into_iter().chain(numbers).collect();
    match (holders.as_slice(), last) {
        ([], "") => String::new(),
        ([], last) => format!("another process (it was last held by {last})"),
        (holders, _) => holders.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAST: &str = "clinic serve at 127.0.0.1:8080, process 12 on web1";

    #[test]
    fn only_processes_that_hold_the_lock_are_named_as_holders() {
        assert_eq!(describe(LAST, &[12]), LAST);
        assert_eq!(describe(LAST, &[7, 12]), format!("{LAST}; process 7"));
        assert_eq!(describe(LAST, &[7]), "process 7", "the one that started last has ended");
        assert_eq!(describe(LAST, &[]), format!("another process (it was last held by {LAST})"));
        assert_eq!(describe("", &[]), "");
    }

    #[test]
    fn holder_is_read_from_the_list_of_the_kernel() {
        let line = "1: FLOCK  ADVISORY  READ 4711 08:01:123456 0 EOF";
        assert_eq!(holder_of(line, 123_456), Some(4711));
        assert_eq!(holder_of(line, 99), None);
        assert_eq!(holder_of("2: POSIX  ADVISORY  WRITE 5 08:01:123456 0 EOF", 123_456), None);
        assert_eq!(holder_of("1: -> FLOCK  ADVISORY  WRITE 9 08:01:123456 0 EOF", 123_456), None, "it waits");
    }
}
