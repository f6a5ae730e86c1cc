//! `clinic restore`: puts a backup in the place of an SQLite database. The backup is prepared in a copy beside the database, so
//! that a failure or a power cut at any moment leaves either the old database or the new one.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::data_owner::is_same_file;
use super::start_error::StartError;
use super::{data_owner, instance_lock, key_file};
use crate::config::Database;
use clinic_runtime::clock::System;
use clinic_store::{
    Actor, BackupFolder, Restored, Store, StoreError, complete_file, erasures_in, file_advice, write_back,
};

/// What was restored, for the person who did it.
#[derive(Debug)]
pub struct Report {
    /// Where the database that was replaced is now. `None` when there was none.
    pub replaced: Option<PathBuf>,
    pub restored: Restored,
    /// People who were erased again.
    pub erased_again: u64,
    /// Erasures that the replaced database records, but the list of erased people does not: whom they were about is not known.
    pub unknown_erasures: usize,
    /// Whether there is a list of erased people.
    pub has_list: bool,
}

/// The first bytes of every SQLite database.
const SQLITE_HEADER: &[u8] = b"SQLite format 3\0";

/// What SQLite would apply to the database beside it.
const LOGS: [&str; 2] = ["-wal", "-journal"];

/// # Errors
/// When an instance of the site runs, the file is no backup that this program and key can use, or the disk is full. Nothing
/// is replaced then.
pub async fn run(database: &Database, backup: &Path, actor: Actor<'_>) -> Result<Report, StartError> {
    let target = database.sqlite_file().ok_or(StartError::RestoreIsPgRestore)?;
    check_paths(backup, &target)?;
    let _lock = instance_lock::use_alone(database, "clinic restore").await?;
    let copy = unfinished(&target);
    let restored = async {
        let report = prepare(database, backup, &target, &copy, actor).await?;
        let replaced = replace(&target, &copy, actor.now).await?;
        Ok(Report { replaced, ..report })
    };
    let restored = restored.await;
    if restored.is_err() {
        remove_with_log(&copy).map_err(|source| StartError::Restore { path: copy, source })?;
    }
    restored
}

/// Before anything is opened: SQLite would only say that it cannot open the file, or take an empty one for a new database.
fn check_paths(backup: &Path, target: &Path) -> Result<(), StartError> {
    let not_a_backup = |reason: String| Err(StartError::NotABackup { path: backup.to_owned(), reason });
    let (mut start, length) = (Vec::new(), SQLITE_HEADER.len() as u64);
    match File::open(backup).and_then(|file| file.take(length).read_to_end(&mut start)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return not_a_backup("it does not exist. Check the path".into());
        }
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
            return not_a_backup("it is a folder. Name the file of a backup in it".into());
        }
        Err(error) => return not_a_backup(format!("it cannot be read: {error}. {}", file_advice(&error))),
        Ok(0) => return not_a_backup("it is empty. Use another backup".into()),
        Ok(_) if start != SQLITE_HEADER => {
            return not_a_backup("it is not an SQLite database. Check the path, or use another backup".into());
        }
        Ok(_) => {}
    }
    if is_same_file(backup, target) {
        return not_a_backup("it is the database of the site itself. Name a backup of it".into());
    }
    if folder_of(target).is_dir() {
        return Ok(());
    }
    Err(StartError::NoFolderToRestoreTo { path: folder_of(target).to_owned() })
}

/// In the words of somebody who has a backup, not a site that does not start.
fn explain(backup: &Path, error: StoreError) -> StartError {
    let reason = match &error {
        StoreError::OtherDatabase | StoreError::NoTables => {
            "it is an SQLite database, but has no tables of this program. Check the path"
        }
        StoreError::Incomplete | StoreError::DamagedFile(_) | StoreError::Unusable(_) => {
            "it is damaged or incomplete. Use another backup"
        }
        _ => return StartError::NotRestored(error),
    };
    StartError::NotABackup { path: backup.to_owned(), reason: reason.to_owned() }
}

/// Deletes what a restore that was killed has left: it contains personal data. Only while no restore can run.
pub fn remove_unfinished(database: &Database) -> Result<(), StartError> {
    let Some(copy) = database.sqlite_file().map(|target| unfinished(&target)) else { return Ok(()) };
    remove_with_log(&copy).map_err(|source| StartError::Unfinished { path: copy, source })
}

fn unfinished(target: &Path) -> PathBuf {
    with_suffix(target, ".restoring")
}

