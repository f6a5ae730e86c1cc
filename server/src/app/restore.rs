//! `clinic restore`: puts a backup in the place of an SQLite database. The backup is prepared in a copy beside the database, so
//! that a failure or a power cut at any moment leaves either the old database or the new one.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::start_error::StartError;
use super::{instance, key_file, ownership};
use crate::clock::System;
use crate::config::Database;
use crate::store::{Actor, BackupFolder, Restored, Store, erasures_in, write_back};

/// What was restored, for the person who did it.
#[derive(Debug)]
pub struct Report {
    /// Where the database that was replaced is now. `None` when there was none.
    pub replaced: Option<PathBuf>,
    /// `None` when the schema was kept: then nothing in the backup was changed.
    pub restored: Option<Restored>,
    /// People who were erased again.
    pub erased_again: u64,
    /// Erasures that the replaced database records, but the list of erased people does not: whom they were about is not known.
    pub unknown_erasures: usize,
    /// Whether there is a list of erased people.
    pub has_list: bool,
}

/// # Errors
/// When an instance of the site runs, the file is no backup that this program and key can use, or the disk is full. Nothing
/// is replaced then.
pub async fn run(
    database: &Database,
    backup: &Path,
    keep_schema: bool,
    actor: Actor<'_>,
) -> Result<Report, StartError> {
    let url = database.url();
    let Some(path) = url.strip_prefix("sqlite:").filter(|_| !database.is_postgres()) else {
        return Err(StartError::RestoreIsPgRestore);
    };
    let target = Path::new(path.trim_start_matches("//"));
    let _lock = instance::use_alone(database, "clinic restore").await?;
    let copy = with_suffix(target, ".restoring");
    let prepared = prepare(database, backup, target, &copy, keep_schema, actor).await;
    let report = match prepared {
        Ok(report) => report,
        Err(error) => {
            remove_with_log(&copy).map_err(|source| StartError::Restore { path: copy, source })?;
            return Err(error);
        }
    };
    let replaced = replace(target, &copy, actor.now).await;
    let replaced = replaced.map_err(|source| StartError::Restore { path: target.to_owned(), source })?;
    Ok(Report { replaced, ..report })
}

/// Copies the backup, checks it, and changes in the copy what must not come back.
async fn prepare(
    database: &Database,
    backup: &Path,
    target: &Path,
    copy: &Path,
    keep_schema: bool,
    actor: Actor<'_>,
) -> Result<Report, StartError> {
    copy_with_log(backup, copy).map_err(|source| StartError::Restore { path: backup.to_owned(), source })?;
    let store = Store::open_backup(copy, keep_schema, actor.now).await.map_err(StartError::NotRestored)?;
    let prepared = prepare_store(&store, database, backup, target, keep_schema, actor).await;
    store.close().await;
    prepared
}

async fn prepare_store(
    store: &Store,
    database: &Database,
    backup: &Path,
    target: &Path,
    keep_schema: bool,
    actor: Actor<'_>,
) -> Result<Report, StartError> {
    let mut report = Report { replaced: None, restored: None, erased_again: 0, unknown_erasures: 0, has_list: true };
    if keep_schema {
        return Ok(report);
    }
    let store = key_file::check(store.clone(), database).await?.with_erased_people(database.erased_people());
    report.has_list = database.erased_people().exists() | BackupFolder::erased_people_beside(backup).exists();
    store.add_erased_people(&BackupFolder::erased_people_beside(backup)).await?;
    // The database that is replaced records when somebody was erased, but not who.
    if let Ok(recorded) = erasures_in(target, &store).await {
        let since = recorded.iter().min().copied().unwrap_or(Timestamp::MAX);
        let listed = store.erasure_times().await?.into_iter().filter(|at| *at >= since).count();
        report.unknown_erasures = recorded.len().saturating_sub(listed);
    }
    report.erased_again = store.repeat_erasures(&System, actor.now).await?;
    store.finish_erasures(None).await?;
    let name = backup.file_name().unwrap_or_default().to_string_lossy().into_owned();
    report.restored = Some(store.after_restore(&name, actor).await?);
    Ok(report)
}

/// At every moment there is a database under its name. The write-ahead log of the old one is written back to it first; if it
/// cannot be, because the database is damaged, it is kept with it. SQLite would apply it to the new one.
async fn replace(target: &Path, copy: &Path, now: Timestamp) -> io::Result<Option<PathBuf>> {
    let log = |file: &Path| with_suffix(file, "-wal");
    let owner = if target.exists() { target } else { folder_of(target) };
    ownership::copy_owner(owner, copy)?;
    File::open(copy)?.sync_all()?;
    let kept = free_name(&with_suffix(target, &now.strftime(".replaced-%Y-%m-%dT%H-%M-%SZ").to_string()));
    let is_replacing = target.exists();
    if is_replacing {
        write_back(target).await;
        fs::hard_link(target, &kept)?;
        if log(target).exists() {
            fs::hard_link(log(target), log(&kept))?;
            File::open(folder_of(target))?.sync_all()?;
            fs::remove_file(log(target))?;
        }
    }
    remove_if_there(&with_suffix(target, "-shm"))?;
    fs::rename(copy, target)?;
    File::open(folder_of(target))?.sync_all()?;
    Ok(is_replacing.then_some(kept))
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
    for suffix in ["", "-wal", "-shm"] {
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
