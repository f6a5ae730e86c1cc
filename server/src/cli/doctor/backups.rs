//! The backups that the site makes by itself.

use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;

use super::Finding;
use crate::cli::backup_args::BackupArgs;
use crate::config::Database;
use clinic_rules::clinic_time;
use clinic_store::verify_backup;

const SUBJECT: &str = "backups";

pub async fn examine(database: &Database, arguments: &BackupArgs, now: Timestamp) -> Finding {
    let backups = match arguments.folder(database) {
        // The site does not start with these settings.
        Err(problem) => return Finding::wrong(SUBJECT, problem),
        Ok(Some(backups)) => backups,
        Ok(None) if database.is_postgres() => {
            return Finding::not_looked_at(
                SUBJECT,
                "The database is PostgreSQL. This program does not see what pg_dump writes.",
            );
        }
        Ok(None) if arguments.is_off() => {
            return Finding::not_looked_at(
                SUBJECT,
                "They are off (--backup off). Check that something else makes them.",
            );
        }
        Ok(None) => match folder_of_the_package(&database.data) {
            Some(folder) => arguments.in_folder(folder),
            None => {
                return Finding::wrong(SUBJECT, "The site makes none. Name a folder with --backup (CLINIC_BACKUP).");
            }
        },
    };
    let folder = backups.path().display();
    match fs::read_dir(backups.path()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let text = format!(
                "{folder} does not exist. The site creates it with its first backup: check --backup and the log."
            );
            return Finding::wrong(SUBJECT, text);
        }
        Err(error) => {
            return Finding::not_looked_at(SUBJECT, format!("{folder} cannot be read: {error}. Run this as root."));
        }
        Ok(_) => {}
    }
    let Some(at) = backups.newest(now) else {
        return Finding::wrong(
            SUBJECT,
            format!("There is none in {folder}. Check that the site runs and may write there."),
        );
    };
    let (file, time) = (backups.file_of(at), clinic_time::format_with_zone(at));
    if let Err(error) = verify_backup(&file).await {
        let text =
            format!("The last one, {}, cannot be used: {error}. Make one with: clinic backup FILE", file.display());
        return Finding::wrong(SUBJECT, text);
    }
    if now > at + 2 * backups.interval() {
        return Finding::wrong(
            SUBJECT,
            format!("The last one is of {time}. Look at the log of the site: journalctl -u clinic"),
        );
    }
    Finding::good(SUBJECT, format!("The last one is of {time}, and whole."))
}

/// `/var/lib/clinic-backups` for `/var/lib/clinic`.
fn folder_of_the_package(data: &Path) -> Option<PathBuf> {
    let name = format!("{}-backups", data.file_name()?.to_str()?);
    Some(data.with_file_name(name)).filter(|folder| folder.is_dir())
}
