//! Flags that several commands share.

use std::path::PathBuf;

use clap::Args;

use crate::app::{self, StartError};
use crate::config::Database;
use crate::mail;
use crate::site::ContentSource;
use crate::store::Store;

#[derive(Debug, Args)]
pub struct ContentArg {
    /// The folder with texts and pictures. Saved edits are published immediately, and editing at the desk is off [default:
    /// the content in the database; for `check` and `staff` the content that came with the program].
    #[arg(long, env = "CLINIC_CONTENT", value_name = "DIR")]
    content: Option<PathBuf>,
}

impl ContentArg {
    pub fn folder(&self) -> Option<PathBuf> {
        self.content.clone()
    }

    /// For commands that need no database.
    pub fn source(&self) -> ContentSource {
        self.content.clone().map_or(ContentSource::Embedded, ContentSource::Folder)
    }
}

#[derive(Debug, Args)]
pub struct MailArg {
    /// How to send email: `file:DIR`, `smtp://user:pass@host:port`, `smtps://…` or `emailjs+https://…` [default: `file:DATA/mail`].
    #[arg(long, env = "CLINIC_MAIL", value_name = "URL", hide_env_values = true, value_parser = mail::Settings::parse)]
    pub mail: Option<mail::Settings>,
}

#[derive(Debug, Args)]
pub struct StoreArgs {
    /// The folder for the database and, by default, for sent emails.
    #[arg(long, env = "CLINIC_DATA", default_value = "data", value_name = "DIR")]
    pub data: PathBuf,
    /// The database: `sqlite:PATH` or `postgres://…` [default: sqlite:DATA/clinic.db].
    #[arg(long, env = "CLINIC_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
    /// The list of erased people. They are erased again when a backup is restored that contains them [default:
    /// DATA/erased-people.txt].
    #[arg(long, env = "CLINIC_ERASED_PEOPLE", value_name = "FILE")]
    erased_people: Option<PathBuf>,
    /// The key that encrypts the secrets in the database. It is not in a backup of the database [default: the systemd
    /// credential clinic.key, else DATA/clinic.key].
    #[arg(long, env = "CLINIC_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// Set by systemd.
    #[arg(long, env = "CREDENTIALS_DIRECTORY", hide = true, value_name = "DIR")]
    credentials_directory: Option<PathBuf>,
}

impl StoreArgs {
    pub fn database(&self) -> Database {
        Database {
            data: self.data.clone(),
            url: self.database.clone(),
            erased_people: self.erased_people.clone(),
            key_file: self.key_file.clone(),
            credentials: self.credentials_directory.clone(),
        }
    }

    /// Runs a command on an existing database and says which one it is. Standard output is for the result.
    pub fn with_store<E: From<StartError>>(&self, command: impl AsyncFnOnce(&Store) -> Result<(), E>) -> Result<(), E> {
        let database = self.database();
        eprintln!("Database: {database}");
        app::with_store(&database, command)
    }
}
