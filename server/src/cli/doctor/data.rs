//! What is on this machine: the clock, the disk, the data folder, the database, the key, the content and the backups.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::Finding;
use crate::app::{self, StartError, key_file};
use crate::cli::args::ContentArg;
use crate::clinic_time;
use crate::clock::{Clock, System};
use crate::clock_check::{self, ClockCheck};
use crate::config::Database;
use crate::machine;
use crate::site;
use crate::store::{BackupFolder, Store};

const MIN_FREE_MEGABYTES: u64 = 500;
const OLD_BACKUP: Duration = Duration::from_hours(48);

pub async fn examine(database: &Database, backup: Option<&Path>) -> Vec<Finding> {
    let now = System.now();
    let mut findings = vec![disk(database), data_folder(database)];
    match Store::open_existing(&database.url()).await.map_err(app::explain) {
        Err(error) => findings.push(Finding::wrong("database", error.to_string())),
        Ok(store) => {
            findings.push(match store.probe_write().await {
                Ok(()) => Finding::good("database", format!("{database} can be read and written.")),
                Err(error) => Finding::wrong("database", format!("{database} cannot be written: {error}.")),
            });
            findings.push(clock(&store).await);
            findings.push(key(&store, database).await);
            findings.push(mail_hold(&store).await);
            store.close().await;
        }
    }
    findings.push(backups(database, backup, now));
    findings
}

fn disk(database: &Database) -> Finding {
    let subject = "disk";
    match machine::free_disk_bytes(&database.data).map(|bytes| bytes / 1_000_000) {
        Some(free) if free >= MIN_FREE_MEGABYTES => Finding::good(subject, format!("{free} MB are free.")),
        Some(free) => Finding::wrong(subject, format!("Only {free} MB are free. Delete what is not needed.")),
        None => Finding::wrong(
            subject,
            format!("The data folder {} cannot be seen. Check the path and run this as root.", database.data.display()),
        ),
    }
}

/// The service cannot write what belongs to somebody else, and others must not read it.
fn data_folder(database: &Database) -> Finding {
    let subject = "data folder";
    let path = database.data.display();
    let Ok(folder) = fs::metadata(&database.data) else {
        return Finding::wrong(subject, format!("{path} does not exist or cannot be entered. Check --data."));
    };
    let mode = folder.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Finding::wrong(
            subject,
            format!("Other users can look into {path} (mode {mode:o}). Run: chmod 700 {path}"),
        );
    }
    let entries = fs::read_dir(&database.data).into_iter().flatten().filter_map(Result::ok);
    let foreign = entries.filter(|entry| entry.metadata().is_ok_and(|file| file.uid() != folder.uid()));
    let names: Vec<String> = foreign.map(|entry| entry.path().display().to_string()).collect();
    if names.is_empty() {
        return Finding::good(subject, format!("{path} and its files belong to one user, and only it can read them."));
    }
    let (user, names) = (folder.uid(), names.join(" "));
    Finding::wrong(subject, format!("The service may not be able to write: {names}. Run: chown {user} {names}"))
}

async fn clock(store: &Store) -> Finding {
    let check = ClockCheck::new(store.clone(), Arc::new(System), Arc::new(System)).check().await;
    match check {
        Ok(state) => match state.doubt {
            None => Finding::good("clock", format!("It says {}.", clinic_time::format_with_zone(state.now))),
            Some(doubt) => {
                let text = format!("{} {}", clock_check::explain(state.now, doubt), clock_check::ADVICE);
                Finding::wrong("clock", text)
            }
        },
        Err(error) => Finding::wrong("clock", format!("{error}.")),
    }
}

async fn key(store: &Store, database: &Database) -> Finding {
    match key_file::check(store.clone(), database).await {
        Ok(_) => Finding::good("key file", format!("{} fits the database.", database.key_file().display())),
        Err(error) => Finding::wrong("key file", error.to_string()),
    }
}

async fn mail_hold(store: &Store) -> Finding {
    match store.mail_held_since().await {
        Ok(None) => Finding::good("emails", "They are not held."),
        Ok(Some(since)) => {
            let since = clinic_time::format_with_zone(since);
            Finding::wrong("emails", format!("Since {since} none is sent. Send them with: clinic mail release"))
        }
        Err(error) => Finding::wrong("emails", format!("{error}.")),
    }
}

/// Before there is a runtime: it has one of its own while it reads the database.
pub fn shown_content(content: &ContentArg, database: &Database) -> Finding {
    let subject = "content";
    let shown = match content.shown(database) {
        Ok(shown) => shown,
        Err(StartError::Store(error)) => return Finding::wrong(subject, format!("It cannot be read: {error}.")),
        Err(error) => return Finding::wrong(subject, error.to_string()),
    };
    let problems = match shown.source.read() {
        Ok(folder) => site::check_folder(&folder, System.now()).err().map(|error| error.problems()).unwrap_or_default(),
        Err(error) => vec![error.to_string()],
    };
    match problems.as_slice() {
        [] => Finding::good(subject, format!("{} can be shown.", shown.name)),
        [first, ..] => {
            let count = problems.len();
            Finding::wrong(
                subject,
                format!("{} has {count} problems. The first: {first} See them all with: clinic check", shown.name),
            )
        }
    }
}

fn backups(database: &Database, named: Option<&Path>, now: Timestamp) -> Finding {
    let subject = "backups";
    if database.is_postgres() {
        return Finding::good(subject, "The database is PostgreSQL. This program does not see what pg_dump writes.");
    }
    let Some(folder) = named.map(Path::to_owned).or_else(|| folder_of_the_package(&database.data)) else {
        return Finding::wrong(subject, "The site makes none. Name a folder with --backup (CLINIC_BACKUP).");
    };
    let newest = BackupFolder::new(folder.clone(), OLD_BACKUP, 1).newest(now);
    match newest {
        Some(at) if now <= at + OLD_BACKUP => {
            Finding::good(subject, format!("The last one is of {}.", clinic_time::format_with_zone(at)))
        }
        Some(at) => {
            let at = clinic_time::format_with_zone(at);
            Finding::wrong(
                subject,
                format!("The last one is of {at}. Look at the log of the site: journalctl -u clinic"),
            )
        }
        None => {
            let folder = folder.display();
            Finding::wrong(subject, format!("There is none in {folder}. Check that the site runs and may write there."))
        }
    }
}

/// `/var/lib/clinic-backups` for `/var/lib/clinic`.
fn folder_of_the_package(data: &Path) -> Option<PathBuf> {
    let name = format!("{}-backups", data.file_name()?.to_str()?);
    Some(data.with_file_name(name)).filter(|folder| folder.is_dir())
}
