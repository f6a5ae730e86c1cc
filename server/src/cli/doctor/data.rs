//! What is on this machine: the clock, the disk, the data folder, the database, the key and the content.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::sync::Arc;
use std::{fs, io};

use super::{Finding, State, backups};
use crate::app::{self, key_file};
use crate::cli::args::{ContentArg, StoreArgs};
use crate::cli::backup_args::BackupArgs;
use crate::config::Database;
use clinic_http::clock_check::{self, ClockCheck};
use clinic_rules::clinic_time;
use clinic_runtime::clock::{Clock, System};
use clinic_runtime::machine;
use clinic_store::Store;

const MIN_FREE_MEGABYTES: u64 = 500;

pub const DATABASE: &str = "database";

/// What cannot be seen because of an earlier finding is not counted as a second fault.
pub async fn examine(database: &Database, backup: &BackupArgs) -> Vec<Finding> {
    let now = System.now();
    let folder = data_folder(database);
    let has_folder = folder.state != State::Wrong || database.data.is_dir();
    let mut findings = vec![folder];
    if has_folder {
        findings.push(disk(database));
    } else {
        findings.push(Finding::not_looked_at("disk", "There is no data folder."));
    }
    if !has_folder && database.sqlite_file().is_some_and(|file| file.starts_with(&database.data)) {
        findings.push(Finding::not_looked_at(DATABASE, "There is no data folder."));
        findings.extend(without_database());
    } else {
        match Store::open_existing(&database.url()).await.map_err(app::explain) {
            Err(error) => {
                findings.push(Finding::wrong(DATABASE, error.to_string()));
                findings.extend(without_database());
            }
            Ok(store) => {
                findings.push(match store.probe_write().await {
                    Ok(()) => Finding::good(DATABASE, format!("{database} can be read and written.")),
                    Err(error) => Finding::wrong(DATABASE, format!("{database} cannot be written: {error}.")),
                });
                findings.push(clock(&store).await);
                findings.push(key(&store, database).await);
                findings.push(mail_hold(&store).await);
                store.close().await;
            }
        }
    }
    findings.push(backups::examine(database, backup, now).await);
    findings
}

fn without_database() -> impl Iterator<Item = Finding> {
    let text = "It needs the database, which cannot be used.";
    ["clock", "key file", "emails"].into_iter().map(move |subject| Finding::not_looked_at(subject, text))
}

fn disk(database: &Database) -> Finding {
    let subject = "disk";
    match machine::free_disk_bytes(&database.data).map(|bytes| bytes / 1_000_000) {
        Some(free) if free >= MIN_FREE_MEGABYTES => Finding::good(subject, format!("{free} MB are free.")),
        Some(free) => Finding::wrong(subject, format!("Only {free} MB are free. Delete what is not needed.")),
        None => Finding::not_looked_at(subject, "The system does not say how much is free."),
    }
}

/// The service cannot write what belongs to somebody else, and others must not read it.
fn data_folder(database: &Database) -> Finding {
    let subject = "data folder";
    let path = database.data.display();
    let folder = match fs::metadata(&database.data) {
        Ok(folder) if folder.is_dir() => folder,
        Ok(_) => return Finding::wrong(subject, format!("{path} is a file, not a folder. Check --data.")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Finding::wrong(subject, format!("{path} does not exist. Check --data, or start the site once."));
        }
        Err(error) => return Finding::wrong(subject, format!("{path} cannot be seen: {error}. Run this as root.")),
    };
    let mode = folder.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Finding::wrong(
            subject,
            format!("Other users can look into {path} (mode {mode:o}). Run: chmod 700 {path}"),
        );
    }
    let Ok(entries) = fs::read_dir(&database.data) else {
        return Finding::not_looked_at(subject, format!("This user may not look into {path}. Run this as root."));
    };
    let foreign =
        entries.filter_map(Result::ok).filter(|entry| entry.metadata().is_ok_and(|file| file.uid() != folder.uid()));
    let names: Vec<String> = foreign.map(|entry| entry.path().display().to_string()).collect();
    if names.is_empty() {
        return Finding::good(subject, format!("{path} and its files belong to one user, and only it can read them."));
    }
    let (user, names) = (folder.uid(), names.join(" "));
    Finding::wrong(subject, format!("The service may not be able to write: {names}. Run: chown {user} {names}"))
}

async fn clock(store: &Store) -> Finding {
    let check = ClockCheck::new(store.clone(), Arc::new(System), Arc::new(System)).without_log().check().await;
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

pub fn shown_content(content: &ContentArg, store: &StoreArgs, can_read: bool) -> Finding {
    let subject = "content";
    if content.folder().is_none() && !can_read {
        return Finding::not_looked_at(subject, "It is in the database, which cannot be used.");
    }
    let shown = match content.shown(store) {
        Ok(shown) => shown,
        Err(error) => return Finding::wrong(subject, error.to_string()),
    };
    let problems = match shown.source.read() {
        Ok(folder) => {
            clinic_site::check_folder(&folder, System.now()).err().map(|error| error.problems()).unwrap_or_default()
        }
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