/// Copies the backup, checks it, and changes in the copy what must not come back. Then everything is in the one file of the copy,
/// so that it takes the place of the database with all of it or not at all.
async fn prepare(
    database: &Database,
    backup: &Path,
    target: &Path,
    copy: &Path,
    actor: Actor<'_>,
) -> Result<Report, StartError> {
    copy_with_log(backup, copy).map_err(|source| StartError::Restore { path: backup.to_owned(), source })?;
    let store = Store::open_backup(copy, actor.now).await.map_err(|error| explain(backup, error))?;
    let prepared = prepare_store(&store, database, backup, target, actor).await;
    store.close().await;
    let report = prepared?;
    complete_file(copy).await.map_err(StartError::NotRestored)?;
    Ok(report)
}

async fn prepare_store(
    store: &Store,
    database: &Database,
    backup: &Path,
    target: &Path,
    actor: Actor<'_>,
) -> Result<Report, StartError> {
    let store = key_file::check(store.clone(), database)
        .await
        .map_err(key_of_backup)?
        .with_erased_people(database.erased_people());
    let beside = BackupFolder::erased_people_beside(backup);
    let has_list = database.erased_people().exists() | beside.exists();
    store.add_erased_people(&beside).await?;
    // The database that is replaced records when somebody was erased, but not who. One erasure may have several entries.
    let recorded = erasures_in(target, &store).await.unwrap_or_default();
    let listed: HashSet<i64> = store.erasure_times().await?.into_iter().map(Timestamp::as_millisecond).collect();
    let unknown_erasures = recorded.iter().filter(|at| !listed.contains(&at.as_millisecond())).count();
    let erased_again = store.repeat_erasures(&System, actor.now).await?;
    store.finish_erasures(None).await?;
    let name = backup.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let restored = store.after_restore(&name, actor).await?;
    Ok(Report { replaced: None, restored, erased_again, unknown_erasures, has_list })
}

/// The site runs with its key, so the message is about the backup.
fn key_of_backup(error: StartError) -> StartError {
    match error {
        StartError::KeyOfOtherFile { path, .. } => StartError::KeyOfBackup { path },
        StartError::KeyMissing { path } => StartError::NoKeyForBackup { path },
        error => error,
    }
}

/// At every moment there is a database under its name. The write-ahead log of the old one is written back to it first: SQLite would
/// apply it to the new one. When the old one is damaged its log is kept with it.
async fn replace(target: &Path, copy: &Path, now: Timestamp) -> Result<Option<PathBuf>, StartError> {
    let is_replacing = target.exists();
    if is_replacing {
        write_back(target).await.map_err(StartError::NotRestored)?;
    }
    let kept = free_name(&with_suffix(target, &now.strftime(".replaced-%Y-%m-%dT%H-%M-%SZ").to_string()));
    let exchanged = exchange(target, copy, is_replacing.then_some(kept.as_path()));
    exchanged.map_err(|source| StartError::Restore { path: target.to_owned(), source })?;
    Ok(is_replacing.then_some(kept))
}

fn exchange(target: &Path, copy: &Path, kept: Option<&Path>) -> io::Result<()> {
    data_owner::copy_owner(if kept.is_some() { target } else { folder_of(target) }, copy)?;
    File::open(copy)?.sync_all()?;
    if let Some(kept) = kept {
        fs::hard_link(target, kept)?;
        for log in LOGS.into_iter().filter(|log| with_suffix(target, log).exists()) {
            fs::hard_link(with_suffix(target, log), with_suffix(kept, log))?;
        }
        File::open(folder_of(target))?.sync_all()?;
    }
    // Also those of a database which is gone.
    remove_logs(target)?;
    fs::rename(copy, target)?;
    File::open(folder_of(target))?.sync_all()
}

/// A second restore within the same second does not replace what the first has kept.
fn free_name(wanted: &Path) -> PathBuf {
    let numbered = (2..).map(|number| with_suffix(wanted, &format!("-{number}")));
    std::iter::once(wanted.to_owned()).chain(numbered).find(|name| !name.exists()).expect("numbers do not end")
}

/// Only its owner may read it. A log beside it has what is not in the file yet.
fn copy_with_log(backup: &Path, copy: &Path) -> io::Result<()> {
    remove_with_log(copy)?;
    copy_private(backup, copy)?;
    let log = with_suffix(backup, "-wal");
    if log.exists() { copy_private(&log, &with_suffix(copy, "-wal")) } else { Ok(()) }
}

fn copy_private(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut target = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
    io::copy(&mut source, &mut target)?;
    target.sync_all()
}

fn remove_with_log(file: &Path) -> io::Result<()> {
    remove_if_there(file)?;
    remove_logs(file)
}

fn remove_logs(file: &Path) -> io::Result<()> {
    for suffix in LOGS.into_iter().chain(["-shm"]) {
        remove_if_there(&with_suffix(file, suffix))?;
    }
    Ok(())
}

fn remove_if_there(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
