//! The flags about the backups that the site makes by itself.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::args::number;
use crate::config::{Database, parse_duration};
use clinic_store::BackupFolder;

#[derive(Debug, Args)]
pub struct BackupArgs {
    /// A folder in which the site makes backups of the database by itself, or `off`. Not with PostgreSQL [default: none; with
    /// the Debian package and SQLite /var/lib/clinic-backups].
    #[arg(long, env = "CLINIC_BACKUP", value_name = "DIR")]
    backup: Option<PathBuf>,
    /// How long after a backup the next one is made.
    #[arg(long, env = "CLINIC_BACKUP_EVERY", default_value = "24h", value_name = "DURATION", value_parser = parse_duration)]
    backup_every: Duration,
    /// How many backups are kept. The oldest is deleted when a new one was made.
    #[arg(long, env = "CLINIC_BACKUP_KEEP", default_value = "14", value_name = "N", value_parser = |text: &str| number(text, 1, u16::MAX))]
    backup_keep: u16,
    /// Set by the systemd unit: the folder for SQLite when --backup is not given.
    #[arg(long, env = "CLINIC_DEFAULT_BACKUP", hide = true, value_name = "DIR")]
    default_backup: Option<PathBuf>,
}

const SHORTEST_BACKUP_INTERVAL: Duration = Duration::from_mins(1);
/// The privacy page says that no backup is older, and the list of erased people is kept a little longer.
const LONGEST_LIFE_OF_BACKUPS: Duration = Duration::from_hours(365 * 24);

impl BackupArgs {
    /// `None` when the site makes none by itself.
    ///
    /// # Errors
    /// When the settings contradict each other or the privacy page.
    pub fn folder(&self, database: &Database) -> Result<Option<BackupFolder>, String> {
        let folder = match &self.backup {
            Some(_) if self.is_off() => return Ok(None),
            Some(_) if database.is_postgres() => {
                return Err(format!(
                    "With PostgreSQL, --backup has no effect: it has its own tool. Remove --backup (CLINIC_BACKUP), and run this \
                     every day: pg_dump --format=custom --file=clinic-$(date +%F).dump {database}"
                ));
            }
            None if database.is_postgres() => return Ok(None),
            None => self.default_backup.clone(),
            named => named.clone(),
        };
        if let Some(file) = folder.as_ref().filter(|path| path.exists() && !path.is_dir()) {
            return Err(format!(
                "--backup (CLINIC_BACKUP) names a folder, but {} is a file. Choose another name, or move the file away.",
                file.display()
            ));
        }
        if self.backup_every < SHORTEST_BACKUP_INTERVAL {
            return Err("--backup-every is too short. Write one minute (1m) or more.".to_owned());
        }
        if self.backup_every * u32::from(self.backup_keep) > LONGEST_LIFE_OF_BACKUPS {
            return Err(
                "Backups must not become older than a year: the privacy page says so. Choose a smaller --backup-keep or a shorter \
                 --backup-every."
                    .to_owned(),
            );
        }
        Ok(folder.map(|folder| self.in_folder(folder)))
    }

    pub fn in_folder(&self, folder: PathBuf) -> BackupFolder {
        BackupFolder::new(folder, self.backup_every, usize::from(self.backup_keep))
    }

    /// Whether somebody has decided that the site makes no backups.
    pub fn is_off(&self) -> bool {
        self.backup.as_deref().is_some_and(|off| off.as_os_str() == "off")
    }
}
