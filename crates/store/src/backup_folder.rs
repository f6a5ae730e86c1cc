//! The folder with the backups that the site makes by itself: when the next one is due, and which old ones are deleted.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::{Store, StoreError};
use clinic_runtime::machine;

/// In UTC. Only files with such a name are deleted.
const NAME: &str = "clinic-%Y-%m-%dT%H-%M-%SZ.db";
const PARTIAL: &str = ".partial";
const ERASED_PEOPLE: &str = "erased-people.txt";
/// What a backup leaves free on its disk, which is often that of the database.
const SPARE_BYTES: u64 = 100_000_000;

/// A handle to the folder; clones share it.
#[derive(Debug, Clone)]
pub struct BackupFolder(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    folder: PathBuf,
    every: Duration,
    keep: usize,
    /// Why the last attempt failed.
    problem: Mutex<Option<String>>,
}

impl BackupFolder {
    #[must_use]
    pub fn new(folder: PathBuf, every: Duration, keep: usize) -> Self {
        Self(Arc::new(Inner { folder, every, keep, problem: Mutex::default() }))
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.folder
    }

    #[must_use]
    pub fn interval(&self) -> Duration {
        self.0.every
    }

    /// When the newest backup was made. A time in the future was written by a clock that was wrong.
    #[must_use]
    pub fn newest(&self, now: Timestamp) -> Option<Timestamp> {
        self.times().into_iter().filter(|at| *at <= now).max()
    }

    /// The backup that was made at a time.
    #[must_use]
    pub fn file_of(&self, at: Timestamp) -> PathBuf {
        self.path().join(name(at))
    }

    /// Why the last attempt failed. `None` when it succeeded.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.0.problem().clone()
    }

    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.newest(now).is_none_or(|newest| now >= newest + self.0.every)
    }

    /// Makes a backup, with a copy of the list of erased people beside it. `None` when another instance is making one.
    ///
    /// # Errors
    /// When it cannot be written, or cannot be opened afterwards. What was written of it is deleted.
    pub async fn make(&self, store: &Store, now: Timestamp) -> Result<Option<PathBuf>, StoreError> {
        let made = self.try_make(store, now).await;
        *self.0.problem() = made.as_ref().err().map(ToString::to_string);
        made
    }

    async fn try_make(&self, store: &Store, now: Timestamp) -> Result<Option<PathBuf>, StoreError> {
        let folder = self.path();
        let failed = |source| StoreError::File { path: folder.to_owned(), source };
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
        let Some(_lock) = lock(folder).map_err(failed)? else { return Ok(None) };
        self.delete_partial().map_err(failed)?;
        let needed = store.database_bytes().await? + SPARE_BYTES;
        if let Some(free) = machine::free_disk_bytes(folder).filter(|free| *free < needed) {
            return Err(StoreError::NoSpaceForBackup { path: folder.to_owned(), free, needed });
        }
        let file = folder.join(name(now));
        let partial = folder.join(format!("{}{PARTIAL}", name(now)));
        store.backup(&partial).await?;
        fs::rename(&partial, &file).and_then(|()| File::open(folder)?.sync_all()).map_err(failed)?;
        store.copy_erased_people(&folder.join(ERASED_PEOPLE)).await?;
        Ok(Some(file))
    }

    /// Deletes all but the newest backups. Returns how many. Not while the clock cannot be trusted.
    ///
    /// # Errors
    /// When one of them cannot be deleted.
    pub fn delete_old(&self, now: Timestamp) -> io::Result<usize> {
        let old = superfluous(self.times(), self.0.keep, now);
        for at in &old {
            fs::remove_file(self.path().join(name(*at)))?;
        }
        Ok(old.len())
    }

    /// The list of erased people that is kept beside a backup.
    #[must_use]
    pub fn erased_people_beside(backup: &Path) -> PathBuf {
        backup.with_file_name(ERASED_PEOPLE)
    }

    fn times(&self) -> Vec<Timestamp> {
        let Ok(entries) = fs::read_dir(self.path()) else { return Vec::new() };
        entries.filter_map(|entry| parse_name(entry.ok()?.file_name().to_str()?)).collect()
    }

    /// What a killed process left. The lock says that no other is writing it.
    fn delete_partial(&self) -> io::Result<()> {
        for entry in fs::read_dir(self.path())? {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_str().and_then(|name| parse_name(name.strip_suffix(PARTIAL)?)).is_some() {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Inner {
    fn problem(&self) -> MutexGuard<'_, Option<String>> {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `None` when another process has it.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let path = folder.join(".lock");
    let file = File::options().write(true).create(true).truncate(false).mode(0o600).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

fn name(at: Timestamp) -> String {
    at.strftime(NAME).to_string()
}

fn parse_name(name: &str) -> Option<Timestamp> {
    DateTime::strptime(NAME, name).ok()?.to_zoned(TimeZone::UTC).ok().map(|time| time.timestamp())
}

/// A backup with a time in the future is neither counted nor deleted.
fn superfluous(mut times: Vec<Timestamp>, keep: usize, now: Timestamp) -> Vec<Timestamp> {
    times.retain(|at| *at <= now);
    times.sort_unstable_by(|one, other| other.cmp(one));
    times.split_off(keep.min(times.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn name_of_a_backup_is_its_time() {
        let at = time("2026-11-17T03:04:05Z");
        assert_eq!(name(at), "clinic-2026-11-17T03-04-05Z.db");
        assert_eq!(parse_name(&name(at)), Some(at));
        for other in ["clinic-before-upgrade.db", "clinic-2026-11-17T03-04-05Z.db.partial", "clinic.db", "notes.txt"] {
            assert_eq!(parse_name(other), None, "{other} is not deleted");
        }
    }

    #[test]
    fn newest_backups_are_kept() {
        let [one, two, three] = ["2026-11-15T00:00:00Z", "2026-11-16T00:00:00Z", "2026-11-17T00:00:00Z"].map(time);
        assert_eq!(superfluous(vec![two, one, three], 2, three), [one]);
        assert_eq!(superfluous(vec![two, one], 2, three), Vec::new());
        let future = time("2027-11-17T00:00:00Z");
        assert_eq!(superfluous(vec![future, two, one, three], 2, three), [one], "a wrong clock takes no place away");
    }

    #[tokio::test]
    async fn backups_are_made_when_due_and_old_ones_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let start = time("2026-11-17T00:00:00Z");
        let url = format!("sqlite:{}", folder.path().join("clinic.db").display());
        let store = Store::open(&url, start).await.expect("a store");
        let backups = BackupFolder::new(folder.path().join("backups"), Duration::from_hours(24), 2);
        assert!(backups.is_due(start));
        for day in 0..3 {
            let now = start + Duration::from_hours(24 * day);
            assert!(backups.is_due(now));
            backups.make(&store, now).await.expect("made").expect("a file");
            backups.delete_old(now).expect("deleted");
            assert!(!backups.is_due(now + Duration::from_hours(23)));
        }
        let end = start + Duration::from_hours(48);
        assert_eq!((backups.newest(end), backups.times().len()), (Some(end), 2));
        // The clock was a year ahead for a while.
        let future = start + Duration::from_hours(365 * 24);
        backups.make(&store, future).await.expect("made");
        assert!(backups.is_due(end + Duration::from_hours(24)), "the next one does not wait for a year");
        assert_eq!(backups.newest(end), Some(end));
        // Another instance is making one.
        let _lock = lock(backups.path()).expect("a lock").expect("free");
        assert_eq!(backups.make(&store, end + Duration::from_hours(1)).await.expect("no error"), None);
        store.close().await;
    }
}
